"""Frequencies of a player's actions: counted in hands, with intervals, or typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, TypeAlias

import numpy as np

from ai.profile.cells import (
    FACING,
    FREE_KINDS,
    KINDS,
    POSITIONS,
    STREETS,
    Cell,
    Kinds,
    ProfileError,
    cell_of,
    kind_name,
    kind_of,
)
from engine.game import Game
from engine.player import Action, PublicState
from engine.running_result import Z95
from engine.typed_numbers import plain_number

PRIOR_STRENGTH = 20.0
"""Number of decisions that the equilibrium counts as against observed ones."""
_SUM_ERROR = 1e-9
_MOST_TEXT = 2_000
_BETWEEN = re.compile(r"(?<![0-9]),|,(?![0-9])|[;\n]")
"""Separators of typed frequencies: a comma between digits belongs to a number."""

CellCount = tuple[Cell, int]
"""A decision as counted: its cell, and the kind of action."""


@dataclass
class CountedProfile:
    """A player's action counts in recorded hands.

    ``limit``: whether the hands were of limit hold'em; None before the first. ``counts``: (streets,
    positions, facing, kinds) number of actions. ``strength``: number of decisions that the
    equilibrium counts as.
    """

    name: str
    limit: bool | None = None
    hands: int = 0
    counts: Kinds = field(
        default_factory=lambda: np.zeros((len(STREETS), len(POSITIONS), len(FACING), len(KINDS)))
    )
    strength: float = PRIOR_STRENGTH

    def add(self, game: Game, seen: Sequence[CellCount], times: int = 1) -> None:
        """Add the decisions of hands with the same betting line.

        Raises ProfileError if they are of another kind of game than those before.
        """
        if self.limit not in (None, game.is_limit):
            raise ProfileError("a profile is for limit or no-limit hold'em, not for both")
        self.limit = game.is_limit
        self.hands += times
        for cell, kind in seen:
            self.counts[(*cell, kind)] += times

    def wanted(self, cell: Cell, equilibrium: Kinds, possible: Sequence[int]) -> Kinds:
        """The mean of observed and equilibrium frequencies, with prior weight ``strength``.

        Of a range: (3,) by kind, as ``equilibrium``. NaN where unknown; they sum to 1 where all
        possible kinds have one.
        """
        frequencies, kinds = np.full(len(KINDS), np.nan), list(possible)
        counts = self.counts[cell][kinds]
        if counts.sum() > 0.0:
            prior = self.strength * equilibrium[kinds] / equilibrium[kinds].sum()
            frequencies[kinds] = (counts + prior) / (counts.sum() + self.strength)
        return frequencies

    def rows(self) -> Iterator[tuple[Cell, int]]:
        """Return the observed cells with their counts."""
        for index in np.argwhere(self.counts.sum(axis=-1) > 0).tolist():
            cell = Cell(*index)
            yield cell, int(self.counts[cell].sum())

    def record(self) -> dict[str, Any]:
        """The profile as plain data."""
        cells = []
        for cell, times in self.rows():
            shares = {}
            for kind in cell.kinds:
                count = int(self.counts[(*cell, kind)])
                part = {"count": count, "frequency": count / times}
                shares[kind_name(cell, kind)] = part | {"ci95": list(interval(count, times))}
            place = {"street": STREETS[cell.street], "position": POSITIONS[cell.position]}
            place["facing"] = FACING[cell.facing]
            cells.append({**place, "decisions": times, "kinds": shares})
        return {"name": self.name, "hands": self.hands, "cells": cells}


def interval(count: int, of: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a proportion (Wilson, 1927)."""
    share, square = count / of, Z95**2
    middle = share + square / (2 * of)
    half = Z95 * sqrt(share * (1 - share) / of + square / (4 * of * of))
    scale = 1 + square / of
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def decisions(game: Game, actions: Sequence[Action]) -> tuple[CellCount, ...]:
    """The postflop decisions in a heads-up hold'em line, by player to act.

    Decisions without a choice are skipped.
    """
    state, cells = PublicState(game, (), ()), []
    for action in actions:
        cell, legal = cell_of(state), state.legal
        if cell is not None and (legal.fold or legal.max_raise):
            cells.append((cell, kind_of(action.kind)))
        state = state.after(action)
    return tuple(cells)


