"""Lines are text to the letter, and know what their words are; a table lies in them as on the screen and the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from guests import laid, machines_play, together

from cardkit import (
    BACK,
    Action,
    Card,
    Face,
    Line,
    Match,
    Name,
    Narrator,
    Part,
    Plugin,
    Row,
    Seeded,
    State,
    SuitName,
    Table,
    Win,
    cards,
    first_legal,
    standard52,
)
from cardkit.core.cards import Pile, Sight
from cardkit.online.drawing import Paints, fitting
from cardkit.online.lines import Choosing, Told, board_lines, shown_by
from cardkit.play.settings import LOOKS
from cardkit.play.terminal import folded
from cardkit.plugins.board import Board
from cardkit.plugins.lines import Laying, What, Wide, in_cells, pieces, pile_lines, pile_seen, spoken, with_places
from cardkit.plugins.people import question_lines
from cardkit.plugins.reading import Reader
from cardkit.plugins.registry import load_game
from cardkit.plugins.sayings import Sayings
from cardkit.plugins.setup import Setup, narrator_maker

SEVEN, KING = cards("7H KS")


def test_a_line_is_the_text_of_its_parts_and_nothing_else() -> None:
    line = Line(Name("Ada"), " plays ", SEVEN, " and ", Row([SEVEN, KING], ", ", "(", ")"), ".")
    assert "Ada plays 7H and (7H, KS)." == line
    assert hash("Ada plays 7H and (7H, KS).") == hash(line)
    assert '"Ada plays 7H and (7H, KS)."' == json.dumps(line)
    assert "Ada plays 7H and (7H, KS).\n" == f"{line}\n" == line + "\n"
    assert "" == Line() == Row([])


def test_the_pieces_of_a_line_are_its_text_and_what_each_is() -> None:
    spelled = Face("ace of Hearts", SEVEN)
    line = Line(Name("Ada"), ": ", Line(SEVEN, "!"), Row([KING, spelled], " ", "[", "]"), SuitName("Hearts"))
    found = list(pieces(line))
    assert line == "".join(text for text, _ in found)
    told: list[tuple[str, What]] = [
        *(("Ada", Name("Ada")), (": ", None), ("7H", SEVEN), ("!", None), ("[", None), ("KS", KING), (" ", None)),
        *(("ace of Hearts", SEVEN), ("]", None), ("Hearts", SuitName("Hearts"))),
    ]
    assert told == found
    assert [type(what) for _, what in told] == [type(what) for _, what in found]


class Lay(Action):
    cards: tuple[Card, ...]
    to: str
    below: bool = False


class Pun(Action):
    card: Card

    def __str__(self) -> str:
        return f"lay a {self.card.rank}"


@pytest.mark.parametrize(
    "action", [Lay((SEVEN, KING), "Ben", below=True), Lay((), "x"), Lay((BACK,), "7H"), Pun(SEVEN)]
)
def test_an_action_is_spoken_in_its_notation_and_its_cards_are_cards(action: Action) -> None:
    line = spoken(action)
    assert str(action) == line
    found = [what for _, what in pieces(line) if what is not None]
    assert (list(action.cards) if isinstance(action, Lay) else []) == found


# What the narrators say

GAMES = {"war": 2, "crazy8s": 3, "docs/examples/go_fish.py": 3, "docs/examples/hearts.py": 4}
_CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b|[♣♦♥♠]")
_SUIT = re.compile(r"\b([CDHS]|Clubs|Diamonds|Hearts|Spades)\b")
STYLES = [(name, style) for name in GAMES for style in ("plain", *load_game(name).styles)]


def told(plugin: Plugin, style: str, seats: int) -> Iterator[str]:
    """What a narrator says of a game, with the names as a person's game has them."""
    narrator: Narrator = narrator_maker(plugin, style)([f"Player {seat}" for seat in range(seats)])
    lines: list[str] = []
    match: Match[Any, Any] = Match(plugin.game(), [*(plugin.deck or standard52)()], seats=seats, rng=Seeded(4))
    Table(match, [first_legal] * seats).watch(lambda event, view: lines.extend(narrator(event, view))).run()
    yield from lines


