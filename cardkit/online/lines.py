"""A person at a table in lines: what was told, what can be pointed at and typed, and who reads and types there."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple, Protocol, TypeAlias

from cardkit.core.cards import Card
from cardkit.core.errors import CardkitError
from cardkit.core.texts import listed, sentence, tidy
from cardkit.hosting.commands import COMMANDS, LAST_LINES, NOTHING_COUNTED, NOTHING_TOLD, meant, order_meant
from cardkit.play.settings import look_meant
from cardkit.play.terminal import Terminal, beside_typing, read_beside, standard_output
from cardkit.plugins.board import head_line, table_lines, where_lines
from cardkit.plugins.lines import ORDERS, Entry, Line, Name, Order, places_in_order
from cardkit.plugins.people import EndOfInput, whole_number
from cardkit.records.record import Refused


def shown_one_by_one(message: Message) -> list[Message]:
    """The messages by which a view is shown: one for each scene, in which nothing can be done, then the rest."""
    events, shown, said = message["events"], list[Message](), 0
    for scene in () if message["fresh"] else events["scenes"]:
        seen: Message = {**message["view"], "piles": scene["piles"], "fields": scene["fields"], "asked": []}
        lines = events["lines"][said : scene["lines"]]
        nothing: dict[str, Any] = {"legal": [], "forms": [], "talk": [], "result": None}
        shown.append({**message, **nothing, "view": seen, "events": {"lines": lines, "moves": [], "scenes": []}})
        said = scene["lines"]
    return [*shown, {**message, "events": {**events, "lines": events["lines"][said:], "scenes": []}}]


class Told:
    """The newest view, and all lines so far."""

    def __init__(self) -> None:
        self.hello: Message = {}
        self.view: Message = {}
        self.lines: list[str] = []
        """The log, each line with its cards marked."""
        self.talk: list[tuple[str, str]] = []
        self.order: Order | None = None
        """The order that the person wants to see their hand in, if it isn't that of the game."""

    def take(self, message: Message) -> list[str]:
        """Take in a hello or a view; the lines that are new."""
        if message["type"] == "hello":
            self.hello = message
            self.__dict__.pop("_cards", None)
            return []
        if message["fresh"]:
            self.lines.clear()
        self.view = message
        said = [(one["who"], one["text"]) for one in message["talk"]]
        new: list[str] = [self.marked(line) for line in message["events"]["lines"]]
        new += [Line(f"{who}: {text}" if who else text) for who, text in said]
        self.lines += new
        self.talk += said
        return new

    @property
    def seat(self) -> int:
        """The seat that this is told to; -1 watches."""
        return int(self.view.get("seat", self.hello.get("seat", -1)))

    @property
    def scene(self) -> Message | None:
        """The table as the seat sees it, once the game has begun."""
        seen: Message | None = self.view.get("view")
        if seen is None or self.order is None:
            return seen
        return {**seen, "piles": [self._in_order(pile) for pile in seen["piles"]]}

    def _in_order(self, pile: Message) -> Message:
        """A pile, one's own hand as the person wants to see it."""
        if pile["looks"] != "hand" or pile["owner"] != self.seat or not pile["cards"] or pile["marks"]:
            return pile
        places = places_in_order(list(map(Card.read, pile["cards"])), self.order)
        lying = pile["places"] or range(pile["size"])
        cards = [pile["cards"][place] for place in places]
        return {**pile, "cards": cards, "places": [lying[place] for place in places]}

    @property
    def title(self) -> str:
        """What the game is called, as a heading."""
        return str(self.hello.get("title", ""))

    @property
    def counts(self) -> str:
        """What turns are called."""
        return str(self.hello.get("counts", "turn"))

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [chair["name"] for chair in self.view["presence"]["chairs"]] if self.view else []

    @property
    def asked(self) -> str:
        """The names of those for whom the game waits."""
        seats: list[int] = self.scene["asked"] if self.scene is not None else []
        return listed([self.names[seat] for seat in seats]) if seats else "somebody"

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this seat."""
        return self.scene is not None and self.seat in self.scene["asked"]

    @cached_property
    def _cards(self) -> re.Pattern[str] | None:
        """What cards look like in a text, in this deck."""
        texts = sorted(set(map(str, self.hello.get("deck", ()))), key=len, reverse=True)
        return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, texts))})(?!\w)") if texts else None

    @property
    def again(self) -> str:
        """What a rematch is."""
        return f"play again{', with the seats turned' * (len(self.names) > 1)}"

    def marked(self, text: str) -> Line:
        """A text with its cards as cards."""
        if self._cards is None:
            return Line(text)
        parts = enumerate(self._cards.split(text))
        return Line(*[Card.read(part) if number % 2 else part for number, part in parts])


Message: TypeAlias = Mapping[str, Any]
"""A message of the protocol, or a part of one."""

_HANDLES = {"card": "cards", "seat": "seats", "pile": "piles", "place": "places"}
"""What can be pointed at, with the name that an action has for all that it names of the kind."""


@dataclass(frozen=True)
class ChosenSoFar:
    """What was pointed at so far."""

    cards: tuple[str, ...] = ()
    others: tuple[tuple[str, Any], ...] = ()
    """Seats, piles and places, each with what it is; one of each."""

    def __bool__(self) -> bool:
        return bool(self.cards or self.others)

    def having(self, what: str, value: Any) -> ChosenSoFar:
        """The choice with this in it; a second one of its kind takes the place of the first, but for cards."""
        if what == "card":
            return replace(self, cards=(*self.cards, value))
        kept = tuple(pair for pair in self.others if pair[0] != what)
        return replace(self, others=(*kept, (what, value)))

    def without(self, what: str, value: Any) -> ChosenSoFar:
        """The choice without this."""
        cards = list(self.cards)
        if what == "card" and value in cards:
            cards.remove(value)
        return ChosenSoFar(tuple(cards), tuple(pair for pair in self.others if pair != (what, value)))

    def has(self, what: str, value: Any) -> bool:
        """Whether this was pointed at."""
        return value in self.cards if what == "card" else (what, value) in self.others


class Choosing:
    """What a seat can do, and what is left of it after a choice."""

    def __init__(self, legal: Sequence[Message], forms: Sequence[Message], choice: ChosenSoFar | None = None) -> None:
        self.legal = legal
        self.forms = forms
        self.choice = choice or ChosenSoFar()
        self._known: dict[tuple[str, Any], bool] = {}

    def after(self, what: str, value: Any) -> Choosing:
        """What is left when this is pointed at too, or no more; what was pointed at before is let go of, if need be."""
        if self.choice.has(what, value) and not (what == "card" and self.can(what, value)):
            return self._with(self.choice.without(what, value))
        return self._with((self.choice if self.can(what, value) else ChosenSoFar()).having(what, value))

    def begun_again(self) -> Choosing:
        """What can be done where nothing was pointed at."""
        return self._with(ChosenSoFar())

    def _with(self, choice: ChosenSoFar) -> Choosing:
        return Choosing(self.legal, self.forms, choice)

    @cached_property
    def actions(self) -> list[Message]:
        """The single actions that fit the choice."""
        return [action for action in self.legal if self._fits(action)]

    @cached_property
    def ways(self) -> list[Message]:
        """The forms that fit the choice."""
        return [form for form in self.forms if not self.choice.others and self._can_hold(form)]

    def can(self, what: str, value: Any) -> bool:
        """Whether something can be done with this."""
        if (what, value) not in self._known:
            longer = self._with(self.choice.having(what, value))
            self._known[what, value] = bool(longer.actions or longer.ways)
        return self._known[what, value]

    def can_place(self, place: int, pile: str) -> bool:
        """Whether something can be done with this place of a pile, or with the pile whose place it is."""
        there = [action["piles"] for action in self.actions if place in action["places"]]
        return self.can("place", place) and any(not piles or pile in piles for piles in there)

    @property
    def meant(self) -> str | None:
        """The one action that is left, if it is one."""
        if not self.choice or len(self.actions) != 1 or self.ways:
            return None
        (action,) = self.actions
        if not action["alike"]:
            return str(action["text"])
        named, chosen = action["cards"], self.choice.cards
        is_all = len(named) == len(chosen)
        return str(action["text"]).replace(" ".join(named), " ".join(chosen)) if is_all else None

    def _fits(self, action: Message) -> bool:
        if alike := action["alike"]:
            same: Counter[str | None] = Counter(alike.get(card) for card in action["cards"])
            is_more = Counter[str | None](alike.get(card) for card in self.choice.cards) - same
            return not is_more and all(value in action[_HANDLES[what]] for what, value in self.choice.others)
        named: Counter[str] = Counter(action["cards"])
        for card, times in Counter(self.choice.cards).items():
            if times > named[card] and (action["cards"] or Card.read(card).rank not in action["ranks"]):
                return False
        return all(value in action[_HANDLES[what]] for what, value in self.choice.others)

    def _can_hold(self, form: Message) -> bool:
        """Whether a form can have all the chosen cards."""
        part = part_for_cards(form)
        if part is None:
            return not self.choice
        there: Counter[str] = Counter(part["of"])
        chosen = Counter(self.choice.cards)
        return len(self.choice.cards) <= part["most"] and all(times <= there[card] for card, times in chosen.items())

    def written(self, form: Message) -> str | None:
        """The action that a form and the chosen cards make, where nothing else is open; else None."""
        part = part_for_cards(form)
        if part is None or not part["least"] <= len(self.choice.cards) or not self.choice.cards:
            return None
        words = [self.choice.cards if one is part else only_value(one) for one in form["parts"]]
        return None if None in words else written(form, words)

    def buttons(self, visible: Visible) -> Iterator[str]:
        """The actions offered in words: what is left of a choice, else what nothing on the table stands for."""
        for action in self.actions:
            if self.choice or not visible.stands_for(action):
                yield action["text"]


@dataclass(frozen=True)
class Visible:
    """What can be pointed at on a table."""

    cards: frozenset[str]
    ranks: frozenset[str]
    """The ranks of the cards in one's own hand."""
    places: frozenset[int]

    def stands_for(self, action: Message) -> bool:
        """Whether an action is reached by pointing at something; what a whole pile stands for has a button as well."""
        return bool(
            self.cards.intersection(action["cards"])
            or (not action["cards"] and self.ranks.intersection(action["ranks"]))
            or self.places.intersection(action["places"])
        )


