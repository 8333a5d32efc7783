"""Tasks for the whole window: python -m tests.nightly.window_tasks TASK ARGUMENTS.

* ``random_input PAGE POKES SEED``: random clicks and keys on a page, or on all (``any``);
* ``spoken``: every key of every page and view; then finds words that are not in the catalogue and
  controls without an accessible name;
* ``untrusted``: the same walk; finds untrusted text that is not sanitised.
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
from tests.pokergui.untrusted_text import MARK, words, wrong

PAGES = ("play", "watch", "study", "train", "lab", "history", "preflop", "settings")
LETTERS = "FCRADSWBPTUKMNXEGOLV12345. /-"
NAMED = (
    *(Key.Key_Space, Key.Key_Return, Key.Key_Escape, Key.Key_Backspace),
    *(Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down),
    *(Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_Tab, Key.Key_Delete),
)
REST = 60
Read = Callable[[str], None]


def rest(turns=REST):
    left = iter(range(turns))
    return lambda: next(left, None) is None


def random_input(driven, page, pokes, seed):
    pick = random.Random(int(seed))
    tell(ready=True)
    driven.window.show_page("play" if page == "any" else page)
    for _ in range(int(pokes)):
        yield rest(3)
        if pick.random() < 0.02:  # it leaves pages by itself, too
            driven.window.show_page(pick.choice(PAGES) if page == "any" else page)
        popup = QApplication.activePopupWidget()
        target = popup or driven.window
        if pick.random() < 0.5:
            named = pick.random() < 0.5
            key = pick.choice(NAMED) if named else Qt.Key(ord(pick.choice(LETTERS)))
            QTest.keyClick(QApplication.focusWidget() or target, key)
        else:
            point(pick, popup or driven.window.play.parentWidget())
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def point(pick, inside):
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


def walk(driven, read):
    seen = set()
    yield driven.playable
    for name in PAGES:
        driven.window.show_page(name)
        yield lambda: driven.pages.ready
        yield rest(4 * REST)
        read(name)
        yield from _walk_keys(driven, read, name, driven.window.page(name), seen)


def _walk_keys(driven, read, name, page, seen):
    assert isinstance(page, KeyedPage)
    top = page is driven.window.page(name.split()[0])
    seen.add(type(page))
    driven.window.show_keys()
    yield rest(20)
    read(f"{name}, its keys")
    driven.key(Key.Key_Escape)
    for entry in [one for one in page.entries if one.shortcut is not None]:
        if not page.isVisible():
            return
        _press(driven, page, entry)
        yield rest()
        read(f"{name} {entry.key}")
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        pages = [driven.window.page(one) for one in PAGES]
        for room in driven.window.findChildren(KeyedPage):
            if room.isVisible() and type(room) not in seen and room not in pages:
                yield from _walk_keys(driven, read, f"{name} {type(room).__name__}", room, seen)
        if top:
            driven.key(Key.Key_Escape)  # out of fields, sheets and the view opened
            driven.window.show_page(name)


def _press(driven, page, entry):
    assert entry.shortcut is not None
    pressed = entry.shortcut.key()[0]
    page.setFocus()
    # From the event loop, as a menu runs its own.
    QTimer.singleShot(
        0, driven, lambda: driven.key(pressed.key(), held=pressed.keyboardModifiers())
    )


class NewFindings:
    """Reports each finding once, with the first state that shows it."""

    def __init__(self, found):
        self._found, self._told = found, set[str]()

    def __call__(self, state):
        new = set(self._found()) - self._told
        self._told |= new
        tell(state=state, found=sorted(new))


def untrusted(driven):
    def found():
        for each in words(driven.window):
            if said := wrong(*each):
                yield said
            elif MARK in each[2]:
                yield MARK

    yield from walk(driven, NewFindings(found))


def spoken(driven):
    data, painted, plain = data_words(), set[tuple[str, str]](), painting.plain  # type: ignore[attr-defined]

    def note(text, *most):
        painted.add((_painter(), text))
        return plain(text, *most)

    painting.plain = note  # type: ignore[attr-defined]

    def found():
        painted.clear()
        driven.window.grab()
        texts = [(f"{widget} paints", text) for widget, text in painted]
        texts += [(at, text) for at, _, text in words(driven.window) if not at.endswith(_TYPED)]
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

    yield from walk(driven, NewFindings(found))


def _painter():
    frame = sys._getframe(2)  # noqa: SLF001
    while frame is not None and frame.f_code.co_name != "paintEvent":
        frame = frame.f_back
    return type(frame.f_locals["self"]).__name__ if frame is not None else ""


_FIELDS = ("LineField", "SearchField", "ValueField", "AmountField")
_TYPED = tuple(f"{field} text" for field in _FIELDS)
_KEYS = "Ctrl|Shift|Enter|Return|Esc|Space|Page Up|Page Down|Home|End|Up|Down|Left|Right"
_KEYS += "|Del|Delete|Insert|Backspace|Tab"
_SIZE = r"(?:pot|all-in|[\d.]+(?:%|x|bb)?)"


def data_words():
    """Texts that are data: engines in commands, names of keys, files, cards."""
    games = built_in_games()
    names = {"jam-fold", "tournament", *(row.name for game in games for row in engines(game))}
    hyphened = "|".join(sorted(name for name in {*names, *(g.name for g in games)} if "-" in name))
    return re.compile(
        rf"(?:^|: )(?:tournament:)?(?:{'|'.join(sorted(map(re.escape, names)))})"
        r"(?::[a-z0-9/.-]+)?(?=·*⟧|$)"
        rf"|(?<![A-Za-z])(?:{_KEYS})(?![A-Za-z])"
        r"|\b(?:(?:10|[2-9TJQKA])[cdhs])+\b|\b[2-9TJQKA]{2}[so]\b"  # cards, hands
        r"|</?span>|(?:/[^ /⟧]+){2,}|\btrained/[^ ⟧]*"  # tooltip markup, paths
        r"|\b(?:constant|explicit|depth|street):[^ ⟧]+"  # schedules as typed
        r"|\b(?:Deep CFR|English|kuhn-family|trained:[^·⟧]*|[a-z]+-[0-9a-f]+\.safetensors)"
        r"|\bpdcfr\+"  # a run by its algorithm
        r"|\b[A-Z]\w*Error\(.*"  # details of a notice, for a report
        r"|(?<= )holdem-\S+ [a-z-]+(?=·*⟧)"  # what a command measures: game, engine
        r"|\b(?:fold|check|call|bet|raise) \d+"  # frequencies as typed
        rf"|^{_SIZE}(?:, {_SIZE})*$"  # sizes as typed
        rf"|(?<![\w-])(?:{hyphened})(?![\w-])|\bleduc\b"  # engines and games in commands
    )


def nothing(*_, **__):
    return "", ""


def nothings(*_, **__):
    return [], ""


if __name__ == "__main__":
    QFileDialog.getOpenFileName = QFileDialog.getSaveFileName = nothing  # type: ignore[method-assign,assignment]
    QFileDialog.getOpenFileNames = nothings  # type: ignore[method-assign,assignment]
    QFileDialog.open = QFileDialog.deleteLater  # type: ignore[method-assign,assignment]
    if sys.argv[1] == "spoken":
        app.use = lambda language: install(Pseudo())  # type: ignore[attr-defined]
    run({**TASKS, "random_input": random_input, "untrusted": untrusted, "spoken": spoken})
