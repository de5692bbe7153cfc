"""Policies in files of ONNX, as `--seat policy.onnx` names them."""

from __future__ import annotations

import importlib
import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from cardkit.core.errors import CannotLoad, ProgramFault, wrong
from cardkit.core.texts import safe


def onnx_player(source: str) -> Any:
    """The class of players that do what the policy in a file says; raises CannotLoad.

    The network is given what its inputs are called of what an agent sees: `observation`, `action_mask`, `history`; a
    network with one input is given the observation. Its first output is a value for each action, or a number. Its
    metadata may have the key `cardkit`, a JSON object with the `coarse` and the `history` of its environment.
    """
    path = Path(source)
    if not path.is_file():
        raise CannotLoad(source, "there is no such file")
    try:
        return _read(path, path.stat().st_mtime_ns)
    except ModuleNotFoundError as error:
        raise CannotLoad(source, f"it needs {error.name}, which comes with: pip install 'cardkit[onnx]'") from None


@cache
def _read(path: Path, written: int) -> Any:
    """The class for a file that was written at this moment."""
    runtime: Any = importlib.import_module("onnxruntime")
    policies: Any = importlib.import_module("cardkit.rl.policies")
    try:
        session = runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        kept = json.loads(session.get_modelmeta().custom_metadata_map.get("cardkit", "{}"))
    except Exception as error:
        said = safe(str(error).partition("\n")[0])
        raise CannotLoad(str(path), f"it is no network that can be run: {said}") from None
    try:
        settings = _Metadata.model_validate(kept, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = safe(" ".join(["cardkit", *map(str, first["loc"])]))
        raise CannotLoad(str(path), f"its metadata {place}: {wrong(first)}") from None
    return policies.player(_Network(session), coarse=settings.coarse, history=settings.history)


class _Metadata(BaseModel):
    """What a network says of how it sees a table."""

    coarse: dict[str, Annotated[int, Field(ge=1, le=10_000)] | list[str]] | None = None
    history: Annotated[int, Field(ge=0, le=10_000)] = 0


_TYPES = {"tensor(float)": "float32", "tensor(double)": "float64", "tensor(int64)": "int64", "tensor(bool)": "bool"}


class _Network:
    """What a network says to what an agent sees."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._inputs = session.get_inputs()

    def fits(self, seen: dict[str, Any]) -> None:
        """Raises ProgramFault where it was made for another table than one where an agent sees such arrays."""
        for one in self._inputs:
            name = self._called(one, seen)
            if name not in seen:
                raise ProgramFault(f"its network has an input {name}, and an agent sees {', '.join(seen)}")
            takes, size = one.shape[-1] if one.shape else 1, seen[name].shape[-1]
            if isinstance(takes, int) and takes != size:
                raise ProgramFault(f"its network takes {takes} numbers as {name}, and this table tells {size}")
        shape, actions = self._session.get_outputs()[0].shape, seen["action_mask"].size
        if shape and isinstance(shape[-1], int) and shape[-1] not in (1, actions):
            raise ProgramFault(f"its network says {shape[-1]} values, and this table has {actions} actions")

    def _called(self, one: Any, seen: dict[str, Any]) -> str:
        """What an agent sees that an input takes; an input alone may be called as it likes."""
        return one.name if one.name in seen or len(self._inputs) > 1 else "observation"

    def __call__(self, seen: dict[str, Any]) -> Any:
        kinds = {one.name: (self._called(one, seen), _TYPES.get(one.type, "float32")) for one in self._inputs}
        return self._session.run(None, {name: seen[of][None].astype(kind) for name, (of, kind) in kinds.items()})[0]
