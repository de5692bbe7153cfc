from contextlib import AbstractContextManager
from typing import Literal

compiled: Literal[False]
nogil: AbstractContextManager[None]
