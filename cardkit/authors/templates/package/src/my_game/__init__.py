"""my-game for cardkit: `cardkit play my-game`."""

from cardkit import Plugin
from my_game.rules import Lay, Layout, MyGame

__all__ = ["Lay", "Layout", "MyGame", "plugin"]

plugin = Plugin(game=MyGame)
