"""Which of the Lab page's intents reach which slot of its presenters, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.presenters.jobs import Runner
    from pokergui.presenters.lab_kuhn import KuhnLab
    from pokergui.presenters.lab_matrix import MatrixLab
    from pokergui.views.lab.page import LabPage


def start_lab(runner: Runner, page: LabPage, parent: QObject) -> None:
    """Bring the page to life; nothing is computed before it is seen."""
    from pokergui.presenters.lab_kuhn import KuhnLab  # after the first paint, when numba is loaded
    from pokergui.presenters.lab_matrix import MatrixLab  # as above

    matrix, kuhn = MatrixLab(runner, parent), KuhnLab(runner, parent)
    connect_lab(matrix, kuhn, page)
    matrix.show_page(page.isVisible())
    kuhn.show_page(page.isVisible() and page.tab is page.kuhn)


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