@pytest.mark.parametrize(("name", "style"), STYLES)
def test_every_card_suit_and_name_that_a_narrator_says_is_marked(name: str, style: str) -> None:
    plugin = load_game(name)
    marked: set[type[Any]] = set()
    for line in told(plugin, style, GAMES[name]):
        for text, what in pieces(line):
            marked.add(type(what))
            if what is None:
                assert not _CARD.search(text), f"{text!r} of {line!r} has a card that is none"
                assert style == "plain" or not _SUIT.search(text), f"{text!r} of {line!r} has a suit that is none"
                assert "Player" not in text, f"{text!r} of {line!r} has a name that is none"
    assert Card in marked
    assert Win in marked


def told_by(name: str, *acts: str, seed: int = 3, seats: int = 2) -> Told:
    """What a person is told of a game after they did some things, machines in turn."""
    hosted = laid(name, "human", *["random"] * (seats - 1), seed=seed)
    (ann,) = together(hosted, "Ann")
    told = Told()
    told.take(ann.hello)
    machines_play(hosted)
    for act in acts:
        ann.say("act", action=act, typed=True)
        machines_play(hosted)
    told.take(ann.look())
    return told


def shown(told: Told) -> list[str]:
    return list(map(str, board_lines(told)))


def drawn(told: Told) -> str:
    block = fitting(told, Choosing((), ()), Paints(LOOKS["letters"], colours=False), 100, 40, None)
    return "\n".join("".join(segment.text for segment in row) for row in block.rows)


def test_a_trick_lies_by_seats_with_the_lead_and_who_takes_it_and_the_last_one_can_be_looked_at() -> None:
    told = told_by("hearts", "pass 7C TC KC", "3S", seats=4)
    (trick,) = [pile for pile in told.view["view"]["piles"] if pile["name"] == "trick"]
    assert len(trick["by"]) == trick["size"] > 1
    cards = list(map(Card.read, trick["cards"]))
    ranks = ["23456789TJQKA".index(card.rank) * (card.suit == cards[0].suit) for card in cards]
    assert trick["takes"] == ranks.index(max(ranks))
    line = next(line for line in shown(told) if line.startswith("trick: "))
    names: list[str] = [told.names[seat] for seat in trick["by"]]
    assert f"{names[0]} led {trick['cards'][0]}" in line
    assert f"{trick['cards'][trick['takes']]} (takes it so far)" in line
    assert f"{names[0]} led" in drawn(told)
    assert f"{names[trick['takes']]}{' led' * (trick['takes'] == 0)}, winning" in drawn(told)
    assert "trick 4" not in drawn(told)
    (last,) = shown_by(told, "last")
    assert last.startswith("The last trick: ")
    assert "you 3S" in last


@pytest.mark.parametrize(
    ("game", "seats", "counted"),
    [
        ("hearts", 4, "Nothing is counted yet."),
        ("spades", 4, "Nothing is counted yet."),
        ("crazy8s", 2, "Nothing is counted yet."),
        ("cheat", 2, "Nothing is counted yet."),
        ("klondike", 1, "on the foundations: 0"),
        ("old_maid", 3, "pairs: "),
        ("holdem", 2, "chips: you "),
        ("gin_rummy", 2, "deadwood: "),
    ],
)
def test_the_score_is_what_is_counted_and_nothing_else(game: str, seats: int, counted: str) -> None:
    first, *others = map(str, shown_by(told_by(game, seats=seats), "score"))
    assert first.startswith(counted)
    assert [] == [line for line in others if not line.startswith(("bets", "pot"))]


def test_columns_hang_side_by_side_on_the_screen_as_in_lines() -> None:
    """In lines the screens of all games have them, as they were looked at."""
    told = told_by("klondike", seats=1)
    numbers, _, up = shown(told)[-3:]
    assert [up.index(card) for card in up.split()[1:]] == [numbers.index(number) for number in numbers.split()]
    on_screen = drawn(told).splitlines()
    (place,) = [place for place, row in enumerate(on_screen) if row.split() == numbers.split()]
    assert on_screen[place].index("7") == on_screen[place + 2].index("JD")


