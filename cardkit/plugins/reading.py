"""Reading what a person types: the legal action that a line means, or in the words of the table why it means none."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, cast

from cardkit.core.actions import (
    Each,
    Form,
    SomeOf,
    cards_of,
    found_in,
    instead_of,
    kind_of,
    likeness,
    parts_of,
    spread,
    words_of,
)
from cardkit.core.cards import Card, Domain, Pile, Seat, Sight
from cardkit.core.description import Kinds, domains_of, fields_of
from cardkit.core.errors import CardkitError, IllegalAction, NotAnAction, shown
from cardkit.core.game import NO_REASON
from cardkit.core.texts import tidy
from cardkit.plugins.lines import Line, Marked, in_notation, interleaved, spoken, with_places
from cardkit.plugins.sayings import Sayings, pieces_of, rank_said, template_of
from cardkit.plugins.typed_words import (
    IN_WORDS,
    MOST,
    Speller,
    Words,
    is_alike,
    is_rank,
    number_typed,
    tokens_of,
    used_by_verb,
)
from cardkit.table.match import Match
from cardkit.table.notation import action_classes


@dataclass(frozen=True)
class Choice:
    """One of some values."""

    values: Sequence[Any]
    domain: Domain | None = None

    def words(self) -> Sequence[Any]:
        """What can be typed for it."""
        return self.values

    def cards(self) -> list[Card]:
        """The cards among the values."""
        return [] if isinstance(self.values, range) else [value for value in self.values if isinstance(value, Card)]


@dataclass(frozen=True)
class Some:
    """Some cards, in any order, but no fewer than `least`."""

    pack: Sequence[Card]
    least: int

    def words(self) -> Sequence[Card]:
        """What can be typed for one of them."""
        return self.pack

    def cards(self) -> Sequence[Card]:
        """The cards of which some are chosen."""
        return self.pack


@dataclass(frozen=True)
class Pattern:
    """An action's word, the choices of its fields, what makes the action of the values that were chosen, and its
    sentence.
    """

    word: str
    fields: Sequence[Choice | Some]
    make: Callable[[Sequence[Any]], Any]
    sentence: Sequence[str | int]
    """The words of its sentence, with the place of each field where that is said."""
    is_open: bool = True
    """Whether the values that were not typed have to be tried, because they make one action or another."""

    @classmethod
    def of(cls, part: Any, saying: str = "") -> Pattern:
        """The pattern of a legal action, or of a form, and of what is said of it."""
        if isinstance(part, Form):
            form = cast(Form[Any], part)
            choices, sentence = _fields_of_form(form), _steps(form.kind, saying)
            return cls(form.kind.word, choices, lambda values: form.find(form.kind(*values)), sentence)
        values = cast(dict[str, Any], vars(part))
        typed = [name if value is True else value for name, value in values.items()]
        fields = list(map(_fixed, typed, domains_of(type(part))))
        return cls(part.word, fields, lambda _: part, _steps(type(part), saying), is_open=False)

    @classmethod
    def of_kind(cls, kind: Any, deck: Sequence[Card], seats: int) -> Pattern | None:
        """The pattern of every action of a class with this deck, legal or not; None where its fields have no bounds."""
        fields = [_any_value(one, deck, seats) for one in fields_of(kind).values()]
        known = [field for field in fields if field is not None]
        if len(known) < len(fields):
            return None
        return cls(kind.word, known, lambda values: kind(*values), _steps(kind, template_of(kind)))

    @property
    def has_cards(self) -> bool:
        """Whether cards can be typed for it."""
        return any(field.cards() for field in self.fields)

    def meant(self, words: Words, speller: Speller) -> Iterator[Any]:
        """The actions that typed words can mean: each word is the beginning of one, and what comes last may be left
        out.

        Its sentence's own words are no others where they stand at their places: `as` in `ac as aces` is no ace.
        """
        if as_said := [values for values, _ in self.said(words, speller)]:
            yield from self._made(as_said)
            return
        tokens = words.joined if self.has_cards else words.apart
        for used in used_by_verb(self.word, tokens):
            yield from self._made(_filled(self.fields, tokens[used:], speller))

    def said(self, words: Words, speller: Speller) -> Iterator[tuple[Sequence[Any], Sequence[str]]]:
        """The values of words that are typed as its sentence goes, with more of that than its verb, and the words that
        are left for its verb and its cards.
        """
        verb, steps = self.sentence[:1], self.sentence[1:]
        for used in {*used_by_verb(self.word, words.typed), int([*verb] == [*words.typed[:1]])} if verb else ():
            for values, cards, is_said in _said(steps, self.fields, words.typed[used:], speller):
                if values and is_said:
                    all_values = [values.get(place, field) for place, field in enumerate(self.fields)]
                    yield all_values, [*words.typed[:used], *cards]

    def _made(self, every: Iterable[Sequence[Any]]) -> Iterator[Any]:
        """The actions that values make, of which some may be left open."""
        for values in every:
            if any(isinstance(value, Some) for value in values) and self.is_open:
                continue
            open_values = [value.values if isinstance(value, Choice) else (value,) for value in values]
            some = itertools.product(*open_values) if self.is_open else [values]
            yield from filter(None, map(self.make, itertools.islice(some, MOST)))


def _steps(kind: Any, saying: str) -> Sequence[str | int]:
    """The words of a sentence with the places of the fields in it, each part that may be left out too."""
    fields = fields_of(kind)
    steps = list[str | int]()
    for piece in pieces_of(saying.replace("[", " ").replace("]", " ")):
        if isinstance(piece, str):
            steps += tokens_of(piece)
        elif piece[1] in fields:
            steps.append([*fields].index(piece[1]))
            if piece[2] and fields[piece[1]].domain is None and any(one.base is int for one in fields[piece[1]].each):
                steps += tokens_of(f"{piece[2]} {piece[2]}s")
    return steps


def _said(
    steps: Sequence[str | int], fields: Sequence[Choice | Some], typed: Sequence[str], speller: Speller
) -> Iterator[tuple[Mapping[int, Any], Sequence[str], bool]]:
    """Every way to read words as a sentence goes, in which its own words may be left out: the values by the places of
    their fields, the words that are cards, and whether any is the sentence's own.

    One of these that is a card's name too is the card where nothing follows that the sentence goes on with.
    """
    if not typed:
        yield {}, (), False
        return
    step = steps[0] if steps else None
    if isinstance(step, str):
        ends = len(typed) == 1 and any(isinstance(one, int) for one in steps)
        is_card = ends and bool(speller.cards_of(speller.first(typed)[0]))
        own = [*_said(steps[1:], fields, typed[1:], speller)] if typed[0] == step and not is_card else []
        yield from ((values, cards, True) for values, cards, _ in own)
        if not own:
            yield from _said(steps[1:], fields, typed, speller)
    elif step is not None:
        for value, used in _values_typed(fields[step], typed, speller):
            for values, cards, is_said in _said(steps[1:], fields, typed[used:], speller):
                named = typed[:used] if fields[step].cards() else ()
                yield {step: value, **values}, [*named, *cards], is_said


def _values_typed(field: Choice | Some, typed: Sequence[str], speller: Speller) -> Iterator[tuple[Any, int]]:
    """The values of a field that the first words can mean, each with how many words it takes."""
    if isinstance(field, Some):
        yield from ((cards, len(typed) - len(left)) for cards, left in _some(field, (), typed, speller))
        return
    for value in field.values if field.domain is Domain.SEAT else _near(field, typed[0]):
        yield from ((value, used) for used in speller.used(value, typed, field.domain))


def _filled(fields: Sequence[Choice | Some], tokens: Sequence[str], speller: Speller) -> Iterator[list[Any]]:
    """Every way to share words out among fields; one that no word is left for stays as it is, and so may a player."""
    if not fields or not tokens:
        if not tokens:
            yield list(fields)
        return
    field, *rest = fields
    if isinstance(field, Choice) and field.domain is Domain.SEAT:
        yield from ([field, *values] for values in _filled(rest, tokens, speller))
    for value, used in _values_typed(field, tokens, speller):
        yield from ([value, *values] for values in _filled(rest, tokens[used:], speller))


def _near(field: Choice, token: str) -> Sequence[Any]:
    """The values that a word can mean at all: in a range, which may be very long, the number alone."""
    if isinstance(field.values, range):
        number = number_typed(token, field.domain)
        return [number] if number is not None and number in field.values else []
    return field.values


def _some(
    field: Some, chosen: tuple[Card, ...], tokens: Sequence[str], speller: Speller
) -> Iterator[tuple[tuple[Card, ...], Sequence[str]]]:
    """Some of the cards that the first words mean, and the words after them."""
    if len(chosen) >= field.least and (chosen or not field.least):
        yield chosen, tokens
    left = list(field.pack)
    for card in chosen:
        left.remove(card)
    for card in dict.fromkeys(left):
        for used in speller.used(card, tokens):
            yield from _some(field, (*chosen, card), tokens[used:], speller)


def _fixed(value: Any, domain: Domain | None) -> Choice | Some:
    """A field of one action, which has one value; of its cards the first will do to tell it from others."""
    if isinstance(value, tuple) and value and all(isinstance(part, Card) for part in cast(tuple[Any, ...], value)):
        return Some(cast(tuple[Card, ...], value), 1)
    return Choice([value], domain)


def _fields_of_form(form: Form[Any]) -> list[Choice | Some]:
    choices = form.choices if isinstance(form, Each | SomeOf) else ()
    domains = domains_of(form.kind)
    if not isinstance(form, SomeOf):
        return [Choice(values, domain) for values, domain in zip(choices, domains, strict=True)]
    place = form.kind.place_of_cards()
    del domains[place]
    fields: list[Choice | Some] = [Choice(values, domain) for values, domain in zip(choices, domains, strict=True)]
    fields.insert(place, Some(form.cards, form.least))
    return fields


def _any_value(kinds: Kinds, deck: Sequence[Card], seats: int) -> Choice | Some | None:
    """Every value that can be typed for a field, none first where it may be left out; None where they have no end."""
    if len(kinds.some) != 1:
        return None
    (kind,) = kinds.some
    if kind.base is tuple and kind.parts and kind.parts[0].written is Card:
        return Some(deck, 0)
    if kind.base is bool:
        values: Sequence[Any] | None = (False,)
    elif kind.base is int or kind.domain is Domain.PLACE:
        values = range(1000)
    else:
        values = kind.values(deck, seats)
    if values is None:
        return None
    return Choice((None, *values) if kinds.optional else values, kind.domain)


_SMALL = frozenset({"a", "an", "as", "down", "for", "in", "it", "its", "on", "to"})
"""Words of a sentence that nobody has to type."""
_SHORT = 5
"""How many words a sentence has at the most that people are advised to type."""
_FEWEST = 3
"""So many numbers are told from the first to the last."""
_NAMED = 6
"""How many of the actions that a line could mean are named."""


def numbered_cards(least: int, most: int) -> str:
    """So many cards: `three cards`, `one to four cards`."""
    words = [IN_WORDS[number] if number < len(IN_WORDS) else str(number) for number in dict.fromkeys((least, most))]
    return f"{' to '.join(words)} card{'s' * (most != 1)}"


class NotTaken(CardkitError):
    """A typed line that a person's game can't take as an action, and why, in the game's own words."""

    reason: str
    sentence = "{reason}"


