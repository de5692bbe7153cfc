"""Laws for which a game is played in earnest: by its players, by people who type, told in words, and by machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from typing import Any, cast

from cardkit.authors.trial import BrokenPromise, OutOfTime, Stage, StepClock, TrialSetup, is_by_hand, raised
from cardkit.core.actions import Action, Pass, parts_of
from cardkit.core.cards import Card, Seat
from cardkit.core.errors import CannotStart, CardkitError, IllegalAction, PlayerFault
from cardkit.core.events import Acted, Event
from cardkit.core.state import hashable
from cardkit.plugins.lines import in_notation, pieces, spoken
from cardkit.plugins.people import EndOfInput, Guarded, Stopped
from cardkit.plugins.plugin import Plugin, plain_names
from cardkit.plugins.reading import cards_in
from cardkit.plugins.registry import load_player
from cardkit.plugins.sayings import Sayings, said_by_name, said_twice, seats_by_number, template_of
from cardkit.plugins.setup import PUBLIC, narrator_maker, player_chance
from cardkit.plugins.typed_words import ways_to_type
from cardkit.table.match import Match
from cardkit.table.native.engine import Variant, facts_of, place_of
from cardkit.table.native.making import GAMES_MORE, compare_more, make
from cardkit.table.native.reading import CannotCompile, Untranslatable
from cardkit.table.turns import Played, Random, Table

_NONSENSE = "what is this?"
_EVERY = 5
"""In one of so many turns nonsense is typed before the answer."""


class Typist:
    """A console at which the lines to be typed are known before, at a keyboard or by a program."""

    def __init__(self, *lines: str, is_typed_at: bool = False) -> None:
        self.lines = list(lines)
        self.is_typed_at = is_typed_at
        self.last = ""
        """What was typed last."""

    def say(self, line: str, /) -> None:
        """Read a line."""
        if not isinstance(cast(Any, line), str):
            raise CardkitError(f"people are shown {line!r}, which is no line of text")

    def ask(self, prompt: str = "", /) -> str:
        """Type the next line; raises EndOfInput where there is none."""
        if not self.lines:
            raise EndOfInput
        self.last = self.lines.pop(0)
        return self.last


def typing_person(plugin: Plugin, match: Match[Any, Any], seat: Seat, setting: TrialSetup, *, names_cards: bool) -> Any:
    """A player that chooses at random, types it to the plugin's `human` at that seat, and wants to be understood.

    One that names cards types any card of the deck in full before that, and wants that card or a refusal.
    """
    typist, chance = Typist(is_typed_at=names_cards), player_chance(setting.seed, seat)
    random, deck = Random(chance), list(dict.fromkeys(setting.deck))
    human: Any = None

    def answer(view: Any, legal: Sequence[Any], /) -> Any:
        nonlocal human
        human = human or plugin.human(typist, seat, plain_names(setting.seats), match)
        meant, card = random(view, legal), None
        typed = said = str(spoken(meant))
        if names_cards:
            card = deck[chance.below(len(deck))]
            spellings = ways_to_type(card)
            typed = spellings[chance.below(len(spellings))]
            typist.lines = [typed, said]
        else:
            typist.lines = [said] if chance.below(_EVERY) else [_NONSENSE, said]
        try:
            chosen = human(view, legal)
        except Stopped:
            return meant
        sayings = Sayings(match.game, plain_names(setting.seats), seat)
        if typist.last == typed and not (chosen == meant if card is None else is_of_card(chosen, card, sayings, view)):
            which = "" if card is None else f", which is {card}"
            raise CardkitError(f"'{typed}' was typed{which}, and taken for '{chosen}'")
        return chosen

    return answer


def is_of_card(action: Any, card: Card, says: Sayings, view: Any) -> bool:
    """Whether an action names a card and no other, or its rank and its suit; or its sentence does, if it has none."""
    if named := cards_in(action):
        return named == {card}
    if {card.rank, card.suit} <= set(map(str, cast(dict[str, Any], vars(action)).values())):
        return True
    return any(what == card for _, what in pieces(in_notation(says.action(action, view))))


PLAYERS, STYLES, TOLD = "players-answer", "told-in-every-style", "told-by-people"
PEOPLE, TYPED = "people-can-answer", "typed-as-said"


class _Failed(Exception):
    """What a watcher raises where a narrator fails, and a player where what it may do isn't said well."""


