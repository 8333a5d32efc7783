"""One entry of the list of engines: what it is, how to build it, how strong it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

Factory = Callable[[Game, Path | None, JobControl], Agent]
"""Builds an engine for a game; the folder keeps what is costly to compute, None keeps nothing."""
RANDOM = "random"
"""The method that counts what an engine wins from players that act at random."""
REFERENCE = "reference"
"""The "method" of a game's reference itself: its result is 0 by definition."""
DUPLICATE, AIVAT = "duplicate", "aivat"
"""The methods of a match: deals played from both positions, and those with the luck taken out."""
_MOST_KEPT = 256


def with_depth(game: Game) -> str:
    """A game's title, and its depth where it has one; of more than two that of all stacks."""
    if not game.has_stacks:
        return game.title
    least, most = (f"{chips / game.big_blind:g}" for chips in (min(game.stacks), max(game.stacks)))
    uneven = least != most and not game.is_heads_up
    return f"{game.title} at {f'{least} to {most}' if uneven else least} big blinds"


@dataclass(frozen=True)
class Measured:
    """Strength of one engine in one game: its result, and what a best response wins from it.

    The unit mbb is a thousandth of the big blind; in games with antes, of the ante (mA).

    Attributes:
        method: how the result was found: ``exact``, ``duplicate``, ``aivat`` (duplicate with the
            luck taken out), ``random``, or ``reference`` for the reference itself; without a
            result, how the second figure was: ``exact``, ``lbr``.
        mbb: mean result in mbb per hand against the reference, 0 for the reference itself; for
            ``random`` against as many of it as there are other seats; None if not measured.
        ci95: half width of the 95% interval of ``mbb``; None where that is exact.
        against: the reference.
        hands: hands of the match, two for each deal.
        seed: of the match.
        exploitability: NashConv divided by the number of players, in chips per hand, exact.
        lbr: mean that local best response wins in mbb per hand; exploitability is at least that.
        lbr_ci95: half width of its 95% interval.
        lbr_hands: hands that it was measured over.
    """

    method: str
    mbb: float | None = None
    ci95: float | None = None
    against: str | None = None
    hands: int | None = None
    seed: int | None = None
    exploitability: float | None = None
    lbr: float | None = None
    lbr_ci95: float | None = None
    lbr_hands: int | None = None


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
        solves: whether its strategy comes from solving the game for both sides, so that its ranges
            and EVs are worth studying where it is strong.
        path: the file of a trained one; None for those that come with the program.
        game: the one game that a trained one plays.
        stamp: of the file of a trained one: it changes when the file does.
        added: whether a person added it; it runs in a process of its own.
        problem: why it cannot be started, in words that can follow a colon; empty where it can.
        strength: what a trained one's file says of it; ``measured.py`` knows the others'.
        plays: other ways to play it and what builds them: ``NAME:best`` for the key ``best``.
        options: reads what else may follow its name, ``NAME:simulations=100``, and says what builds
            that; raises an EngineError where it makes no sense. None where nothing may.
        learns_with: whether it learns with such options.
        fits_with_options: which games it fits with options, where that is more; it may then still
            refuse to be built.
        is_blueprint: whether its file is a blueprint, on top of which others can resolve.
    """

    name: str
    title: str
    character: str
    needs: str
    fits: Callable[[Game], bool]
    make: Factory
    has_ranges: bool = True
    learns: bool = False
    solves: bool = False
    path: Path | None = None
    game: Game | None = None
    stamp: tuple[int, ...] = ()
    added: bool = False
    problem: str = ""
    strength: Measured | None = None
    plays: Mapping[str, Factory] = field(default_factory=dict)
    options: Callable[[str], Factory] | None = None
    learns_with: Callable[[str], bool] | None = None
    fits_with_options: Callable[[Game], bool] | None = None
    is_blueprint: bool = False

    @property
    def play_names(self) -> tuple[str, ...]:
        """The names that commands take for the other ways to play it."""
        return tuple(f"{self.name}:{play}" for play in self.plays)


@lru_cache(_MOST_KEPT)
def played(engine: Engine, play: str) -> Engine:
    """An engine in another of its ways to play, the same object each time; its strength is unknown.

    Args:
        engine: that has the way.
        play: one of ``engine.plays``, or options.

    Raises:
        EngineError: if it is neither.
    """
    make = engine.plays.get(play)
    if make is None:
        if engine.options is None:
            raise EngineError(f"'{engine.name}' is not played as '{play[:20]}'")
        make = engine.options(play)
    return replace(
        engine,
        name=f"{engine.name}:{play}",
        title=f"{engine.title} ({play})",
        make=make,
        fits=engine.fits_with_options or engine.fits,
        learns=engine.learns or bool(engine.learns_with and engine.learns_with(play)),
        strength=None,
        plays={},
        options=None,
        is_blueprint=False,
    )
