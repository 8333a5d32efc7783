"""Trained engines: strategy files of any kind, and those in one folder by name.

A file ``trained/NAME.safetensors`` under the folder of strategies is the engine ``trained:NAME``.
Listing reads only each file's record and caches it until the file changes. Files are untrusted:
those that cannot be engines are skipped with a warning in the log.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TypeGuard

from ai.agents.base import RangeAgent, TableAgent
from ai.agents.entry import RANDOM, TRAINED, Engine, Measured, with_depth
from ai.cfr.algorithms import ALGORITHMS
from ai.files.arrays import SUFFIX, remove_tensors
from ai.files.strategy import (
    BLUEPRINT,
    NETWORK,
    Plain,
    StrategyInfo,
    kind_of,
    load_strategy,
    read_info,
    save_strategy,
)
from ai.files.watched import WatchedFolders, stamp_of
from ai.networks.deepcfr.parameters import TITLES as DEEP
from ai.networks.nfsp.shipped import TITLES as METHODS
from ai.networks.parameters import AVERAGE, BEST, MIXED
from ai.networks.ppo.parameters import TITLES as PPO
from engine.agent import Agent, PolicyTable
from engine.errors import EngineError, StrategyFileError
from engine.game import UNLIMITED, Game
from engine.jobs import JobControl
from engine.wording import Wording

FOLDER = "trained"
"""The folder of their files, under the folder of strategies."""
MAX_NAME = 80
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9+.@_-]{{0,{MAX_NAME - 1}}}")

log = logging.getLogger(__name__)


_listed: ContextVar[dict[Path, tuple[Engine, ...]] | None] = ContextVar("listed", default=None)
"""The listing that ``one_listing`` caches, by thread."""


def load_agent(
    name: str, path: Path, game: Game, home: Path | None = None, play: str = AVERAGE
) -> RangeAgent:
    """Return the engine of a strategy file.

    Args:
        name: identifier in commands.
        path: the file.
        game: the game it must play.
        home: the folder of strategies, which may have a blueprint's hand groups.
        play: the variant of networks; other engines have none.

    Raises:
        StrategyFileError: if it cannot be used for that game.
    """
    kind = kind_of(path)
    if kind == NETWORK:
        from ai.networks.agent import NetworkAgent  # lists need no networks
        from ai.networks.record import eta_of, load_network  # as above

        found = load_network(path, game, home)
        return NetworkAgent(name, found.environment, found.networks, play, eta_of(found.info))
    if play != AVERAGE:
        raise StrategyFileError(
            "{path}: not a file of networks: it can be played in only one way", path=path
        )
    if kind == BLUEPRINT:
        from ai.blueprint.record import load_blueprint  # nor blueprints
        from ai.blueprint.shipped import agent_of  # as above

        return agent_of(name, load_blueprint(path, game, home=home))
    table, info = load_strategy(path, game)
    return TableAgent(name, table, info.algorithm)


def trained_path(home: Path, name: str) -> Path:
    """Return the path of a trained engine's file.

    Args:
        home: the folder of strategies.
        name: of the engine, without ``trained:``.

    Raises:
        EngineError: if the name is invalid; a path is never valid.
    """
    if not _NAME.fullmatch(name):
        raise EngineError(
            "'{trained}{name}' is not the name of a trained engine: up to {most} letters,"
            " digits and + - . @ _, a letter or digit first",
            trained=TRAINED,
            name=name[:60],
            most=MAX_NAME,
        )
    return home / FOLDER / f"{name}{SUFFIX}"


@contextmanager
def one_listing() -> Iterator[None]:
    """List each folder only once within this block, for all lists of this thread.

    A folder of 3,000 files takes some 25 ms.
    """
    token = _listed.set({})
    try:
        yield
    finally:
        _listed.reset(token)


def list_trained(home: Path) -> tuple[Engine, ...]:
    """All trained engines, newest first; never fails.

    Args:
        home: the folder of strategies.
    """
    held = _listed.get()
    if held is None:
        return _list(home)
    if home not in held:
        held[home] = _list(home)
    return held[home]


def _list(home: Path) -> tuple[Engine, ...]:
    found = _files.list(home / FOLDER)
    return tuple(sorted(found, key=lambda engine: (-engine.stamp[0], engine.name)))


def trained_problems(home: Path) -> tuple[str, ...]:
    """Return why files of the folder are not listed, one message each."""
    found = []
    for path in sorted((home / FOLDER).glob(f"*{SUFFIX}")):
        try:
            trained_path(home, path.name.removesuffix(SUFFIX))
            read_info(path)
        except (EngineError, StrategyFileError) as error:
            found.append(str(error))
    return tuple(found)


def find_trained(home: Path, name: str) -> Engine | None:
    """Return a trained engine by its name without ``trained:``; None if it is not listed."""
    try:
        path = trained_path(home, name)
    except EngineError:
        return None
    return _files.look(path)


def keep_trained(home: Path, name: str, table: PolicyTable, info: StrategyInfo) -> Path:
    """Save a strategy to the folder, which lists it as an engine.

    An older file of the name is replaced atomically; one previous generation is kept.

    Returns:
        The file.

    Raises:
        EngineError: if the name is invalid.
        StrategyFileError: if it cannot be written.
    """
    path = trained_path(home, name)
    save_strategy(path, table, info)
    return path


def remove_trained(home: Path, name: str) -> None:
    """Delete an engine; games in progress with it continue.

    Raises:
        EngineError: if the name is invalid.
        StrategyFileError: if its file cannot be removed.
    """
    remove_tensors(trained_path(home, name))


def _read_engine(path: Path, found: os.stat_result) -> Engine | None:
    try:
        name = path.name.removesuffix(SUFFIX)
        trained_path(path.parent.parent, name)
        return _engine(name, path, read_info(path), stamp_of(found))
    except (EngineError, StrategyFileError) as error:
        log.warning("left off the list of engines: %s", error)
        return None


def _engine(name: str, path: Path, info: StrategyInfo, stamp: tuple[int, ...]) -> Engine:
    known = {algorithm.name: algorithm.title for algorithm in ALGORITHMS}
    known = {**known, **METHODS, **DEEP, **PPO, BLUEPRINT: "Blueprint"}
    method, make = known.get(info.algorithm, info.algorithm), partial(_make_trained, name, path)
    learned = info.algorithm in METHODS
    return Engine(
        name=f"{TRAINED}{name}",
        title=info.title
        or f"{method}, {info.iterations:,} {'episodes' if learned else 'iterations'}",
        character=(
            Wording("Plays a blueprint.")
            if info.algorithm == BLUEPRINT
            else Wording("Was trained by {method}.", method=Wording(method))
        ),
        needs=with_depth(info.game),
        fits=partial(_is_game, info.game),
        make=partial(make, AVERAGE),
        solves=True,
        path=path,
        game=info.game,
        stamp=stamp,
        strength=stated_strength(info),
        plays={play: partial(make, play) for play in (BEST, MIXED)} if learned else {},
        is_blueprint=info.algorithm == BLUEPRINT,
    )


_files = WatchedFolders(_read_engine)


def _is_game(own: Game, game: Game) -> bool:
    return own == game


def _make_trained(
    name: str, path: Path, play: str, game: Game, home: Path | None, control: JobControl
) -> Agent:
    suffix = "" if play == AVERAGE else f":{play}"
    return load_agent(f"{TRAINED}{name}{suffix}", path, game, home, play)


def stated_strength(info: StrategyInfo) -> Measured | None:
    """Return the strength stated in the record, if plausible."""
    stated = info.measured
    method = stated.get("method")
    if not isinstance(method, str):
        return None
    if _is_amount(exploitability := stated.get("exploitability")):
        return Measured(method[:20], exploitability=exploitability)
    ci95, hands = stated.get("ci95"), stated.get("hands")
    if method not in ("lbr", RANDOM) or not (_is_amount(ci95) and _is_amount(hands)):
        return None
    mean = stated.get(method)
    if not (_is_amount(mean) or (isinstance(mean, float) and _is_amount(-mean))):
        return None
    unit = 1000 / info.game.big_blind
    mean, ci95, hands = mean * unit, ci95 * unit, int(hands)
    if method == "lbr":
        return Measured(method, lbr=mean, lbr_ci95=ci95, lbr_hands=hands)
    return Measured(method, mbb=mean, ci95=ci95, against=method, hands=hands)


def _is_amount(value: Plain) -> TypeGuard[int | float]:
    """Return whether a value is a valid number of chips or hands: 0 or more, not bool."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return 0 <= value <= UNLIMITED
