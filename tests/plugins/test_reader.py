"""What is read of typed lines, in games played at random: every action in its words, cards in full, and nonsense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest
from guests import laid, machines_play, together
from helpers import ROOT, at_terminal

from cardkit import Card, CardkitError, Form, Match, Seeded, parts_of, standard52
from cardkit.authors.performances import is_of_card
from cardkit.core.actions import kind_of
from cardkit.online.lines import Told
from cardkit.online.lines import typed as typed_at_screen
from cardkit.plugins.lines import in_notation, spoken
from cardkit.plugins.reading import Reader
from cardkit.plugins.registry import load_game
from cardkit.plugins.sayings import Sayings
from cardkit.plugins.typed_words import is_rank, is_suit, tokens_of, ways_to_type

GAMES = [
    *("blackjack", "cheat", "cribbage", "euchre", "gin_rummy", "go_fish", "golf", "goofspiel", "hearts"),
    *("holdem", "klondike", "lanterns", "old_maid", "spades", "twenty_one", "crazy8s"),
]
NAMES = ("Ann", "Bo Derek", "Cy", "Di")
WORDS = ["a", "7", "7h", "10", "q", "p", "1", "-1", "9" * 20, "♥", "of", ",", "²", "bo", "Zoë", "play", "ß"]


@pytest.mark.parametrize("name", GAMES)
def test_words_mean_themselves_beginnings_what_is_legal_and_nonsense_is_refused_in_a_sentence(name: str) -> None:
    chance = Random(name)
    for match in positions(name):
        reader, view = Reader(match, match.turn, NAMES), match.view(match.turn)
        says = Sayings(match.game, NAMES, match.turn)
        hearer = Reader(match, match.turn, NAMES, lambda action, says=says, view=view: says.action(action, view))
        for action in [match.legal[place] for place in range(0, len(match.legal), 1 + len(match.legal) // 6)]:
            assert action == reader.read(spoken(action).lower(), match.legal)
            assert action == reader.read(str(action).lower(), match.legal, typed=False)
            assert action in reader.meanings(spoken(action), match.legal)
            if name != "cheat":  # where "as" names a card, too
                assert action == hearer.read(str(in_notation(says.action(action, view))).lower(), match.legal)
        for part in parts_of(match.legal)[:20]:
            if not isinstance(part, Form):
                said = str(spoken(part))
                beginning = said[: 1 + len(said) // 2]
                assert all(meaning in match.legal for meaning in reader.meanings(beginning, match.legal))
                assert said in reader.completions(beginning, match.legal)
        for _ in range(4):
            text = " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))
            read = reading(reader, text, match.legal)
            assert (read in match.legal) if not isinstance(read, str) else read
            assert not isinstance(read, str) or not read.startswith("Which") or read.endswith("?")


def positions(name: str, most: int = 15) -> Iterator[Match[Any, Any]]:
    """A game in the middle, again and again."""
    plugin, chance = load_game(name), Random(name)
    seats = plugin.game.players[0] if plugin.game.players[0] > 1 or name in ("klondike", "blackjack") else 2
    match = Match[Any, Any](plugin.game(), [*(plugin.deck or standard52)()], seats=seats, rng=Seeded(5))
    for _ in range(most):
        if match.is_over:
            return
        yield match
        match.play(match.legal[chance.randrange(len(match.legal))])


def reading(reader: Reader, text: str, legal: Sequence[Any]) -> Any:
    """The action that is read, or the sentence that refuses the text."""
    try:
        return reader.read(text, legal)
    except CardkitError as error:
        return f"{error}"


def test_ranks_and_suits_have_other_spellings_beginnings_and_symbols() -> None:
    spellings = ("10 T", "t 10", "tens T", "que Q", "aces A", "7s 7", "k K")
    for token, rank in map(str.split, spellings):
        assert (True, False) == (is_rank(token, rank), is_rank(token, "2"))
    assert ["s", "h"] == tokens_of("♠ ♥️")
    assert (True, True, True) == (is_suit("hea", "H"), is_suit("h", "Hearts"), is_suit("or", "Orange"))
    assert not is_suit("d", "Hearts")


@pytest.mark.parametrize(("text", "asked"), [("bo 5", "ask 2 5"), ("a bo 5", "ask 2 5"), ("bo derek 5", "ask 3 5")])
def test_a_name_in_full_is_meant_before_those_that_begin_so(text: str, asked: str) -> None:
    match: Match[Any, Any] = Match(load_game("go_fish").game(), standard52(), seats=4, rng=Seeded(1))
    assert asked == str(Reader(match, match.turn, ("Ann", "Bob", "Bo", "Bo Derek")).read(text, match.legal))


@pytest.mark.parametrize(
    ("game", "seats", "played", "text", "read"),
    [
        ("golf", 2, 0, "turn up 3", "turn 2"),
        ("golf", 2, 0, "card 2", "turn 1"),
        ("golf", 2, 4, "put it in 3", "put 2"),
        ("golf", 2, 0, "7", "You can't turn up card 7 now; type turn up card 1, for example"),
        ("golf", 2, 4, "put 4S in place 3", "You have no 4S"),
        ("holdem", 2, 0, "raise 3", "You can't raise to 3 chips now: you can raise to 4 at least, and to 100 at most"),
        (
            "gin_rummy",
            2,
            1,
            "knock 9",
            "You can't knock, discarding 9D: 74 points would be left over, and 10 are allowed",
        ),
        ("klondike", 1, 0, "8D to its foundation", "'8D to its foundation' is not understood; type put 8D on 9S"),
        ("cribbage", 2, 0, "3", "You have no 3"),
    ],
)
def test_words_may_be_left_out_and_what_is_refused_is_refused_for_what_was_meant(
    game: str, seats: int, played: int, text: str, read: str
) -> None:
    match: Match[Any, Any] = Match(load_game(game).game(), standard52(), seats=seats, rng=Seeded(5))
    for _ in range(played):
        match.play(match.legal[0])
    says = Sayings(match.game, NAMES, match.turn)
    reader = Reader(match, match.turn, NAMES, lambda action: says.action(action, match.view(match.turn)))
    assert read == str(reading(reader, text, match.legal))


# Cards in full


def typed(match: Match[Any, Any], chance: Random) -> tuple[str, Card]:
    """A card of the deck as people type it, alone, after the word of what can be done, or with signs around it."""
    card = chance.choice([card for pile in match.state.piles() for card in pile])
    word = kind_of(chance.choice(parts_of(match.legal))).word
    text = chance.choice(ways_to_type(card))
    return chance.choice([text, text, f"{word} {text}", f"{text}!", f" {text}."]), card


@pytest.mark.parametrize("name", sorted({*GAMES, "war"} - {"lanterns"}))
def test_a_card_typed_in_full_is_that_card_or_a_refusal_that_names_it(name: str) -> None:
    """At a prompt it is the promise `typed-as-said`; in Lanterns `1 b` is a seat and a colour, and no card."""
    chance = Random(f"typed {name}")
    for match in islice(positions(name, 40), 0, None, 4):
        reader = Reader(match, match.turn, NAMES)
        for _ in range(8):
            text, card = typed(match, chance)
            answer = reading(reader, text, match.legal)
            if isinstance(answer, str):
                assert card.text in answer, text
            else:
                assert is_of_card(answer, card), f"{text!r} was taken for {answer}"


@pytest.mark.parametrize("name", ["crazy8s", "hearts", "golf"])
def test_at_a_hosted_table_a_card_in_full_is_that_card_or_refused(name: str) -> None:
    hosted = laid(name)
    together(hosted)
    machines_play(hosted)
    sitting = hosted.at_play()
    seat = sitting.table.asked[0]
    before = str(sitting.match.view(seat))
    deck = sorted({card for pile in sitting.match.state.piles() for card in pile}, key=str)
    for card in Random(name).sample(deck, 6):
        for text in ways_to_type(card):
            with suppress(CardkitError):
                assert is_of_card(sitting.read(seat, text, typed=True), card), text
    assert before == str(sitting.match.view(seat))


def test_lines_screen_join_and_page_send_what_is_typed_as_it_is_to_that_door() -> None:
    for text in ways_to_type(Card("Q", "S")):
        message = typed_at_screen(text, Told()).message
        assert message is not None
        assert (text, True) == (message["action"], message["typed"])
    page = (ROOT / "cardkit/online/page/table.js").read_text(encoding="utf-8")
    assert "typed: Boolean(box)" in page, "and what is clicked is notation"
    run = at_terminal("play", "crazy8s", "--rules", "house", "--seed", "1", typed=["qs", ":quit"], NO_COLOR="1")
    assert "You have no Q" in run.out
