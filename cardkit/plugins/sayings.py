"""What actions and events are called for people, and the narrators that tell them.

There is one sentence for logs, buttons, questions, hints, speech and pages. It has no subject of its own:
`ask {seat} for {rank:many}` is «Ask Ada for threes» on a button, and «Ben asks you for threes» where it is told; one
with a capital is whole. A part in square brackets is left out where a field that it names says nothing.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Protocol, cast

from cardkit.core.actions import UNSEEN, Action, spread
from cardkit.core.cards import BACK, Card, Domain, Seat
from cardkit.core.description import Kinds, known_fields_of
from cardkit.core.events import (
    Acted,
    AllPassed,
    Begun,
    Chosen,
    Ended,
    Event,
    Hinted,
    LaidOpen,
    Moved,
    PointsScored,
    Rolled,
    RoundBegun,
    RoundEnded,
    Shown,
    Shuffled,
    TurnBegun,
    plain,
)
from cardkit.core.game import Game
from cardkit.core.results import How, Result
from cardkit.core.state import State
from cardkit.core.texts import counted, listed, padded, titled, width
from cardkit.plugins.lines import (
    Face,
    Heading,
    Line,
    Marked,
    Name,
    Row,
    SuitName,
    Wide,
    Win,
    called,
    interleaved,
    nobodys,
    owner_in,
    the,
)

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS = dict(
    zip(
        ["a", "2", "3", "4", "5", "6", "7", "8", "9", "t", "10", "j", "q", "k"],
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
_FIELD = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_PART = re.compile(r"\[([^\]]*)\]")
_IRREGULAR = {"be": "is", "are": "is", "have": "has", "do": "does", "go": "goes"}
_BEFORE = frozenset({"at", "by", "for", "from", "in", "of", "on", "to", "with"})
"""What a field may be called that says itself how it goes on: `raise to 48`."""
_SEATS = frozenset({"opponent", "other", "partner", "player", "seat", "whom"})
_PHRASES: Mapping[Domain | None, str] = {
    Domain.SEAT: "another player|one of the other players|one of the others|somebody else|somebody|a player",
    Domain.RANK: "all the cards of a rank|all cards of a rank|cards of a rank|a rank",
    Domain.SUIT: "a suit|the suit",
}
_IN_WORDS = re.compile(r"\b(the \w+ of \w+)")
_PLACE = (
    "(?:above|against|around|as|aside|at|away|back|before|behind|below|beside|between|by|down|face|for|from|in|into|off|on|"
    "onto|out|over|through|to|under|up|with)"
)
"""What may stand beside cards in a sentence."""
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)"
_COUNT = rf"(?:(?:exactly|at least|at most|up to|all|any|the) )?{_NUMBER}(?: (?:to|or) (?:{_NUMBER}|more|fewer|less))?"
_MANY = rf"(?:{_COUNT}|any number|all|any|both|many|several|some|the|these|those)(?: of)?(?: the)?"
_ADJECTIVES = rf"(?: (?!of\b|{_PLACE}\b)[\w-]+){{0,2}}"
_CARD = rf"(?:a|an|another|any|one|one of|the|this|that)(?: the)?{_ADJECTIVES} cards?(?: of the hand)?"
_CARDS = rf"(?:{_MANY}{_ADJECTIVES} )?cards(?: of the hand)?"
_OTHERS = re.compile(
    rf"\b(you|yours|yourself|it|its|they|them|(and|but|or|then) (?!({_MANY}|a|an|more|fewer|less|{_PLACE})\b))"
)
"""Words of a docstring that would be wrong, or say nothing, in the mouth of somebody else, and what begins with another
verb.
"""
_UNSEEN: Mapping[Domain | None, str] = {Domain.SEAT: "somebody", Domain.RANK: "a rank", Domain.SUIT: "a suit"}
_FEW = 3
"""Up to how many places in a row are named each."""
_TWO = 2
"""So many of which two are named can be told apart: `aces and kings or tens`."""
_LONGEST = 48
"""How long the beginning of a docstring may be that is a sentence."""


def card_said(card: Card) -> str:
    """A card in words; as it is written where its suit is a letter or a number that says nothing.

    >>> card_said(Card("7", "H")), card_said(Card("Q", "Spades")), card_said(Card("8", "Orange"))
    ('the 7 of hearts', 'the queen of spades', 'the 8 of Orange')
    >>> card_said(Card("7", "X"))
    '7X'
    """
    suit = suit_said(card.suit)
    if card is BACK:
        return "a card"
    return card.text if len(suit) == 1 or suit.isdecimal() else f"the {rank_said(card.rank)} of {suit}"


_in_words = cache(card_said)


def rank_said(rank: str) -> str:
    """A rank in words, but for numbers."""
    return rank if rank.isdecimal() else "10" if rank == "T" else RANKS.get(rank.casefold(), rank)


def rank_in_words(rank: str) -> str:
    """A rank in words, numbers too.

    >>> rank_in_words("A"), rank_in_words("1"), rank_in_words("Juggler")
    ('ace', 'one', 'Juggler')
    """
    return "one" if rank == "1" else RANKS.get(rank.casefold(), rank)


def ranks_said(rank: str) -> str:
    """Several of a rank.

    >>> ranks_said("3"), ranks_said("6"), ranks_said("A"), ranks_said("Juggler")
    ('threes', 'sixes', 'aces', 'Jugglers')
    """
    name = rank_in_words(rank)
    return f"{name}es" if name.endswith(("x", "s")) else f"{name}s"


def one_of_rank(rank: str) -> str:
    """One of a rank.

    >>> one_of_rank("A"), one_of_rank("8"), one_of_rank("K")
    ('an ace', 'an 8', 'a king')
    """
    name = rank_said(rank)
    return f"an {name}" if name[:1].casefold() in "aeiou8" or name in ("11", "18") else f"a {name}"


def suit_said(suit: str) -> str:
    """A suit in words."""
    name = SUITS.get(suit.casefold(), suit)
    return name.casefold() if name.casefold() in SUITS.values() else name


def title_of(game: Any) -> str:
    """What a game is called for people: by its own title, or by its name."""
    return str(game.title or titled(game.name))


def ordinal(number: int) -> str:
    """A number as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def hint_said(hint: Hinted) -> str:
    """The sentence of a hint: `tell {seat}: your {places:th} cards are fours`."""
    one, many = ("{suit}", "{suit}") if hint.rank is None else (one_of_rank(hint.rank), ranks_said(hint.rank))
    if not hint.places:
        return f"tell {{seat}}: none of your cards {'are ' + many if hint.rank is None else 'is ' + one}"
    is_one = len(hint.places) == 1
    return f"tell {{seat}}: your {{places:th}} {f'card is {one}' if is_one else f'cards are {many}'}"


