"""Registry entries of engines that resolve turns and rivers."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path

from ai.agents.entry import Engine, Factory, played
from ai.agents.options import read_options, whole_number
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.shipped import has_blueprint, shipped_agent, shipped_blueprints
from ai.files.watched import stamp_of
from ai.multiway.agent import MultiwayAgent
from ai.reports.flop_set import MANIFEST, read_set
from ai.resolving.agent import NAME, ResolveAgent
from ai.resolving.flops import FlopLibrary, plays_flops
from ai.resolving.street import EFFORTS, RIVER, SolvingEffort
from engine.agent import Agent
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording, either

ITERATIONS, FROM, SAFETY, BLUEPRINT = "iterations", "from", "safety", "blueprint"
FLOPS = "flops"
SPOTS = "spots"
"""The folder of saved spots and sets of flops, beside the folder of strategies."""
STREETS = {"turn": 4, "river": RIVER}
"""The first street to solve, and the cards on the board there."""
SAFETIES = {"none": False, "combined": True}
MOST_ITERATIONS = 100_000


@dataclass(frozen=True)
class ResolverSettings:
    """The streets that a resolver solves, their iterations, its blueprint, and solved flops.

    Attributes:
        first: cards on the board when it begins to solve.
        iterations: of each street; None for the usual ones.
        blueprint: the engine that plays the streets before; empty for the shipped one.
        flops: name or path of the folder of a set of solved flops; empty for none.

    Raises:
        EngineError: if it is invalid.
    """

    first: int = STREETS["turn"]
    iterations: int | None = None
    safe: bool = False
    blueprint: str = ""
    flops: str = ""

    def __post_init__(self) -> None:
        if self.iterations is not None and not 1 <= self.iterations <= MOST_ITERATIONS:
            raise EngineError(
                "a street is solved in 1 to {most:,} iterations", most=MOST_ITERATIONS
            )

    @property
    def efforts(self) -> dict[int, SolvingEffort]:
        """The effort for each street, by the number of cards on the board."""
        efforts = {cards: effort for cards, effort in EFFORTS.items() if cards >= self.first}
        if self.iterations is None:
            return efforts
        return {
            cards: effort.with_iterations(self.iterations, self.iterations)
            for cards, effort in efforts.items()
        }


def read_way(text: str) -> ResolverSettings:
    """Parse the options behind an engine's name.

    Args:
        text: such as ``iterations=200,from=river,safety=combined,blueprint=trained:night``.

    Raises:
        EngineError: if an option is not known, or its value is invalid.
    """
    said = read_options(
        text,
        (ITERATIONS, FROM, SAFETY, BLUEPRINT, FLOPS),
        lambda part: EngineError(
            "a resolver takes iterations=N, from=turn or river, safety=none or combined,"
            " blueprint=ENGINE and flops=FOLDER, not '{part}'",
            part=part,
        ),
    )
    first, safety = said.get(FROM, "turn"), said.get(SAFETY, "none")
    if first not in STREETS:
        raise EngineError(
            "a resolver begins on {streets}, not on '{first}'",
            streets=either(tuple(STREETS)),
            first=first[:60],
        )
    if safety not in SAFETIES:
        raise EngineError(
            "safety must be {safeties}, not '{safety}'",
            safeties=either(tuple(SAFETIES)),
            safety=safety[:60],
        )
    iterations = None if ITERATIONS not in said else whole_number(said[ITERATIONS])
    blueprint, flops = said.get(BLUEPRINT, ""), said.get(FLOPS, "")
    return ResolverSettings(STREETS[first], iterations, SAFETIES[safety], blueprint, flops)


RIVERS = f"{NAME}:rivers"
"""The engine that leaves turns to the blueprint: tens of times as fast."""
_KEPT = 256

log = logging.getLogger(__name__)

Build = Callable[[str, Game, Path | None, JobControl], Agent]
"""Builds the engine of a name."""


@cache
def resolving_engines(build: Build) -> tuple[Engine, ...]:
    """Return the engines that resolve on top of shipped blueprints; none if none is shipped.

    Args:
        build: for the blueprints that options name.
    """
    if not shipped_blueprints():
        return ()
    rivers = Engine(
        name=RIVERS,
        title="River resolver",
        character="Plays the blueprint, and solves rivers of two and three players: fast enough for"
        " long matches.",
        needs=Wording("hold'em with a blueprint"),
        fits=has_blueprint,
        make=partial(_make_resolver, RIVERS, ResolverSettings(first=RIVER), build),
        solves=True,
    )
    turns = Engine(
        name=NAME,
        title="Resolver",
        character="Plays the blueprint, and solves turns of two players and rivers of two and"
        " three, with the actual bet sizes.",
        needs=rivers.needs,
        fits=has_blueprint,
        make=partial(_make_resolver, NAME, ResolverSettings(), build),
        solves=True,
        options=partial(_resolver_options, build),
        fits_with_options=lambda game: game.is_holdem,
    )
    return rivers, turns


@lru_cache(_KEPT)
def resolver_over(resolver: Engine, blueprint: Engine) -> Engine:
    """The entry of a resolver over a user-trained blueprint.

    Args:
        resolver: the registry entry over shipped blueprints.
        blueprint: the registry entry of the trained one.
    """
    way = f"{BLUEPRINT}={blueprint.name}"
    return replace(
        played(resolver, way),
        title=f"{resolver.title} over {blueprint.name.partition(':')[2]}",
        fits=blueprint.fits,
        needs=blueprint.needs,
        game=blueprint.game,
        stamp=blueprint.stamp,
    )


def resolvers_with_flops(resolver: Engine, home: Path) -> tuple[Engine, ...]:
    """Return the entries of a resolver with each set of solved flops of the user, by name.

    Args:
        resolver: the registry entry over shipped blueprints.
        home: the folder of strategies.
    """
    sets = sorted((home.parent / SPOTS).glob(f"*/{MANIFEST}"))
    found = []
    for path in sets:
        with suppress(FileNotFoundError):  # it was removed meanwhile
            found.append(_with_flops(resolver, path, stamp_of(path.stat())))
    return tuple(engine for engine in found if engine is not None)


@lru_cache(_KEPT)
def _with_flops(resolver: Engine, path: Path, stamp: tuple[int, int, int]) -> Engine | None:
    name = path.parent.name
    try:
        spot = read_set(path.parent).spot
        engine = played(resolver, f"{FLOPS}={name}")
    except PokerError as error:  # also of a name with a comma
        log.warning("left off the list of engines: %s", error)
        return None
    return replace(
        engine,
        title=f"{resolver.title}, flops of {name}",
        character=Wording("Plays flops as they were solved, and elsewhere as the resolver."),
        fits=lambda game: resolver.fits(game) and plays_flops(spot, game),
        needs=Wording("no-limit hold'em of the depth of its flops"),
        stamp=stamp,
    )


def flops_folder(text: str, home: Path | None) -> Path:
    """Return the folder of a set: by its name among the saved spots, or by its path."""
    if home is not None and Path(text).name == text:
        named = home.parent / SPOTS / text
        if (named / MANIFEST).exists():
            return named
    return Path(text).expanduser()


def _resolver_options(build: Build, text: str) -> Factory:
    return partial(_make_resolver, f"{NAME}:{text}", read_way(text), build)


def _make_resolver(
    name: str,
    way: ResolverSettings,
    build: Build,
    game: Game,
    home: Path | None,
    control: JobControl,
) -> ResolveAgent:
    if not game.is_heads_up and (way.safe or way.flops):
        raise EngineError(
            "a resolver takes safety and flops with two players only, not in {title}",
            title=Wording(game.title),
        )
    blueprint = build(way.blueprint, game, home, control) if way.blueprint else shipped_agent(game)
    if not isinstance(blueprint, BlueprintAgent | MultiwayAgent):
        raise EngineError(
            "'{blueprint}' is not a blueprint to resolve on top of", blueprint=way.blueprint[:60]
        )
    workers = min(2, os.cpu_count() or 1)
    flops = FlopLibrary(flops_folder(way.flops, home), game) if way.flops else None
    return ResolveAgent(name, blueprint, way.efforts, workers, way.safe, flops)
