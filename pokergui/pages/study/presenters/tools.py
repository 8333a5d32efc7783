"""Study's exports, and its field for sizes on no menu, lines and boards."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from math import nan
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QObject, Signal

from ai.cfr.evaluation import Beside
from ai.reading.reach import RangeReader
from engine.card_display import shown_cards
from engine.errors import PokerError
from engine.jobs import JobControl
from engine.lines import action_text, line_text
from engine.player import Action, PublicState, raise_to, verify
from pokergui.background.jobs import Runner
from pokergui.csvtable import ComboRange, Field, Table, combo_table
from pokergui.files import write_bytes
from pokergui.formatting.notices import go_on, sentence
from pokergui.formatting.sizing import menu_of, parse_size
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.language.joins import full_stop, phrases
from pokergui.pages.study.comparing.presenters import StudyVersus
from pokergui.pages.study.comparing.viewmodel import DifferenceList
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.scene import crumbs, narrowed_grid
from pokergui.pages.study.reading.viewmodel import HandsScene, TypedScene
from pokergui.pages.study.solving.presenters.spot import SpotStudy
from pokergui.pages.study.solving.viewmodel import GivenScene
from pokergui.pages.study.viewmodel import ExportOffer, FormName, StudyScene
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading
from pokergui.ranges.sheet import SheetGame
from pokergui.ranges.worth import taken_words
from pokergui.viewmodel import Notice
from pokergui.viewmodel.chart import Line

PAGE, VIEW, CURVE, HANDS = "page", "view", "equity", "classes"
DIFFERENCES, GIVEN = "differences", "given"
"""Keys of the picture, of the ranges (or the whole of a small game), of both sides' equity
distributions, of the kinds of hands, of the list of deviations, and of what hands give away."""
_ABOUT = ("engine", "game", "line", "board")
_CHANNEL = "study-export"
_MOST_NAME = 80

Source = Callable[[], Callable[[], Table] | None]
"""Returns a function that builds the current table in the background; None if there is none."""

log = logging.getLogger(__name__)


class StudyExport(QObject):
    """Suggests names, writes files in the background, and reports the result."""

    offered = Signal(object)
    folder_chosen = Signal(str)

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        versus: StudyVersus,
        engine: Callable[[], str],
        sheet: Callable[[], tuple[SheetGame, Beside] | None],
        scene: Callable[[], StudyScene],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._versus = runner, walk, versus
        self._engine, self._sheet, self._scene = engine, sheet, scene
        self.folder = ""
        self.sources: dict[str, Source] = {
            VIEW: self._view,
            CURVE: self._curve,
            HANDS: self._hands,
            DIFFERENCES: self._differences,
            GIVEN: self._given,
        }

    def stop(self) -> None:
        self._runner.cancel(_CHANNEL)

    # Names

    def ask(self, part: str, form: FormName) -> None:
        if part in (PAGE, *self.sources) and form in get_args(FormName):
            folder = Path(self.folder) if self.folder else Path.home()
            if not folder.is_dir():  # it may have been on a removed disk
                folder = Path.home()
            name = "" if part in (PAGE, VIEW) else f"-{part}"
            path = folder / f"{self._name()}{name}.{form}"
            self.offered.emit(ExportOffer(part, form, str(path)))

    def _name(self) -> str:
        place = self._walk.place
        parts = [place.game.name, self._engine()]
        if self._sheet() is None:
            parts += [line_text(place.game, place.actions), shown_cards(place.game, place.chosen)]
        name = "-".join(filter(None, (re.sub(r"[^\w@.]+", "-", part).strip("-") for part in parts)))
        return name[:_MOST_NAME].strip("-.")

    # Files

    def write_picture(self, path: str, content: Callable[[], bytes]) -> None:
        """Write a picture that the page has painted; ``content`` is called in the background."""
        self._write(Path(path), content)

    def write_table(self, part: str, path: str) -> None:
        make = self.sources[part]() if part in self.sources else None
        if make is None:
            self._walk.notice.emit(_nothing())
            return
        table = make
        self._write(Path(path), lambda: table().csv().encode("utf-8"))

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def work(control: JobControl) -> None:
            write_bytes(path, content())

        def done(nothing: None) -> None:
            self.folder = str(path.parent)
            self.folder_chosen.emit(self.folder)
            self._walk.notice.emit(_written(path))

        def failed(error: Exception) -> None:
            log.warning("%s could not be written", path, exc_info=error)
            self._walk.notice.emit(_not_written(error))

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)

    # Tables

    def _view(self) -> Callable[[], Table] | None:
        sheet = self._sheet()
        if sheet is not None:
            (read, beside), engine = sheet, self._engine()
            return lambda: sheet_table(read, beside, engine)
        ranges = self._ranges()
        return (lambda: combo_table(ranges)) if ranges else None

    def _ranges(self) -> list[ComboRange]:
        walk, versus = self._walk, self._versus
        if walk.reading is None:
            return []
        name, state = self._engine(), walk.state
        sides = (state.seat, 1 - state.seat)[: 1 + state.both]
        shown = [(name, walk.reading)]
        pair = versus.pair() if state.which != "first" else None
        if pair is not None:
            second = (self._second_name(), pair.readings[1])
            shown = [second] if state.which == "second" else [*shown, second]
        return [
            one
            for name, reading in shown
            for side in sides
            for one in self._of(name, reading, side)
        ]

    def _second_name(self) -> str:
        """Return the rival's name: an engine, the spot before its locks, or another saved one."""
        rival = self._walk.state.rival
        assert rival is not None
        if rival.before:
            return tr("{name} before").format(name=self._engine())
        return rival.engine or f"{self._engine()}: {rival.names[1]}"

    def _of(self, name: str, reading: Reading, side: int) -> list[ComboRange]:
        grid = narrowed_grid(reading, side, self._walk.state.narrow)
        ranges = grid.cells.ranges if grid else ()
        return [
            ComboRange(name, spot, side, one)
            for spot, one in zip(reading.spots, ranges, strict=False)
        ]

    def _differences(self) -> Callable[[], Table] | None:
        versus = self._scene().versus
        differences = versus.differences if versus is not None else None
        if differences is None or differences.waiting:
            return None
        names, game = (self._engine(), self._second_name()), self._walk.place.game.name
        return lambda: differences_table(differences, names, game)

    def _curve(self) -> Callable[[], Table] | None:
        lines, about = self._scene().curve, self._about()
        return (lambda: curve_table(lines, about)) if lines else None

    def _hands(self) -> Callable[[], Table] | None:
        hands, about = self._scene().hands, self._about()
        return (lambda: hands_table(hands, about)) if hands is not None else None

    def _given(self) -> Callable[[], Table] | None:
        given, place = self._scene().given, self._walk.place
        board = [card for card in place.slots[: place.fixed] if card is not None]
        about = self._engine(), place.game.name, shown_cards(place.game, board)
        return (lambda: given_table(given, about)) if given is not None else None

    def _about(self) -> tuple[str, ...]:
        place = self._walk.place
        line, board = line_text(place.game, place.actions), shown_cards(place.game, place.chosen)
        return (self._engine(), place.game.name, line, board)


