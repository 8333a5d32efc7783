"""Registry entry of an engine: properties, builder and strength."""

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
"""A builder of an engine for a game; the folder caches costly results, None caches nothing."""
RANDOM = "random"
"""Method of measuring an engine's winnings from random players."""
REFERENCE = "reference"
"""The "method" of a game's reference itself, whose result is 0 by definition."""
DUPLICATE, AIVAT = "duplicate", "aivat"
"""The methods of a match: duplicate deals, without or with variance reduction."""
TABLES = "tables"
"""The "method" of an engine that was measured at tables of three or more alone."""
LETTERS = "ABCDEF"
"""The engines of a match: the first is A."""
TRAINED, FAMILY = "trained:", "kuhn-family:"
"""Prefixes of names: of a trained engine, and of the alpha of an equilibrium of Kuhn poker."""
TOURNAMENT = "tournament"
"""Name of the engine that jams or folds with short stacks."""
_MOST_KEPT = 256


def depths(game: Game) -> tuple[str, ...]:
    """Return the depth in big blinds, as a range if stacks of more than two players differ.

    It is empty if the game has no stacks.
    """
    if not game.has_stacks:
        return ()
    least, most = (f"{chips / game.big_blind:g}" for chips in (min(game.stacks), max(game.stacks)))
    return (least, most) if least != most and not game.is_heads_up else (least,)


def with_depth(game: Game) -> Wording:
    """Return a game's title, with its depth if it has one (multiway: of all stacks)."""
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
class TableResult:
    """Result of an engine at a table of three or more, in mbb per hand.

    Attributes:
        line_up: name of the other players (``ai/strength/tables.py``).
        method: ``duplicate``, ``aivat``, or ``reference`` among copies of itself, where it is 0.
        ci95: half width of its 95% interval; None where it is exact.
        hands: hands of the match, one in each position for each deal.
    """

    line_up: str
    method: str
    mbb: float
    ci95: float | None = None
    hands: int | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Measured:
    """Measured strength of an engine in a game: match result and exploitability.

    The unit mbb is a thousandth of the big blind; in games with antes, of the ante (mA).

    Attributes:
        method: method of the result: ``exact``, ``duplicate``, ``aivat`` (duplicate with the luck
            taken out), ``random``, or ``reference`` for the reference itself; without a result,
            method of the exploitability: ``exact``, ``lbr``; without either, ``tables``.
        mbb: mean result in mbb per hand against the reference, 0 for the reference itself; for
            ``random`` against as many of it as there are other seats; None if not measured.
        ci95: half width of the 95% interval of ``mbb``; None where that is exact.
        hands: hands of the match, two for each deal.
        seed: of the match.
        exploitability: NashConv divided by the number of players, in chips per hand, exact.
        lbr: mean winnings of local best response in mbb per hand, a lower bound of exploitability.
        lbr_ci95: half width of its 95% interval.
        lbr_hands: hands that it was measured over.
        tables: results at tables of three or more.
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
    tables: tuple[TableResult, ...] = ()


@dataclass(frozen=True, eq=False)
class Engine:
    """Registry entry of an engine; the same object as long as its file is unchanged.

    Attributes:
        character: one line on how it plays.
        needs: description of the games it supports.
        fits: whether it supports a game, by the game's properties.
        has_ranges: whether it answers for its whole range.
        learns: whether it adapts to observations; it then has no single strength.
        solves: whether its strategy comes from solving the game for both sides, so that its ranges
            and EVs are useful for study where it is strong.
        path: the file of a trained one; None for those that come with the program.
        game: the one game that a trained one plays.
        stamp: of a trained one's file; changes with the file.
        added: whether the user added it as an external engine.
        problem: why it cannot be started, as text to follow a colon; None where it can.
        strength: strength that a trained one's file states; ``ai/strength/figures.py`` has the
            others.
        plays: variants and their builders: ``NAME:best`` for the key ``best``.
        options: parses other text after its name, ``NAME:simulations=100``, and returns the
            builder; raises an EngineError if invalid. None if there are no options.
        learns_with: whether it learns with such options.
        fits_with_options: whether it supports a game with options, where that differs; building it
            may still be refused.
        is_blueprint: whether its file is a blueprint, on top of which others can resolve.
        is_slow: whether its full-range answer in a game takes a minute or more, because each hand
            is searched or sampled separately.
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
        """Return whether its full-range answer in a game is fast enough for interactive use."""
        return self.has_ranges and not self.is_slow(game)

    @property
    def play_names(self) -> tuple[str, ...]:
        """The names of its variants in commands."""
        return tuple(f"{self.name}:{play}" for play in self.plays)


@lru_cache(_MOST_KEPT)
def played(engine: Engine, play: str) -> Engine:
    """Return a variant of an engine, always the same object; its strength is unknown.

    ``play``: one of ``engine.plays``, or options. Raises EngineError if it is neither.
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
