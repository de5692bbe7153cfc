"""What a game may say of itself, so that it takes no plugin, and what follows from a request: seats, options, seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from helpers import cardkit
from mypy import api as mypy

from cardkit import (
    Ended,
    Event,
    Field,
    Plugin,
    Result,
    RoundBegun,
    RuleSet,
    Seeded,
    Setup,
    UnknownName,
    first_legal,
    standard52,
)
from cardkit.arena.bouts import contest
from cardkit.authors.trial import TrialSetup
from cardkit.core.chance.generators import pick_out, shuffle
from cardkit.online.wishes import offer
from cardkit.plugins.plugin import seats_for
from cardkit.plugins.registry import load_game
from cardkit.plugins.sayings import Plain
from cardkit.plugins.setup import machines, narrator_maker, new_seed, player_chance, seed_of_game
from cardkit.rl.setting import setting_of
from cardkit.simulation.simulate import ways_of
from cardkit.table.faults import fault
from cardkit_war import War

PARLOUR = Path(__file__).parents[1] / "data" / "parlour_game.py"
Parlours: Any = load_game(str(PARLOUR)).game


class Short:
    """One word an event."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, event: Event, view: Any, /) -> Iterator[str]:
        yield type(event).__name__


class Spoken(Parlours):
    """Parlours in words of its own."""

    words = Short


def test_a_plugin_that_says_nothing_has_the_deck_and_the_seats_of_its_game() -> None:
    plugin = Plugin(game=Parlours)
    assert (Parlours.deck, ("human", "human"), ("ai", "ai")) == (plugin.deck, plugin.default_seats, machines(plugin))


def test_a_game_that_says_nothing_has_52_cards_and_a_person_among_machines() -> None:
    plugin = Plugin(game=War)
    assert (standard52, ("human", "search")) == (plugin.deck, plugin.default_seats)
    assert ("human", "ai") == Plugin(game=War, players={"ai": first_legal}).default_seats


def test_the_words_of_a_game_are_those_it_is_told_in_where_no_style_is_named() -> None:
    plugin = Plugin(game=Spoken)
    assert isinstance(narrator_maker(plugin, "")(("Ann", "Ben")), Short)
    assert isinstance(narrator_maker(plugin, "plain")(("Ann", "Ben")), Plain)
    with pytest.raises(UnknownName, match="known: plain"):
        narrator_maker(plugin, "poet")


class Worded(Plain):
    """The plain words."""


def made(names: Sequence[str], counts: str = "turn") -> Plain:
    """The same, made by a function."""
    return Plain(names, counts)


@pytest.mark.parametrize("words", [Worded, made, None])
@pytest.mark.parametrize("style", ["", "own"])
def test_words_that_are_plain_ones_know_what_the_game_counts(words: Any, style: str) -> None:
    game = type("Dealt", (Parlours,), {"counts": "deal", "words": None if words is None else staticmethod(words)})
    plugin = Plugin(game=game, styles={"own": words or Plain})
    narrator = narrator_maker(plugin, style)(("Ann", "Ben"))
    told = [*narrator(RoundBegun(2), None), *narrator(Ended(Result.draw(2), 7), None)]
    assert ["Deal 2", "The game is a draw after 7 deals."] == [*map(str, told)]


@pytest.mark.slow
def test_type_checkers_take_words_as_the_page_has_them(tmp_path: Path) -> None:
    file = tmp_path / "worded.py"
    imports = "from typing import Any\nfrom cardkit import Action, Game, Plain, State\n\n\n"
    words = (
        'class Words(Plain):\n    """The plain words."""\n\n\ndef made(names: Any) -> Plain:\n    return Plain(names)\n'
    )
    games = (
        f"\n\nclass {name}(Game[State, Action]):\n    words = {said}\n"
        for name, said in (("One", "Words"), ("Two", "made"))
    )
    file.write_text("".join([imports, words, *games]), encoding="utf-8")
    said, failed, code = mypy.run(["--strict", "--config-file=", "--follow-imports=silent", str(file)])
    assert ("", 0) == (failed, code), said


def test_a_game_may_be_for_two_or_four_players_and_not_for_three() -> None:
    run = cardkit("play", str(PARLOUR), *["--seat", "random"] * 3)
    assert "3 seats were asked for, the game takes 2 or 4" in run.err


class Dealt(Parlours):
    """Parlours in which two get more cards than four."""

    seats = None
    usual = 4
    by_seats: ClassVar[Mapping[int, Mapping[str, Any]]] = {2: {"rounds": 5}}
    rounds: int = Field(default=2, ge=1, le=9)


class Alone(Parlours):
    """Parlours for one, or for two."""

    seats = None
    players = (1, 2)


@pytest.mark.parametrize(("seats", "usual"), [(None, 2), (2, 5), (4, 2)])
def test_options_by_the_number_of_seats_hold_where_nothing_else_is_said(seats: int | None, usual: int) -> None:
    plugin = Plugin(game=Dealt, seats=None, rule_sets=[RuleSet(name="long", about="Long.", options={"rounds": 9})])
    setup = Setup(plugin=plugin, rules=RuleSet(name="", about=""), seats=None if seats is None else ("ai",) * seats)
    others = [
        setup.having(options={"rounds": 3}),
        setup.having(rules=plugin.rule_sets[0]),
        setup.having(seats=("ai",) * 2),
    ]
    assert [usual, 3, 9, 5] == [one.game.rounds for one in (setup, *others)]