def sheet_table(sheet: SheetGame, beside: Beside, engine: str) -> Table:
    """Return every information set of a small game, suits merged; money in chips.

    ``InfosetFigures`` defines the figures; those of actions have columns of their own.
    """
    keys = dict.fromkeys(head.key for one in sheet.sets for head in one.heads)
    rows: list[tuple[Field, ...]] = []
    for one in sheet.sets:
        here, nothing = one.figures, nan
        known = beside.get(here.key) or (nothing,) * len(here.actions)
        by_action = [
            dict(zip([head.key for head in one.heads], numbers, strict=True))
            for numbers in (here.probabilities, known, here.values, here.regrets)
        ]
        place = (engine, sheet.whole.game.name, here.line, one.player, here.cards, here.board)
        figures = (here.cf_reach, here.value, here.cost)
        named = [given.get(key, nothing) for given in by_action for key in keys]
        shares, others = named[: len(keys)], named[len(keys) :]
        rows.append((*place, here.reach, *shares, *figures, *others))
    heads = ("engine", "game", "line", "player", "hole", "board", "reach", *keys)
    others_heads = [f"{kind} {key}" for kind in ("equilibrium", "value", "regret") for key in keys]
    return Table((*heads, "cf reach", "value", "cost", *others_heads), tuple(rows))


