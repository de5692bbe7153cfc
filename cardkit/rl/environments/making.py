"""Environments by the name of a game, or by its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack, cast

import gymnasium
from gymnasium.vector import AutoresetMode

from cardkit.core.errors import CannotStart
from cardkit.core.piles import Seat
from cardkit.plugins.registry import examples, installed
from cardkit.plugins.setup import AnyPlayer
from cardkit.rl.environments.setting import AnyGame, Wishes, setting_of
from cardkit.rl.environments.single import OneSeatEnv
from cardkit.rl.environments.vector import LanesEnv
from cardkit.rl.environments.zoo import TogetherEnv, TurnsEnv
from cardkit.table.setting_up import numbers


def aec_env(
    game: AnyGame,
    *,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    render_mode: str | None = None,
    **wishes: Unpack[Wishes],
) -> TurnsEnv:
    """A game as PettingZoo's AECEnv, in which one agent acts after the other: `aec_env("crazy8s", seats=3)`."""
    return TurnsEnv(setting_of(game, seats, **wishes), names=names, render_mode=render_mode)


def parallel_env(
    game: AnyGame,
    *,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    render_mode: str | None = None,
    **wishes: Unpack[Wishes],
) -> TogetherEnv:
    """A game as PettingZoo's ParallelEnv, in which agents act at the same time: `parallel_env("goofspiel")`."""
    return TogetherEnv(setting_of(game, seats, **wishes), names=names, render_mode=render_mode)


def gym_env(
    game: AnyGame,
    against: AnyPlayer | Sequence[AnyPlayer] = "random",
    *,
    seats: int | None = None,
    seat: Seat | None = None,
    names: Sequence[str] | None = None,
    render_mode: str | None = None,
    **wishes: Unpack[Wishes],
) -> OneSeatEnv:
    """A game as Gymnasium's Env, in which one seat learns: `gym_env("crazy8s", against="ai")`.

    The others are players as `--seat` has them, one for all or one for each in turn order. The seat that learns is the
    next one in each game, unless it is named.
    """
    several = list(cast(Sequence[AnyPlayer], against)) if isinstance(against, list | tuple) else None
    setting = setting_of(game, seats if several is None else len(several) + 1, **wishes)
    number = setting.batch.seats
    if seat is not None and seat not in range(number):
        reason = f"seat {seat} is to learn, and the seats are {numbers(range(number))}"
        raise CannotStart(setting.batch.game.name, reason)
    others = [cast(AnyPlayer, against)] * (number - 1) if several is None else several
    for player in others:
        setting.batch.player(player, 0, 0)
    return OneSeatEnv(setting, others, seat=seat, names=names, render_mode=render_mode)


def vector_env(
    game: AnyGame,
    n: int,
    *,
    seats: int | None = None,
    seed: int | None = None,
    autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    **wishes: Unpack[Wishes],
) -> LanesEnv:
    """So many games side by side as Gymnasium's VectorEnv, by the game's kernel: `vector_env("crazy8s", n=4096)`.

    Every seat learns: each step is the action of the seat whose turn it is. The seed is for the first reset that is
    given none.
    """
    return LanesEnv(setting_of(game, seats, **wishes), n, seed=seed, autoreset_mode=autoreset_mode)


def register() -> None:
    """Let `gymnasium.make` know every installed game and every example, as `cardkit/crazy8s-v0`, and files of games.

    A file is `gymnasium.make("cardkit/file-v0", game="./my_game.py")`.
    """
    for name in (*installed(), *examples()):
        _register(name, game=name)
    _register("file")


def _register(name: str, **known: Any) -> None:
    identifier = f"cardkit/{name}-v0"
    if identifier not in gymnasium.registry:
        cast(Any, gymnasium).register(identifier, entry_point="cardkit.rl.environments.making:gym_env", kwargs=known)