_FEW = 16
"""Up to so many actions of a form are offered one by one."""


def offered(view: Message) -> tuple[list[Message], list[Message]]:
    """The single actions of a view, those of short forms among them, and the other forms."""
    legal, forms = list(view["legal"]), list[Message]()
    for form in view["forms"]:
        values = [] if part_for_cards(form) else [_values(part) for part in form["parts"]]
        if values and prod(map(len, values)) <= _FEW:
            texts = [written(form, [[word] for word in words]) for words in product(*values)]
            legal += [
                {
                    "text": text,
                    "say": text,
                    "alike": {},
                    **{name: [] for name in _HANDLES.values()},
                    "ranks": [],
                    "loses": False,
                }
                for text in texts
            ]
        else:
            forms.append(form)
    return legal, forms


def written(form: Message, words: Iterable[Sequence[str] | None]) -> str:
    """The action of a form with these words for each of its parts; an empty word is none."""
    return " ".join([form["verb"], *(word for some in words for word in some or () if word)])


def _values(part: Message) -> Sequence[str]:
    """All values of a part of a form that is no set of cards; as many as matter where they are many."""
    if part["kind"] == "choice":
        return list(map(str, part["of"]))
    return list(map(str, range(part["least"], part["most"] + 1, part["step"])[: _FEW + 1]))


