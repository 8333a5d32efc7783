"""Network files: a strategy file's record and every seat's weights.

Arrays: ``average.SEAT`` and, if values were learned, ``value.SEAT``, flat as in ``Network``,
float32, or float16 for a small file. The input encoding follows from game and bet menu; the record
identifies it by the environment's key. Files are untrusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.files.arrays import TensorFile, content_hash, naming, open_tensors, write_tensors
from ai.files.strategy import FORMAT_VERSION, NETWORK, StrategyInfo, info_of, record_of
from ai.networks.environment import Environment, environment
from ai.networks.network import Network, check_hidden, num_weights
from engine.errors import StrategyFileError
from engine.game import Game
from engine.wording import Wording

KIND = NETWORK
ETA = 0.1
"""Default probability with which a best response is played."""
MOST_WEIGHT = 1e4
"""Largest absolute weight in a file: trained ones stay below 100."""
_WHAT = Wording("a strategy file")


class Networks(NamedTuple):
    """The networks that were learned: one or two for each seat.

    Attributes:
        averages: average policies.
        values: action values over the whole hand against best responses; empty where not learned.
    """

    averages: tuple[Network, ...]
    values: tuple[Network, ...]


@dataclass(frozen=True, eq=False)
class Trained:
    """Networks with everything needed to play them.

    Attributes:
        info: their origin.
        environment: gives their inputs and actions a meaning.
        networks: the networks.
    """

    info: StrategyInfo
    environment: Environment
    networks: Networks


def networks_hash(networks: Networks) -> str:
    """Return the SHA-256 of networks, stored in recipes that start from them."""
    return content_hash(
        {
            f"{name}.{seat}": network.weights
            for name, each in zip(Networks._fields, networks, strict=True)
            for seat, network in enumerate(each)
        }
    )


def save_network(path: Path, trained: Trained, half: bool = False) -> None:
    """Write a file of networks; an existing file is kept as ``NAME.previous``.

    Args:
        path: the file.
        trained: the networks.
        half: whether weights are stored in 16 bits.

    Raises:
        StrategyFileError: if it cannot be written, or its title is not a single line of plain text.
    """
    record = record_of(path, trained.info, trained.environment.key)
    hidden = list(trained.networks.averages[0].sizes[1:-1])
    arrays: dict[str, NDArray[Any]] = {
        name: network.weights.astype(np.float16 if half else np.float32)
        for name, network in _named(trained.networks).items()
    }
    write_tensors(path, {**record, "kind": KIND, "hidden": hidden}, arrays)


def load_network(path: Path, game: Game | None = None, home: Path | None = None) -> Trained:
    """Load and validate a file of networks.

    Args:
        path: the file.
        game: the game it must be for; None takes the file's.
        home: the folder of strategies, where hand groups may be stored.

    Raises:
        StrategyFileError: with the reason.
    """
    with open_tensors(path, _WHAT, FORMAT_VERSION) as file:
        if file.record.get("kind") != KIND:
            raise StrategyFileError("{path}: not a file of networks", path=path)
        info = info_of(path, file.record, game)
        hidden = _hidden(file)
        _check_arrays(file, info.game.num_players)
        with naming(path):
            place = environment(info.game, info.menu, home, dealing=False)
        if file.record["abstraction_hash"] != place.key:
            raise StrategyFileError(
                "{path}: its networks use other inputs than this program's for {title}"
                " ({record}, not {key})",
                path=path,
                title=Wording(info.game.title),
                record=file.record["abstraction_hash"][:12],
                key=place.key[:12],
            )
        sizes = (place.num_inputs, *hidden, place.num_actions)
        count = num_weights(sizes)
        for name, shape in sorted(file.shapes.items()):
            if shape != (count,):
                raise StrategyFileError(
                    "{path}: '{name}' lacks the {count:,} weights of layers of {layers}",
                    path=path,
                    name=name,
                    count=count,
                    layers=", ".join(map(str, hidden)),
                )
        arrays = file.load()
    return Trained(info, place, _networks(path, sizes, arrays, info.game.num_players))


def eta_of(info: StrategyInfo) -> float:
    """Return eta, the training frequency of the best response; ``ETA`` if the file lacks it."""
    eta = info.parameters.get("eta")
    return eta if isinstance(eta, float) and 0.0 <= eta <= 1.0 else ETA


def _named(networks: Networks) -> dict[str, Network]:
    """Networks by the names of their arrays."""
    return {
        f"{name}.{seat}": network
        for name, each in (("average", networks.averages), ("value", networks.values))
        for seat, network in enumerate(each)
    }


def _hidden(file: TensorFile) -> tuple[int, ...]:
    """Sizes of the hidden layers, checked."""
    found = file.record.get("hidden")
    if not isinstance(found, list):
        raise StrategyFileError("{path}: its record has no valid 'hidden'", path=file.path)
    with naming(file.path):
        check_hidden(found)
    return tuple(found)


def _check_arrays(file: TensorFile, seats: int) -> None:
    averages, values = (
        {f"{name}.{seat}" for seat in range(seats)} for name in ("average", "value")
    )
    if set(file.kinds) not in (averages, averages | values):
        raise StrategyFileError(
            "{path}: its arrays are not those of one or two networks for each of {seats} seats",
            path=file.path,
            seats=seats,
        )
    if not set(file.kinds.values()) <= {"F32", "F16"}:
        raise StrategyFileError("{path}: its weights are numbers of the wrong type", path=file.path)


def _networks(
    path: Path, sizes: tuple[int, ...], arrays: dict[str, NDArray[Any]], seats: int
) -> Networks:
    for name, weights in sorted(arrays.items()):
        if not np.isfinite(weights).all():
            raise StrategyFileError(
                "{path}: '{name}' has weights that are not numbers", path=path, name=name
            )
        if np.abs(weights).max() > MOST_WEIGHT:
            raise StrategyFileError(
                "{path}: '{name}' has weights larger than {most:,.0f}",
                path=path,
                name=name,
                most=MOST_WEIGHT,
            )
    averages, values = (
        tuple(
            Network(sizes, arrays[f"{name}.{seat}"].astype(np.float32))
            for seat in range(seats)
            if f"{name}.{seat}" in arrays
        )
        for name in ("average", "value")
    )
    return Networks(averages, values)
