"""The sections of the settings but Engines, and their list at the left of the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QLayout, QPushButton, QVBoxLayout, QWidget

from pokergui.language import LANGUAGES
from pokergui.language import tr_settings as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.settings.viewmodel import Mood
from pokergui.pages.settings.views.backups import BackupsPanel
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, font
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import ACTIONS
from pokergui.viewmodel import SPEEDS, CardView, FolderPlace, SettingsScene
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.field import LineField
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import Part, column, emptied, label, restyle, row, show_words
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.painting import CENTRE, rounded, stroke, text
from pokergui.widgets.segmented import Segmented, speed_name
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_WIDEST = 880


class Form(QWidget):
    """Stacked panels of settings; ``changed`` has the name of a setting and the chosen value."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices: dict[str, Segmented] = {}
        self._samples: list[QWidget] = []

    def fill(self, *parts: Part) -> None:
        """Lay the panels out; content higher than the window scrolls."""
        self._body = column(*parts, None, gap=12)
        inner = QWidget(self)
        inner.setLayout(self._body)
        self._area = scroll_area(inner, self)
        set_name(self._area, tr("Settings"))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column(self._area, on=self)
        self.set_compact(False)

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
        chosen = self._choices[setting] = Segmented(title, entries, self)
        chosen.chosen.connect(partial(self.changed.emit, setting))
        shown: tuple[Part, ...] = ()
        if sample is not None:
            self._samples.append(sample)
            shown = (sample, 16)
        return row((self.words(title, note), 1), *shown, chosen)

    def switch(self, setting: str, title: str, note: str) -> QLayout:
        return self.choice(setting, title, note, ((False, tr("Off")), (True, tr("On"))))

    def set_scene(self, scene: SettingsScene) -> None:
        for setting, shown in self._choices.items():
            shown.set_value(getattr(scene, setting))
        for sample in self._samples:
            sample.update()

    def set_compact(self, compact: bool) -> None:
        side = 12 if compact else 16
        self._body.setContentsMargins(side, side, side, side)


_ROW = 32


class SectionRow(NamedTuple):
    """One section: its key, its title, and ``front`` if it is selected."""

    key: str
    title: str
    front: bool


class SectionList(RowTable[SectionRow]):
    """All sections; the selected one is filled. ``moved`` carries the one that the user chose."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Sections"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", lambda row: row.title, paint=self._paint, width=1, stretch=1)])

    def show_sections(self, titles: dict[str, str], front: str) -> None:
        self.set_rows([SectionRow(key, title, key == front) for key, title in titles.items()])
        self.select(front)

    def ground(
        self, painter: QPainter, box: QRectF, row: SectionRow, selected: bool, hovered: bool
    ) -> None:
        t = look.tokens()
        if row.front or hovered:
            rounded(painter, box.adjusted(0, 0, 0, -2), t.rail_selected if row.front else t.bg3)

    def _paint(self, painter: QPainter, box: QRectF, row: SectionRow) -> None:
        face = Face(BODY, 500, "t1" if row.front else "t2")
        face.write(painter, box.adjusted(10, 0, -8, -2), row.title)


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


class GeneralForm(Form):
    """The form of theme, speed, and the program's version."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._version = label("", self, tone="caption")
        desktop = tr("System follows the desktop.")
        themes = [("dark", tr("Dark")), ("light", tr("Light")), ("system", tr("System"))]
        languages = [("system", tr("System")), *LANGUAGES.items()]
        reopens = tr("The window restarts; the hand in progress is kept.")
        completes = tr("Any key or click finishes the animation.")
        speeds = [(factor, speed_name(factor)) for factor in SPEEDS]
        looks = self.panel(
            tr("Appearance"),
            self.choice("language", tr("Language"), reopens, languages),
            self.choice("theme", tr("Theme"), desktop, themes),
            self.choice("animation", tr("Speed"), completes, speeds),
        )
        self.fill(looks, self._version)

    def set_scene(self, scene: SettingsScene) -> None:
        super().set_scene(scene)
        self._version.setText(tr("Version {version}").format(version=scene.version))


