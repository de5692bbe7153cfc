"""A table as somebody wishes it over the network, what of that is offered, and a sample of each game;
and invitations: short links that can be said aloud, by which a friend takes a free seat of a table.

A sample is what the lobby shows of a game: its table, and how long it takes people, seen in games that chance plays.
"""

from __future__ import annotations

import io
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from itertools import islice
from statistics import median
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from cardkit.bots.rollout import Policy as Manner
from cardkit.bots.rollout import Rollout, any_action, mixed_action
from cardkit.core.actions import FORMS
from cardkit.core.cards import BACK
from cardkit.core.chance.generators import Seeded
from cardkit.core.errors import CardkitError, UnknownName
from cardkit.core.events import Event, Moved
from cardkit.core.state import State
from cardkit.core.texts import fit, listed, safe, tidy
from cardkit.hosting.commands import LONGEST_NAME
from cardkit.hosting.hosted import Clock, Hosted, Policy
from cardkit.hosting.scene import Sketch, lying_of
from cardkit.plugins.board import Board
from cardkit.plugins.deck_files import shipped
from cardkit.plugins.lines import Laying
from cardkit.plugins.plugin import Plugin, about, game_facts, seats_for
from cardkit.plugins.sayings import title_of
from cardkit.plugins.setup import Setup, readable
from cardkit.table.match import Match
from cardkit.table.turns import Random, Table

Text = Annotated[str, Field(max_length=200)]
FitName = Annotated[Text, AfterValidator(partial(fit, longest=LONGEST_NAME))]
"""What a player is called."""
Seconds = Annotated[float, Field(ge=0, le=86_400)]


class BadWish(CardkitError):
    """A wish for a table that is none, or that this server doesn't grant; `part` is the part of it that is wrong."""

    part: str
    reason: str

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}" if self.part else self.reason


class Wish(BaseModel):
    """A table as somebody wishes it; what is not said is as the game has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: Text
    rules: Text | None = None
    options: dict[Text, JsonValue] = Field(default_factory=dict, max_length=100)
    seats: tuple[Text, ...] | None = Field(default=None, min_length=1, max_length=100)
    names: tuple[FitName, ...] | None = Field(default=None, max_length=100)
    deck: Text | None = None
    """A deck file; one of those that come with cardkit, where it is wished over the network."""
    rng: Text = ""
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    most_turns: int | None = Field(default=None, ge=1)
    clock: Text | None = None
    on_timeout: Literal["lose", "machine"] = "lose"
    away: Seconds | None = 60.0
    stand_in: Literal["ask", "at once", "never"] = "ask"
    delay: Seconds = 0
    pace: Annotated[float, Field(ge=0, le=60)] = 0.7

    def policy(self) -> Policy:
        """How the table deals with people; raises CardkitError where the clock is none."""
        return Policy(
            away=self.away,
            stand_in=self.stand_in,
            clock=None if self.clock is None else Clock.read(self.clock),
            on_timeout=self.on_timeout,
            delay=self.delay,
            pace=self.pace,
        )

    def setup(self, plugin: Plugin) -> Setup:
        """What is to be played; raises UnknownName."""
        return Setup.for_people(
            plugin,
            self.rules,
            options=self.options,
            seats=self.seats,
            names=self.names,
            deck=self.deck,
            rng=self.rng,
            seed=self.seed,
            most_turns=self.most_turns,
        )


def wished(parts: Mapping[str, Any]) -> Wish:
    """The wish that these are the parts of; raises BadWish."""
    try:
        wish = Wish.model_validate(parts)
    except ValidationError as error:
        first = error.errors()[0]
        place = safe(" ".join(map(str, first["loc"])))
        raise BadWish(place, safe(first["msg"].removeprefix("Value error, "))) from None
    names = wish.names or ()
    if again := [name for number, name in enumerate(names) if tidy(name) in map(tidy, names[:number])]:
        raise BadWish("names", f"two players are called {again[0]}")
    wish.policy()
    return wish


def wish_of(text: bytes, games: Mapping[str, Plugin]) -> Wish:
    """What somebody wishes over the network; raises BadWish where it is none, or asks for what isn't offered."""
    try:
        parts: Any = json.loads(text)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, dict):
        raise BadWish("", "this is no JSON object")
    wish = wished(cast(dict[str, Any], parts))
    plugin = games.get(wish.game)
    if plugin is None:
        raise BadWish("game", str(UnknownName("game", wish.game, games)))
    refuse_unoffered(wish, plugin)
    return wish