def part_for_cards(form: Message) -> Message | None:
    """The part of a form that takes several cards, if it has one."""
    return next((part for part in form["parts"] if part["kind"] == "cards"), None)


def only_value(part: Message) -> Sequence[str] | None:
    """The value of a part of a form that has but one; else None."""
    if part["kind"] == "choice" and len(part["of"]) == 1:
        return (str(part["of"][0]),)
    if part["kind"] == "number" and part["least"] == part["most"]:
        return (str(part["least"]),)
    return None


Heard = Callable[[Message], None]
"""Is told each message from the table."""


class Way(Protocol):
    """A way to a table, for one seat."""

    async def hear(self, heard: Heard) -> None:
        """Tell all that comes from the table, until it is left; raises a CardkitError where it can't be reached."""
        ...

    def send(self, message: dict[str, Any]) -> None:
        """Tell the table something; what it says of that is heard."""
        ...

    @property
    def does(self) -> Mapping[str, Callable[[str], str]]:
        """The commands that a table in this process carries out itself, given what follows: each says what it did."""
        ...

    def call_back(self) -> None:
        """Let the person play themselves again, if a machine of this table plays for them."""
        ...


def board_lines(told: Told) -> Iterator[Line]:
    """How it stands: whose turn it is and what is hidden, what else is to be known, then the piles, the hand last."""
    scene = told.scene
    if scene is None:
        yield Line("The cards are dealt when everybody is there.")
        return
    names = called(told)
    whose = "" if scene["cards_of"] is None else f" for {names[scene['cards_of']]}"
    turn = "your turn" if told.is_asked else f"{told.asked} to act"
    yield head_line(
        [told.title, f"{told.counts} {scene['number']}", f"{turn}{whose}"], scene["piles"], names, told.seat
    )
    for name, value in scene["fields"]:
        yield Entry(name, told.marked(value))
    yield from table_lines(scene["piles"], names, told.seat)


