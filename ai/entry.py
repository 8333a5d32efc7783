"""One entry of the list of engines: what it is, how to build it, how strong it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.game import Game
from engine.jobs import JobControl
from engine.player import Agent

Factory = Callable[[Game, Path | None, JobControl], Agent]
"""Builds an engine for a game; the folder keeps what is costly to compute, None keeps nothing."""


def with_depth(game: Game) -> str:
    """A game's title, and its depth where it has one."""
    if not game.has_stacks:
        return game.title
    return f"{game.title} at {min(game.stacks) / game.big_blind:g} big blinds"


@dataclass(frozen=True)
class Measured:
    """Strength of one engine in one game.

    Attributes:
        method: ``exact``, ``lbr`` or ``duplicate``.
        exploitability: NashConv / 2 in chips per hand, for ``exact``.
        mbb: mean result in mbb per hand against the reference, for ``duplicate``.
        ci95: half width of the 95% interval of ``mbb`` or ``lbr``.
        against: the reference.
        hands: hands played, two for each deal.
        seed: of the match.
        lbr: what local best response wins from it in mbb per hand, for ``lbr``: exploitability is
            at least that.
    """

    method: str
    exploitability: float | None = None
    mbb: float | None = None
    ci95: float | None = None
    against: str | None = None
    hands: int | None = None
    seed: int | None = None
    lbr: float | None = None


@dataclass(frozen=True, eq=False)
class Engine:
    """One row of the list; the list hands out the same object while its file is the same.

    Attributes:
        name: what commands take.
        title: what a person reads.
        character: one line on how it plays.
        needs: which games it fits, in words.
        fits: which games it fits; looks at the game's numbers, never at its name.
        make: builds it.
        has_ranges: whether it answers for its whole range.
        learns: whether its answers change by what it observes; it has no one strength then.
        path: the file of a trained one; None for those that come with the program.
        game: the one game that a trained one plays.
        strength: what a trained one's file says of it; ``measured.py`` knows the others'.
    """

    name: str
    title: str
    character: str
    needs: str
    fits: Callable[[Game], bool]
    make: Factory
    has_ranges: bool = True
    learns: bool = False
    path: Path | None = None
    game: Game | None = None
    strength: Measured | None = None
