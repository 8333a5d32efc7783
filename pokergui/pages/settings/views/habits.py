"""The section Bets and keys: automatic actions at the table, and own bet presets."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.views.betfields import BetFields
from pokergui.pages.settings.views.form import Form
from pokergui.viewmodel import SettingsScene


class HabitsForm(Form):
    """The form of next hand, misclick guard and bet presets.

    Attributes:
        bets: the fields of the presets.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bets = BetFields(self)
        switch: list[tuple[object, str]] = [(False, tr("Off")), (True, tr("On"))]
        next_hand, guard = tr("Automatic next hand"), tr("Misclick guard")
        at_once = tr("After a moment; Space deals at once.")
        second = tr("All-ins and large folds need a second press.")
        habits = self.panel(
            tr("At the table"),
            self.choice("auto_next", next_hand, at_once, switch),
            self.choice("misclick_guard", guard, second, switch),
        )
        self.fill(habits, self.panel(tr("Bet presets"), self.bets))

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing."""
        super().set_scene(scene)
        self.bets.set_scene(scene)
