"""Blueprint files: a strategy file's record and quantised probabilities.

The betting tree follows from game and bet menu, the rows from the card abstraction that the record
names by its hash. Arrays: ``packed``, the probabilities as bytes, compressed by zlib to some 40% of
their size (older files: ``probabilities`` uint8, uncompressed) and, where values are stored,
``values`` float16, both flat as in ``Blueprint``; ``rare`` uint8, a bit for each row with little
training, missing in older files; and, unless its card abstraction is shipped, the abstraction as
``cards.NAME``: 2 to 10 MB, which makes the file self-contained. Older files have rare preflop
raises; loading removes them (``thresholding.py``). Files are untrusted.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Collection, Mapping
from math import prod
from pathlib import Path

import numpy as np

from ai.abstraction.cards import (
    MAX_FILE_BYTES,
    CardAbstraction,
    CardRows,
    abstraction_of,
    find_shipped_abstraction,
    load_abstraction,
    shipped_abstraction,
)
from ai.betting.menus import MAX_NODES, Menu
from ai.blueprint.blueprint import Blueprint, combos_of_rows, row_offsets, value_offsets
from ai.blueprint.thresholding import purify
from ai.files.arrays import MAX_FILE_BYTES as MAX_TENSOR_BYTES
from ai.files.arrays import SUFFIX, TensorFile, open_tensors, write_tensors
from ai.files.quantised import ONE
from ai.files.strategy import BLUEPRINT, FORMAT_VERSION, info_of, record_of, tree_of
from ai.multiway import record as multiway
from ai.multiway.blueprint import MultiwayBlueprint
from ai.multiway.record import unpacked
from engine.errors import StrategyFileError
from engine.game import Game
from engine.policy import node_offsets, row_sums
from engine.wording import Wording

KIND = BLUEPRINT
_WHAT = Wording("a strategy file")
_PACKED, _PLAIN = "packed", "probabilities"
_KINDS = {"values": "F16", "rare": "U8"}
_MOST_PACKED = 1032
"""Most bytes that zlib compresses into one."""
_CARDS = "cards."
"""Prefix of the names of a card abstraction's arrays."""


def save_blueprint(path: Path, blueprint: Blueprint | MultiwayBlueprint) -> None:
    """Write a blueprint; an existing file is kept as ``NAME.previous``.

    Raises:
        StrategyFileError: if it cannot be written, or its title is not a single line of plain text.
    """
    record = record_of(path, blueprint.info, blueprint.cards.key)
    record |= {"kind": KIND, _PLAIN: blueprint.probabilities.size}
    if isinstance(blueprint, MultiwayBlueprint):
        arrays = multiway.arrays_of(blueprint)
    else:
        packed = zlib.compress(np.ascontiguousarray(blueprint.probabilities).data)
        arrays = {_PACKED: np.frombuffer(packed, np.uint8)}
        if blueprint.values is not None:
            arrays["values"] = blueprint.values
        if blueprint.rare is not None:
            arrays["rare"] = np.packbits(blueprint.rare)
    cards = blueprint.cards
    if isinstance(cards, CardAbstraction) and find_shipped_abstraction(cards.key) is None:
        arrays |= {f"{_CARDS}{name}": array for name, array in cards.arrays.items()}
    write_tensors(path, record, arrays)


def find_cards(key: str, home: Path | None = None) -> CardRows:
    """Find a card abstraction by key: shipped, or built by a local run.

    Returns:
        The default one if there is none with that key.

    Raises:
        StrategyFileError: if a shipped one is damaged.
    """
    shipped = find_shipped_abstraction(key)
    if shipped is not None:
        return shipped
    if home is not None:
        for path in sorted(home.glob(f"cards-*{SUFFIX}")):
            with contextlib.suppress(StrategyFileError):  # damaged: as if it did not exist
                abstraction = load_abstraction(path)
                if abstraction.key == key:
                    return abstraction
    return shipped_abstraction()


