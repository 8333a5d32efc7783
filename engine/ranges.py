"""Ranges of hold'em hands as text and as weights: ``"QQ+, A5s-A2s:0.5"``.

Items are separated by commas or spaces: ``AA``, ``TT+``, ``JJ-88``, ``AKs``, ``AKo``, ``AK``,
``K9s+`` (the second rank up to just below the first), ``A5s-A2s``, ``AsQd`` and ``random``, each
with an optional ``:weight`` from 0 to 1. A combo named twice must have the same weight. Notation of
other programs is accepted too: ``T9s-54s`` (both ranks go down); ``AA:50%``, ``AA@50`` and
``[50]AA,KK[/50]`` (percent); and PioSOLVER's weights of all 1,326 combos, whose order is ours.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.card_display import shown_rank
from engine.cards import RANKS, SUITS, card_rank
from engine.combos import (
    CLASS_NAMES,
    CLASS_OF_COMBO,
    NUM_CLASSES,
    NUM_HOLDEM_COMBOS,
    combo_cards,
    combo_name,
    parse_combo,
)
from engine.errors import CardError, RangeError
from engine.game import Game

Weights = NDArray[np.float64]

_COMBO = re.compile(rf"(?:[{RANKS}][{SUITS}]){{2}}", re.IGNORECASE)
_CLASS = rf"([{RANKS}])([{RANKS}])([so]?)"
_CLASSES = re.compile(rf"{_CLASS}(\+|-{_CLASS})?", re.IGNORECASE)
_AROUND_SIGN = re.compile(r"\s*([:@])\s*")
_BLOCK = re.compile(r"\[(/?)([0-9.]{1,12})\]")
_MANY_NUMBERS = 100
"""Numbers from which on a text is read as the weights of all combos."""
_WEIGHT = re.compile(r"[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?|\.[0-9]+([eE][+-]?[0-9]+)?")


class _RankRun(NamedTuple):
    """Adjacent classes: one first rank, second ranks ``low``..``high``; pairs have first -1."""

    first: int
    low: int
    high: int
    suffix: str  # "s", "o" or "" for both; "" for pairs


def parse_range(text: str) -> Weights:
    """Parse a range into weights (1326,) float64; combos not named weigh 0.

    Items may overlap where they give a combo the same weight, as in ``22+, QQ+``.

    Raises:
        RangeError: if an item is malformed, or two items give a combo different weights.
    """
    numbers = re.split(r"[,\s]+", text.strip())
    if len(numbers) >= _MANY_NUMBERS and all(map(_WEIGHT.fullmatch, numbers)):
        return _parse_numbers(numbers)
    weights = np.zeros(NUM_HOLDEM_COMBOS)
    named = np.full(NUM_HOLDEM_COMBOS, -1)  # the item that names a combo
    items = _items(text)
    for place, (item, hands, weight) in enumerate(items):
        combos = _parse_hands(hands)
        contradicted = combos[(named[combos] >= 0) & (weights[combos] != weight)]
        if contradicted.size:
            combo = int(contradicted[0])
            first = items[named[combo]][0]
            raise RangeError(
                "'{first}' and '{item}' give {hand} different weights",
                first=first[:20],
                item=item[:20],
                hand=combo_name(combo),
            )
        named[combos] = place
        weights[combos] = weight
    return weights


def _parse_numbers(texts: list[str]) -> Weights:
    """Weights of all combos, in the order of their numbers."""
    if len(texts) != NUM_HOLDEM_COMBOS:
        raise RangeError("a range of numbers has 1,326 of them, not {count:,}", count=len(texts))
    return np.array(list(map(_parse_weight, texts)))


def _parse_weight(text: str, most: float = 1.0) -> float:
    """Parse a weight as a fraction of the largest in its notation."""
    if _WEIGHT.fullmatch(text) and float(text) <= most:
        return float(text) / most
    raise RangeError(
        "the weight '{text}' is not a number from 0 to {most:g}", text=text[:20], most=most
    )


def _parse_hands(text: str) -> NDArray[np.intp]:
    """Combos of one item without its weight."""
    if text.lower() == "random":
        return np.arange(NUM_HOLDEM_COMBOS)
    if _COMBO.fullmatch(text):
        try:
            return np.array([parse_combo(text)])
        except CardError as error:
            raise RangeError("{error}", error=error) from None
    match = _CLASSES.fullmatch(text)
    if match is None:
        raise RangeError(
            "'{text}' is not a range item; write items such as AA, TT+, JJ-88, AKs, K9o+, A5s-A2s, "
            "AsQd or random, each with :weight",
            text=text[:20],
        )
    return np.concatenate([_run_combos(run) for run in _parse_runs(text, match)])


def _parse_runs(text: str, match: re.Match[str]) -> list[_RankRun]:
    first, second = RANKS.index(match[1].upper()), RANKS.index(match[2].upper())
    suffix = match[3].lower()
    is_pair = first == second
    if is_pair and suffix:
        raise RangeError("'{text}': a pair is neither suited nor offsuit", text=text)
    if first < second:
        raise RangeError("'{text}': write the higher rank first", text=text)
    if match[4] is None:
        low = high = second
    elif match[4] == "+":
        low, high = second, len(RANKS) - 1 if is_pair else first - 1
    else:
        other_first, other_second = RANKS.index(match[5].upper()), RANKS.index(match[6].upper())
        gap = first - second
        if 0 < gap == other_first - other_second and first != other_first:
            if match[7].lower() != suffix:
                raise _uneven(text)
            lower, upper = sorted((first, other_first))
            return [_RankRun(top, top - gap, top - gap, suffix) for top in range(lower, upper + 1)]
        fits = other_first == other_second if is_pair else other_first == first > other_second
        if not fits or match[7].lower() != suffix:
            raise _uneven(text)
        low, high = sorted((second, other_second))
    return [_RankRun(-1 if is_pair else first, low, high, suffix)]


def _uneven(text: str) -> RangeError:
    return RangeError(
        "'{text}': both ends of a run must have the same form, as in JJ-88, A5s-A2s, T9s-54s",
        text=text,
    )


def _run_combos(run: _RankRun) -> NDArray[np.intp]:
    suffixes = ("",) if run.first < 0 else tuple(run.suffix or "so")
    classes = [
        CLASS_NAMES.index(RANKS[second if run.first < 0 else run.first] + RANKS[second] + suffix)
        for suffix in suffixes
        for second in range(run.low, run.high + 1)
    ]
    return np.flatnonzero(np.isin(CLASS_OF_COMBO, classes))


def range_text(weights: Weights) -> str:
    """Compact canonical text of a range: ``parse_range(range_text(w))`` equals ``w``.

    Args:
        weights: (1326,) float64, 0 to 1.

    Raises:
        RangeError: if the weights are not of that shape or not within 0 to 1.
    """
    check_weights(weights)
    if weights.max() > 1.0:
        raise RangeError("a range written as text must have weights from 0 to 1")
    if weights[0] > 0 and (weights == weights[0]).all():
        return "random" + _weight_text(float(weights[0]))
    items = [
        run_name + _weight_text(weight) for run_name, weight in _class_runs(_class_weights(weights))
    ]
    mixed = np.isnan(_class_weights(weights))[CLASS_OF_COMBO] & (weights > 0)
    items += [
        combo_name(int(combo)) + _weight_text(float(weights[combo]))
        for combo in np.flatnonzero(mixed)[::-1]
    ]
    return ", ".join(items)


def parse_held(game: Game, text: str) -> Weights:
    """Parse a range of any game into weights (num_combos,) float64.

    With two hole cards as ``parse_range``; with one, ranks as the game shows them, each with an
    optional ``:weight``, as in ``K, Q:0.5``, or ``random``.

    Raises:
        RangeError: if an item is malformed, or two items give a hand different weights.
    """
    if game.num_hole == 2:
        return parse_range(text)
    cards = combo_cards(game.deck, 1)[:, 0]
    names = [shown_rank(game, card_rank(int(card))) for card in cards]
    weights = np.full(len(cards), np.nan)
    for item, held, weight in _items(text):
        rank = held.upper()
        if rank == "RANDOM":
            members = np.ones(len(cards), np.bool_)
        else:
            members = np.array([name == rank for name in names])
        if not members.any():
            known = " ".join(dict.fromkeys(reversed(names)))
            raise RangeError(
                "'{item}' is not a range item; write ranks such as {known}",
                item=item[:20],
                known=known,
            )
        before = weights[members]
        if (~np.isnan(before) & (before != weight)).any():
            raise RangeError(
                "'{item}' gives a hand a different weight from an earlier item", item=item[:20]
            )
        weights[members] = weight
    return np.where(np.isnan(weights), 0.0, weights)


def held_text(game: Game, weights: Weights) -> str:
    """Text of a range of any game; the inverse of ``parse_held``.

    With one hole card all suits of a rank weigh the same.

    Raises:
        RangeError: as ``range_text``.
    """
    if game.num_hole == 2:
        return range_text(weights)
    cards = combo_cards(game.deck, 1)[:, 0]
    by_rank = {
        shown_rank(game, card_rank(int(card))): float(weight)
        for card, weight in zip(cards[::-1], weights[::-1], strict=True)
    }
    return ", ".join(rank + _weight_text(weight) for rank, weight in by_rank.items() if weight)


def _items(text: str) -> list[tuple[str, str, float]]:
    """Items as written and their weights.

    Raises:
        RangeError: if a weight is malformed, or brackets do not match.
    """
    items: list[tuple[str, str, float]] = []
    block, start = "", 0  # the percentage of all items up to the end of the block
    for bound in _BLOCK.finditer(text):
        items += _items_of(text[start : bound.start()], block)
        if bool(bound[1]) != bool(block) or (block and bound[2] != block):
            raise RangeError("'{bound}': weighted items are written [50]AA,KK[/50]", bound=bound[0])
        block, start = "" if bound[1] else bound[2], bound.end()
    if block:
        raise RangeError("'[{block}]' is not closed: write [50]AA,KK[/50]", block=block)
    return items + _items_of(text[start:], "")


def _items_of(text: str, percent: str) -> list[tuple[str, str, float]]:
    """Return the same for text without brackets; ``percent``, if given, weights all items."""
    items = []
    for item in filter(None, re.split(r"[,\s]+", _AROUND_SIGN.sub(r"\1", text))):
        hands, sign, weight = (*re.split("([:@])", item, maxsplit=1), "", "")[:3]
        if sign and percent:
            raise RangeError("'{item}' has two weights", item=item[:20])
        most = 1.0 if sign == ":" and not weight.endswith("%") else 100.0
        written = weight.removesuffix("%") or percent
        weighs = _parse_weight(written, most) if sign or percent else 1.0
        items.append((item, hands, weighs))
    return items


def is_of_classes(weights: Weights) -> bool:
    """Return whether all combos of a class have the same weight."""
    low, high = np.full(NUM_CLASSES, np.inf), np.full(NUM_CLASSES, -np.inf)
    np.minimum.at(low, CLASS_OF_COMBO, weights)
    np.maximum.at(high, CLASS_OF_COMBO, weights)
    return bool((low == high).all())


def check_weights(weights: Weights) -> None:
    """Check that weights are (1326,), finite and nonnegative.

    Raises:
        RangeError: with the reason.
    """
    if weights.shape != (NUM_HOLDEM_COMBOS,):
        raise RangeError(
            "a range has 1326 weights, not an array of shape {shape}", shape=weights.shape
        )
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise RangeError("the weights of a range are finite and not negative")


def _weight_text(weight: float) -> str:
    return "" if weight == 1.0 else f":{weight!r}"


@cache
def _members() -> tuple[NDArray[np.intp], ...]:
    return tuple(np.flatnonzero(index == CLASS_OF_COMBO) for index in range(len(CLASS_NAMES)))


def _class_weights(weights: Weights) -> Weights:
    """Weight of each class (169,), NaN where its combos differ."""
    return np.array(
        [
            weights[combos[0]] if (weights[combos] == weights[combos[0]]).all() else np.nan
            for combos in _members()
        ]
    )


def _class_runs(class_weights: Weights) -> list[tuple[str, float]]:
    """Longest runs of classes of equal weight, as text: pairs, then by first rank downwards."""
    by_name = dict(zip(CLASS_NAMES, class_weights.tolist(), strict=True))
    ranks = range(len(RANKS))
    runs = _runs(-1, "", {rank: by_name[2 * RANKS[rank]] for rank in ranks})
    for first in reversed(ranks):
        suited, offsuit = (
            _runs(first, s, {low: by_name[RANKS[first] + RANKS[low] + s] for low in range(first)})
            for s in "so"
        )
        plain = {(run._replace(suffix=""), weight) for run, weight in offsuit}
        both = {
            (run, weight) for run, weight in plain if (run._replace(suffix="s"), weight) in suited
        }
        for run, weight in suited:
            alike = run._replace(suffix="")
            runs.append((alike if (alike, weight) in both else run, weight))
        runs += [(run, w) for run, w in offsuit if (run._replace(suffix=""), w) not in both]
    return [(_run_text(run), weight) for run, weight in runs]


def _runs(first: int, suffix: str, weight_of: dict[int, float]) -> list[tuple[_RankRun, float]]:
    """Runs of equal positive weight over second ranks, highest first."""
    runs: list[tuple[_RankRun, float]] = []
    for second in sorted(weight_of, reverse=True):
        weight = weight_of[second]
        if not weight > 0:  # also drops NaN, the classes printed combo by combo
            continue
        if runs and runs[-1][0].low == second + 1 and runs[-1][1] == weight:
            runs[-1] = (runs[-1][0]._replace(low=second), weight)
        else:
            runs.append((_RankRun(first, second, second, suffix), weight))
    return runs


def _run_text(run: _RankRun) -> str:
    is_pair = run.first < 0

    def name(second: int) -> str:
        return RANKS[second if is_pair else run.first] + RANKS[second] + run.suffix

    if run.low == run.high:
        return name(run.low)
    if run.high == (len(RANKS) - 1 if is_pair else run.first - 1):
        return name(run.low) + "+"
    return f"{name(run.high)}-{name(run.low)}"