@pytest.mark.parametrize(
    ("game", "acts", "seats", "lines"),
    [
        ("spades", ("bid 3", "7C"), 4, ("partner: Ben", "tricks: you 0 of 3")),
        ("holdem", (), 2, ("pot: 3",)),
        ("blackjack", ("bet 10",), 1, ("bets: you 10 on ", "the house has: ")),
        ("gin_rummy", (), 2, ("deadwood: 61",)),
        ("euchre", (), 4, ("partner: ",)),
    ],
)
def test_a_game_says_what_people_want_to_know_beside_the_piles(
    game: str, acts: tuple[str, ...], seats: int, lines: tuple[str, ...]
) -> None:
    told = told_by(game, *acts, seats=seats)
    for line in lines:
        assert any(shown.startswith(line) for shown in shown(told))
        assert line.split(":")[0] in drawn(told)
    assert not any("None" in line for line in shown(told))


def test_cells_stand_under_each_other_whatever_cards_look_like() -> None:
    rows = [[Line(Card("T", "H")), Line("x")], [Line("-"), Line("y")]]
    first, second = in_cells([Line("up"), Line("")], rows, [Line("said otherwise")])
    assert str(first).index("x") == str(second).index("y")
    look = LOOKS["two-colour"]

    def face(text: str, what: Any) -> str:
        return look.face(what) if isinstance(what, Card) else text

    seen = ["".join(text for text, _ in folded(row, 80, face)[0]) for row in (first, second)]
    assert seen[0].index("x") == seen[1].index("y")
    assert isinstance(first, Wide)
    assert [["said otherwise"], []] == [[*row.instead] for row in (first, second)]


@pytest.mark.parametrize("name", ["golf", "klondike", "lanterns", "old_maid"])
def test_people_count_places_from_one_wherever_they_type_or_read_and_notation_from_nought(name: str) -> None:
    setup = Setup.for_people(load_game(name), seats=None, seed=3)
    match: Any = setup.match()
    reader = Reader(match, match.turn, ["Ann", "Ada"])
    placed = [action for action in match.legal if with_places(action, 1) != action]
    assert placed
    for action in placed:
        typed = str(spoken(action))
        assert typed != str(action)
        assert action == reader.read(typed, match.legal)
        assert action == reader.read(str(action), match.legal, typed=False)


@pytest.mark.parametrize(("name", "said"), [("trick", "cards: Ben led 6D"), ("pairs 0 beaten", "cards: Ben laid 6D")])
def test_to_a_pile_among_several_nobody_leads(name: str, said: str) -> None:
    pile = Pile(cards=[Card("6", "D")], sight=Sight.EVERYBODY, name=name)
    assert [said] == list(map(str, pile_lines([pile_seen(pile, 0, "cards", None, None, (1,))], ["Ada", "Ben"], 0)))


# What may be done


class ShedSome(Action):
    """Lay one card or several to the middle."""

    says = "play {cards}"
    cards: tuple[Card, ...]


class SpreadOut(Part):
    """Cards that lie together."""

    cards: Pile


class OpenMiddle(State):
    """Hands, what lies in the middle, and melds beside it."""

    hands: list[Pile]
    middle: Pile
    melds: list[SpreadOut]


def asked(legal: Sequence[Any]) -> list[str]:
    return list(map(str, question_lines(legal, Sayings(None, ("Ann", "Bo"), 0), None)))


def test_actions_with_several_cards_are_told_apart_in_a_row() -> None:
    plays = [ShedSome(tuple(cards(some))) for some in ("3H", "3H 3S", "7C", "9D", "9D 9S", "9D 9S 9C", "KH")]
    assert ["play: 3H · 3H and 3S · 7C · 9D · 9D and 9S · 9D, 9S and 9C · KH"] == asked(plays)


def asked_first(game: str, seats: int) -> list[str]:
    """What may be done at the beginning of a game, as the seat sees it that begins."""
    plugin = load_game(game)
    match: Match[Any, Any] = Match(plugin.game(), [*(plugin.deck or standard52)()], seats=seats, rng=Seeded(1))
    says = Sayings(match.game, ("Ann", "Bo", "Cy", "Di")[:seats], match.turn)
    return list(map(str, question_lines(match.legal, says, match.view(match.turn))))