def question_lines(told: Told) -> Iterator[Line]:
    """What can be done, as the table asks it."""
    for label, content in told.view["question"]:
        yield Entry(label, told.marked(content))


def numbered(view: Message) -> list[str]:
    """The actions that a number means, where all are words alone."""
    texts = [action["text"] for action in view["legal"]]
    return texts if texts and not view["forms"] and not any(" " in text for text in texts) else []


class Command(NamedTuple):
    """A command: its word, what it does, and the message for the table; the client's own has none."""

    word: str
    about: str
    message: dict[str, Any] | None = None
    takes: str = ""
    """The name of the message's part that is typed after the word, if there is one."""


_ASKED_OF_THE_TABLE = ("start", "undo", "redo", "hint", "rematch")
_OWN = ("legal", "where", "score", "last", "sort", "cards", "rules", "log", "help", "quit")
"""What a client does by itself."""
_TAKEN = {"sort": "order", "cards": "look"}
"""What may be typed after some of these."""


def commands(told: Told) -> Iterator[Command]:
    """What can be asked of the table now, then what always can, then what the client does by itself."""
    can = told.view.get("can", {})
    for word in _ASKED_OF_THE_TABLE:
        if can.get(word):
            yield Command(word, COMMANDS[word], {"do": word})
    if can.get("undo") and [chair["player"] for chair in told.view["presence"]["chairs"]].count("human") == 1:
        yield Command("undo-practice", COMMANDS["undo-practice"], {"do": "undo", "practice": True})
    if told.view.get("asks"):
        yield Command("agree", COMMANDS["agree"], {"do": "agree"})
        yield Command("disagree", COMMANDS["disagree"], {"do": "agree", "yes": False})
    for seat in can.get("stand_in", ()):
        does = "play yourself again" if seat == told.seat else f"{COMMANDS['stand-in']}{told.names[seat]}"
        yield Command("stand-in", does, {"do": "stand-in", "seat": seat})
    yield Command("why", COMMANDS["why"], {"do": "why", "typed": True}, "action")
    yield Command("talk", COMMANDS["talk"], {"do": "talk"}, "text")
    if told.seat >= 0 and told.view.get("phase") != "over":
        yield Command("rename", COMMANDS["rename"], {"do": "rename"}, "name")
    for word in _OWN:
        yield Command(word, COMMANDS[word], takes=_TAKEN.get(word, ""))


def of_table(does: Iterable[str]) -> Iterator[Command]:
    """The commands that a table in this process carries out."""
    for word in does:
        yield Command(word, COMMANDS[word], takes="text")


def shown_by(told: Told, word: str) -> Sequence[str]:
    """What a command of the client's own shows, in lines; nothing for one that shows none."""
    scene = told.scene
    facts = [Entry(name, told.marked(value)) for name, value in scene["fields"]] if scene else []
    match word:
        case "legal":
            return [told.marked(f"  {one['say']}") for one in told.view.get("legal", ())] or [*question_lines(told)]
        case "where" if scene is not None:
            begun = "It is your turn" if told.is_asked else f"It is up to {told.asked}"
            begun = f"{begun} in {told.counts} {scene['number']}"
            return [*where_lines(begun, facts, scene["piles"], called(told), told.seat)]
        case "score":
            return [*map(told.marked, scene["counted"] if scene else ())] or [NOTHING_COUNTED]
        case "last":
            return (
                [told.marked(scene["last"])] if scene and scene["last"] else told.lines[-LAST_LINES:] or [NOTHING_TOLD]
            )
        case "log":
            return told.lines or [NOTHING_TOLD]
        case "rules":
            paragraphs = str(told.hello["rules"]).split("\n\n")
            return [told.marked(line) for text in paragraphs for line in (text.replace("\n", " "), "")][:-1]
        case "help":
            return [f"  :{one.word:13} {one.about}" for one in commands(told)]
        case _:
            return ()


