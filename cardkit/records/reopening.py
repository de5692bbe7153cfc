"""From a game to its record, and from a record to the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cardkit.core.errors import BadOption, BadSeed, CannotStart, Disagreement, UnknownName
from cardkit.core.texts import counted
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.registry import is_known
from cardkit.plugins.session import ConsoleFor, Session, seated
from cardkit.plugins.setup import Setup, new_seed, rule_set
from cardkit.records.record import ChanceBegun, Record, RecordError, cards_of, header_of


def record_of(session: Session) -> Record:
    """The record of a game before its first step; without its seed where that had no say in the cards."""
    header = header_of(session.setup).model_copy(update={"game_version": session.version})
    return header.model_copy(update={"chance": None}) if session.cards_alone else header


def revive(
    plugin: Plugin,
    record: Record,
    path: Path,
    console_for: ConsoleFor,
    given: tuple[str, ...] = (),
    *,
    seed: int | None = None,
) -> Session:
    """The game of a record before its first step, with the cards to come that it had; other players where given.

    With a seed, what is left to chance after the end of the record follows from that. Raises RecordError where the
    record doesn't fit the game.
    """
    seats = given or record.seats
    for spec in () if given else record.seats:
        if not is_known(spec, plugin):
            reason = f"a record can't bring the player {spec!r} along; say by --seat who sits there"
            raise RecordError(path, "seats", reason)
    try:
        rules = rule_set(plugin, record.rules or None)
        game = plugin.game.with_options(record.options)
        chance = record.chance or ChanceBegun(generator="seeded", seed=new_seed())
        if seed is not None:
            chance = ChanceBegun(generator=chance.generator, seed=seed)
        if not len(record.seats) == len(record.names) == len(seats):
            had = f"{counted(len(seats), 'seat')} and {counted(len(record.names), 'name')}"
            raise CannotStart(game.name, f"{had} for {counted(len(record.seats), 'seat')}")
        setup = Setup(
            plugin=plugin,
            rules=rules,
            deck=cards_of(record.deck)[::-1],
            seats=seats,
            names=record.names,
            rng=chance.generator,
            seed=chance.seed,
            practice=record.practice,
        ).with_game(game)
        match = setup.match(told=record.outcomes, strict=chance is record.chance)
    except Disagreement as error:
        raise RecordError(path, "the opening", str(error)) from error
    except (BadOption, BadSeed, CannotStart, UnknownName) as error:
        raise RecordError(path, "", str(error)) from error
    return Session(
        setup=setup,
        match=match,
        players=seated(setup, match, console_for),
        seed_is_news=False,
        version=record.game_version,
        cards_alone=chance is not record.chance,
    )


def gone_to(session: Session, record: Record, console_for: ConsoleFor) -> Session:
    """The same game at another point, before its first step, as the record has it."""
    seed = session.seed if session.cards_alone else None
    again = revive(session.plugin, record, Path("the game"), console_for, session.seats, seed=seed)
    return replace(again, setup=again.setup.having(style=session.style, most_turns=session.most_turns))
