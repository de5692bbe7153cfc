"""The promises: a law for each, which is a function of a game under examination, with a sentence of what it means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from cardkit.authors import examined as rules
from cardkit.authors import secrecy
from cardkit.authors.examined import Examined, Law, When
from cardkit.authors.performances import (
    can_be_learned,
    people_can_answer,
    players_answer,
    plays_alike_compiled,
    told_by_people,
    told_in_every_style,
    typed_as_said,
)
from cardkit.authors.trial import BrokenPromise, TrialSetup
from cardkit.core.errors import UnknownName


def _performed(perform: Callable[[TrialSetup], BrokenPromise | None]) -> Callable[[Examined], None]:
    """The law that what is broken in such a performance is told."""

    def look(game: Examined) -> None:
        if broken := perform(game.setting):
            raise broken

    return look


_RULES: Mapping[str, Law] = {
    "sets-up-or-says-why": Law("Setup lays the table, or raises CannotStart with the reason why it can't."),
    "legal-is-a-list": Law("The legal actions are a list or a tuple."),
    "legal-not-empty": Law("There is something to do as long as the game goes on."),
    "asking-changes-nothing": Law(
        "Asked what is legal, who acts and how the game ended, the rules change nothing and answer the same when they "
        "are asked again."
    ),
    "plays-without-errors": Law("No rule raises an error when a legal action is played."),
    "piles-stay": Law("The piles that setup lays are the piles of the whole game."),
    "cards-conserved": Law(
        "After setup and after every action, the cards in the piles are the cards of the deck.",
        rules.cards_conserved,
        When.ALWAYS,
    ),
    "fork-goes-on-alike": Law(
        "A fork of a match goes on as the match does, and changes nothing in it.",
        rules.fork_goes_on_alike,
        When.OFTEN,
    ),
    "moves-are-told": Law(
        "Cards change piles only by what the dealer does, so that the log tells all of it.",
        rules.moves_are_told,
        When.OFTEN,
    ),
    "moves-by-place": Law(
        "Where an action names a card by its place, that card moves, and none that is equal to it.",
        rules.moves_by_place,
        When.OFTEN,
    ),
    "failing-changes-nothing": Law(
        "A rule that fails leaves the table and the chance to come as they were before.",
        rules.failing_changes_nothing,
        When.OFTEN,
    ),
    "acting-without-choice": Law(
        "It is the turn of a seat, and several seats act together only where one action is legal.",
        rules.acting_without_choice,
        When.ALWAYS,
    ),
    "one-notation-each": Law(
        "No two legal actions have the same notation.",
        rules.one_notation_each,
        When.ALWAYS,
    ),
    "notation-reads-back": Law(
        "The notation of a legal action is read back as an equal action.",
        rules.notation_reads_back,
        When.OFTEN,
    ),
    "catalogue-complete": Law(
        "Every legal action is in the catalogue of all actions, where they can be listed.",
        rules.catalogue_complete,
        When.OFTEN,
    ),
    "objection-agrees": Law(
        "There is no objection to an action that is legal, and one to every other.",
        rules.objection_agrees,
        When.OFTEN,
    ),
    "hidden-cards-change-nothing": Law(
        "What a seat sees and may do is the same whatever the cards are that it can't see.",
        secrecy.hidden_cards_change_nothing,
        When.OFTEN,
    ),
    "private-values-change-nothing": Law(
        "What a seat sees and may do is the same whatever is private to other seats.",
        rules.private_values_change_nothing,
        When.OFTEN,
    ),
    "log-keeps-secrets": Law(
        "No event and no plain field that a seat may read hangs on a card that it can't see.",
        secrecy.log_keeps_secrets,
        When.AFTERWARDS,
    ),
    "knowledge-holds": Law(
        "What others can conclude from an action, as bots do by asking the rules, is never wrong.",
        secrecy.knowledge_holds,
        When.AFTERWARDS,
    ),
    "counts-change-nothing": Law(
        "What is legal, what an action does, and whether the game is over, hang on no field that is only counted.",
        rules.counts_change_nothing,
        When.OFTEN,
    ),
    "invariants-hold": Law(
        "What the game says of itself by `invariants`, `sides` and `roles` holds after setup and after every action.",
        rules.invariants_hold,
        When.OFTEN,
    ),
    "one-score-a-seat": Law(
        "A result has a score for every seat, and its winners are seats.",
        rules.one_score_a_seat,
        When.ALWAYS,
    ),
    "ends": Law("A game that is played at random ends, or is recognised as endless."),
    "same-seed-same-log": Law(
        "The same seed and the same players make the same game, event by event.",
        rules.same_seed_same_log,
        When.AFTERWARDS,
    ),
    "record-plays-again": Law(
        "From the notation of its options and actions, a game can be taken up at every point, and goes on in the same "
        "way.",
        rules.record_plays_again,
        When.AFTERWARDS,
    ),
    "same-log-under-hash-seeds": Law("A game is the same under any value of PYTHONHASHSEED.", when=When.APART),
}
_PLUGINS: Mapping[str, Law] = {
    "players-answer": Law(
        "By every rule set, the players that come with the game choose what is legal, and nothing fails.",
        _performed(players_answer),
        When.INSTEAD,
    ),
    "told-in-every-style": Law(
        "Every narrator tells a whole game in lines of text, whoever listens.",
        _performed(told_in_every_style),
        When.INSTEAD,
    ),
    "people-can-answer": Law(
        "People are asked at every seat, and what they type is taken for what it says.",
        _performed(people_can_answer),
        When.INSTEAD,
    ),
    "told-by-people": Law(
        "An action is a sentence for people, without names of fields, numbers of seats or ??, and another than others.",
        _performed(told_by_people),
        When.INSTEAD,
    ),
    "typed-as-said": Law(
        "A card that a person types in full, however it is spelled, is that card or said with it, or is refused.",
        _performed(typed_as_said),
        When.INSTEAD,
    ),
}
_ASKED: Mapping[str, Law] = {
    "rl": Law(
        "Agents can learn the game: every action has a number, and numbers tell what a seat sees.",
        _performed(can_be_learned),
        When.INSTEAD,
    ),
    "compiled-alike": Law(
        "Compiled, the game plays the same games as by its rules.",
        _performed(plays_alike_compiled),
        When.INSTEAD,
    ),
}
LAWS: Mapping[str, Law] = {**_RULES, **_PLUGINS, **_ASKED}
"""The law of each promise that a game can be asked to keep."""


def _meanings(laws: Mapping[str, Law]) -> Mapping[str, str]:
    return {name: law.about for name, law in laws.items()}


PROMISES: Mapping[str, str] = _meanings(_RULES)
"""What a game promises by being a game, in the order in which `check_game` looks at it.

