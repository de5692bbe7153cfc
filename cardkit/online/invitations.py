"""Invitations: short links that can be said aloud, by which a friend takes a free seat of a table."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Mapping
from html import escape
from typing import Any

from cardkit.core.errors import CardkitError
from cardkit.core.texts import listed
from cardkit.plugins.plugin import Plugin
from cardkit.plugins.rules_page import about
from cardkit.plugins.sayings import title_of

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
