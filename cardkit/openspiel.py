"""OpenSpiel knows cardkit's games after `register()`: `pyspiel.load_game("cardkit_crazy8s(seats=3)")`."""

from __future__ import annotations


def register() -> None:
    """Let OpenSpiel know every installed game, every example, and games in files.

    They are called `cardkit_crazy8s` and so on; a file is `cardkit(game=./my_game.py)`. Raises ImportError where
    OpenSpiel isn't installed.
    """
    try:
        from cardkit.rl.openspiel import register_all
    except ModuleNotFoundError as error:
        raise ImportError(f"OpenSpiel needs {error.name}, which comes with: pip install 'cardkit[openspiel]'") from None
    register_all()
