"""Strategy files: a strategy's game, origin and numbers, validated on loading.

``arrays.py`` reads and writes them; this module validates the record, the shapes and the meaning
of every number.

Arrays: ``probabilities`` float64, flat as in ``engine/policy.py``; ``num_rows`` int64 (rounds,)
and ``rows_0`` ... int32, the ``DenseRows`` of each round.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.betting.menus import ALL, Menu, MenuError
from ai.files.arrays import SUFFIX, TensorFile, content_hash, naming, open_tensors, write_tensors
from engine.agent import PolicyTable
from engine.combos import num_combos
from engine.errors import GameError, StrategyFileError
from engine.game import Game, get_game
from engine.policy import (
    MAX_CELLS,
    MAX_NODES,
    DenseRows,
    boards,
    node_offsets,
    num_boards,
    row_sums,
)
from engine.tree import BettingTree
from engine.wording import Wording

FORMAT_VERSION = 1
BLUEPRINT, NETWORK = "blueprint", "network"
"""Kinds of records beside those of plain tables."""
"""Version, which goes up when an older reader would misread a file. Optional entries of the record,
such as ``title``, do not change it: files without them stay readable, and readers skip unknown
ones."""
MAX_WORDS = 120
"""Most characters of a title, or of an algorithm's name."""
_ROW_TOLERANCE = 1e-9
ASSETS = Path(__file__).resolve().parents[2] / "assets"
"""The folder of files that come with the program."""
BLUEPRINTS, CARDS_PREFIX = ASSETS / "blueprints", "cards-"
"""The folder of shipped blueprints, and how the files of their hand groups begin."""

_log = logging.getLogger(__name__)

Plain = str | int | float | bool | None


@dataclass(frozen=True)
class StrategyInfo:
    """Metadata of a strategy file.

    Attributes:
        game: the exact game.
        abstraction: the grouping of combos into rows, in a word.
        parameters: of the algorithm.
        seed: random seed, None where there was none.
        measured: measured strength with its method.
        menu: bet menu of its tree.
        title: display title, such as "PDCFR+, 20,000 iterations"; empty if it has none.
        provenance: its origin: command, minutes, machine.
    """

    game: Game
    algorithm: str
    abstraction: str
    parameters: dict[str, Plain] = field(default_factory=dict)
    iterations: int = 0
    seed: int | None = None
    measured: dict[str, Plain] = field(default_factory=dict)
    menu: str = ALL
    title: str = ""
    provenance: dict[str, Plain] = field(default_factory=dict)


def save_strategy(path: Path, table: PolicyTable, info: StrategyInfo) -> None:
    """Write a strategy file; an existing file is kept as ``NAME.previous``.

    Raises:
        StrategyFileError: if it cannot be written, or its title is not a single line of plain text.
    """
    if not isinstance(table.rows, DenseRows):
        raise StrategyFileError("{path}: only strategies with listed rows are stored", path=path)
    arrays = {
        "probabilities": np.ascontiguousarray(table.probabilities, np.float64),
        "num_rows": np.array(table.rows.num_rows, np.int64),
    }
    for street, rows in enumerate(table.rows.row_of):
        arrays[f"rows_{street}"] = np.ascontiguousarray(rows, np.int32)
    record = record_of(path, info, _abstraction_hash(arrays))
    write_tensors(path, record, arrays)


def record_of(path: Path, info: StrategyInfo, abstraction_hash: str) -> dict[str, Any]:
    """The metadata of a strategy file.

    Raises StrategyFileError if the title is not a single line of plain text.
    """
    if not is_plain_line(info.title):
        raise StrategyFileError(
            "{path}: a title must be one line of up to {most} characters", path=path, most=MAX_WORDS
        )
    return {
        "format_version": FORMAT_VERSION,
        "game": info.game.to_acpc(),
        "game_name": info.game.name,
        "menu": info.menu,
        "abstraction": info.abstraction,
        "abstraction_hash": abstraction_hash,
        "algorithm": info.algorithm,
        "parameters": info.parameters,
        "iterations": info.iterations,
        "seed": info.seed,
        "measured": info.measured,
        "title": info.title,
        "provenance": info.provenance,
    }


