"""What is told, asked and shown in sentences, where a game has no words of its own, each right for whoever reads it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, ClassVar, cast

import pytest
from helpers import ROOT, cardkit

from cardkit import (
    BACK,
    Acted,
    Action,
    AllPassed,
    Begun,
    Card,
    CardkitError,
    Chosen,
    Ended,
    Event,
    Form,
    Hinted,
    Human,
    Match,
    Moved,
    Pile,
    Place,
    Plain,
    PointsScored,
    Rank,
    Result,
    Rolled,
    RoundEnded,
    Seat,
    Seeded,
    Shown,
    State,
    Suit,
    TurnBegun,
    Wide,
    cards,
    inside,
    parts_of,
    result_lines,
)
from cardkit.plugins.board import Board
from cardkit.plugins.registry import examples, load_game
from cardkit.plugins.sayings import Sayings, said_by_name, said_twice, template_of
from cardkit.table.notation import action_classes
from cardkit.table.turns import Table

NAMES = ("Ada", "Ben", "Cleo")


class Ask(Action):
    """Ask another player for all cards of a rank."""

    seat: Seat
    rank: Rank


class Carry(Action):
    """Whatever this says."""

    cards: tuple[Card, ...]
    to: Seat | None = None


class Bid(Action):
    """Say how many tricks you take."""

    tricks: int


class Name(Action):
    says = "name {suit}[ for {seat:s} side]"
    suit: Suit
    seat: Seat | None = None


class Lay(Action):
    """Lay it down."""

    card: Card
    column: Place


def told(action: Action, seat: Seat, you: Seat | None = None) -> str:
    """What is told of an action."""
    says = Sayings(None, NAMES, you)
    return str(says.done(seat, says.action(action, None)))


@pytest.mark.parametrize(
    ("action", "others", "who_acts", "who_is_asked"),
    [
        (Ask(0, "3"), "Ben asks Ada for threes.", "You ask Ada for threes.", "Ben asks you for threes."),
        (Ask(0, "6"), "Ben asks Ada for sixes.", "You ask Ada for sixes.", "Ben asks you for sixes."),
        (
            Carry((Card("7", "H"),), 0),
            "Ben carries the 7 of hearts to Ada.",
            "You carry the 7 of hearts to Ada.",
            "Ben carries the 7 of hearts to you.",
        ),
        (Bid(1), "Ben bids 1 trick.", "You bid 1 trick.", "Ben bids 1 trick."),
        (Bid(0), "Ben bids 0 tricks.", "You bid 0 tricks.", "Ben bids 0 tricks."),
        (Name("S"), "Ben names spades.", "You name spades.", "Ben names spades."),
        (
            Name("S", 0),
            "Ben names spades for Ada's side.",
            "You name spades for Ada's side.",
            "Ben names spades for your side.",
        ),
    ],
    ids=str,
)
def test_a_sentence_is_right_for_whoever_reads_it(
    action: Action, others: str, who_acts: str, who_is_asked: str
) -> None:
    assert (others, who_acts, who_is_asked) == (told(action, 1), told(action, 1, you=1), told(action, 1, you=0))


def test_a_field_is_said_by_its_name_where_nothing_better_is_known() -> None:
    assert (["column"], "lay[ {card}][ to column {column}]") == (said_by_name(Lay), template_of(Lay))
    assert [] == said_by_name(Ask) == said_by_name(Carry) == said_by_name(Bid)


CARDS = {"cards": tuple[Card, ...]}


@pytest.mark.parametrize(
    ("docstring", "fields", "sentence"),
    [
        ("Put two cards.", CARDS, "put {cards}"),
        ("Put one to four cards of your hand face down.", CARDS, "put {cards} face down"),
        ("Put any number of cards on the pile.", CARDS, "put {cards} on the pile"),
        ("Put two or more equal cards away.", CARDS, "put {cards} away"),
        ("Put all of your cards down.", CARDS, "put {cards} down"),
        ("Put a pair of cards away.", CARDS, "put a pair of {cards} away"),
        ("Put cards of a rank.", CARDS, "put[ {cards}]"),
        ("Put down cards that are as high.", CARDS, "put down[ {cards}]"),
        ("Put unwanted cards away.", CARDS, "put[ {cards}]"),
        ("Put two cards away and draw as many.", CARDS, "put[ {cards}]"),
        ("Put a higher card on the pile.", {"card": Card}, "put {card} on the pile"),
        ("Put the top card of a pile away.", {"card": Card}, "put[ {card}]"),
        ("Put up the top card of your pile.", {}, "put up the top card of the pile"),
        ("Put up what lies there and take the trick.", {}, "put up"),
        ("Put two cards down as a rank.", CARDS | {"rank": Rank}, "put {cards} down as {rank:many}"),
        ("Put a card before another player.", {"card": Card, "seat": Seat}, "put {card} before {seat}"),
    ],
)
def test_a_docstring_is_a_sentence_where_its_cards_can_be_named_in_it(
    docstring: str, fields: dict[str, Any], sentence: str
) -> None:
    kind = type("Put", (Action,), {"__doc__": docstring, "__annotations__": fields, "__module__": __name__})
    assert sentence == template_of(kind)


@pytest.mark.parametrize(
    ("saying", "better"),
    [
        ("put two {cards} before {to}", "put {cards} before {to}"),
        ("put the {cards} before another {to}", "put {cards} before {to}"),
        ("put {cards} cards before {to}", "put {cards} before {to}"),
        ("put {cards} before {to}", ""),
    ],
)
def test_what_is_named_is_not_counted_or_pointed_at_as_well(saying: str, better: str) -> None:
    assert better == said_twice(Carry, saying)


@pytest.mark.parametrize(
    ("seat", "rank", "reason"),
    [
        ("seat: int", "rank: Rank", "write `seat: Seat`"),
        ("seat: Seat", "rank: str", "names its field rank"),
        ('says = "ask {seat} for ?? {rank}"\n    seat: Seat', "rank: Rank", "?? in it"),
        ('says = "ask the {seat} for {rank}"\n    seat: Seat', "rank: Rank", 'write `says = "ask {seat} for'),
        ('says = "ask {seat}"\n    seat: Seat', "rank: Rank", "let `says` tell them apart"),
    ],
)
def test_check_finds_sentences_that_nobody_would_say(seat: str, rank: str, reason: str, tmp_path: Path) -> None:
    source, declared = (
        (ROOT / "docs" / "examples" / "go_fish.py").read_text("utf-8"),
        "    seat: Seat\n    rank: Rank\n",
    )
    assert declared in source
    (tmp_path / "wrong.py").write_text(source.replace(declared, f"    {seat}\n    {rank}\n", 1), encoding="utf-8")
    run = cardkit("check", "wrong.py", "--promise", "told-by-people", folder=tmp_path)
    assert (1, True) == (run.code, reason in run.out + run.err), run.out + run.err


@pytest.mark.parametrize("name", ["crazy8s", *examples()])
def test_a_whole_game_reads_like_sentences(name: str) -> None:
    game = load_game(name).game
    players = 4 if 4 in game.players else game.players[0]
    rules = ["--rules", "house"] if name == "crazy8s" else []
    run = cardkit("play", name, *rules, *["--seat", "random"] * players, "--seed", "5", "--most-turns", "30")
    boards = rf"(Round|Hand|Hole|Scores|Seed)\b| |{game.scored_in}s|together|$"
    told = [line for line in run.lines if not re.match(boards, line)]
    assert told
    for line in told:
        assert re.fullmatch(r"[A-Z].*[.!]", line), line
        assert not re.search(r"\?\?|\b(hands?|up|down|taken|shown) \d+\b|_|Player \d", line), line


NOBODY_SAYS = (
    r"[_{}<]|\?\?|None|\bthe (up|down|hands?|layouts?) \d|\b(burnt|claimed|drawn|left out|shown|taken)[.,]| {2}"
)


@pytest.mark.parametrize("name", [name for name in examples() if name not in ("blackjack", "kuhn", "lanterns")])
def test_a_game_without_a_word_of_its_own_is_told_asked_and_refused_in_sentences(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin, chance, told = load_game(name), Random(name), list[str]()
    game, names = plugin.game, ("Ada", "Ben", "Cleo", "Dan")
    for word in ("says", "notes", "looks", "takes"):
        if word in vars(game):
            monkeypatch.delattr(game, word)
    for kind in action_classes(game):
        monkeypatch.setattr(kind, "says", None)
        monkeypatch.setattr(kind, "__doc__", None)
    template_of.cache_clear()
    seats = game.usual or game.players[0]
    match = Match(game(), plugin.deck(), seats=seats, rng=Seeded(7))
    narrator = Plain(names[:seats], game.counts, match.game, 0)

    def play(view: Any, legal: Any) -> Any:
        part = chance.choice(parts_of(legal))
        chosen = part.nth(chance.randrange(len(part))) if isinstance(part, Form) else part
        if len(told) > 100:
            return chosen
        seat = match.to_act[0]
        person = Human(cast(Any, None), seat, names[:seats], match)
        told.extend(map(str, person.question(match.view(seat), match.legal_of(seat))))
        for text in ("xyzzy", "99", "king", "7 8 9", *(kind.word for kind in action_classes(game))):
            try:
                person.reader.read(text, match.legal_of(seat))
            except CardkitError as error:
                told.append(str(error))
        return chosen

    table = Table(match, [play] * seats, seed=1, most_turns=8 if game.counts == "turn" else 1)
    table.watch(lambda event, view: told.extend(map(str, narrator(event, view))), seat=0)
    table.run()
    template_of.cache_clear()
    said = [line for line in told if not re.match(rf"{game.scored_in}s|together| ", line)]
    assert [] == [line for line in said if re.search(NOBODY_SAYS, line)]
    assert 5 < len(said)


PEOPLE = ("Ann", "Ben", "Cy")


class Room(State):
    """Piles, and fields of every kind."""

    stock: Pile
    hands: list[Pile]
    layout: list[list[Pile]]
    hearts_broken: bool = False
    doubled: bool = True
    bids: tuple[int | None, ...] = (None, None)
    chips: tuple[int, ...] = (0, 20)
    to_give: int = 0
    named: str = ""
    phase: str = inside(default="draw")


def shown(**fields: object) -> list[str]:
    """What Ann is shown of a table for two, the cards in the order of their ranks."""
    hands = [Pile.hand(0, cards("KC 2C TC")), Pile.hand(1, cards("3C 4C"))]
    layout = [[Pile.face_up(cards("AC"), owner=0), Pile.face_up(cards("5C"), owner=0)], []]
    table = Room(seats=2, stock=Pile.face_down(cards("6C")), hands=hands, layout=layout)
    vars(table).update(fields)
    return list(map(str, Board(table.view(0), 0, PEOPLE[:2], lambda card: "23456789TJQKA".index(card.rank)).lines()))


def test_piles_of_ones_own_are_in_the_singular_where_there_is_one_and_the_hand_comes_last_and_in_order() -> None:
    assert ["your cards: 1:AC, 2:5C", "your hand: 2C TC KC"] == shown()[-2:]


def test_fields_are_told_in_words_and_those_that_say_nothing_are_left_out() -> None:
    assert ["now: doubled", "chips: 0, 20"] == shown()[:2]
    broken = shown(hearts_broken=True, bids=(3, None), chips=())
    assert ["now: hearts broken", "now: doubled", "bids: 3, -"] == broken[:3]


class Put(Action):
    """Put a card down."""

    card: Card


class Tap(Action):
    says = "tap"


class Paired(Event):
    seats: tuple[Seat, ...]
    says: ClassVar[str] = "{seats} are partners"


KING, TWO = Card("K", "C"), tuple(cards("KC QC"))


def move(source: str, target: str, owner: int | None = None) -> Moved:
    """The king of clubs goes from a pile to another one."""
    return Moved((KING,), source, target, owner, under=False, known_to=None)


PUTS, PAIR = "Ann puts the king of clubs down.", PointsScored(1, 4, "a pair")
LAID = (Acted(0, Put(KING)), move("hands 0", "trick"), move("trick", "taken 1", 1), TurnBegun(1, 2))
TAKEN = "Ben takes the king of clubs from the trick."
TOLD: list[tuple[tuple[Event, ...], list[str]]] = [
    ((*LAID, move("taken 1", "trick")), [PUTS, TAKEN, "Ben puts the king of clubs on the trick."]),
    ((LAID[0], move("hands 0", "hands 1", 1)), [PUTS, "Ben takes the king of clubs from hands 1."]),
    ((Chosen(0),), []),
    ((AllPassed((0, 2)), AllPassed((2,))), ["Ann and Cy pass.", "Cy passes."]),
    ((Shown(TWO, "hands 0", 0, (1,)),), ["Ben looks at KC, QC in Ann's hand."]),
    ((Shown(TWO, "hands 0", 0, (1, 2)),), ["Ann shows KC and QC."]),
    ((Shown((BACK, BACK), "stock", None, (0, 1)),), ["Ann and Ben look at 2 cards in the stock."]),
    ((Rolled(6, 4), PAIR), ["4 is rolled, of 6.", "Ben gets 4 points for a pair."]),
    ((Acted(1, Tap(), 2),), ["Ben taps for Cy."]),
    ((Hinted(0, "hands 0", 0, (1, 3), "4", None),), ["Ben tells Ann: your 2nd and 4th cards are fours."]),
    ((Hinted(0, "hands 0", 0, (0,), "A", None),), ["Ben tells Ann: your 1st card is an ace."]),
    ((Hinted(0, "hands 0", 0, (), "A", None),), ["Ben tells Ann: none of your cards is an ace."]),
    ((Hinted(0, "hands 0", 0, (2,), None, "R"),), ["Ben tells Ann: your 3rd card is R."]),
]


@pytest.mark.parametrize(("events", "told"), TOLD)
def test_what_happens_is_told_once_and_in_words(events: tuple[Event, ...], told: list[str]) -> None:
    narrator = Plain(PEOPLE)
    hinter = [Acted(1, Tap(), 2)] if isinstance(events[0], Hinted) else []
    lines = [line for event in (Begun(3), *hinter, *events) for line in narrator(event, None)]
    assert told == lines[len(hinter) :]


def test_that_somebody_has_chosen_is_told_where_all_is_told() -> None:
    assert ["Ann has chosen."] == list(Plain(PEOPLE, tells_all=True)(Chosen(0), None))


class Telling:
    """What a game says of what follows, in its own words."""

    scored_in = "point"

    def says(self, _: Any, what: Action | Event, /) -> str | None:
        match what:
            case Shown():
                return "meld {cards}"
            case PointsScored(points=points):
                return f"peg {points:g}"
            case Rolled():
                return ""
            case _:
                return None


def test_what_a_game_says_of_what_followed_is_told() -> None:
    narrator = Plain(PEOPLE, game=cast(Any, Telling()))
    events = (Shown(TWO, "hands 0", 0, (0, 1, 2)), PAIR, Rolled(6, 4))
    assert ["Ann melds KC and QC.", "Ben pegs 4."] == [str(line) for event in events for line in narrator(event, None)]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (AllPassed((0, 1)), "Ann and you pass."),
        (AllPassed((1, 2)), "You and Cy pass."),
        (AllPassed((0, 1, 2)), "Ann, you and Cy pass."),
        (AllPassed((1,)), "You pass."),
        (Shown((BACK,), "stock", None, (0, 1)), "Ann and you look at 1 card in the stock."),
        (Ended(Result.lost(3), 0), "Ann, you and Cy lose the game."),
        (Ended(Result.win(0, 1, seats=3), 0), "Ann and you win the game."),
        (Ended(Result.win(1, 2, seats=3), 0), "You and Cy win the game."),
        (Paired((0, 1)), "Ann and you are partners."),
        (Paired((1, 2)), "You and Cy are partners."),
    ],
)
def test_who_is_spoken_to_is_small_within_a_sentence(event: Event, line: str) -> None:
    assert [line] == list(Plain(PEOPLE, you=1)(event, None))


def test_who_is_spoken_to_is_small_among_the_points_of_all() -> None:
    head, *_ = Plain(PEOPLE, you=1)(RoundEnded((1, 2, 3), (4, 5, 6)), None)
    assert isinstance(head, Wide)
    assert head.instead == ("Points: Ann 1, you 2, Cy 3. Together: Ann 4, you 5, Cy 6.",)
    assert head.split() == ["Ann", "You", "Cy"]


WINS, THEY_WIN = "wins the game in 5 rounds", "win the game in 5 rounds"


@pytest.mark.parametrize(
    ("result", "unit", "told"),
    [
        (Result.win(1, seats=3), "point", f"Ada {WINS}."),
        (Result.least((30, 12, 45)), "point", f"Ada {WINS} with 12 points; you have 30 and Ben 45."),
        (Result.least((0, 2, 2)), "point", f"You {THEY_WIN} with 0 points; Ada and Ben have 2."),
        (Result.most((1, 0, 4)), "book", f"Ben {WINS} with 4 books; you have 1 and Ada 0."),
        (Result.won(1, scores=(9, 1, 9)), "chip", f"Ada {WINS} with 1 chip; you and Ben have 9."),
        (Result.won(0, 1, scores=(2, 1, 0)), "chip", f"You and Ada {THEY_WIN}; you have 2 chips, Ada 1 and Ben 0."),
        (Result.in_order([2, 0, 1]), "point", f"Ben {WINS}; you are 2nd and Ada is 3rd."),
        (Result.most((3, 3, 3)), "point", "The game is a draw after 5 rounds with 3 points each."),
        (Result.lost(1, scores=(180.0,)), "chip", "You lose the game after 5 rounds with 180 chips."),
        (
            Result.cut_off((3, 0, -1)),
            "point",
            "The game was cut off after 5 rounds; you have 3 points, Ada 0 and Ben -1.",
        ),
    ],
)
def test_the_end_says_who_won_by_what_and_what_the_others_have(result: Result, unit: str, told: str) -> None:
    names = ["You", "Ada", "Ben"][: len(result.scores)]
    assert [told] == [*map(str, result_lines(result, 5, "round", names, unit))]
