"""A game's file, read and written anew, plays as its rules do; what can't be written is refused with its place.

What is written is imported here as plain Python, which does the same as the compiled module, and takes no compiler.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from broken_games import BROKEN, DECK, ChangesItsMind, Honest, deck_for
from climbing import Climbing
from following import seating_of
from helpers import ROOT

from cardkit import CannotStart, Card, Dealer, Game, Match, Pile, Random, Seeded, State, Table, standard52
from cardkit.bots import tricks
from cardkit.bots.rollout import Rollout, any_action
from cardkit.bots.search import Budget, SearchPlayer
from cardkit.bots.tricks import leanings
from cardkit.bots.tuning import acquainted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import NotAskable
from cardkit.simulation.simulate import batch, by_twin, played, ways_of
from cardkit.table.native import core, making
from cardkit.table.native.engine import HandedBack, NativeTwin, Variant
from cardkit.table.native.making import Differs, NotCompared, compare, lay
from cardkit.table.native.reading import Untranslatable, read
from cardkit.table.native.writing import ModuleWriter

SPADES = ROOT / "docs" / "examples" / "spades.py"
TRICK = "            dealer.sweep(table.trick, table.taken[table.turn])\n"


def twin_in(folder: Path, plugin: Plugin, *, lean: bool = True) -> NativeTwin:
    """The twin of a game as plain Python."""
    package = "tw_" + folder.name.translate(str.maketrans("-[]. ", "_____"))
    lay(folder, package, ModuleWriter(read(plugin.game), lean=lean).write().text)
    return NativeTwin(folder, package)


@pytest.mark.parametrize("name", [*installed(), *examples()])
def test_every_game_that_is_written_plays_as_its_rules_do(name: str, tmp_path: Path) -> None:
    plugin = load_game(name)
    twin = twin_in(tmp_path, plugin)
    assert_usual_options(tmp_path, plugin.game)
    actions, number = 0, 0
    ways = [shorter(way) for way in ways_of(plugin)]
    while actions < 50 or number < len(ways):
        with suppress(CannotStart, NotCompared):
            actions += compare(twin, ways[number % len(ways)], number)
        number += 1
        if actions > 2000:
            break
    assert compare(twin, ways[0], 4) > 0, "where most seats do what is legal first"
    given_alike(twin, plugin, ways[0])


def test_whoever_acts_out_of_turn_acts_in_a_twin_too(tmp_path: Path) -> None:
    plugin = load_game(str(ROOT / "tests" / "data" / "out_of_turn.py"))
    twin, game = twin_in(tmp_path, plugin), plugin.game()
    for number, way in enumerate(ways_of(plugin)):
        assert compare(twin, way, number) > 20
    match = Match[Any, Any](game, standard52(), seats=4, rng=Seeded(1))
    by_rules = Rollout(game, match.state.clone(), Seeded(2))
    compiled = twin.rollout(game, twin.own(match.state), Seeded(2))
    while not by_rules.is_over:
        assert (by_rules.seat, list(map(str, by_rules.legal))) == (compiled.seat, list(map(str, compiled.legal)))
        by_rules.carry_out(by_rules.legal[0])
        compiled.carry_out(compiled.legal[0])
    assert list(by_rules.result.scores) == list(compiled.result.scores)


def test_a_twin_plays_on_as_playouts_by_the_rules_do(tmp_path: Path) -> None:
    """Also where each seat takes mostly first actions, or any, by lot for each playout."""
    plugin = Plugin(game=Climbing)
    twin, game = twin_in(tmp_path, plugin), plugin.game()
    known = acquainted(seating_of(plugin, 3))
    assert known.is_divided
    styles = (
        known,
        replace(known, is_divided=False),
        replace(known, policy=any_action, is_mixed=False, is_divided=False),
    )
    ends = set[str]()
    for seed in range(30):
        match = Match(game, standard52(), seats=3, rng=Seeded(seed))
        for style in styles:
            by_rules = Rollout(game, match.state.clone(), Seeded(seed))
            compiled = twin.rollout(game, twin.own(match.state), Seeded(seed))
            rewards = style.played_out(by_rules, by_rules.chance)
            assert rewards == style.compiled(twin.kind).played_out(compiled, compiled.chance)
            assert by_rules.state.heap.cards == [twin.plain(card) for card in compiled.state.heap.cards]
            ends.add(str((seed, by_rules.state.heap.cards)))
    assert len(ends) == 3 * 30, "each style plays on in a way of its own"


def assert_usual_options(folder: Path, game: Any) -> None:
    """A written game has the options by default that it has by its rules."""
    (package,) = (path.parent.name for path in folder.glob("tw_*/game.py"))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        usual = importlib.import_module(f"{package}.game").TW_GAME()
    assert {one: str(getattr(game(), one)) for one in game.model_fields} == {
        one: str(getattr(usual, one)) for one in game.model_fields
    }


def given_alike(twin: NativeTwin, plugin: Plugin, way: Variant) -> None:
    """Compare a game in which a seat is dealt certain cards, and one of a riffled deck, where those can be said."""
    options = {name: value for name, value in shorter(way).game.model_dump().items() if name == "limit"}
    games = batch(plugin, seed=5, options=options, players=["random"] * way.seats, most_turns=40)
    asked: list[dict[str, Any]] = [{"given": (f"seat 0: {way.cards[0]},{way.cards[-1]}",)}, {"shuffle": "riffle:2"}]
    for wish in asked:
        with suppress(CannotStart, NotAskable, HandedBack):
            laid = games.having(**wish)
            assert by_twin(laid, 1, twin)[:3] == played(laid, 1)[0][:3]


def shorter(way: Variant) -> Variant:
    """The same way to play with a match that is over sooner."""
    options = {"limit": 5} if way.game.name == "gin_rummy" else {}
    return replace(way, game=way.game.with_options({**way.game.model_dump(), **options}))


def changed(path: Path, *changes: tuple[str, str]) -> Path:
    """The file of Spades, with some of its text changed."""
    text = SPADES.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_written_for_speed_changes_nothing(tmp_path: Path) -> None:
    plugin = load_game("spades")
    assert compare(twin_in(tmp_path, plugin, lean=False), ways_of(plugin)[0], 1) > 100


@pytest.mark.parametrize(
    "change",
    [
        ("high >= self.limit", "high >= Spades().limit - Spades(limit=410).limit"),
        (TRICK, f'{TRICK}            dealer.score(table, table.turn % 2, 3, "a trick")\n'),
    ],
    ids=["a game that rules make", "points that the dealer adds"],
)
def test_what_rules_seldom_do_is_played_compiled_too(change: tuple[str, str], tmp_path: Path) -> None:
    plugin = load_game(str(changed(tmp_path / "odd_spades.py", change)))
    twin = twin_in(tmp_path, plugin)
    assert all(compare(twin, ways_of(plugin)[0], number) for number in (1, 2))


ROWS = """
GROWING, TWICE, WORD, FIXED = ["A"], ["A", "B", "A"], "abcab", ["A", "B", "C"]
SHADOWED = [*"ABC"]


