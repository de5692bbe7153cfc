"""From what a person types to the legal action that it means, in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardkit.core.acts.choices import found_in, kind_of, parts_of
from cardkit.core.acts.forms import Form
from cardkit.core.cards import BACK, Card
from cardkit.core.errors import CardkitError, IllegalAction, NotAnAction
from cardkit.core.piles import Seat
from cardkit.core.texts import tidy
from cardkit.plugins.lines import Line, interleaved, spoken
from cardkit.plugins.person.patterns import MOST, Pattern
from cardkit.plugins.person.spelling import Speller, tokens_of
from cardkit.table.match import Match
from cardkit.table.notation import action_classes

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
        """The legal actions that a text can mean, each typed word being the beginning of one of theirs."""
        tokens = tokens_of(text)
        if not 0 < len(tokens) <= MOST:
            return []
        self._speller.begin()
        found = dict.fromkeys(action for part in parts_of(legal) for action in self._meant(part, tokens, legal))
        return list(found)

    def _meant(self, part: Any, tokens: Sequence[str], legal: Sequence[Any]) -> Iterator[Any]:
        if not isinstance(part, Form) and _begins(self._said(part), tokens):
            yield part
        for action in Pattern.of(part).meant(tokens, self._speller):
            yield action if not isinstance(part, Form) else found_in(legal, action)

    def mentioned(self, text: str) -> list[Card]:
        """The cards of the deck that are typed with both their rank and their suit."""
        self._speller.begin()
        return self._speller.mentioned(tokens_of(text)[:MOST])

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

    def _refusal(self, text: str, legal: Sequence[Any], error: CardkitError) -> CardkitError:
        """Why a text means nothing legal: the game's objection, else what is missing, else that it does not do."""
        tokens = tokens_of(text)[:MOST]
        self._speller.begin()
        error = self._objection(tokens, legal) or error
        if isinstance(error, IllegalAction) and error.reason != _NO_REASON:
            return error
        self._speller.begin()
        return self._missing(tokens, legal) or error

    def _objection(self, tokens: Sequence[str], legal: Sequence[Any]) -> IllegalAction | None:
        """What the game says against the action that was meant, of those that are legal at other times."""
        kinds = dict.fromkeys([*map(kind_of, parts_of(legal)), *action_classes(type(self._match.game))])
        patterns = [Pattern.of_kind(kind, self._speller.deck, self._match.state.seats) for kind in kinds]
        for pattern in filter(None, patterns):
            for action in pattern.meant(tokens, self._speller):
                try:
                    self._match.read(str(action), self._seat)
                except IllegalAction as error:
                    return error
                except NotAnAction:
                    continue
        return None

    def _missing(self, tokens: Sequence[str], legal: Sequence[Any]) -> NotTaken | None:
        """Says which card was typed that is not the person's, where all that can be done is done with their own."""
        piles = self._match.state.piles()
        own = {card for pile in piles if pile.owner == self._seat and pile.seen_by(self._seat) for card in pile}
        wanted = {card for part in parts_of(legal) for field in Pattern.of(part).fields for card in field.cards()}
        if not own or not wanted <= own:
            return None
        strange = [card for card in self._speller.mentioned(tokens) if card not in own and card is not BACK]
        if strange:
            return NotTaken(Line("You have no ", *interleaved(strange, " and no ")))
        ranks = list(filter(None, map(self._speller.rank_alone, tokens[-1:])))
        if ranks and all(card.rank not in ranks for card in own):
            return NotTaken(f"You have no {ranks[0]}")
        return None


def _begins(line: Iterable[str], tokens: Sequence[str]) -> bool:
    """Whether typed words are the beginnings of a line's words, from the first one on."""
    words = tokens_of(str(line))
    return len(tokens) <= len(words) and all(map(str.startswith, words, tokens))
