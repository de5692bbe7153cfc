"""What a search expects of actions, in the game's own points or in wins, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf, sqrt
from statistics import stdev
from typing import Any, NamedTuple

from cardkit.core.texts import counted

_SURE = 3.5
"""How many standard errors an interval reaches to each side, so that it misses 5 times in 10,000.

A game has many decisions, and of each several actions are compared: 95 % would find blunders where there are none.
"""
_LIKELY = 2.6
"""From so many standard errors on one of two actions is probably worse."""
_EIGHTH = 1 / 8
"""Taken into the spread of wins, since tries aren't all alike because the few that were seen are."""
_NEARLY_ALL = 0.99
"""What is done so often makes up nearly all that is done by lot."""
_NEVER = "not to be done"
_TOLD = 0.5
"""From here on it is told how far off may be what comes of an action where the others' play is worked out."""
_NOTHING = 0.001
"""A number that is no larger is told as 0."""
_FEWEST = 4
"""From so many tries of an action on anything is known of it."""
_FEWEST_ALIKE = 11
"""From so many tries on that all ended alike anything is known: if every second one ended otherwise, so many wouldn't
5 times in 10,000.
"""


@dataclass(frozen=True)
class Gain:
    """In what it is counted what comes of an action for a seat."""

    unit: str
    """`wins`, of which there are 0 to 1, or `points`."""
    where: str = ""
    """What else is to be said of the points, such as that they are those of the round."""
    low_is_good: bool = False
    scored_in: str = "point"
    """What the game calls a point."""
    least: float = -inf
    most: float = inf
    """Fewer and more never come."""
    is_lead: bool = False
    """Whether these are the points by which a side is ahead of the only other one, below 0 where it is behind."""

    def number(self, value: float) -> str:
        """A number of points, or a share of a win in hundredths; one that isn't 0 doesn't look so."""
        value, digits = (100 * value, 0) if self.unit == "wins" else (value, 1)
        told = f"{value:z.{digits}f}"
        return f"{value:.1g}" if abs(value) > _NOTHING and not float(told) else told

    def told(self, value: float) -> str:
        """The same with its sign of percent."""
        return f"{self.number(value)} %" if self.unit == "wins" else self.number(value)

    @property
    def counted_in(self) -> str:
        """What is counted, as the game calls it: `chips`; `wins` where it is these."""
        return f"{self.scored_in}s" if self.unit == "points" else self.unit


class Extreme(NamedTuple):
    """The least or the most that came of tries, and how often it came."""

    value: float
    times: int = 1

    def beside(self, other: Extreme, choose: Callable[[float, float], float]) -> Extreme:
        """That of all tries together."""
        value = choose(self.value, other.value)
        return Extreme(value, sum([one.times for one in (self, other) if one.value == value]))

    def bound(self, otherwise: float) -> float:
        """The end of what can come, where it came as often as what was staked is lost, or won; else the other value."""
        return self.value if self.times >= _FEWEST else otherwise


LEAST, MOST = Extreme(inf, 0), Extreme(-inf, 0)
"""Those of no tries."""


class Tally(NamedTuple):
    """What was found out about an action."""

    tries: int
    total: float
    """The sum of what came of it, as search has it."""
    gains: float
    """The sum of what the game itself gave the seat for it."""
    squares: float
    """The sum of the squares of that."""
    least: Extreme = LEAST
    most: Extreme = MOST
    """The least and the most of that."""

    def plus(self, other: Tally) -> Tally:
        """What was found out in all tries together."""
        return Tally(
            self.tries + other.tries,
            self.total + other.total,
            self.gains + other.gains,
            self.squares + other.squares,
            self.least.beside(other.least, min),
            self.most.beside(other.most, max),
        )

    @property
    def mean(self) -> float:
        """What the game gives for it on the average."""
        return self.gains / self.tries

    @property
    def spread(self) -> float:
        """The sum of the squared deviations from that."""
        return max(self.squares - self.tries * self.mean * self.mean, 0.0)