class Tens:
    def of(self, number: int) -> int:
        return 10 * number


def worth(letter: str) -> int:
    return FIXED.index(letter) + 1


def odd(tens: Tens) -> list[object]:
    GROWING.insert(0, "B")
    SHADOWED = ["C", "A"]
    found: list[object] = [GROWING.index("B"), TWICE.index("A"), TWICE.index("B"), WORD.index("ab"), WORD.index("c")]
    found += [SHADOWED.index("A"), FIXED.index("C"), FIXED.index("B", 1), sum(map(worth, "ABC")), max(map(worth, "AB"))]
    found += [sorted(map(worth, "CAB"), reverse=True), any(map(tens.of, [0, 1])), ",".join(map(str, range(3)))]
    found += [set(map(FIXED.index, "AB")), list(map(worth, "AB")), sum(map(tens.of, [1, 2]), 5)]
    try:
        found.append(FIXED.index("D"))
    except ValueError:
        found.append("none")
    GROWING.remove("B")
    return found


def two_ways(either: object) -> str:
    match either:
        case Bid(number) | Play(number) if isinstance(number, int):
            return f"bid {number}"
        case Bid(one) | Play(one):
            return f"play {one}"
    return ""
"""
WORKED_OUT = """[0, 0, 1, 0, 2, 1, 2, 1, 6, 2, [3, 2, 1], True, '0,1,2', {0, 1}, [1, 2], 35, 'none']"""


def test_rows_maps_and_either_of_two_classes_are_written_for_speed_as_they_mean(tmp_path: Path) -> None:
    begin = "    def apply(self, table: Hand, action: Bid | Play, dealer: Dealer) -> None:\n"
    looks = f"        assert str(odd(Tens())) == {WORKED_OUT!r}\n"
    looks += "        assert two_ways(action).split()[0] == str(action).split()[0]\n"
    path = changed(
        tmp_path / "odd_spades.py", (begin, begin + looks), ("class Spades(", f"{ROWS.lstrip()}\n\nclass Spades(")
    )
    plugin = load_game(str(path))
    assert compare(twin_in(tmp_path, plugin), ways_of(plugin)[0], 1) > 100
    text = (tmp_path / f"tw_{tmp_path.name.translate(str.maketrans('-[]. ', '_____'))}" / "game.py").read_text()
    assert "tw_place_in(FIXED, TW_PLACES_FIXED" in text
    assert "TW_PLACES_GROWING" not in text
    assert "tw_make_Play(card)" in text, "actions that hold the same are one and the same"


def test_what_is_left_as_it_is_is_left_whole(tmp_path: Path) -> None:
    """A name for people beside a type, and a `match` of which one case can't be a chain of `if`; its line is told."""
    begin = "    def apply(self, table: Hand, action: Bid | Play, dealer: Dealer) -> None:\n"
    looks = "        match action:\n            case Bid(tricks):\n                assert tricks >= 0\n"
    looks += "            case int(number) | Play(str(number)):\n                raise TypeError(number)\n"
    other = "            case [_, *_]:\n                raise TypeError\n"
    told = "def says(self, table: Hand, what: object) -> str | None:\n        match what:\n            case [_]:\n"
    path = changed(
        tmp_path / "same_spades.py",
        (begin, f"    {told}                return ''\n\n{begin}{looks}{other}"),
        ("bids: BySeat[int | None]", 'bids: Annotated[BySeat[int | None], "tricks wanted"]'),
        ("from collections.abc import", "from typing import Annotated\nfrom collections.abc import"),
    )
    plugin = load_game(str(path))
    assert compare(twin_in(tmp_path, plugin), ways_of(plugin)[0], 1) > 100
    line = 1 + path.read_text(encoding="utf-8").split("match action")[0].count("\n")
    assert [f"same_spades.py, line {line}"] == ModuleWriter(read(plugin.game)).write().as_it_is
    without = load_game(str(changed(tmp_path / "if_spades.py", (begin, f"{begin}{looks}"))))
    assert [] == ModuleWriter(read(without.game)).write().as_it_is


