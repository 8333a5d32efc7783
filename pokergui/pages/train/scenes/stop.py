"""The bounds of a run: those listed, and those that the user types."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, isfinite, log

from ai.training.run import Bounds, CurvePoint
from engine.errors import EngineError
from engine.game import Game
from engine.typed_numbers import plain_number
from pokergui.formatting.numbers import aim, duration_text
from pokergui.language import in_english
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.options import CUSTOM, ENDLESS, bounds_text, iterations_text
from pokergui.units import unit_of, unit_text
from pokergui.viewmodel import Choice

_WINDOW_S, _LEAST_S = 3.0, 0.2
_FIT_SPAN, _FIT_LEAST = 10, 6
_FLATTEST = -0.15
_MOST_GROWTH, _LONGEST_S = 60.0, 3.2e9
_REACHED = 1e-14
_FLOOR_SPAN, _FLOOR_LEAST, _FLOOR_AT = 4, 10, 1e-11


class RunPace:
    """Recent iterations a second, from samples of a run's clock."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, int]] = deque()

    def restart(self) -> None:
        self._marks.clear()

    def mark(self, seconds: float, iteration: int) -> None:
        if not self._marks or seconds > self._marks[-1][0]:
            self._marks.append((seconds, iteration))
        while len(self._marks) > 2 and seconds - self._marks[1][0] > _WINDOW_S:
            self._marks.popleft()

    @property
    def rate(self) -> float:
        """The iterations a second; 0 while unknown."""
        if len(self._marks) < 2:
            return 0.0
        (begin, first), (end, last) = self._marks[0], self._marks[-1]
        return (last - first) / (end - begin) if end - begin >= _LEAST_S else 0.0


def left(
    bounds: Bounds,
    curve: Sequence[CurvePoint],
    iteration: int,
    seconds: float,
    rate: float,
    unit: float = 1.0,
) -> tuple[float | None, bool]:
    """Return the seconds to the first bound (None while unknown), and whether it is estimated.

    The time to an exploitability is extrapolated from the curve's slope on log-log axes,
    unless it is below double precision. ``unit``: chips of an ante or big blind.
    """
    known: list[tuple[float, bool]] = []
    if bounds.seconds is not None:
        known.append((max(0.0, bounds.seconds - seconds), False))
    if bounds.iterations is not None and bounds.iterations < ENDLESS and rate > 0:
        known.append((max(0, bounds.iterations - iteration) / rate, False))
    if bounds.exploitability and not beyond_precision(bounds, unit) and rate > 0 and curve:
        power = slope(curve)
        if power is not None and curve[-1].exploitability > bounds.exploitability:
            growth = log(bounds.exploitability / curve[-1].exploitability) / power
            goal = curve[-1].iteration * exp(min(growth, _MOST_GROWTH))
            guess = max(0.0, goal - iteration) / rate
            if guess < _LONGEST_S:  # centuries are not a useful estimate
                known.append((guess, True))
    return min(known) if known else (None, False)


def slope(curve: Sequence[CurvePoint]) -> float | None:
    """Return the slope of a curve's end, log exploitability by log iteration; None if flat."""
    last = curve[-1].iteration
    recent = [p for p in curve if p.iteration * _FIT_SPAN >= last and p.exploitability > 0]
    if len(recent) < _FIT_LEAST:
        return None
    x = [log(point.iteration) for point in recent]
    y = [log(point.exploitability) for point in recent]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    steepness = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    return steepness if steepness < _FLATTEST else None


def beyond_precision(bounds: Bounds, unit: float) -> bool:
    return bounds.exploitability is not None and bounds.exploitability < _REACHED * unit


def at_floor(curve: Sequence[CurvePoint], unit: float) -> bool:
    """Return whether a run has reached the limit of double precision.

    Args:
        unit: chips of an ante or big blind.
    """
    if not curve:
        return False
    last = curve[-1].iteration
    recent = [p.exploitability for p in curve if p.iteration * _FLOOR_SPAN >= last]
    before = [p.exploitability for p in curve if p.iteration * _FLOOR_SPAN < last]
    if len(recent) < _FLOOR_LEAST or not before:
        return False
    return min(before) <= _FLOOR_AT * unit and min(recent) > 0.5 * min(before)


_ENDLESS_KEY = "endless"
_POWER = re.compile(r"([0-9.]+·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_TERM = re.compile(
    r"((?:[0-9]{1,3}(?:[,_ ][0-9]{3})+|[0-9]*)(?:[.,][0-9]+)?(?:e[+-]?[0-9]+)?)\s*([a-z/ ]*)"
)
_SIZES = {"": 1, "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000}
_COUNTED = ("iteration", "iterations", "deal", "deals", "episode", "episodes")
_TIME_UNITS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), 1.0),
    **dict.fromkeys(("min", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86400.0),
}


@dataclass(frozen=True)
class Stops:
    """The bounds that a kind of runs offers for a game.

    Attributes:
        targets: exploitabilities in thousandths of the ante or big blind.
        exact: True if exploitability is computed, so that it can be a bound.
    """

    default: str
    counts: tuple[int, ...] = ()
    targets: tuple[float, ...] = ()
    times: tuple[int, ...] = ()
    exact: bool = True
    counted: Callable[[int], str] = iterations_text