@dataclass(frozen=True)
class Wish:
    """A typed frequency.

    ``free``: whether it applies where nothing is faced. ``street``: index of the street; None for
    all. ``facing``: index of the bet faced; None for any bet.
    """

    kind: int
    share: float
    free: bool
    street: int | None = None
    facing: int | None = None

    def holds(self, cell: Cell) -> bool:
        """Return whether it applies to a cell."""
        faces = self.facing in (None, cell.facing) and self.free == (cell.facing == 0)
        return faces and self.street in (None, cell.street)


@dataclass(frozen=True)
class TypedProfile:
    """Typed frequencies; for the same cell the last one counts."""

    wishes: tuple[Wish, ...]

    def wanted(self, cell: Cell, equilibrium: Kinds, possible: Sequence[int]) -> Kinds:
        """Return the typed frequencies; NaN for other kinds."""
        frequencies = np.full(len(KINDS), np.nan)
        for wish in self.wishes:
            if wish.holds(cell) and wish.kind in possible:
                frequencies[wish.kind] = wish.share
        known = [kind for kind in possible if not np.isnan(frequencies[kind])]
        if len(known) == len(possible):
            total = frequencies[known].sum()
            frequencies[known] = frequencies[known] / total if total > 0.0 else np.nan
        return frequencies


Profile: TypeAlias = CountedProfile | TypedProfile
"""Target frequencies of a range."""


def parse_profile(text: str) -> TypedProfile:
    """Parse frequencies such as ``bet 60, river fold 70, small raise 2``.

    An item is a street, the bet faced (``small``, ``medium``, ``large``, ``raised`` or ``all-in``),
    both or neither, then ``check``, ``bet``, ``fold``, ``call`` or ``raise``, and percent. Raises
    ProfileError naming the item and what is wrong with it.
    """
    if len(text) > _MOST_TEXT:
        raise ProfileError("frequencies may have at most {most:,} characters", most=_MOST_TEXT)
    items = [item.strip() for item in _BETWEEN.split(text) if item.strip()]
    if not items:
        raise ProfileError("write how often the rival does what, in percent: bet 60, river fold 70")
    profile = TypedProfile(tuple(map(_wish, items)))
    _check_sums(profile)
    return profile


def _wish(item: str) -> Wish:
    *words, number = item.lower().split()
    percent = plain_number(number.rstrip("%")) or ""
    if not words or not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", percent):
        raise ProfileError(
            "'{item}' is not an action and a percent, as in: fold 70", item=item[:40]
        )
    share = float(percent) / 100.0
    if share > 1.0:
        raise ProfileError("'{item}': a frequency must be from 0 to 100%", item=item[:40])
    *places, action = words
    street = facing = None
    for word in places:
        faced = "raise" if word == "raised" else word
        if word in STREETS:
            street = STREETS.index(word)
        elif faced in FACING[1:]:
            facing = FACING.index(faced)
        else:
            known = ", ".join((*STREETS, "small", "medium", "large", "raised", "all-in"))
            raise ProfileError(
                "'{item}': '{word}' is not one of {known}",
                item=item[:40],
                word=word[:20],
                known=known,
            )
    free = action in FREE_KINDS[1:]
    if not free and action not in KINDS:
        raise ProfileError("'{item}': write check, bet, fold, call or raise", item=item[:40])
    if free and facing is not None:
        raise ProfileError(
            "'{item}': a player who faces a bet cannot {action}", item=item[:40], action=action
        )
    return Wish((FREE_KINDS if free else KINDS).index(action), share, free, street, facing)


def _check_sums(profile: TypedProfile) -> None:
    for street in reversed(range(len(STREETS))):
        for facing in range(len(FACING)):
            cell = Cell(street, 1, facing)
            said = {wish.kind: wish.share for wish in profile.wishes if wish.holds(cell)}
            total = sum(said.values())
            where = cell.place
            if total > 1.0 + _SUM_ERROR:
                raise ProfileError(
                    "{where}: the frequencies sum to {total:g}%", where=where, total=100 * total
                )
            every = (1, 2) if facing == 0 else (0, 1, 2)
            if set(said) == set(every) and total < 1.0 - _SUM_ERROR:
                raise ProfileError(
                    "{where}: the frequencies sum to {total:g}%, not to 100%",
                    where=where,
                    total=100 * total,
                )