MUTANTS: dict[str, list[tuple[str, str]]] = {
    "a bag more": [("bags = max(for_bid - bid, 0) + for_nil", "bags = max(for_bid - bid, 0) + for_nil + 1")],
    "the lowest card takes the trick": [("return max(table.trick", "return min(table.trick")],
    "another one begins": [("(table.round - 1) % table.seats", "table.round % table.seats")],
    "nothing is shuffled": [("        dealer.shuffle(table.stock)\n", "")],
    "a field is not kept": [('table.spades_broken |= action.card.suit == "S"', "table.spades_broken = False")],
    "it breaks off": [("table.pass_turn()", "table.pass_turn() if table.round < 2 else [][0]")],
    "it never ends": [("ge=1, desc", "ge=-9, desc"), ("if None in table.bids:", "if True:")],
}


@pytest.mark.parametrize("changes", MUTANTS.values(), ids=MUTANTS)
def test_a_twin_that_plays_otherwise_is_found_out(changes: list[tuple[str, str]], tmp_path: Path) -> None:
    twin = twin_in(tmp_path, load_game(str(changed(tmp_path / "wrong_spades.py", *changes))))
    way = ways_of(load_game("spades"))[0]
    with pytest.raises(Differs, match="ends by the rules" if len(changes) > 1 else r"game \d"):
        any(compare(twin, way, number) < 0 for number in range(5))