class _Enough(Exception):
    """What stops a game of which enough was played."""


Watch = Callable[[Event, Any], None]


def _stage_of(setting: TrialSetup) -> Stage:
    assert setting.stage is not None
    return setting.stage


def performed(
    setting: TrialSetup,
    plugin: Plugin,
    seated: Sequence[str],
    promise: str,
    *,
    people: Callable[[Match[Any, Any]], Mapping[Seat, Any]] | None = None,
    watchers: Sequence[tuple[Watch, Seat | None]] = (),
) -> tuple[TrialSetup, BrokenPromise | None]:
    """The same game with all that these players do in it, and what is broken where one of them or a watcher fails."""
    script: list[tuple[Seat, str]] = []

    clock = StepClock()
    setting.tell()

    def keep(played: Played) -> None:
        clock.step()
        script.append((played.seat, str(played.action)))
        if words := StepClock.last_words:
            words.action(script[-1][1])
        if len(script) > setting.max_actions:
            raise _Enough

    reason, is_stuck = None, False
    try:
        with clock:
            match = setting.match()
            chance = [player_chance(setting.seed, seat) for seat in range(setting.seats)]
            seated_people: Mapping[Seat, Any] = people(match) if people else {}
            made = [
                seated_people.get(seat) or load_player(seated[seat % len(seated)], plugin, chance[seat])
                for seat in range(setting.seats)
            ]
            guarded = [Guarded(player, seat, seated[seat % len(seated)]) for seat, player in enumerate(made)]
            table = Table(match, guarded, seed=setting.seed, most=setting.max_actions).record(keep)
            for watch, eyes in watchers:
                table.watch(watch, seat=eyes)
            table.run()
    except CannotStart:
        raise
    except _Enough:
        pass
    except (PlayerFault, _Failed, IllegalAction) as error:
        reason = str(error.__cause__ if isinstance(error.__cause__, _Failed) else error)
    except BaseException as error:
        if is_by_hand(error):
            raise
        is_told = promise == PLAYERS or not isinstance(error, Exception)
        reason, is_stuck = raised(error) if is_told else None, isinstance(error, OutOfTime | KeyboardInterrupt)
    broken = setting.broken(promise, reason, [notation for _, notation in script]) if reason else None
    if broken:
        broken.is_stuck = is_stuck
    return replace(setting, script=tuple(script), is_cut=True), broken


def players_answer(setting: TrialSetup) -> BrokenPromise | None:
    """Each player of the plugin, at every seat in its turn, chooses what is legal and raises no error."""
    stage = _stage_of(setting)
    for number in range(len(stage.players)):
        seated = stage.players[number:] + stage.players[:number]
        _, broken = performed(setting, stage.setup.plugin, seated, PLAYERS)
        if broken:
            return broken
    return None


def told_in_every_style(setting: TrialSetup) -> BrokenPromise | None:
    """Every narrator tells a game in lines of text to each seat, to somebody at none, and to one who sees all."""
    stage, names = _stage_of(setting), plain_names(setting.seats)
    styles = dict.fromkeys(("", *stage.setup.plugin.styles, stage.setup.rules.style))
    every: list[tuple[Watch, Seat | None]] = []
    for style in styles:
        for eyes in (None, PUBLIC, *range(setting.seats)):
            try:
                make = narrator_maker(stage.setup.plugin, style, game=setting.game, you=eyes)
                every.append((_listener(make(names), style), eyes))
            except Exception as error:
                failed = f"{_named(style)} can't be made: {raised(error)}"
                return setting.broken(STYLES, failed)
    _, broken = performed(setting, stage.setup.plugin, ("random",), STYLES, watchers=every)
    return broken


