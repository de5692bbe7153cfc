"""The commands of everybody who plays have one list: each door offers some of them, and says the same of them."""

from __future__ import annotations

import pytest
from guests import Guest, laid, play_on, together
from helpers import cardkit

from cardkit.hosting.commands import COMMANDS, meant
from cardkit.hosting.hosted import Policy, Refused
from cardkit.online.lines import Told, commands

SEATS = ("--seat", "human", "--seat", "ai")


def offered_in_lines() -> dict[str, str]:
    """What `:help` shows at a prompt of the terminal."""
    lines = cardkit("play", "crazy8s", "microDeck", "--set", "hand_size=3", *SEATS, typed=[":help", ":quit"]).lines
    rows = [line[3:].split(maxsplit=1) for line in lines if line.startswith("  :")]
    return {word: about for word, about in rows if word in COMMANDS}


def offered_to(told: Told) -> dict[str, str]:
    return {command.word: command.about for command in commands(told)}


def seen(guest: Guest) -> Told:
    """What somebody was told by now."""
    told = Told()
    told.take(guest.hello)
    told.take(guest.look())
    return told


def test_every_door_says_the_same_of_a_command_and_every_command_has_a_door() -> None:
    alone = laid("crazy8s", "human", "ai", policy=Policy(away=0.0))
    [ada] = together(alone)
    ada.act("draw")
    doors = [offered_in_lines(), offered_to(seen(ada))]
    ada.say("undo", practice=True)
    doors.append(offered_to(seen(ada)))
    play_on(alone, [ada])
    doors.append(offered_to(seen(ada)))
    friends = laid("crazy8s", "human", "human", policy=Policy(away=1.0))
    bo, cy = together(friends, "Bo", "Cy")
    cy.leave(now=0.0)
    friends.tick(5.0)
    doors.append(offered_to(seen(bo)))
    company = laid("crazy8s", "human", "human")
    eve, fay = together(company, "Eve", "Fay")
    eve.act()
    eve.say("undo")
    doors.append(offered_to(seen(fay)))
    waiting = laid("crazy8s", "human", "human")
    doors.append(offered_to(seen(Guest(waiting, waiting.keys[0] or "", "Di"))))
    assert set(COMMANDS) == {word for door in doors for word in door}
    for door in doors:
        for word, about in door.items():
            assert about.startswith(COMMANDS[word])


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("undo", ["undo", "undo-practice"], "undo"),
        ("UND", ["undo", "redo"], "undo"),
        ("h", ["hint", "help"], ":h could be :hint or :help; type more of it"),
        ("", ["hint"], "there is no command :; :help lists them"),
        ("dance", ["hint"], "there is no command :dance; :help lists them"),
    ],
)
def test_a_word_means_the_command_that_it_is_or_alone_begins(word: str, known: list[str], found: str) -> None:
    if found in known:
        assert found == meant(word, known)
    else:
        with pytest.raises(Refused) as refused:
            meant(word, known)
        assert found == str(refused.value)
