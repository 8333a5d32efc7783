"""The form of an aggregate report: the line, the boards, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reports.viewmodel.aggregate import AggregateForm
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.field import Caption, FieldBox, Note
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, row
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description

_KINDS = ("all", "sample", "named")


class AggregateFormView(QWidget):
    """Shows an ``AggregateForm``.

    Signals:
        edited: key of a field and its text.
        run_asked, stop_asked: the button.
    """

    edited = Signal(str, str)
    run_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._form: AggregateForm | None = None
        line = tr("Betting text as in r300c/: f, c, r with the total, / after each round")
        size = tr("How many boards are drawn, 1 to 900")
        seed = tr("The same seed draws the same boards")
        named = tr("Boards as in AhTd7c; without turn or river a board stands for all of them")
        boards, apart = tr("Boards"), tr("separated by spaces")
        self.line, self.size_box, self.seed, self.named = (
            FieldBox(*texts, self)
            for texts in (
                ("line", tr("Line"), tr("up to a decision on a board"), "r300c/", line),
                ("size", boards, "", "95", size),
                ("seed", tr("Seed"), "", "0", seed),
                ("named", boards, apart, "AhTd7c KsQs2d", named),
            )
        )
        names = (tr("All flops"), tr("Sample"), tr("By name"))
        self.kinds = Segmented(boards, list(zip(_KINDS, names, strict=True)), self, dense=True)
        self.note = Note(2, self)
        self.boxes = {box.key: box for box in (self.line, self.size_box, self.seed, self.named)}
        for box in self.boxes.values():
            box.edited.connect(self.edited)
            box.editor.returnPressed.connect(self.press)
        self.button = IconButton("start", tr("Run"), "Ctrl+Enter", self, primary=True)
        self.button.clicked.connect(self.press)
        caption = Caption(tr("Which boards"), "", self)
        kinds = column(caption, self.kinds, self.note, None, gap=2)
        self._row = row(
            *((self.line, 3), kinds, (self.size_box, 1), (self.seed, 1), (self.named, 4)),
            column(self.button, None, margins=(0, 16, 0, 0)),
            on=self,
            gap=16,
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_compact(False)
        self.set_form(AggregateForm())

    def tab_order(self) -> list[QWidget]:
        """Return all focusable controls, from left to right."""
        fields = [self.size_box.editor, self.seed.editor, self.named.editor]
        return [self.line.editor, *self.kinds.buttons(), *fields, self.button]

    def set_compact(self, compact: bool) -> None:
        """Use smaller margins."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 8, pad, 4)
        self._row.setSpacing(12 if compact else 16)
        self.button.set_compact(compact)

    def set_form(self, form: AggregateForm) -> None:
        """Show a form with only the fields of the chosen boards."""
        before, self._form = self._form, form
        if before is None or (form.fields, form.boards) != (before.fields, before.boards):
            self._show_fields(form)
        self._running = form.running
        icon, words = "start", tr("Run")
        if form.running:
            icon, words = "stop", tr("Stop")
        elif form.going_on:
            words = tr("Continue")
        if words != self.button.text():
            self.button.set_words(icon, words)
        self.button.setEnabled(form.running or form.runnable)

    def _show_fields(self, form: AggregateForm) -> None:
        fields = {field.key: field for field in form.fields}
        for key, box in self.boxes.items():
            box.set_field(fields.get(key, SpotField(key, "")))
        boards = fields.get("boards", SpotField("boards", ""))
        self.note.set_words(boards.error or boards.note, wrong=bool(boards.error))
        self.kinds.set_value(form.boards)
        set_description(self.kinds, boards.error or boards.note)
        for box in (self.size_box, self.seed):
            box.setVisible(form.boards == "sample")
        self.named.setVisible(form.boards == "named")

    def press(self) -> None:
        """Run or stop."""
        if self._running:
            self.stop_asked.emit()
        else:
            self.run_asked.emit()
