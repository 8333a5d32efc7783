"""The menu for saving, and views as pictures: a heading, the view, its legend and notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPen
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.comparing.views import DifferencesDrawing
from pokergui.pages.study.reading.viewmodel import HandsScene, StudySide
from pokergui.pages.study.reading.views.classes import PLOT, HandClasses, equity_chart
from pokergui.pages.study.solving.viewmodel import GivenScene
from pokergui.pages.study.viewmodel import ExportOffer, FormName, StudyScene, StudyTop
from pokergui.pages.study.whole.viewmodel import SheetScene
from pokergui.pages.study.whole.views.sheetcanvas import SheetCanvas, wrapped
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import ACTION, BODY, SMALL, font
from pokergui.viewmodel.chart import Line
from pokergui.viewmodel.grid import GridAction, GridScale, GridScene
from pokergui.viewmodel.strips import Crumb, LineScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.grid.grid import grid_places, paint_grid
from pokergui.widgets.grid.paint import paint_strip
from pokergui.widgets.painting import Drawing, WidgetPicture, flowed, png, ratio_of, svg, text
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.strips import advance, cards_width, paint_cards

MARGIN = 24
_GRID = 760
_LEAST_WIDTH = 640
_ROW, _TITLE, _GAP, _CAPTION = 22, 28, 14, 24
_SWATCH = 14.0
_SCALE, _STRIP = 62, 320
"""Height of a scale with its caption, width of its strip."""
_SHEET = (1400, 900)
_APART = "  ·  "


@dataclass(frozen=True)
class Grids:
    """One grid, or several side by side below their captions."""

    grids: tuple[tuple[str, GridScene], ...]

    def _boxes(self) -> list[QRectF]:
        top = _CAPTION if len(self.grids) > 1 else 0
        boxes, x = [], 0.0
        for _, scene in self.grids:
            area = grid_places(scene, _GRID, _GRID).area
            # Labels along the edges are outside the cells and shift the area's corner.
            boxes.append(QRectF(x, top, _GRID, area.bottom() + 4))
            x += _GRID + _GAP
        return boxes

    def size(self) -> QSize:
        boxes = self._boxes()
        return QSize(round(boxes[-1].right()), round(max(box.bottom() for box in boxes)))

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        t = look.tokens()
        for (caption, scene), box in zip(self.grids, self._boxes(), strict=True):
            places = grid_places(scene, _GRID, _GRID)
            box.translate(area.topLeft())
            if len(self.grids) > 1:
                line = QRectF(box.x() + places.left, area.y(), box.width(), _CAPTION - 4)
                text(painter, line, caption, font(BODY, 600), t.t1)
            painter.save()
            painter.translate(box.topLeft())
            paint_grid(painter, scene, places, ratio_of(painter))
            painter.restore()


class Sheet:
    """Every information set of a small game."""

    def __init__(self, scene: SheetScene) -> None:
        self._canvas = SheetCanvas()
        self._canvas.resize(_SHEET[0], _SHEET[1])
        self._canvas.set_room(_SHEET[1])
        self._canvas.set_scene(scene)

    def size(self) -> QSize:
        return QSize(_SHEET[0], self._canvas.height())

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        painter.save()
        painter.translate(area.topLeft())
        self._canvas.paint_sheet(painter, ratio_of(painter))
        painter.restore()


@dataclass(frozen=True)
class Paper:
    """A view with everything needed to understand it away from the window.

    Attributes:
        about: the range, pot and stacks.
        scale: the meaning of colours that show a number.
    """

    title: str
    crumbs: tuple[Crumb, ...]
    about: str
    body: Drawing
    legend: tuple[tuple[GridAction, str], ...] = ()
    notes: tuple[str, ...] = ()
    scale: GridScale | None = None

    @property
    def _inner(self) -> int:
        return max(_LEAST_WIDTH, self.body.size().width())

    def size(self) -> QSize:
        head = _TITLE + _high(self._line()) + (_ROW if self.about else 0) + _GAP
        height = head + self.body.size().height() + self._foot()
        return QSize(self._inner + 2 * MARGIN, round(height) + 2 * MARGIN)

    def _foot(self) -> float:
        notes = _ROW * sum(len(wrapped(note, self._inner)) for note in self.notes)
        used = (_SCALE if self.scale is not None else 0) + _high(self._entries()) + notes
        return _GAP + used if used else 0

    def _line(self) -> list[QPointF]:
        return flowed([_crumb_width(crumb) for crumb in self.crumbs], self._inner, 20, _ROW)

    def _entries(self) -> list[QPointF]:
        needs = [
            _SWATCH
            + 6
            + advance(action.title, font(SMALL, 500))
            + (6 + advance(words, font(SMALL)) if words else 0)
            for action, words in self.legend
        ]
        return flowed(needs, self._inner, 22, _ROW)

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        t = look.tokens()
        left, y, width = area.x() + MARGIN, area.y() + MARGIN, self._inner
        text(painter, QRectF(left, y, width, _TITLE - 4), self.title, font(ACTION, 600), t.t1)
        y += _TITLE
        places = self._line()
        for at, crumb in zip(places, self.crumbs, strict=True):
            _paint_crumb(painter, QPointF(left, y) + at, crumb, first=not at.x())
        y += _high(places)
        if self.about:
            text(painter, QRectF(left, y, width, _ROW), self.about, font(SMALL), t.t2)
            y += _ROW
        y += _GAP
        size = self.body.size()
        # Whole pixels keep the edges of cells sharp.
        body = QRectF(left + (width - size.width()) // 2, round(y), size.width(), size.height())
        self.body.paint_to(painter, body)
        y = body.bottom() + _GAP
        if self.scale is not None:
            text(painter, QRectF(left, y, width, _ROW), self.scale.caption, font(SMALL, 500), t.t1)
            paint_strip(painter, QRectF(left, y + _ROW + 2, _STRIP, 30), self.scale)
            y += _SCALE
        places = self._entries()
        for at, (action, words) in zip(places, self.legend, strict=True):
            line = QRectF(left + at.x(), y + at.y(), width - at.x(), _ROW)
            swatch = QRectF(line.x(), line.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, action.tone, action.rank)
            line.adjust(_SWATCH + 6, 0, 0, 0)
            used = text(painter, line, action.title, font(SMALL, 500), t.t1) + 6
            text(painter, line.adjusted(used, 0, 0, 0), words, font(SMALL), t.t2)
        y += _high(places)
        for note in self.notes:
            for words in wrapped(note, width):
                text(painter, QRectF(left, y, width, _ROW), words, font(SMALL), t.t3)
                y += _ROW


def _high(places: list[QPointF]) -> float:
    return places[-1].y() + _ROW if places else 0.0


def study_paper(top: StudyTop, scene: StudyScene, body: Drawing, notes: tuple[str, ...]) -> Paper:
    game = [choices.title for choices in (top.game, top.depth) if choices is not None]
    title = _APART.join((top.engine.title, phrases(game)))
    if scene.sheet is not None:
        legend = tuple((action, "") for action in scene.sheet.actions)
        caption, scale = scene.sheet.caption, scene.sheet.parts[0].grid.scale
        return Paper(title, (), scene.sheet.note, body, legend, (caption,), scale)
    figures = [figure.spoken for figure in scene.figures]
    about = [_side(side) for side in scene.sides if side.shown]
    scale = scene.grid.scale if scene.grid is not None else None
    known = {total.action: f"{total.percent}  {total.combos}".strip() for total in scene.totals}
    legend = tuple(known.items()) or tuple((action, "") for action in _actions(scene))
    words = tuple(filter(None, (*notes, scene.warning, scene.note)))
    told = _APART.join([*about, *figures])
    return Paper(title, scene.line.crumbs, told, body, legend, words, scale)


PaperPart = tuple[str, str, Paper]
"""Key of a view, as in its table, its name, and its picture."""


def study_papers(
    top: StudyTop, scene: StudyScene, grids: tuple[tuple[str, GridScene], ...], note: str
) -> tuple[PaperPart, ...]:
    if scene.sheet is not None:
        whole = study_paper(top, scene, Sheet(scene.sheet), ())
        return (("view", tr("Whole game"), whole),)
    if scene.given is not None:
        return (("given", tr("Given away"), _given_paper(top, scene, scene.given)),)
    if scene.grid is None:
        return ()
    papers = [("view", tr("Range"), study_paper(top, scene, Grids(grids), (note,)))]
    plain = replace(scene, totals=(), grid=None)
    if scene.curve:
        curve = study_paper(top, plain, WidgetPicture(partial(_curve, scene.curve)), ())
        papers.append(("equity", tr("Equity distribution"), curve))
    if scene.hands is not None:
        hands = study_paper(top, plain, WidgetPicture(partial(_hands, scene.hands)), ())
        hands = replace(hands, legend=tuple((action, "") for action in scene.hands.actions))
        papers.append(("classes", tr("Hand classes"), hands))
    listed = scene.versus.differences if scene.versus is not None else None
    if listed is not None and listed.rows:
        drawing = DifferencesDrawing(listed)
        table = study_paper(top, replace(plain, note="", warning=""), drawing, (listed.note,))
        used = {action.key: action for row in listed.rows for action in row.actions}
        table = replace(table, legend=tuple((action, "") for action in used.values()))
        papers.append(("differences", tr("Differences"), _against(table, scene)))
    papers[0] = (*papers[0][:2], _both(_against(papers[0][2], scene), scene))
    return tuple(papers)


def _given_paper(top: StudyTop, scene: StudyScene, given: GivenScene) -> Paper:
    """Return the picture of the rival's losses in the whole spot, wherever the page is in it."""
    start = LineScene(scene.line.crumbs[:1])
    plain = replace(scene, grid=given.grid, totals=(), line=start, note="", warning="")
    paper = study_paper(top, plain, Grids((("", given.grid),)), (given.note,))
    return replace(paper, about=given.title)