class TableForm(Form):
    """The form of deck, colours of actions, and the unit of amounts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        tell_apart = tr("Four colours tell suits apart at a glance.")
        four, two = tr("Four colours"), tr("Two colours")
        decks = [("four", four), ("two", two), ("solid", tr("Solid"))]
        signs = tr("Every action also has a symbol.")
        palettes = [("standard", tr("Standard")), ("alternate", tr("Colour-blind friendly"))]
        where = tr("In Play, Watch and History; games with antes are in chips, EV in big blinds.")
        units = [("chips", tr("Chips")), ("bb", tr("Big blinds"))]
        colours, amounts = tr("Colours of actions"), tr("Amounts at the table")
        self.fill(
            self.panel(
                tr("Table and cards"),
                self.choice("deck", tr("Deck"), tell_apart, decks, _DeckSample(self)),
                self.choice("palette", colours, signs, palettes, _ColourSample(self)),
                self.choice("unit", amounts, where, units),
            )
        )


_FIELD, _LIMIT, _UNIT = 300, 80, 110
"""Widths in pixels of the fields, and of the unit after a limit."""


def typed(name: str, tip: str, parent: QWidget, width: int, most: int) -> LineField:
    """Return a field of a setting, for so many characters."""
    field = LineField(name, "", parent)
    field.setFixedSize(width, 32)
    field.setMaxLength(most)
    set_tip(field, tip)
    return field


def show_typed(field: LineField, words: str, error: str) -> None:
    field.show_text(words)
    set_description(field, error)
    restyle(field, "wrong", bool(error))


class BetFields(QWidget):
    """Two fields with sizes, errors below each, and a reset button; ``changed`` has both texts."""

    changed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = ("", "")
        names = (tr("Bet presets before the flop"), tr("Bet presets after the flop"))
        tip = tr("At most five sizes, separated by commas")
        self.fields = [typed(name, tip, self, _FIELD, 80) for name in names]
        self.errors = [label("", self, tone="error") for _ in names]
        self.reset = QPushButton(tr("Reset"), self)
        set_tip(self.reset, tr("Restore the default presets"))
        self.reset.clicked.connect(lambda: self.changed.emit(*self._usual))
        hint = tr("Keys 1 to 5 while the advisor is closed: 33%, 2.5x, 3bb, pot, all-in, chips.")
        parts: list[Part] = []
        for name, field, error in zip(names, self.fields, self.errors, strict=True):
            field.textEdited.connect(self._edited)
            error.setAlignment(Qt.AlignmentFlag.AlignRight)
            parts += [row(label(name, self, BODY), None, field), error]
        column(*parts, row(label(hint, self, tone="caption"), None, self.reset), on=self, gap=6)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and leaves what is being typed alone."""
        self._usual = scene.bets_usual
        texts = (scene.bets_before, scene.bets_after)
        both = zip(self.fields, self.errors, texts, scene.bets_errors, strict=True)
        for field, words, one, error in both:
            show_typed(field, one, error)
            show_words(words, error)
        self.reset.setEnabled(texts != self._usual)

    def _edited(self) -> None:
        self.changed.emit(self.fields[0].text(), self.fields[1].text())


class HabitsForm(Form):
    """The form of next hand, misclick guard and bet presets."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bets = BetFields(self)
        at_once = tr("After a moment; Space deals at once.")
        second = tr("All-ins and large folds need a second press.")
        habits = self.panel(
            tr("At the table"),
            self.switch("auto_next", tr("Automatic next hand"), at_once),
            self.switch("misclick_guard", tr("Misclick guard"), second),
        )
        self.fill(habits, self.panel(tr("Bet presets"), self.bets))

    def set_scene(self, scene: SettingsScene) -> None:
        super().set_scene(scene)
        self.bets.set_scene(scene)


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


class LimitFields(QWidget):
    """A field for each limit, an error, and a reset button; ``changed`` has all texts."""

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
        self.fields: list[LineField] = []
        parts: list[Part] = []
        for name, note, unit in rows:
            spoken = labelled(name, phrases((note, unit)))
            field = typed(spoken, labelled(note, unit), self, _LIMIT, 12)
            field.textEdited.connect(self._edited)
            self.fields.append(field)
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

    def _edited(self) -> None:
        self.changed.emit(tuple(field.text() for field in self.fields))

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and leaves what is being typed alone."""
        self._usual = scene.limits_usual
        for field, one in zip(self.fields, scene.limits, strict=True):
            show_typed(field, one, scene.limits_error)
        show_words(self.error, scene.limits_error)
        correct, wrong, blunder, blunder_bb = scene.limits_usual
        words = tr("Default: {correct}% of the time, {wrong}% and {blunder}% of the pot, {bb} bb")
        self.hint.setText(
            words.format(correct=correct, wrong=wrong, blunder=blunder, bb=blunder_bb)
        )
        self.reset.setEnabled(scene.limits != self._usual)


class ReviewForm(Form):
    """The form of hand reviews and the limits of the classes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.limits = LimitFields(self)
        after = tr("After a hand, how good your decisions were.")
        each = self.switch("review", tr("Review each hand"), after)
        table = self.panel(tr("At the table"), each)
        note = tr(
            "An inaccuracy loses less than Wrong. Losses within the judge’s noise floor never"
            " count. Saved reviews are updated at once."
        )
        words = label(note, self, tone="caption", wraps=True)
        self.fill(table, self.panel(tr("Classes of decisions"), words, self.limits))

    def set_scene(self, scene: SettingsScene) -> None:
        super().set_scene(scene)
        self.limits.set_scene(scene)


class DataForm(Form):
    """Backups, and folders with buttons that open them; ``place_opened`` has a folder's key."""

    place_opened = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: tuple[FolderPlace, ...] = ()
        self._places = column(gap=10)
        self.place_buttons: list[QPushButton] = []
        self.backups = BackupsPanel(self)
        note = tr("They are copied and verified before the new folder is used.")
        mover = row((self.words(tr("Move hands and strategies"), note), 1), self.backups.mover)
        files = self.panel(tr("Files"), self._places, mover)
        self.backups.notice.setMaximumWidth(files.maximumWidth())
        self.fill(self.backups.notice, self.framed(self.backups), files)
        self.backups.asked.connect(self.show_top)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show the folders; emits nothing."""
        super().set_scene(scene)
        if scene.places == self._shown:
            return
        self._shown, self.place_buttons = scene.places, []
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
