"""What is read of typed lines, in games played at random: every action in its words, cards in full, and nonsense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from every_game import Way, in_every_way
from guests import laid, machines_play, together
from helpers import ROOT, at_terminal

from cardkit import Card, CardkitError, Form, Match, Seeded, parts_of, standard52
from cardkit.authors.performances import is_of_card
from cardkit.core.actions import kind_of, likeness
from cardkit.online.lines import Told
from cardkit.online.lines import typed as typed_at_screen
from cardkit.plugins.lines import Line, in_notation, pieces, spoken
from cardkit.plugins.people import EndOfInput, Human
from cardkit.plugins.reading import Ambiguous, Reader
from cardkit.plugins.registry import load_game
from cardkit.plugins.sayings import Sayings, card_said
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
        reader = Reader(match, match.turn, NAMES)
        for action in [match.legal[place] for place in range(0, len(match.legal), 1 + len(match.legal) // 6)]:
            assert action == reader.read(spoken(action).lower(), match.legal)
            assert action == reader.read(str(action).lower(), match.legal, typed=False)
            assert action in reader.meanings(spoken(action), match.legal)
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


@in_every_way
def test_whatever_the_table_or_a_hint_says_of_an_action_is_read_as_that_action(way: Way) -> None:
    chance, match = Random(str(way)), way.session(seed=1).match
    for _ in range(12):
        if match.is_over:
            return
        seat, table = min(match.to_act), match.view(min(match.to_act))
        legal = match.legal_of(seat)
        person = person_at(way.game, match, seat)
        for action in [legal[place] for place in sorted(chance.sample(range(len(legal)), min(len(legal), 4)))]:
            saying = person.says.action(action, table)
            for text in said_in_ways(saying):
                assert likeness(person.reader.read(text, legal)) == likeness(action), text
            rest = str(in_notation(saying)).partition(" ")[2]
            if not {*cast(dict[str, Any], vars(action)).values()} <= {None, False}:
                with suppress(Ambiguous):
                    assert likeness(person.reader.read(rest, legal)) == likeness(action), rest
        match.play(legal[chance.randrange(len(legal))])


def person_at(game: str, match: Match[Any, Any], seat: int) -> Human:
    """A person of a game at a seat, who types."""
    return cast(Human, load_game(game).human(Silent(), seat, NAMES[: match.state.seats], match))


def said_in_ways(saying: Line) -> Iterator[str]:
    """A sentence as it stands in a log, in a list, and as people write it down from either."""
    listed = in_notation(saying)
    in_words = "".join([card_said(what) if isinstance(what, Card) else text for text, what in pieces(listed)])
    for text in dict.fromkeys((str(saying), str(listed), in_words)):
        yield from (text, text.lower(), f"{text[:1].upper()}{text[1:]}.")


class Silent:
    """A console at which nobody types."""

    is_typed_at = True

    def say(self, line: str, /) -> None:
        """Show nothing."""

    def ask(self, prompt: str = "", /) -> str:
        """There is no line."""
        raise EndOfInput


@pytest.mark.parametrize(
    ("game", "text", "read"),
    [
        ("cheat", "ad as aces", "put AD A"),
        ("cheat", "put the queen of clubs and ad down", "put AD QC A"),
        ("cheat", "as as aces", "You have no AS"),
        ("cheat", "put ad as", "You have no AS"),
        (
            "cheat",
            "ad as 2s",
            "You can't put AD down as twos now: the rank that is due is A; you can put AD down as aces",
        ),
        ("euchre", "order up", "order"),
        ("euchre", "qs", "order"),
        ("euchre", "qs alone", "order alone"),
        ("go_fish", "ask bo for 7s", "ask 1 7"),
        ("go_fish", "bo 7s", "You have no 7S; you can ask Bo Derek for sevens"),
        ("holdem", "to 60 chips", "raise 60"),
    ],
)
def test_a_word_at_its_place_in_a_sentence_is_no_card(game: str, text: str, read: str) -> None:
    match = Way(game, None).session(seed=1).match
    person = person_at(game, match, match.turn)
    assert read == str(reading(person.reader, text, match.legal))


def test_cards_that_no_action_takes_now_are_refused_for_the_reason_of_the_game() -> None:
    rummy: Any = load_game("tests/data/rummy_500.py").game

    class Reasonable(rummy):  # type: ignore[misc]
        def objection(self, table: Any, action: Any) -> str | None:
            return "a meld is three or more" if kind_of(action).word == "meld" else None

    match: Match[Any, Any] = Match(Reasonable(), standard52(), seats=2, rng=Seeded(5))
    match.play(match.legal[0])
    some = match.state.hands[match.turn].cards[:2]
    said = reading(Reader(match, match.turn, NAMES), " ".join(map(str, some)), match.legal)
    assert f"You can't meld {some[0]} and {some[1]} now: a meld is three or more" == said


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
        (
            "klondike",
            1,
            0,
            "8D to its foundation",
            "You can't move 8D to its foundation now: AD comes first; you can put 8D on 9S",
        ),
        ("cribbage", 2, 0, "3", "You have no 3"),
        (
            "lanterns",
            2,
            0,
            "xyzzy",
            "'xyzzy' is not understood; type light card 1, tell Bo Derek which cards are twos "
            "or tell Bo Derek which cards are red, for example",
        ),
    ],
)
def test_words_may_be_left_out_and_what_is_refused_is_refused_for_what_was_meant(
    game: str, seats: int, played: int, text: str, read: str
) -> None:
    plugin = load_game(game)
    match: Match[Any, Any] = Match(plugin.game(), [*(plugin.deck or standard52)()], seats=seats, rng=Seeded(5))
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
                says = Sayings(match.game, NAMES, match.turn)
                assert is_of_card(answer, card, says, match.view(match.turn)), f"{text!r} was taken for {answer}"


@pytest.mark.parametrize("name", ["crazy8s", "hearts", "golf"])
def test_at_a_hosted_table_a_card_in_full_is_that_card_or_refused(name: str) -> None:
    hosted = laid(name)
    together(hosted)
    machines_play(hosted)
    sitting = hosted.at_play()
    seat = sitting.table.asked[0]
    view = sitting.match.view(seat)
    says = Sayings(sitting.match.game, sitting.session.names, seat)
    deck = sorted({card for pile in sitting.match.state.piles() for card in pile}, key=str)
    for card in Random(name).sample(deck, 6):
        for text in ways_to_type(card):
            with suppress(CardkitError):
                assert is_of_card(sitting.read(seat, text, typed=True), card, says, view), text
    assert str(view) == str(sitting.match.view(seat))


def test_why_something_cannot_be_done_names_cards_as_cards() -> None:
    hosted = laid("hearts")
    together(hosted)
    machines_play(hosted)
    sitting = hosted.at_play()
    seat = sitting.table.asked[0]
    card = next(card for card in standard52() if card not in sitting.match.state.hands[seat])
    assert card in [what for _, what in pieces(sitting.can(seat, card.text, typed=True)[1])]


def test_lines_screen_join_and_page_send_what_is_typed_as_it_is_to_that_door() -> None:
    for text in ways_to_type(Card("Q", "S")):
        message = typed_at_screen(text, Told()).message
        assert message is not None
        assert (text, True) == (message["action"], message["typed"])
    page = (ROOT / "cardkit/online/page/table.js").read_text(encoding="utf-8")
    assert "typed: Boolean(box)" in page, "and what is clicked is notation"
    run = at_terminal("play", "crazy8s", "--rules", "house", "--seed", "1", typed=["qs", ":quit"], NO_COLOR="1")
    assert "You have no Q" in run.out