SOLVED = Stops(
    "iterations:10000", (1_000, 10_000, 100_000, 1_000_000), (1.0, 1e-3, 1e-6), (10, 60, 600, 3600)
)


def stop_choices(stops: Stops, game: Game) -> tuple[Choice, ...]:
    listed = [Choice(f"iterations:{n}", stops.counted(n)) for n in stops.counts]
    for target in stops.targets:
        note = tr("practically solved") if target == 1.0 else ""
        words = tr("{figure}/hand").format(figure=aim(game, _chips(target, game)))
        listed.append(Choice(f"target:{target:g}", words, note))
    listed += [Choice(f"seconds:{n}", duration_text(n)) for n in stops.times]
    return (
        *listed,
        Choice(_ENDLESS_KEY, tr("Until stopped")),
        Choice(CUSTOM, tr("Another bound…"), typed=True),
    )


def listed_bounds(key: str, game: Game) -> Bounds:
    kind, _, value = key.partition(":")
    if kind == "iterations":
        return Bounds(iterations=int(value))
    if kind == "target":
        return Bounds(exploitability=_chips(float(value), game))
    if kind == "seconds":
        return Bounds(seconds=float(value))
    return Bounds(iterations=ENDLESS)


def is_listed(key: str, stops: Stops, game: Game) -> bool:
    return any(choice.key == key for choice in stop_choices(stops, game))


def parse_bounds(text: str, game: Game, stops: Stops = SOLVED) -> Bounds:
    """Read bounds as the user types them: "50,000", "0.01 mA or 5 min", "1e-6 antes", "90 s".

    Raises:
        EngineError: with what is wrong with the text.
    """
    bounds: dict[str, float] = {}
    english = _POWER.sub(_exponent, in_english(text, _words(game, stops)))
    for part in re.split(r"\bor\b|;", english.strip().lower()):
        kind, value = _term(part.strip(), game, stops)
        if kind in bounds:
            raise EngineError(tr("one bound of each kind is enough"))
        bounds[kind] = value
    iterations = bounds.get("iterations")
    return Bounds(
        None if iterations is None else int(iterations),
        bounds.get("exploitability"),
        bounds.get("seconds"),
    )


def _words(game: Game, stops: Stops) -> dict[str, str]:
    """Return the English word for each word of ``bounds_text``."""
    whole, unit = ("antes", "ma") if game.ante else ("bb", "mbb")
    shown = {
        stops.counted(2): "iterations",
        unit_of(game): unit,
        unit_text(whole): whole,
        duration_text(90): "s",
        duration_text(600): "min",
        duration_text(7200): "h",
        tr("{figure}/hand").format(figure=""): "/hand",
        tr(" or "): "or",
    }
    return {re.sub(r"[0-9,\s]", "", word): english for word, english in shown.items()}


def _exponent(found: re.Match[str]) -> str:
    """Return a power of ten as ``aim`` shows it in the form that is parsed: 5e-5."""
    return f"{(found[1] or '1').rstrip('·')}e{found[2].translate(_DIGITS)}"


def bounds_hint(bounds: Bounds, game: Game, stops: Stops = SOLVED) -> str:
    if beyond_precision(bounds, game.big_blind) and bounds.seconds is None:
        return tr("Beyond the precision of doubles: runs until stopped")
    return tr("Ends at {bounds}").format(bounds=bounds_text(bounds, game, stops.counted))


def _chips(target: float, game: Game) -> float:
    return target * game.big_blind / 1000


def _term(part: str, game: Game, stops: Stops) -> tuple[str, float]:
    match = _TERM.fullmatch(part)
    try:
        value = float(plain_number(match[1]) or "") if match else -1.0
    except ValueError:
        value = -1.0
    unit = match[2].strip().removesuffix("/hand").removesuffix("per hand").strip() if match else ""
    ante_units = {"ma": 1e-3, "a": 1.0, "ante": 1.0, "antes": 1.0}
    blind_units = {"mbb": 1e-3, "bb": 1.0}
    targets = ante_units if game.ante else blind_units
    count, _, rest = unit.partition(" ")
    if value <= 0 or not isfinite(value):
        raise EngineError(tr("a bound is 50,000, 0.01 mA, 90 s, or two of them with “or”"))
    if not stops.exact and unit in targets:
        raise EngineError(tr("LBR is measured, not computed: give a time or a count"))
    if unit in targets:
        return "exploitability", value * targets[unit] * game.big_blind
    if unit in _TIME_UNITS:
        if value * _TIME_UNITS[unit] > _LONGEST_S:
            raise EngineError(tr("a run takes at most a hundred years"))
        return "seconds", value * _TIME_UNITS[unit]
    if unit in _COUNTED:
        count, rest = "", ""
    if count in _SIZES and rest in ("", *_COUNTED):
        whole = value * _SIZES[count]
        if not 1 <= whole <= ENDLESS or whole != int(whole):
            raise EngineError(tr("a number of iterations is whole, and at least 1"))
        return "iterations", whole
    raise EngineError(
        tr("“{unit}” is not a unit here; use iterations, {targets}, s, min or h").format(
            unit=unit[:20], targets=tr("mA and antes") if game.ante else tr("mbb and bb")
        )
    )
