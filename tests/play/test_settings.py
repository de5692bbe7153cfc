"""What is settled once for all games: the file of it, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers import Run, cardkit

from cardkit.core.texts import flaw
from cardkit.play.settings import Settings, settings

LIST = ("config", "--json")


def test_without_a_file_everything_is_as_it_is_said_to_be(home: Path) -> None:
    assert Settings() == settings()
    assert Settings().model_dump() == json.loads(cardkit(*LIST).out)
    assert f"They are kept in {home / 'config.toml'}" == cardkit("config").lines[-1]
    assert not home.exists()


def test_what_is_settled_is_kept_and_shown() -> None:
    for name, text, value in [("name", "Ann", "Ann"), ("pause", "0.5", 0.5), ("practice", "true", True)]:
        assert Run("", "", 0) == cardkit("config", "set", name, text)
        assert value == json.loads(cardkit(*LIST).out)[name]
        assert f"{text}\n" == cardkit("config", "get", name).out
    assert Settings(name="Ann", pause=0.5, practice=True) == settings()
    assert "name      Ann          what you are called" in cardkit("config").out


def test_whatever_else_is_in_the_file_stays_there(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('# mine\nname = "Ann" # me\npause = 1\n', encoding="utf-8")
    cardkit("config", "set", "name", "Bo")
    assert '# mine\nname = "Bo" # me\npause = 1\n' == (home / "config.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name = ", "it is not TOML: "),
        ("nmae = 'Ann'", "nmae: there is no such setting; known: name, cards, pause, practice\n"),
        ("pause = 'long'", "pause: it is a number, such as 0.5\n"),
        ("cards = 'red'", "cards: it is one of two-colour, four-colour, bold, letters, plain\n"),
        ("a = " + "[" * 3000 + "]" * 3000, "it is nested too deep"),
        ('"\\u001b[31m" = 3', "[31m: there is no such setting; known: "),
        ('name = "\\u202e"', "name: a name can't hold bidirectional characters"),
        (f'name = "{"x" * 500}"', "name: a name has at most 200 characters"),
    ],
)
def test_a_file_that_can_not_be_read_is_told_and_stays(text: str, complaint: str, home: Path) -> None:
    home.mkdir()
    file = home / "config.toml"
    file.write_text(text, encoding="utf-8")
    for arguments in (["config"], ["config", "set", "name", "Bo"], ["play", "war", "first-war"]):
        run = cardkit(*arguments)
        assert ("", 1, 1, "") == (run.out, run.code, len(run.err.splitlines()), flaw(run.err.strip()))
        assert run.err.startswith(f"cardkit: {file}: {complaint}")
    assert text == file.read_text(encoding="utf-8")


def test_a_settled_look_is_that_of_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardkit.play.settings import LOOKS, chosen_look

    monkeypatch.delenv("CARDKIT_CARDS", raising=False)
    cardkit("config", "set", "cards", "four-colour")
    assert LOOKS["four-colour"] is chosen_look(settings().cards)
    monkeypatch.setenv("CARDKIT_CARDS", "plain")
    assert LOOKS["plain"] is chosen_look(settings().cards)
