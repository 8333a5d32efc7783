"""Typed input in Study: a size on no menu, a line of betting, a board, or a line with a board."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from ai.reading.reach import RangeReader
from engine.errors import PokerError
from engine.lines import action_text
from engine.player import Action, PublicState, raise_to, verify
from pokergui.formatting.notices import sentence
from pokergui.formatting.sizing import menu_of, parse_size
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.language.joins import full_stop, phrases
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.line import crumbs
from pokergui.pages.study.reading.viewmodel import TypedScene
from pokergui.pages.study.solving.presenters.spot import SpotStudy
from pokergui.ranges.place import Place
from pokergui.ranges.worth import taken_words

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

    @Slot(str)
    def edit(self, text: str) -> None:
        self._text = text[:MOST_TEXT]
        self._tell()

    @Slot()
    def enter(self) -> None:
        try:
            key, lacking = self._key()
        except PokerError:
            return
        if key and not lacking:
            self._walk.follow(key)

    @Slot()
    def solve(self) -> None:
        try:
            _, lacking = self._key()
            if lacking is not None:
                self._spot.edit(lacking)
        except PokerError as error:
            self.scene.emit(TypedScene(self._text, error=sentence(error)))

    @Slot()
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

    @Slot()
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
        least, most = chips(legal.min_raise), chips(legal.max_raise)
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
