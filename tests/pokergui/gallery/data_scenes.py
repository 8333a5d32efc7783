"""Hand-made states of the section Data of the settings, as a presenter would show them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pokergui.pages.settings.scenes import data as scenes
from pokergui.pages.settings.viewmodel.backups import BackupsScene
from pokergui.store import Backup
from pokergui.viewmodel import Notice
from pokergui.window.window import MainWindow

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
FOLDER = Path("/home/you/.local/share/pokergui/backups")
_MADE = (
    ("2026-11-23T16:12:33.123Z", 13_204, 42, 28_400_000),
    ("2026-11-22T09:03:12.881Z", 12_951, 42, 27_900_000),
    ("2026-11-20T21:44:51.004Z", -1, -1, 27_300_000),
    ("2026-11-12T20:15:05.555Z", 9_120, 38, 21_000_000),
    ("2026-07-01T12:00:00.000Z", 2, 0, 90_112),
)
BACKUPS = tuple(
    Backup(FOLDER / f"hands-{time.replace(':', '-')}.db", time, *more) for time, *more in _MADE
)


class DataState(NamedTuple):
    """Everything that the section shows of backups."""

    scene: BackupsScene
    notice: Notice | None = None


def scene(chosen: int = 0, *, busy: bool = False, stays: str = "") -> BackupsScene:
    key = BACKUPS[chosen].path.name
    return scenes.backups_scene(BACKUPS, key, NOW, busy=busy, stays=stays)


HOME = "POKERGUI_HOME or --home sets the data folder."
PLACES = (Path("/media/stick/pokergui"), Path("/home/you/.local/share/pokergui"))
STATES: dict[str, Callable[[], DataState]] = {
    "none": lambda: DataState(scenes.backups_scene((), "", NOW, busy=False, stays=HOME)),
    "five": lambda: DataState(scene()),
    "checking": lambda: DataState(
        scene(1, busy=True), scenes.running_notice("Checking the backup", 0.4)
    ),
    "asking": lambda: DataState(scene(1), scenes.restore_notice(BACKUPS[1], 13_204, NOW)),
    "damaged": lambda: DataState(
        scene(2),
        scenes.damaged_notice("hand 5 is damaged: its checksum does not fit"),
    ),
    "made": lambda: DataState(scene(), scenes.made_notice(BACKUPS[0])),
    "moving": lambda: DataState(scene(), scenes.move_notice(*PLACES, 31, 912_000_000)),
}


def show(window: MainWindow, state: DataState) -> None:
    """Put a state into the settings of a window."""
    window.show_page("settings")
    window.settings.show_section("data")
    panel = window.settings.data.backups
    panel.set_scene(state.scene)
    panel.set_notice(state.notice)
