"""The figures of the selected run on the Train page, and the list of all runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import floor, log10
from typing import Literal

from ai.training.run import CurvePoint
from pokergui.formatting.numbers import (
    ago,
    aim,
    clock,
    duration_text,
    memory,
    rate,
    short_count,
    took,
)
from pokergui.formatting.words import UNKNOWN, chips, phrase
from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.train.scenes.chart import (
    ShownRun,
    along,
    earliest,
    effort_axis,
    newest,
    now_words,
    thinned,
)
from pokergui.pages.train.scenes.kinds import engine_title
from pokergui.pages.train.scenes.measure import EXPLOITABILITY
from pokergui.pages.train.scenes.options import ENDLESS, bounds_text, short_game
from pokergui.pages.train.scenes.run_kind import Learning
from pokergui.pages.train.scenes.stop import at_floor, beyond_precision, left
from pokergui.pages.train.viewmodel import (
    FigureCell,
    FigureLine,
    RunListScene,
    RunRow,
    RunScene,
    TrainChartScene,
)
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line


def losses_scene(run: ShownRun, name: str, axis: str) -> TrainChartScene:
    values, policy = run.kind.lost()
    losses: tuple[tuple[str, Callable[[Learning], float]], ...] = (
        (values, lambda look: look.values),
        (policy, lambda look: look.policy),
    )
    curves = []
    for series, (words, loss_of) in enumerate(losses):
        points = [look.point._replace(exploitability=loss_of(look)) for look in run.learning]
        learned = [point for point in points if point.exploitability > 0.0]
        if learned:
            curves.append(_curve(run, series, words, thinned(learned), axis))
    chart = Chart(
        tr("Losses of {name}").format(name=name),
        effort_axis((run,), axis),
        Axis(tr("loss"), log=True),
        tuple(curves),
        moments=newest(curves, now_words(run, axis)),
        words=clauses(labelled(curve.name, curve.end) for curve in curves),
    )
    return TrainChartScene(
        chart,
        axis,
        tr("Both losses appear here. Networks learn once enough hands have been played."),
        run.kind.units().caption,
        run.kind.units().touches,
    )


def learning_cells(run: ShownRun) -> tuple[FigureCell, FigureCell]:
    """Return both losses at the latest measurement, and how full both memories are."""
    looks, size = run.learning, run.work.num_bytes
    values, policy = tr("values"), tr("policy")
    losses = (looks[-1].values, looks[-1].policy) if looks else (0.0, 0.0)
    fills = (looks[-1].values_fill, looks[-1].policy_fill) if looks else (None, None)
    return (
        FigureCell(
            tr("Losses"),
            "",
            lines=tuple(
                FigureLine(name, loss_text(loss))
                for name, loss in zip((values, policy), losses, strict=True)
            ),
        ),
        FigureCell(
            tr("Memory"),
            "",
            rest=memory(size) if size else "",
            lines=tuple(
                FigureLine(name, _percent(fill), fill or 0.0)
                for name, fill in zip((values, policy), fills, strict=True)
            ),
        ),
    )


def loss_text(loss: float) -> str:
    """Write a loss with two or three significant digits, "0.482", "0.0021"; "…" for none."""
    if loss <= 0.0:
        return UNKNOWN
    if loss >= 0.1:
        return f"{loss:.3f}"
    digits = 1 - floor(log10(loss))
    return f"{loss:.{digits}f}" if digits <= 6 else f"{loss:.1e}"


def _percent(share: float | None) -> str:
    if share is None:
        return UNKNOWN
    return f"{100 * share:.{1 if 0 < share < 0.0995 else 0}f}%"


def _curve(run: ShownRun, series: int, name: str, points: list[CurvePoint], axis: str) -> Line:
    start = earliest((run,))
    return Line(
        name,
        SERIES[series],
        tuple(along(point, axis, start) for point in points),
        tuple(point.exploitability for point in points),
        end=loss_text(points[-1].exploitability),
        style="plain" if series else "front",
        dot="open" if run.active else "full",
    )


MOST_SHOWN = 6
"""Maximum number of curves on the chart, one for each colour of series."""
_PAST = 1.1
"""Progress of a run past its latest measurement from which on that is shown."""
_GOING = ("starting", "running")


def run_scene(run: ShownRun, name: str) -> RunScene:
    share = run_share(run)
    going = run.phase in _GOING
    return RunScene(
        run.phase,
        (
            FigureCell(
                _state(run).capitalize(),
                name,
                _checkpoint(run),
                rest=short_game(run.recipe.game),
                series=run.series,
            ),
            _measured(run),
            _iterations(run),
            _speed(run),
            _time(run),
            *(learning_cells(run) if run.kind.learns else (_memory(run),)),
        ),
        main=_main(run),
        can_stop=(going and run.halting != "stop") or run.phase == "paused",
        can_save=bool(run.curve) and not run.engine_current and run.phase != "failed",
        can_play=has_result(run),
        can_study=has_result(run),
        can_remove=not run.active,
        share=share,
        progress=_progress(run, share),
    )


def has_result(run: ShownRun) -> bool:
    return bool(run.curve) and (run.phase != "failed" or run.engine is not None)


def _main(run: ShownRun) -> Literal["pause", "pausing", "stopping", "resume", ""]:
    if run.phase in _GOING:
        if not run.halting:
            return "pause"
        return "pausing" if run.halting == "pause" else "stopping"
    return "" if run.phase == "done" else "resume"


def list_scene(
    runs: Sequence[ShownRun], names: Mapping[str, str], front: ShownRun | None
) -> RunListScene:
    """Build the list of all runs; those on the chart have a colour."""
    shown = sum(run.series >= 0 for run in runs)
    words = tr("shown on chart: {shown} of {all}").format(shown=shown, all=len(runs))
    foot_title, foot = _foot(front) if front is not None else ("", "")
    return RunListScene(
        tuple(_row(run, names[run.key], front=run is front) for run in runs),
        words if runs else "",
        foot_title,
        foot,
        full=shown >= MOST_SHOWN,
    )


def run_share(run: ShownRun) -> float | None:
    """Return the part of a run that is done, 0 to 1; None if it is not known."""
    bounds = run.bounds
    if run.phase == "done":
        return 1.0
    endless = bounds.iterations is None or bounds.iterations >= ENDLESS
    if endless and bounds.seconds is None:
        return None
    return bounds.share(CurvePoint(run.iteration, run.seconds, 0.0, 0))


def _state(run: ShownRun) -> str:
    if run.phase in _GOING and run.halting:
        return tr("pausing") if run.halting == "pause" else tr("stopping")
    return {
        "starting": tr("starting"),
        "running": tr("running"),
        "paused": tr("paused"),
        "done": tr("done"),
        "stopped": tr("stopped"),
        "failed": tr("failed"),
    }[run.phase]


def _checkpoint(run: ShownRun) -> str:
    if run.work.problem is not None:
        return tr("no checkpoint since") if run.checkpoint_age is not None else tr("no checkpoint")
    if run.work.writing:
        return tr("writing checkpoint")
    if run.phase == "starting" or run.work.saving:
        return _stage(run)
    age = run.checkpoint_age
    if run.phase in _GOING and age is not None:
        return tr("checkpoint {ago}").format(ago=ago(age))
    return tr("checkpoint saved") if run.curve and run.path.exists() else tr("nothing saved yet")


def _stage(run: ShownRun) -> str:
    """Describe the preparation of a run: "card tables, 43%"."""
    stage = run.work.stage
    if stage is None or not stage[1]:
        return tr("measuring") if run.iteration else tr("getting ready")
    return tr("{what}, {percent}%").format(what=stage[1], percent=f"{100 * stage[0]:.0f}")


def _measured(run: ShownRun) -> FigureCell:
    value = UNKNOWN
    note = tr("per hand")
    if run.curve:
        game = run.recipe.game
        value, note = run.measure.figure(game, run.curve[-1])
        if run.bounds.exploitability is not None:
            note = tr("target: {figure}").format(figure=aim(game, run.bounds.exploitability))
        if _at_floor(run):
            note = tr("at floating-point limit")
    caption = run.measure.labels().caption
    if run.measure.linear and run.curve and run.iteration > _PAST * run.curve[-1].iteration:
        when = took(run.curve[-1].seconds)
        caption = tr("{figure} after {time}").format(figure=caption, time=when)
    return FigureCell(caption, value, note)


def _at_floor(run: ShownRun) -> bool:
    exact = run.measure.family == EXPLOITABILITY.family
    return exact and at_floor(run.curve, run.recipe.game.big_blind)


def _iterations(run: ShownRun) -> FigureCell:
    planned = run.bounds.iterations
    note = tr("until stopped")
    if planned is not None and planned < ENDLESS:
        whole = short_count(planned) if run.kind.learns else chips(planned)
        note = tr("of {all}").format(all=whole)
    elif run.bounds.seconds is not None or run.bounds.exploitability is not None:
        note = tr("so far") if run.phase in ("starting", "running", "paused") else tr("in total")
    # With losses and memories beside it there is room for seven digits.
    short = run.kind.learns and run.iteration >= 10_000_000
    count = short_count(run.iteration) if short else chips(run.iteration)
    return FigureCell(run.kind.units().caption, count, note)


def _speed(run: ShownRun) -> FigureCell:
    speed = run.pace.rate if run.phase == "running" else 0.0
    caption = tr("Speed")
    if run.phase != "running" and run.seconds > 0:
        speed, caption = run.iteration / run.seconds, tr("Mean speed")
    if not speed or not run.curve:
        return FigureCell(caption, UNKNOWN)
    last = run.curve[-1]
    nodes = speed * last.nodes / last.iteration
    note = tr("{count}/s").format(count=run.kind.units().touched.format(count=short_count(nodes)))
    return FigureCell(
        caption,
        tr("{rate} /s").format(rate=rate(speed)),
        phrase(run.kind.units().caption) if run.kind.learns else note,
    )


def _time(run: ShownRun) -> FigureCell:
    spent = took(run.seconds)
    if run.phase not in _GOING:
        return FigureCell(tr("Run time"), spent, _why_over(run))
    seconds, about = time_left(run)
    if seconds is not None:
        value = tr("about {time}").format(time=clock(seconds)) if about else clock(seconds)
        total = tr("of {time}").format(time=clock(run.seconds + seconds))
        return FigureCell(tr("Time left"), value, total)
    unit = run.recipe.game.big_blind
    ends = _at_floor(run) or beyond_precision(run.bounds, unit)
    if run.bounds.exploitability and ends:
        return FigureCell(tr("Time left"), tr("no end"), tr("the target is beyond precision"))
    return FigureCell(tr("Run time"), spent, tr("no end known"))


def time_left(run: ShownRun) -> tuple[float | None, bool]:
    """Return the seconds to the end (None while unknown), and whether it is estimated."""
    unit = run.recipe.game.big_blind
    return left(run.bounds, run.curve, run.iteration, run.seconds, run.pace.rate, unit)


def _why_over(run: ShownRun) -> str:
    bounds = run.bounds
    if run.phase != "done" or not run.curve:
        return ""
    last = run.curve[-1]
    if bounds.exploitability is not None:
        if last.exploitability <= bounds.exploitability:
            return tr("target reached")
        return tr("time is up") if bounds.seconds is not None else tr("target not reached")
    return ""


def _memory(run: ShownRun) -> FigureCell:
    size = run.work.num_bytes
    return FigureCell(
        tr("Memory"), memory(size) if size else UNKNOWN, tr("for its state") if size else ""
    )


def _progress(run: ShownRun, share: float | None) -> str:
    """Describe its progress: "32% of 20,000"."""
    if run.phase == "done":
        return tr("100%") if not _missed(run) else tr("ended before its target")
    if share is None:
        if run.bounds.exploitability is None:
            return tr("until stopped")
        return tr("until {bounds}").format(
            bounds=bounds_text(run.bounds, run.recipe.game, run.kind.units().counted)
        )
    bounds = run.bounds
    whole = ""
    if bounds.iterations is not None and bounds.iterations < ENDLESS:
        whole = chips(bounds.iterations)
    if bounds.seconds is not None and share <= run.seconds / bounds.seconds + 1e-12:
        whole = duration_text(bounds.seconds)
    return tr("{percent}% of {whole}").format(percent=f"{100 * share:.0f}", whole=whole)


def _missed(run: ShownRun) -> bool:
    target = run.bounds.exploitability
    return target is not None and bool(run.curve) and run.curve[-1].exploitability > target


def _row(run: ShownRun, name: str, *, front: bool) -> RunRow:
    """Return one line of the list; rebuilt only if it changed, as there may be hundreds."""
    stamp = (name, front, run.series, run.phase, run.halting, run.iteration, run.seconds)
    if run.row is None or run.row[0] != stamp:
        run.row = (stamp, _new_row(run, name, front=front))
    return run.row[1]


def _new_row(run: ShownRun, name: str, *, front: bool) -> RunRow:
    share = run_share(run)
    planned = run.bounds.iterations
    game, count = short_game(run.recipe.game), short_count(run.iteration)
    detail = tr("{game}, {count} {what}").format(
        game=game, count=count, what=phrase(run.kind.units().caption)
    )
    if run.phase != "done" and planned is not None and planned < ENDLESS:
        detail = tr("{game}, {count} of {all}").format(
            game=game, count=count, all=short_count(planned)
        )
    when = took(run.seconds)
    if run.phase in _GOING:
        seconds, about = time_left(run)
        words = tr("about {time} left") if about else tr("{time} left")
        when = words.format(time=clock(seconds)) if seconds is not None else when
    waits = run.phase in (*_GOING, "paused")
    return RunRow(
        run.key,
        run.series,
        name,
        detail,
        _state(run),
        run.phase,
        when,
        share if waits else None,
        front,
    )


def _foot(run: ShownRun) -> tuple[str, str]:
    """Describe the outcome of a run, expected or reached."""
    game = short_game(run.recipe.game)
    if run.phase == "failed":
        kept = tr("Its last checkpoint is saved. Resume continues from there.")
        lost = tr("Nothing was saved. Resume starts it again.")
        return tr("It cannot continue"), kept if run.path.exists() else lost
    if run.engine is not None and run.engine_current:
        text = tr(
            "The engine lists of {game} have it as “{title}”. It stays there when the run is"
            " removed, unless you ask for both."
        )
        title = engine_title(run.recipe, run.engine.iteration)
        return tr("On the engine lists"), text.format(title=title, game=game)
    if run.phase == "done":
        text = tr("Its strategy is not on the engine lists; Save puts it there.")
        return tr("Not on the engine lists"), text
    planned = run.bounds.iterations
    if planned is not None and planned < ENDLESS:
        text = tr(
            "The result joins every engine list of {game} as “{title}”. Closing the window keeps"
            " the last checkpoint."
        ).format(game=game, title=engine_title(run.recipe, planned))
    else:
        text = tr(
            "The result joins every engine list of {game}, named by its {counted}. Closing the"
            " window keeps the last checkpoint."
        ).format(game=game, counted=phrase(run.kind.units().caption))
    return (tr("When it ends") if run.phase in _GOING else tr("Once it resumes and ends")), text