def third(verb: str) -> str:
    """A verb as it is said of somebody else.

    >>> third("ask"), third("pass"), third("carry"), third("play"), third("have"), third("go")
    ('asks', 'passes', 'carries', 'plays', 'has', 'goes')
    """
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def cards_said(cards: Sequence[Card]) -> Line:
    """Some cards in a sentence: one in words, several in their notation, hidden ones by their number."""
    if BACK in cards:
        return Line("a card" if len(cards) == 1 else counted(len(cards), "card"))
    if len(cards) == 1:
        return Line(Face(_in_words(cards[0]), cards[0]))
    return all_of(cards) if cards else Line("no cards")


def all_of(parts: Sequence[str | Card], word: str = "and") -> Line:
    """Several things in a sentence: `Ada, Ben and Cleo`."""
    if len(parts) < 2:
        return Line(*parts)
    return Line(*interleaved(parts[:-1], ", "), f" {word} ", parts[-1])


def apart(said: Sequence[Line]) -> Iterator[str | Card]:
    """Sentences or values in a row, told apart by dots where any of them is of several things itself."""
    return interleaved(said, " · " if any(map(_is_several, said)) else ", ")


def _is_several(said: str) -> bool:
    return ", " in said or " and " in said


def all_named(names: Sequence[str]) -> Line:
    """Several players at the beginning of a sentence: `You and Ben`, `Ben and you`."""
    return all_of([*names[:1], *(Name("you") if name == "You" else name for name in names[1:])])