def curve_table(lines: Sequence[Line], about: tuple[str, ...]) -> Table:
    """Return equity distributions, each from its worst hand to its best."""
    rows: list[tuple[Field, ...]] = [
        (*about, line.name, share, equity)
        for line in lines
        for share, equity in zip(line.x, line.y, strict=True)
    ]
    return Table((*_ABOUT, "player", "share", "equity"), tuple(rows))


def hands_table(hands: HandsScene, about: tuple[str, ...]) -> Table:
    keys = [action.key for action in hands.actions]
    none = (nan,) * len(keys)
    rows: list[tuple[Field, ...]] = [
        (
            *(*about, hands.names[0], kind, bar.title),
            *(bar.share, nan if bar.other is None else bar.other),
            *(bar.shares or none),
        )
        for kind, bars in (("made", hands.made), ("draw", hands.draws))
        for bar in bars
    ]
    return Table((*_ABOUT, "player", "kind", "class", "share", "other", *keys), tuple(rows))


def differences_table(differences: DifferenceList, names: tuple[str, str], game: str) -> Table:
    """Return the largest deviations between two strategies, in the order of the list."""
    keys = tuple(dict.fromkeys(action.key for row in differences.rows for action in row.actions))
    rows: list[tuple[Field, ...]] = []
    for row in differences.rows:
        here = [action.key for action in row.actions]
        for engine, shares in zip(names, (row.first, row.second), strict=True):
            given = dict(zip(here, shares, strict=True))
            told = (engine, game, row.note, row.player, row.title, *row.numbers)
            rows.append((*told, *(given.get(key, nan) for key in keys)))
    columns = ("engine", "game", "betting", "player", "hand", "reach", "change", "cost")
    return Table((*columns, *keys), tuple(rows))


def given_table(given: GivenScene, about: tuple[str, ...]) -> Table:
    rows: list[tuple[Field, ...]] = [
        (*about, given.player, "".join(row.title.split()), *row.numbers)
        for combos in given.combos
        for row in combos
    ]
    columns = ("engine", "game", "board", "player", "hand", "share", "by itself", "given away")
    return Table(columns, tuple(rows))


def _written(path: Path) -> Notice:
    title = tr("Saved as {name}").format(name=path.name)
    return Notice("plain", title, str(path.parent), (go_on(),))


def _not_written(error: Exception) -> Notice:
    text = tr("{reason}. Choose another place with Ctrl+E.").format(reason=sentence(error))
    return Notice("error", tr("The file could not be saved"), text, (go_on(),), repr(error))


def _nothing() -> Notice:
    text = tr("The engine is still computing; try again once it has answered.")
    return Notice("plain", tr("There is nothing to save yet"), text, (go_on(),))


_CARDS = r"(?i:(?:[2-9TJQKA][cdhs][\s,]*)+)"
_BOARD = re.compile(_CARDS)
_LINE = re.compile(rf"([0-9/\s]*[fcr/][fcr0-9/\s]*?)(?:(?<=[/\s])({_CARDS}))?")
MOST_TEXT = 400


