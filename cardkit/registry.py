"""`cardkit.plugins.registry` under the name that games which were written before know it by."""

from cardkit.plugins.registry import installed as installed
from cardkit.plugins.registry import load_game as load_game
from cardkit.plugins.registry import load_player as load_player
