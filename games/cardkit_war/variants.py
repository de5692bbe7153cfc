"""The named ways to play War: options, deck, generator, questions and words, bundled."""

from __future__ import annotations

from cardkit import Card, Console, RuleSet, Setup, ask_seed, ask_until, deck, flaw, is_typed_at, standard52
from cardkit_war.words import LETTERS

NO_NAME = "A name can't be empty, or hold characters that can't be seen."


def umbc_deck() -> list[Card]:
    """Spades, hearts, diamonds and clubs, each from the king down to the two and then the ace; the first is the top."""
    return deck("KQJT98765432A", "SHDC")


def umassd_deck() -> list[Card]:
    """Hearts, diamonds, clubs and spades, each from the two up to the ace, from the bottom up; the first is the top."""
    return deck("23456789TJQKA", "HDCS")[::-1]


def umbc_questions(setup: Setup, console: Console) -> Setup:
    """Greet, and ask for both names and the seed as far as they are not known."""
    console.say("Welcome to WAR!!")
    seats = len(setup.seats or (0, 1))
    names = setup.names or tuple(_name(console, number, setup.person) for number in range(1, seats + 1))
    seed = setup.seed
    if seed is None:
        seed = ask_seed(console, "Please enter the RNG seed for shuffling: ", setup.rng)
    console.say("")
    return setup.having(names=names, seed=seed)


def _name(console: Console, number: int, person: str) -> str:
    """The name of a player; who presses Enter at a keyboard has the first one's settled name, or a plain one."""
    usual = (person if number == 1 else "") or f"Player {number}"
    shown, default = (f"[{usual}] ", usual) if is_typed_at(console) else ("", None)
    prompt = f"Please enter player {number}'s name: {shown}"
    return ask_until(console, lambda text: named(text) if text.strip() else default, NO_NAME, prompt)


def named(text: str) -> str | None:
    """A typed name without the blanks around it, or None where there is nothing else, or what no name may hold."""
    name = text.strip()
    return name if name and not flaw(name) else None


def umassd_questions(setup: Setup, console: Console) -> Setup:
    """Say what this is, and ask for the seed where it is not known."""
    console.say("WAR card game v1.0")
    seed = ask_seed(console, "Enter seed:", setup.rng) if setup.seed is None else setup.seed
    names = [f"Player {letter}" for letter in LETTERS[: len(setup.seats or (0, 1))]]
    return setup.having(names=setup.names or tuple(names), seed=seed)


RULE_SETS = (
    RuleSet(
        name="rhodes",
        about="The cards come from a deck file, in whose order they are dealt to the two players in turn; nothing is "
        "left to chance. One card is laid face down in a war, and won cards go under the deck in the order "
        "played, the winner's before the loser's.",
        style="rhodes",
    ),
    RuleSet(
        name="jones",
        about="52 shuffled cards. Won cards go to a pile of their own; when the hand is empty they are shuffled and "
        "become the hand. One card is laid face down in a war, or as many as the family likes (face_down). The "
        "cards are shown as pictures. The score board counts the hands played.",
        options={"shuffle": "swap", "winnings": "won-pile", "open_decks": False},
        style="jones",
        deck=standard52,
    ),
    RuleSet(
        name="umbc",
        about="52 cards, shuffled by java.util.Random from the seed, are played through once: won cards are only "
        "counted, and who has more of them wins. Three cards are laid face down in a war, and the cards that decide "
        "it are the next turn. If the cards don't suffice for the last war, nobody wins what lies on the table. "
        "Neighbouring seeds of java.util.Random give first cards that hang together.",
        options={
            "shuffle": "swap",
            "deal": "on-top",
            "face_down": 3,
            "winnings": "counted",
            "pickup": "table",
            "war_is_a_turn": True,
            "open_decks": False,
        },
        style="umbc",
        deck=umbc_deck,
        rng="java",
        ask=umbc_questions,
    ),
    RuleSet(
        name="umassd",
        about="52 cards, picked one by one with Microsoft's rand() from the seed. Three cards are laid face down in a "
        "war, and won cards go under the deck as they came to the table, the first player's before the second's. One "
        "line is told a battle; the cards that decide a war are a battle of their own. A game that would go on for "
        "ever, which is known as Lamb Chop mode, is stopped at the first repeat.",
        options={"shuffle": "pick", "face_down": 3, "pickup": "table", "war_is_a_turn": True, "open_decks": False},
        style="umassd",
        deck=umassd_deck,
        rng="msvc",
        ask=umassd_questions,
    ),
)