class Sayings:
    """The sentences of a game's actions and events, for who reads: a seat that is called you, or nobody's."""

    def __init__(self, game: Game[Any, Any] | None, names: Sequence[str], you: Seat | None = None) -> None:
        self._game = game
        self._names = tuple(map(Name, names))
        self.you = you if you is not None and 0 <= you < len(names) else None
        self.names = tuple(Name("You") if seat == self.you else name for seat, name in enumerate(self._names))
        """The players at the beginning of a sentence."""

    def name(self, seat: Seat) -> str:
        """A player within a sentence: by name, or you."""
        return Name("you") if seat == self.you else self._names[seat]

    def whose(self, seat: Seat) -> Line:
        """That something is a player's: `Ben's`, `your`."""
        return Line("your") if seat == self.you else Line(self._names[seat], "'s")

    def done(self, seat: Seat | None, saying: str | Line) -> Line:
        """A sentence with its subject: «Ben asks you for threes.», «You ask Ada for threes.»"""
        first, *rest = parts = _flat(saying)
        if seat is None or (isinstance(first, str) and first[:1].isupper()):
            return ended(capital(saying))
        if seat == self.you:
            return ended(Line(self.names[seat], " ", *parts))
        verb, blank, more = str(first).partition(" ")
        return ended(Line(self._names[seat], " ", f"{third(verb)}{blank}{more}", *rest))

    def action(self, action: Action, table: Any) -> Line:
        """What an action does, without who does it: `ask Ada for threes`."""
        return _faced(self.filled(self.saying(action, table), action), table)

    def saying(self, action: Action, table: Any) -> str:
        """The sentence of an action before its fields are filled in."""
        return self._said(action, table) or template_of(cast(Any, type(action)))

    def event(self, event: Event, table: Any) -> str | Line | None:
        """What a game says of an event, without its subject; empty where it is left out, None where it says nothing."""
        said = self._said(event, table)
        return _faced(self.filled(said, event), table) if said else said

    def _said(self, what: Action | Event, table: Any) -> str | None:
        said: str | None = what.says if self._game is None else self._game.says(table, what)
        return said

    def filled(self, saying: str, what: Action | Event) -> Line:
        """A sentence with the values of an action's or an event's fields."""
        values, kinds = vars(what), known_fields_of(cast(Any, type(what)))
        return Line(*self._parts(saying, values, kinds))

    def offered(self, saying: str, choices: Mapping[str, Callable[[str], Line]], table: Any) -> Line:
        """The sentence of many actions, with what can be chosen in the place of each field, in its manner."""
        return _faced(Line(*self._parts(saying, choices, {})), table)

    def some(self, values: Sequence[Any], domain: Domain | None, how: str) -> Line:
        """Several values of a field, of which one can be chosen."""
        if set(values) == {False, True} and all(isinstance(value, bool) for value in values):
            return Line(f"{how or 'so'} or not")
        if isinstance(values, range) and len(values) > 2:
            return Line(f"{spread(values)} {how}s" if how else spread(values))
        if domain is Domain.PLACE and all(isinstance(value, int) for value in values):
            numbers = [value + 1 for value in sorted(values)]
            if len(numbers) > _FEW and numbers[-1] - numbers[0] == len(numbers) - 1:
                return Line(f"{numbers[0]} to {numbers[-1]}")
            return all_of(list(map(str, numbers)), "or")
        said = [self.value(value, domain, how) for value in values]
        is_plain = not any(map(_is_several, said)) or (len(said) == _TWO and ", " not in "".join(said))
        return all_of(said, "or") if is_plain else Line(*apart(said))

    def _parts(self, saying: str, values: Mapping[str, Any], kinds: Mapping[str, Kinds]) -> Iterator[str | Card]:
        def needed(part: re.Match[str]) -> str:
            named = [values.get(name) for name, _ in _FIELD.findall(part[1])]
            return "" if any(value is None or value is False or value == () for value in named) else part[1]

        for piece in pieces_of(_PART.sub(needed, saying) if "[" in saying else saying):
            if isinstance(piece, str):
                yield piece
            elif piece[1] in values:
                domain = kinds[piece[1]].domain if piece[1] in kinds else None
                yield from self.value(values[piece[1]], domain, piece[2]).parts
            else:
                yield piece[0]

    def value(self, value: Any, domain: Domain | None, how: str = "") -> Line:
        """A value within a sentence."""
        if callable(value):
            return cast(Line, value(how))
        if isinstance(value, Card):
            return cards_said([value])
        if how == "th" and isinstance(value, int):
            return Line(ordinal(value + 1))
        if isinstance(value, tuple):
            parts = cast(tuple[Any, ...], value)
            if all(isinstance(part, Card) for part in parts):
                return cards_said(cast(Sequence[Card], parts))
            return all_of([self.value(part, domain, how) for part in parts])
        if value is None or value == ():
            return Line("nobody" if domain is Domain.SEAT else "none")
        if value is True:
            return Line(how or "yes")
        if value is UNSEEN:
            return Line(_UNSEEN.get(domain, "something"))
        if domain is Domain.SEAT:
            return self.whose(value) if how == "s" else Line(self.name(value))
        if domain is Domain.RANK:
            return Line(ranks_said(value) if how == "many" else one_of_rank(value) if how == "a" else rank_said(value))
        if domain is Domain.SUIT:
            return Line(SuitName(suit_said(value)))
        if domain is Domain.PLACE and isinstance(value, int):
            return Line(str(value + 1))
        if isinstance(value, float):
            value = f"{value:g}"
        return Line(counted(value, how) if how and isinstance(value, int) else str(value).replace("_", " "))


