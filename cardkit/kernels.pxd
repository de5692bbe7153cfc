# What a kernel cimports; what is compiled of it lies in cardkit/core/chance.

from cardkit.core.chance.inline cimport bit, cells, counts, doubles, floats, highest, is_set, small
from cardkit.core.chance.streams cimport Chance
