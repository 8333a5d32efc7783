"""Which of the Lab page's intents reach which slot of its presenters, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.lab.presenters.kuhn import KuhnLab
    from pokergui.pages.lab.presenters.matrix import MatrixLab
    from pokergui.pages.lab.presenters.schedule import ScheduleLab
    from pokergui.pages.lab.views.page import LabPage


def start_lab(runner: Runner, page: LabPage, parent: QObject) -> ScheduleLab:
    """Bring the page to life; nothing is computed before it is seen. The presenter that links."""
    # After the first paint, when numba is loaded.
    from pokergui.pages.lab.presenters.kuhn import KuhnLab
    from pokergui.pages.lab.presenters.matrix import MatrixLab  # as above
    from pokergui.pages.lab.presenters.schedule import ScheduleLab  # as above

    matrix, kuhn = MatrixLab(runner, parent), KuhnLab(runner, parent)
    schedule = ScheduleLab(runner, parent)
    connect_lab(matrix, kuhn, page)
    connect_schedule(schedule, page)
    matrix.show_page(page.isVisible())
    kuhn.show_page(page.isVisible() and page.tab is page.kuhn)
    schedule.show_page(page.isVisible() and page.tab is page.schedule)
    return schedule


def connect_schedule(schedule: ScheduleLab, page: LabPage) -> None:
    """Join the tab "Sampling schedule" and its presenter."""
    schedule.scene.connect(page.set_schedule)
    page.schedule_shown.connect(schedule.show_page)
    page.schedule_game_chosen.connect(schedule.choose_game)
    tab = page.schedule
    tab.preset_chosen.connect(schedule.choose_preset)
    tab.edited.connect(schedule.edit)
    tab.count_chosen.connect(schedule.choose_count)
    tab.dial_turned.connect(schedule.turn)
    tab.dial_chosen.connect(schedule.choose_dial)
    tab.bar_drawn.connect(schedule.draw)
    tab.train_pressed.connect(schedule.train)


def connect_lab(matrix: MatrixLab, kuhn: KuhnLab, page: LabPage) -> None:
    """Join presenters and page; neither side knows the other."""
    matrix.scene.connect(page.set_matrix)
    page.shown.connect(matrix.show_page)
    page.game_chosen.connect(matrix.choose_game)
    tab = page.matrix
    tab.steps.first_pressed.connect(matrix.first)
    tab.steps.back_pressed.connect(matrix.back)
    tab.steps.next_pressed.connect(matrix.next)
    tab.steps.run_pressed.connect(matrix.run)
    tab.rule_chosen.connect(matrix.choose_rule)
    tab.fractions_chosen.connect(matrix.choose_fractions)
    tab.payoffs.edited.connect(matrix.edit)
    kuhn.scene.connect(page.set_kuhn)
    page.kuhn_shown.connect(kuhn.show_page)
    steps = page.kuhn.steps
    steps.first_pressed.connect(kuhn.first)
    steps.back_pressed.connect(kuhn.back)
    steps.next_pressed.connect(kuhn.next)
    steps.run_pressed.connect(kuhn.run)
    page.kuhn.order_chosen.connect(kuhn.choose_order)
    page.kuhn.start_chosen.connect(kuhn.choose_start)
    page.kuhn.fractions_chosen.connect(kuhn.choose_fractions)
    page.kuhn.row_chosen.connect(kuhn.choose_row)
