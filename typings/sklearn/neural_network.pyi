from typing import Any

class MLPRegressor:
    coefs_: list[Any]
    intercepts_: list[Any]
    def __init__(self, *, hidden_layer_sizes: tuple[int, ...], batch_size: int, random_state: int) -> None: ...
    def partial_fit(self, seen: Any, values: Any) -> MLPRegressor: ...
