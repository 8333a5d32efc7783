"""Guests of the real program who go everywhere: python -m tests.nightly.guests TASK ARGUMENTS.

* ``monkey PAGE POKES SEED`` opens a page (``any`` changes between them) and clicks visible widgets
  and presses keys at random, so many times;
* ``spoken`` and ``strangers`` press every key of every page and room, and after each read the whole
  window: for words that are not in the catalogue and controls that a screen reader cannot name, or
  for words of strangers that are not plain.
"""

import random
import re
import sys
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from ai.registry import engines
from engine.game import built_in_games
from pokergui import app
from pokergui.language import install
from pokergui.widgets import painting
from pokergui.widgets.page import KeyedPage
from tests.pokergui.accessible import nodes
from tests.pokergui.driver import NONE, TASKS, Key, run, tell
from tests.pokergui.pseudo import Pseudo, escaped
from tests.pokergui.words_visitor import MARK, words, wrong

PAGES = ("play", "watch", "study", "train", "lab", "history", "settings")
LETTERS = "FCRADSWBPTUKMNXEGOLV12345. /-"
NAMED = (
    *(Key.Key_Space, Key.Key_Return, Key.Key_Escape, Key.Key_Backspace),
    *(Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down),
    *(Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_Tab, Key.Key_Delete),
)
REST = 60
"""Turns of the event loop in which what a key began is shown."""
Read = Callable[[str], None]


def rest(turns=REST):
    left = iter(range(turns))
    return lambda: next(left, None) is None


def monkey(guest, page, pokes, seed):
    pick = random.Random(int(seed))
    tell(ready=True)
    guest.window.show_page("play" if page == "any" else page)
    for _ in range(int(pokes)):
        yield rest(3)
        if pick.random() < 0.02:  # it leaves pages by itself, too
            guest.window.show_page(pick.choice(PAGES) if page == "any" else page)
        popup = QApplication.activePopupWidget()
        target = popup or guest.window
        if pick.random() < 0.5:
            named = pick.random() < 0.5
            key = pick.choice(NAMED) if named else Qt.Key(ord(pick.choice(LETTERS)))
            QTest.keyClick(QApplication.focusWidget() or target, key)
        else:
            point(pick, popup or guest.window.play.parentWidget())
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def point(pick, inside):
    """Click, move to or turn the wheel over a widget."""
    parts = [one for one in inside.findChildren(QWidget) if one.isVisible() and one.isEnabled()]
    if not parts:
        return
    widget = pick.choice(parts)
    place = QPoint(pick.randrange(max(1, widget.width())), pick.randrange(max(1, widget.height())))
    kind = pick.random()
    if kind < 0.6:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, NONE, place)
    elif kind < 0.8:
        QTest.mouseMove(widget, place)
    else:
        turn, at = QPoint(0, pick.choice((-120, 120))), QPointF(place)
        glob, none = QPointF(widget.mapToGlobal(place)), Qt.MouseButton.NoButton
        phase = Qt.ScrollPhase.NoScrollPhase
        QApplication.sendEvent(
            widget, QWheelEvent(at, glob, QPoint(), turn, none, NONE, phase, False)
        )


def walk(guest, read):
    """Press every key of every page and of the rooms that open."""
    seen = set()
    yield guest.playable
    for name in PAGES:
        guest.window.show_page(name)
        yield lambda: guest.pages.ready
        yield rest(4 * REST)
        read(name)
        yield from _walk_keys(guest, read, name, guest.window.page(name), seen)


def _walk_keys(guest, read, name, page, seen):
    assert isinstance(page, KeyedPage)
    top = page is guest.window.page(name.split()[0])
    seen.add(type(page))
    guest.window.show_keys()
    yield rest(20)
    read(f"{name}, its keys")
    guest.key(Key.Key_Escape)
    for entry in [one for one in page.entries if one.shortcut is not None]:
        if not page.isVisible():
            return
        _press(guest, page, entry)
        yield rest()
        read(f"{name} {entry.key}")
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        pages = [guest.window.page(one) for one in PAGES]
        for room in guest.window.findChildren(KeyedPage):
            if room.isVisible() and type(room) not in seen and room not in pages:
                yield from _walk_keys(guest, read, f"{name} {type(room).__name__}", room, seen)
        if top:
            guest.key(Key.Key_Escape)  # out of fields, sheets and the room that was opened
            guest.window.show_page(name)


def _press(guest, page, entry):
    assert entry.shortcut is not None
    pressed = entry.shortcut.key()[0]
    page.setFocus()
    # From the event loop, as a menu has a loop of its own.
    QTimer.singleShot(0, guest, lambda: guest.key(pressed.key(), held=pressed.keyboardModifiers()))