def _faced(line: Line, table: Any) -> Line:
    """A sentence in which the cards that a game has named in its words are cards."""
    if not any([type(part) is str and _IN_WORDS.search(part) for part in line.parts]) or not isinstance(table, State):
        return line
    cards = {_in_words(card): card for pile in table.piles() for card in pile}
    parts = [
        [Face(piece, cards[piece]) if piece in cards else piece for piece in _IN_WORDS.split(part)]
        if type(part) is str
        else [part]
        for part in line.parts
    ]
    return Line(*chain.from_iterable(parts))


@lru_cache(maxsize=1_000)
def pieces_of(saying: str) -> Sequence[str | tuple[str, str, str]]:
    """The texts of a sentence, and its fields: each as it stands there, its name, and in what manner it is said."""
    pieces, last = list[str | tuple[str, str, str]](), 0
    for field in _FIELD.finditer(saying):
        pieces += [saying[last : field.start()], (field[0], field[1], field[2] or "")]
        last = field.end()
    return [piece for piece in (*pieces, saying[last:]) if piece]


def capital(line: str | Line) -> Line:
    """A line that begins a sentence; a name and a card stay as they are, but for `you`."""
    first, *rest = _flat(line)
    if isinstance(first, Name):
        return Line(Name("You") if first == "you" else first, *rest)
    return Line(first if isinstance(first, Card) else f"{first[:1].upper()}{first[1:]}", *rest)


def _flat(part: str | Card) -> tuple[str | Card, ...]:
    """The parts of a line that are no lines themselves."""
    return tuple(chain.from_iterable(map(_flat, part.parts))) if isinstance(part, Line) else (part,)


def ended(line: Line) -> Line:
    """A sentence with its full stop."""
    return line if line.endswith((".", "!", "?")) else Line(*line.parts, ".")


@cache
def template_of(kind: Any) -> str:
    """The sentence of a kind of action: its own, the beginning of its docstring, or its word and its fields."""
    fields = known_fields_of(kind)
    named = (f"[{_named(name, kinds, fields)}]" for name, kinds in fields.items())
    return str(kind.says or "") or _of_docstring(kind, fields) or _verb(kind) + "".join(named)


def said_by_name(kind: Any) -> list[str]:
    """The fields that the sentence of an action can only name, for want of better words."""
    unsaid = [
        name for name, kinds in known_fields_of(kind).items() if name not in _BEFORE or kinds.domain is Domain.PLACE
    ]
    return [name for name in unsaid if f" {name.replace('_', ' ')} {{{name}}}]" in template_of(kind)]


def seats_by_number(kind: Any) -> list[str]:
    """The fields of an action that seem to be seats and are numbers, so that nobody knows the names."""
    numbers = [name for name, kinds in known_fields_of(kind).items() if any(one.base is int for one in kinds.each)]
    return [name for name in numbers if known_fields_of(kind)[name].domain is None and name in _SEATS]