def refuse_unoffered(wish: Wish, plugin: Plugin) -> None:
    """Raises BadWish where a wish over the network asks for players or a deck that aren't offered."""
    for player in wish.seats or ():
        if player not in offered_players(plugin):
            raise BadWish("seats", str(UnknownName("player", player, offered_players(plugin))))
    if wish.deck is not None and wish.deck not in offered_decks(plugin):
        raise BadWish("deck", str(UnknownName("deck", wish.deck, offered_decks(plugin))))


def first_rules(plugin: Plugin) -> tuple[str, list[str]]:
    """The rule set that the lobby offers first, empty where there is none, and those that need a deck file."""
    needing = [rules.name for rules in plugin.rule_sets if plugin.deck is None and rules.deck is None]
    dealt = (rules.name for rules in plugin.rule_sets if rules.name not in needing)
    return plugin.for_people or next(dealt, next(iter(needing), "")), needing


def offer(
    name: str, plugin: Plugin, decks: Mapping[str, Sequence[str]], seen: Mapping[str, Any] | None
) -> dict[str, Any]:
    """A game as the lobby offers it, with the decks that its rule sets take, and what was seen of it at a try."""
    facts = game_facts(plugin)
    first, needing = first_rules(plugin)
    return {
        "name": name,
        "title": title_of(plugin.game),
        "about": facts["about"],
        "players": list(islice(plugin.game.players, 100)),
        "rules": facts["rule_sets"],
        "usual": len(seats_for(plugin, None, 1)),
        "first": first,
        "options": plugin.game.model_json_schema(),
        "by_seats": plugin.game.by_seats,
        "decks": decks,
        "needs_deck": needing,
        "who": offered_players(plugin),
        "opponent": plugin.opponent,
        "sample": seen,
    }


def offered_players(plugin: Plugin) -> list[str]:
    """Who can be wished at a seat: people, and machines that cardkit or the game brings."""
    own = [f"{plugin.game.name}:{name}" for name in plugin.players if name != "ai"]
    return ["human", "ai", "random", "search", *own]


def offered_decks(plugin: Plugin) -> list[str]:
    """The decks that can be wished."""
    return [name for name, path in shipped().items() if readable(plugin, path)]


def fitting_decks(plugin: Plugin) -> dict[str, list[str]]:
    """The decks that a game can be dealt with, those of most cards first, each with the rule sets that take it."""
    rule_sets = [rules.name for rules in plugin.rule_sets] or [""]
    fitting = {deck: [rules for rules in rule_sets if _fits(plugin, rules, deck)] for deck in offered_decks(plugin)}
    sizes = {deck: len(plugin.read_deck(shipped()[deck]).cards) for deck, found in fitting.items() if found}
    return {deck: fitting[deck] for deck in sorted(sizes, key=lambda deck: -sizes[deck])}


def _fits(plugin: Plugin, rules: str, deck: str) -> bool:
    seats = seats_for(plugin, None, 1)
    try:
        Setup.for_people(plugin, rules or None, seats=seats, deck=deck, seed=0).match()
    except Exception:  # a deck of another game may be anything to the code that deals it
        return False
    return True


SEED_CHOSEN = "Who laid this table chose the seed of its cards, and can know all of them."


def tell_of_seed(wish: Wish, hosted: Hosted) -> None:
    """Tell everybody at a table of several people if somebody chose its seed, who can know their cards by it."""
    if wish.seed is not None and len(hosted.chairs.people) > 1:
        hosted.views.say("the table", SEED_CHOSEN)


GAMES = 5
"""So many games are played in either manner, of which the middle one counts."""
MOST = 3_000
"""Choices after which a game is not played on: how long it takes isn't known then."""
THOUGHT, MOMENT = 5.0, 2.0
"""Seconds that people take for a choice, and where there is only one thing to do."""
LOOKED_AT = 6
"""So many choices of each seat are looked at for the picture."""


def sample(plugin: Plugin, rules: str, deck: str | None) -> dict[str, Any]:
    """The `picture` of a table, as the piles that its first seat sees, and how many `minutes` what takes, if known."""
    setup = Setup.for_people(plugin, rules or None, seats=seats_for(plugin, None, 1), deck=deck)

    def dealt(seed: int) -> Match[Any, Any]:
        return setup.having(seed=seed).match()

    minutes, of = (plugin.game.minutes, "") if plugin.game.minutes else _minutes(dealt)
    return {"picture": _picture(dealt(0)), "minutes": minutes, "of": of}


