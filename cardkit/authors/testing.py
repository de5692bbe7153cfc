"""Tests for every game: random games that are examined for all promises, counts of positions, and strategies.

And golden playthroughs: short games as text, with what every seat sees, to be kept, compared and reviewed as a diff.
`python -m cardkit.authors.testing --write FOLDER` writes one for each game and rule set, and removes what is left over.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardkit.authors.laws import PROMISES, chosen
from cardkit.authors.trial import BrokenPromise, RandomPlay, TrialSetup, shuffled
from cardkit.authors.verdicts import Examinations, Verdict, same_log_under_hash_seeds, verdicts
from cardkit.core.actions import Action, kebab, parts_of
from cardkit.core.cards import BACK, Card, Pile, Seat, standard52
from cardkit.core.chance.generators import mix64
from cardkit.core.events import Event, Moved, plain
from cardkit.core.files import replace
from cardkit.core.game import Game
from cardkit.core.results import Result
from cardkit.core.texts import counted
from cardkit.play.terminal import reserved
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import installed, load_game
from cardkit.plugins.setup import PUBLIC, Setup, rule_set, shuffled_for
from cardkit.table.match import Match

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "PROMISES",
    "BrokenPromise",
    "Verdict",
    "check_game",
    "decks",
    "perft",
    "playthrough_text",
    "same_log_under_hash_seeds",
    "seeds",
    "verdicts",
]

_NUMBERS_OF_SEATS = 5
"""How many numbers of seats are played where none are named."""


def check_game(
    game: Game[Any, Any],
    *,
    decks: Iterable[Iterable[Card]] | None = None,
    seats: Iterable[int] | None = None,
    games: int = 20,
    seed: int = 1,
    promises: Iterable[str] | None = None,
    max_actions: int = 100_000,
) -> Verdict:
    """Play random games and examine every promise of PROMISES, or those that are named; raises BrokenPromise.

    The games are shared out among all pairs of a deck and a number of seats, at least one for each: by default the
    game's own deck, and the lowest numbers of seats the game is made for, up to five of them. The first game of a pair
    is played with the deck as it is, the last card on top, and the others with the deck shuffled. The verdict tells how
    many games and actions that were, and how the games ended. A game that takes
    more than `max_actions` is long: it is examined up to there, and breaks `ends` only where it is not over after ten
    times as many either, and no round has ended for half of them.

    Raises CannotStart where the game can't be played with one of the decks, and UnknownName for an unknown promise.
    """
    packs = [list(pack) for pack in decks] if decks is not None else [list((game.own_deck() or standard52)())]
    numbers = game.players[:_NUMBERS_OF_SEATS] if seats is None else tuple(seats)
    tables = [*product(packs, numbers)]

    def settings() -> Iterator[TrialSetup]:
        for number in range(max(games, len(tables))):
            pack, chairs = tables[number % len(tables)]
            own_seed = mix64(seed, number)
            cards = pack if number < len(tables) else shuffled(pack, own_seed)
            yield TrialSetup(game=game, deck=cards, seats=chairs, seed=own_seed, max_actions=max_actions)

    verdict = Examinations(settings, least=games).verdict(*chosen(promises))
    if verdict.broken:
        raise verdict.broken
    return verdict


def perft(match: Match[Any, Any], depth: int) -> int:
    """The number of ways to play so many actions on from a match, which stays as it is.

    A way that comes to the end of the game earlier counts as one. Chance is the same for all: the one to come.
    """
    if depth == 0 or match.is_over:
        return 1
    return sum(perft(_after(match, action), depth - 1) for action in match.legal)


def _after(match: Match[Any, Any], action: Action) -> Match[Any, Any]:
    twin = match.fork()
    twin.advance(action)
    return twin


def decks(
    ranks: Iterable[str] = "23456789TJQKA", suits: Iterable[str] = "CDHS", *, min_size: int = 0, max_size: int = 52
) -> SearchStrategy[list[Card]]:
    """A Hypothesis strategy for lists of cards of these ranks and suits, the same card more than once among them."""
    from hypothesis import strategies

    one = strategies.builds(Card, strategies.sampled_from(list(ranks)), strategies.sampled_from(list(suits)))
    return strategies.lists(one, min_size=min_size, max_size=max_size)


def seeds() -> SearchStrategy[int]:
    """A Hypothesis strategy for the seeds of `Seeded`, from 0 to 2**64 - 1."""
    from hypothesis import strategies

    return strategies.integers(min_value=0, max_value=2**64 - 1)


_SEATS = 3
"""The number of seats, for a game that can be played by so many."""
_MAX_ACTIONS = 100_000
_DISTRIBUTION = "cardkit"
_EXAMPLES = Path("docs/examples")
_SHORTER: Mapping[str, Mapping[str, Any]] = {"gin_rummy": {"knock": 60}}
"""The options that make a game short which takes very long at random."""
_DECLARES_A_GAME = re.compile(r"^class \w+\(Game\[", re.MULTILINE)


def playthrough_text(
    plugin: Plugin,
    rules: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    seed: int = 1,
    actions: int = 6,
) -> str:
    """A game that is played at random: its first actions with all that every seat sees and may do, and its end.

    After an action only those piles and fields are shown that changed. All of the game is in a digest, which is another
    one where anything of it changes.
    """
    setting, match = _begun(plugin, rules, options or {}, seats, seed)
    table = _table(match)
    lines = [*_header(plugin, rules, setting), "", "== setup", *_told(match.events(), match)]
    lines += [line for line in table.values() if not line.endswith(": nothing")]
    play = RandomPlay(match, setting)
    digest = hashlib.blake2b(digest_size=8)
    count = 0
    while (action := play.choose()) is not None:
        count += 1
        head = _chosen(match, action, count)
        events = match.play(action)
        digest.update(json.dumps([head, plain(events)]).encode())
        if count <= actions:
            before, table = table, _table(match)
            lines += ["", *head, *_told(events, match), *_changes(before, table)]
    cycle = play.cycle
    result = match.result if cycle is None else Result.endless(setting.seats, cycle)
    lines += ["", f"== the end after {counted(count, 'action')}", *_facts(result), f"digest {digest.hexdigest()}"]
    return "\n".join(lines) + "\n"


def _begun(
    plugin: Plugin, name: str | None, options: Mapping[str, Any], seats: int | None, seed: int
) -> tuple[TrialSetup, Match[Any, Any]]:
    """A game before its first action, the deck shuffled if the game itself doesn't do it."""
    setup = Setup.of(plugin, name, options=options, seed=seed)
    players = plugin.game.players
    number = seats or (_SEATS if _SEATS in players else players[0])
    setup = setup.having(seats=("random",) * number)
    if setup.is_shuffled:
        setup = setup.having(deck=setup.pack.model_copy(update={"cards": shuffled_for(setup.pile, seed)[::-1]}))
    setting = TrialSetup(game=setup.game, deck=setup.pile, seats=number, seed=seed, max_actions=_MAX_ACTIONS)
    return setting, setup.match()


