"""Wiring of the Lab page: its intents go to its presenters, their scenes to it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from pokergui.background.jobs import Runner
from pokergui.pages.lab.presenters import EvaluationLab, KuhnLab, MatrixLab, ScheduleLab
from pokergui.pages.lab.views.page import LabPage
from pokergui.paths import strategies_dir


def start_lab(runner: Runner, page: LabPage, parent: QObject) -> ScheduleLab:
    """Start the page's presenters; return the one that links. Nothing is computed until shown."""
    matrix, schedule = MatrixLab(runner, parent), ScheduleLab(runner, parent)
    evaluation = EvaluationLab(runner, strategies_dir(), parent)
    page.matrix.payoffs.edited.connect(matrix.edit)
    page.schedule.dials.turned.connect(schedule.turn)
    page.schedule.bars.drawn.connect(schedule.draw)
    page.evaluation.hand.chosen.connect(evaluation.choose_hand)
    page.evaluation.notice.pressed.connect(evaluation.press)
    for presenter, tab in (
        (matrix, page.matrix),
        (KuhnLab(runner, parent), page.kuhn),
        (schedule, page.schedule),
        (evaluation, page.evaluation),
    ):
        presenter.scene.connect(tab.set_scene)
        tab.shown.connect(presenter.show_page)
        tab.controls.changed.connect(presenter.choose)
        presenter.show_page(tab.isVisible())
    return schedule