class Told:
    """Reports each thing once, with the first state in which it is seen."""

    def __init__(self, found):
        self._found, self._told = found, set[str]()

    def __call__(self, state):
        new = set(self._found()) - self._told
        self._told |= new
        tell(state=state, found=sorted(new))


def strangers(guest):
    def found():
        for each in words(guest.window):
            if said := wrong(*each):
                yield said
            elif MARK in each[2]:
                yield MARK

    yield from walk(guest, Told(found))


def spoken(guest):
    data, painted, plain = data_words(), set[tuple[str, str]](), painting.plain  # type: ignore[attr-defined]

    def note(text, *most):
        painted.add((_painter(), text))
        return plain(text, *most)

    painting.plain = note  # type: ignore[attr-defined]

    def found():
        painted.clear()
        guest.window.grab()
        texts = [(f"{widget} paints", text) for widget, text in painted]
        texts += [(at, text) for at, _, text in words(guest.window) if not at.endswith(_TYPED)]
        for top in [one for one in QApplication.topLevelWidgets() if one.isVisible()]:
            for node in nodes(top):
                if node.problem:
                    yield f"{node.place}: {node.problem}"
                typed = node.widget in _FIELDS
                texts += [
                    (node.place, text)
                    for kind, text in node.texts.items()
                    if not typed or kind != "value"
                ]
        for where, text in texts:
            if left := escaped(text, data):
                yield f"{where}: {' | '.join(left)}"

    yield from walk(guest, Told(found))


def _painter():
    """Return the class of the widget that is painting."""
    frame = sys._getframe(2)  # noqa: SLF001
    while frame is not None and frame.f_code.co_name != "paintEvent":
        frame = frame.f_back
    return type(frame.f_locals["self"]).__name__ if frame is not None else ""


_FIELDS = ("LineField", "SearchField", "ValueField", "AmountField")
"""Fields whose text somebody typed."""
_TYPED = tuple(f"{field} text" for field in _FIELDS)
_KEYS = "Ctrl|Shift|Enter|Return|Esc|Space|Page Up|Page Down|Home|End|Up|Down|Left|Right"
_KEYS += "|Del|Delete|Insert|Backspace|Tab"
_SIZE = r"(?:pot|all-in|[\d.]+(?:%|x|bb)?)"


def data_words():
    """Texts that are no words of the window: engines in commands, names of keys, files, cards."""
    games = built_in_games()
    names = {row.name for game in games for row in engines(game)}
    hyphened = "|".join(sorted(name for name in {*names, *(g.name for g in games)} if "-" in name))
    return re.compile(
        rf"(?:^|: )(?:{'|'.join(sorted(map(re.escape, names)))})(?::[a-z0-9]+)?(?=·*⟧|$)"
        rf"|(?<![A-Za-z])(?:{_KEYS})(?![A-Za-z])"
        r"|\b(?:(?:10|[2-9TJQKA])[cdhs])+\b|\b[2-9TJQKA]{2}[so]\b"  # cards, hands
        r"|</?span>|(?:/[^ /⟧]+){2,}|\btrained/[^ ⟧]*"  # marks of a tip, paths
        r"|\b(?:constant|explicit|depth|street):[^ ⟧]+"  # schedules as they are typed
        r"|\b(?:Deep CFR|English|kuhn-family|trained:[^·⟧]*|[a-z]+-[0-9a-f]+\.safetensors)"
        r"|\b(?:fold|check|call|bet|raise) \d+"  # frequencies as they are typed
        rf"|^{_SIZE}(?:, {_SIZE})*$"  # sizes as they are typed
        rf"|(?<![\w-])(?:{hyphened})(?![\w-])|\bleduc\b"  # engines and games in commands
    )


def nothing(*_, **__):
    return "", ""


def nothings(*_, **__):
    return [], ""


if __name__ == "__main__":
    # Files are never chosen: dialogs would wait for ever.
    QFileDialog.getOpenFileName = QFileDialog.getSaveFileName = nothing  # type: ignore[method-assign,assignment]
    QFileDialog.getOpenFileNames = nothings  # type: ignore[method-assign,assignment]
    QFileDialog.open = nothing  # type: ignore[method-assign,assignment]
    if sys.argv[1] == "spoken":
        app.use = lambda language: install(Pseudo())  # type: ignore[attr-defined]
    run({**TASKS, "monkey": monkey, "strangers": strangers, "spoken": spoken})
