"""The section Review: reviews of each hand, and limits between classes of decisions."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from pokergui.language import tr_settings as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.settings.views.form import Form
from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.laying import Part, column, label, restyle, row
from pokergui.widgets.spoken import set_description, set_name, set_tip

_FIELD, _UNIT, _HEIGHT = 80, 110, 32
_LONGEST = 12


class LimitFields(QWidget):
    """A field for each limit, errors below them, and a reset button.

    Signals:
        changed: all limits as typed.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual: tuple[str, ...] = ()
        time, pot = tr("% of the time"), tr("% of the pot")
        rarely = tr("The judge plays your action less often, and you lose at least")
        rows = (
            (tr("Correct"), tr("The judge plays your action at least"), time),
            (tr("Wrong"), rarely, pot),
            (tr("Blunder"), rarely, pot),
            (tr("Blunder in big blinds"), tr("Or you lose at least"), tr("bb")),
        )
        self.fields = [QLineEdit(self) for _ in rows]
        parts: list[Part] = []
        for (name, note, unit), field in zip(rows, self.fields, strict=True):
            self._prepare(name, note, unit, field)
            about = column(label(name, self, BODY), label(note, self, tone="caption"), gap=0)
            shown = label(unit, self, tone="second")
            shown.setFixedWidth(_UNIT)
            parts.append(row((about, 1), field, shown, gap=8))
        self.error = label("", self, tone="error")
        self.reset = QPushButton(tr("Reset"), self)
        set_tip(self.reset, tr("Restore the default limits"))
        self.reset.clicked.connect(lambda: self.changed.emit(self._usual))
        self.hint = label("", self, tone="caption")
        column(*parts, self.error, row(self.hint, None, self.reset), on=self, gap=6)

    def _prepare(self, name: str, note: str, unit: str, field: QLineEdit) -> None:
        field.setObjectName("field")
        field.setFont(font(BODY, 500))
        field.setFixedSize(_FIELD, _HEIGHT)
        field.setMaxLength(_LONGEST)
        set_name(field, labelled(name, phrases((note, unit))))
        set_tip(field, labelled(note, unit))
        field.textEdited.connect(
            lambda: self.changed.emit(tuple(each.text() for each in self.fields))
        )

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and leaves what is being typed alone."""
        self._usual = scene.limits_usual
        for field, text in zip(self.fields, scene.limits, strict=True):
            if field.text() != text:
                field.setText(text)
            set_description(field, scene.limits_error)
            restyle(field, "wrong", bool(scene.limits_error))
        self.error.setText(scene.limits_error)
        self.error.setVisible(bool(scene.limits_error))
        correct, wrong, blunder, blunder_bb = scene.limits_usual
        words = tr("Default: {correct}% of the time, {wrong}% and {blunder}% of the pot, {bb} bb")
        self.hint.setText(
            words.format(correct=correct, wrong=wrong, blunder=blunder, bb=blunder_bb)
        )
        self.reset.setEnabled(scene.limits != self._usual)


class ReviewForm(Form):
    """The form of hand reviews and the limits of the classes.

    Attributes:
        limits: the fields of the limits.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.limits = LimitFields(self)
        switch: list[tuple[object, str]] = [(False, tr("Off")), (True, tr("On"))]
        review = tr("Review each hand")
        after = tr("After a hand, how good your decisions were.")
        each = self.choice("review", review, after, switch)
        table = self.panel(tr("At the table"), each)
        note = tr(
            "An inaccuracy loses less than Wrong. Losses within the judge’s noise floor never"
            " count. Saved reviews are updated at once."
        )
        words = label(note, self, tone="caption", wraps=True)
        self.fill(table, self.panel(tr("Classes of decisions"), words, self.limits))

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing."""
        super().set_scene(scene)
        self.limits.set_scene(scene)