def _named(style: str) -> str:
    return f"the narrator {style}" if style else "the narrator"


def _listener(narrator: Any, style: str) -> Watch:
    """A watcher to which a narrator tells all events."""

    def listen(event: Event, view: Any) -> None:
        what = f"{_named(style)} on {type(event).__name__}"
        try:
            lines = list(narrator(event, view))
        except Exception as error:
            raise _Failed(f"{what}: {raised(error)}") from error
        for line in lines:
            if not isinstance(line, str):
                raise _Failed(f"{what}: it tells {line!r}, which is no line of text")

    return listen


def told_by_people(setting: TrialSetup) -> BrokenPromise | None:
    """What is done is told to each seat, and to somebody at none, in a sentence that people would say."""
    stage = _stage_of(setting)
    names = plain_names(setting.seats)

    def listener(says: Sayings) -> Watch:
        def listen(event: Event, view: Any) -> None:
            if isinstance(event, Acted) and (reason := _unsaid(says, event.action, view)):
                raise _Failed(reason)

        return listen

    def chooser(seat: Seat) -> Any:
        says, random = Sayings(setting.game, names, seat), Random(player_chance(setting.seed, seat))

        def choose(view: Any, legal: Sequence[Any], /) -> Any:
            if reason := _said_alike(says, legal, view):
                raise _Failed(reason)
            return random(view, legal)

        return choose

    eyes = (PUBLIC, *range(setting.seats))
    every = [(listener(Sayings(setting.game, names, seat)), seat) for seat in eyes]
    people = {seat: chooser(seat) for seat in range(setting.seats)}
    _, broken = performed(setting, stage.setup.plugin, ("random",), TOLD, people=lambda _: people, watchers=every)
    return broken


_MOST_SAID = 50
"""So many of the actions that are legal at once are looked at for two that are said alike."""


def _said_alike(says: Sayings, legal: Sequence[Any], view: Any) -> str:
    """Which two of the actions that are legal at once nobody can tell apart; empty where there are none."""
    actions: dict[str, Action] = {}
    for one in islice(parts_of(legal), _MOST_SAID):
        if isinstance(one, Action) and not isinstance(one, Pass):
            try:
                said = str(says.action(one, view))
            except Exception:  # which is told once it is done
                return ""
            if actions.setdefault(said, one) != one:
                return f"«{said}» is said of {actions[said]} and of {one}: let `says` tell them apart"
    return ""


def _unsaid(says: Sayings, action: Action, view: Any) -> str:
    """What nobody would say in the sentence of an action; empty where it is one."""
    kind: Any = type(action)
    try:
        said = says.action(action, view)
    except Exception as error:
        return f"the sentence of {kind.word}: {raised(error)}"
    what = f"the sentence of {kind.word} is «{said}»"
    by_name, counted = said_by_name(kind), seats_by_number(kind)
    if counted:
        return f"{what}, which has a seat by its number: write `{counted[0]}: Seat`"
    if says.saying(action, view) == template_of(kind) and by_name:
        return f'{what}, which names its field {by_name[0]}: write `says = "{kind.word} … {{{by_name[0]}}}"`'
    if better := said_twice(kind, says.saying(action, view)):
        return f'{what}, which says twice what is named there: write `says = "{better}"`'
    return f"{what}, which has ?? in it" if "??" in said else ""


def people_can_answer(setting: TrialSetup) -> BrokenPromise | None:
    """People at all seats are asked, and what they type is understood; so is whoever is asked before the game."""
    stage = _stage_of(setting)
    ask = stage.setup.rules.ask or stage.setup.plugin.ask
    try:
        ask(stage.setup, Typist())
    except (Stopped, CardkitError):
        pass
    except Exception as error:
        return setting.broken(PEOPLE, f"the questions before the game: {raised(error)}")

    return _typed_at_all_seats(setting, PEOPLE, names_cards=False)


def typed_as_said(setting: TrialSetup) -> BrokenPromise | None:
    """People at all seats type cards in full, and each is that card or is refused."""
    return _typed_at_all_seats(setting, TYPED, names_cards=True)


