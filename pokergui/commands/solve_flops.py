"""``pokergui solve-flops``: one spot solved on many flops, for reports."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ai.betting.sizes import SpotError
from ai.cfr.schedule import SCHEDULES
from ai.reports.boardsets import (
    FLOP,
    WeightedBoard,
    every_flop,
    flop_subset,
    named_boards,
    sampled_boards,
)
from ai.reports.flop_set import (
    MOST_ITERATIONS,
    FlopSet,
    SetCost,
    begin_set,
    cost_of,
    file_of,
    unsolved,
)
from ai.reports.subsets import SUBSETS
from ai.solver.locks import read_locks
from ai.solver.memory import free_bytes, refusal, size_text
from ai.solver.record import read_kept
from ai.solver.run import compile_kernels
from ai.solver.solver import DEFAULT_ALGORITHM
from ai.solver.spot import Spot
from engine import timing
from engine.errors import CardError, PokerError
from engine.ranges import parse_range
from pokergui.commands.common import (
    Number,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    report,
    scheduler_option,
    seed_option,
    table,
    threads_option,
)
from pokergui.commands.solve_spot import SPOT_OPTIONS, TARGET, naming_option, spot_of
from pokergui.flopjobs import solve_set
from pokergui.formatting.numbers import took
from pokergui.language import tr_commands as tr
from pokergui.paths import spots_dir

_NEEDED = ("ranges", "pot", "stack", "bets", "raises")
_SAMPLE = re.compile(r"sample:([0-9]{1,6})")


def _boards(text: str, seed: int) -> tuple[WeightedBoard, ...]:
    """Return the flops that an option names.

    Raises:
        CardError: if there are none such.
    """
    if text == "all":
        return every_flop()
    if (sample := _SAMPLE.fullmatch(text)) is not None:
        return sampled_boards(FLOP, int(sample[1]), seed)
    if text.isdecimal():
        if int(text) not in SUBSETS:
            raise CardError(
                "the subsets have {sizes} flops: write sample:{text} for a sample",
                sizes=", ".join(map(str, SUBSETS)),
                text=text[:6],
            )
        return flop_subset(int(text))
    return named_boards(text, FLOP)


def _set(
    given: dict[str, Any],
    boards: Sequence[WeightedBoard],
    target: float,
    lock_file: Path | None,
    *run: Any,
) -> FlopSet:
    """Return the set that the options describe.

    Raises:
        PokerError: naming the option that is missing or wrong.
    """
    missing = [f"--{name}" for name in _NEEDED if given[name] is None]
    if missing:
        raise PokerError("give {missing}", missing=", ".join(missing))
    try:
        spot = _spot_on_any(given, boards)
        _ = spot.tree
        oop, ip = map(parse_range, given["ranges"])
        locks = () if lock_file is None else read_locks(lock_file, spot, anywhere=True)
        return FlopSet.of(spot, (oop, ip), boards, target, *run, locks=locks)
    except SpotError as error:
        raise naming_option(error) from None


def _spot_on_any(given: dict[str, Any], boards: Sequence[WeightedBoard]) -> Spot:
    """Return the spot on the first flop that leaves hands of both ranges.

    Raises:
        SpotError: naming the field that is wrong.
    """
    for board in boards[:-1]:
        try:
            return spot_of({**given, "board": board.name})
        except SpotError as error:
            if error.field not in ("oop", "ip"):
                raise
    return spot_of({**given, "board": boards[-1].name})


def _announced(flops: FlopSet, folder: Path, cost: SetCost, left: int) -> str:
    """Return the cost of what is left of a set as text.

    Raises:
        PokerError: if it does not fit into the free memory, or on the disk.
    """
    if too_large := refusal(cost.memory, flops.half, free_bytes()):
        raise PokerError("{too_large}", too_large=too_large)
    share = left / len(flops.boards)
    disk, free = share * cost.disk, shutil.disk_usage(folder).free
    if left and disk + cost.memory > free:  # a checkpoint is as large as the solver
        raise PokerError(
            "the flops take {size} in {folder}, but only {free} is free",
            size=size_text(disk + cost.memory),
            folder=folder,
            free=size_text(free),
        )
    words = tr(
        "{left:,} of {count:,} flops to solve: some {time}, {memory} of memory, {disk} on disk"
    )
    return words.format(
        left=left,
        count=len(flops.boards),
        time=took(share * cost.seconds),
        memory=size_text(cost.memory),
        disk=size_text(disk),
    )


@define(
    *SPOT_OPTIONS,
    click.option(
        "--boards",
        default="95",
        show_default=True,
        metavar="FLOPS",
        help="25, 49, 95 or 184: a weighted subset; all 1,755; sample:N; or flops as in"
        " 'AhTd7c KsQs2d'.",
    ),
    seed_option,
    click.option(
        "--target",
        type=Number(0),
        default=TARGET,
        show_default=True,
        metavar="PERCENT",
        help="Finish a flop at an exploitability of this many percent of the pot.",
    ),
    click.option(
        "--iterations",
        type=click.IntRange(1),
        default=MOST_ITERATIONS,
        show_default=True,
        help="Finish a flop after this many at the latest.",
    ),
    click.option(
        "--algorithm",
        type=click.Choice([schedule.name for schedule in SCHEDULES]),
        default=DEFAULT_ALGORITHM,
        show_default=True,
    ),
    path_option(
        "--lock",
        "lock_file",
        metavar="FILE",
        help="Node locks on all flops, as in solve-spot, without cards and suits.",
    ),
    click.option("--half/--no-half", default=True, help="Store values in 16 bits, or not."),
    threads_option,
    path_option(
        "--out",
        metavar="FOLDER",
        help="Folder of the set; continued if it exists. Default: one in the folder of spots, where"
        " Study finds it.",
    ),
    scheduler_option("Solve on the workers of dask.distributed, a flop on each thread."),
    name="solve-flops",
)
def command(
    boards: str,
    seed: int,
    target: float,
    iterations: int,
    algorithm: str,
    half: bool,
    lock_file: Path | None,
    threads: int,
    out: Path | None,
    scheduler: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Solve a spot on many flops, for aggregate reports.

    Ranges and tree are the same on every flop, as in solve-spot; flop and turn are kept. A set that
    was stopped is continued by the same command, and ends with the same solutions. Ctrl-C keeps the
    finished flops. The folder is read by 'pokergui aggregate FOLDER' and by reports in Study.
    """
    flops = _set(
        given, _boards(boards.strip(), seed), target, lock_file, algorithm, half, iterations
    )
    digest = hashlib.sha256(json.dumps(flops.record()).encode()).hexdigest()
    folder = out or spots_dir() / f"flops-{digest[:8]}"
    begin_set(folder, flops)
    left = unsolved(folder, flops)
    click.echo(_announced(flops, folder, cost_of(flops, threads), len(left)), err=True)
    with long_work(tr("solving")) as control:
        start = timing.seconds()
        compile_kernels(half)
        compile_seconds = timing.seconds() - start
        solve_set(flops, folder, control, scheduler, threads)
    rows = [
        {
            "board": board.name,
            "weight": board.count,
            "iterations": kept.iterations,
            "seconds": kept.seconds,
            "exploitability_pct_pot": kept.exploitability,
            "mb": kept.path.stat().st_size / 1e6,
        }
        for board in flops.boards
        if file_of(folder, board).exists()
        for kept in (read_kept(file_of(folder, board)),)
    ]
    result = {
        "folder": str(folder),
        "spot": flops.texts,
        "target": target,
        "algorithm": algorithm,
        "half": half,
        "locks": len(flops.locks),
        "asked": len(flops.boards),
        "done": len(rows),
        "compile_seconds": compile_seconds,
        "flops": rows,
    }
    report(result, as_json, _lines(result))
    exit_if_stopped(control)


def _lines(result: dict[str, Any]) -> list[str]:
    rows = result["flops"]
    heads = (tr("board"), tr("iterations"), tr("% of pot"), tr("seconds"), "MB")
    cells = [
        (
            row["board"],
            row["iterations"],
            f"{row['exploitability_pct_pot']:.3f}",
            f"{row['seconds']:.1f}",
            f"{row['mb']:.1f}",
        )
        for row in rows
    ]
    words = tr("{done:,} of {asked:,} flops are solved in {folder}")
    lines = [*table(cells, heads), words.format(**result)]
    above = sum(row["exploitability_pct_pot"] > result["target"] for row in rows)
    if above:
        words = tr.plural(
            "1 flop did not reach {target:g}% of the pot",
            "{count} flops did not reach {target:g}% of the pot",
            above,
        )
        lines.append(words.format(count=above, target=result["target"]))
    return lines
