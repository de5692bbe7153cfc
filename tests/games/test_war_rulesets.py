"""War by the rules of jones, umbc and umassd: sample sessions to the line, words, questions, who sees which card."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import naive_umbc
import naive_war
import pytest
from helpers import TESTS, Run, cardkit, cardkit_process

from cardkit import Card, How, Match, Seeded, Table, cards, first_legal, width
from cardkit.core.cards import BACK
from cardkit.core.chance.generators import Java, Msvc
from cardkit_war import War, plugin
from cardkit_war.words import card_art, rows_of_art

TRANSCRIPTS = TESTS / "transcripts"
RULE_SETS = {rules.name: rules for rules in plugin.rule_sets}
STYLES = ["rhodes", "jones", "umbc", "umassd", "plain"]
UMBC, UMASSD = (War.with_options(RULE_SETS[name].options) for name in ("umbc", "umassd"))


def play(rules: str, *arguments: str, typed: Sequence[str] = ()) -> Run:
    return cardkit("play", "war", "--rules", rules, *arguments, typed=typed)


def session(name: str) -> tuple[list[str], list[str], list[str]]:
    """The arguments, the typed lines and all lines of a transcript."""
    command, *lines = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    return shlex.split(command.removeprefix("$ cardkit ")), typed, lines


def blocks(lines: Sequence[str]) -> list[list[str]]:
    """The lines between empty ones."""
    return [block.split("\n") for block in "\n".join(lines).split("\n\n")]


# umbc


def umbc_end(tallies: naive_umbc.Tallies, names: Sequence[str]) -> Iterator[str]:
    """The last lines of a game with these tallies."""
    yield "Game Over!!"
    yield f"There were {tallies.wars} wars"
    if tallies.undecided:
        yield f"The last war was not decided: {tallies.undecided} cards were won by nobody"
    for name, count, wars in zip(names, tallies.cards, tallies.wars_won, strict=True):
        yield f"{name} won {count} cards and {wars} war(s)"
    yield f"Winner: {'nobody, it is a tie' if tallies.winner is None else names[tallies.winner]}"


@pytest.mark.parametrize(
    "seeds", [(*range(-3, 9), 13, 20, 22, 113, 194), pytest.param(range(2_000), marks=pytest.mark.slow)], ids=len
)
def test_the_last_lines_of_umbc_say_the_tallies_of_a_plain_program(seeds: Sequence[int]) -> None:
    ends = set()
    for seed in seeds:
        how = ("--seed", str(seed), "--name", "Eve", "--name", "Bo [/]", "--no-score")
        run, tallies = play("umbc", *how), naive_umbc.play(seed)
        end = list(umbc_end(tallies, ["Eve", "Bo [/]"]))
        assert end == blocks(run.lines)[-1], f"seed {seed}"
        assert f"Turn {tallies.turns}" in run.lines
        ends.add((tallies.winner, tallies.undecided > 0))
        if seed in (0, 3):
            said = [re.sub(r" and \d+ war\(s\)", "", line) for line in end]
            assert ["Welcome to WAR!!", "", *said] == play("umbc", *how, "--quiet").lines
    assert {(None, False), (None, True), (0, True), (1, True), (1, False)} <= ends


def umassd_log(seed: int) -> list[str]:
    """The lines after the greeting."""
    run = play("umassd", "--seed", str(seed), "--no-score")
    assert ("", 0) == (run.err, run.code)
    assert "WAR card game v1.0" == run.lines[0]
    return run.lines[1:]


def test_the_sample_of_the_umassd_document_is_part_of_the_log_but_for_its_suits() -> None:
    log = "\n".join(re.sub("[♠♥♦♣]", "", line) for line in umassd_log(2))
    place = 0
    parts = (TRANSCRIPTS / "umassd_sample.txt").read_text(encoding="utf-8").strip().split("\n:\n")
    for part in parts:
        assert part in log[place:]
        place = log.index(part, place) + len(part)
    assert 53 == sum(part.count("A:") - 3 * part.count("WAR") - part.count("Player A:") for part in parts) // 2
    assert len(log) == place


def umassd_decks(seed: int) -> tuple[list[int], list[int]]:
    """What the cards of both players are worth, the top first, by the shuffle of the document."""
    state, pile, left = seed % 2**32, [], [rank for _ in range(4) for rank in range(2, 15)]
    for k in range(52):
        state = (state * 214013 + 2531011) % 2**32
        chosen = (state >> 16 & 0x7FFF) % (52 - k)
        pile.append(left[chosen])
        left[chosen] = left[51 - k]
    return pile[0::2], pile[1::2]


def test_the_first_endless_seeds_of_umassd_are_21_25_27_and_37() -> None:
    deck = RULE_SETS["umassd"].deck
    assert deck is not None
    endless = []
    for seed in range(41):
        match = Match(UMASSD, deck()[::-1], seats=2, rng=Msvc(seed))
        result = Table(match, [first_legal] * 2).run()
        expected = naive_war.play(*umassd_decks(seed), face_down=3, pickup="table")
        assert (expected.how, expected.winner) == (str(result.how), match.winner), f"seed {seed}"
        if result.how is How.ENDLESS:
            endless.append(seed)
    assert [21, 25, 27, 37] == endless


def test_seed_21_of_umassd_is_endless_from_battle_1100_on_which_is_battle_1048_again() -> None:
    log = umassd_log(21)
    assert 1099 + 2 == len(log)
    assert [
        "[** battle 1100 would begin as battle 1048 did **]",
        "This is Lamb Chop mode, the game goes on for ever in a cycle of 52 battles",
    ] == log[1099:]
    run = play("umassd", "--seed", "21", "--style", "plain", "--quiet")
    assert [
        "The game never ends: round 1100 would begin as round 1048 did, and so on for ever, in a cycle of 52 rounds."
    ] == run.lines[1:]


def deck_file(folder: Path, lines: str) -> str:
    path = folder / "crafted.txt"
    path.write_text("Ada\nBen\n" + "".join(f"{card}\n" for card in lines.split()), encoding="utf-8")
    return str(path)


def test_a_war_may_be_told_of_that_is_a_thousand_levels_deep(tmp_path: Path) -> None:
    file = deck_file(tmp_path, "7H 7S " * 4012)
    assert 1003 == play("umassd", file, "--seed", "1").out.count("!!WAR!!")
    assert "There were 1003 wars" in play("umbc", file, "--seed", "1").lines


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_suits_are_letters_where_the_output_can_not_have_the_signs(encoding: str) -> None:
    run = cardkit_process("play", "war", "--rules", "umassd", "--seed", "2", PYTHONIOENCODING=encoding)
    expected = session("umassd_seed2")[2][3:]
    letters = str.maketrans({} if encoding == "utf-8" else {"♠": "S", "♥": "H", "♦": "D", "♣": "C"})
    assert [line.translate(letters) for line in expected] == run.lines[1:]


@pytest.mark.parametrize("face_down", [0, 1, 4, 12])
def test_the_pictures_of_jones_are_five_lines_of_seven_columns_and_fit_80_in_all(face_down: int) -> None:
    assert (".-----.", "|10   |", "|  H  |", "|   10|", "'-----'") == card_art(Card("T", "H"))
    for card in [*cards("2C TD AS"), None]:
        assert (5, {7}) == (len(card_art(card)), set(map(len, card_art(card))))
    assert 10 == len(rows_of_art([None] * 6))
    names = ("--name", "Maximiliane von und zu Hohenstein-Oberwaldsberg", "--name", "Bo")
    run = play("jones", "--seed", "1", "--set", f"face_down={face_down}", *names, "--no-score")
    assert 80 >= max(len(line) for line in run.lines if not line.startswith("Maximiliane") or "  " in line)
    assert 0 == run.code
    top = run.lines[run.lines.index("WAR!") - 5]
    many = 1 + face_down
    assert many > 5 or (many, many) == (top[:39].count(".-----."), top[39:].count(".-----."))


EVERY_RULE_SET = {
    "rhodes": ["first-war"],
    "jones": ["--seed", "3"],
    "umbc": ["--seed", "123456", "--name", "Bob", "--name", "Mary"],
    "umassd": ["--seed", "2"],
}
SUIT_NAMES = {"Hearts": "H", "Diamonds": "D", "Clubs": "C", "Spades": "S", "♥": "H", "♦": "D", "♣": "C", "♠": "S"}
RANK_NAMES = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "T", "10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
}  # fmt: skip


def cards_shown(run: Run) -> set[str]:
    """Every card that is shown, in whatever words or pictures."""
    shown = {
        rank + SUIT_NAMES.get(suit, suit) for rank, suit in re.findall(r"\b([2-9TJQKA])([HDCS]\b|[♥♦♣♠])", run.out)
    }
    shown |= {
        RANK_NAMES.get(rank, rank) + SUIT_NAMES[suit.capitalize()]
        for rank, suit in re.findall(
            rf"\b([2-9]|{'|'.join(RANK_NAMES)}) of (hearts|diamonds|clubs|spades)", run.out, re.IGNORECASE
        )
    }
    for above, line in pairwise(run.lines):
        suits = re.findall(r"\|  ([HDCS])  \|", line)
        if suits:
            ranks = [rank.replace("10", "T") for rank in re.findall(r"\|(10|[2-9JQKA]) +\|", above)]
            shown |= {rank + suit for rank, suit in zip(ranks, suits, strict=True)}
    return shown


WHO = ("ai ai", "human ai", "ai human", "human human", "random ai")
"""Who sits there; each rule set is told to all of these, and each style to nearly all."""


@pytest.mark.parametrize(
    ("rules", "style", "seats"),
    [
        (rules, style, WHO[(row + column) % len(WHO)])
        for row, rules in enumerate(EVERY_RULE_SET)
        for column, style in enumerate(STYLES)
    ],
)
def test_every_style_tells_every_rule_set_to_the_end(rules: str, style: str, seats: str) -> None:
    arguments = [word for seat in seats.split() for word in ("--seat", seat)]
    run = play(rules, *EVERY_RULE_SET[rules], "--style", style, *arguments, "--no-score", typed=[""] * 3000)
    assert ("", 0) == (run.err, run.code)
    assert 10 < len(run.lines)
    assert rules != "umassd" or 52 == len(cards_shown(run))
    winners = {"rhodes": "Ada", "jones": "Player 1", "umbc": "Mary", "umassd": "Player A"}
    said = "Player " + "AB"[winners[rules] in ("Player 1", "Mary")] if style == "umassd" else winners[rules]
    people = [seat for seat, player in enumerate(seats.split()) if player == "human"]
    if style == "plain" and people == [rules in ("jones", "umbc")]:
        said = "You win"
    assert said in "\n".join(run.lines[-2:])


@pytest.mark.parametrize(
    ("rules", "style", "seats"),
    [
        (rules, style, WHO[1 + (row + column) % 3])
        for row, rules in enumerate(["jones", "umbc", "umassd"])
        for column, style in enumerate(STYLES)
    ],
)
def test_a_person_at_a_closed_deck_sees_no_card_before_it_is_turned_over(rules: str, style: str, seats: str) -> None:
    battles = 28
    game = [*EVERY_RULE_SET[rules], "--no-score", "--set", "face_down=3"]
    arguments = [word for seat in seats.split() for word in ("--seat", seat)]
    presses = battles * seats.split().count("human")
    shown = cards_shown(play(rules, *game, "--style", style, *arguments, typed=[""] * presses))
    up, down = turned_over(rules, game, battles)
    assert up == shown
    assert down - up


def turned_over(rules: str, game: Sequence[str], battles: int) -> tuple[set[str], set[str]]:
    """The cards that were laid face up and those that were laid face down in the first battles."""
    deck = RULE_SETS[rules].deck
    assert deck is not None
    options = War.with_options({**RULE_SETS[rules].options, "face_down": 3})
    seed = int(game[1])
    rng = {"jones": Seeded(seed).split("deal"), "umbc": Java(seed), "umassd": Msvc(seed)}[rules]
    match = Match(options, deck()[::-1], seats=2, rng=rng)
    up: set[str] = set()
    down: set[str] = set()
    for _ in range(battles):
        if match.result is None:
            (turn,) = match.legal
            for event in match.play(turn):
                target = getattr(event, "target", "")
                laid = {str(card) for card in getattr(event, "cards", ())}
                up |= laid if target.startswith("up") else set()
                down |= laid if target.startswith("down") else set()
    return up, down


def test_the_back_of_a_card_is_shown_where_it_was_laid_face_down() -> None:
    person = ("--seat", "human", "--seat", "ai")
    run = play("umassd", "--seed", "2", *person, typed=[""] * 7)
    assert "A:28,B:24 A:T♠-B:T♦ !!WAR!! [A:??,B:??; A:??,B:??; A:??,B:??]" in run.lines
    assert "Player A plays 3 cards face down" in "\n".join(
        play(
            "umassd", "--seed", "2", "--style", "rhodes", *person, "--set", "war_is_a_turn=false", typed=[""] * 7
        ).lines
    )
    assert "??" == str(BACK)


NO_SEED = "A seed is a whole number, such as 123456 or -7."
NO_JAVA_SEED = "the java generator can't start from {}: a seed is a whole number from -2**63 to 2**63 - 1."
NO_NAME = "A name can't be empty, or hold characters that can't be seen."
ASK_NAMES = ["Please enter player 1's name:", "Please enter player 2's name:"]
ASK_SEED = "Please enter the RNG seed for shuffling:"


def test_what_is_no_seed_is_asked_for_again_in_words() -> None:
    answers = ["abc", "", " ", "2.5", "1e3", "0x10", "1_0", "²", "--2", "1 2", "+"]
    run = play("umbc", "--name", "Bob", "--name", "Mary", typed=[*answers, "123456"])
    again = [line for answer in answers for line in (f"> {answer}", NO_SEED, ASK_SEED)]
    assert ["Welcome to WAR!!", ASK_SEED, *again, "> 123456", "", "Turn 1"] == run.lines[: len(again) + 5]
    assert ["Winner: Mary"] == run.lines[-1:]
    again = [line for answer in answers for line in (f"> {answer}", NO_SEED, "Enter seed:")]
    assert ["Enter seed:", *again, "> 2"] == play("umassd", typed=[*answers, "2"]).lines[1 : len(again) + 3]


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 10**30])
def test_a_seed_that_is_no_java_long_is_asked_for_again_and_refused_as_an_option(seed: int) -> None:
    run = play("umbc", "--name", "Bob", "--name", "Mary", typed=[str(seed), str(2**63 - 1)])
    assert [ASK_SEED, f"> {seed}", NO_JAVA_SEED.format(seed), ASK_SEED] == run.lines[1:5]
    assert 0 == run.code
    refused = play("umbc", "--seed", str(seed))
    assert Run("", f"cardkit: {NO_JAVA_SEED.format(seed)[:-1]}\n", 2) == refused


def test_a_name_that_is_no_line_of_text_is_asked_for_again() -> None:
    answers = ["", "   ", "\x1b[31mEve", "a\x07b"]
    run = play("umbc", typed=[*answers, "Bob", *answers, "Mary", "123456"])
    first, second = ([line for answer in answers for line in (f"> {answer}", NO_NAME, ask)] for ask in ASK_NAMES)
    expected = [ASK_NAMES[0], *first, "> Bob", ASK_NAMES[1], *second, "> Mary"]
    assert expected == run.lines[1 : 1 + len(expected)]
    assert "Winner: Mary" == run.lines[-1]


def test_names_and_seed_as_options_are_not_asked_for() -> None:
    names = ("--name", "Bob", "--name", "Mary")
    turns = session("umbc-sample-session")[2][7:]
    assert ["Welcome to WAR!!", *turns] == play("umbc", *names, "--seed", "123456").lines
    assert [ASK_SEED, "> 123456", *turns] == play("umbc", *names, typed=["123456"]).lines[1:]
    assert [ASK_NAMES[0], "> Bob", ASK_NAMES[1], "> Mary", *turns] == play(
        "umbc", "--seed", "123456", typed=["Bob", "Mary"]
    ).lines[1:]
    assert "Congratulations Player A" == play("umassd", "--seed", "2", *names).lines[-1]


def test_the_same_seed_is_the_same_game_by_another_generator_only_where_it_is_asked_for() -> None:
    by_java = play("umassd", "--seed", "2", "--rng", "java").lines
    assert by_java != play("umassd", "--seed", "2").lines
    assert by_java == play("umassd", "--seed", "2", "--rng", "java").lines
    unknown = play("umbc", "--rng", "php")
    assert Run("", "cardkit: there is no generator 'php'; known: seeded, java, msvc, glibc\n", 2) == unknown


@pytest.mark.parametrize("name", ["李小龍", "पान", "e\u0301" * 30])
def test_a_name_is_as_wide_as_its_cells_in_jones(name: str) -> None:
    lines = cardkit("play", "war", "--rules", "jones", "--seed", "3", "--name", name, "--name", "Bo").lines
    head = next(number for number, line in enumerate(lines) if line.endswith("Bo"))
    names, below = lines[head], lines[head + 1]
    assert width(names[: names.index("Bo")]) == below.index("26", 5) == width(names) - 2
