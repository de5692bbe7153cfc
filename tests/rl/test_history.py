"""What a seat saw, in rows of numbers: nothing that it saw or did is forgotten, and nothing else is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from every_game import COARSE

from cardkit import BACK, Acted, Ended, Event, Moved, Seeded, Shuffled, Table, TurnBegun, cards
from cardkit.rl import aec_env
from cardkit.rl.environments import TurnsEnv
from cardkit.rl.observations import EVENTS
from cardkit.rl.setting import absent

VALUE = len(EVENTS) + 2
"""The event of a row that tells more of the row before."""
LONG = 4_000
"""More rows than any of these games has."""


def rows(env: TurnsEnv, seat: int) -> list[list[float]]:
    """The rows that a seat has by now."""
    history = env.observe(env.possible_agents[seat])["history"]
    return [list(map(float, row)) for row in history if row[0]]


def play(env: TurnsEnv, seed: int, most: int = 10_000) -> list[tuple[int, int]]:
    """Seats and the numbers that they answered at random in the next game, up to so many."""
    chance, answers = Seeded(seed), list[tuple[int, int]]()
    while not any(env.terminations.values()) and not any(env.truncations.values()) and len(answers) < most:
        seat = env.episode.seat
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        answers.append((seat, int(legal[chance.below(len(legal))])))
        env.step(answers[-1][1])
    return answers


def said(env: TurnsEnv, row: list[float], seat: int) -> Any:
    """What a row tells, as far as the tests ask: who acted and how, or a card and where it went."""
    layout, numbers = env.setting.observations, list(map(int, row))
    piles = [section.name for section in layout.sections if section.what == "backs"]
    seen = [*map(str, layout.cards), "??"]
    match EVENTS[numbers[0] - 1].__name__ if numbers[0] <= len(EVENTS) else "":
        case "Acted":
            actor = (seat + numbers[1] - 1) % env.setting.batch.seats
            return actor, str(env.setting.actions.action(numbers[2] - 1, (), actor, dict))
        case "Moved":
            return seen[numbers[3] - 1], piles[numbers[4] - 1], piles[numbers[5] - 1], bool(numbers[6])
        case "Shuffled":
            return piles[numbers[4] - 1], numbers[6]
    return None


class Listener:
    """Keeps what a seat at a table of three is told, in the words of `said`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.told: list[Any] = []

    def __call__(self, event: Event, view: Any) -> None:
        match event:
            case Acted(actor, action):
                self.told.append((actor, str(action)))
            case Moved(moved, source, target, _, under):
                faces = ["??" if card is BACK else str(card) for card in moved]
                self.told += [(face, self.pile(source), self.pile(target), under) for face in faces]
            case Shuffled(name, size):
                self.told.append((self.pile(name), size))
            case Ended() | TurnBegun():
                pass
            case _:
                self.told.append(None)

    def pile(self, name: str) -> str:
        """What a pile is called from the seat."""
        field, _, owner = name.partition(" ")
        offset = (int(owner) - self.seat) % 3 if owner else None
        return field if offset is None else f"{field} own" if offset == 0 else f"{field} +{offset}"


@pytest.mark.parametrize(("game", "most"), [("crazy8s", 20), ("go_fish", 20), ("twenty_one", 2)])
def test_rows_tell_what_the_seat_was_told_and_no_more(game: str, most: int) -> None:
    env = aec_env(game, seats=3, history=LONG)
    env.reset(seed=5)
    answers, batch = play(env, 1), env.setting.batch
    for seat in range(3):
        listener = Listener(seat)
        table = Table(batch.match(0), [absent] * 3, seed=batch.seed_of(0)).watch(listener, seat=seat)
        table.begin()
        listener.told.clear()
        for actor, number in answers:
            action: Any = env.setting.actions.action(number, (), actor, dict)
            table.answer(actor, action)
        assert listener.told == [said(env, row, seat) for row in rows(env, seat) if row[0] != VALUE]
        assert len(listener.told) > most


SMALL: dict[str, dict[str, Any]] = {
    "crazy8s": {"deck": cards("8C 9C 7C 8D 9D 7D"), "options": {"hand_size": 2, "shuffle": True}},
    "goofspiel": {"deck": cards("AC 2C 3C AD 2D 3D AS 2S 3S AH 2H 3H"), "seats": 2},
    "cheat": {"deck": cards("AC 2C AD 2D AS 2S"), "seats": 2, "coarse": COARSE["cheat"]},
}


@pytest.mark.parametrize("game", SMALL)
def test_who_remembers_the_same_saw_and_did_the_same_at_every_turn(game: str) -> None:
    env = aec_env(game, history=200, **SMALL[game])
    past_of: dict[bytes, Any] = {}
    again = 0
    env.reset(seed=1)
    for number in range(120):
        chance, pasts = Seeded(number), [list[Any]() for _ in env.possible_agents]
        while not any(env.terminations.values()) and not any(env.truncations.values()) and len(pasts[0]) < 8:
            seat, seen = env.episode.seat, env.observe(env.agent_selection)
            if not pasts[seat]:
                pasts[seat].append(seen["observation"].tobytes())
            memory = pasts[seat][0] + seen["history"].tobytes()
            again += memory in past_of
            assert past_of.setdefault(memory, tuple(pasts[seat])) == tuple(pasts[seat])
            legal = np.flatnonzero(seen["action_mask"])
            action = int(legal[chance.below(len(legal))])
            pasts[seat].append((seen["observation"].tobytes(), action))
            env.step(action)
        env.reset()
    assert again > 20