def called(told: Told) -> list[Name]:
    """What the players are called for who reads."""
    return [Name("you") if seat == told.seat else Name(name) for seat, name in enumerate(told.names)]


def typed(text: str, told: Told, does: Iterable[str] = ()) -> Command:
    """The command that a typed line is, with its message made; an action is one without a word. Raises Refused.

    Some commands the table itself `does`. A line that begins with a colon is a command, one with a slash is talk.
    """
    if text.startswith("/"):
        return Command("talk", "", {"do": "talk", "text": text[1:].strip()})
    if not text.startswith(":"):
        return Command("", "", {"do": "act", "action": text.strip(), "typed": True, "at": told.view.get("number", 0)})
    word, _, rest = text[1:].strip().partition(" ")
    known = [*commands(told), *of_table(does)]
    if word in _ASKED_OF_THE_TABLE and word not in (one.word for one in known):
        known.append(Command(word, COMMANDS[word], {"do": word}))
    named = meant(word, [one.word for one in known])
    exact = [one for one in known if one.word == named]
    exact = [one for one in exact if not rest or one.takes or told.names[_seat(one)].casefold() == rest.casefold()]
    if not exact:
        raise Refused(f"there is no command :{word}; :help lists them")
    if len(exact) > 1:
        raise Refused(f"say for whom, such as :{exact[0].word} {told.names[_seat(exact[0])]}")
    command = exact[0]
    if command.word == "sort":
        told.order = ORDERS[order_meant(rest, is_by_rank=told.order is not None)]
    if command.word == "cards" or command.word in does:
        return command._replace(message=None, takes=rest)
    if command.takes and command.message is not None:
        if not rest:
            raise Refused(f"say more, such as :{command.word} {command.takes.upper()}")
        return command._replace(message={**command.message, command.takes: rest})
    return command


def _seat(command: Command) -> int:
    return int((command.message or {}).get("seat", 0))


def said_of(message: Message) -> tuple[str, str]:
    """What a person is told of an answer or a refusal, and what it is: an alarm, or news about their turn."""
    if message["type"] in ("refused", "lost"):
        how = " (:undo-practice)" if message.get("practice") else ""
        return _sentence(f"{message['reason'][:1].upper()}{message['reason'][1:]}{how}"), "alarm"
    if "can" in message:
        ways = " or ".join(message["ways"])
        return _sentence(f"You can {ways}" if ways else message["reason"]), "turn" if ways else "alarm"
    reasons = "; ".join(message.get("reasons", ()))
    advice = f"The machine would {message['say']}" if "say" in message else ""
    return _sentence(f"{advice} ({reasons})" if reasons else advice), "turn"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


_PROMPT = "> "