def _header(plugin: Plugin, rules: str | None, setting: TrialSetup) -> Iterator[str]:
    yield f"game {setting.game.name}"
    name = rule_set(plugin, rules).name
    if name:
        yield f"rules {name}"
    for option, value in setting.game.model_dump(mode="json").items():
        yield f"option {option} {_shown(value)}".rstrip()
    yield f"seats {setting.seats}"
    yield f"seed {setting.seed}"
    yield f"deck {' '.join(map(str, setting.deck))}"


def _chosen(match: Match[Any, Any], action: Action, count: int) -> list[str]:
    """What is legal, and what is chosen of it."""
    seats = ", ".join(map(str, (match.turn,) if match.is_shared else match.acting.seats))
    seen = action.redacted()
    others = "" if seen == action else f" (to the others: {seen})"
    return [f"== {count}. seat {seats}: {action}{others}", f"legal: {', '.join(map(str, parts_of(match.legal)))}"]


def _told(events: Sequence[Event], match: Match[Any, Any]) -> Iterator[str]:
    """The events with all faces shown, each followed by what it looks like to seats that see less."""
    for _, group in groupby(events, lambda event: event.source if isinstance(event, Moved) else event):
        together = list(group)
        whole = _event_line(together)
        yield f"- {whole}"
        seen: dict[str, list[str]] = {}
        for eyes in (*range(match.state.seats), PUBLIC):
            line = _event_line([event.seen_by(eyes) for event in together])
            if line != whole:
                seen.setdefault(line, []).append(_eyes(eyes))
        for line, watching in seen.items():
            yield f"  {', '.join(watching)}: {line}"


def _eyes(seat: Seat) -> str:
    return "no seat" if seat == PUBLIC else f"seat {seat}"


