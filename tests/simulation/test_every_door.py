"""A law: the same request is the same game, whoever plays it — the same cards, options, actions and end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from every_game import Way, in_every_way, in_every_way_by_turns
from guests import Shelf, machines_play
from helpers import TESTS

from cardkit.authors.checking import Subject
from cardkit.core.events import plain
from cardkit.core.results import How
from cardkit.hosting.hosted import Hosted, Policy, Visitor
from cardkit.play.driver import TerminalPlay
from cardkit.plugins.registry import load_game
from cardkit.plugins.setup import Setup, machines
from cardkit.records.record import Entry, Record, read_record
from cardkit.records.replay import verify
from cardkit.rl import aec_env
from cardkit.simulation.batch import batch_of
from cardkit.simulation.simulate import NoKernel, batch, kernel_of, outcomes, played, played_again, record_of

SEED, NUMBER, TURNS = 5, 1, 12
DECKS = {"its own deck": None, "cards that are given": lambda cards: cards[::2] + cards[1::2]}
Deck = Callable[[Any], Any] | None


def asked(way: Way, deck: Deck, number: int = NUMBER, **parts: Any) -> Setup:
    """A request that a person, a program and a server can make alike."""
    seats = ("random",) * len(machines(load_game(way.game)))
    setup = way.setup(seed=SEED, number=number, seats=seats, **parts)
    return setup if deck is None else setup.having(deck=deck(setup.cards))


def simulated(setup: Setup) -> Record:
    """The game as `cardkit simulate` plays it."""
    assert setup.number is not None
    games, log = batch_of(setup), list[Entry]()
    played_again(games, setup.number, log)
    return record_of(games, setup.number).model_copy(update={"log": tuple(log)})


def at_the_terminal(setup: Setup, folder: Path) -> Record:
    """The game as `cardkit play` plays it."""
    TerminalPlay(quiet=True, scored=False, pause=0).play(setup, folder / "played.json")
    return read_record(folder / "played.json")


def hosted(setup: Setup, shelf: Shelf) -> Record:
    """The game as a server plays it."""
    table = Hosted.lay(setup, policy=Policy(pace=0), places=[shelf])
    table.enter(Visitor(lambda: None), {"do": "hello", "protocol": 1, "key": table.watch_key}, 0.0)
    while table.phase == "playing" and machines_play(table):
        pass
    assert table.record is not None
    return table.record


def facts(record: Record) -> dict[str, Any]:
    """What has to be the same of a game."""
    return record.model_dump(include={"game", "rules", "options", "chance", "deck", "log"})


@in_every_way_by_turns("cards", DECKS)
def test_a_request_is_the_same_game_through_every_door(way: Way, cards: str, tmp_path: Path) -> None:
    refuse_another_game(way, DECKS[cards], NUMBER, tmp_path, most_turns=TURNS)


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
@in_every_way
def test_whole_games_are_the_same_through_every_door(way: Way, deck: Deck, tmp_path: Path) -> None:
    for number in (0, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        refuse_another_game(way, deck, number, folder, most_turns=400)


def refuse_another_game(way: Way, deck: Deck, number: int, folder: Path, **parts: Any) -> None:
    """Play a game through every door, and hold each against what `cardkit simulate` plays."""
    setup = asked(way, deck, number, **parts)
    expected, (outcome, match) = simulated(setup), played(batch_of(setup), number)
    shelf = Shelf()
    kept, at_a_table = at_the_terminal(setup, folder), hosted(setup, shelf)
    assert facts(expected) == facts(kept) == facts(at_a_table)
    assert kept.result is not None
    result = kept.result.result()
    assert (outcome.how, outcome.winners) == (result.how, result.winners)
    assert result == shelf.result
    verify(setup.plugin, kept, folder / "played.json")

    given = None if deck is None else setup.cards
    games = batch(way.game, seed=SEED, rules=way.rules, deck=given, players=setup.sitting, most_turns=setup.most_turns)
    assert outcome == list(outcomes(games, number + 1, engine="rules"))[number]
    try:
        kernel_of(games)
    except NoKernel:
        pass
    else:
        assert outcome == list(outcomes(games, number + 1, engine="kernel"))[number]

    env = aec_env(way.game, rules=way.rules, deck=given, seats=len(setup.sitting))
    for again in range(number + 1):
        env.reset(seed=None if again else SEED)
    learned, chance = env.episode.match, setup.match(number)
    assert chance.state == learned.state
    for step in kept.steps():
        if step.action is not None:
            for one in (chance, learned):
                one.advance(one.read(step.action, step.seat), step.seat)
            assert chance.state == learned.state
    assert match.state == learned.state
    assert learned.result == (None if result.how in (How.CUT_OFF, How.ENDLESS) else match.result)


@in_every_way
def test_what_is_checked_and_kept_as_a_golden_text_is_the_game_that_is_played(way: Way) -> None:
    setup = way.setup(seed=1, options={"knock": 60} if way.game == "gin_rummy" else {})
    (stage, *_) = Subject.named(way.game, file=None, rules=way.rules, options={}).stages
    assert way.setup().pile == stage.setup.pile
    golden = (TESTS / "playthroughs" / f"{way}.txt").read_text(encoding="utf-8").splitlines()
    for option, value in setup.game:
        shown = plain(value)
        words = " ".join(map(str, shown)) if isinstance(shown, list) else str(shown)
        assert f"option {option} {words}".rstrip() in golden
    (dealt,) = (line.removeprefix("deck ").split() for line in golden if line.startswith("deck "))
    assert sorted(dealt) == sorted(" ".join(map(str, setup.pile)).split())