@dataclass(frozen=True)
class Difference:
    """By how much one action is better than another one, and the ends of its interval."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval doesn't hold 0."""
        return self.low > 0 or self.high < 0

    @property
    def is_open(self) -> bool:
        """Whether it doesn't, or might not if more were tried, as the mean is more than one standard error."""
        return self._errors > 1

    @property
    def is_likely(self) -> bool:
        """Whether the mean is so many standard errors that chance alone brings that 1 time in 100."""
        return self._errors > _LIKELY

    @property
    def is_nothing(self) -> bool:
        """Whether there is none, as far as anything that was seen tells."""
        return self.low == self.high == 0

    @property
    def _errors(self) -> float:
        """How many standard errors the mean is."""
        return abs(self.mean) * _SURE / ((self.high - self.low) / 2) if self.high > self.low else 0.0


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What a search expects of an action."""

    action: Any
    tally: Tally
    gain: Gain
    share: float | None = None
    """How often it is taken in a game that was solved, where nothing was tried."""
    within: float = 0.0
    """By how much what comes of it may be otherwise there."""
    looks: Sequence[float] = ()
    """What came of it each time that it was worked out there, if several times by other chances."""

    @property
    def tries(self) -> int:
        """In how many games it was tried."""
        return self.tally.tries if self.share is None else 0

    @property
    def mean(self) -> float:
        """What comes of it on the average, as the game counts it: points, or the share of a win."""
        return self.tally.mean

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the interval of that; None where it was hardly tried, or the same points came each time."""
        if self.is_hardly_tried or self.is_alike:
            return None
        down, up = (self.within, self.within) if self.share is not None else _reaches(self, self)
        least, most = self.bounds
        return max(self.mean - down, min(least, self.mean)), min(self.mean + up, max(most, self.mean))

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that can come of it, as far as the game or its tries show it."""
        if self.share is not None or self.gain.unit == "wins":
            return self.gain.least, self.gain.most
        least, most = self.tally.least.bound(-inf), self.tally.most.bound(inf)
        return max(self.gain.least, least), min(self.gain.most, most)

    @property
    def is_alike(self) -> bool:
        """Whether the same points came of it each time, so that nothing is known of what else may come."""
        return self.share is None and self.gain.unit == "points" and not self.tally.spread

    @property
    def is_hardly_tried(self) -> bool:
        """Whether it was tried so seldom that nothing is known of it; where all tries ended alike, more are needed."""
        return self.share is None and self.tries < (_FEWEST_ALIKE if self.is_alike else _FEWEST)

    @property
    def told(self) -> str:
        """What comes of it, in numbers: `64 % (49 to 79)`."""
        if self.is_alike and not self.is_hardly_tried:
            return f"{self.gain.told(self.mean)} (each time)"
        is_estimate = self.interval is not None and (self.share is None or self.within > _TOLD)
        ends = f" ({' to '.join(map(self.gain.number, self.interval or ()))})" if is_estimate else ""
        return self.gain.told(self.mean) + ends

    def ahead_of(self, other: Outlook) -> Difference | None:
        """By how much this is better for the seat than another action; None where either was hardly tried."""
        better, worse = (other, self) if self.gain.low_is_good else (self, other)
        if self.share is not None:
            within = max(self.within, other.within)
            if self.looks and other.looks:
                within = reach_of([own - theirs for own, theirs in zip(self.looks, other.looks, strict=True)])
            return _between(better, worse, within, within)
        if self.is_hardly_tried or other.is_hardly_tried:
            return None
        (down, up), (lower, upper) = _reaches(better, worse), _reaches(worse, better)
        return _between(better, worse, hypot(down, upper), hypot(up, lower))

    def is_behind(self, best: Outlook) -> bool:
        """Whether this is clearly not as good as another action."""
        lead = best.ahead_of(self)
        return lead is not None and lead.low > 0

    def explained(self, best: Outlook) -> str:
        """The action, and what is expected of it beside the best one, in words."""
        alike = "" if self is best else self._beside(best)
        tried = f" in {counted(self.tries, 'game')} tried"
        how = (tried if self.share is None else f", {_how_often(self.share)}") + alike
        if self.gain.unit == "wins":
            return f"{self.action}: wins {self.told}{how}"
        ahead = " ahead" if self.gain.is_lead else ""
        return f"{self.action}: {self.told} {self.gain.counted_in}{ahead}{self.gain.where}{how}"

    def _beside(self, best: Outlook) -> str:
        """How sure it is that this is worse than the best one; nothing where it is sure."""
        lead = best.ahead_of(self)
        if lead is None:
            return ", too few to tell"
        if lead.is_clear:
            return ""
        if self.share is not None:
            return (", about the same" + " as far as is known" * lead.is_open) * (_how_often(self.share) != _NEVER)
        if lead.is_nothing:
            return ", the same"
        return f", probably {'worse' if lead.mean > 0 else 'better'}" if lead.is_likely else ", no clear difference"


def _how_often(share: float) -> str:
    """How often something is to be done; a share that is next to nothing is one that was worked out too roughly."""
    percent = f"{100 * share:.0f}"
    return _NEVER if percent == "0" else f"to be done {percent} % of the time"


def without_worse(found: Sequence[Outlook]) -> list[Outlook]:
    """What is drawn by lot, of which nothing is done any more that is worse than the best one for sure."""
    best = max(found, key=lambda one: -one.mean if one.gain.low_is_good else one.mean)
    kept = [replace(one, share=0.0) if one.is_behind(best) else one for one in found]
    total = sum([one.share or 0.0 for one in kept])
    if not total:
        return [replace(one, share=float(one is best)) for one in found]
    return sorted([replace(one, share=(one.share or 0.0) / total) for one in kept], key=lambda one: -(one.share or 0.0))


def some_of_each(found: Sequence[Outlook], most: int) -> list[Outlook]:
    """The first so many, of which the last make room for classes that aren't among them: to fold is one of these."""
    firsts = {one.action.__class__: one for one in reversed(found)}
    missing = [one for one in found[most:] if one is firsts[one.action.__class__]][: most // 2]
    return [*found[: most - len(missing)], *missing]


def worth_telling(found: Sequence[Outlook], most: int) -> list[Outlook]:
    """The first so many; where it is drawn by lot what is done, nearly all of that.

    After that stands, of each class of which none is ever done, the action by which least is lost.
    """
    if not found or found[0].share is None:
        return some_of_each(found, most)
    shown, total = list[Outlook](), 0.0
    for one in found:
        if total < _NEARLY_ALL:
            shown.append(one)
            total += one.share or 0.0
    best: dict[Any, Outlook] = {}
    for one in sorted(found, key=lambda one: one.mean, reverse=not found[0].gain.low_is_good):
        best.setdefault(one.action.__class__, one)
    told: set[Any] = {one.action.__class__ for one in shown}
    return shown + [one for kind, one in best.items() if kind not in told]


def _between(better: Outlook, worse: Outlook, down: float, up: float) -> Difference:
    """The difference of two actions, whose interval reaches so far, but not beyond what can come of them.

    That alone never makes it clear.
    """
    mean, (least, most), (lowest, highest) = better.mean - worse.mean, better.bounds, worse.bounds
    low, high = min(least - highest, mean, 0.0), max(most - lowest, mean, 0.0)
    return Difference(mean, max(mean - down, low), min(mean + up, high))


def _reaches(one: Outlook, other: Outlook) -> tuple[float, float]:
    """How far the interval of a mean reaches down and up, beside that of another one (Newcombe, Stat. Med. 17, 1998).

    That of a share of wins is Wilson's, and never without width. In points, one more try is taken in that deviates as
    those of both actions do together: a few tries that all ended alike say little.
    """
    tally, errors = one.tally, _reach(one.tries)
    if one.gain.unit == "points":
        both = tally.plus(other.tally)
        half = errors * sqrt((tally.spread + both.spread / both.tries) / (tally.tries - 1) / tally.tries)
        return half, half
    share = min(max(tally.mean, 0.0), 1.0)
    of_chance = tally.tries * share * (1 - share)
    squares = errors * errors / tally.tries * (tally.spread + _EIGHTH) / (of_chance + _EIGHTH)
    middle = (share + squares / 2) / (1 + squares)
    half = sqrt(squares * share * (1 - share) + squares * squares / 4) / (1 + squares)
    return share - max(middle - half, 0.0), min(middle + half, 1.0) - share


def reach_of(values: Sequence[float]) -> float:
    """How far the interval of the mean of some values reaches to each side."""
    return _reach(len(values)) * stdev(values) / sqrt(len(values))


def _reach(tries: int) -> float:
    """How many standard errors of so few tries reach as far as `_SURE` of very many do (Student's t, by a series)."""
    freedom = tries - 1
    first, second = _SURE**3 + _SURE, 5 * _SURE**5 + 16 * _SURE**3 + 3 * _SURE
    return _SURE + first / 4 / freedom + second / 96 / freedom**2


def outlooks(tallies: Mapping[Any, Tally], gain: Gain) -> list[Outlook]:
    """What was found out about each action: first the best one of those tried enough, then those tried most often.

    Enough is half as often as any, or so often that it is clearly better.
    """
    tried = sorted(tallies.items(), key=lambda one: (one[1].tries, one[1].total / one[1].tries), reverse=True)
    found = [Outlook(action=action, tally=tally, gain=gain) for action, tally in tried]
    if not found:
        return found
    sign = -1 if gain.low_is_good else 1

    def worth(one: Outlook) -> tuple[float, float]:
        return sign * one.mean, one.tally.total / one.tries

    best = max([one for one in found if 2 * one.tries >= found[0].tries], key=worth)
    better = [one for one in found if best.is_behind(one)]
    best = max(better, key=worth, default=best)
    return [best, *(one for one in found if one is not best)]
