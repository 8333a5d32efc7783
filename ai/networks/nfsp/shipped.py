"""The shipped networks: the engines ``nfsp``, ``nfsp-per`` and ``nfsp-plt``."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ai.agents.entry import Engine
from ai.files.arrays import SUFFIX
from ai.files.strategy import ASSETS, StrategyInfo, infos_in
from ai.networks.nfsp.parameters import METHODS
from ai.networks.parameters import AVERAGE, BEST, MIXED
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

if TYPE_CHECKING:  # lists need no networks
    from ai.networks.record import Trained

FOLDER = ASSETS / "networks"
"""The folder of the files, ``METHOD-GAME.safetensors`` each."""
TITLES = {method: method.upper() for method in METHODS}
"""The title of each method."""
_CHARACTERS = {
    "nfsp": "Networks trained by self-play; never adapts.",
    "nfsp-per": "Like NFSP, but replayed its largest errors most often.",
    "nfsp-plt": "Like NFSP, but learned longest from its largest errors.",
}
_KEPT = 8


def shipped_path(method: str, game: Game) -> Path:
    """Return the path of a method's shipped networks for a game; the file may not exist."""
    return FOLDER / f"{method}-{game.name}{SUFFIX}"


@cache
def shipped_networks() -> tuple[tuple[Path, StrategyInfo], ...]:
    """Return the shipped files and metadata; damaged ones are skipped with a warning."""
    return infos_in(FOLDER)


def find_shipped(method: str, game: Game) -> tuple[Path, StrategyInfo] | None:
    """Return the file of a method and game and its metadata, None if none is shipped."""
    for path, info in shipped_networks():
        if info.algorithm == method and info.game == game:
            return path, info
    return None


@cache
def shipped_engines() -> tuple[Engine, ...]:
    """Return the registry entries: one for each method with shipped networks."""
    rows = []
    for method in METHODS:
        games = [info.game.name for _, info in shipped_networks() if info.algorithm == method]
        if games:
            rows.append(
                Engine(
                    name=method,
                    title=TITLES[method],
                    character=_CHARACTERS[method],
                    needs=Wording("games as trained: {games}", games=", ".join(games)),
                    fits=partial(_has_networks, method),
                    make=partial(_make_engine, method, AVERAGE),
                    solves=True,
                    plays={play: partial(_make_engine, method, play) for play in (BEST, MIXED)},
                )
            )
    return tuple(rows)


def _has_networks(method: str, game: Game) -> bool:
    return find_shipped(method, game) is not None


@lru_cache(_KEPT)
def _trained(path: Path) -> Trained:
    from ai.networks.record import load_network  # lists need no networks

    return load_network(path)


def load_shipped(method: str, game: Game) -> Trained:
    """The networks of a method for a game.

    Raises:
        EngineError: if none are shipped.
        StrategyFileError: if the file is invalid.
    """
    shipped = find_shipped(method, game)
    if shipped is None:
        raise EngineError(
            "no networks of {method} for {name} are shipped", method=method, name=game.name
        )
    return _trained(shipped[0])


def _make_engine(
    method: str, play: str, game: Game, home: Path | None, control: JobControl
) -> Agent:
    from ai.networks.agent import NetworkAgent  # as above
    from ai.networks.record import eta_of  # as above

    trained = load_shipped(method, game)
    name = method if play == AVERAGE else f"{method}:{play}"
    return NetworkAgent(name, trained.environment, trained.networks, play, eta_of(trained.info))