class Lines:
    """A person or a program at a seat, who reads lines and types them.

    At a keyboard whatever is typed is done at once. From a pipe an action waits until the seat is asked, so that all
    can be written beforehand.
    """

    def __init__(self, terminal: Terminal, way: Way) -> None:
        self._terminal = terminal
        self._way = way
        self._told = Told()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        """Set where something was heard."""
        self._pending: tuple[int, int] | None = None
        """The number of an action that the table has not answered yet, and of the view that it was chosen on."""
        self._asked: tuple[Any, Any] | None = None
        self._sent = 0

    async def run(self) -> None:
        """Be at the table until it is left; raises a CardkitError where that can't be."""
        loop = asyncio.get_running_loop()
        read_beside(lambda: self._read(loop))
        hearing = asyncio.create_task(self._way.hear(self.heard))
        doing = asyncio.create_task(self._do())
        done, others = await asyncio.wait([hearing, doing], return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for task in done:
            task.result()

    def heard(self, message: Message) -> None:
        """Tell what the table says."""
        with self._saying():
            if message["type"] in ("hello", "view"):
                new = self._told.take(message)
                self._tell(new[-LAST_LINES:] if message.get("fresh") else new)
            else:
                self._terminal.say(self._told.marked(said_of(message)[0]))
                if self._pending is not None and message.get("id") == self._pending[0]:
                    self._pending = None
        self._changed.set()

    def _saying(self) -> AbstractContextManager[None]:
        """Within, lines are written; at a keyboard somebody may type at the same time."""
        return beside_typing(standard_output(), _PROMPT) if self._terminal.is_typed_at else nullcontext()

    def _tell(self, new: Sequence[str]) -> None:
        """Tell what is new, and ask the person if it is their turn now."""
        for line in new:
            self._terminal.say(line)
        view = self._told.view
        asked = (view["legal"], view["forms"]) if view and self._told.is_asked else None
        if asked is not None and (asked != self._asked or new):
            self._show()
        if new and self._is_over and view["can"]["rematch"] and self._terminal.is_typed_at:
            self._terminal.say(f"Again? Enter: {self._told.again}; :quit leaves.")
        happened = bool(view) and (view["events"]["lines"] or asked != self._asked)
        if self._pending is not None and view["number"] > self._pending[1] and happened:
            self._pending = None
        self._asked = asked

    def _show(self) -> None:
        for line in (*board_lines(self._told), *question_lines(self._told)):
            self._terminal.say(line)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read what is typed, to its end."""
        while True:
            try:
                line: str | None = self._terminal.ask(_PROMPT if self._terminal.is_typed_at else "", self._completed)
            except (EndOfInput, ValueError, OSError):
                line = None
            if loop.is_closed():
                return
            loop.call_soon_threadsafe(self._typed.put_nowait, line)
            if line is None:
                return

    async def _do(self) -> None:
        """Do what is typed, until the person leaves."""
        while (line := await self._typed.get()) is not None:
            if not line.strip():
                if self._is_over and self._told.view["can"]["rematch"]:
                    self._carry_out(typed(":rematch", self._told))
                    continue
                with self._saying():
                    self._show()
                continue
            if not (self._terminal.is_typed_at or line.startswith("/")):
                await self._until_it_is_time(is_for_turns=not line.startswith(":") or line[1:].startswith(("h", "w")))
            try:
                if self._carry_out(typed(self._by_number(line), self._told)):
                    return
            except CardkitError as error:
                with self._saying():
                    self._terminal.say(sentence(error))
        if not self._terminal.is_typed_at:
            await self._until_it_is_time(is_for_turns=True)
            if self._told.is_asked:
                raise EndOfInput

    async def _until_it_is_time(self, *, is_for_turns: bool) -> None:
        """Wait until the last action is answered and, for what belongs to a turn, until it is this seat's."""
        while self._pending is not None or (is_for_turns and not self._told.is_asked and not self._is_over):
            self._changed.clear()
            await self._changed.wait()

    @property
    def _is_over(self) -> bool:
        return bool(self._told.view) and self._told.view["phase"] == "over"

    def _carry_out(self, command: Command) -> bool:
        """Carry out a command; whether it is to leave."""
        if command.message is not None:
            self._sent += 1
            if not command.word:
                self._pending = self._sent, command.message["at"]
            self._way.send({**command.message, "id": self._sent})
        with self._saying():
            if command.word == "cards":
                self._terminal.wear(look_meant(command.takes))
            for line in shown_by(self._told, command.word):
                self._terminal.say(line)
            if command.word in ("sort", "cards"):
                self._show()
        return command.word == "quit"

    def _by_number(self, line: str) -> str:
        """A typed line, or the action whose number it is in the list."""
        words, number = numbered(self._told.view) if self._told.view else [], whole_number(line)
        return words[number - 1] if number is not None and 1 <= number <= len(words) else line

    def _completed(self, line: str) -> Sequence[str]:
        """What a line that was begun can be completed to."""
        if line.startswith(":"):
            return [f":{one.word} " for one in commands(self._told) if f":{one.word}".startswith(line)]
        wanted = tidy(line)
        return [action["say"] for action in self._told.view.get("legal", ()) if tidy(action["say"]).startswith(wanted)]
