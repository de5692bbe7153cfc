"""What actions and events are called for people: one sentence for logs, buttons, questions, hints, speech and pages.

A sentence has no subject of its own: `ask {seat} for {rank:many}` is «Ask Ada for threes» on a button, and «Ben asks
you for threes» where it is told; one with a capital is whole. A part in square brackets is left out where a field that
it names says nothing.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, cast

from cardkit.core.actions import UNSEEN, Action, spread
from cardkit.core.cards import BACK, Card
from cardkit.core.description import Kinds, known_fields_of
from cardkit.core.events import Event, Hinted
from cardkit.core.game import Game
from cardkit.core.piles import Domain, Seat
from cardkit.core.state import State
from cardkit.core.texts import counted, titled
from cardkit.plugins.lines import Face, Line, Name, SuitName, interleaved

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


def ranks_said(rank: str) -> str:
    """Several of a rank.

    >>> ranks_said("3"), ranks_said("6"), ranks_said("A"), ranks_said("Juggler")
    ('threes', 'sixes', 'aces', 'Jugglers')
    """
    name = RANKS.get(rank.casefold(), rank)
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
            return _ended(capital(saying))
        if seat == self.you:
            return _ended(Line(self.names[seat], " ", *parts))
        verb, blank, more = str(first).partition(" ")
        return _ended(Line(self._names[seat], " ", f"{third(verb)}{blank}{more}", *rest))

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
        return all_of([self.value(value, domain, how) for value in values], "or")

    def _parts(self, saying: str, values: Mapping[str, Any], kinds: Mapping[str, Kinds]) -> Iterator[str | Card]:
        def needed(part: re.Match[str]) -> str:
            named = [values.get(name) for name, _ in _FIELD.findall(part[1])]
            return "" if any(value is None or value is False or value == () for value in named) else part[1]

        for piece in _pieces(_PART.sub(needed, saying) if "[" in saying else saying):
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
def _pieces(saying: str) -> Sequence[str | tuple[str, str, str]]:
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


def _ended(line: Line) -> Line:
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
