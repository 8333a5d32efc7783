"""``pokergui solve-spot``: a flop, turn or river, solved exactly."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import click

from ai.betting.sizes import SpotError
from ai.cfr.schedule import SCHEDULES
from ai.files.arrays import check_place
from ai.solver.locks import Lock, locks_json, read_locks
from ai.solver.memory import free_bytes, refusal, size_text
from ai.solver.record import read_kept
from ai.solver.run import SpotRun, compile_kernels
from ai.solver.solver import DEFAULT_ALGORITHM, Size, estimate
from ai.solver.spot import FIELDS, FIXED, FLOP, LINE, OPTIONS, Spot
from ai.training.run import Bounds
from engine import timing
from engine.cards import card_names
from engine.errors import PokerError
from pokergui.cli import WordedCommand
from pokergui.commands.common import (
    Number,
    check_writable,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    report,
    threads_option,
)
from pokergui.commands.outputs import LONGEST, not_reached, seconds_option
from pokergui.commands.spots import (
    node_figures,
    node_lines,
    place_of,
    shown_unit,
    spot_figures,
    spot_lines,
)
from pokergui.commands.three_way_spot import Limits, solve_three_way
from pokergui.commands.three_way_spot import spot_of as spot_of_three
from pokergui.formatting.words import chips
from pokergui.language import tr_commands as tr

TARGET = 0.5
"""Percent of the pot to which a spot is solved if no bound is given."""

_OPTIONS = {"oop": "--ranges OOP", "ip": "--ranges IP", "locks": "--lock"}
"""Options of fields that have other names."""
_OPTIONAL = ("all_in_below", "all_in_above", "max_raises", "merge", "rake", "rake_cap")
_ONLY_TWO = ("bets_ip", "raises_ip", "donks")
_NEEDED = ("board", "ranges", "pot", "stack", "bets", "raises")


class SolveSettings(NamedTuple):
    """The settings under which a spot is to be solved."""

    algorithm: str
    locks: tuple[Lock, ...]
    half: bool


class SolveSpot(WordedCommand):
    """The command, whose ``--ranges`` takes two ranges or three."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Pass the middle one of three ranges on as an option of its own."""
        if "--ranges" in args:
            at = args.index("--ranges")
            given = list(takewhile(lambda text: not text.startswith("--"), args[at + 1 :]))
            if len(given) > 3:
                raise PokerError("--ranges takes two ranges, or three on a river")
            if len(given) == 3:
                args = [*args[: at + 2], given[2], "--middle", given[1], *args[at + 4 :]]
        return super().parse_args(ctx, args)


def _read(given: dict[str, Any]) -> Spot:
    """Return the spot that the options describe; its tree is built.

    Raises:
        PokerError: naming the option that is missing or wrong.
    """
    check_given(given)
    try:
        spot = spot_of(given)
        _ = spot.tree
    except SpotError as error:
        raise naming_option(error) from None
    return spot


def check_given(given: dict[str, Any]) -> None:
    """Refuse a spot that lacks an option.

    Raises:
        PokerError: naming what is missing.
    """
    missing = [f"--{name}" for name in _NEEDED if given[name] is None]
    if missing:
        raise PokerError("give {missing}, or a file written by --out", missing=", ".join(missing))


def spot_of(given: dict[str, Any]) -> Spot:
    """Return the spot that options describe.

    Raises:
        SpotError: naming the field that is wrong.
    """
    oop, ip = given["ranges"]
    return Spot.parse(
        given["board"],
        oop,
        ip,
        given["pot"],
        given["stack"],
        given["bets"],
        given["raises"],
        given["bets_ip"],
        given["raises_ip"],
        given["big_blind"] or "",
        given["donks"],
        **{name: given[name] or "" for name in _OPTIONAL},
    )


def naming_option(error: SpotError) -> PokerError:
    """Return an error in a field of a spot as one that names its option."""
    if not error.field:
        return PokerError("{error}", error=error)
    option = _OPTIONS.get(error.field, f"--{error.field}")
    return PokerError("{option}: {error}", option=option, error=error)