def _minutes(dealt: Callable[[int], Match[Any, Any]]) -> tuple[float | None, str]:
    """How long a game takes, or a round in a game of rounds, by the shorter of two manners of playing anything."""
    played = [[_played(dealt(seed), manner, seed) for seed in range(GAMES)] for manner in (any_action, mixed_action)]
    found = [(median(seconds for seconds, _ in games), games[0][1]) for games in played]
    seconds, of = min(found)
    return (None if seconds == float("inf") else seconds / 60), of


def _played(match: Match[Any, Any], manner: Manner, seed: int) -> tuple[float, str]:
    """How many seconds people would take for a game, for ever if it does not end, and what a round of it is called."""
    chance = Seeded(seed)
    rollout, seconds, choices = Rollout(match.game, match.state, chance), 0.0, 0
    while not rollout.is_over:
        choices += 1
        if choices > MOST:
            return float("inf"), ""
        legal = rollout.legal
        if not rollout.has_chosen:
            seconds += MOMENT if len(legal) == 1 and type(legal[0]) not in FORMS else THOUGHT
        rollout.carry_out(manner(rollout, chance))
    is_round, counts = rollout.result is None, match.game.counts
    return seconds, ("round" if counts == "turn" else counts) if is_round else ""


def _picture(match: Match[Any, Any]) -> list[dict[str, Any]]:
    """The piles of the table at which most cards lay open beside those in the own hand, of the first that were seen."""
    names, laying, known = [""] * match.state.seats, Laying(), Sketch()
    best, piles = -1, list[dict[str, Any]]()

    def look(event: Event, view: State) -> None:
        nonlocal best, piles
        if isinstance(event, Moved):
            laying.follow(event, view)
        lying = lying_of(Board.of(match.game, view, 0, names, laying=laying), known)["piles"]
        lies = sum(_open(pile) for pile in lying if pile["looks"] != "hand")
        if lies > best:
            best, piles = lies, lying

    random = Random(Seeded(0))
    table = Table(match, [random] * match.state.seats).watch(look, seat=0)
    table.begin()
    for _ in range(LOOKED_AT * match.state.seats):
        if not table.asked:
            break
        seat = table.asked[0]
        table.answer(seat, random(None, match.legal_of(seat) if match.is_shared else match.legal))
    return piles


def _open(pile: dict[str, Any]) -> int:
    """How many cards of a pile are seen; one of a stack."""
    seen = sum(1 for card in pile["cards"] if card != BACK.text)
    return min(seen, 1) if pile["looks"] == "stack" else seen


_FIRST = """
amber apple ashen autumn azure balmy bamboo basil berry birch bold brave breezy bright brisk bronze calm candy carmine
cedar cheery cherry chilly citrus clever clover coal cobalt cocoa copper coral cosmic cotton cozy cream crisp crystal
curly daisy dapper daring dawn dewy dusky dusty eager early earnest east ebony elder elegant ember emerald evening
fabled fair fancy fearless fern fiery fig flaxen fleet floral fluffy foggy fond forest free fresh frosty gallant
garden gentle giant ginger glad gleaming golden graceful grand grassy green hardy hazel hearty heather hidden hilly
honest honey humble icy indigo inky ivory ivy jade jasmine jolly jovial juniper keen kind lantern lark laurel lavender
lemon lilac lime linen lively lofty lotus loyal lucky lunar magic maize mango maple marble maroon meadow mellow merry
midnight mild minty misty modest mossy muted navy neat nettle nimble noble nutmeg oaken oat ochre olive onyx opal
orange orchid pale peach pearl pepper perky pine placid playful plucky plum polar polite poppy prairie proud purple
quick quiet quince rapid raven ready regal river robust rose rosy royal ruby rustic rusty sage sandy sapphire scarlet
shady sienna silent silky silver simple sleek smooth snowy solar spicy spring spruce spry starry steady stony summer
sunny swift tawny teal tender thyme tidy timber tranquil tulip umber upbeat valiant vanilla velvet violet vivid walnut
warm west wild willow windy winter wise witty woody young zesty
"""
_SECOND = """
alpaca ant antelope badger bat beagle bear beaver bee beetle bison bobcat buffalo bull bunny buzzard camel canary carp
cat catfish cheetah chick chimp clam cobra cod collie condor coot corgi cougar cow coyote crab crane cricket crow cub
cuckoo curlew deer dingo dodo dog dolphin donkey dormouse dove dragon duck eagle eel egret eland elk emu ermine falcon
fawn ferret finch firefly flamingo fly foal fox frog gannet gazelle gecko gerbil gibbon giraffe gnu goat goldfish
goose gopher gorilla grebe grouse gull guppy haddock hamster hare hawk hedgehog hen heron herring hippo hornet horse
hound husky hyena ibex ibis iguana impala jackal jaguar jay kangaroo kestrel kitten kiwi koala krill ladybug lamb
lemming lemur leopard lion lizard llama lobster locust lynx macaw magpie mallard mammoth manatee marlin marmot marten
meerkat mink mole mongoose monkey moose moth mouse mule mussel narwhal newt ocelot octopus okapi orca oriole osprey
ostrich otter owl ox oyster panda panther parrot pelican penguin perch pheasant pig pigeon pike plover pony poodle
porpoise puffin puma python quail rabbit raccoon ram rat reindeer rhino robin rooster salmon sardine scorpion seal
shark sheep shrew shrimp skunk sloth slug snail snipe sparrow spider squid squirrel stag starling stoat stork sturgeon
swallow swan tapir tern thrush tiger toad tortoise toucan trout tuna turkey turtle viper vole vulture wallaby walrus
warbler wasp weasel whale wolf wombat wren yak zebra
"""
WORDS = _FIRST.split(), _SECOND.split()
"""What the two words of an invitation are taken from."""
NUMBERS = range(100, 1000)


