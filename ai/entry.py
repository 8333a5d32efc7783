"""One entry of the list of engines: its traits, how to build it, its strength."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

Factory = Callable[[Game, Path | None, JobControl], Agent]
"""A builder of an engine for a game; the folder keeps costly results, None keeps nothing."""
RANDOM = "random"
"""The method of measuring what an engine wins from players that act at random."""
REFERENCE = "reference"
"""The "method" of a game's reference itself: its result is 0 by definition."""
DUPLICATE, AIVAT = "duplicate", "aivat"
"""The methods of a match: deals played from both positions, and these with luck taken out."""
_MOST_KEPT = 256


def depths(game: Game) -> tuple[str, ...]:
    """Return the depth in big blinds: the least and the most if more than two have other stacks.

    It is empty if the game has no stacks.
    """
    if not game.has_stacks:
        return ()
    least, most = (f"{chips / game.big_blind:g}" for chips in (min(game.stacks), max(game.stacks)))
    return (least, most) if least != most and not game.is_heads_up else (least,)


def with_depth(game: Game) -> Wording:
    """Return a game's title, and its depth if it has one; with more than two that of all stacks."""
    title = Wording(game.title)
    match depths(game):
        case (least, most):
            return Wording(
                "{game} at {least} to {most} big blinds", game=title, least=least, most=most
            )
        case (depth,):
            return Wording("{game} at {depth} big blinds", game=title, depth=depth)
    return title


@dataclass(frozen=True)
class Measured:
    """Strength of one engine in one game: its result, and what a best response wins from it.

    The unit mbb is a thousandth of the big blind; in games with antes, of the ante (mA).

    Attributes:
        method: method of the result: ``exact``, ``duplicate``, ``aivat`` (duplicate with the luck
            taken out), ``random``, or ``reference`` for the reference itself; without a result,
            method of the second figure: ``exact``, ``lbr``.
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
    """One row of the list; the list returns the same object while its file is the same.

    Attributes:
        name: its name in commands.
        title: its name for people.
        character: one line on how it plays.
        needs: the games it fits, in words.
        fits: whether it fits a game; reads the game's numbers, never its name.
        make: builds it.
        has_ranges: whether it answers for its whole range.
        learns: whether its answers change by what it observes; it has no single strength then.
        solves: whether its strategy comes from solving the game for both sides, so that its ranges
            and EVs are worth studying where it is strong.
        path: the file of a trained one; None for those that come with the program.
        game: the one game that a trained one plays.
        stamp: of the file of a trained one: it changes when the file does.
        added: whether a person added it; it runs in a process of its own.
        problem: why it cannot be started, in words that can follow a colon; None where it can.
        strength: strength that a trained one's file states; ``strength_figures.py`` has the others.
        plays: other ways to play it and their builders: ``NAME:best`` for the key ``best``.
        options: reads other text after its name, ``NAME:simulations=100``, and returns its
            builder; raises an EngineError where it makes no sense. None if there are no options.
        learns_with: whether it learns with such options.
        fits_with_options: whether it fits a game with options, where that is more; building it
            may then still be refused.
        is_blueprint: whether its file is a blueprint, on top of which others can resolve.
        is_slow: whether in a game an answer for its whole range takes it a minute or more, because
            each hand is searched or sampled by itself.
    """

    name: str
    title: str
    character: str | Wording
    needs: Wording
    fits: Callable[[Game], bool]
    make: Factory
    has_ranges: bool = True
    learns: bool = False
    solves: bool = False
    path: Path | None = None
    game: Game | None = None
    stamp: tuple[int, ...] = ()
    added: bool = False
    problem: Wording | None = None
    strength: Measured | None = None
    plays: Mapping[str, Factory] = field(default_factory=dict)
    options: Callable[[str], Factory] | None = None
    learns_with: Callable[[str], bool] | None = None
    fits_with_options: Callable[[Game], bool] | None = None
    is_blueprint: bool = False
    is_slow: Callable[[Game], bool] = lambda game: False

    def answers_ranges(self, game: Game) -> bool:
        """Return whether it answers for its whole range in a game while a person waits."""
        return self.has_ranges and not self.is_slow(game)

    @property
    def play_names(self) -> tuple[str, ...]:
        """The names of the other ways to play it in commands."""
        return tuple(f"{self.name}:{play}" for play in self.plays)


@lru_cache(_MOST_KEPT)
def played(engine: Engine, play: str) -> Engine:
    """Return an engine in another way to play, always the same object; its strength is unknown.

    Args:
        engine: the engine.
        play: one of ``engine.plays``, or options.

    Raises:
        EngineError: if it is neither.
    """
    make = engine.plays.get(play)
    if make is None:
        if engine.options is None:
            raise EngineError(
                "'{name}' is not played as '{play}'", name=engine.name, play=play[:20]
            )
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
