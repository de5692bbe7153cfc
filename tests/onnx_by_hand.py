"""Networks in files of ONNX, written byte by byte as its protocol buffers have it."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path


def field(number: int, value: int | bytes | str) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(number: int) -> bytes:
    """A whole number in groups of seven bits."""
    parts = [number & 127]
    while number := number >> 7:
        parts.append(number & 127)
    return bytes([part | 128 for part in parts[:-1]] + parts[-1:])


def tensor(name: str, sizes: Iterable[int]) -> bytes:
    """What is said of an input or an output."""
    shape = b"".join(field(1, field(1, size)) for size in sizes)
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))


def network(path: Path, inputs: int, outputs: int, *, given: str = "observation", kept: str = "{}") -> Path:
    """Write a network that gives each action a value: that of its number, whatever is seen."""
    weights = struct.pack(f"{inputs * outputs}f", *[0.0] * (inputs * outputs))
    bias = struct.pack(f"{outputs}f", *map(float, range(outputs)))
    graph = b"".join(
        [
            field(1, field(1, given) + field(1, "w") + field(1, "b") + field(2, "values") + field(4, "Gemm")),
            field(2, "policy"),
            field(5, field(1, inputs) + field(1, outputs) + field(2, 1) + field(8, "w") + field(9, weights)),
            field(5, field(1, outputs) + field(2, 1) + field(8, "b") + field(9, bias)),
            field(11, tensor(given, [1, inputs])),
            field(12, tensor("values", [1, outputs])),
        ]
    )
    metadata = field(14, field(1, "cardkit") + field(2, kept))
    path.write_bytes(field(1, 8) + field(8, field(1, "") + field(2, 13)) + field(7, graph) + metadata)
    return path
