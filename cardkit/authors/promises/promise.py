"""The promises every game makes, each with a name and a sentence, and the error that tells of a broken one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError, UnknownName, at_error
from cardkit.core.texts import counted

PROMISES: Mapping[str, str] = {
    "sets-up-or-says-why": "Setup lays the table, or raises CannotStart with the reason why it can't.",
    "legal-is-a-list": "The legal actions are a list or a tuple.",
    "legal-not-empty": "There is something to do as long as the game goes on.",
    "asking-changes-nothing": "Asked what is legal, who acts and how the game ended, the rules change nothing and "
    "answer the same when they are asked again.",
    "plays-without-errors": "No rule raises an error when a legal action is played.",
    "piles-stay": "The piles that setup lays are the piles of the whole game.",
    "cards-conserved": "After setup and after every action, the cards in the piles are the cards of the deck.",
    "fork-goes-on-alike": "A fork of a match goes on as the match does, and changes nothing in it.",
    "moves-are-told": "Cards change piles only by what the dealer does, so that the log tells all of it.",
    "moves-by-place": "Where an action names a card by its place, that card moves, and none that is equal to it.",
    "failing-changes-nothing": "A rule that fails leaves the table and the chance to come as they were before.",
    "acting-without-choice": "It is the turn of a seat, and several seats act together only where one action is legal.",
    "one-notation-each": "No two legal actions have the same notation.",
    "notation-reads-back": "The notation of a legal action is read back as an equal action.",
    "catalogue-complete": "Every legal action is in the catalogue of all actions, where they can be listed.",
    "objection-agrees": "There is no objection to an action that is legal, and one to every other.",
    "hidden-cards-change-nothing": "What a seat sees and may do is the same whatever the cards are that it can't see.",
    "private-values-change-nothing": "What a seat sees and may do is the same whatever is private to other seats.",
    "log-keeps-secrets": "No event and no plain field that a seat may read names a card that it can't see.",
    "knowledge-holds": "What others can conclude from an action, as bots do by asking the rules, is never wrong.",
    "counts-change-nothing": "What is legal, what an action does, and whether the game is over, hang on no field that "
    "is only counted.",
    "invariants-hold": "What the game says of itself by `invariants` holds after setup and after every action.",
    "one-score-a-seat": "A result has a score for every seat, and its winners are seats.",
    "ends": "A game that is played at random ends, or is recognised as endless.",
    "same-seed-same-log": "The same seed and the same players make the same game, event by event.",
    "record-plays-again": "From the notation of its options and actions, a game can be taken up at every point, and "
    "goes on in the same way.",
    "same-log-under-hash-seeds": "A game is the same under any value of PYTHONHASHSEED.",
}
"""What a game promises by being a game, in the order in which `check_game` looks at it.

`same_log_under_hash_seeds` checks the last one, because that takes Python processes of their own.
"""

PLUGIN_PROMISES: Mapping[str, str] = {
    "players-answer": "By every rule set, the players that come with the game choose what is legal, and nothing fails.",
    "told-in-every-style": "Every narrator tells a whole game in lines of text, whoever listens.",
    "people-can-answer": "People are asked at every seat, and what they type is taken for what it says.",
    "told-by-people": "An action is a sentence for people, without names of fields, numbers of seats, or ?? in it.",
    "typed-as-said": "A card that a person types in full, however it is spelled, is that card or is refused.",
}
"""What a game promises by what it brings beside its rules; `cardkit check` looks at it by every rule set."""

ASKED_PROMISES: Mapping[str, str] = {
    "rl": "Agents can learn the game: every action has a number, and numbers tell what a seat sees.",
    "compiled-alike": "Compiled, the game plays the same games as by its rules.",
}
"""What not every game can promise, nor has to; `cardkit check` looks at it where it is named."""

_SHOWN = 12
"""How many of the actions that led to a broken promise fit into a sentence."""


class Breach(Exception):
    """A promise is found broken; whoever plays the game knows how it came to that, and tells it as BrokenPromise."""

    def __init__(self, promise: str, reason: str) -> None:
        super().__init__(promise, reason)
        self.promise = promise
        self.reason = reason


class BrokenPromise(CardkitError):
    """A game that breaks a promise every game makes, and the seed and the actions that show it."""

    def __init__(
        self,
        game: str,
        promise: str,
        reason: str,
        *,
        deck: Iterable[Card],
        seats: int,
        seed: int,
        actions: Iterable[str] = (),
    ) -> None:
        self.game = game
        self.promise = promise
        self.reason = reason
        self.deck: Sequence[Card] = tuple(deck)
        """The cards the game was played with, the last one on top."""
        self.seats = seats
        self.seed = seed
        """The seed of the game: `Seeded(seed).split("deal")` deals, and `derive("seat 0")` plays for the first seat."""
        self.rules: str | None = None
        """The rule set that it was played by, where that is known."""
        self.actions: Sequence[str] = tuple(actions)
        """The notations of what was played."""
        super().__init__(game, promise, reason, self.deck, seats, seed, self.actions)

    def __str__(self) -> str:
        table = f"{counted(self.seats, 'seat')}, seed {self.seed}"
        return f"{self.game} breaks the promise {self.promise}: {self.reason}, {self._when()} ({table})"

    def _when(self) -> str:
        if not self.actions:
            return "after setup"
        number, last = len(self.actions), ", ".join(self.actions[-_SHOWN:])
        if number <= _SHOWN:
            return f"after {counted(number, 'action')}: {last}"
        return f"after {number} actions, the last ones being {last}"


def chosen(promises: Iterable[str] | None, known: Mapping[str, str] = PROMISES) -> Collection[str]:
    """The names of the promises to look at, all of them where none are named; raises UnknownName."""
    names = tuple(known if promises is None else promises)
    for name in names:
        if name not in known:
            raise UnknownName("promise", name, known)
    return names


def raised(error: BaseException) -> str:
    """An error as a reason why a promise is broken.

    >>> raised(KeyError("hands"))
    "KeyError was raised ('hands')"
    """
    text = " ".join(str(error).split())
    return f"{type(error).__name__} was raised{f' ({text})' if text else ''}{at_error(error)}"