`same_log_under_hash_seeds` checks the last one, because that takes Python processes of their own.
"""
PLUGIN_PROMISES: Mapping[str, str] = _meanings(_PLUGINS)
"""What a game promises by what it brings beside its rules; `cardkit check` looks at it by every rule set."""
EVERY_PROMISE: Mapping[str, str] = {**PROMISES, **PLUGIN_PROMISES}
"""What `cardkit check` looks at where nothing is named."""
KNOWN_PROMISES: Mapping[str, str] = _meanings(LAWS)
"""What it can be asked to look at: `rl` and `compiled-alike` too, which not every game can promise, nor has to."""


def chosen(promises: Iterable[str] | None, known: Mapping[str, str] = PROMISES) -> Collection[str]:
    """The names of the promises to look at, all of them where none are named; raises UnknownName."""
    names = tuple(known if promises is None else promises)
    for name in names:
        if name not in known:
            raise UnknownName("promise", name, known)
    return names


def examined(setting: TrialSetup, promises: Iterable[str]) -> Examined:
    """A game that is looked at for these promises, once it is run."""
    return Examined(setting, {name: LAWS[name] for name in promises})


def broken_by(setting: TrialSetup, *promises: str) -> tuple[BrokenPromise | None, int]:
    """How a game breaks a promise, one of these or another one, or None; and the number of its actions.

    Raises CannotStart where the game says that it can't be played so.
    """
    game = examined(setting, promises)
    try:
        game.run()
    except BrokenPromise as broken:
        return broken, len(game.actions)
    return None, len(game.actions)