def _against(paper: Paper, scene: StudyScene) -> Paper:
    versus = scene.versus
    if versus is None or (versus.which == "first" and versus.differences is None):
        return paper
    _, _, game = paper.title.rpartition(_APART)
    words = tr("{first} v. {second}").format(first=versus.names[0], second=versus.names[1])
    if versus.which == "second" and versus.differences is None:
        words = versus.names[1]
    return replace(paper, title=f"{words}{_APART}{game}")


def _both(paper: Paper, scene: StudyScene) -> Paper:
    told = {c.label: c.value for c in scene.versus.changes} if scene.versus is not None else {}
    legend = tuple((action, told.get(action.title, "")) for action in _actions(scene))
    return replace(paper, legend=legend) if told else paper


def _actions(scene: StudyScene) -> tuple[GridAction, ...]:
    return scene.grid.actions if scene.grid is not None else ()


def _curve(lines: tuple[Line, ...], holder: QWidget) -> QWidget:
    curve = ChartView(holder, panel=False, plot_height=PLOT)
    curve.resize(_LEAST_WIDTH, curve.height())
    curve.set_chart(equity_chart(lines))
    return curve


def _hands(scene: HandsScene, holder: QWidget) -> QWidget:
    classes = HandClasses(holder)
    classes.resize(_LEAST_WIDTH, 1)  # its rows learn of it when they are made
    classes.set_scene(scene)
    return classes


