"""The list of all runs: which is in front, which are on the chart, how far each is."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from pokergui.pages.train.viewmodel.train import RunListScene, RunRow
from pokergui.pages.train.views.controls import paint_share, phase_colour
from pokergui.pages.train.views.series import series_colour
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import contrast
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.painting import RIGHT, text
from pokergui.widgets.quietlist import QuietItems, QuietList
from pokergui.widgets.rowmodel import Index, RowModel

_ROW, _BAR_ROW = 58, 68
_CHECK = 16.0
_NONE: object = None


def said(row: RunRow) -> str:
    """A run in words."""
    return ", ".join(filter(None, (row.title, row.detail, row.state, row.time)))


class _Runs(RowModel[RunRow]):
    """The rows; a checked row is on the chart."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(said, parent)
        self.full = False

    def set_runs(self, rows: tuple[RunRow, ...], full: bool) -> bool:
        """Take over what changed; whether rows of the same runs changed their heights."""
        self.full = full
        before = self.rows
        same = self.set_rows(rows)
        return same and [row.share is None for row in before] != [row.share is None for row in rows]

    def tip(self, row: RunRow) -> str:
        """What is said of a run, and why it cannot be put on the chart."""
        full = self.full and row.series < 0
        tip = self.tr("No further run fits on the chart; take one off first.") if full else ""
        return "\n".join(filter(None, (said(row), tip)))

    @guarded_or(_NONE)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A run that is on the chart is checked."""
        if role == Qt.ItemDataRole.CheckStateRole and 0 <= index.row() < len(self.rows):
            shown = self.rows[index.row()].series >= 0
            return Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked
        return super().data(index, role)

    @guarded_or(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every run can be brought to front; not every one fits on the chart."""
        del index
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemNeverHasChildren
        )


def _pad(box: QRectF) -> float:
    """Smaller in a narrow list."""
    return 12.0 if box.width() < 270 else 16.0


def _check_box(box: QRectF) -> QRectF:
    """Where the check box of a row stands."""
    return QRectF(box.x() + _pad(box), box.y() + 11, _CHECK, _CHECK)


class _Rows(QuietItems):
    """Paints runs; a click on the check box puts a run on the chart.

    Signals:
        toggled: row number of a run.
    """

    toggled = Signal(int)

    @guarded_or(QSize(160, _ROW))
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Higher with a bar."""
        row: RunRow = index.data(Qt.ItemDataRole.UserRole)
        return QSize(160, _ROW if row.share is None else _BAR_ROW)

    @guarded_or(False)
    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Take presses on the check box, with some room around it."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            room = _check_box(QRectF(option.rect)).adjusted(-10, -9, 5, 12)
            if room.contains(event.position()):
                if event.type() == QEvent.Type.MouseButtonRelease:
                    self.toggled.emit(index.row())
                return True
        return False

    def in_front(self, index: Index) -> bool:
        """The one that the rest of the page is about."""
        row: RunRow = index.data(Qt.ItemDataRole.UserRole)
        return row.front

    def item(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """Check box, words, how far it is."""
        model = index.model()
        assert isinstance(model, _Runs)
        row: RunRow = index.data(Qt.ItemDataRole.UserRole)
        self._check(painter, _check_box(box), row, possible=not model.full)
        self._words(painter, box, row)

    def _check(self, painter: QPainter, box: QRectF, row: RunRow, *, possible: bool) -> None:
        """Filled in the run's colour while it is on the chart."""
        t = look.tokens()
        if row.series < 0:
            painter.setPen(QPen(QColor(t.line2 if possible else t.line), 1))
            painter.setBrush(QColor(t.bg1))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            return
        colour = series_colour(row.series)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(box, 3, 3)
        ink = max(("#0E1217", "#FFFFFF"), key=lambda tone: contrast(tone, colour))
        paint_icon(painter, "check", box.adjusted(2, 2, -2, -2), ink, 2.0)

    def _words(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        """Title and state, detail and time, bar."""
        t = look.tokens()
        left, right = box.x() + _pad(box) + _CHECK + 8, box.right() - _pad(box)
        line = QRectF(left, box.y() + 9, right - left, 20)
        plain = t.acc if row.phase in ("running", "starting") else t.t2
        state = phase_colour(row.phase, plain)
        used = text(painter, line, row.state, font(SMALL), state, RIGHT)
        name = line.adjusted(0, 0, -used - 8, 0)
        text(painter, name, row.title, font(BODY, 600), t.t1)
        line = line.translated(0, 19)
        used = text(painter, line, row.time, font(SMALL), t.t2, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 8, 0), row.detail, font(SMALL), t.t2)
        if row.share is not None:
            groove = QRectF(left, box.bottom() - 16, right - left, 4)
            colour = series_colour(row.series) if row.series >= 0 else t.acc
            paint_share(painter, groove, row.share, phase_colour(row.phase, colour))


class RunList(QuietList):
    """All runs of a ``RunListScene``.

    Signals:
        chosen: key of a run to bring to front.
        toggled: key of a run, and whether it is to be on the chart.
    """

    chosen = Signal(str)
    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._quiet = False
        self._model = _Runs(self)
        self.setModel(self._model)
        rows = _Rows(self)
        rows.toggled.connect(self._toggle)
        self.setItemDelegate(rows)
        self.setObjectName("runs")
        self.setAccessibleName(self.tr("Runs"))
        self.setToolTip(self.tr("Up and Down choose a run; C puts it on the chart or takes it off"))

    def set_scene(self, scene: RunListScene) -> None:
        """Show the runs; the one in front is current. Emits nothing."""
        self._quiet = True
        try:
            if self._model.set_runs(scene.rows, scene.full):
                self.doItemsLayout()
            front = next((i for i, row in enumerate(scene.rows) if row.front), -1)
            if front != self.currentIndex().row():
                self.setCurrentIndex(self._model.index(front))
        finally:
            self._quiet = False

    def toggle_front(self) -> None:
        """What the key does: put the run in front on the chart or take it off."""
        front = next((i for i, row in enumerate(self._model.rows) if row.front), -1)
        if front >= 0:
            self._toggle(front)

    def _toggle(self, index: int) -> None:
        row = self._model.rows[index]
        if row.series >= 0 or not self._model.full:
            self.toggled.emit(row.key, row.series < 0)

    @guarded
    def currentChanged(self, current: Index, previous: Index) -> None:
        """The arrows or a click chose another run."""
        super().currentChanged(current, previous)
        if not self._quiet and 0 <= current.row() < len(self._model.rows):
            row = self._model.rows[current.row()]
            if not row.front:
                self.chosen.emit(row.key)