@pytest.mark.parametrize("seats", [None, 2])
def test_every_door_plays_the_usual_game_where_nothing_is_said(seats: int | None) -> None:
    """What a table of people, a batch, a learner, a contest, a check and a twin play is as usual at so many seats."""
    plugin = Plugin(game=Dealt, seats=None)
    number, rounds = seats or Dealt.usual, 5 if seats == 2 else 2
    people = ("human", *("ai",) * (number - 1)) if seats else plugin.default_seats
    machines = seats and ("ai",) * seats
    setups = [
        Setup.of(plugin, seats=people),
        Setup.of(plugin, seats=machines),
        setting_of(plugin, seats).batch.setup,
        contest(plugin, ["ai", "random"], seats=seats).batch.setup,
    ]
    assert {(number, rounds)} == {(len(setup.sitting), setup.game.rounds) for setup in setups}
    trial = TrialSetup(game=Dealt(), deck=setups[0].pile, seats=number, seed=1, max_actions=0)
    assert trial.match().game.rounds == rounds
    assert (3, 5, 2) == (Dealt(rounds=3).at_seats(2).rounds, Dealt().at_seats(4).at_seats(2).rounds, Dealt().rounds)
    assert {way.seats: way.game.rounds for way in ways_of(plugin)} == {2: 5, 4: 2}


def test_people_sit_down_in_the_usual_number_wherever_they_come_from() -> None:
    plugin = Plugin(game=Alone, seats=None)
    assert {1} == {len(plugin.default_seats), len(seats_for(plugin, None, None)), offer("", plugin, {}, None)["usual"]}


@pytest.mark.parametrize(
    ("by_seats", "why"),
    [
        ({3: {"rounds": 5}}, "has options `by_seats` for 3, and that is none of its `players`"),
        ({2: {"rounds": 0}}, "has `by_seats` with the option rounds=0 of parlours: it is 1 at least"),
        ({2: {"round": 5}}, "has `by_seats` with the option round=5 of parlours: there is no such option"),
    ],
)
def test_options_by_seats_that_cannot_be_are_faults(by_seats: dict[int, dict[str, int]], why: str) -> None:
    assert why in (fault(type("Other", (Dealt,), {"by_seats": by_seats})) or "")


TELLS = '''"""A player that tells the seed of its chance in the place of choosing."""


class player:
    def __init__(self, rng):
        raise RuntimeError(f"<{rng.seed}>")
'''


@pytest.mark.parametrize(
    ("command", "seed"),
    [
        (("play",), 5),
        (("play", "--game", "2"), seed_of_game(5, 2, "seeded")),
        (("simulate",), seed_of_game(5, 0, "seeded")),
        (("forecast",), 5),
    ],
)
def test_every_command_gives_a_player_the_same_chance(command: tuple[str, ...], seed: int, tmp_path: Path) -> None:
    path = tmp_path / "tells.py"
    path.write_text(TELLS, encoding="utf-8")
    seats = ("--seat", "ai", "--seat", str(path), "--set", "hand_size=1", "--seed", "5")
    run = cardkit(command[0], "crazy8s", "microDeck", *command[1:], *seats)
    assert f"<{player_chance(seed, 1).seed}>" in run.err


def test_the_seeds_that_cardkit_draws_are_many_and_suit_every_generator() -> None:
    seeds = {new_seed() for _ in range(1000)}
    assert 1000 == len(seeds)
    assert 2**48 < max(seeds) < 2**63


WITHOUT_A_SAY = "note: the rules shuffle nothing in dealing, so that rng=java has no say"
NEIGHBOURS = "note: neighbouring seeds of rng=java give first cards that hang together"


BY_JAVA = "play war full-war --set shuffle=swap --rng java --seed 1 --quiet"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play war full-war --rng java --quiet", WITHOUT_A_SAY),
        ("simulate war -n 2 --rng java", WITHOUT_A_SAY),
        ("compare war -n 2 --vary rng=seeded,java --vary face_down=1,3", WITHOUT_A_SAY),
        (BY_JAVA, NEIGHBOURS),
        ("play war full-war --quiet", ""),
        ("play war --rules umassd --seed 1 --quiet", ""),
        (f"{BY_JAVA} --game 3", ""),
        ("simulate war --rules umbc --seed 1 -n 2", ""),
    ],
)
def test_a_generator_without_a_say_and_neighbouring_seeds_of_java_are_told_once_and_no_others(
    words: str, said: str
) -> None:
    run = cardkit(*words.split())
    assert (0, bool(said)) == (run.code, "rng=" in run.err)
    assert not said or 1 == run.err.count("note: ") == run.err.count(said)


def test_the_same_numbers_shuffle_and_pick_to_the_same_order() -> None:
    cards = standard52()
    swapped, picked = cards.copy(), cards.copy()
    shuffle(swapped, Seeded(3))
    pick_out(picked, Seeded(3))
    assert swapped == picked != cards