class Ambiguous(NotTaken):
    """A typed line that could mean several legal actions, so that more has to be said."""


class Reader:
    """Reads what the person at a seat types: notation, or as much of it as tells one legal action from all others.

    Capitals make no difference, nor do commas and the order of several cards. The action's own word may be left out; a
    card is meant by `7h`, `7 h`, `7♥`, `7 of hearts` or, where that is enough, `7`; a player by number or name.
    """

    def __init__(
        self, match: Match[Any, Any], seat: Seat, names: Sequence[str], said: Callable[[Any], Line] = spoken
    ) -> None:
        self._match = match
        self._seat = seat
        self._said = said
        self._says = Sayings(match.game, names, seat)
        self._speller = Speller((card for pile in match.state.piles() for card in pile), names)
        self._view: Any = None
        """The table as it is seen while a line is read."""
        self._sentences = dict[Any, Sequence[Sequence[str]]]()
        """The words of each sentence that an action has, while a line is read."""

    def read(self, text: str, legal: Sequence[Any], *, typed: bool = True) -> Any:
        """The legal action that a text means; raises Ambiguous, NotTaken, IllegalAction or NotAnAction.

        Where it was not typed by a person it may be notation, in which places are counted from 0.
        """
        try:
            return self._typed(text, legal) if typed else self._match.read(text, self._seat)
        except (NotAnAction, IllegalAction) as error:
            laid = self._laid(text, legal)
            found = laid or self._begun(text, legal)
            if len(found) == 1:
                if not laid:
                    self._refuse_more(text, found[0])
                return found[0]
            if found:
                raise Ambiguous(self._which(found)) from None
            raise self._refusal(text, legal, error) from None

    def _refuse_more(self, text: str, action: Any) -> None:
        """Raise NotTaken where nothing but cards in full was typed, and the action takes more than these."""
        words = self._words(text) or Words((), (), ())
        named = self._named(words)
        others = [word for word in words.joined if not self._speller.cards_of(word)]
        if 0 < len(named) < len(cards_of(action)) and all(map(action.word.casefold().startswith, others)):
            raise NotTaken(Line("You typed ", *interleaved(named, " and "), " alone; you can ", self._sentence(action)))

    def _typed(self, text: str, legal: Sequence[Any]) -> Any:
        """The legal action that is typed in notation, but for places, which people count from 1."""
        try:
            written: Any = self._match.read(text, self._seat)
        except IllegalAction as error:
            written = error.action
            if with_places(written, -1) == written:
                raise
        action = with_places(written, -1)
        if action is None:
            raise NotAnAction(text, "places are counted from 1")
        found = written if action == written else self._match.meant(legal, action, self._seat)
        if found is None:
            raise IllegalAction(action, self._match.objection_to(action, self._seat))
        return found

    def meanings(self, text: str, legal: Sequence[Any]) -> list[Any]:
        """The legal actions that a text can mean, each typed word being the beginning of one of theirs.

        A card that is named in full is that card alone, and what is typed in full is meant before what it begins.
        """
        try:
            return [self._typed(text, legal)]
        except (NotAnAction, IllegalAction):
            return self._begun(text, legal)

    def _begun(self, text: str, legal: Sequence[Any]) -> list[Any]:
        """The legal actions of which a text, which is no notation, is the beginning."""
        words = self._words(text)
        return [] if words is None else self._found(words, legal)

    def _laid(self, text: str, legal: Sequence[Any]) -> list[Any]:
        """The actions of those that are alike whose cards, all of them, are typed: `888 3`, in any order."""
        found = dict[Any, Any]()
        parts = [part for part in parts_of(legal) if not isinstance(part, Form) and part.alike]
        words = self._words(text) if parts else None
        ways = list(zip(words or (), (self._speller.one_by_one, self._speller.counted), strict=False))
        for part, (typed, way) in itertools.product(parts, ways):
            for used in used_by_verb(part.word, typed):
                if (action := self._with_cards(part, list(way(typed[used:], part.alike)))) is not None:
                    found.setdefault(likeness(action), action)
        return list(found.values())

    def _with_cards(self, part: Any, typed: Sequence[str]) -> Any:
        """An action alike to this one with the cards that are typed, what is alike being any of them; or None."""
        own = cards_of(part)
        if len(own) != len(typed):
            return None
        there = [*own, *instead_of(part, self._match.state.piles(), self._seat)]
        for card in own:
            there.remove(card)
        named = [self._speller.cards_of(word) for word in typed]
        cards = [card for (card, *_) in filter(None, named)]
        left = [card for card in there if card not in cards]
        for word in (word for word, card in zip(typed, named, strict=True) if not card):
            known = [card for card in [*own, *left] if card in left]
            alone = (card for alike in (part.alike, ("rank",)) for card in known if is_alike(word, card, alike))
            fits = next(alone, None)
            if fits is None:
                return None
            left.remove(fits)
            cards.append(fits)
        if Counter(cards) == Counter(own) and not any(named):
            return part
        values = {
            name: tuple(cards) if isinstance(value, tuple) else cards[0] if isinstance(value, Card) else value
            for name, value in cast(dict[str, Any], vars(part)).items()
        }
        action = replace(part, **values)
        return action if self._match.meant([part], action, self._seat) is not None else None

    def _words(self, text: str) -> Words | None:
        """The words of a text; None where there are none, or too many."""
        self._speller.begin()
        self._sentences.clear()
        self._view = self._match.view(self._seat)
        words = self._speller.words(text)
        return words if 0 < len(words.apart) <= MOST else None

    def _found(self, words: Words, legal: Sequence[Any]) -> list[Any]:
        found = self._all_found(words, legal) or self._found_in_part(words, legal)
        if len(found) > 1:
            self._speller.begin(in_full=True)
            found = self._all_found(words, legal) or found
            found = [action for action in found if words.apart[0] == action.word.casefold()] or found
        found = [action for action in found if self._is_said(action, words)] or found
        named = {card for word in words.joined for card in self._speller.cards_of(word)}
        found = [action for action in found if named & cards_in(action)] or found
        return self._begun_by(found)

    def _begun_by(self, found: Sequence[Any]) -> list[Any]:
        """The action from whose sentence those of all others go on, if there is one: `order up TS`, not `TS, alone`.

        Others that take more cards are not what goes on, but something else.
        """
        if len(found) < 2 or len({frozenset(cards_in(action)) for action in found}) > 1:
            return [*found]
        return [action for action in found if self._go_on_from(action, found)] or [*found]

    def _is_said(self, action: Any, words: Words) -> bool:
        """Whether a whole sentence of an action is typed."""
        return _without_small_words(words.joined) in self._sentences_of(action)

    def _go_on_from(self, action: Any, others: Sequence[Any]) -> bool:
        """Whether the sentences of all others go on where that of an action ends."""
        said = self._sentences_of(action)[-1]
        sentences = [self._sentences_of(other)[-1] for other in others if other != action]
        return all(len(said) < len(other) and [*said] == [*other[: len(said)]] for other in sentences)

    def _sentences_of(self, action: Any) -> Sequence[Sequence[str]]:
        """The words of an action as this person is told to type it, and of its sentence at the table."""
        if action not in self._sentences:
            said = dict.fromkeys((str(self._said(action)), str(self._sentence(action))))
            self._sentences[action] = [_without_small_words(self._speller.words(one).joined) for one in said]
        return self._sentences[action]

    def _all_found(self, words: Words, legal: Sequence[Any]) -> list[Any]:
        return [*dict.fromkeys(action for part in parts_of(legal) for action in self._meant(part, words, legal))]

    def _meant(self, part: Any, words: Words, legal: Sequence[Any]) -> Iterator[Any]:
        if not isinstance(part, Form) and self._begins(part, words):
            yield part
        is_form = isinstance(part, Form)
        found = [*self._pattern(part).meant(words, self._speller)]
        for action in found or (self._said_in_full(cast(Form[Any], part), words) if is_form else ()):
            yield action if not isinstance(part, Form) else found_in(legal, action)

    def _said_in_full(self, form: Form[Any], words: Words) -> Iterator[Any]:
        """The actions of a form whose whole sentence is typed, with its verb or without: `nil` or `3 tricks`."""
        typed = _without_small_words(words.joined)
        for place in range(min(len(form), 1 if isinstance(form, SomeOf) else MOST)):
            action = form.nth(place)
            if any(typed in (said, said[1:]) for said in self._sentences_of(action)):
                yield action

    def _pattern(self, part: Any) -> Pattern:
        """The pattern of what is legal, with its sentence."""
        action = cast(Form[Any], part).nth(len(cast(Form[Any], part)) - 1) if isinstance(part, Form) else part
        return Pattern.of(part, self._says.saying(action, self._view))

    def _begins(self, action: Any, words: Words) -> bool:
        """Whether typed words are the beginnings of the words that say an action, from the first one or the second."""
        typed = _without_small_words(words.joined)
        begun = [
            one for said in self._sentences_of(action) for one in ((said, said[1:]) if len(typed) > 1 else (said,))
        ]
        return any(len(typed) <= len(some) and all(map(self._is_begun, some, typed)) for some in begun)

    def _found_in_part(self, words: Words, legal: Sequence[Any]) -> list[Any]:
        """The actions of whose sentences several words are typed in their order, and others left out, as in `turn up 3`
        for card 3; or the only one that is said with a card though it takes none, as in `order up TS`.
        """
        typed = _without_small_words(words.joined)
        found = [part for part in parts_of(legal) if not isinstance(part, Form) and self._are_in(part, typed)]
        if len(typed) > 1:
            return found
        of_card = self._begun_by([action for action in found if not cards_in(action)])
        return of_card if len(of_card) == 1 and self._speller.cards_of(typed[0]) else []

    def _are_in(self, action: Any, typed: Sequence[str]) -> bool:
        """Whether typed words stand in a sentence of an action in their order, or begin words that do."""
        return any(self._stand_in(iter(said), typed) for said in self._sentences_of(action))

    def _stand_in(self, said: Iterator[str], typed: Sequence[str]) -> bool:
        return all(any(word == one if one.isdecimal() else self._is_begun(word, one) for word in said) for one in typed)

    def _is_begun(self, said: str, typed: str) -> bool:
        """Whether a typed word begins one of a sentence, or is the rank of the card that it names."""
        cards = self._speller.cards_of(said)
        return said.startswith(typed) or (len(cards) == 1 and is_rank(typed, cards[0].rank))

    def completions(self, text: str, legal: Sequence[Any]) -> list[str]:
        """What the beginning of a line can be completed to, so that it means a legal action, or begins one."""
        wanted = tidy(text)
        lines = [str(self._said(part)) for part in parts_of(legal) if not isinstance(part, Form)]
        found = [line for line in lines if tidy(line).startswith(wanted)]
        if not found:
            found = [str(self._said(action)) for action in self.meanings(text, legal)]
        return [*dict.fromkeys([*found, *self._of_forms(text, legal)])]

    def _of_forms(self, text: str, legal: Sequence[Any]) -> Iterator[str]:
        """The words of forms, then with every card or other word that can come next."""
        begun, _, last = text.rpartition(" ")
        for part in parts_of(legal):
            if not isinstance(part, Form):
                continue
            pattern = Pattern.of(part)
            if not begun and pattern.word.startswith(last):
                yield f"{pattern.word} "
            elif begun and pattern.word.startswith(tokens_of(begun)[0]):
                values = [value for field in pattern.fields for value in field.words()[:MOST]]
                yield from (f"{begun} {value}" for value in map(str, values) if tidy(value).startswith(tidy(last)))

    def _which(self, found: Sequence[Any]) -> Line:
        """A question that names what a line could mean."""
        named = [[*_words_in(in_notation(self._said(action)))] for action in found[:_NAMED]]
        first = _alike(named)
        last = _alike([words[first:][::-1] for words in named])
        ends = [Line(*_spaced(words[first : len(words) - last])) for words in named]
        after = named[0][len(named[0]) - last :]
        one = [" or ", ends.pop()] if len(found) <= _NAMED else []
        which = Line(*interleaved(ends, ", "), *one)
        more = " …" if len(found) > _NAMED else ""
        return Line("Which: ", *_spaced([*named[0][:first], which, *after]), f"{more}?")

    def _refusal(self, text: str, legal: Sequence[Any], error: NotAnAction | IllegalAction) -> CardkitError:
        """Why a text means nothing legal, in the words of the table."""
        words = self._words(text)
        if words is None or self._match.result is not None or self._seat not in self._match.to_act:
            return error
        typed, words = words, self._without_own_words(words, legal)
        named = self._named(words)
        verb = "" if named else self._verb_of_another_time(words, legal)
        ranks = [] if verb else list(filter(None, map(self._speller.rank_alone, words.joined[-1:])))
        reasons = [
            self._not_there(named, ranks, legal),
            self._too_few(named, words, legal),
            *self._objections(typed, legal),
            self._too_many(named, legal),
        ]
        why = list(filter(None, reasons))[:1]
        if why:
            return NotTaken(Line(*why, *(self._instead(words, legal) or self._few(why[0], legal))))
        if isinstance(error, NotAnAction) and (written := self._written(words, legal)):
            try:
                self._typed(written, legal)
            except IllegalAction as illegal:
                error = illegal
        reason = error.reason if isinstance(error, IllegalAction) else NO_REASON
        if verb:
            why = [self._cannot([verb], reason)]
        elif isinstance(error, IllegalAction) and self._is_of_this_deck(error.action, named):
            why = [self._cannot([self._sentence(error.action)], reason)]
        if why:
            return NotTaken(Line(*why, *self._few(why[0], legal)))
        of_use = [part for part in parts_of(legal) if any({*named} & {*one.cards()} for one in Pattern.of(part).fields)]
        held = [] if of_use else self._held(named)
        strange = [shown(text), " is not understood", *self._unnumbered(text, legal)]
        return NotTaken(Line(*(held or strange), "; ", *self._now(of_use or legal)))

    def _without_own_words(self, words: Words, legal: Sequence[Any]) -> Words:
        """The words of verb and cards alone, where the sentence of an action is typed."""
        for kind in self._kinds(legal):
            pattern = Pattern.of_kind(kind, self._speller.deck, self._match.state.seats)
            for _, left in pattern.said(words, self._speller) if pattern else ():
                return self._speller.words_of(left)
        return words

    def _kinds(self, legal: Sequence[Any]) -> Iterable[Any]:
        """The kinds of actions, those first that are possible now."""
        return dict.fromkeys([*map(kind_of, parts_of(legal)), *action_classes(type(self._match.game))])

    def _unnumbered(self, text: str, legal: Sequence[Any]) -> list[str | Card]:
        """That what can be done has no numbers, where one of so many was typed."""
        is_number = bool(re.fullmatch(r"\s*[1-9]\d?\s*", text)) and int(text) <= len(legal)
        return [", as nothing is numbered here"] if is_number and not self._counts(legal) else []

    def _written(self, words: Words, legal: Sequence[Any]) -> str:
        """What is typed in notation, where it says something legal but for its number; else nothing."""
        typed = _without_small_words(words.joined)
        numbers, others = [word for word in typed if word.isdecimal()], [word for word in typed if not word.isdecimal()]
        for part in parts_of(legal) if len(numbers) == 1 and others else ():
            if isinstance(part, Form) or [*map(type, cast(dict[str, Any], vars(part)).values())] != [int]:
                continue
            if self._are_in(part, others):
                return f"{part.word} {numbers[0]}"
        return ""

    def _named(self, words: Words) -> list[Card]:
        """The cards that are named in full; of two that are called alike, the one that is held."""
        held = {card for pile in self._hand() or () for card in pile}
        called = filter(None, map(self._speller.cards_of, words.joined))
        return [next((card for card in alike if card in held), alike[0]) for alike in called]

    def _not_there(self, named: Sequence[Card], ranks: Sequence[str], legal: Sequence[Any]) -> Line | None:
        """Says which card was typed that isn't there, where all that can be done is done with one's own, or what lies
        open.
        """
        hand = self._hand()
        wanted = {card for part in parts_of(legal) for field in Pattern.of(part).fields for card in field.cards()}
        seen = [pile for pile in self._match.state.piles() if pile.seen_by(self._seat)]
        there = Counter(card for pile in seen if hand is None or pile in hand or wanted & {*pile} for card in pile)
        if not wanted <= there.keys() or (hand is None and not wanted):
            return None
        have = "see" if hand is None else "have"
        strange = [card for card in dict.fromkeys(named) if card not in there]
        if strange:
            return Line(f"You {have} no ", *interleaved(strange, " and no "))
        double = [card for card, times in Counter(named).items() if times > there[card]]
        if double:
            times = Counter(named)[double[0]]
            return Line("You typed ", double[0], " twice" if times == 2 else f" {times} times")
        if ranks and not named and not self._counts(legal) and all(card.rank not in ranks for card in there):
            return Line(f"You {have} no {rank_said(ranks[0])}")
        return None

    @staticmethod
    def _counts(legal: Sequence[Any]) -> bool:
        """Whether a number is no rank, as what can be done takes other numbers, and no cards or ranks."""
        fields = [field for part in parts_of(legal) for field in Pattern.of(part).fields]
        with_cards = any(field.cards() or getattr(field, "domain", None) is Domain.RANK for field in fields)
        return not with_cards and any(type(value) is int for field in fields for value in field.words()[:1])

    def _hand(self) -> list[Pile] | None:
        """The piles that the person alone sees; None where they have none."""
        piles, whose = self._match.state.piles(), self._holder
        return [pile for pile in piles if pile.owner == whose and pile.sight in (Sight.OWNER, self._sight)] or None

    @property
    def _holder(self) -> Seat:
        """The seat whose cards are played."""
        cards_of = self._match.acting.cards_of
        return self._seat if cards_of is None else cards_of

    @property
    def _sight(self) -> Sight:
        """Who else may see a hand whose cards are played."""
        return Sight.OWNER if self._holder == self._seat else Sight.EVERYBODY

    def _too_few(self, named: Sequence[Card], words: Words, legal: Sequence[Any]) -> Line | None:
        """Says how many cards are to be typed, where all that were could be among them."""
        for form in [cast(SomeOf[Any], part) for part in parts_of(legal) if isinstance(part, SomeOf)]:
            others = [word for word in words.joined if word != form.kind.word.casefold()]
            is_meant = all(self._speller.cards_of(word) or self._speller.rank_alone(word) for word in others)
            if is_meant and set(named) <= set(form.cards) and not form.least <= len(others) <= form.most:
                typed = ["; you typed ", *interleaved(named, " ")] if named else []
                return Line(f"Choose {numbered_cards(form.least, form.most)} to {form.kind.word}", *typed)
        return None

    def _too_many(self, named: Sequence[Card], legal: Sequence[Any]) -> Line | None:
        """Says that one card is enough, where several of one's own were typed and no action takes more."""
        held = [card for pile in self._hand() or () for card in pile]
        parts = [part for part in parts_of(legal) if Pattern.of(part).has_cards]
        takes_one = parts and not any(isinstance(part, SomeOf) or len(cards_in(part)) > 1 for part in parts)
        if len(named) > 1 and takes_one and set(named) <= set(held):
            return Line("Only one card at a time; you typed ", *interleaved(named, " and "))
        return None

    def _is_of_this_deck(self, action: Any, named: Sequence[Card]) -> bool:
        """Whether an action with the named cards is of cards, ranks and suits that there are."""
        cards, deck = cards_in(action), self._speller.deck
        known = {None, *(part for card in (*deck, *named) for part in (card.rank, card.suit))}
        values = zip(cast(dict[str, Any], vars(action)).values(), domains_of(type(action)), strict=True)
        strange = (value for value, domain in values if domain in (Domain.RANK, Domain.SUIT) and value not in known)
        return set(named) <= cards <= {*deck, *named} and not any(strange)

    def _verb_of_another_time(self, words: Words, legal: Sequence[Any]) -> str:
        """The word of an action that a line begins with, if no such action is possible now."""
        now = {kind_of(part).word for part in parts_of(legal)}
        kinds = {kind.word.casefold(): kind for kind in action_classes(type(self._match.game)) if kind.word not in now}
        kind = kinds.get(words.apart[0])
        if kind is not None and not fields_of(kind):
            return str(self._sentence(kind()))
        return "" if kind is None else f"{kind.word.replace('-', ' ')}{' anything' * bool(fields_of(kind))}"

    def _objections(self, words: Words, legal: Sequence[Any]) -> Iterator[Line]:
        """What the game says against what was meant, of all that can be done at one time or another."""
        now = set(map(kind_of, parts_of(legal)))
        named = [card for word in words.joined for card in self._speller.cards_of(word)]
        cards = list(dict.fromkeys([*named, *(card for pile in self._hand() or () for card in pile)]))
        for kind in self._kinds(legal):
            pattern = Pattern.of_kind(kind, cards, self._match.state.seats)
            is_typed = any(used_by_verb(kind.word, words.apart[:1]))
            is_meant = kind in now or is_typed or bool(pattern and pattern.has_cards and cards)
            if pattern is None or not is_meant:
                continue
            meant = list(dict.fromkeys(islice(pattern.meant(words, self._speller), MOST)))
            if not meant or found_in(legal, meant[0]) is not None:
                continue
            reasons = {self._match.objection_to(action, self._seat) for action in meant}
            open_fields = _open_fields(meant)
            if not (kind in now or is_typed) and reasons == {NO_REASON}:
                continue
            if is_typed and len(words.apart) == 1:
                said = [kind.word.replace("-", " ") if vars(meant[0]) else self._sentence(meant[0])]
                yield self._cannot(said, self._match.objection_to(meant[0], self._seat))
            elif open_fields and len(reasons) > 1:
                yield Line(
                    "You can't ",
                    *_said_of(meant[0], open_fields),
                    f" now, whatever the {open_fields[0].replace('_', ' ')}",
                )
            else:
                said = _said_of(meant[0], open_fields) if open_fields else [self._sentence(meant[0])]
                yield self._cannot(said, self._match.objection_to(meant[0], self._seat))

    def _sentence(self, action: Any) -> Line:
        """An action as a sentence; as it is typed where it can't be said of this table, or not with its cards."""
        try:
            said = in_notation(self._says.action(action, self._view))
        except Exception:  # an action that isn't legal may name what isn't there
            return spoken(action)
        return said if all(card.text in said for card in cards_in(action)) else spoken(action)

    def _cannot(self, said: Sequence[str | Card], reason: str) -> Line:
        """That an action can't be done, in the table's notation; now, where that doesn't stand after a comma."""
        whole = Line("You can't ", *said, " now" * (", " not in Line(*said)))
        return whole if reason == NO_REASON else Line(whole, ": ", self._marked(reason))

    def _marked(self, text: str) -> Line:
        """A sentence of the game's, with its cards as cards."""
        cards = {card.text: card for card in self._speller.deck}
        found = re.split(rf"(?<!\w)({'|'.join(sorted(map(re.escape, cards), key=len, reverse=True))})(?!\w)", text)
        return Line(*[cards.get(part, part) for part in found])

    def _held(self, named: Sequence[Card]) -> list[str | Card]:
        """That a card that was named is of no use now."""
        return ["Nothing can be done with ", *interleaved(named, " and "), " now"] if named else []

    def _instead(self, words: Words, legal: Sequence[Any]) -> list[str | Card]:
        """What could be meant where what was typed as a card was a rank and a suit."""
        parts = self._speller.divided(words.joined)
        is_divided = len(parts) > len(words.joined)
        ways = [Words(some, some, some) for some in (parts, words.typed)] if is_divided else []
        of_cards, others = (self._found(way, legal) for way in ways) if ways else ([], [])
        found = of_cards or [action for action in others if not cards_in(action)]
        said = [self._sentence(action) for action in found[:_NAMED]]
        return ["; you can ", *interleaved(said, " or ")] if any(map(vars, found)) else []

    def _few(self, why: Line, legal: Sequence[Any]) -> list[str | Card]:
        """What can be typed instead, where the game gives no reason."""
        is_bare = why.startswith("You can't ") and ": " not in why and ", whatever the " not in why
        return ["; ", *self._now(legal)] if is_bare else []

    def _now(self, legal: Sequence[Any]) -> list[str | Card]:
        """What can be typed now: an action of each kind in words that are taken, an example where there are more."""
        kinds: dict[Any, list[Any]] = {}
        for part in parts_of(legal):
            kinds.setdefault(kind_of(part), []).append(part)
        said = list[Line]()
        each_is_one_of_many = len(kinds) > 1 and all(isinstance(one, Form) or more for one, *more in kinds.values())
        for first, *others in kinds.values():
            if (numbers := _numbers_of([first, *others])) is not None:
                said.append(Line(f"{kind_of(first).word.replace('-', ' ')} {spread(numbers)}"))
                continue
            is_form = isinstance(first, Form)
            action = cast(Form[Any], first).nth(0) if is_form else first
            whole = in_notation(self._said(action))
            is_short = len(whole.split()) <= _SHORT or not _is_said_by_notation(action, whole)
            short = whole if is_short else spoken(action)
            said.append(Line(short, ", for example" * ((is_form or bool(others)) and not each_is_one_of_many)))
        *some, last = said
        last = Line(last, ", for example" * each_is_one_of_many)
        return ["type ", *interleaved(some, ", "), *([", or " if "," in some[-1] else " or "] if some else []), last]