def said_twice(kind: Any, saying: str) -> str:
    """A sentence without what stands beside cards and seats that are named there, such as `two {cards}`.

    Empty where there is nothing of the kind.
    """
    fields = known_fields_of(kind).items()
    named = "|".join(name for name, kinds in fields if _is_card(kinds) or kinds.domain is Domain.SEAT)
    better = re.sub(rf"\b(?:a|an|another|{_MANY}) (\{{(?:{named})\}})|(\{{(?:{named})\}}) cards?\b", r"\1\2", saying)
    return better if named and better != saying else ""


def _word(kind: Any) -> str:
    return str(kind.word).replace("-", " ")


def _clause(kind: Any) -> str:
    """The beginning of a docstring, as it is said of everybody."""
    clause = re.split(r"[.,:;(]", inspect.cleandoc(cast(dict[str, Any], vars(kind)).get("__doc__") or ""))[0]
    return re.sub(r"\byour\b", "the", f"{clause[:1].lower()}{clause[1:]}".replace("\n", " "))


def _verb(kind: Any) -> str:
    """The word of an action, with the little word that it has in the docstring: `turn up`."""
    found = re.match(rf"{re.escape(_word(kind))} (?:away|back|down|in|off|out|over|up)\b", _clause(kind))
    return found[0] if found else _word(kind)


def _of_docstring(kind: Any, fields: Mapping[str, Kinds]) -> str:
    """The beginning of a docstring with its fields in it, where it is about them and begins with the action's word."""
    said = _clause(kind)
    if not re.match(rf"{re.escape(_word(kind))}\b", said) or len(said) > _LONGEST or _OTHERS.search(said):
        return ""
    for name, kinds in fields.items():
        said, found = re.subn(rf"\b({_phrase(name, kinds)})\b", _slot(name, kinds), said, count=1)
        if not found or (_is_card(kinds) and not re.search(_among(kind, name), said)):
            return ""
    return said


def _among(kind: Any, name: str) -> str:
    """What a sentence has to be like around the place of cards, which are read there as 7C and 8C."""
    before = rf"(?:^{re.escape(_word(kind))}|\b{_PLACE}|\bof|\}})"
    return rf"{before} \{{{name}\}}(?:$| {_PLACE}\b| (?:and )?\{{)"


def _phrase(name: str, kinds: Kinds) -> str:
    """What a docstring may call the value of a field."""
    if kinds.domain in _PHRASES:
        return _PHRASES[kinds.domain]
    if kinds.many:
        return _CARDS
    return _CARD if _is_card(kinds) else rf"so many {re.escape(name)}"


def _is_card(kinds: Kinds) -> bool:
    return kinds.many or any(kind.base is Card for kind in kinds.each)


def _slot(name: str, kinds: Kinds) -> str:
    """The place of a field in a sentence."""
    if kinds.domain is Domain.RANK:
        return f"{{{name}:many}}"
    is_number = any(kind.base is int for kind in kinds.each) and kinds.domain is None
    return f"{{{name}:{name[:-1]}}}" if is_number and name.endswith("s") else f"{{{name}}}"


def _named(name: str, kinds: Kinds, fields: Mapping[str, Kinds]) -> str:
    """A field after what is before it; where nothing better is known, by its name, unless it is alone."""
    slot, words, domain = _slot(name, kinds), name.replace("_", " "), kinds.domain
    others = [other for one, other in fields.items() if one != name]
    has_cards = any(map(_is_card, others))
    if any(kind.base is bool for kind in kinds.each):
        return f" {{{name}:{words}}}"
    if name in _BEFORE:
        return f" {words} {slot}"
    if domain is Domain.PLACE:
        return f" {'to ' * has_cards}{'number' if words == 'place' and not others else words} {slot}"
    if domain is Domain.RANK and (has_cards or any(other.is_one(Domain.SEAT) for other in others)):
        return f" {'as' if has_cards else 'for'} {slot}"
    if domain is Domain.SUIT and has_cards:
        return f", {slot}"
    speaks = _is_card(kinds) or domain in _PHRASES or slot != f"{{{name}}}" or not others
    return f" {slot}" if speaks else f" {words} {slot}"


class Narrator(Protocol):
    """Turns an event, with the table as a seat sees it after the action, into lines."""

    def __call__(self, event: Event, view: Any, /) -> Iterable[str]:
        """The lines to show; none where there is nothing to say. A plain `str` is as good as a `Line`."""
        ...


