"""The keys of a decision at Play's table and in its drills view."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt

from pokergui.language import tr_play as tr
from pokergui.pages.play.views.actionbar import ActionBar
from pokergui.widgets.page import KeyedPage


def add_decision_keys(page: KeyedPage, bar: ActionBar) -> None:
    """Register keys that press the buttons of an action bar and choose the size of a bet."""
    page.begin_keys(tr("Decision"))
    for name, kind, words in (
        ("F", "fold", tr("fold")),
        ("C", "call", tr("check or call")),
        ("R", "raise", tr("bet or raise")),
    ):
        page.add_key(name, partial(bar.press, kind), words)
    for number, preset in enumerate(bar.presets, 1):
        page.add_key(str(number), preset.press, tr("choose a size"))
    for name, steps, words in (
        ("Up", 1, tr("a step larger")),
        ("Right", 1, tr("a step larger")),
        ("Down", -1, tr("a step smaller")),
        ("Left", -1, tr("a step smaller")),
        ("PgUp", 5, tr("much larger")),
        ("PgDown", -5, tr("much smaller")),
    ):
        page.add_key(name, partial(bar.step, steps), words, repeat=True)
    page.add_key("B", partial(_edit_amount, page, bar), tr("type the size"))


def _edit_amount(page: KeyedPage, bar: ActionBar) -> None:
    field = bar.amount
    if field.isVisibleTo(page) and field.isEnabled():
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()
