"""The part of Study beside a solved spot, or one being solved: figures, state, values, locks."""

from __future__ import annotations

from math import log

from ai.solver.spot import Spot
from ai.training.run import CurvePoint
from pokergui.formatting.figures import memory, took
from pokergui.formatting.players import player_names
from pokergui.formatting.words import chips, ev_text
from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.presenters.paint import SpotPainter
from pokergui.pages.study.solving.presenters.session import SpotSession
from pokergui.pages.study.solving.presenters.target import SpotTarget, target_text
from pokergui.pages.study.solving.scenes.formatting import title
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.solving.work.solving import Worth
from pokergui.viewmodel.strips import Figure


def solution_scene(
    session: SpotSession, spot: Spot, painter: SpotPainter, target: SpotTarget
) -> SolutionScene:
    """Return everything except the comparison."""
    return SolutionScene(
        title=title(spot.board, spot.pot, spot.stack),
        figures=figures(session),
        share=share_done(session),
        running=session.active,
        stopping=bool(session.halting),
        state=state(session),
        value=value(spot, session.work.worth),
        painting=painter.on,
        brushes=painter.brushes(),
        locks=locks_text(len(painter.locks.locks)),
        unsolved=painter.unsolved,
        target=target.field(session, painter.unsolved),
    )


def figures(session: SpotSession) -> tuple[Figure, ...]:
    """Return the solution's progress, and its resources."""
    run = session.run
    if run is None:
        return ()
    time = Figure(tr("Time"), took(run.seconds))  # unknown for an engine's solution
    return (
        Figure(tr("Exploitability"), of_pot(run.percent), tr("of pot")),
        Figure(tr("Iterations"), chips(run.trainer.iteration)),
        Figure(tr("Information sets"), chips(session.work.infosets)),
        Figure(tr("Memory"), memory(run.trainer.num_bytes)),
        *(() if session.work.engine else (time,)),
    )


def state(session: SpotSession) -> str:
    """Return the state of a spot in short."""
    run = session.run
    if session.phase == "starting":
        return tr("Getting ready")
    if session.phase == "running":
        return tr("Solving")
    if session.work.as_played:
        return tr("Solved as {engine} plays it").format(engine=session.work.engine)
    if session.phase == "done":
        return tr("Solved to {target} of the pot").format(target=target_text(session.target))
    if run is None:
        return tr("Cannot be solved")
    return tr("Stopped")


def share_done(session: SpotSession) -> float | None:
    """Return the progress to the target on a log scale; None while unknown."""
    run = session.run
    if run is None:
        return None
    if session.phase == "done":
        return 1.0
    goal = session.target * run.spot.pot / 100
    first: CurvePoint = run.curve[0]
    if goal <= 0.0 or first.exploitability <= goal or run.exploitability <= 0.0:
        return None
    done = log(first.exploitability / run.exploitability) / log(first.exploitability / goal)
    return min(1.0, max(0.0, done))


def value(spot: Spot, worth: Worth | None) -> tuple[Figure, ...]:
    """Return what both players win from the start of the spot: EV and equity."""
    if worth is None:
        return ()
    return tuple(
        Figure(name, ev_text(spot.game, ev), f"{100 * equity:.1f}%")
        for name, ev, equity in zip(player_names(spot.game), worth.ev, worth.equity, strict=True)
    )


def locks_text(count: int) -> str:
    """Return the number of locked decisions as text, empty for none."""
    if not count:
        return ""
    return tr.plural("1 decision locked", "{count} decisions locked", count).format(count=count)