def _check_alone(file: Path, given: dict[str, Any]) -> None:
    """Refuse options that describe a spot along with a file that does.

    Raises:
        PokerError: naming them.
    """
    extra = [f"--{name.replace('_', '-')}" for name, value in given.items() if value is not None]
    if extra:
        raise PokerError(
            "{file} describes the spot; leave out {extra}", file=file, extra=", ".join(extra)
        )


def _refuse(given: dict[str, Any]) -> None:
    """Refuse options that a river for three players does not have.

    Raises:
        PokerError: naming them.
    """
    extra = [f"--{name.replace('_', '-')}" for name, value in given.items() if value is not None]
    if extra:
        raise PokerError("{extra}: not for three players", extra=", ".join(extra))


def _check_same(file: Path, run: SpotRun, spot: Spot, plan: SolveSettings) -> None:
    """Refuse to overwrite a file with another spot.

    Raises:
        PokerError: saying what is different there.
    """
    stored, asked = run.spot.record(), spot.record()
    names = (*FIELDS, *OPTIONS, FIXED, LINE)
    differ = [name for name in names if stored.get(name) != asked.get(name)]
    if not differ and locks_json(run.locks, run.spot) != locks_json(plan.locks, spot):
        differ.append("locks")
    differ += ["algorithm"] * (run.algorithm != plan.algorithm) + ["storage"] * (
        run.half != plan.half
    )
    if differ:
        raise PokerError(
            "{file}: holds another spot: it differs in {differ}",
            file=file,
            differ=", ".join(differ),
        )


def _announced(size: Size, half: bool) -> str:
    """Return the size of a spot as text, before anything is built.

    Raises:
        PokerError: if it does not fit into the free memory.
    """
    if too_large := refusal(size.num_bytes, half, free_bytes()):
        raise PokerError(
            "{decisions:,} decisions and {actions:,} actions: {too_large}",
            decisions=size.decision_nodes,
            actions=size.action_edges,
            too_large=too_large,
        )
    return tr(
        "{decisions:,} decisions and {actions:,} actions, {infosets:,} information sets, {memory}"
    ).format(
        decisions=size.decision_nodes,
        actions=size.action_edges,
        infosets=size.infosets,
        memory=size_text(size.num_bytes),
    )


def _bounds(
    run: SpotRun, target: float | None, iterations: int | None, seconds: float | None
) -> Bounds:
    """Return the bounds: a target alone is given up after a time, and is the default."""
    if iterations is None and seconds is None:
        target, seconds = TARGET if target is None else target, run.seconds + LONGEST
    chips = None if target is None else target / 100.0 * run.spot.pot
    return Bounds(iterations, chips, seconds)


SPOT_OPTIONS = (
    click.option(
        "--ranges",
        nargs=2,
        metavar="OOP IP",
        help="Ranges of the players out of position and in position, as in 'AA,AKs:0.5' or random;"
        " in solve-spot three are a river for three players, the middle one second.",
    ),
    click.option("--pot", metavar="CHIPS", help="Chips in the middle."),
    click.option(
        "--stack",
        metavar="CHIPS",
        help="Chips that each player has behind; of three players also 300/250/400.",
    ),
    click.option(
        "--big-blind",
        metavar="CHIPS",
        help="Chips of the big blind, the unit of printed values; without it chips.",
    ),
    click.option(
        "--bets",
        metavar="LIST",
        help="Bets in percent of the pot, a for all-in: 50,100,a; by street 50,a;75,a. 2e is the"
        " fraction of the pot that, bet twice, puts the stack in, e that for the streets left.",
    ),
    click.option(
        "--raises",
        metavar="LIST",
        help="Raises in percent of the pot after calling, or as in 2.5x in bets faced.",
    ),
    click.option("--bets-ip", metavar="LIST", help="Bet sizes in position, if different."),
    click.option("--raises-ip", metavar="LIST", help="Raises in position, if not the same."),
    click.option(
        "--donks",
        metavar="LIST",
        help="Bets out of position into the last aggressor of the street before, from the second"
        " street on; '' for none. Default: as --bets.",
    ),
    click.option(
        "--all-in-below",
        metavar="PERCENT",
        help="Add an all-in of at most this many percent of the pot.",
    ),
    click.option(
        "--all-in-above",
        metavar="PERCENT",
        help="A bet of at least this many percent of the stack behind becomes all-in.",
    ),
    click.option("--max-raises", metavar="N", help="Most raises of a street after its first bet."),
    click.option(
        "--merge",
        metavar="PERCENT",
        help="Drop sizes whose pot is less than this many percent smaller than that of a larger"
        " size.",
    ),
    click.option(
        "--rake",
        metavar="PERCENT",
        help="Rake of every pot, without a bet that is not called.",
    ),
    click.option("--rake-cap", metavar="CHIPS", help="Most rake of a pot."),
)
"""The options that describe a spot, except its board."""


