"""Go Fish: asks for what somebody asked for and hasn't lost since. It needs nothing of cardkit."""

import json
import sys

has: dict[tuple[str, str], bool] = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "event" and message["event"] == "acted":
        _, asked, rank = message["action"].split()
        has |= {(str(message["seat"]), rank): True, (asked, rank): False}
    elif message["type"] == "turn":
        known = {action: has.get((action.split()[1], action.split()[2]), 0.5) for action in message["legal"]}
        print(max(known, key=lambda action: known[action]), flush=True)
    elif message["type"] == "begin":
        has.clear()