def _is_said_by_notation(action: Any, sentence: Line) -> bool:
    """Whether people understand an action's notation, which begins as its sentence does, and has no seats in it."""
    return sentence.startswith(f"{action.word} ") and Domain.SEAT not in domains_of(type(action))


def _numbers_of(parts: Sequence[Any]) -> range | None:
    """The numbers of which one is said, where nothing else is, and they lie evenly apart; None for one or two."""
    fields = [field for part in parts for field in Pattern.of(part).fields]
    if len(fields) != len(parts) or any(not isinstance(one, Choice) or one.domain is not None for one in fields):
        return None
    values: list[Any] = sorted({value for one in fields for value in one.words() if type(value) is int})
    found = range(values[0], values[-1] + 1, values[1] - values[0]) if len(values) >= _FEWEST else range(0)
    return found if found and values == [*found] else None


def _words_in(line: Line) -> Iterator[str | Card]:
    """The words and the cards of a line."""
    for part in line.parts:
        if isinstance(part, Line):
            yield from _words_in(part)
        else:
            yield from [part] if isinstance(part, Card | Marked) else part.split()


def _spaced(words: Sequence[str | Card]) -> Iterator[str | Card]:
    """Words with blanks between them, but before a mark such as a colon."""
    for place, word in enumerate(words):
        if place and not (isinstance(word, str) and word[:1] in ":;,.)"):
            yield " "
        yield word


