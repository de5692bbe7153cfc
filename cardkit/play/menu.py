"""The menu: which game, by which rules, with which deck and how many players; each question has an answer for Enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.core.errors import CardkitError
from cardkit.core.texts import cut, padded, sentence, width
from cardkit.play.driver import TerminalPlay
from cardkit.play.home import Kept, ScoreBoard, having, last_game, scores_table
from cardkit.play.settings import settings, settle
from cardkit.play.terminal import Terminal, command_in, show_pages
from cardkit.plugins.deck_files import shipped
from cardkit.plugins.people import EndOfInput, Left, Stopped, ask_until, guarding, whole_number
from cardkit.plugins.plugin import Plugin, RuleSet, about, first_sentence_in, nothing_to_ask, rules_page, seats_for
from cardkit.plugins.registry import examples, installed, load_game
from cardkit.plugins.setup import Setup, readable
from cardkit.records.record import read_grown
from cardkit.records.replay import verify
from cardkit.table.faults import numbers


class Back(Exception):
    """A person goes back to the menu."""


def chosen(terminal: Terminal, title: str, choices: Sequence[str]) -> int:
    """Which of the choices a person takes, from 0: Enter takes the first, a lone one is taken without asking."""
    if len(choices) == 1:
        return 0
    terminal.say("")
    terminal.say(title)
    for number, choice in enumerate(choices, 1):
        terminal.say(f"  {number}. {choice}")
    return number_of(terminal, "Your choice", range(1, len(choices) + 1), 1) - 1


def number_of(terminal: Terminal, question: str, allowed: Sequence[int], usual: int) -> int:
    """The number that a person types, Enter being the usual one; a lone number is taken without asking."""
    if len(allowed) == 1:
        return allowed[0]

    def read(text: str) -> int | None:
        if text.strip().lower() in ("b", "back") or command_in(text) == "undo":
            raise Back
        if command_in(text) == "quit":
            raise Left
        number = whole_number(text) if text.strip() else usual
        return number if number in allowed else None

    complaint = f"Please type a number, {numbers(allowed)}, Enter for {usual}, b to go back, or q to leave."
    return ask_until(terminal, read, complaint, f"{question}? ({numbers(allowed)}) [{usual}] ")


_ROOM = 16
"""What a game is called for longer than this is not shown in the menu, but its name."""


@dataclass(frozen=True)
class MenuEntry:
    """A game in the menu: what it is found by, what it is called, and what one does in it."""

    name: str
    title: str
    about: str

    @classmethod
    def of(cls, name: str, sentence: str) -> MenuEntry:
        """The entry of a game of which this is said: `Hearts: take no hearts.`"""
        title, colon, rest = sentence.partition(": ")
        if not colon:
            return cls(name, name, sentence)
        return cls(name, title if len(title) <= _ROOM else name, rest)


def entries() -> list[MenuEntry]:
    """The games: those that are installed and can be used, and then the examples."""
    found: list[MenuEntry] = []
    for name in installed():
        try:
            found.append(MenuEntry.of(name, about(load_game(name))))
        except CardkitError as error:
            found.append(MenuEntry(name, name, str(error)))
    named = {entry.name for entry in found}
    return found + [
        MenuEntry.of(name, first_sentence_in(path)) for name, path in examples().items() if name not in named
    ]


def menu(terminal: Terminal) -> None:
    """Offer the choices again and again until the person quits, or the input ends."""
    games = entries()
    while True:
        kept = last_game(unfinished=True)
        _show(terminal, games, kept)
        try:
            if not _done(terminal, games, kept, terminal.ask("Your choice: ").strip().lower()):
                return
        except Back:
            continue
        except Left:
            return
        except EndOfInput as ended:
            if ended.how:
                terminal.say(f"The game is kept; {ended.how}")
            return
        except Stopped:
            raise
        except CardkitError as error:
            terminal.say(f"{error}.")


def _show(terminal: Terminal, games: list[MenuEntry], kept: Kept | None) -> None:
    """Show what there is to choose, each in one row of the screen."""
    columns = terminal.columns or 80
    titles = max(width(entry.title) for entry in games)
    rows = ["cardkit", f"  Enter  {_first(games).title} against a machine"]
    rows += [f"  {n:>5}  {padded(entry.title, titles)}  {entry.about}" for n, entry in enumerate(games, 1)]
    rows += [f"      g  go on with {kept.called}"] if kept else []
    rows += ["      r  rules    s  score board", f"      n  your name{_named()}    q  quit"]
    for row in rows:
        terminal.say(row if width(row) <= columns else f"{cut(row, columns - len('...')).rpartition(' ')[0]} …")


def _named() -> str:
    name = settings().name
    return f": {name}" if name else ""


def _first(games: list[MenuEntry]) -> MenuEntry:
    """The game that Enter plays: the first that has rules for people."""
    for entry in games:
        if entry.name in installed() and load_game(entry.name).for_people:
            return entry
    return games[0]


def _done(terminal: Terminal, games: list[MenuEntry], kept: Kept | None, typed: str) -> bool:
    """Do what was typed; False where the person quits."""
    match command_in(typed) or typed:
        case "quit":
            return False
        case "":
            plugin = load_game(_first(games).name)
            _start(terminal, Setup.for_people(plugin, seats=seats_for(plugin, None, 1)))
        case "g" if kept is not None:
            _go_on(kept)
        case "r":
            number = chosen(terminal, "The rules of which game?", [entry.title for entry in games])
            show_pages(terminal, rules_page(load_game(games[number].name), columns=terminal.columns))
        case "s":
            terminal.show(scores_table(ScoreBoard().standings()))
        case "n":
            _name(terminal)
        case _:
            entry = _meant(games, typed)
            if entry is None:
                terminal.say(f"Please type a number from 1 to {len(games)}, or one of the letters; q quits.")
            else:
                play(terminal, load_game(entry.name))
    return True


def _meant(games: list[MenuEntry], typed: str) -> MenuEntry | None:
    """The game of a number, or of the beginning of a name."""
    number = whole_number(typed)
    if number is not None:
        return games[number - 1] if 1 <= number <= len(games) else None
    found = [entry for entry in games if entry.title.lower().startswith(typed) or entry.name.startswith(typed)]
    return found[0] if len(found) == 1 else None


def _name(terminal: Terminal) -> None:
    try:
        typed = terminal.ask(f"Your name{_named()}; Enter keeps it: " if _named() else "Your name: ")
        if command_in(typed, colon=True) or (_named() and not typed.strip()):
            return
        settle("name", typed)
    except ValueError as error:
        terminal.say(sentence(error))


def _go_on(kept: Kept) -> None:
    """Go on with a game that was left."""
    with having(kept.path, Terminal()):
        record = read_grown(kept.path)
        plugin = load_game(kept.game)
        with guarding(plugin.game.name):
            verify(plugin, record, kept.path)
        TerminalPlay().take_up(plugin, record, kept.path, ())


def play(terminal: Terminal, plugin: Plugin) -> None:
    """Ask for the rules of a game, its deck and who plays, and play it."""
    offered = sorted(plugin.rule_sets, key=lambda rules: rules.name != plugin.for_people)
    rules = RuleSet(name="", about="")
    if offered:
        texts = [f"{rules.name}: {rules.about.split('. ')[0].rstrip('.')}" for rules in offered]
        rules = offered[chosen(terminal, "By which rules?", texts)]
    setup = Setup(plugin=plugin, rules=rules)
    if setup.needs_deck:
        setup = setup.having(deck=_deck(terminal, plugin))
    if plugin.ask is nothing_to_ask or (rules.name and rules.name == plugin.for_people):
        setup = setup.having(seats=_seats(terminal, plugin))
    _start(terminal, setup)


def _start(terminal: Terminal, setup: Setup) -> None:
    terminal.say("")
    with guarding(setup.plugin.game.name):
        TerminalPlay().play(setup)


def _deck(terminal: Terminal, plugin: Plugin) -> str:
    sizes = {name: len(plugin.read_deck(path).cards) for name, path in shipped().items() if readable(plugin, path)}
    fitting = sorted(sizes, key=lambda name: -sizes[name])
    number = chosen(terminal, "With which deck?", [*fitting, "a file of mine"])
    if number < len(fitting):
        return fitting[number]
    name = terminal.ask("The file: ").strip()
    if not name or command_in(name, colon=True):
        raise Back
    return name


def _seats(terminal: Terminal, plugin: Plugin) -> tuple[str, ...]:
    usual = len(seats_for(plugin, None, None))
    players = number_of(terminal, "How many players", plugin.game.players, usual)
    people = number_of(terminal, "How many people", range(players + 1), 1)
    return seats_for(plugin, players, people)