def cards_line(cards: Sequence[Card]) -> Marked:
    """Cards in their order: those seen by their notation, a packet of hidden ones by its number."""
    if cards and all(card is BACK for card in cards):
        return Line(counted(len(cards), "hidden card"))
    return Row(tuple(cards), ", ") if cards else Line("nothing")


def result_lines(
    result: Result, number: int, counts: str, names: Sequence[str], scored_in: str = "point"
) -> Iterator[str]:
    """How a game ended, in one sentence: who won, with what score where that says more, and what the others have."""
    after = f" after {counted(number, counts)}" if number else ""
    scores = _scores_said(result, names, scored_in)
    match result.how:
        case How.WON:
            winners = [names[seat] for seat in result.winners]
            span = f" in {counted(number, counts)}" if number else ""
            yield Win(f"{all_named(winners)} {_of_all(winners, 'win')} the game{span}{scores}.")
        case How.LOST if result.of is not None:
            yield together_line(result, names)
        case How.DRAW:
            yield f"The game is a draw{after}{scores}."
        case How.ENDLESS:
            yield endless_line(result, counts)
        case How.LOST:
            yield f"{all_named(names)} {_of_all(names, 'lose')} the game{after}{scores}."
        case How.CUT_OFF:
            yield f"The game was cut off{after}{scores}."
    if result.of is not None and result.how is How.WON:
        yield together_line(result, names)


def _scores_said(result: Result, names: Sequence[str], scored_in: str) -> str:
    """With what score somebody won and what the others have, who is nearest first; nothing where that says no more."""
    scores, seats = result.scores, range(len(result.scores))
    within = ["you" if name == "You" else name for name in names]
    if result.places:
        rest = sorted((place, within[seat]) for seat, place in enumerate(result.places) if seat not in result.winners)
        told = [f"{name} {'are' if name == 'you' else 'is'} {ordinal(place)}" for place, name in rest]
        return f"; {listed(told)}" if told else ""
    if result.of is not None or not set(scores) - {0.0, 1.0}:
        return ""
    if len(scores) != len(names):
        raise ValueError(f"there are {len(scores)} scores, and {len(names)} players")
    first = {scores[seat] for seat in result.winners or seats}
    if len(first) == 1:
        (score,) = first
        each = " each" if len(seats) > 1 and not result.winners else ""
        with_what = f" with {score:g} {scored_in}{'s' * (score != 1)}{each}"
        others = [seat for seat in seats if scores[seat] != score]
    else:
        with_what, others = "", list(seats)
    by_score: dict[float, list[str]] = {}
    for seat in sorted(others, key=lambda seat: abs(scores[seat] - min(first)) if with_what else 0):
        by_score.setdefault(scores[seat], []).append(within[seat])
    told = [f"{listed(some)} {score:g}" for score, some in by_score.items()]
    if told:
        (score, some), unit = next(iter(by_score.items())), "" if with_what else f" {scored_in}s"
        told[0] = f"{listed(some)} {'has' if len(some) == 1 and some != ['you'] else 'have'} {score:g}{unit}"
    return f"{with_what}{'; ' * bool(told)}{listed(told)}"


def _of_all(names: Sequence[str], verb: str) -> str:
    """How a verb is said of these players."""
    return f"{verb}s" if len(names) == 1 and names[0] != "You" else verb


def together_line(result: Result, names: Sequence[str]) -> str:
    """What a game that all played together came to."""
    all_of_them = "Together you score" if "You" in names else "They score"
    who = f"{names[0]} {_of_all(names, 'score')}" if len(names) == 1 else all_of_them
    return f"{who} {result.scores[0]:g} of {result.of:g}."


def out_of_time_line(seat: Seat, names: Sequence[str]) -> Line:
    """Says whose time has run out, which ends the game."""
    return Line(names[seat], "'s time has run out.")


def scores_line(scores: Sequence[float], names: Sequence[str]) -> Row:
    """A number for each seat, after its name."""
    return Row([Line(name, f" {score:g}") for name, score in zip(names, scores, strict=True)], ", ")


def endless_line(result: Result, counts: str) -> str:
    """What makes an endless game endless."""
    cycle = result.cycle
    if cycle is None:
        return "The game never ends."
    if not cycle.length:
        return f"The game never ends: {counts} {cycle.first} goes round in a circle, and so on for ever."
    return (
        f"The game never ends: {counts} {cycle.again} would begin as {counts} {cycle.first} did, "
        f"and so on for ever, in a cycle of {counted(cycle.length, counts)}."
    )