def _alike(some: Sequence[Sequence[str | Card]]) -> int:
    """With how many words all begin alike, which leaves each of them one."""
    most = min(map(len, some)) - 1
    return next((place for place in range(most) if len({words[place] for words in some}) > 1), max(most, 0))


def _without_small_words(words: Sequence[str]) -> Sequence[str]:
    """Words without those that a sentence has and nobody types; all where nothing else is left."""
    return [word for word in words if word not in _SMALL] or words


def cards_in(action: Any) -> set[Card]:
    """The cards that an action names."""
    values = cast(dict[str, Any], vars(action)).values()
    parts = (cast(tuple[Any, ...], value if isinstance(value, tuple) else (value,)) for value in values)
    return {part for value in parts for part in value if isinstance(part, Card)}


def _open_fields(actions: Sequence[Any]) -> list[str]:
    """The fields in which actions with the same cards differ, but for those that may be left out."""
    if len({frozenset(cards_in(action)) for action in actions}) > 1:
        return []
    every = [cast(dict[str, Any], vars(action)) for action in actions]
    names = [name for name, value in every[0].items() if any(values[name] != value for values in every)]
    return [name for name in names if all(values[name] is not None for values in every)]


def _said_of(action: Any, open_fields: Sequence[str]) -> list[str | Card]:
    """An action as far as it was typed."""
    words = words_of(replace(with_places(action, 1) or action, **dict.fromkeys(open_fields)))
    return [*interleaved([word if isinstance(word, Card) else str(word) for word in words], " ")]