def load_strategy(path: Path, game: Game | None = None) -> tuple[PolicyTable, StrategyInfo]:
    """Load and validate a strategy file.

    Args:
        game: the game it must be for; None takes the file's.

    Raises:
        StrategyFileError: with the reason.
    """
    with open_tensors(path, Wording("a strategy file"), FORMAT_VERSION) as file:
        info = info_of(path, file.record, game)
        _check_kinds(file)
        tree = _fitting_tree(file, info)
        arrays = file.load()
        if _abstraction_hash(arrays) != file.record["abstraction_hash"]:
            raise StrategyFileError("{path}: damaged: its rows do not match their hash", path=path)
        return _table_of(path, info.game, tree, arrays), info


def read_info(path: Path) -> StrategyInfo:
    """Return a strategy file's metadata; its arrays are neither read nor validated.

    Raises StrategyFileError with the reason.
    """
    with open_tensors(path, Wording("a strategy file"), FORMAT_VERSION) as file:
        return info_of(path, file.record, None)


def kind_of(path: Path) -> object:
    """Return what kind of strategy a file says it has; None for a table.

    Raises:
        StrategyFileError: if it is not a strategy file.
    """
    with open_tensors(path, Wording("a strategy file"), FORMAT_VERSION) as file:
        return file.record.get("kind")


def infos_in(folder: Path, other: str | None = None) -> tuple[tuple[Path, StrategyInfo], ...]:
    """Return a folder's strategy files and their metadata; a damaged one is logged and skipped.

    Names that begin with ``other`` are of other files.
    """
    shipped = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if other is None or not path.name.startswith(other):
            try:
                shipped.append((path, read_info(path)))
            except StrategyFileError as error:
                _log.warning("a shipped file is skipped: %s", error)
    return tuple(shipped)


def is_plain_line(text: str) -> bool:
    """Return whether untrusted text can be displayed as is: one short line without markup."""
    return len(text) <= MAX_WORDS and text.isprintable() and not set(text) & set("<>&")


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


def info_of(path: Path, record: dict[str, Any], game: Game | None) -> StrategyInfo:
    """Parse the metadata of a strategy file.

    Args:
        path: the file, for messages.

    Raises:
        StrategyFileError: with the reason.
    """
    for key, kinds in _KINDS.items():
        value = record.get(key, ...)  # None is a valid seed
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise StrategyFileError("{path}: its record has no valid '{key}'", path=path, key=key)
    record = {"provenance": {}, **record}  # older files have none
    for key in ("parameters", "measured", "provenance"):
        values = record[key].values() if isinstance(record[key], dict) else [...]
        if not all(isinstance(value, str | int | float | None) for value in values):
            raise StrategyFileError("{path}: its record has no valid '{key}'", path=path, key=key)
    for key in ("title", "algorithm", "game_name"):
        words = record.get(key, "")  # older files have no title
        if not isinstance(words, str) or not is_plain_line(words):
            raise StrategyFileError("{path}: its record has no valid '{key}'", path=path, key=key)
    if not 0 <= record["iterations"] < 2**63:
        raise StrategyFileError("{path}: its record has no valid 'iterations'", path=path)
    try:
        menu = Menu.parse(record["menu"])
    except MenuError as error:
        raise StrategyFileError(
            "{path}: its bet menu '{record}' is not known here: {error}",
            path=path,
            record=record["menu"][:40],
            error=error,
        ) from error
    try:
        own = as_known(Game.from_acpc(record["game"], record["game_name"][:60]))
    except GameError as error:
        raise StrategyFileError(
            "{path}: its game is not playable: {error}", path=path, error=error
        ) from error
    if game is not None and own != game:
        raise _other_than(path, own, game)
    return StrategyInfo(
        game=own,
        algorithm=record["algorithm"],
        abstraction=record["abstraction"],
        parameters=record["parameters"],
        iterations=record["iterations"],
        seed=record["seed"],
        measured=record["measured"],
        menu=str(menu),
        title=record.get("title", ""),
        provenance=record["provenance"],
    )


def as_known(game: Game) -> Game:
    """Return the built-in game of that name and depth, with its title, if its rules are equal."""
    try:
        known = get_game(game.name)
    except GameError:
        return game
    return known if known == game else game


def _other_than(path: Path, own: Game, game: Game) -> StrategyFileError:
    """Return the error describing how a file's game differs from the requested one."""
    if own.num_players == game.num_players and own.with_stacks(game.stacks) == game:
        given, wanted = (min(each.stacks) / each.big_blind for each in (own, game))
        return StrategyFileError(
            "{path}: made for stacks of {given:g} big blinds, not {wanted:g}",
            path=path,
            given=given,
            wanted=wanted,
        )
    return StrategyFileError(
        "{path}: made for a game other than {title}", path=path, title=Wording(game.title)
    )


