"""The instrumented program with a heartbeat: python -m bench._watched SECONDS [think].

Plays by calling until SECONDS after the first decision, with ``think`` next to an engine that
thinks without a break, closes the window, and prints one JSON object: seconds since the epoch when
the window was ``painted`` and ``playable``, gaps in milliseconds between beats of a 5 ms timer on
the GUI thread while ``loading`` (painted to playable) and ``playing``, the processor time of the
program in the latter (``playing_spent``, in ms), the finished ``hands`` and the peak ``memory``, in
bytes.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer

from bench._beat import Beat
from pokergui import app, cli
from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.viewmodel import ActionBarScene
from pokergui.window.imports import Loaded

_ACT_MS = 100


def _think_on(control: object) -> None:
    """Answer for the whole range on fresh flops and turns until cancelled."""
    import numpy as np  # as in the program, after the first paint

    from ai.equity.agent import EquityAgent
    from engine.game import get_game
    from engine.jobs import JobControl
    from engine.lines import spot_of

    assert isinstance(control, JobControl)
    game, agent, rng = get_game("holdem-nolimit"), EquityAgent(), np.random.default_rng(1)
    while not control.cancelled:
        board = rng.choice(52, 4, replace=False).tolist()
        agent.strategy(spot_of(game, "cc/", board[:3]))
        agent.strategy(spot_of(game, "cc/cc/", board))


def _most_memory() -> int:
    """Peak memory of this process, in bytes; 0 on Windows, where it is not measured."""
    if sys.platform == "win32":
        return 0
    if sys.platform == "linux":  # getrusage includes the parent's memory there
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return 1024 * int(status.partition("VmHWM:")[2].split()[0])
    import resource  # not on Windows

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


class Watched(app.App):
    """The instrumented program."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._bar = ActionBarScene(())
        self._hands = 0
        self._painted = self._playable = 0.0
        self._loading, self._playing = Beat(), Beat()
        self.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own name
        """Record the time of the first paint."""
        if event.type() == QEvent.Type.Paint:
            self.window.removeEventFilter(self)
            QTimer.singleShot(0, self._begin)
        return False

    def _begin(self) -> None:
        self._painted = time.time()
        self._loading.start()

    def _loaded(self, loaded: Loaded) -> None:
        super()._loaded(loaded)
        assert self.pages.play is not None
        self.pages.play.hands.bar.scene.connect(self._bar_shown)

    def _bar_shown(self, bar: ActionBarScene) -> None:
        self._bar = bar
        ready = bar.next_hand is not None or any(slot.enabled for slot in bar.slots)
        if ready and not self._playable:
            self._playable = time.time()
            self._loading.stop()
            self._playing.start()
            self._act = QTimer(self)
            self._act.timeout.connect(self._play_on)
            self._act.start(_ACT_MS)
            seconds = float(sys.argv[1])
            QTimer.singleShot(round(1000 * seconds), self._leave)
            if "think" in sys.argv:
                self.runner.start(_think_on, lambda _: None)

    def _play_on(self) -> None:
        page = self.window.play
        if self._bar.next_hand is not None:
            self._hands += 1
            page.bar.next_button.clicked.emit()
        elif any(slot.enabled for slot in self._bar.slots):
            page.bar.action_requested.emit("call", "")

    def _leave(self) -> None:
        self._act.stop()
        found = {
            "painted": self._painted,
            "playable": self._playable,
            "loading": self._loading.gaps,
            "playing": self._playing.gaps,
            "playing_spent": self._playing.spent,
            "hands": self._hands,
            "memory": _most_memory(),
        }
        print(json.dumps(found))
        self.window.close()


if __name__ == "__main__":
    app.App = Watched  # type: ignore[misc,assignment]
    cli.main([])