SAME_PLAY = {
    "the cards lie as before, in another pile": "NewHand",
    "what it tells, counts or shows is told nobody": "CountsActions CountsWhatIsHidden TellsTheCard ShowsTooMuch",
    "a list is shared with a copy of the table": "SharesItsList",
    "the seat whose turn it is acts as before": "EverybodyActs",
    "so many turns are not taken": "TurnsOnTheCount GrowsLate",
    "what isn't asked for in playing": "NeverObjects AlwaysObjects RulesOutTooMuch SaysTooMuch ForgetsASeat "
    "SidesWithTheHidden NamesWhoHasIt ScoresBeyond",
}
"""Broken games that are played as the honest one, by the reason."""
NOT_ALIKE = {
    "the table looks after the cards or at the result, and breaks off": "KeepsTheDeck OneScore NobodyWon",
    "chance of its own is another one each time": "ShufflesItself",
}
"""Broken games whose own twin can't be equal, by the reason."""


@pytest.mark.parametrize("game", [game for _, game in BROKEN], ids=lambda game: game.__name__)
def test_a_game_that_is_known_to_be_broken_is_broken_compiled(game: type[Game[Any, Any]], tmp_path: Path) -> None:
    is_broken_in(twin_in(tmp_path, Plugin(game=game)), game)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for _, game in BROKEN], ids=lambda game: game.__name__)