def load_blueprint(
    path: Path, game: Game | None = None, cards: CardRows | None = None, home: Path | None = None
) -> Blueprint | MultiwayBlueprint:
    """Load and validate a blueprint.

    Args:
        game: the game it must be for; None takes the file's.
        cards: the card abstraction it was trained with; None takes the file's, or searches for it.
        home: the folder of strategies to search: older files do not hold their own.

    Raises:
        StrategyFileError: with the reason.
    """
    with open_tensors(path, _WHAT, FORMAT_VERSION) as file:
        if file.record.get("kind") != KIND:
            raise StrategyFileError("{path}: not a blueprint", path=path)
        info = info_of(path, file.record, game)
        key = file.record["abstraction_hash"]
        cards = cards or _own_cards(file, key) or find_cards(key, home)
        if key != cards.key:
            raise StrategyFileError(
                "{path}: made with groups of hands that are missing here ({key}, not {wanted}); "
                "copy the files cards-*{suffix} from the strategies folder where it was trained "
                "into the one here",
                path=path,
                key=key[:12],
                wanted=cards.key[:12],
                suffix=SUFFIX,
            )
        if len(cards.num_rows) != info.game.num_rounds:
            raise StrategyFileError(
                "{path}: its groups of hands are not for {title}",
                path=path,
                title=Wording(info.game.title),
            )
        if not info.game.is_heads_up:
            _check_kinds(file, multiway.KINDS)
            return multiway.blueprint_of(path, info, cards, file.load())
        size = _num_probabilities(file)
        menu = Menu.parse(info.menu)
        # Each action of the tree has rows; a file too short for its menu is rejected before its
        # layout.
        tree = tree_of(path, info.game, menu, min(MAX_NODES, size + 1))
        offsets, total = node_offsets(tree, cards.num_rows)
        _, num_values = value_offsets(tree, cards.num_rows)
        if size != total:
            raise StrategyFileError(
                "{path}: it has {size:,} probabilities, not {total:,}",
                path=path,
                size=size,
                total=total,
            )
        if file.shapes.get("values", (num_values,)) != (num_values,):
            raise StrategyFileError(
                "{path}: it lacks the {count:,} values of its decisions",
                path=path,
                count=num_values,
            )
        _, num_rows = row_offsets(tree, cards.num_rows)
        num_bytes = -(-num_rows // 8)
        if file.shapes.get("rare", (num_bytes,)) != (num_bytes,):
            raise StrategyFileError(
                "{path}: it lacks a bit for each of its {rows:,} rows", path=path, rows=num_rows
            )
        arrays = file.load()
    probabilities, values = arrays.get(_PLAIN), arrays.get("values")
    if probabilities is None:
        probabilities = unpacked(path, arrays[_PACKED], total)
    sums = row_sums(probabilities, tree, cards.num_rows, np.int32)
    if not all((part == ONE).all() for part in sums):
        raise StrategyFileError(
            "{path}: it has rows of probabilities that do not sum to 1", path=path
        )
    if values is not None and not np.isfinite(values).all():
        raise StrategyFileError("{path}: it has values that are not numbers", path=path)
    purify(probabilities, tree, offsets, combos_of_rows(cards))
    rare = arrays.get("rare")
    if rare is not None:
        rare = np.unpackbits(rare, count=num_rows).astype(np.bool_)
    return Blueprint(info.game, menu, tree, cards, offsets, probabilities, values, info, rare)


def _own_cards(file: TensorFile, key: str) -> CardRows | None:
    """Return the card abstraction in a file, checked against its key; None if it holds none."""
    names = [name for name in file.shapes if name.startswith(_CARDS)]
    if not names:
        return None
    if sum(prod(file.shapes[name]) for name in names) > MAX_FILE_BYTES:
        raise StrategyFileError("{path}: its groups of hands are too large", path=file.path)
    arrays = {name.removeprefix(_CARDS): file.look(name) for name in names}
    return abstraction_of(file.path, arrays, key)


def _num_probabilities(file: TensorFile) -> int:
    """Return the number of probabilities, after checking names and types of all arrays."""
    name = _PLAIN if _PLAIN in file.kinds else _PACKED
    _check_kinds(file, {**_KINDS, name: "U8"}, optional=_KINDS)
    shape = file.shapes[name]
    if len(shape) != 1:
        raise StrategyFileError("{path}: its probabilities are not in one row", path=file.path)
    if name == _PLAIN:
        return shape[0]
    size = file.record.get(_PLAIN)
    most = min(MAX_TENSOR_BYTES, _MOST_PACKED * shape[0])
    if type(size) is not int or not 0 <= size <= most:
        raise StrategyFileError("{path}: its number of probabilities is invalid", path=file.path)
    return size


def _check_kinds(
    file: TensorFile, wanted: Mapping[str, str], optional: Collection[str] = ()
) -> None:
    """Raise StrategyFileError if names or types of the arrays are others."""
    kinds = {name: kind for name, kind in file.kinds.items() if not name.startswith(_CARDS)}
    for name in optional:
        kinds.setdefault(name, wanted[name])
    if kinds != wanted:
        raise StrategyFileError("{path}: its arrays are not those of a blueprint", path=file.path)