def _event_line(events: Sequence[Event]) -> str:
    """Events in a line: all moves from one pile that follow each other, by their target; or one other event."""
    first = events[0]
    if not isinstance(first, Moved):
        return " ".join([kebab(type(first).__name__), *_facts(first)])
    packets: dict[str, list[Card]] = {}
    for move in events:
        if isinstance(move, Moved):
            packets.setdefault(f"under {move.target}" if move.under else move.target, []).extend(move.cards)
    return f"from {first.source}: " + ", ".join(f"{_faces(cards)} to {target}" for target, cards in packets.items())


def _faces(cards: Sequence[Card]) -> str:
    """Cards in their order, or how many they are where all are hidden."""
    if len(cards) > 1 and all(card is BACK for card in cards):
        return f"{len(cards)} {BACK}"
    return " ".join(map(str, cards)) or "nothing"


def _facts(value: Event | Result | None) -> list[str]:
    """The parts of an event or a result, each with its name."""
    facts: dict[str, Any] = vars(value) if value else {}
    return [f"{name} {_shown(part)}" for name, part in facts.items() if part is not None and (part or name != "places")]


def _shown(value: Any) -> str:
    """A value of a field in words."""
    shown: Any = plain(value)
    return " ".join(map(str, cast(list[Any], shown))) if isinstance(shown, list) else str(shown)


def _table(match: Match[Any, Any]) -> dict[str, str]:
    """A line for every pile, one for all other fields, and some for what the views of the seats hide of them."""
    state = match.state
    left_out = ("seats",) if state.round else ("seats", "round")
    plain_fields = [name for name in state.plain_fields() if name not in left_out]
    lines = {f"pile {pile.name}": f"  {pile.name}: {_faces(pile.cards)}" for pile in state.piles()}
    lines["fields"] = "  " + ", ".join(f"{name} {_shown(getattr(state, name))}" for name in plain_fields)
    hidden: dict[str, list[str]] = {}
    for eyes in (*range(state.seats), PUBLIC):
        view = match.view(eyes)
        piles = [_hidden(pile, seen) for pile, seen in zip(state.piles(), view.piles(), strict=True)]
        fields = [f"{name} {_shown(getattr(view, name))}" for name in plain_fields if _other(state, view, name)]
        hidden.setdefault(", ".join(filter(None, [*piles, *fields])), []).append(_eyes(eyes))
    for number, (line, watching) in enumerate(hidden.items()):
        lines[f"hidden {number}"] = f"  hidden from {', '.join(watching)}: {line or 'nothing'}"
    return lines


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """The lines of a table that are not as they were."""
    return (line for name, line in after.items() if before.get(name) != line)


def _other(state: Any, view: Any, name: str) -> bool:
    return bool(getattr(state, name) != getattr(view, name))


def _hidden(pile: Pile, seen: Pile) -> str:
    """The name of a pile that shows its backs, with its cards if it shows something else; empty where all is seen."""
    if pile.cards == seen.cards:
        return ""
    return pile.name if seen.cards == [BACK] * len(pile) else f"{pile.name} [{_faces(seen.cards)}]"


def known_games() -> list[str]:
    """The games that are part of cardkit, and the files in `docs/examples` that each declare one."""
    own = [name for name, entry in installed().items() if entry.dist and entry.dist.name == _DISTRIBUTION]
    files = sorted(_EXAMPLES.glob("*.py")) if _EXAMPLES.is_dir() else []
    return [*own, *(str(file) for file in files if _DECLARES_A_GAME.search(file.read_text(encoding="utf-8")))]


def playthroughs(games: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A file's name and its text for each of these games, and for each rule set of those that have some."""
    for game in games:
        plugin, stem = load_game(game), Path(game).stem
        if not plugin.rule_sets:
            yield f"{stem}.txt", playthrough_text(plugin, options=_SHORTER.get(stem))
        for rules in plugin.rule_sets:
            yield f"{stem}-{rules.name}.txt", playthrough_text(plugin, rules.name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the playthroughs of games, or write them to a folder; where no games are named, it is all there are."""
    parser = argparse.ArgumentParser(prog="python -m cardkit.authors.testing", description=main.__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="a name from `cardkit games`, or a file.py")
    parser.add_argument("--write", metavar="FOLDER", type=Path, help="where to write the files")
    asked = parser.parse_args(arguments)
    games = asked.games or known_games()
    with reserved():
        texts = dict(playthroughs(games))
    if asked.write is None:
        sys.stdout.writelines(texts.values())
        return
    asked.write.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        replace(asked.write / name, text)
    left_over = [] if asked.games else [file for file in asked.write.glob("*.txt") if file.name not in texts]
    for file in left_over:
        file.unlink()


if __name__ == "__main__":
    main()