def test_it_is_broken_by_the_compiler_too(
    game: type[Game[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "LEVEL", "0")
    package = f"tw_{game.__name__}"
    making.compile_unit(tmp_path, package, ModuleWriter(read(game)).write().text)
    is_broken_in(NativeTwin(tmp_path, package), game)


def is_broken_in(twin: NativeTwin, game: type[Game[Any, Any]]) -> None:
    """Look whether a twin is as broken as its game."""
    is_same, is_not_alike = (game.__name__ in " ".join(names.values()).split() for names in (SAME_PLAY, NOT_ALIKE))
    assert is_not_alike == differs(twin, game, deck_for(game), 3)
    if issubclass(game, Honest) and set(game.model_fields) == set(Honest.model_fields):
        assert is_same != differs(twin, Honest, DECK, 2 if is_same else 6), "the comparison bites"


def differs(twin: NativeTwin, game: type[Game[Any, Any]], cards: list[Card], games: int) -> bool:
    """Whether a twin plays some games otherwise than by the rules of a game, which begin as new as their twin."""
    ChangesItsMind.calls.clear()
    with suppress(NotCompared):
        try:
            for number in range(games):
                compare(twin, Variant(game(), 2, tuple(cards)), number)
        except Differs:
            return True
    return False


BESIDE = "from collections.abc import Mapping, Sequence\n"
BROKEN_AT = "    spades_broken: bool = False\n"
SORTED = "low, high = sorted(table.scores)"


@pytest.mark.parametrize(
    ("at", "said", "changes"),
    [
        (
            "class Box",
            "class Box is within another: write it at the top",
            [(BROKEN_AT, f"{BROKEN_AT}\n    class Box:\n        full = 1\n")],
        ),
        (
            "beside_spades.twice",
            "`beside_spades` is a module of the game: write `from beside_spades import` and what you take from it",
            [(BESIDE, f"{BESIDE}\nimport beside_spades\n"), (SORTED, f"{SORTED[:-1]}[: beside_spades.twice(1)])")],
        ),
        (
            "class Bid(Play)",
            "`Bid` is bound twice: give the second one another name",
            [("class Hand(State):", "class Bid(Play):\n    pass\n\n\nclass Hand(State):")],
        ),
    ],
)
def test_what_cannot_be_written_is_told_with_its_file_its_line_and_what_to_write(
    at: str, said: str, changes: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "beside_spades.py").write_text("def twice(n: int) -> int:\n    return 2 * n\n", encoding="utf-8")
    path = changed(tmp_path / "odd.py", *changes)
    with pytest.raises(Untranslatable) as found:
        ModuleWriter(read(load_game(str(path)).game)).write()
    lines = [number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if at in line]
    assert f"odd.py, line {lines[0]}: {said}" == str(found.value)


SEARCHED = {"hearts": 30, "go_fish": 12, "goofspiel": 12, "holdem": 12, "cheat": 8, "spades": 20}
"""Games with secrets, with all choosing together, with forms and windows, and how many games are tried a decision."""


def decided(way: Variant, budget: Budget, steps: int) -> tuple[list[Any], SearchPlayer]:
    """What a search player expects of its actions, at each of its decisions."""
    found: list[Any] = []
    bot = SearchPlayer(Seeded(1), budget)
    choose: Callable[..., Any] = bot.choose

    def noting(view: Any, legal: Any) -> Any:
        action = choose(view, legal)
        found.append((action, bot.outlooks))
        if len(found) == steps:
            raise StopIteration
        return action

    bot.choose = noting  # type: ignore[method-assign]
    players: list[Any] = [bot, *[Random(Seeded(9 + seat)) for seat in range(1, way.seats)]]
    match: Any = Match(way.game, way.cards, seats=way.seats, rng=Seeded(3))
    with pytest.raises(StopIteration):
        Table(match, players, seed=3).run()
    return found, bot


@pytest.mark.parametrize("name", SEARCHED)
def test_search_decides_by_a_twin_as_by_the_rules(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = load_game(name)
    way, budget = ways_of(plugin)[0], Budget(iterations=SEARCHED[name], method="single")
    by_rules, _ = decided(way, budget, 3)
    twin = twin_in(tmp_path, plugin)
    monkeypatch.setattr(making, "compared_twin", lambda _: twin)
    begun: list[object] = []
    rollout = twin.rollout
    monkeypatch.setattr(twin, "rollout", lambda *given: begun.append(given) or rollout(*given))
    compiled, bot = decided(way, budget, 3)
    assert by_rules == compiled
    assert bot._twin is twin, "it was not left to the rules"  # pyright: ignore[reportPrivateUsage]
    assert len(begun) >= SEARCHED[name]


def test_what_is_learned_of_tricks_by_a_twin_is_what_is_learned_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("_ACTIONS", 1_000), ("_COMPARED", 10), ("_CLEARLY", -100.0)):
        monkeypatch.setattr(tricks, name, value)
    plugin = load_game("hearts")
    seating, twin = seating_of(plugin, 4), twin_in(tmp_path, plugin)
    learned = list[Any]()
    for one in (None, twin):
        monkeypatch.setattr(tricks, "_KNOWN", {})
        learned.append(leanings(seating, one))
    assert len(learned[0]) > 20
    assert learned[0] == learned[1]


def test_search_goes_on_by_the_rules_where_a_twin_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way, budget = ways_of(load_game("spades"))[0], Budget(iterations=8)
    by_rules, _ = decided(way, budget, 3)
    failing = changed(tmp_path / "failing.py", (SORTED, "low, high = 0, [][1]"))
    twin = twin_in(tmp_path, load_game(str(failing)))
    monkeypatch.setattr(making, "compared_twin", lambda _: twin)
    assert by_rules == decided(way, budget, 3)[0]


NOT_ASKED = {
    Dealer: {"keep", "events", "fork", "take_back", "foretell", "begin", "keep_moments"},
    Pile: {"view", "watched_by"},
    State: {
        *("counted_fields", "fields_for_piles", "fields_marked", "fields_of_any_kind", "find_piles", "forget_counts"),
        *("look_for_piles", "name_piles", "parts", "plain_fields", "position", "rebuilt", "uncounted_fields", "view"),
    },
}
"""What rules don't call: where they do, comparing says so."""


def test_the_core_has_what_rules_call() -> None:
    for theirs, own in ((Dealer, core.NativeDealer), (Pile, core.NativePile), (State, core.NativeState)):
        public = {name for name, value in vars(theirs).items() if callable(getattr(theirs, name)) and name[0] != "_"}
        assert NOT_ASKED[theirs] == {name for name in public if not hasattr(own, name)}


def test_cards_are_laid_as_python_sorts_them() -> None:
    """By keys that are equal for some, that fail for one, and that can't be compared; each card once or as it comes."""
    cards, chance = core.standard52(), Seeded(8)
    keys: list[Callable[[Any], Any]] = [
        lambda card: "CDHS".index(card.suit),
        lambda card: (card.rank in "QK", card.suit),
        lambda card: "23456789TJQKA".index(card.rank),
        lambda card: 1 if card.suit == "C" else "other",
    ]
    for key in keys:
        order = core.CardOrder(key)
        for _ in range(40):
            given = [cards[chance.below(13) * 4] for _ in range(1 + chance.below(9))]
            given = [card for card in given if key(card) == key(given[0])] if key is keys[3] else given
            assert order.sorted(given) == sorted(given, key=key)
            assert order.sorted_once(card for card in given) == sorted(dict.fromkeys(given), key=key)
            assert order.best(given, most=True) is max(given, key=key)
            assert order.best(given, most=False) is min(given, key=key)
            assert core.distinct(given) == [*dict.fromkeys(given)]


def test_hints_stay_at_their_cards_in_a_twin_as_by_the_rules() -> None:
    chance = Seeded(4)
    deck = standard52()[::4]
    theirs = [Pile.face_down([*deck]), *(Pile.seen_by_others(seat) for seat in range(3))]
    own = [core.loaded(pile, {}) for pile in theirs]
    sides: list[tuple[Any, list[Any]]] = [(Dealer(Seeded(1)), theirs), (core.NativeDealer(Seeded(1)), own)]
    seen = set[int]()
    for _ in range(400):
        way, one, to = chance.below(8), chance.below(4), chance.below(4)
        rank, n, under = "23456789TJQKA"[chance.below(13)], chance.below(3), bool(chance.below(2))
        for dealer, piles in sides:
            source, target = piles[one], piles[to]
            if one == to or len(source) < n:
                continue
            match way:
                case 0:
                    dealer.draw(source, target, n, under=under)
                case 1:
                    dealer.move(source.cards[1 : n + 1], source, target, under=under)
                case 2:
                    dealer.take(range(n)[::-1], source, target, under=under)
                case 3 if not n and len(source) < 4:
                    dealer.sweep(source, target, under=under)
                case 4 if len(source) >= 3:
                    dealer.deal(source, [pile for pile in piles if pile is not source], 1, under=under)
                case 5 if not n:
                    dealer.shuffle(source)
                case _:
                    dealer.hint(target, to, rank=rank)
        assert [list(map(str, pile.cards)) for pile in own] == [list(map(str, pile.cards)) for pile in theirs]
        assert [list(pile.marks) for pile in own] == [list(pile.marks) for pile in theirs]
        seen.add(sum(len(marks) > 0 for pile in theirs for marks in pile.marks))
    assert len(seen) > 5
