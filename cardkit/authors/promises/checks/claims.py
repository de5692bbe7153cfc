"""The checks of what a game says of itself: fields that are only counted, values that are private, invariants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from cardkit.authors.promises.examined import Examined
from cardkit.authors.promises.promise import raised
from cardkit.authors.promises.trial import changed
from cardkit.core.game import NO_SEATS_YET
from cardkit.core.piles import Seat
from cardkit.core.state import State

_OTHER = 1_000_003
"""How much is added to what is only counted, so that no rule takes it for what it was."""
_BLOCKS, _BLOCK = 32, 8
"""In the first turns so many small numbers are tried as well, out of the first few hundred."""


def counts_change_nothing(scene: Examined) -> str | None:
    """Where uncounted fields are others, the same is legal and comes of it, and the game is as far from its end."""
    few: Sequence[int] = ()
    if scene.step is not None and scene.state.count < _BLOCKS:
        few = range(scene.chance.below(_BLOCKS) * _BLOCK, _BLOCKS * _BLOCK)[:_BLOCK]
    uncounted = scene.state.uncounted_fields()
    names = [name for name in vars(scene.state) if name in uncounted]
    what = _hanging_on(scene, names, few)
    if what is None:
        return None
    named = next((name for name in names if _hanging_on(scene, [name], few)), " or ".join(names))
    return f"{what} hangs on a field that is only counted: {named}, which rules may write and not read"


def _hanging_on(scene: Examined, names: Sequence[str], few: Sequence[int]) -> str | None:
    """What is another where these fields are others, in the last step also by a few small numbers."""
    try:
        world = scene.state.clone()
        _count_otherwise(world, names, _OTHER)
        if (scene.game.result(world) is None) is scene.match.is_over:
            return "whether the game is over"
        if not scene.match.is_over and not _may_do_the_same(scene, world, scene.match.turn):
            return "what is legal"
        step = scene.step
        for more in (_OTHER, *(number - scene.state.count for number in few)) if step else ():
            assert step is not None
            twin = step.before.fork()
            _count_otherwise(twin.state, names, more)
            twin.play(step.action)
            if twin.state.position() != scene.state.position() or twin.is_over is not scene.match.is_over:
                return "what an action does"
    except Exception as error:
        return f"{raised(error)}, so that whether a rule fails"
    return None


def _count_otherwise(state: State, names: Sequence[str], more: int) -> None:
    """Add to these fields, which are only counted and never less than nothing then."""
    for name in names:
        value = getattr(state, name)
        if type(value) is int:
            setattr(state, name, max(0, value + more))


def private_values_change_nothing(scene: Examined) -> str | None:
    """Where the other seats' private values are turned round, a seat sees the same, and may do the same if it acts."""
    private = scene.state.fields_marked("private")
    for seat in scene.state.everybody() if private else ():
        world = scene.state.clone()
        for name in private:
            vars(world)[name] = _turned(vars(world)[name], seat)
        if what := changed(scene.match.view(seat), world.view(seat), "is different"):
            return f"with other private values, {what} for seat {seat}"
        if not scene.match.is_over and seat in scene.match.to_act and not _may_do_the_same(scene, world, seat):
            return f"with other private values, other actions are legal for seat {seat}"
    return None


def invariants_hold(scene: Examined) -> str | None:
    """What the game says always holds does; each seat is of one side, and the parts in the game have the same names."""
    game, state = scene.game, scene.state
    for holds, said in game.invariants(state):
        if not holds:
            return f"it doesn't hold that {said}"
    sides = game.sides(state)
    if sorted(seat for side in sides for seat in side) != list(state.everybody()):
        return f"sides has {sides}: each seat is of one side"
    for seat in state.everybody():
        if (seen := game.sides(scene.match.view(seat))) != sides:
            return f"sides is {sides}, and {seen} by what seat {seat} sees"
    names = tuple(game.roles(state))
    before, scene.roles = scene.roles, names
    if before not in (None, names):
        told = (", ".join(some or ()) or "nobody" for some in (names, before))
        return f"roles names {' at a table, and '.join(told)} at another one: {NO_SEATS_YET}"
    return None


def _may_do_the_same(scene: Examined, world: State, seat: Seat) -> bool:
    """Whether a seat may do in another world what it may do in the true one."""
    told = [[str(part) for part in scene.game.legal_for(state, seat)] for state in (scene.state, world)]
    return told[0] == told[1]


def _turned(values: Any, seat: Seat) -> Any:
    """The value of a private field, with what belongs to others gone round, and the last with one's own."""
    parts = cast(dict[Any, Any], values) if isinstance(values, dict) else dict(enumerate(cast(list[Any], values)))
    others = [key for key in parts if key != seat]
    turned = {**parts, **{key: parts[after] for key, after in zip(others, [*others[1:], seat], strict=True)}}
    return turned if isinstance(values, dict) else type(values)(turned.values())