class NotInvited(CardkitError):
    """An invitation that leads nowhere: nobody is told whether it ever did."""

    sentence = "There is no such invitation, or every seat is taken by now."


def new_invitation() -> str:
    """Two words and a number, one of some 50 million, such as `plum-otter-427`."""
    return "-".join([*map(secrets.choice, WORDS), str(secrets.choice(NUMBERS))])


def heard(text: str) -> str:
    """An invitation as it is written, from how somebody has typed what was said to them; empty where it is none.

    >>> heard("Plum Otter 427"), heard("plum-otter-427"), heard("plum otter")
    ('plum-otter-427', 'plum-otter-427', '')
    """
    found = re.fullmatch(r"([a-z]{2,10})[\s_.+-]+([a-z]{2,10})[\s_.+-]*([0-9]{3})", text.strip().lower(), re.ASCII)
    return "-".join(found.groups()) if found else ""


def free_seats(people: Mapping[str, Any]) -> list[int]:
    """The seats that wait for a person who has never come."""
    return [seat for seat, one in enumerate(people["chairs"]) if one["player"] == "human" and not one["taken"]]


def invited_to(plugin: Plugin, wish: Mapping[str, Any], people: Mapping[str, Any]) -> dict[str, Any]:
    """What whoever is invited sees: the game, the options that are otherwise than usual, and who is there."""
    chosen = wish.get("rules") or plugin.for_people
    rules = next((one for one in plugin.rule_sets if one.name == chosen), next(iter(plugin.rule_sets), None))
    usual = {name: field["default"] for name, field in _fields(plugin).items() if "default" in field}
    by_seats = plugin.game.by_seats.get(len(people["chairs"]), {})
    options = {**by_seats, **(rules.options if rules else {}), **wish.get("options", {})}
    free = free_seats(people)
    return {
        "game": title_of(plugin.game),
        "about": about(plugin),
        "rules": rules.name if rules else "",
        "rules_about": rules.about if rules else "",
        "options": {name: value for name, value in options.items() if value != usual.get(name)},
        "clock": wish.get("clock"),
        "chairs": [
            {"name": chair["name"], "is": "free" if seat in free else "person" if chair["key"] else "machine"}
            for seat, chair in enumerate(people["chairs"])
        ],
    }


def _fields(plugin: Plugin) -> Mapping[str, Any]:
    found: Mapping[str, Any] = plugin.game.model_json_schema().get("properties", {})
    return found


def preview(page: str, invited: Mapping[str, Any]) -> str:
    """A page whose words for previews tell of what somebody is invited to."""
    there = [chair["name"] for chair in invited["chairs"] if chair["is"] == "person"]
    free = sum(chair["is"] == "free" for chair in invited["chairs"])
    title = f"{invited['game']}{f' with {listed(there)}' if there else ''}"
    words = f"{free} {'seat is' if free == 1 else 'seats are'} free. Open the link, say your name, and play."
    for name, text in (("title", title), ("description", words)):
        before, head, after = page.partition(f'property="og:{name}" content="')
        page = f'{before}{head}{escape(text)}"{after.partition(chr(34))[2]}'
    return page


def drawn(link: str) -> bytes:
    """A link as a QR code, an SVG."""
    import segno

    picture = io.BytesIO()
    segno.make(link, error="m", micro=False).save(picture, kind="svg", xmldecl=False, border=3, light="#fff", scale=4)
    return picture.getvalue()
