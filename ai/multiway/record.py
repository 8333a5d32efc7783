"""Arrays of a blueprint of three and more players in a strategy file, checked on loading.

``packed``: the probabilities, action by action, compressed by zlib; ``situations`` int32; ``rare``
uint8, a bit for each row; ``values`` float16: EVs before the flop and their standard errors.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardRows
from ai.betting.menus import Menu
from ai.files.quantised import ONE
from ai.files.strategy import StrategyInfo
from ai.multiway import _situations as s
from ai.multiway._walk import SLOTS
from ai.multiway.blueprint import MultiwayBlueprint, num_slots, row_starts
from engine.combos import NUM_CLASSES
from engine.errors import StrategyFileError

KINDS = {"packed": "U8", "situations": "I32", "rare": "U8", "values": "F16"}
"""The arrays and their types."""


def arrays_of(blueprint: MultiwayBlueprint) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file."""
    packed = zlib.compress(np.ascontiguousarray(blueprint.probabilities.T).data)
    return {
        "packed": np.frombuffer(packed, np.uint8),
        "situations": blueprint.situations,
        "rare": np.packbits(blueprint.rare),
        "values": np.ascontiguousarray(blueprint.values),
    }


def blueprint_of(
    path: Path, info: StrategyInfo, cards: CardRows, arrays: Mapping[str, NDArray[Any]]
) -> MultiwayBlueprint:
    """Return the blueprint of a file's arrays.

    Args:
        path: the file, for messages.

    Raises:
        StrategyFileError: if they cannot be those of such a blueprint.
    """
    game, menu = info.game, Menu.parse(info.menu)
    slots, numbers = num_slots(menu), s.num_situations(game.num_players)
    situations = arrays["situations"]
    if (
        situations.ndim != 1
        or slots > SLOTS
        or not len(situations)
        or situations[0] < 0
        or situations[-1] >= sum(numbers)
        or not (np.diff(situations.astype(np.int64)) > 0).all()
    ):
        raise StrategyFileError("{path}: its situations are not those of its game", path=path)
    total = int(row_starts(game, cards.num_rows, situations)[-1])
    first = int(np.searchsorted(situations, numbers[0]))
    values, rare = arrays["values"], arrays["rare"]
    if values.shape[1:] == (NUM_CLASSES, slots):  # older: without errors, thus not shown
        values = np.zeros((2, 0, NUM_CLASSES, slots), np.float16)
    if values.shape not in ((2, first, NUM_CLASSES, slots), (2, 0, NUM_CLASSES, slots)):
        raise StrategyFileError("{path}: its values do not match its situations", path=path)
    if rare.shape != (-(-total // 8),) or np.isinf(values).any() or (values[1] < 0.0).any():
        raise StrategyFileError("{path}: its values do not match its situations", path=path)
    probabilities = unpacked(path, arrays["packed"], total * slots).reshape(slots, total).T
    if not (probabilities.sum(axis=1, dtype=np.int32) == ONE).all():
        raise StrategyFileError(
            "{path}: it has rows of probabilities that do not sum to 1", path=path
        )
    return MultiwayBlueprint(
        game,
        menu,
        cards,
        situations,
        np.ascontiguousarray(probabilities),
        np.unpackbits(rare, count=total).astype(np.bool_),
        values,
        info,
    )


def unpacked(path: Path, packed: NDArray[np.uint8], total: int) -> NDArray[np.uint8]:
    """Decompress probabilities, up to their expected size.

    Raises StrategyFileError if they are others.
    """
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed.data, total + 1)
    except zlib.error as error:
        raise StrategyFileError(
            "{path}: its probabilities cannot be unpacked", path=path
        ) from error
    if len(data) != total or not unpacker.eof or unpacker.unused_data:
        raise StrategyFileError(
            "{path}: it does not have the {total:,} probabilities that it states",
            path=path,
            total=total,
        )
    return np.frombuffer(bytearray(data), np.uint8)  # writable
