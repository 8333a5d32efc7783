"""The form of an aggregate report: the line, the boards, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pokergui.pages.study.reports.viewmodel.aggregate import AggregateForm
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.field import Caption, FieldBox, Note
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.segmented import Segmented

_KINDS = ("all", "sample", "named")


class AggregateFormView(QWidget):
    """Shows an ``AggregateForm``.

    Signals:
        edited: key of a field and its text.
        boards_chosen: ``all``, ``sample`` or ``named``.
        run_asked, stop_asked: the button.
    """

    edited = Signal(str, str)
    boards_chosen = Signal(str)
    run_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._form: AggregateForm | None = None
        self.line = FieldBox(
            "line",
            self.tr("Line"),
            self.tr("up to a decision on a board"),
            "r300c/",
            self.tr("Betting text as in r300c/: f, c, r with the total, / after each round"),
            self,
        )
        names = (self.tr("All flops"), self.tr("Sample"), self.tr("By name"))
        self.kinds = Segmented(
            self.tr("Boards"), list(zip(_KINDS, names, strict=True)), self, dense=True
        )
        self.note = Note(2, self)
        self.size_box = FieldBox(
            "size",
            self.tr("Boards"),
            "",
            "95",
            self.tr("How many boards are drawn, 1 to 900"),
            self,
        )
        self.seed = FieldBox(
            "seed",
            self.tr("Seed"),
            "",
            "0",
            self.tr("The same seed draws the same boards"),
            self,
        )
        self.named = FieldBox(
            "named",
            self.tr("Boards"),
            self.tr("separated by spaces"),
            "AhTd7c KsQs2d",
            self.tr("Boards as in AhTd7c; one that lacks turn or river stands for all of them"),
            self,
        )
        self.boxes = {box.key: box for box in (self.line, self.size_box, self.seed, self.named)}
        for box in self.boxes.values():
            box.edited.connect(self.edited)
            box.editor.returnPressed.connect(self.press)
        self.button = IconButton("start", self.tr("Run"), "Ctrl+Enter", self, primary=True)
        self.button.clicked.connect(self.press)
        self.kinds.chosen.connect(self._chosen)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(16)
        chosen = QVBoxLayout()
        chosen.setSpacing(2)
        chosen.addWidget(Caption(self.tr("Which boards"), "", self))
        chosen.addWidget(self.kinds)
        chosen.addWidget(self.note)
        chosen.addStretch(1)
        press = QVBoxLayout()
        press.setContentsMargins(0, 16, 0, 0)
        press.addWidget(self.button)
        press.addStretch(1)
        self._row.addWidget(self.line, 3)
        self._row.addLayout(chosen)
        self._row.addWidget(self.size_box, 1)
        self._row.addWidget(self.seed, 1)
        self._row.addWidget(self.named, 4)
        self._row.addLayout(press)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_compact(False)
        self.set_form(AggregateForm())

    def tab_order(self) -> list[QWidget]:
        """Everything that takes the focus, from left to right."""
        fields = [self.size_box.editor, self.seed.editor, self.named.editor]
        return [self.line.editor, *self.kinds.buttons(), *fields, self.button]

    def set_compact(self, compact: bool) -> None:
        """Smaller margins."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 8, pad, 4)
        self._row.setSpacing(12 if compact else 16)
        self.button.set_compact(compact)

    def set_form(self, form: AggregateForm) -> None:
        """Show a form; only the fields of the chosen boards are there."""
        before, self._form = self._form, form
        if before is None or (form.fields, form.boards) != (before.fields, before.boards):
            self._show_fields(form)
        self._running = form.running
        icon, words = "start", self.tr("Run")
        if form.running:
            icon, words = "stop", self.tr("Stop")
        elif form.going_on:
            words = self.tr("Go on")
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
        self.kinds.setAccessibleDescription(boards.error or boards.note)
        for box in (self.size_box, self.seed):
            box.setVisible(form.boards == "sample")
        self.named.setVisible(form.boards == "named")

    def press(self) -> None:
        """Run or stop."""
        if self._running:
            self.stop_asked.emit()
        else:
            self.run_asked.emit()

    def _chosen(self, kind: object) -> None:
        self.boards_chosen.emit(str(kind))