class Plain:
    """The narrator of every game that has none of its own: what everybody does, and what the table shows of it.

    It speaks to `you`, if that is a seat at the table, and tells what only the engine does where it is to tell all.
    """

    def __init__(
        self,
        names: Sequence[str],
        counts: str = "turn",
        game: Game[Any, Any] | None = None,
        you: Seat | None = None,
        *,
        tells_all: bool = False,
    ) -> None:
        self._says = Sayings(game, names, you)
        self.names = self._says.names
        self.counts = counts
        self._scored_in = "point" if game is None else game.scored_in
        self._tells_all = tells_all
        self._begun = False
        self._said: list[tuple[Seat, Counter[Card], bool]] = []
        """Who acted in this turn, the cards that were named and not told to move yet, and whether no field was."""
        self._owners: dict[str, Seat | None] = {}
        """Who owns the piles that cards have gone to."""

    def __call__(self, event: Event, view: Any, /) -> Iterator[str]:
        self._begun = self._begun and not event.deals
        if isinstance(event, LaidOpen | PointsScored | Rolled | Shown):
            said = self._says.event(event, view)
            if said:
                who = event.seat if isinstance(event, PointsScored) else getattr(event, "owner", None)
                yield self._says.done(self._said[-1][0] if who is None and self._said else who, said)
            if said is not None:
                return
        match event:
            case Begun():
                self._begun = True
            case RoundBegun(number):
                yield Heading(f"{'Round' if self.counts == 'turn' else self.counts.capitalize()} {number}")
            case RoundEnded(points, scores):
                yield from board_lines(points, scores, self.names, self._scored_in)
            case Acted(seat, action, cards_of):
                self._begun = True
                self._said.append((seat, Counter(_cards_of(action)), not vars(action)))
                said = self._says.event(event, view)
                if said is None:
                    said = self._says.action(action, view)
                if said:
                    whose = () if cards_of is None else (" for ", self._says.name(cards_of))
                    yield self._says.done(seat, Line(said, *whose))
            case Moved():
                yield from self._moved(event, view)
            case Shuffled(pile, size):
                if self._tells_all:
                    where = self._place(pile, self._owners.get(pile))
                    yield self._says.done(None, Line(where, f" is shuffled, {counted(size, 'card')}"))
            case Ended(result, number):
                yield from result_lines(result, number, self.counts, self.names, self._scored_in)
                if said := self._says.event(event, view):
                    yield self._says.done(None, said)
            case Chosen(seat):
                if self._tells_all:
                    yield Line(self.names[seat], self._verb([seat], " have chosen.", " has chosen."))
            case AllPassed(seats):
                yield Line(all_named([self.names[seat] for seat in seats]), self._verb(seats, " pass.", " passes."))
            case Shown(cards, pile, owner, known_to):
                if owner is not None and len(known_to) > 1 and {owner, *known_to} == {*range(len(self.names))}:
                    yield self._says.done(owner, Line("show ", cards_said(cards)))
                    return
                what = counted(len(cards), "card") if BACK in cards else cards_line(cards)
                who = all_named([self.names[seat] for seat in known_to])
                look = self._verb(known_to, " look at ", " looks at ")
                yield Line(who, look, what, " in ", self._place(pile, owner), ".")
            case Hinted(seat):
                said = self._says.event(event, view)
                if said is None:
                    said = self._says.filled(hint_said(event), event)
                if said:
                    yield self._says.done(self._said[-1][0] if self._said else seat, said)
            case LaidOpen(cards, pile, owner, known_to) if cards:
                how = Line(" is laid open: ", cards_line(cards)) if known_to != () else " is turned face down"
                yield self._says.done(None, Line(self._place(pile, owner), how))
            case LaidOpen():
                pass
            case Rolled(sides, number):
                yield f"{number} is rolled, of {sides}."
            case PointsScored(seat, points, reason):
                what = f"{abs(points):g} {self._scored_in}{'s' * (abs(points) != 1)}"
                yield self._says.done(seat, f"{'lose' if points < 0 else 'get'} {what} for {reason}")
            case TurnBegun():
                self._said.clear()
            case _:
                said = self._says.event(event, view)
                if said is None:
                    yield facts_line(plain(event))
                elif said:
                    yield self._says.done(getattr(event, "seat", None), said)

    def _verb(self, seats: Sequence[Seat], many: str, one: str) -> str:
        """How a verb is said of these seats."""
        return one if len(seats) == 1 and seats[0] != self._says.you else many

    def _moved(self, event: Moved, view: Any) -> Iterator[Line]:
        """What is told of a move: what the game says, or where the cards went if no action has told that."""
        if event.source not in self._owners:
            self._owners[event.source] = owner_in(event.source, view)
        giver, taker = self._owners[event.source], event.owner
        self._owners[event.target] = taker
        if not self._begun:
            return
        who = giver if taker is None else taker
        if who is None and self._said:
            who = self._said[-1][0]
        is_said, said = self._is_said(event.cards, giver, taker), self._says.event(event, view)
        if said is None and not is_said:
            said = self._going(event, giver, taker)
            who = giver if taker is None else taker
        if said:
            yield self._says.done(who, said)

    def _going(self, event: Moved, giver: Seat | None, taker: Seat | None) -> Line:
        """Where cards go, without who gets them, or gives them where nobody does."""
        cards, source = cards_said(event.cards), self._place(event.source, giver)
        target = self._place(event.target, taker)
        if taker is None and giver is None:
            return Line(cards, f" {'goes' if len(event.cards) == 1 else 'go'} from ", source, " to ", target)
        if taker is None:
            return Line("put ", cards, " on ", target)
        if giver == taker:
            return Line("move ", cards, f" from {the(called(event.source))} to {the(called(event.target))}")
        if giver is not None:
            return Line("get ", cards, " from ", self._says.name(giver))
        return Line("draw " if event.known_to is not None else "take ", cards, " from ", source)

    def _is_said(self, cards: tuple[Card, ...], giver: Seat | None, taker: Seat | None) -> bool:
        """Whether an action has said already that these cards go there; each is said once.

        An action that names cards has said that they go to nobody else, or as many hidden ones to anybody; one without
        fields, that hidden ones come to or from who acts.
        """
        moved = Counter(cards)
        hidden = BACK in moved
        for seat, named, is_alone in self._said:
            if is_alone and hidden and seat in (giver, taker):
                return True
            if named >= moved and (hidden or taker in (None, seat)):
                named.subtract(moved)
                return True
        return False

    def _place(self, name: str, owner: Seat | None) -> Line:
        """What a pile is called: `the stock`, `Bob's hand`, `your layout 3`."""
        if owner is None:
            return Line(the(nobodys(name)))
        return Line(self._says.whose(owner), f" {called(name)}")


