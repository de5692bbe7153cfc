"""Notation: every action is written in one way, and read back from it; and the catalogue lists them all."""

from __future__ import annotations

import contextlib
import time
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import Table, Toy

from cardkit import Action, Card, Game, Rank, Seat, Suit, cards, catalogue, deck
from cardkit.core.errors import NotAnAction
from cardkit.core.texts import tidy
from cardkit.table.notation import read_action, read_legal


class Ask(Action):
    """Ask somebody for a rank."""

    seat: Seat
    rank: Rank


class LayDown(Action):
    """Put a card down, perhaps name a suit, perhaps hide it."""

    card: Card
    suit: Suit | None = None
    hidden: bool = False


class Swap(Action):
    """Give a card for another one or for nothing, openly or not: nothing of it can be left out."""

    mine: Card
    other: Card | None
    openly: bool


class Bid(Action):
    """Bid so many tricks."""

    tricks: Literal[1, 2, 10]
    trump: Literal["none", "Grand"] = "none"


class CallOut(Action):
    """An action with a word of its own."""

    word: ClassVar[str] = "Last card"


class Skip(Action):
    """An action that says nothing but its name."""


class Meld(Action):
    """Lay out some cards at once."""

    melded: tuple[Card, ...]
    to: Seat | None = None


class Medley(Toy, Game[Table, Ask | LayDown | Swap | Bid | CallOut | Skip]):
    """A game of all kinds of actions, every one of which can be listed."""


class Rummy(Toy, Game[Table, Meld]):
    """A game whose actions can't be listed."""


SHORT = deck(["K", "10", "1", "2"], "HS")
LONG = deck(["8", "10", "1", "K"], ["Hearts", "Spades"])


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Ask(1, "K"), "ask 1 K"),
        (LayDown(Card("K", "H"), "S"), "lay-down KH S"),
        (LayDown(Card("10", "Hearts"), hidden=True), "lay-down 10 Hearts hidden"),
        (LayDown(Card("8", "Hearts"), "Hearts", hidden=True), "lay-down 8 Hearts Hearts hidden"),
        (Swap(Card("K", "H"), None, openly=False), "swap KH"),
        (Swap(Card("K", "H"), Card("2", "S"), openly=True), "swap KH 2S openly"),
        (Bid(1, "Grand"), "bid 1 Grand"),
        (CallOut(), "Last card"),
        (Skip(), "skip"),
        (Meld(()), "meld"),
        (Meld(tuple(cards("10 Hearts, 10 Spades")), to=2), "meld 10 Hearts 10 Spades 2"),
    ],
)
def test_an_action_is_written_as_its_word_and_its_fields(action: Action, text: str) -> None:
    assert text == str(action)


CASED = deck(["8", "a", "A", "b"], ["X", "Suit", "suit"])


@pytest.mark.parametrize(("pack", "seats"), [(SHORT, 4), (LONG, 4), (CASED, 2)], ids=["short", "long", "cased"])
def test_every_action_of_the_catalogue_is_read_back_from_its_notation(pack: list[Card], seats: int) -> None:
    actions = catalogue(Medley(), pack, seats=seats)
    assert actions == [read_action(Medley, str(action), pack) for action in actions]
    assert actions == [read_action(Medley, f"\t{str(action).replace(' ', '   ')} ", pack) for action in actions]
    if pack is CASED:
        read = [read_legal(Medley, str(action), actions, pack)[0] for action in actions]
        assert [actions.index(action) for action in actions] == [actions.index(action) for action in read]


@pytest.mark.parametrize("pack", [SHORT, LONG], ids=["short", "long"])
@given(data=st.data())
def test_any_number_of_cards_at_once_is_read_back(pack: list[Card], data: st.DataObject) -> None:
    melded = tuple(data.draw(st.lists(st.sampled_from(pack), max_size=6)))
    meld = Meld(melded, to=data.draw(st.sampled_from([None, 0, 3])))
    assert meld == read_action(Rummy, str(meld), pack)


