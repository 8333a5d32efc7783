from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pokergui.pages.settings import scenes as scenes
from pokergui.pages.settings.viewmodel import BackupsScene
from pokergui.store import Backup
from pokergui.viewmodel import Notice
from pokergui.window.window import MainWindow

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
FOLDER = Path("/home/you/.local/share/pokergui/backups")
_MADE = (
    ("2026-11-23T16:12:33.123Z", 13_204, 42, 28_400_000),
    ("2026-11-22T09:03:12.881Z", 12_951, 42, 27_900_000),
    ("2026-11-20T21:44:51.004Z", -1, -1, 27_300_000),
    ("2026-07-01T12:00:00.000Z", 2, 0, 90_112),
)
BACKUPS = tuple(
    Backup(FOLDER / f"hands-{time.replace(':', '-')}.db", time, *more) for time, *more in _MADE
)


class DataState(NamedTuple):
    scene: BackupsScene
    notice: Notice | None = None


def _state(chosen: int = 0, notice: Notice | None = None, busy: bool = False) -> DataState:
    key = BACKUPS[chosen].path.name
    return DataState(scenes.backups_scene(BACKUPS, key, NOW, busy=busy, stays=""), notice)


def none() -> DataState:
    home = "POKERGUI_HOME or --home sets the data folder."
    return DataState(scenes.backups_scene((), "", NOW, busy=False, stays=home))


_DAMAGED = "hand 5 is damaged: its checksum does not match"
_MOVED = scenes.move_notice(Path("/media/stick/pokergui"), FOLDER.parent, 31, 912_000_000)
STATES = {
    "none": none,
    "five": _state,
    "checking": partial(_state, 1, scenes.running_notice("Checking the backup", 0.4), True),
    "asking": partial(_state, 1, scenes.restore_notice(BACKUPS[1], 13_204, NOW)),
    "damaged": partial(_state, 2, scenes.damaged_notice(_DAMAGED)),
    "moving": partial(_state, 0, _MOVED),
}


def show(window: MainWindow, state: DataState) -> None:
    window.show_page("settings")
    window.settings.show_section("data")
    panel = window.settings.data.backups
    panel.set_scene(state.scene)
    panel.set_notice(state.notice)