@define(
    click.argument("file", required=False, type=click.Path(path_type=Path)),
    click.option("--board", metavar="CARDS", help="3 to 5 cards, as in QsJh2h8c5d."),
    *SPOT_OPTIONS,
    click.option("--middle", hidden=True),
    click.option(
        "--target",
        type=Number(0),
        metavar="PERCENT",
        help=f"Stop at an exploitability of this many percent of the pot; {TARGET:g} if no bound is"
        f" given. Alone, after {LONGEST:g} s at the latest.",
    ),
    click.option("--iterations", type=click.IntRange(1), help="Stop after this many."),
    seconds_option,
    click.option(
        "--algorithm",
        type=click.Choice([schedule.name for schedule in SCHEDULES]),
        help=f"Default: {DEFAULT_ALGORITHM}.",
    ),
    path_option(
        "--lock",
        "lock_file",
        metavar="FILE",
        help='Node locks: {"locks": [{"line": "r50", "hands": {"AA,KQs":'
        ' {"f": 0.25, "c": 0.75}}}]}; see docs/guide/spots.md.',
    ),
    click.option(
        "--half/--no-half",
        default=None,
        help="Store values in 16 bits, or not; on flops 16 bits are the default.",
    ),
    click.option("--rivers", is_flag=True, help="Keep a solved flop's rivers in its file."),
    threads_option,
    path_option("--out", metavar="FILE", help="Checkpoint file; resumed if it exists."),
    click.option(
        "--line",
        metavar="LINE",
        help="Show every hand at one decision: f, c, r<total on the street>, / after a street, as"
        " in r50c/; '' for the first.",
    ),
    click.option("--card", help="The cards that have come there since the root, as in 7d3c."),
    name="solve-spot",
    kind=SolveSpot,
)
def command(
    file: Path | None,
    target: float | None,
    iterations: int | None,
    seconds: float | None,
    algorithm: str | None,
    lock_file: Path | None,
    half: bool | None,
    rivers: bool,
    threads: int,
    out: Path | None,
    line: str | None,
    card: str | None,
    middle: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Solve a flop, turn or river exactly, range against range.

    FILE shows a saved spot, and continues solving it if a bound is given. EV is what a player
    receives at the end less what it puts in from here on, in big blinds where --big-blind is known
    and else in chips; JSON amounts are in chips. Amounts may have two decimals.

    Three ranges are a river for three players. It is solved until NashConv is at most --target
    percent of the pot, 1 if no bound is given; no theorem says that it falls.
    """
    limits = Limits(target, iterations, seconds)
    only_two = {"lock": lock_file, "half": half, "rivers": rivers or None, "card": card}
    if middle is not None and file is None:
        check_given(given)
        _refuse({**{name: given[name] for name in _ONLY_TWO}, **only_two})
        solve_three_way(spot_of_three(given, middle), algorithm, limits, out, line, as_json)
        return
    if file is None:
        spot = _read(given)
        locks = () if lock_file is None else read_locks(lock_file, spot)
        plan = SolveSettings(
            algorithm or DEFAULT_ALGORITHM,
            locks,
            len(spot.board) == FLOP if half is None else half,
        )
        locked = bool(locks)
    else:
        own = {"algorithm": algorithm, "lock": lock_file, "half": half, "out": out}
        _check_alone(file, {**given, **own, "ranges": given["ranges"] or middle})
        kept = read_kept(file)
        if kept.is_three_way:
            _refuse(only_two)
            solve_three_way(kept, None, limits, None, line, as_json)
            return
        spot, plan = kept.spot(), SolveSettings(kept.algorithm, (), kept.half)
        locked = bool(kept.places)
    place = None if line is None else place_of(spot, line, card)
    if line is None and card is not None:
        raise PokerError("--card goes with --line")
    path = file or out
    bounded = file is None or not (target is None and iterations is None and seconds is None)
    if not bounded and not kept.curve:
        raise PokerError(
            "{file}: not solved yet; give --target, --iterations or --seconds", file=file
        )
    if path is not None and bounded:
        check_place(path)
        check_writable(path)
    # A flop without its rivers is small as long as it is only shown.
    whole = file is None or bounded or kept.rivers
    size = estimate(spot, plan.half, plan.algorithm, threads, locked, whole)
    announced, run = _announced(size, plan.half), None
    if path is not None and path.exists():
        run = SpotRun.load(path, threads)
        if file is None:
            _check_same(path, run, spot, plan)
    click.echo(announced, err=True)
    if run is None:
        run = SpotRun(spot, plan.algorithm, plan.locks, plan.half, workers=threads)
    with long_work(tr("solving")) as control:
        start = timing.seconds()
        compile_kernels(plan.half)
        compile_seconds = timing.seconds() - start
        run.keep_rivers = rivers or run.keep_rivers
        begun, spent = 0, 0.0
        if bounded:
            run.target = TARGET if target is None else target
            bounds = _bounds(run, target, iterations, seconds)
            if run.regain_rivers(bounds):
                click.echo(tr("saved without its rivers: solved from the start"), err=True)
            begun, spent = run.trainer.iteration, run.seconds
            run.run(bounds, control, path=path)
        figures = spot_figures(run.trainer)
        node = place and node_figures(run.trainer, place)
    last, rate = run.last, (run.trainer.iteration - begun) / max(run.seconds - spent, 1e-9)
    percent = 100.0 / spot.pot
    exploitability = percent * last.exploitability
    if bounded and target is not None and exploitability > target and not control.cancelled:
        given_bounds = iterations is not None or seconds is not None
        aim = tr("{percent:g}% of the pot").format(percent=target)
        not_reached(aim, bounded=given_bounds)
    result = {
        "spot": spot.record(),
        **picked(run, "algorithm", "half"),
        "locks": len(run.locks),
        "iterations": last.iteration,
        "seconds": run.seconds,
        "iterations_per_second": rate,
        "compile_seconds": compile_seconds,
        "exploitability_pct_pot": exploitability,
        "exploitability": last.exploitability / spot.unit,
        **figures,
        "tree": picked(size, "decision_nodes", "action_edges"),
        "infosets": size.infosets,
        "memory_mb": run.trainer.num_bytes / 1e6,
        "curve": [
            [point.iteration, point.seconds, percent * point.exploitability] for point in run.curve
        ],
        "node": node,
        "file": path and str(path),
    }
    unit = shown_unit(spot)
    speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}"
    words = (
        tr("River {board}, pot {pot}, {stack} behind"),
        tr("Turn {board}, pot {pot}, {stack} behind"),
        tr("Flop {board}, pot {pot}, {stack} behind"),
    )[spot.num_streets - 1]
    lines = [
        words.format(
            board=card_names(spot.board),
            pot=chips(spot.pot, spot.unit),
            stack=chips(spot.stack, spot.unit),
        ),
        tr("{algorithm}: {count:,} iterations in {seconds:.3f} s ({speed}/s)").format(
            algorithm=run.algorithm, count=last.iteration, seconds=run.seconds, speed=speed
        ),
        tr("exploitability {percent:.4f}% of the pot").format(percent=exploitability),
        *spot_lines(figures, unit),
        *(node_lines(node, unit) if node else ()),
    ]
    report(result, as_json, lines)
    exit_if_stopped(control)