def _side(side: StudySide) -> str:
    """Describe a side and its range: "Button, to act, 853 combos, 39.1% equity"."""
    equity = tr("{percent} equity")
    share = equity.format(percent=side.equity) if side.equity else ""
    return phrases((side.name, side.note, side.combos, share, side.value))


def _crumb_width(crumb: Crumb) -> float:
    weight = 600 if crumb.kind == "street" else 500 if crumb.kind == "present" else 400
    cards = cards_width(crumb.cards) + 6 if crumb.cards else 0
    return advance(crumb.text, font(SMALL, weight)) + cards


def _paint_crumb(painter: QPainter, at: QPointF, crumb: Crumb, *, first: bool) -> None:
    t = look.tokens()
    weight = 600 if crumb.kind == "street" else 500 if crumb.kind == "present" else 400
    ink = t.t1 if crumb.kind == "present" else t.t2
    if not first:
        painter.setPen(QPen(QColor(t.t3), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = at.x() - 12, at.y() + _ROW / 2
        painter.drawPolyline([QPointF(x, y - 3), QPointF(x + 3, y), QPointF(x, y + 3)])
    box = QRectF(at.x(), at.y(), _crumb_width(crumb) + 1, _ROW)
    used = text(painter, box, crumb.text, font(SMALL, weight), ink)
    paint_cards(painter, at.x() + used + 6, at.y() + _ROW / 2, crumb.cards)


class Exports(QWidget):
    """The button that saves the current view.

    Signals:
        picture_made: path of a picture, and the function that makes its content, on any thread.

    Args:
        parts: returns what can be saved now, in the order of the menu.
    """

    asked = Signal(str, str)
    picture_made = Signal(str, object)
    table_chosen = Signal(str, str)

    def __init__(self, parent: QWidget, parts: Callable[[], Sequence[PaperPart]]) -> None:
        super().__init__(parent)
        self.hide()
        self.button = IconButton(
            "download",
            tr("Save as a picture or a table"),
            tr("Ctrl+E"),
            parent,
            show_key=False,
            label=tr("Save"),
        )
        self.button.clicked.connect(self.open)
        self.parts = parts
        self.menu = QMenu(parent)
        self.menu.triggered.connect(self._triggered)

    def _words(self, name: str, form: FormName) -> str:
        return tr("{name} as {form}").format(name=name, form=form.upper())

    def open(self) -> None:
        self.menu.clear()
        shown = self.parts()
        for key, name, _ in shown:
            self.menu.addSeparator()
            for form in get_args(FormName):
                action = QAction(self._words(name, form), self.menu)
                action.setData((key, form))
                self.menu.addAction(action)
        if not shown:
            empty = QAction(tr("There is nothing to save yet"), self.menu)
            empty.setEnabled(False)
            self.menu.addAction(empty)
        width = self.menu.sizeHint().width()
        corner = self.button.rect().bottomRight() + QPoint(1 - width, 4)
        self.menu.popup(self.button.mapToGlobal(corner))
        first = next((a for a in self.menu.actions() if not a.isSeparator()), None)
        if first is not None:
            self.menu.setActiveAction(first)

    def _triggered(self, action: QAction) -> None:
        if action.data() is not None:
            self.asked.emit(*action.data())

    def offer(self, offer: ExportOffer) -> None:
        kinds = {"png": tr("Pictures"), "svg": tr("Pictures"), "csv": tr("Tables")}
        parts = {key: (name, drawing) for key, name, drawing in self.parts()}
        if offer.part not in parts:  # it disappeared while the menu was open
            return
        name, drawing = parts[offer.part]

        def chosen(path: str) -> None:
            self._save(offer, drawing, path)

        title = self._words(name, offer.form)
        kind = [(kinds[offer.form], offer.form)]
        ask_save(self.button.window(), title, kind, chosen, offer.path)

    def _save(self, offer: ExportOffer, drawing: Drawing, path: str) -> None:
        if offer.form == "csv":
            self.table_chosen.emit(offer.part, path)
        elif offer.form == "svg":
            self.picture_made.emit(path, svg(drawing, offer.part))
        else:
            self.picture_made.emit(path, png(drawing))
