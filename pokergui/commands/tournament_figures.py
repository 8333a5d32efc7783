"""A tournament's figures, as one JSON object and in words."""

from __future__ import annotations

from math import isfinite
from typing import Any

from engine.running_result import Interval
from pokergui.commands.common import picked, table
from pokergui.formatting.words import hands_text
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.tournaments.cells import Cell, Placed
from pokergui.tournaments.plan import Plan
from pokergui.tournaments.results import cross_table, standing
from pokergui.tournaments.run import Progress
from pokergui.tournaments.several import PlayedTable, played_tables
from pokergui.units import per_hand


def _told(cell: Cell | None) -> dict[str, Any] | None:
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
    told = {
        "id": tournament.number,
        "game": tournament.game.name,
        "engines": list(titles),
        "gauntlet": tournament.plan.gauntlet,
        "seed": tournament.plan.seed,
        "hands": progress.hands,
        "wanted": len(tournament.plan.tables) * tournament.plan.hands,
        **more,
        "cross": [[_told(cell) for cell in cells] for cells in cross],
        "standing": [_placed(one, tournament.plan) for one in order],
        "finished": progress.finished,
    }
    if tournament.plan.seats > 2:
        tables = played_tables(tournament, progress.results)
        told["tables"] = [_table(one, tournament.plan) for one in tables]
    return told


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
        told = tournament.state(places)
        if told.loser >= 0:
            who = f": {titles[told.loser]}" if plan.seats > 2 else ""
            met = " v ".join(titles[place] for place in places)
            lines.append(f"* {met}{who}: {told.reason}")
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
