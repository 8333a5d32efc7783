"""``pokergui tournament``: every pair or table of several engines, kept block by block."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Any

import click

from ai.external.agent import MOST_SECONDS, SECONDS
from engine import timing
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import MAX_HANDS
from engine.rake import Rake
from engine.records.formats import WRITTEN, Format
from engine.running_result import Interval
from pokergui.background.engines import check_programs
from pokergui.cli import fail
from pokergui.commands.common import (
    Number,
    check_writable,
    database_option,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    programs_option,
    rake_of,
    rake_options,
    report,
    scheduler_option,
    seed_option,
    table,
)
from pokergui.commands.database import written
from pokergui.formatting.words import hands_text
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, strategies_dir
from pokergui.store import (
    HandReader,
    NoDatabaseError,
    Store,
    TournamentJournal,
    add_engine,
    ask_to_stop,
    begin_tournament,
    export_tournament,
)
from pokergui.tournaments.blocks import Cell, Placed
from pokergui.tournaments.plan import Plan
from pokergui.tournaments.results import (
    PlayedTable,
    cross_table,
    played_tables,
    standing,
    write_table,
)
from pokergui.tournaments.run import (
    Progress,
    TournamentRun,
    check_same,
    entrant,
    plan_of,
    read_progress,
)
from pokergui.units import per_hand
from pokergui.workers import workers


def _cell_record(cell: Cell | None) -> dict[str, Any] | None:
    if cell is None:
        return None
    return {
        "mean_mbb": cell.interval.mean if cell.hands or cell.lost else None,
        "ci95_mbb": cell.interval.half_width,
        **picked(cell, "hands", "wanted"),
        "failed": {1: "other", -1: "self"}.get(cell.lost),
        "reason": cell.reason or None,
    }


def _placed(one: Placed, plan: Plan) -> dict[str, Any]:
    titles = plan.titles
    return {
        "engine": titles[one.engine],
        "mean_mbb": one.field.mean,
        "ci95_mbb": one.field.half_width,
        "rating_mbb": one.rating.mean,
        "rating_ci95_mbb": one.rating.half_width,
        "places": [one.best, one.worst],
        "pairs" if plan.seats == 2 else "tables": one.tables,
        **picked(one, "done", "failed"),
    }


def _table(one: PlayedTable, plan: Plan) -> dict[str, Any]:
    return {
        "engines": [plan.titles[place] for place in one.table],
        "mean_mbb": [interval.mean for interval in one.intervals],
        "ci95_mbb": [interval.half_width for interval in one.intervals],
        "hands": one.hands,
        "wanted": plan.hands,
        "failed": plan.titles[one.loser] if one.loser >= 0 else None,
        "reason": one.reason or None,
    }


def figures_of(progress: Progress, more: dict[str, Any]) -> dict[str, Any]:
    """Return a tournament as one JSON object, with additional facts."""
    tournament = progress.tournament
    cross, order = cross_table(tournament, progress.results), standing(tournament, progress.results)
    titles = tournament.plan.titles
    record = {
        "id": tournament.number,
        "game": tournament.game.name,
        "engines": list(titles),
        "gauntlet": tournament.plan.gauntlet,
        "seed": tournament.plan.seed,
        "rake": tournament.plan.rake.text or None,
        "hands": progress.hands,
        "wanted": len(tournament.plan.tables) * tournament.plan.hands,
        **more,
        "cross": [[_cell_record(cell) for cell in cells] for cells in cross],
        "standing": [_placed(one, tournament.plan) for one in order],
        "finished": progress.finished,
    }
    if tournament.plan.seats > 2:
        tables = played_tables(tournament, progress.results)
        record["tables"] = [_table(one, tournament.plan) for one in tables]
    return record


def lines_of(progress: Progress) -> list[str]:
    """Return the same in words."""
    tournament, plan = progress.tournament, progress.tournament.plan
    cross, order = cross_table(tournament, progress.results), standing(tournament, progress.results)
    titles = plan.titles
    first = tr("tournament {number}: {game}, {kind}, {hands}, duplicate, {share:.0%} played")
    if progress.finished:
        first = tr("tournament {number}: {game}, {kind}, {hands}, duplicate, finished")
    note = tr(
        "(in brackets: the 95% interval includes 0, or hands are missing; * an engine failed)"
    )
    if plan.seats > 2:
        note = tr(
            "winnings of a row's engine at tables with the column's; (in brackets: the 95% interval"
            " includes 0, or hands are missing; * an engine failed)"
        )
    lines = [
        first.format(
            number=tournament.number,
            game=name_text(tournament.game.title),
            kind=_kind(plan),
            hands=hands_text(progress.hands),
            share=progress.share,
        ),
        "",
        *table(
            [(name, *map(_words, cells)) for name, cells in zip(titles, cross, strict=True)],
            (per_hand(tournament.game), *titles),
        ),
        note,
        "",
    ]
    if not progress.finished:
        lines[-1:] = [tr("no verdict before all hands are played"), ""]
    rows = [
        (
            f"{one.best}" if one.best == one.worst else f"{one.best}-{one.worst}",
            titles[one.engine],
            *([_interval(one.rating)] if plan.seats == 2 else []),
            _interval(one.field),
            tr("{done} of {all}").format(done=one.done, all=one.tables),
        )
        for one in order
    ]
    if plan.seats == 2:
        figures = [tr("rating"), tr("mean against the field"), tr("pairs done")]
    else:
        figures = [tr("mean of its tables"), tr("tables done")]
    lines += table(rows, (tr("place"), tr("engine"), *figures))
    for places in plan.tables:
        state = tournament.state(places)
        if state.loser >= 0:
            who = f": {titles[state.loser]}" if plan.seats > 2 else ""
            met = " v ".join(titles[place] for place in places)
            lines.append(f"* {met}{who}: {state.reason}")
    return lines


def _kind(plan: Plan) -> str:
    if plan.seats == 2:
        words = tr("gauntlet of {count} engines")
        if not plan.gauntlet:
            words = tr("round robin of {count} engines")
    elif plan.gauntlet:
        words = tr("gauntlet, {tables} tables of {seats}, {count} engines")
        if plan.drawn:
            words = tr("gauntlet, {tables} drawn tables of {seats}, {count} engines")
    else:
        words = tr("{tables} tables of {seats}, {count} engines")
        if plan.drawn:
            words = tr("{tables} drawn tables of {seats}, {count} engines")
    return words.format(tables=len(plan.tables), seats=plan.seats, count=len(plan.engines))


def _interval(interval: Interval) -> str:
    if not isfinite(interval.half_width):
        return "-"
    return f"{interval.mean:+,.1f} +- {interval.half_width:,.1f}"


def _words(cell: Cell | None) -> str:
    if cell is None:
        return ""
    words = _interval(cell.interval)
    if cell.known and cell.even:
        words = f"({words})"
    return f"{words}*" if cell.lost else words


_NUMBER = click.IntRange(1, 10**12)
_ASK_S = 1.0


@define(
    click.argument("game", required=False),
    click.argument("engines", nargs=-1, metavar="ENGINE ENGINE …"),
    click.option(
        "--hands",
        type=click.IntRange(2, MAX_HANDS),
        default=1000,
        show_default=True,
        help="Hands of each pair or table; each deal is played from every seat.",
    ),
    click.option("--gauntlet", is_flag=True, help="The first engine sits at every table."),
    click.option(
        "--clock",
        type=Number(0.01, MOST_SECONDS),
        default=SECONDS,
        show_default=True,
        help="Time limit of an external engine per decision, in seconds.",
    ),
    click.option("--list", "listed", is_flag=True, help="List the tournaments."),
    click.option("--show", type=_NUMBER, help="Show a tournament without playing."),
    click.option("--resume", type=_NUMBER, help="Play the rest of a tournament."),
    click.option("--add", multiple=True, metavar="ENGINE", help="Add this engine, with --resume."),
    click.option(
        "--stop", type=_NUMBER, help="Ask the process playing it to finish its blocks and stop."
    ),
    scheduler_option("Play on the workers of dask.distributed."),
    click.option(
        "--threads", type=click.IntRange(1, 256), help="Threads used without a scheduler."
    ),
    path_option("--csv", "csv_file", help="Write the cross table."),
    *(
        path_option(f"--{form.name}", help=f"Write the hands as {form.title}, {form.holds}.")
        for form in WRITTEN
    ),
    database_option,
    programs_option,
    *rake_options,
    seed_option,
)
def command(
    game: str | None,
    engines: tuple[str, ...],
    hands: int,
    gauntlet: bool,
    clock: float,
    listed: bool,
    show: int | None,
    resume: int | None,
    add: tuple[str, ...],
    stop: int | None,
    scheduler: str | None,
    threads: int | None,
    csv_file: Path | None,
    db: Path | None,
    allow_programs: bool,
    rake: int,
    rake_cap: int,
    seed: int,
    as_json: bool,
    **named: Path | None,
) -> None:
    """Play every pair or table of engines; progress is kept, and --resume continues it.

    Heads-up games are played by every pair, larger ones by every table of engines, or by a
    balanced sample of 210 tables.

    Each block of deals is saved before it is shown. The same seed gives the same result however
    often the tournament was interrupted. An engine that fails loses the rest of its pair or table
    as if it folded every hand.
    """
    path = db or database_path()
    asked = [name for name in (show, resume, stop) if name is not None]
    if len(asked) + listed + (game is not None) != 1:
        raise PokerError(
            "give GAME ENGINE ENGINE … for a new tournament, or one of --resume N, --show N,"
            " --stop N and --list"
        )
    if add and resume is None:
        raise PokerError("--add goes with --resume")
    files = [(form, file) for form in WRITTEN if (file := named[form.name])]
    check_writable(csv_file, *(file for _, file in files))
    if listed:
        _list(path, as_json)
        return
    if stop is not None:
        _stop(path, stop, as_json)
        return
    if show is not None:
        progress = _read(path, show)
        exporting = _write(path, progress, csv_file, files)
        report(figures_of(progress, {}), as_json, lines_of(progress))
        exit_if_stopped(exporting)
        return
    began = timing.seconds()
    with (
        long_work(tr("tournament")) as control,
        workers(scheduler, threads) as played,
        written(path) as store,
    ):
        if game is not None:
            taken = rake_of(rake, rake_cap)
            number = _begin(store, game, engines, files, hands, gauntlet, seed, clock, taken)
        else:
            assert resume is not None, "one of the two was asked for"
            number = resume
            _take_up(store, path, number, add, allow_programs=allow_programs)
        before = _read(path, number)
        journal = TournamentJournal(store, before.tournament)
        run = TournamentRun(journal, before, strategies_dir(), played, lambda progress: None)
        run.play(control, _asked(path, number))
        progress = run.progress
    seconds = timing.seconds() - began
    _write(path, progress, csv_file, files)
    count = progress.hands - before.hands
    more = {"hands_played": count, "seconds": seconds, "hands_per_second": count / seconds}
    report(figures_of(progress, more), as_json, lines_of(progress))
    if not progress.finished:
        fail(tr("'pokergui tournament --resume {number}' continues it").format(number=number))
    exit_if_stopped(control)


def _begin(
    store: Store,
    game: str,
    engines: tuple[str, ...],
    files: list[tuple[Format, Path]],
    hands: int,
    gauntlet: bool,
    seed: int,
    clock: float,
    rake: Rake,
) -> int:
    """Write a new tournament; return its number."""
    rules = get_game(game)
    for form, _ in files:
        if refusal := form.refusal(rules):
            raise PokerError("{refusal}", refusal=refusal)
    plan = plan_of(
        rules,
        engines,
        strategies_dir(),
        hands=hands,
        gauntlet=gauntlet,
        seed=seed,
        clock=clock,
        rake=rake,
    )
    return begin_tournament(store, rules, plan).result().number


def _take_up(
    store: Store, path: Path, number: int, joining: tuple[str, ...], *, allow_programs: bool
) -> None:
    """Check that a tournament can be resumed, and add the engines that join."""
    tournament, home = _read(path, number).tournament, strategies_dir()
    check_programs(tournament.plan.names, allowed=allow_programs, typed=joining)
    check_same(tournament, home)
    for name in joining:
        add_engine(store, number, entrant(name, tournament.game, home)).result()
    if tournament.stop:
        ask_to_stop(store, number, stop=False).result()


def _read(path: Path, number: int) -> Progress:
    with HandReader(path) as reader:
        return read_progress(reader, number)


def _asked(path: Path, number: int) -> Callable[[], bool]:
    """Return a check whether a stop was requested; it reads the database once a second."""
    looked, answer = 0.0, False

    def asked() -> bool:
        nonlocal looked, answer
        if timing.seconds() - looked >= _ASK_S:
            looked, answer = timing.seconds(), _read(path, number).tournament.stop
        return answer

    return asked


def _list(path: Path, as_json: bool) -> None:
    try:
        with HandReader(path) as reader:
            progresses = [Progress(one, reader.table_results(one)) for one in reader.tournaments()]
    except NoDatabaseError:
        progresses = []
    rows, records = [], []
    for progress in progresses:
        one = progress.tournament
        state = tr("finished") if progress.finished else f"{progress.share:.0%}"
        rows.append((one.number, one.time, one.game.name, ", ".join(one.plan.titles), state))
        records.append(
            {
                "id": one.number,
                **picked(one, "time", "updated"),
                "game": one.game.name,
                "engines": list(one.plan.names),
                "gauntlet": one.plan.gauntlet,
                "hands": progress.hands,
                "finished": progress.finished,
            }
        )
    heads = (tr("tournament"), tr("time"), tr("game"), tr("engines"), "")
    report({"tournaments": records}, as_json, table(rows, heads) or [tr("no tournaments")])


def _stop(path: Path, number: int, as_json: bool) -> None:
    with written(path) as store:
        ask_to_stop(store, number).result()
    line = tr("tournament {number} was asked to stop").format(number=number)
    report({"id": number, "stop": True}, as_json, [line])


def _write(
    path: Path, progress: Progress, csv_file: Path | None, files: list[tuple[Format, Path]]
) -> JobControl:
    """Write the requested files."""
    tournament = progress.tournament
    if csv_file is not None:
        write_table(progress, csv_file)
    with long_work(tr("exporting")) as control:
        for form, file in files:
            if progress.hands:
                with HandReader(path) as reader:
                    export_tournament(reader, tournament.number, form, file, control)
    return control
