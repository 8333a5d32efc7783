"""Strategy files: one safetensors file with one metadata record, checked before use.

The record says what the strategy is for and where it comes from. Nothing in a file is trusted:
header and file size are capped before anything is read, then the record, the shapes and kinds of
all arrays, the content hash and the meaning of every number are checked. Writes are atomic and
keep the generation before as ``NAME.previous``.

Arrays: ``probabilities`` float64, flat as ``engine/policy.py`` has it; ``num_rows`` int64 (rounds,)
and ``rows_0`` ... int32, the ``DenseRows`` of each round.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from engine.combos import num_combos
from engine.errors import GameError, StrategyFileError
from engine.game import Game
from engine.player import PolicyTable
from engine.policy import MAX_CELLS, MAX_NODES, DenseRows, boards, node_offsets, num_boards
from engine.tree import BettingTree, build_tree

FORMAT_VERSION = 1
SUFFIX = ".safetensors"
ALL_RAISES = "all"
"""The bet menu of every legal raise."""
MAX_FILE_BYTES = 2**30
MAX_HEADER_BYTES = 2**20
_ROW_TOLERANCE = 1e-9
_DTYPES = {"F64": np.float64, "I64": np.int64, "I32": np.int32}

Plain = str | int | float | bool | None


@dataclass(frozen=True)
class StrategyInfo:
    """What a strategy file says about its strategy.

    Attributes:
        game: the game, exactly.
        algorithm: what made it.
        abstraction: how combos are grouped into rows, in a word.
        parameters: of the algorithm.
        iterations: done.
        seed: of random choices, None where there were none.
        measured: measured strength with its method.
        menu: bet menu of its tree.
    """

    game: Game
    algorithm: str
    abstraction: str
    parameters: dict[str, Plain] = field(default_factory=dict)
    iterations: int = 0
    seed: int | None = None
    measured: dict[str, Plain] = field(default_factory=dict)
    menu: str = ALL_RAISES


def save_strategy(path: Path, table: PolicyTable, info: StrategyInfo) -> None:
    """Write a strategy file; what was there before stays as ``NAME.previous``.

    Raises:
        StrategyFileError: if it cannot be written.
    """
    if not isinstance(table.rows, DenseRows):
        raise StrategyFileError(f"{path}: only strategies with listed rows are stored")
    arrays = {
        "probabilities": np.ascontiguousarray(table.probabilities, np.float64),
        "num_rows": np.array(table.rows.num_rows, np.int64),
    }
    for street, rows in enumerate(table.rows.row_of):
        arrays[f"rows_{street}"] = np.ascontiguousarray(rows, np.int32)
    record = json.dumps(
        {
            "format_version": FORMAT_VERSION,
            "game": info.game.to_acpc(),
            "game_name": info.game.name,
            "menu": info.menu,
            "abstraction": info.abstraction,
            "abstraction_hash": _abstraction_hash(arrays),
            "algorithm": info.algorithm,
            "parameters": info.parameters,
            "iterations": info.iterations,
            "seed": info.seed,
            "measured": info.measured,
        },
        sort_keys=True,
        allow_nan=False,
    )
    metadata = {"record": record, "content_hash": _content_hash(record, arrays)}
    try:
        _write_atomically(path, save(arrays, metadata=metadata))
    except OSError as error:
        raise StrategyFileError(f"{path}: cannot be written: {error.strerror}") from error


def load_strategy(path: Path, game: Game | None = None) -> tuple[PolicyTable, StrategyInfo]:
    """Read and check a strategy file.

    Args:
        path: the file.
        game: the game it must be for; None takes the file's.

    Raises:
        StrategyFileError: saying what is wrong with it.
    """
    try:
        _check_size(path)
        # The library maps the file into memory and checks its table of contents.
        with safe_open(path, framework="numpy") as file:
            record, text, stated_hash = _record_of(path, file.metadata())
            info = _info_of(path, record, game)
            shapes = _shapes_of(path, file)
            arrays = {name: file.get_tensor(name) for name in shapes}
    except (OSError, SafetensorError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise StrategyFileError(
            f"{path}: not a strategy file: {reason or _one_line(error)}"
        ) from error
    if _content_hash(text, arrays) != stated_hash:
        raise StrategyFileError(f"{path}: damaged: its content does not fit its hash")
    if _abstraction_hash(arrays) != record["abstraction_hash"]:
        raise StrategyFileError(f"{path}: damaged: its rows do not fit their hash")
    return _table_of(path, info.game, arrays), info


def _check_size(path: Path) -> None:
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        raise StrategyFileError(f"{path}: larger than {MAX_FILE_BYTES:,} bytes")
    with path.open("rb") as file:
        start = file.read(8)
    header = int.from_bytes(start, "little")
    if len(start) < 8 or header > size - 8:
        raise StrategyFileError(f"{path}: not a strategy file: it is cut short")
    if header > MAX_HEADER_BYTES:
        raise StrategyFileError(f"{path}: its header is larger than {MAX_HEADER_BYTES:,} bytes")


def _record_of(path: Path, metadata: dict[str, str] | None) -> tuple[dict[str, Any], str, str]:
    """The metadata record, its text, and the content hash."""
    metadata = metadata or {}
    text = metadata.get("record", "")
    try:
        record = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise StrategyFileError(f"{path}: not a strategy file: it has no record")
    version = record.get("format_version")
    if version != FORMAT_VERSION:
        raise StrategyFileError(
            f"{path}: format {str(version)[:20]}; this program reads format {FORMAT_VERSION}"
        )
    return record, text, metadata.get("content_hash", "")


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


_KINDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "game_name": (str,),
    "menu": (str,),
    "abstraction": (str,),
    "abstraction_hash": (str,),
    "algorithm": (str,),
    "parameters": (dict,),
    "iterations": (int,),
    "seed": (int, type(None)),
    "measured": (dict,),
}


def _info_of(path: Path, record: dict[str, Any], game: Game | None) -> StrategyInfo:
    for key, kinds in _KINDS.items():
        value = record.get(key, ...)  # None is a proper seed
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise StrategyFileError(f"{path}: its record has no proper '{key}'")
    for key in ("parameters", "measured"):
        if not all(isinstance(v, str | int | float | None) for v in record[key].values()):
            raise StrategyFileError(f"{path}: its record has no proper '{key}'")
    if record["menu"] != ALL_RAISES:
        raise StrategyFileError(f"{path}: its bet menu '{record['menu'][:40]}' is not known here")
    try:
        own = Game.from_acpc(record["game"], record["game_name"][:60])
    except GameError as error:
        raise StrategyFileError(f"{path}: its game is not playable: {error}") from error
    if game is not None and own != game:
        raise StrategyFileError(f"{path}: made for another game than {game.title}")
    return StrategyInfo(
        game=own,
        algorithm=record["algorithm"],
        abstraction=record["abstraction"],
        parameters=record["parameters"],
        iterations=record["iterations"],
        seed=record["seed"],
        measured=record["measured"],
        menu=record["menu"],
    )


def _shapes_of(path: Path, file: Any) -> dict[str, tuple[int, ...]]:
    """Shapes of all arrays, after a look at their kinds; nothing is loaded yet."""
    shapes = {}
    for name in file.keys():  # noqa: SIM118  the file is no mapping
        part = file.get_slice(name)
        kind = "F64" if name == "probabilities" else "I64" if name == "num_rows" else "I32"
        if part.get_dtype() != kind:
            raise StrategyFileError(f"{path}: '{name[:40]}' has numbers of another kind")
        shapes[name] = tuple(part.get_shape())
    return shapes


def _table_of(path: Path, game: Game, arrays: dict[str, NDArray[Any]]) -> PolicyTable:
    """Build the table; every number is checked against the game."""
    streets = range(game.num_rounds)
    if set(arrays) != {"probabilities", "num_rows", *(f"rows_{street}" for street in streets)}:
        raise StrategyFileError(f"{path}: its arrays are not those of a strategy for this game")
    num_rows = arrays["num_rows"]
    if num_rows.shape != (game.num_rounds,) or not ((num_rows > 0) & (num_rows <= MAX_CELLS)).all():
        raise StrategyFileError(f"{path}: its numbers of rows are impossible")
    rows = DenseRows(
        game, tuple(num_rows.tolist()), tuple(arrays[f"rows_{street}"] for street in streets)
    )
    for street in streets:
        if not _rows_fit(rows, street):
            raise StrategyFileError(f"{path}: its rows do not fit the cards of {game.title}")
    tree = _tree_of(path, game)
    offsets, total = node_offsets(tree, rows.num_rows)
    probabilities = arrays["probabilities"]
    if probabilities.shape != (total,):
        raise StrategyFileError(
            f"{path}: it has {probabilities.size:,} probabilities, not {total:,}"
        )
    if not (np.isfinite(probabilities).all() and (probabilities >= 0.0).all()):
        raise StrategyFileError(f"{path}: it has probabilities that are not numbers of 0 or more")
    widths = np.repeat(tree.num_actions, np.where(offsets >= 0, num_rows[tree.street], 0))
    starts = np.cumsum(widths, dtype=np.int64) - widths
    sums = np.add.reduceat(probabilities, starts)
    if np.abs(sums - 1.0).max() > _ROW_TOLERANCE:
        raise StrategyFileError(f"{path}: it has rows of probabilities that do not sum to 1")
    return PolicyTable(tree, rows, offsets, probabilities)


def _rows_fit(rows: DenseRows, street: int) -> bool:
    """Whether every combo that a board leaves free has a row of the strategy."""
    game, row_of = rows.game, rows.row_of[street]
    count, combos = num_boards(game, street), num_combos(len(game.deck), game.num_hole)
    if row_of.ndim != 2 or row_of.shape[0] not in (1, count) or row_of.shape[1] not in (1, combos):
        return False
    if row_of.max() >= rows.num_rows[street] or row_of.min() < -1:
        return False
    if row_of.shape[0] == 1 or row_of.shape[1] == 1:
        return bool(row_of.min() >= 0)
    if row_of.size > MAX_CELLS:
        return False
    return all(
        np.array_equal(rows.rows_on(board), row_of[index]) and (row_of[index] >= 0).any()
        for index, board in boards(game, street)
    )


def _tree_of(path: Path, game: Game) -> BettingTree:
    try:
        return build_tree(game, max_nodes=MAX_NODES)
    except GameError as error:
        raise StrategyFileError(f"{path}: {error}") from error


def _abstraction_hash(arrays: dict[str, NDArray[Any]]) -> str:
    names = [name for name in arrays if name != "probabilities"]
    return str(_digest({name: arrays[name] for name in names}).hexdigest())


def _content_hash(record: str, arrays: dict[str, NDArray[Any]]) -> str:
    digest = _digest(arrays)
    digest.update(record.encode())
    return str(digest.hexdigest())


def _digest(arrays: dict[str, NDArray[Any]]) -> Any:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def _write_atomically(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        with _replacement(path.with_name(path.name + ".previous")) as kept:
            shutil.copyfile(path, kept)
    with _replacement(path) as fresh:
        fresh.write_bytes(data)


@contextlib.contextmanager
def _replacement(path: Path) -> Any:
    """A temporary file that takes the place of ``path`` once it is on the disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