class StudyTyped(QObject):
    """Reads typed text, reports its meaning or its error, and goes there."""

    scene = Signal(object)

    def __init__(
        self,
        walk: StudyNavigator,
        reader: Callable[[], RangeReader | None],
        spot: SpotStudy,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._reader, self._spot = walk, reader, spot
        self._text = ""
        walk.moved.connect(self._clear)
        walk.reader.complete.connect(self._tell)

    @property
    def _here(self) -> PublicState:
        return self._walk.place.betting

    def edit(self, text: str) -> None:
        self._text = text[:MOST_TEXT]
        self._tell()

    def enter(self) -> None:
        try:
            key, lacking = self._key()
        except PokerError:
            return
        if key and not lacking:
            self._walk.follow(key)

    def solve(self) -> None:
        try:
            _, lacking = self._key()
            if lacking is not None:
                self._spot.edit(lacking)
        except PokerError as error:
            self.scene.emit(TypedScene(self._text, error=sentence(error)))

    def _clear(self) -> None:
        self._text = ""
        self._tell()

    def _key(self) -> tuple[str, Action | None]:
        """Return the key of the text, and the size that the spot shown lacks, if it does.

        Raises:
            PokerError: with the reason why the text is invalid.
        """
        text = self._text.strip()
        if not text:
            return "", None
        if _BOARD.fullmatch(text):  # before lines: no line begins with a number
            key = f"board:{_cards(text)}"
            self._walk.place.follow(key)
            return key, None
        match = _LINE.fullmatch(text)
        if match:
            line, board = re.sub(r"\s", "", match[1]), _cards(match[2] or "")
            key = f"line:{line} {board}".strip()
            self._walk.place.follow(key)
            return key, None
        here = self._here
        action = raise_to(parse_size(here, text))
        verify(here.legal, here.betting, action)
        lacking = action if self._spot.shown and action not in self._known() else None
        return action_text(here, action), lacking

    def _known(self) -> tuple[Action, ...]:
        reading = self._walk.reading
        present = reading.present if reading is not None else None
        return tuple(a for item in present.menu for a in item.actions) if present else ()

    def _tell(self) -> None:
        self.scene.emit(self._scene())

    def _scene(self) -> TypedScene:
        try:
            key, lacking = self._key()
        except PokerError as error:
            return TypedScene(self._text, error=full_stop(sentence(error)))
        if not key:
            return TypedScene(self._text, self._hint())
        if key.startswith("board:"):
            return TypedScene(self._text, tr("Board {cards}").format(cards=key[6:]))
        if key.startswith("line:"):
            return TypedScene(self._text, _line_words(self._walk.place.follow(key)))
        return TypedScene(self._text, self._meaning(key, lacking), solvable=lacking is not None)

    def _hint(self) -> str:
        legal = self._here.legal
        if self._here.finished or not legal.max_raise or self._here.game.is_limit:
            return tr("A line goes from the first action: rc/ in limit games, r300c/ in others")
        shown = self._here.game.shown_chip
        least, most = chips(legal.min_raise, shown), chips(legal.max_raise, shown)
        return tr("{least} to {most} chips, 3bb, 75%, 2.5x, pot, all-in; a line; a board").format(
            least=least, most=most
        )

    def _meaning(self, key: str, lacking: Action | None) -> str:
        here = self._here
        place: Place = self._walk.place.follow(key)
        action = place.actions[-1]
        title = menu_of(here, (action,))[0].head.title
        if lacking is not None:
            return tr("{action} is not in this tree: solve again with this size").format(
                action=title
            )
        reading, reader = self._walk.reading, self._reader()
        if self._spot.shown or reading is None or not reading.answers or reader is None:
            return title
        if any(action in answer.actions for answer in reading.answers):
            return tr("{action}: on the engine’s menu").format(action=title)
        others = reader.taken_for(reading.spots[0], action, reading.answers[0])
        if others:
            return tr("{action}: translated, {taken}").format(
                action=title, taken=taken_words(action, others)
            )
        return tr("{action}: not on the engine’s menu, the range after it is a guess").format(
            action=title
        )


def _cards(text: str) -> str:
    return "".join(one[0].upper() + one[1].lower() for one in re.findall(r"\w\w", text))


def _line_words(place: Place) -> str:
    """Return the last steps of a line as text: "Turn, checks, Button to act"."""
    line, _ = crumbs(place)
    return phrases(crumb.text for crumb in line.crumbs[-3:])
