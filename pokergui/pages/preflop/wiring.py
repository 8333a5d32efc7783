"""Wiring of the Preflop page."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from pokergui.background.jobs import Runner
from pokergui.pages.preflop.presenters import PreflopPresenter
from pokergui.pages.preflop.views.page import PreflopPage
from pokergui.paths import strategies_dir


def start_preflop(runner: Runner, page: PreflopPage, parent: QObject) -> PreflopPresenter:
    presenter = PreflopPresenter(runner, strategies_dir(), parent)
    page.controls.changed.connect(presenter.choose)
    page.form.controls.changed.connect(presenter.choose)
    page.lines.moved.connect(partial(presenter.choose, "line"))
    page.lines.opened.connect(partial(presenter.choose, "line"))
    page.form.slider.chosen.connect(presenter.slide)
    page.form.slider.stepped.connect(presenter.step)
    page.grid.strokes.painted.connect(presenter.paint)
    page.pasted.connect(presenter.paste)
    page.table_chosen.connect(presenter.write_table)
    page.picture_made.connect(presenter.write_picture)
    page.notice.pressed.connect(presenter.press)
    presenter.scene.connect(page.set_scene)
    presenter.notice.connect(page.set_notice)
    presenter.copied.connect(page.take)
    page.shown.connect(presenter.show_page)
    presenter.show_page(page.isVisible())
    return presenter