LEGAL = [LayDown(Card("A", "X")), LayDown(Card("8", "Suit")), Ask(1, "A"), Ask(1, "b"), Bid(1, "Grand"), CallOut()]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Lay-Down  AX", LEGAL[0]),
        ("lay-down bx", None),
        ("lay-down 8 SUIT", LEGAL[1]),
        ("ask 1 B", LEGAL[3]),
        ("bid 1 grand", LEGAL[4]),
        ("LAST card", LEGAL[5]),
    ],
)
def test_other_capitals_are_read_where_the_deck_has_nothing_spelled_so(text: str, meant: Action | None) -> None:
    found, said = read_legal(Medley, text, LEGAL, CASED)
    assert meant == found
    assert tidy(text) == tidy(str(said))


def test_what_is_spelled_like_none_of_several_could_be_any_of_them() -> None:
    legal = [LayDown(card) for card in CASED if card.rank == "8"]
    with pytest.raises(NotAnAction, match="it could be lay-down 8 Suit or lay-down 8 suit, which differ in capitals"):
        read_legal(Medley, "lay-down 8 SUIT", legal, CASED)


class Say(Action):
    """A text that no deck has."""

    words: str


class Talk(Toy, Game[Table, Say]):
    """A game of words that nobody can list."""


@pytest.mark.parametrize(
    ("text", "words"), [("say Ja", "Ja"), ("say JA", "JA"), ("say NEIN", "nein"), ("say e\u0301", "\u00e9")]
)
def test_words_of_no_deck_are_read_as_they_are_spelled_or_else_without_regard_to_capitals(
    text: str, words: str
) -> None:
    legal = [Say("Ja"), Say("JA"), Say("nein"), Say("\u00e9")]
    assert (Say(words), Say(words)) == read_legal(Talk, text, legal, [])


NO_ACTION = """
KH / 1 K / ask / ask 1 / ask K 1 / ask 1 K K / ask one K / ask ² K / ask 1_0 K / ask 1.0 K / ask 01 K / lay-down
laydown KH / lay-down K / lay-down K-H / lay-down KH S hidden hidden / swap / swap K
bid 3 none / bid 1 / bid none 1 / last / card / last cards / skip it / -
"""


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "skip\ud800", *(text.strip() for text in NO_ACTION.strip().replace("\n", "/").split("/"))]
)
def test_what_is_no_notation_is_refused_with_what_is(text: str) -> None:
    forms = (
        "ask <seat> <rank>; lay-down <card> <suit> <hidden>; swap <mine> <other> <openly>; "
        "bid <tricks> <trump>; Last card; skip"
    )
    with pytest.raises(NotAnAction) as refused:
        read_action(Medley, text, SHORT)
    assert text == refused.value.text
    assert f"known are: {forms}" == refused.value.reason


@pytest.mark.parametrize("text", ["lay-down " * 3000, "meld " + "KH " * 3000, "x" * 100_000])
def test_a_long_text_is_refused_or_read_in_no_time(text: str) -> None:
    begun = time.process_time()
    for game in (Medley, Rummy):
        with contextlib.suppress(NotAnAction):
            read_action(game, text, SHORT)
    assert time.process_time() - begun < 5


def test_the_catalogue_has_every_action_in_the_order_of_the_fields() -> None:
    class Brief(Toy, Game[Table, Ask | LayDown]):
        """A game of two kinds of actions."""

    texts = list(map(str, catalogue(Brief(), cards("KH 2S KH"), seats=2)))
    assert ["ask 0 K", "ask 0 2", "ask 1 K", "ask 1 2"] == texts[:4]
    assert ["lay-down KH H", "lay-down KH H hidden", "lay-down KH S", "lay-down KH S hidden"] == texts[4:8]
    assert ["lay-down KH", "lay-down KH hidden", "lay-down 2S H"] == texts[8:11]
    assert 4 + 2 * 3 * 2 == len(texts)


class Count(Action):
    """A number nobody can list."""

    number: int


@pytest.mark.parametrize(("cls", "field"), [(Meld, "melded"), (Count, "number"), (Say, "words")])
def test_actions_that_cannot_be_listed_are_named(cls: Any, field: str) -> None:
    class Boundless(Toy, Game[Table, cls]):  # type: ignore[valid-type]
        """A game with too many actions."""

    unlisted = catalogue(Boundless(), SHORT, seats=2).unlisted
    assert {cls.__name__: f"the values of {cls.__name__}.{field} have no end"} == unlisted
