"""The advisor's drawer: figures, sizes of a bet, a range; or why there is none of it."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pokergui.theme import look
from pokergui.theme.actions import action_colour, paint_swatch
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import AdvisorProblem, AdvisorScene, ChoiceList, Figure, SizeAdvice
from pokergui.viewmodel.grid import GridScene
from pokergui.views.buttons import PaintedButton, QuietButton
from pokergui.views.combo import CaptionCombo
from pokergui.views.grid import RangeGrid
from pokergui.views.guard import Painted, guarded_or
from pokergui.views.iconbutton import IconButton
from pokergui.views.painting import RIGHT, arc, focus_ring, text
from pokergui.views.segmented import Segmented

WIDTH = 384
_MOST_SIZES = 8
_ARC_DELAY_MS, _ARC_TURN_MS = 300, 1100
_EMPTY = GridScene(0, 0, ())


class FigureRow(Painted, QWidget):
    """Key figures side by side, each under its name, parted by hairlines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.setFixedHeight(44)
        self.setAccessibleName(self.tr("Figures"))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        """Show figures."""
        self._figures = figures
        words = [f"{f.label} {f.value} {f.rest}".strip() for f in figures]
        self.setAccessibleDescription(", ".join(words))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """One frame round all."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg1))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        width = box.width() / max(1, len(self._figures))
        for i, figure in enumerate(self._figures):
            x = round(i * width)
            if i:
                painter.setPen(QPen(QColor(t.line), 1))
                painter.drawLine(QPointF(x + 0.5, 1), QPointF(x + 0.5, box.height() - 1))
            name = QRectF(x + 10, 4, width - 12, 16)
            text(painter, name, figure.label, font(CAPTION), t.t3)
            row = QRectF(x + 10, 20, width - 12, 20)
            used = text(painter, row, figure.value, font(ACTION, 600), t.t1)
            rest = row.adjusted(used + 4, 1, 0, 1)
            if metrics(CAPTION).horizontalAdvance(figure.rest) <= rest.width():
                text(painter, rest, figure.rest, font(CAPTION), t.t2)


class SizeButton(PaintedButton):
    """One size that the engine considers; a press takes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size: SizeAdvice | None = None
        self._compact = False
        self.setFixedHeight(24)
        self.setVisible(False)

    def set_compact(self, compact: bool) -> None:
        """Leave bar and value away."""
        self._compact = compact
        self.update()

    @property
    def key(self) -> str:
        """What is sent back."""
        return self._size.key if self._size is not None else ""

    def set_size(self, size: SizeAdvice) -> None:
        """Show a size."""
        self._size = size
        self.setAccessibleName(size.title)
        said = f"{size.percent} {size.value}".strip()
        self.setAccessibleDescription(said)
        self.setToolTip(
            self.tr("{size}, {share}: take this size").format(size=size.title, share=size.percent)
        )
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Swatch, name, bar, percent, value, as a row of a tree."""
        size, t = self._size, look.tokens()
        if size is None:
            return
        box = QRectF(self.rect())
        if size.chosen or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accbg if size.chosen else t.bg3))
            painter.drawRoundedRect(box, 4, 4)
        paint_swatch(painter, QRectF(5, 5, 14, 14), size.tone, size.rank)
        right = box.right() - 8
        if self._compact:
            share = QRectF(right - 44, 0, 44, 24)
            used = text(painter, share, size.percent, font(SMALL, 600), t.t1, RIGHT)
            self._name(painter, right - used - 6)
            return
        worth = text(painter, QRectF(right - 60, 0, 60, 24), size.value, font(SMALL), t.t2, RIGHT)
        right -= 64 if worth else 0
        share = QRectF(right - 44, 0, 44, 24)
        text(painter, share, size.percent, font(SMALL, 600), t.t1, RIGHT)
        bar = QRectF(right - 44 - 8 - 72, 9, 72, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(t.bg4))
        painter.drawRoundedRect(bar, 2, 2)
        if size.share > 0:
            painter.setBrush(QColor(action_colour(size.tone, size.rank)))
            filled = QRectF(bar.x(), bar.y(), max(2.0, bar.width() * size.share), bar.height())
            painter.drawRoundedRect(filled, 2, 2)
        self._name(painter, bar.x() - 6)

    def _name(self, painter: QPainter, right: float) -> None:
        assert self._size is not None
        face = font(SMALL, 600 if self._size.chosen else 400)
        text(painter, QRectF(27, 0, right - 27, 24), self._size.title, face, look.tokens().t1)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), 4)

    @guarded_or(QSize(300, 24))
    def sizeHint(self) -> QSize:
        """One row."""
        return QSize(300, 24)


class _Words(QLabel):
    """A line or paragraph of words."""

    def __init__(self, size: int, weight: int, tone: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(font(size, weight))
        self.setProperty("tone", tone)
        self.setWordWrap(True)
        self.setVisible(False)

    def say(self, words: str) -> None:
        """Show words, or close the place where there are none."""
        self.setText(words)
        self.setVisible(bool(words))


class AdvisorDrawer(Painted, QWidget):
    """Shows an ``AdvisorScene``.

    Signals:
        engine_chosen: name of an engine.
        side_chosen: "opponent" or "you".
        size_chosen: the text of an amount.
        study_requested: the decision is to be opened in Study.
        closed: the drawer is to be closed.
    """

    engine_chosen = Signal(str)
    side_chosen = Signal(object)
    size_chosen = Signal(str)
    study_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Advisor"))
        self._scene = AdvisorScene(ChoiceList("", (), ""))
        self.engine = CaptionCombo(self.tr("Whose advice"), self)
        self.engine.setMaximumWidth(220)
        self.close_button = QuietButton("close", self.tr("Close the advisor"), "A", self)
        self.figures = FigureRow(self)
        self.sizes = [SizeButton(self) for _ in range(_MOST_SIZES)]
        self.sides = Segmented(
            self.tr("Range"), (("opponent", self.tr("Opponent")), ("you", self.tr("You"))), self
        )
        self.grid = RangeGrid(self)
        self.grid.setMaximumHeight(WIDTH - 24)
        self.study = IconButton("study", self.tr("Open in Study"), "S", self)
        self._title = QLabel(self.tr("Advisor"), self)
        self._title.setFont(font(ACTION, 600))
        self._range_title = QLabel(self)
        self._range_title.setFont(font(BODY, 600))
        self._range_note = QLabel(self)
        self._range_note.setFont(font(BODY))
        self._range_note.setProperty("tone", "second")
        self._note = _Words(CAPTION, 400, "caption", self)
        self._warning = _Words(SMALL, 400, "warning", self)
        self._waiting = _Words(BODY, 400, "second", self)
        self._problem = _Words(BODY, 600, "", self)
        self._reason = _Words(SMALL, 400, "second", self)
        self._offers = QVBoxLayout()
        self._since = QElapsedTimer()
        self._arc = QTimer(self)
        self._arc.setInterval(33)
        self._arc.timeout.connect(self._turn_arc)
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self.engine)
        head.addWidget(self.close_button)
        self._rows = QGridLayout()
        self._rows.setSpacing(0)
        self._rows.setHorizontalSpacing(8)
        over = QHBoxLayout()
        over.setSpacing(6)
        over.addWidget(self._range_title)
        over.addWidget(self._range_note)
        over.addStretch(1)
        over.addWidget(self.sides)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self.figures)
        for words in (self._problem, self._reason, self._waiting):
            self._column.addWidget(words)
        self._column.addLayout(self._offers)
        self._column.addLayout(self._rows)
        self._column.addLayout(over)
        self._column.addWidget(self.grid, 100)
        self._column.addWidget(self._warning)
        self._column.addWidget(self._note)
        self._column.addStretch(1)
        self._column.addWidget(self.study, 0, Qt.AlignmentFlag.AlignLeft)
        self.set_compact(False)

    def _wire(self) -> None:
        self.engine.chosen.connect(self.engine_chosen)
        self.close_button.clicked.connect(self.closed)
        self.sides.chosen.connect(self.side_chosen)
        self.study.clicked.connect(self.study_requested)
        for size in self.sizes:
            size.clicked.connect(self._size_pressed)

    def _size_pressed(self) -> None:
        button = self.sender()
        assert isinstance(button, SizeButton)
        self.size_chosen.emit(button.key)

    def _offer_pressed(self) -> None:
        self.engine_chosen.emit(self.sender().property("key"))

    def tab_order(self) -> list[QWidget]:
        """Controls in the order of the Tab key."""
        segments = self.sides.findChildren(QWidget)
        return [self.engine, self.close_button, *self.sizes, *segments, self.grid, self.study]

    def set_compact(self, compact: bool) -> None:
        """Closer rows, and the way to Study by its key alone."""
        self._compact = compact
        self._column.setContentsMargins(17, 8, 16, 8 if compact else 12)
        self._column.setSpacing(6 if compact else 10)
        self.study.setVisible(not compact)
        columns = 2 if compact else 1
        for i, size in enumerate(self.sizes):
            size.set_compact(compact)
            self._rows.addWidget(size, i // columns, i % columns)
        self._note.say("" if compact else self._scene.note)

    def set_can_study(self, can: bool) -> None:
        """Whether there is a decision to open in Study."""
        self.study.setEnabled(can)

    def set_scene(self, scene: AdvisorScene) -> None:
        """Show what the advisor says."""
        before, self._scene = self._scene, scene
        if scene.engine != before.engine:
            self.engine.set_scene(scene.engine)
        self.figures.set_figures(scene.figures)
        for button, size in zip(self.sizes, scene.sizes, strict=False):
            button.set_size(size)
        for i, button in enumerate(self.sizes):
            button.setVisible(i < len(scene.sizes))
        self.sides.set_value(scene.side)
        self._range_title.setText(scene.range_title)
        self._range_note.setText(scene.range_note)
        if scene.grid is not None or not scene.thinking:
            self.grid.set_scene(scene.grid or _EMPTY)
        self.grid.setToolTip(scene.note)
        self._note.say("" if self._compact else scene.note)
        self._warning.say(scene.warning)
        self._waiting.say(scene.waiting)
        if scene.problem != before.problem:
            self._show_problem(scene.problem)
        if scene.thinking and not self._arc.isActive():
            self._since.start()
            self._arc.start()
        elif not scene.thinking and self._arc.isActive():
            self._arc.stop()
            self._turn_arc()

    def _show_problem(self, problem: AdvisorProblem | None) -> None:
        self._problem.say(problem.title if problem is not None else "")
        self._reason.say(problem.text if problem is not None else "")
        while (item := self._offers.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for offer in problem.offers if problem is not None else ():
            button = QPushButton(self.tr("Ask {name}").format(name=offer.title), self)
            button.setProperty("key", offer.key)
            button.setToolTip(button.text())
            button.clicked.connect(self._offer_pressed)
            self._offers.addWidget(button)

    def paint(self, painter: QPainter) -> None:
        """The panel with its left hairline, and the arc in the heading while it thinks."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.fillRect(box, QColor(t.bg2))
        painter.fillRect(QRectF(0, 0, 1, box.height()), QColor(t.line))
        if self._arc.isActive() and self._since.elapsed() >= _ARC_DELAY_MS:
            turn = (self._since.elapsed() % _ARC_TURN_MS) / _ARC_TURN_MS
            arc(painter, self._arc_centre(), 7.5, turn)

    def _arc_centre(self) -> QPointF:
        right = self._title.x() + metrics(ACTION, 600).horizontalAdvance(self._title.text())
        return QPointF(right + 20, self._title.geometry().center().y() + 0.5)

    def _turn_arc(self) -> None:
        middle = self._arc_centre().toPoint()
        self.update(middle.x() - 12, middle.y() - 12, 24, 24)