def _cards_of(action: Any) -> Iterator[Card]:
    """The cards that an action names, hidden ones too."""
    for value in cast(dict[str, Any], vars(action)).values():
        for part in cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)):
            if isinstance(part, Card):
                yield part


def board_lines(
    points: Sequence[float], scores: Sequence[float], names: Sequence[str], scored_in: str
) -> Iterator[str]:
    """How a round ended and how it stands: a column for each player, or a sentence where there is no room."""
    word = f"{scored_in}s"
    rows = [["", *names], [word, *(f"{one:g}" for one in points)], ["together", *(f"{one:g}" for one in scores)]]
    columns = [max(map(width, column)) for column in zip(*rows, strict=True)]
    needed = sum(columns) + 2 * len(names)
    within = [Name("you") if name == "You" else name for name in names]
    narrow = Line(
        f"{word.capitalize()}: ", scores_line(points, within), ". Together: ", scores_line(scores, within), "."
    )
    for number, row in enumerate(rows):
        parts: list[str] = [padded(row[0], columns[0])]
        for cell, columns_of_cell in zip(row[1:], columns[1:], strict=True):
            parts += [" " * (columns_of_cell - width(cell) + 2), cell]
        yield Wide(*parts, width=needed, instead=() if number else (narrow,))


def facts_line(facts: Mapping[str, Any]) -> str:
    """An event that only its game knows, from what JSON has of it: its name, then each fact with its name."""
    told = ", ".join(f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items() if name != "event")
    name = str(facts["event"]).replace("-", " ")
    return f"{name[:1].upper()}{name[1:]}{': ' if told else ''}{told}."