def test_what_is_said_with_more_or_without_stands_in_one_list() -> None:
    assert ["you can: 1 order up 9C · 2 order up 9C, alone · 3 pass"] == asked_first("euchre", 4)


def test_sentences_that_differ_in_their_last_word_are_one() -> None:
    told = ["tell: Bo which cards are threes, fours or fives", "tell: Bo which cards are green or blue"]
    assert ["light: card 1 to 4", *told] == asked_first("lanterns", 2)


def test_an_open_pile_is_no_trick_for_one_card_and_a_pile_of_a_part_is_called_after_it() -> None:
    table = OpenMiddle(
        seats=2, hands=Pile.hands(2), middle=Pile.face_up(), melds=[SpreadOut(cards=Pile.face_up(cards("TH JH QH")))]
    )
    table.middle.cards[:] = cards("JD")
    laying = Laying()
    laying.by["middle"] = {Card("J", "D"): 1}
    lines = Board(table, 0, ("Ann", "Bo"), laying=laying).lines()
    assert ["middle: Bo laid JD", "meld 1: TH, JH, QH"] == list(map(str, lines))


class OpenHeaps(State):
    """What was burnt, and a trick."""

    burnt: Pile
    trick: Pile


def test_a_heap_of_what_was_burnt_is_no_trick() -> None:
    table, laying = OpenHeaps(seats=3, burnt=Pile.face_up(cards("3G 3Y")), trick=Pile.face_up(cards("5G 5Y"))), Laying()
    for pile in table.piles():
        laying.by[pile.name] = {card: seat for seat, card in enumerate(pile)}
    assert [None, (0, 1)] == [laying.of(pile, 3) for pile in table.piles()]


def test_a_number_stands_with_what_it_is_of_at_the_end_of_a_line() -> None:
    plugin = load_game("euchre")
    match: Match[Any, Any] = Match(plugin.game(), [*(plugin.deck or standard52)()], seats=4, rng=Seeded(1))
    (line,) = question_lines(match.legal, Sayings(match.game, "ABCD", 1), match.view(1))
    rows = ["".join(text for text, _ in row) for row in folded(line, 50)]
    assert ["you can: 1 order up 9C · 2 order up 9C, alone ·", "    3 pass"] == [row.rstrip() for row in rows]


def test_the_points_of_a_hand_are_told_from_the_scores_and_cards_that_are_won_are_counted_as_cards() -> None:
    cribbage: Match[Any, Any] = Match(load_game("cribbage").game(), standard52(), seats=2, rng=Seeded(1))
    cribbage.state.scores[:], cribbage.state.points[:] = [9, 4], [2, 0]
    lines = [*map(str, Board.of(cribbage.game, cribbage.view(0), 0, ("Ann", "Bo")).counted())]
    assert ["scores: you 9, Bo 4", "this hand: you 2, Bo 0"] == lines
    old_maid: Match[Any, Any] = Match(load_game("old_maid").game(), standard52(), seats=2, rng=Seeded(1))
    lines = [*map(str, Board.of(old_maid.game, old_maid.view(0), 0, ("Ann", "Bo")).counted())]
    assert all(line.startswith("pairs: ") and line.endswith(" cards") for line in lines[:1])


def test_a_card_stands_with_who_laid_it_and_a_number_with_its_percent_sign_at_the_end_of_a_line() -> None:
    table, laying = OpenHeaps(seats=3, burnt=Pile.face_up(), trick=Pile.face_up(cards("3G 5Y"))), Laying()
    laying.by["trick"] = {Card("3", "G"): 1, Card("5", "Y"): 0}
    [trick] = [line for line in Board(table, 2, ("Ann", "Bo", "Cy"), laying=laying).lines() if line.startswith("trick")]
    for line in (trick, "wins 50 % (25 to 75), or 11 % at least"):
        for columns in range(12, 40):
            rows = ["".join(text for text, _ in row) for row in folded(line, columns)]
            assert not any(row.lstrip().startswith(("3G", "5Y", "%", "led")) for row in rows)
