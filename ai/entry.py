"""One entry of the list of engines: what it is, how to build it, how strong it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from engine.game import Game
from engine.jobs import JobControl
from engine.player import Agent

Factory = Callable[[Game, Path | None, JobControl], Agent]
"""Builds an engine for a game; the folder keeps what is costly to compute, None keeps nothing."""
RANDOM = "random"
"""How an engine is measured by what it wins from players that act at random."""
_MOST_KEPT = 256


def with_depth(game: Game) -> str:
    """A game's title, and its depth where it has one."""
    if not game.has_stacks:
        return game.title
    return f"{game.title} at {min(game.stacks) / game.big_blind:g} big blinds"


@dataclass(frozen=True)
class Measured:
    """Strength of one engine in one game.

    Attributes:
        method: ``exact``, ``lbr``, ``duplicate`` or ``random``.
        exploitability: NashConv / 2 in chips per hand, for ``exact``.
        mbb: mean result in mbb per hand against the reference, for ``duplicate``; for ``random``
            against as many of it as there are other seats.
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
        plays: other ways to play it and what builds them: ``NAME:best`` for the key ``best``.
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
    plays: Mapping[str, Factory] = field(default_factory=dict)

    @property
    def play_names(self) -> tuple[str, ...]:
        """What commands take for the other ways to play it."""
        return tuple(f"{self.name}:{play}" for play in self.plays)


@lru_cache(_MOST_KEPT)
def played(engine: Engine, play: str) -> Engine:
    """An engine in another of its ways to play, the same object each time; its strength is unknown.

    Args:
        engine: that has the way.
        play: one of ``engine.plays``.
    """
    return replace(
        engine,
        name=f"{engine.name}:{play}",
        title=f"{engine.title} ({play})",
        make=engine.plays[play],
        strength=None,
        plays={},
    )