def _check_kinds(file: TensorFile) -> None:
    for name, found in file.kinds.items():
        kind = "F64" if name == "probabilities" else "I64" if name == "num_rows" else "I32"
        if found != kind:
            raise StrategyFileError(
                "{path}: '{name}' has numbers of the wrong type", path=file.path, name=name[:40]
            )


def _fitting_tree(file: TensorFile, info: StrategyInfo) -> BettingTree:
    """The betting tree of a file whose array sizes match, before the arrays are loaded."""
    path, game, shapes = file.path, info.game, file.shapes
    streets = range(game.num_rounds)
    if set(shapes) != {"probabilities", "num_rows", *(f"rows_{street}" for street in streets)}:
        raise StrategyFileError(
            "{path}: its arrays are not those of a strategy for this game", path=path
        )
    known = shapes["num_rows"] == (game.num_rounds,)
    num_rows = file.look("num_rows").tolist() if known else [0]
    if not all(0 < count <= MAX_CELLS for count in num_rows):
        raise StrategyFileError("{path}: its numbers of rows are invalid", path=path)
    combos = num_combos(len(game.deck), game.num_hole)
    for street in streets:
        sizes, shape = (num_boards(game, street), combos), shapes[f"rows_{street}"]
        fits = len(shape) == 2 and all(n in (1, most) for n, most in zip(shape, sizes, strict=True))
        if not fits or prod(shape) > MAX_CELLS:
            raise StrategyFileError(
                "{path}: its rows do not match the cards of {title}",
                path=path,
                title=Wording(game.title),
            )
    tree = tree_of(path, game, Menu.parse(info.menu), MAX_NODES)
    _, total = node_offsets(tree, num_rows)
    if shapes["probabilities"] != (total,):
        given = prod(shapes["probabilities"])
        raise StrategyFileError(
            "{path}: it has {given:,} probabilities, not {total:,}",
            path=path,
            given=given,
            total=total,
        )
    if total > MAX_CELLS:
        raise StrategyFileError(
            "{path}: it has more than {most:,} probabilities", path=path, most=MAX_CELLS
        )
    return tree


def _table_of(
    path: Path, game: Game, tree: BettingTree, arrays: dict[str, NDArray[Any]]
) -> PolicyTable:
    """Build the table from arrays of the right sizes, validating every number."""
    streets = range(game.num_rounds)
    num_rows, probabilities = tuple(arrays["num_rows"].tolist()), arrays["probabilities"]
    rows = DenseRows(game, num_rows, tuple(arrays[f"rows_{street}"] for street in streets))
    for street in streets:
        if not _rows_fit(rows, street):
            raise StrategyFileError(
                "{path}: its rows do not match the cards of {title}",
                path=path,
                title=Wording(game.title),
            )
    if not (np.isfinite(probabilities).all() and (probabilities >= 0.0).all()):
        raise StrategyFileError(
            "{path}: it has probabilities that are not numbers of 0 or more", path=path
        )
    sums = row_sums(probabilities, tree, num_rows, np.float64)
    most = probabilities.max(initial=0.0)  # sums of larger ones would overflow
    if most > 2.0 or not all((np.abs(part - 1.0) <= _ROW_TOLERANCE).all() for part in sums):
        raise StrategyFileError(
            "{path}: it has rows of probabilities that do not sum to 1", path=path
        )
    return PolicyTable(tree, rows, node_offsets(tree, num_rows)[0], probabilities)


def _rows_fit(rows: DenseRows, street: int) -> bool:
    """Return whether every unblocked combo has a row of the strategy."""
    game, row_of = rows.game, rows.row_of[street]
    if row_of.max() >= rows.num_rows[street] or row_of.min() < -1:
        return False
    if row_of.shape[0] == 1 or row_of.shape[1] == 1:
        return bool(row_of.min() >= 0)
    return all(
        np.array_equal(rows.rows_on(board), row_of[index]) and (row_of[index] >= 0).any()
        for index, board in boards(game, street)
    )


def tree_of(path: Path, game: Game, menu: Menu, max_nodes: int) -> BettingTree:
    """The betting tree of a file's game and menu.

    Raises StrategyFileError if it has more than ``max_nodes`` nodes.
    """
    with naming(path):
        return menu.tree(game, max_nodes)


def _abstraction_hash(arrays: dict[str, NDArray[Any]]) -> str:
    return content_hash({name: arrays[name] for name in arrays if name != "probabilities"})
