"""The menu that `cardkit` alone opens on a terminal: everything that is installed, without knowing an option."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.core.errors import CardkitError
from cardkit.play.driver import Player
from cardkit.play.kept.scores import ScoreBoard
from cardkit.play.terminal import Terminal
from cardkit.play.text_tables import scores_table
from cardkit.plugins.boundaries import guarding
from cardkit.plugins.deck_files import shipped
from cardkit.plugins.people import Stopped, ask_until, whole_number
from cardkit.plugins.plugin import Order, Plugin, RuleSet, nothing_to_ask
from cardkit.plugins.registry import installed, load_game
from cardkit.plugins.rules_page import rules_page
from cardkit.plugins.session import readable

CHOICES = ("Play a game", "Rules", "Score board", "Quit")


def menu(terminal: Terminal) -> None:
    """Offer the choices again and again until the person quits; raises EndOfInput at the end of the input."""
    while True:
        try:
            match choose(terminal, "cardkit", CHOICES):
                case 0:
                    plugin = _choose_game(terminal)
                    with guarding(plugin.game.name):
                        play(terminal, plugin)
                case 1:
                    for line in rules_page(_choose_game(terminal)):
                        terminal.say(line)
                case 2:
                    terminal.show(scores_table(ScoreBoard().standings()))
                case _:
                    return
        except Stopped:
            raise
        except CardkitError as error:
            terminal.say(f"{error}.")


def choose(terminal: Terminal, title: str, choices: Sequence[str]) -> int:
    """Which of the choices a person takes, from 0; a lone one is taken without asking."""
    if len(choices) == 1:
        return 0
    terminal.say("")
    terminal.say(title)
    for number, choice in enumerate(choices, 1):
        terminal.say(f"  {number}. {choice}")
    allowed = range(1, len(choices) + 1)

    def chosen(text: str) -> int | None:
        number = whole_number(text)
        return number if number in allowed else None

    return ask_until(terminal, chosen, f"Please type a number from 1 to {len(choices)}.", "Your choice: ") - 1


def _choose_game(terminal: Terminal) -> Plugin:
    names = list(installed())
    return load_game(names[choose(terminal, "Which game?", names)])


def play(terminal: Terminal, plugin: Plugin) -> None:
    """Ask for the rules of a game, its deck and who plays, and play it."""
    rules = RuleSet(name="", about="")
    if plugin.rule_sets:
        offered = [f"{rules.name}: {rules.about.split('. ')[0].rstrip('.')}" for rules in plugin.rule_sets]
        rules = plugin.rule_sets[choose(terminal, "By which rules?", offered)]
    order = Order()
    if rules.deck is None and plugin.deck is None:
        order = order.having(file=_choose_deck(terminal, plugin))
    if plugin.ask is nothing_to_ask:
        order = order.having(seats=_choose_seats(terminal, plugin))
    terminal.say("")
    Player().play(plugin, rules, order)


def _choose_deck(terminal: Terminal, plugin: Plugin) -> str:
    fitting = [name for name, path in shipped().items() if readable(plugin, path)]
    chosen = choose(terminal, "With which deck?", [*fitting, "a file of mine"])
    return fitting[chosen] if chosen < len(fitting) else terminal.ask("The file: ").strip()


def _choose_seats(terminal: Terminal, plugin: Plugin) -> tuple[str, ...]:
    numbers = plugin.game.players
    seats = numbers[0]
    if len(numbers) > 1:
        seats = numbers[choose(terminal, "How many players?", [str(number) for number in numbers])]
    people = choose(terminal, "How many of them are people?", [str(number) for number in range(seats + 1)])
    return ("human",) * people + ("ai",) * (seats - people)
