"""The sections of the settings but Engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from pokergui.language import LANGUAGES
from pokergui.language import tr_settings as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.settings.viewmodel import BackupRow, BackupsScene, Mood
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, font
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import ACTIONS
from pokergui.viewmodel import SPEEDS, CardView, FolderPlace, Notice, SettingsScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.field import LineField
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import (
    Part,
    column,
    emptied,
    label,
    restyle,
    row,
    show_words,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, RIGHT, stroke, text
from pokergui.widgets.segmented import Segmented, speed_name
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import HEADING, RowTable

_WIDEST = 880


class Form(QWidget):
    """Stacked panels of settings; ``changed`` has the name of a setting and the chosen value."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shows: list[Callable[[SettingsScene], object]] = []
        self.shows = self._shows.append

    def fill(self, *parts: Part) -> None:
        """Lay the panels out; content higher than the window scrolls."""
        body = column(*parts, None, gap=12)
        inner = QWidget(self)
        inner.setLayout(body)
        self._area = scroll_area(inner, self)
        set_name(self._area, tr("Settings"))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column(self._area, on=self)
        when_compact(self, lambda pad: body.setContentsMargins(pad, pad, pad, pad), 12, 16)

    def show_top(self) -> None:
        self._area.verticalScrollBar().setValue(0)

    def panel(self, heading: str, *parts: Part) -> QFrame:
        return self.framed(label(heading, self, BODY, 600), *parts)

    def framed(self, *parts: Part) -> QFrame:
        frame = QFrame(self)
        frame.setObjectName("panel")
        frame.setMaximumWidth(_WIDEST)
        column(*parts, on=frame, gap=10, margins=(16, 12, 16, 12))
        return frame

    def words(self, title: str, note: str) -> QVBoxLayout:
        name, hint = label(title, self, BODY), label(note, self, tone="caption")
        return column(None, name, hint, None, gap=0)

    def choice(
        self,
        setting: str,
        title: str,
        note: str,
        entries: Sequence[tuple[object, str]],
        sample: QWidget | None = None,
    ) -> QLayout:
        """Build the row of a setting: text, an optional sample of its effect, its values."""
        chosen = Segmented(title, entries, self)
        chosen.chosen.connect(partial(self.changed.emit, setting))
        self.shows(lambda scene: chosen.set_value(getattr(scene, setting)))
        if sample is None:
            return row((self.words(title, note), 1), chosen)
        self.shows(lambda scene: sample.update())
        return row((self.words(title, note), 1), sample, 16, chosen)

    def switch(self, setting: str, title: str, note: str) -> QLayout:
        return self.choice(setting, title, note, ((False, tr("Off")), (True, tr("On"))))

    def typed(self, setting: str, fields: TypedFields) -> TypedFields:
        """Connect the fields of a setting."""
        fields.changed.connect(partial(self.changed.emit, setting))
        self.shows(
            lambda scene: fields.show_texts(
                *(getattr(scene, f"{setting}{end}") for end in ("", "_errors", "_usual"))
            )
        )
        return fields

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and leaves what is being typed alone."""
        for show in self._shows:
            show(scene)


_LIMIT, _UNIT = 80, 110
"""Widths in pixels of a field with a unit, and of the unit."""


class TypedFields(QWidget):
    """A field for each text of a setting, errors below them, and a reset button.

    Signals:
        changed: all texts, as a tuple.

    Args:
        rows: title, note and unit of each field; the note and the unit may be empty.
        tip: of fields without a unit.
        reset: what the button does.
    """

    changed = Signal(object)

    def __init__(
        self, rows: Sequence[tuple[str, str, str]], tip: str, reset: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._usual: tuple[str, ...] = ()
        self.fields: list[LineField] = []
        self.errors: list[QLabel] = []
        parts: list[Part] = []
        for title, note, unit in rows:
            name = labelled(title, phrases((note, unit))) if unit else title
            field, error = LineField(name, "", self), label("", self, tone="error")
            field.setFixedSize(_LIMIT if unit else 300, 32)
            field.setMaxLength(12 if unit else 80)
            field.textEdited.connect(self._edited)
            error.setAlignment(Qt.AlignmentFlag.AlignRight)
            set_tip(field, labelled(note, unit) if unit else tip)
            hint, shown = label(note, self, tone="caption"), label(unit, self, tone="second")
            hint.setVisible(bool(note))
            shown.setVisible(bool(unit))
            shown.setFixedWidth(_UNIT)
            about = column(label(title, self, BODY), hint, gap=0)
            parts += [row((about, 1), field, shown, gap=8), error]
            self.fields.append(field)
            self.errors.append(error)
        self.hint = label("", self, tone="caption")
        self.reset = QPushButton(tr("Reset"), self)
        set_tip(self.reset, reset)
        self.reset.clicked.connect(lambda: self.changed.emit(self._usual))
        column(*parts, row(self.hint, None, self.reset), on=self, gap=6)

    def _edited(self) -> None:
        self.changed.emit(tuple(field.text() for field in self.fields))

    def show_texts(
        self, texts: tuple[str, ...], errors: tuple[str, ...], usual: tuple[str, ...]
    ) -> None:
        """Show texts; an error of several fields is written below the last of them."""
        self._usual = usual
        rows = zip(self.fields, self.errors, texts, errors, (*errors[1:], ""), strict=True)
        for field, shown, words, error, following in rows:
            field.show_text(words)
            set_description(field, error)
            restyle(field, "wrong", bool(error))
            show_words(shown, "" if error == following else error)
        self.reset.setEnabled(texts != usual)


_SAMPLE = tuple(
    CardView(rank, suit, face_up=True) for rank, suit in (("A", 3), ("K", 2), ("10", 1), ("7", 0))
)


class _DeckSample(Painted, QWidget):
    """A sample of four cards in the current deck."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(4 * 44, 62)

    def paint(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        for i, card in enumerate(_SAMPLE):
            painter.drawPixmap(i * 44, 2, card_pixmap(card, 40, 56, ratio))


class _ColourSample(Painted, QWidget):
    """One swatch for each action in the current palette."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(len(ACTIONS) * 28, 24)

    def paint(self, painter: QPainter) -> None:
        for i, tone in enumerate(ACTIONS):
            paint_swatch(painter, QRectF(i * 28, 0, 24, 24), tone)


def general_form(parent: QWidget) -> Form:
    """Build the form of language, theme, speed, and the program's version."""
    form = Form(parent)
    version = label("", form, tone="caption")
    words = tr("Version {version}")
    form.shows(lambda scene: version.setText(words.format(version=scene.version)))
    themes = [("dark", tr("Dark")), ("light", tr("Light")), ("system", tr("System"))]
    languages = [("system", tr("System")), *LANGUAGES.items()]
    reopens = tr("The window restarts; the hand in progress is kept.")
    completes = tr("Any key or click finishes the animation.")
    speeds = [(factor, speed_name(factor)) for factor in SPEEDS]
    looks = form.panel(
        tr("Appearance"),
        form.choice("language", tr("Language"), reopens, languages),
        form.choice("theme", tr("Theme"), tr("System follows the desktop."), themes),
        form.choice("animation", tr("Speed"), completes, speeds),
    )
    form.fill(looks, version)
    return form


def table_form(parent: QWidget) -> Form:
    """Build the form of deck, colours of actions, and the unit of amounts."""
    form = Form(parent)
    tell_apart = tr("Four colours tell suits apart at a glance.")
    four, two = tr("Four colours"), tr("Two colours")
    decks = [("four", four), ("two", two), ("solid", tr("Solid"))]
    signs = tr("Every action also has a symbol.")
    palettes = [("standard", tr("Standard")), ("alternate", tr("Colour-blind friendly"))]
    where = tr("In Play, Watch and History; games with antes are in chips, EV in big blinds.")
    units = [("chips", tr("Chips")), ("bb", tr("Big blinds"))]
    colours, amounts = tr("Colours of actions"), tr("Amounts at the table")
    form.fill(
        form.panel(
            tr("Table and cards"),
            form.choice("deck", tr("Deck"), tell_apart, decks, _DeckSample(form)),
            form.choice("palette", colours, signs, palettes, _ColourSample(form)),
            form.choice("unit", amounts, where, units),
        )
    )
    return form


def bets_form(parent: QWidget) -> Form:
    """Build the form of next hand, misclick guard and bet presets."""
    form = Form(parent)
    names = (tr("Bet presets before the flop"), tr("Bet presets after the flop"))
    tip = tr("At most five sizes, separated by commas")
    rows = [(name, "", "") for name in names]
    bets = TypedFields(rows, tip, tr("Restore the default presets"), form)
    hint = tr("Keys 1 to 5 while the advisor is closed: 33%, 2.5x, 3bb, pot, all-in, chips.")
    bets.hint.setText(hint)
    at_once = tr("After a moment; Space deals at once.")
    second = tr("All-ins and large folds need a second press.")
    habits = form.panel(
        tr("At the table"),
        form.switch("auto_next", tr("Automatic next hand"), at_once),
        form.switch("misclick_guard", tr("Misclick guard"), second),
    )
    form.fill(habits, form.panel(tr("Bet presets"), form.typed("bets", bets)))
    return form


def review_form(parent: QWidget) -> Form:
    """Build the form of hand reviews and the limits of the classes."""
    form = Form(parent)
    time, pot = tr("% of the time"), tr("% of the pot")
    rarely = tr("The judge plays your action less often, and you lose at least")
    rows = (
        (tr("Correct"), tr("The judge plays your action at least"), time),
        (tr("Wrong"), rarely, pot),
        (tr("Blunder"), rarely, pot),
        (tr("Blunder in big blinds"), tr("Or you lose at least"), tr("bb")),
    )
    limits = TypedFields(rows, "", tr("Restore the default limits"), form)
    usual = tr("Default: {correct}% of the time, {wrong}% and {blunder}% of the pot, {bb} bb")
    names = ("correct", "wrong", "blunder", "bb")

    def show_usual(scene: SettingsScene) -> None:
        values = zip(names, scene.limits_usual, strict=True)
        limits.hint.setText(usual.format(**dict(values)))

    form.shows(show_usual)
    after = tr("After a hand, how good your decisions were.")
    each = form.switch("review", tr("Review each hand"), after)
    note = tr(
        "An inaccuracy loses less than Wrong. Losses within the judge’s noise floor never"
        " count. Saved reviews are updated at once."
    )
    words = label(note, form, tone="caption", wraps=True)
    classes = form.panel(tr("Classes of decisions"), words, form.typed("limits", limits))
    form.fill(form.panel(tr("At the table"), each), classes)
    return form


INKS: dict[Mood, str] = {
    "plain": "t2",
    "quiet": "t3",
    "good": "pos",
    "remark": "unc",
    "bad": "neg",
    "busy": "acc",
}
"""Colours of moods."""


def paint_mood(painter: QPainter, box: QRectF, mood: Mood) -> None:
    """Paint the sign of a mood: a tick, an exclamation mark, a cross, a dash."""
    colour: str = getattr(look.tokens(), INKS[mood])
    if mood in ("good", "bad"):
        paint_icon(painter, "check" if mood == "good" else "close", box, colour, 1.8)
    elif mood == "remark":
        text(painter, box, "!", font(BODY, 700), colour, CENTRE)
    else:
        middle = box.center()
        stroke(painter, middle - QPointF(4, 0), middle + QPointF(4, 0), colour, 1.5)


_ROW, _MOST = 32, 8
"""Height of a row, and the most rows that are seen without scrolling."""


def _ink(row: BackupRow) -> Face:
    return Face(ink="t1" if row.matches else "neg")


class BackupList(RowTable[BackupRow]):
    """All backups; the current one is the one to restore."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ground="bg2")
        set_name(self, tr("Backups"))
        self.set_row_height(_ROW)
        self.set_columns(
            [
                Column(tr("Made"), lambda row: row.time, stretch=2),
                Column(tr("Hands"), lambda row: row.hands, _ink, RIGHT, stretch=1),
                Column(tr("Matches"), lambda row: row.matches, align=RIGHT, stretch=1),
                Column(tr("Size"), lambda row: row.size, align=RIGHT, stretch=1),
            ]
        )


class BackupsPanel(KeyedPage):
    """Shows a ``BackupsScene``, and a notice over all panels of the section.

    Signals:
        folder_chosen: path of the folder to which the data are to be moved.
        asked: a new notice is shown.
    """

    folder_chosen = Signal(str)
    asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("backups")  # a part of a panel, with the panel's ground
        self.list = BackupList(self)
        self.make = IconButton("save", tr("Back up now"), "B", self)
        self.restore = IconButton("undo", tr("Restore…"), "R", self)
        self.mover = IconButton("", tr("Move…"), "M", self)
        self.notice = NoticePanel(self, stacked=True)
        self._none = label(tr("There are no backups yet."), self, BODY, tone="caption")
        about = tr(
            "One is made on every day with new hands, and before a newer version changes the"
            " database. The last five are kept."
        )
        title = label(tr("Backups"), self, BODY, 600)
        hint = label(about, self, tone="caption", wraps=True)
        buttons = row(self.make, self.restore, None, gap=8)
        column(title, hint, self._none, self.list, buttons, on=self, gap=10)
        self.begin_keys(tr("Data"))
        self.add_key("B", self.make.press, tr("back up now"))
        self.add_key("R", self.restore.press, tr("restore the selected backup"))
        self.add_key("M", self.mover.press, tr("move the data to another folder"))
        self.tell_key("Up Down", tr("choose a backup, in the list"), self.list)
        self.mover.clicked.connect(self._ask_folder)
        self.set_scene(BackupsScene())

    def set_scene(self, scene: BackupsScene) -> None:
        """Show the backups; emits nothing."""
        self.list.set_rows(scene.rows)
        if scene.chosen:
            self.list.select(scene.chosen)
        self.list.setVisible(bool(scene.rows))
        self._none.setVisible(not scene.rows)
        self.list.setFixedHeight(HEADING + _ROW * min(_MOST, len(scene.rows)) + 2)
        self.make.setEnabled(not scene.busy)
        self.restore.setEnabled(bool(scene.chosen) and not scene.busy)
        self.mover.setEnabled(not scene.busy and not scene.stays)
        set_tip(self.mover, scene.stays or tr("Move the data to another folder (M)"))
        set_description(self.mover, scene.stays)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice, or close it; a question takes the cursor."""
        asks = notice is not None and notice.kind == "warning"
        inside = self.notice.isAncestorOf(QApplication.focusWidget() or self)
        hidden = self.notice.isHidden()
        self.notice.set_notice(notice)
        if hidden and notice is not None:
            self.asked.emit()
        if asks:
            self.notice.buttons()[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif inside and notice is None:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_folder(self) -> None:
        title = tr("Folder for hands and strategies")
        path = QFileDialog.getExistingDirectory(self, title)
        if path:
            self.folder_chosen.emit(path)


class DataForm(Form):
    """Backups, and folders with buttons that open them; ``place_opened`` has a folder's key."""

    place_opened = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown_places: tuple[FolderPlace, ...] = ()
        self._places = column(gap=10)
        self.place_buttons: list[QPushButton] = []
        self.backups = BackupsPanel(self)
        note = tr("They are copied and verified before the new folder is used.")
        mover = row((self.words(tr("Move hands and strategies"), note), 1), self.backups.mover)
        files = self.panel(tr("Files"), self._places, mover)
        self.backups.notice.setMaximumWidth(files.maximumWidth())
        self.fill(self.backups.notice, self.framed(self.backups), files)
        self.backups.asked.connect(self.show_top)
        self.shows(self._show_places)

    def _show_places(self, scene: SettingsScene) -> None:
        if scene.places == self._shown_places:
            return
        self._shown_places, self.place_buttons = scene.places, []
        emptied(self._places)
        for place in scene.places:
            holder = QWidget(self)
            button = QPushButton(tr("Open folder"), holder)
            set_tip(button, place.path)
            set_description(button, place.caption)
            button.clicked.connect(partial(self.place_opened.emit, place.key))
            row((self.words(place.caption, place.path), 1), button, on=holder)
            self.place_buttons.append(button)
            self._places.addWidget(holder)
