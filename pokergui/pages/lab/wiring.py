"""Wiring of the Lab page: its intents go to its presenters, their scenes to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.lab.presenters.evaluation import EvaluationLab
    from pokergui.pages.lab.presenters.schedule import ScheduleLab
    from pokergui.pages.lab.presenters.steps import KuhnLab, MatrixLab, StepLab
    from pokergui.pages.lab.views.evaluation import EvaluationTab
    from pokergui.pages.lab.views.kuhn import KuhnTab
    from pokergui.pages.lab.views.matrix import MatrixTab
    from pokergui.pages.lab.views.page import LabPage
    from pokergui.pages.lab.views.schedule import ScheduleTab
    from pokergui.pages.lab.views.tab import StepTab


def start_lab(runner: Runner, page: LabPage, parent: QObject) -> ScheduleLab:
    """Start the page's presenters; return the one that links. Nothing is computed until shown."""
    # Imported after the first paint, when numba is loaded.
    from pokergui.pages.lab.presenters.evaluation import EvaluationLab
    from pokergui.pages.lab.presenters.schedule import ScheduleLab  # as above
    from pokergui.pages.lab.presenters.steps import (
        KuhnLab,  # as above
        MatrixLab,  # as above
    )

    matrix, kuhn = MatrixLab(runner, parent), KuhnLab(runner, parent)
    schedule = ScheduleLab(runner, parent)
    evaluation = EvaluationLab(runner, strategies_dir(), parent)
    connect_matrix(matrix, page.matrix)
    connect_kuhn(kuhn, page.kuhn)
    connect_schedule(schedule, page.schedule)
    connect_evaluation(evaluation, page.evaluation)
    for presenter, part in (
        (matrix, page.matrix),
        (kuhn, page.kuhn),
        (schedule, page.schedule),
        (evaluation, page.evaluation),
    ):
        presenter.show_page(part.isVisible())
    return schedule


def connect_evaluation(evaluation: EvaluationLab, tab: EvaluationTab) -> None:
    """Connect the tab "Evaluation" and its presenter."""
    evaluation.scene.connect(tab.set_scene)
    tab.shown.connect(evaluation.show_page)
    tab.games.chosen.connect(evaluation.choose_game)
    tab.case.chosen.connect(evaluation.choose_case)
    for role, box in enumerate(tab.roles):
        box.chosen.connect(partial(evaluation.choose_role, role))
    tab.value.chosen.connect(evaluation.choose_value)
    tab.seat.chosen.connect(evaluation.choose_seat)
    tab.numbers.chosen.connect(evaluation.choose_fractions)
    tab.table.chosen.connect(evaluation.choose_estimator)
    tab.hand.chosen.connect(evaluation.choose_hand)
    tab.hand.draw.clicked.connect(evaluation.draw_hand)
    tab.draw.clicked.connect(evaluation.draw)
    tab.seed.edited.connect(evaluation.edit_seed)
    tab.notice.pressed.connect(evaluation.press)


def connect_schedule(schedule: ScheduleLab, tab: ScheduleTab) -> None:
    """Connect the tab "Sampling schedule" and its presenter, which do not depend on each other."""
    schedule.scene.connect(tab.set_scene)
    tab.shown.connect(schedule.show_page)
    tab.games.chosen.connect(schedule.choose_game)
    tab.preset.chosen.connect(schedule.choose_preset)
    tab.field.textEdited.connect(schedule.edit)
    tab.count.chosen.connect(schedule.choose_count)
    tab.dials.turned.connect(schedule.turn)
    tab.bars.picked.connect(schedule.choose_dial)
    tab.bars.drawn.connect(schedule.draw)
    tab.train.clicked.connect(schedule.train)


def connect_matrix(matrix: MatrixLab, tab: MatrixTab) -> None:
    """Connect the tab "Regret matching" and its presenter."""
    _connect_steps(matrix, tab)
    matrix.scene.connect(tab.set_scene)
    tab.games.chosen.connect(matrix.choose_game)
    tab.rule.chosen.connect(matrix.choose_rule)
    tab.payoffs.edited.connect(matrix.edit)


def connect_kuhn(kuhn: KuhnLab, tab: KuhnTab) -> None:
    """Connect the tab "Kuhn, step by step" and its presenter."""
    _connect_steps(kuhn, tab)
    kuhn.scene.connect(tab.set_scene)
    tab.order.chosen.connect(kuhn.choose_order)
    tab.start.chosen.connect(kuhn.choose_start)
    tab.row_chosen.connect(kuhn.choose_row)


def _connect_steps(presenter: StepLab, tab: StepTab) -> None:
    tab.shown.connect(presenter.show_page)
    tab.numbers.chosen.connect(presenter.choose_fractions)
    tab.steps.first.clicked.connect(presenter.first)
    tab.steps.back.clicked.connect(presenter.back)
    tab.steps.forward.clicked.connect(presenter.next)
    tab.steps.run.clicked.connect(presenter.run)
