"""One tree and one pair of ranges solved on many flops: a folder that reports read.

The folder holds ``flops.json``, which describes the set, and a file without rivers for each flop
that is solved (``ai/solver/early.py``). A flop being solved has a checkpoint; its file appears when
it is finished. As runs are deterministic and resume bit for bit, a set that was interrupted ends
with the same solutions.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ai.betting.sizes import SpotError
from ai.cfr.schedule import get_schedule
from ai.files.arrays import SUFFIX, generation_before
from ai.files.atomic import flush_folder, replacing
from ai.reports.boardsets import FLOP, MOST_BOARDS, WeightedBoard, turns_after
from ai.reports.texture import texture_of
from ai.solver.locks import MAX_FILE_BYTES, Lock, locks_json, locks_on, parse_locks
from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.solver.solver import DEFAULT_ALGORITHM, estimate
from ai.solver.spot import MAX_TEXT, Spot, disjoint_combos
from ai.solver.workspace import plan_of
from ai.training import run as training_run
from ai.training.run import CurvePoint
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.errors import EngineError, PokerError, StrategyFileError
from engine.jobs import JobControl
from engine.named_file import read_named_text
from engine.ranges import Weights, is_of_classes, parse_range, range_text

FORMAT_VERSION = 1
MANIFEST = "flops.json"
MOST_ITERATIONS = 2_000
"""Iterations after which a flop is given up, unless told otherwise."""
_MAX_BYTES = 4 * MAX_TEXT + 64 * MOST_BOARDS + 2 * MAX_FILE_BYTES
_NS = 2.0
"""Time of one action of one hand in an iteration, in ns, on two cores."""
_ITERATIONS, _TARGET = 100, 0.5
"""Usual iterations to a target; their number grows with the root of its inverse."""


@dataclass(frozen=True, eq=False)
class FlopSet:
    """A spot without a board, and the flops on which it is solved.

    Attributes:
        texts: the fields of the spot except its board; ranges also of hands that a board blocks.
        boards: with their weights.
        target: percent of the pot at which a flop is finished.
        iterations: most iterations of a flop.
        locks: on all of its flops.
    """

    texts: dict[str, str]
    boards: tuple[WeightedBoard, ...]
    target: float
    algorithm: str = DEFAULT_ALGORITHM
    half: bool = True
    iterations: int = MOST_ITERATIONS
    locks: tuple[Lock, ...] = ()

    @staticmethod
    def of(
        spot: Spot,
        ranges: tuple[Weights, Weights],
        boards: Sequence[WeightedBoard],
        target: float,
        algorithm: str = DEFAULT_ALGORITHM,
        half: bool = True,
        iterations: int = MOST_ITERATIONS,
        *,
        locks: tuple[Lock, ...] = (),
    ) -> FlopSet:
        """Return the set of a spot on other flops; those on which no hands meet are left out.

        Args:
            spot: the spot on any flop.
            ranges: before a board blocks hands.
            locks: parsed for any board.

        Raises:
            SpotError: if a range distinguishes suits, or the ranges meet on none of the flops.
        """
        for field, weights in zip(("oop", "ip"), ranges, strict=True):
            if not is_of_classes(weights):
                raise SpotError(
                    "the range distinguishes suits, but one flop stands for all that differ only"
                    " by suits: give ranges as in AKs,QQ",
                    field,
                )
        there = tuple(board for board in boards if _meet(ranges, board))
        if not there:
            raise SpotError("the ranges meet on none of the flops", "board")
        texts = {name: text for name, text in spot.record().items() if name != "board"}
        texts |= dict(zip(("oop", "ip"), map(range_text, ranges), strict=True))
        return FlopSet(texts, there, target, algorithm, half, iterations, locks)

    def spot_on(self, board: WeightedBoard) -> Spot:
        """The spot on one of its flops."""
        return Spot.of_record({**self.texts, "board": board.name})

    def locks_on(self, spot: Spot) -> tuple[Lock, ...]:
        """The locks on one of its flops."""
        return locks_on(self.locks, spot)

    @cached_property
    def spot(self) -> Spot:
        """The spot on the first flop; game and tree are the same on all."""
        return self.spot_on(self.boards[0])

    @cached_property
    def ranges(self) -> Weights:
        """The ranges (2, 1326) before a board blocks hands."""
        return np.stack([parse_range(self.texts[field]) for field in ("oop", "ip")])

    def boards_on(self, num_cards: int) -> tuple[WeightedBoard, ...]:
        """The boards of a street: the flops, or all turns after them.

        Raises:
            EngineError: on rivers, which are not kept.
        """
        if num_cards == FLOP:
            return self.boards
        if num_cards > FLOP + 1:
            raise EngineError("a report of solved flops ends on the turn: rivers are not kept")
        return tuple(turn for flop in self.boards for turn in turns_after(flop))

    def record(self) -> dict[str, Any]:
        """The set as plain data; equal for equal sets."""
        return {
            "format_version": FORMAT_VERSION,
            "kind": "flops",
            "spot": self.texts,
            "algorithm": self.algorithm,
            "half": self.half,
            "target": self.target,
            "iterations": self.iterations,
            "boards": [[board.name, board.count] for board in self.boards],
            **({"locks": locks_json(self.locks, self.spot)} if self.locks else {}),
        }

    def differences(self, other: FlopSet) -> list[str]:
        """The names of what differs in another set."""
        own, others = self.record(), other.record()
        mine, theirs = own.pop("spot"), others.pop("spot")
        names = [name for name in {**mine, **theirs} if mine.get(name) != theirs.get(name)]
        names += [name for name in {**own, **others} if own.get(name) != others.get(name)]
        return ["storage" if name == "half" else name for name in names]

    def kinds(self) -> list[tuple[WeightedBoard, int]]:
        """One flop of each kind of suits and pairs, and how many there are."""
        kinds: dict[object, tuple[WeightedBoard, int]] = {}
        for board in self.boards:
            texture = texture_of(board.cards)
            first, count = kinds.get((texture.suits, texture.pairing), (board, 0))
            kinds[texture.suits, texture.pairing] = first, count + 1
        return list(kinds.values())


@dataclass(frozen=True)
class SetCost:
    """What solving a set takes.

    Attributes:
        memory: bytes of the largest solver.
        disk: bytes of all files.
        seconds: of all flops on two cores, from the size of the tree: rough.
    """

    memory: int
    disk: int
    seconds: float


def cost_of(flops: FlopSet, workers: int = 2) -> SetCost:
    """Estimate the cost of a set from one flop of each kind.

    Raises:
        SpotError: if the betting tree is too large.
    """
    memory, disk, seconds = 0, 0, 0.0
    iterations = min(_ITERATIONS * math.sqrt(_TARGET / max(flops.target, 1e-3)), flops.iterations)
    for board, count in flops.kinds():
        spot = flops.spot_on(board)
        plan = plan_of(spot, not flops.locks)
        size = estimate(spot, flops.half, flops.algorithm, workers, bool(flops.locks))
        memory = max(memory, size.num_bytes)
        disk += count * size.early_bytes
        seconds += 1e-9 * _NS * count * iterations * sum(plan.sizes)
    return SetCost(memory, disk, seconds)


def _meet(ranges: tuple[Weights, Weights], board: WeightedBoard) -> bool:
    """Return whether two hands of the ranges are possible on a board."""
    free = ~np.isin(combo_cards(), board.cards).any(axis=1)
    first, second = ((weights > 0) & free for weights in ranges)
    apart = disjoint_combos()
    return any((apart[combo] & second).any() for combo in np.flatnonzero(first).tolist())


def read_set(folder: Path) -> FlopSet:
    """Return the set of a folder.

    Raises:
        StrategyFileError: if it has none, or its description is invalid.
    """
    path = folder / MANIFEST
    text = read_named_text(path, _MAX_BYTES, StrategyFileError)
    try:
        return _set_of(json.loads(text))
    except (ValueError, RecursionError, PokerError) as error:
        raise StrategyFileError("{path}: {error}", path=path, error=str(error)[:300]) from None


def _set_of(data: Any) -> FlopSet:
    """Return the set of an untrusted record.

    Raises:
        PokerError: if it is not the record of a set.
    """
    names = {"format_version", "kind", "spot", "algorithm", "half", "target", "iterations"}
    if not isinstance(data, dict) or set(data) - {"locks"} != {*names, "boards"}:
        raise StrategyFileError("it does not describe solved flops")
    if data["format_version"] != FORMAT_VERSION:
        raise StrategyFileError(
            "format {stated}; this program reads format {version}",
            stated=str(data["format_version"])[:20],
            version=FORMAT_VERSION,
        )
    texts, boards, target = data["spot"], data["boards"], data["target"]
    locked = data.get("locks", _NO_LOCKS)
    sound = (
        data["kind"] == "flops"
        and isinstance(locked, str)
        and isinstance(texts, dict)
        and "board" not in texts
        and isinstance(boards, list)
        and 0 < len(boards) <= MOST_BOARDS
        and all(isinstance(each, list) and len(each) == 2 for each in boards)
        and all(isinstance(name, str) and _is_number(count, 1e9) for name, count in boards)
        and _is_number(target, 100)
        and type(data["half"]) is bool
        and type(data["iterations"]) is int
        and data["iterations"] > 0
    )
    if not sound:
        raise StrategyFileError("it does not describe solved flops")
    get_schedule(str(data["algorithm"]))
    there = tuple(WeightedBoard(parse_cards(name), count) for name, count in boards)
    first = Spot.of_record({**texts, "board": there[0].name})
    ranges = parse_range(texts["oop"]), parse_range(texts["ip"])
    named = {frozenset(board.cards) for board in there}
    locks = parse_locks(locked, first, anywhere=True)
    flops = FlopSet.of(first, ranges, there, target, *(data[name] for name in _RUN), locks=locks)
    three = all(len(cards) == FLOP for cards in named)
    if not three or len(named) != len(there) or len(flops.boards) != len(there):
        raise StrategyFileError("its boards are not different flops on which the ranges meet")
    return flops


_RUN = ("algorithm", "half", "iterations")
_NO_LOCKS = '{"locks": []}'


def _is_number(value: Any, most: float) -> bool:
    return type(value) in (int, float) and 0 <= value <= most


def begin_set(folder: Path, flops: FlopSet) -> None:
    """Make the folder of a set, or check that an existing one is of the same set.

    Raises:
        StrategyFileError: if it holds another set, naming what differs, or cannot be written.
    """
    path = folder / MANIFEST
    if path.exists():
        differ = flops.differences(read_set(folder))
        if differ:
            raise StrategyFileError(
                "{folder}: holds another set: it differs in {differ}",
                folder=folder,
                differ=", ".join(differ),
            )
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text(json.dumps(flops.record(), indent=1), "utf-8")
    except OSError as error:
        raise StrategyFileError(
            "{path}: cannot be written: {reason}", path=path, reason=error.strerror
        ) from error


def file_of(folder: Path, board: WeightedBoard) -> Path:
    """The file of a solved flop."""
    return folder / f"{board.name}{SUFFIX}"


def checkpoint_of(folder: Path, board: WeightedBoard) -> Path:
    """The file of a flop while it is being solved."""
    return folder / f"{board.name}.checkpoint"


def unsolved(folder: Path, flops: FlopSet) -> list[WeightedBoard]:
    """The flops of a set without a file."""
    return [board for board in flops.boards if not file_of(folder, board).exists()]


def solved_part(folder: Path, flops: FlopSet) -> FlopSet:
    """Return the set of the flops that are solved.

    Raises:
        EngineError: if none is.
    """
    there = tuple(board for board in flops.boards if file_of(folder, board).exists())
    if not there:
        raise EngineError("{folder}: none of its flops is solved yet", folder=folder)
    return replace(flops, boards=there)


class _FlopRun(SpotRun):
    """A run that measures only where an uninterrupted one does: so its file is the same."""

    def save(self, path: Path) -> None:
        """Write the file; what would take less than a minute to repeat gets no checkpoint."""
        if self.aim_met() or self.control.cancelled or self.seconds >= training_run.KEEP_SECONDS:
            super().save(path)

    def _look(self) -> CurvePoint:
        bounds = self.bounds
        assert bounds is not None
        if self.curve:
            due = self.next_look(self.last, bounds)
            if self.trainer.iteration < min(due, bounds.iterations or due):
                return self.last
        return super()._look()

    def aim_met(self) -> bool:
        """Whether the latest iteration was evaluated, and ends the run."""
        met = bool(self.curve) and self.bounds is not None and self.bounds.met(self.last)
        return met and self.last.iteration == self.trainer.iteration


def same(run: SpotRun, spot: Spot, locks: Sequence[Lock]) -> bool:
    """Return whether a run is of a spot with some locks."""
    alike = run.spot.record() == spot.record()
    return alike and locks_json(run.locks, run.spot) == locks_json(locks, spot)


def solve_flop(
    flops: FlopSet,
    board: WeightedBoard,
    folder: Path,
    control: JobControl | None = None,
    workers: int = 2,
) -> bool:
    """Solve one flop of a set, from its checkpoint if there is one.

    Args:
        control: to stop, which keeps a checkpoint, and to follow.

    Returns:
        Whether it is finished.

    Raises:
        PokerError: if its checkpoint cannot be read, or its file cannot be written.
    """
    path, spot = checkpoint_of(folder, board), flops.spot_on(board)
    locks = flops.locks_on(spot)
    if path.exists():
        run = _FlopRun.load(path, workers)
        run.target = flops.target
        if (run.algorithm, run.half) != (flops.algorithm, flops.half) or not same(run, spot, locks):
            raise StrategyFileError("{path}: belongs to another set", path=path)
    else:
        run = _FlopRun(spot, flops.algorithm, locks, flops.half, flops.target, workers)
    run.run(run.aim(flops.iterations), control, path=path)
    if read_kept(path).rivers:
        return False
    try:
        generation_before(path).unlink(missing_ok=True)  # first: nobody looks for it afterwards
        path.replace(file_of(folder, board))
        flush_folder(folder)
    except OSError as error:
        raise StrategyFileError(
            "{path}: cannot be written: {reason}", path=path, reason=error.strerror
        ) from error
    return True