def _typed_at_all_seats(setting: TrialSetup, promise: str, *, names_cards: bool) -> BrokenPromise | None:
    plugin = _stage_of(setting).setup.plugin

    def people(match: Match[Any, Any]) -> Mapping[Seat, Any]:
        seats = range(setting.seats)
        return {seat: typing_person(plugin, match, seat, setting, names_cards=names_cards) for seat in seats}

    _, broken = performed(setting, plugin, ("human",), promise, people=people)
    return broken


COMPILED = "compiled-alike"


def _facts(way: Variant) -> dict[str, Any]:
    """What is kept of the twin; raises CannotCompile where its source can't be read."""
    try:
        return facts_of(place_of(type(way.game)))
    except Untranslatable as refused:
        raise CannotCompile(way.game.name, str(refused)) from None


def plays_alike_compiled(setting: TrialSetup) -> BrokenPromise | None:
    """The game's twin, which is made where there is none, plays as the rules do; raises CannotStart without a twin."""
    setting.match()
    way = Variant(setting.game, setting.seats, tuple(setting.deck))
    try:
        facts = _facts(way)
        if not (facts.get("compared") or facts.get("wrong")) and make([way], GAMES_MORE):
            return None
    except CannotCompile as refused:
        if refused.wrong:
            return setting.broken(COMPILED, refused.reason)
        raise CannotStart(setting.game.name, f"it can't be compiled: {refused.reason}") from None
    if way.key not in facts["compared"] and not facts.get("wrong"):
        reason = compare_more(way, GAMES_MORE)
        if reason and not (facts := _facts(way)).get("wrong"):
            raise CannotStart(setting.game.name, reason)
    wrong = facts.get("wrong")
    return setting.broken(COMPILED, f"its twin plays otherwise than the rules: {wrong}") if wrong else None


LEARNING = "rl"
_ACTIONS = 100
"""How many actions of a game are looked at."""


def can_be_learned(setting: TrialSetup) -> BrokenPromise | None:
    """In a random game every legal action has a number, each seat is told its view alike by the table, and nothing that
    changes is left out of what agents see.
    """
    if find_spec("numpy") is None:
        raise CannotStart(setting.game.name, "it takes NumPy to look at that: pip install 'cardkit[rl]'")
    played: list[str] = []
    reason = next(_reasons(setting, played), None)
    return setting.broken(LEARNING, reason, played) if reason else None


def _reasons(setting: TrialSetup, played: list[str]) -> Iterator[str]:
    """Why the game can't be learned, if it can't; what is played meanwhile is kept."""
    from cardkit.rl.actions import ActionSpace, NotAnEnvironment
    from cardkit.rl.observations import Observations

    match, chance = setting.match(), setting.chance("learning")
    try:
        actions = ActionSpace(setting.game, setting.deck, setting.seats)
        observations = Observations(setting.game, setting.deck, setting.seats, actions.spelling)
        first = {name: hashable(vars(match.state)[name]) for name in observations.left_out}
        while match.result is None and len(played) < _ACTIONS:
            for name, value in first.items():
                if hashable(vars(match.state)[name]) != value:
                    yield f"agents don't see {name}, which changes: {observations.left_out[name]}"
            seat = match.turn
            yield from _differences(match, observations)
            action: Any = ()
            while isinstance(action, tuple):
                begun = cast(tuple[int, ...], action)
                numbers = actions.numbers(match.legal, seat, dict, begun)
                action = actions.after(numbers[chance.below(len(numbers))], match.legal, seat, dict, begun)
            played.append(str(action))
            match.advance(action, seat)
    except NotAnEnvironment as error:
        yield error.reason


def _differences(match: Match[Any, Any], observations: Any) -> Iterator[str]:
    """For which seats other numbers tell the true table than their view of it."""
    for seat in range(match.state.seats):
        if (observations.encode(match.state, seat) != observations.encode(match.view(seat), seat)).any():
            yield f"what is told to seat {seat} hangs on what it can't see"
