"""From what a person types to the legal action that it means, in every game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, cast

from cardkit.core.acts.actions import words_of
from cardkit.core.acts.choices import found_in, kind_of, parts_of
from cardkit.core.acts.forms import Form, SomeOf
from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, IllegalAction, NotAnAction, shown
from cardkit.core.piles import Pile, Seat, Sight
from cardkit.core.texts import counted, tidy
from cardkit.plugins.lines import Line, interleaved, spoken
from cardkit.plugins.person.patterns import MOST, Pattern
from cardkit.plugins.person.spelling import Speller, Words, tokens_of, used_by_verb
from cardkit.table.match import Match
from cardkit.table.notation import action_classes, form_of

_NAMED = 6
"""How many of the actions that a line could mean are named."""
_NO_REASON = "not allowed now"
"""What a game says that gives no reason of its own."""


class NotTaken(CardkitError):
    """A typed line that a person's game can't take as an action, and why, in the game's own words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


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
        self._speller = Speller((card for pile in match.state.piles() for card in pile), names)

    def read(self, text: str, legal: Sequence[Any]) -> Any:
        """The legal action that a text means; raises Ambiguous, NotTaken, IllegalAction or NotAnAction."""
        try:
            return self._match.read(text, self._seat)
        except (NotAnAction, IllegalAction) as error:
            found = self.meanings(text, legal)
            if len(found) == 1:
                return found[0]
            if found:
                raise Ambiguous(self._which(found)) from None
            raise self._refusal(text, legal, error) from None

    def meanings(self, text: str, legal: Sequence[Any]) -> list[Any]:
        """The legal actions that a text can mean, each typed word being the beginning of one of theirs.

        A card that is named in full is that card alone, and what is typed in full is meant before what it begins.
        """
        words = self._words(text)
        return [] if words is None else self._found(words, legal)

    def _words(self, text: str) -> Words | None:
        """The words of a text; None where there are none, or too many."""
        self._speller.begin()
        words = self._speller.words(text)
        return words if 0 < len(words.apart) <= MOST else None

    def _found(self, words: Words, legal: Sequence[Any]) -> list[Any]:
        found = self._all_found(words, legal)
        if len(found) > 1:
            self._speller.begin(in_full=True)
            found = self._all_found(words, legal) or found
            found = [action for action in found if words.apart[0] == action.word.casefold()] or found
        named = {card for word in words.joined for card in self._speller.cards_of(word)}
        return [action for action in found if named & cards_in(action)] or found

    def _all_found(self, words: Words, legal: Sequence[Any]) -> list[Any]:
        return [*dict.fromkeys(action for part in parts_of(legal) for action in self._meant(part, words, legal))]

    def _meant(self, part: Any, words: Words, legal: Sequence[Any]) -> Iterator[Any]:
        if not isinstance(part, Form) and self._begins(part, words):
            yield part
        for action in Pattern.of(part).meant(words, self._speller):
            yield action if not isinstance(part, Form) else found_in(legal, action)

    def _begins(self, action: Any, words: Words) -> bool:
        """Whether typed words are the beginnings of the words that say an action, from the first one on."""
        said = self._speller.words(str(self._said(action))).joined
        return len(words.joined) <= len(said) and all(map(str.startswith, said, words.joined))

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
        named = [self._said(action) for action in found[:_NAMED]]
        more = " …" if len(found) > _NAMED else ""
        last: list[str | Card] = [" or ", named.pop()] if not more else []
        return Line("Which: ", *interleaved(named, ", "), *last, f"{more}?")

    def _refusal(self, text: str, legal: Sequence[Any], error: NotAnAction | IllegalAction) -> CardkitError:
        """Why a text means nothing legal, in the words of the table."""
        words = self._words(text)
        if words is None or self._match.result is not None or self._seat not in self._match.to_act:
            return error
        named = self._named(words)
        ranks = list(filter(None, map(self._speller.rank_alone, words.joined[-1:])))
        reasons = [self._not_there(named, ranks, legal), self._too_few(named, legal), *self._objections(words, legal)]
        why = list(filter(None, reasons))[:1]
        if why:
            return NotTaken(Line(*why, *self._instead(words, legal)))
        if isinstance(error, IllegalAction) and set(named) <= cards_in(error.action):
            return NotTaken(self._cannot([spoken(error.action)], error.reason))
        return NotTaken(Line(*(self._held(named) or [shown(text), " is not understood"]), "; ", *self._now(legal)))

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
        there = Counter(card for pile in seen if hand is None or pile.owner == self._seat for card in pile)
        if not wanted <= there.keys() or (hand is None and not wanted):
            return None
        have = "see" if hand is None else "have"
        strange = [card for card in dict.fromkeys(named) if card not in there]
        if strange:
            return Line(f"You {have} no ", *interleaved(strange, " and no "))
        double = [card for card, times in Counter(named).items() if times > there[card]]
        if double:
            return Line(double[0], " was typed more often than it is there")
        if ranks and not named and all(card.rank not in ranks for card in there):
            return Line(f"You {have} no {ranks[0]}")
        return None

    def _hand(self) -> list[Pile] | None:
        """The piles that the person alone sees; None where they have none."""
        piles = self._match.state.piles()
        return [pile for pile in piles if pile.owner == self._seat and pile.sight is Sight.OWNER] or None

    def _too_few(self, named: Sequence[Card], legal: Sequence[Any]) -> Line | None:
        """Says how many cards are to be typed, where all that were could be among them."""
        for form in [cast(SomeOf[Any], part) for part in parts_of(legal) if isinstance(part, SomeOf)]:
            if named and set(named) <= set(form.cards) and not form.least <= len(named) <= form.most:
                wanted = counted(form.least if len(named) < form.least else form.most, "card")
                return Line(f"{form.kind.word.capitalize()} takes {wanted}; you typed ", *interleaved(named, " "))
        return None

    def _objections(self, words: Words, legal: Sequence[Any]) -> Iterator[Line]:
        """What the game says against what was meant, of all that can be done at one time or another."""
        now = dict.fromkeys(map(kind_of, parts_of(legal)))
        named = [card for word in words.joined for card in self._speller.cards_of(word)]
        cards = list(dict.fromkeys([*named, *(card for pile in self._hand() or () for card in pile)]))
        for kind in {**now, **dict.fromkeys(action_classes(type(self._match.game)))}:
            pattern = Pattern.of_kind(kind, cards, self._match.state.seats)
            has_verb = any(used_by_verb(kind.word, words.apart[:1]))
            if pattern is None or not (has_verb or (pattern.has_cards and cards)):
                continue
            meant = list(dict.fromkeys(islice(pattern.meant(words, self._speller), MOST)))
            if not meant or found_in(legal, meant[0]) is not None:
                continue
            reasons = {self._match.objection_to(action, self._seat) for action in meant}
            open_fields = _open_fields(meant)
            if open_fields and len(reasons) > 1:
                yield Line(f"No {open_fields[0]} was typed, and none will do for ", *_said_of(meant[0], open_fields))
            else:
                yield self._cannot(_said_of(meant[0], open_fields), self._match.objection_to(meant[0], self._seat))

    def _cannot(self, said: Sequence[str | Card], reason: str) -> Line:
        """That an action can't be done, in the table's notation."""
        because = [] if reason == _NO_REASON else [": ", self._marked(reason)]
        return Line("You can't ", *said, " now", *because)

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
        found = self._found(Words(parts, parts), legal) if len(parts) > len(words.joined) else []
        return ["; you can ", *interleaved([spoken(action) for action in found[:_NAMED]], " or ")] if found else []

    def _now(self, legal: Sequence[Any]) -> list[str]:
        """What can be done now, in the forms in which it is typed."""
        kinds = dict.fromkeys(map(kind_of, parts_of(legal)))
        return ["you can ", " or ".join(dict.fromkeys(map(form_of, kinds)))]


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
    words = words_of(replace(action, **dict.fromkeys(open_fields)))
    return [*interleaved([word if isinstance(word, Card) else str(word) for word in words], " ")]
