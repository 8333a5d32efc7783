"""Pictures of every state of the pages: python -m tests.pokergui.gallery.gallery FOLDER [STATE...].

``put`` brings a window into a state of ``STATES``.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.theme.look import apply_look
from pokergui.viewmodel import FolderPlace, SettingsScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import (
    aggregate_scenes,
    data_scenes,
    drill_scenes,
    engine_scenes,
    history_scenes,
    judge_scenes,
    lab_scenes,
    preflop_scenes,
    reasons_scenes,
    review_scenes,
    room_scenes,
    runout_scenes,
    scenes,
    search_scenes,
    study_scenes,
    tournament_scenes,
    train_scenes,
    watch_scenes,
)
from tests.pokergui.gallery.parts import rows_of

SIZES = ((1024, 640), (1440, 900), (1920, 1080))
MOVING = ("thinking", "solving", "study-thinking")
_PLACES = """
data|Finished hands|/home/you/.local/share/pokergui
log|Log|/home/you/.local/state/pokergui/log
"""
SETTINGS = SettingsScene(
    places=rows_of(FolderPlace, _PLACES),
    version="0.1.0",
    limits=("3.5", "2", "10", "5"),
    limits_usual=("3.5", "2", "10", "2"),
)
TABS = {
    "matrix": lab_scenes.MATRIX,
    "kuhn": lab_scenes.KUHN,
    "schedule": lab_scenes.SCHEDULE,
    "evaluation": lab_scenes.EVALUATION,
}
Show = Callable[[MainWindow, str], None]


def made(states: Mapping[str, Callable[[], Any]], show: Callable[[MainWindow, Any], None]) -> Show:
    """Show the scene made under a name."""
    return lambda window, name: show(window, states[name]())


def _play(window: MainWindow, state: scenes.State) -> None:
    window.show_page("play")
    window.play.close_drills()
    scenes.show(window, state)


def _reasons(window: MainWindow, name: str) -> None:
    _play(window, scenes.facing())
    reasons_scenes.show(window, name)


def _watch(window: MainWindow, name: str) -> None:
    window.show_page("watch")
    watch_scenes.show(window.watch, watch_scenes.WATCHED[name])


def _study(window: MainWindow, state: study_scenes.StudyState) -> None:
    window.show_page("study")
    window.study.close_room()
    state.show(window.study)


def _report(window: MainWindow, name: str) -> None:
    _study(window, study_scenes.STATES["turn"]())
    aggregate_scenes.show(window, name)


def _search(window: MainWindow, name: str) -> None:
    _study(window, study_scenes.STATES["leduc"]())
    search_scenes.show(window, name)


def _spots(window: MainWindow, name: str) -> None:
    _study(window, study_scenes.STATES["turn"]())
    window.study.room.set_scene(room_scenes.STATES[name]())
    window.study.open_room()


def _train(window: MainWindow, name: str) -> None:
    window.show_page("train")
    train_scenes.show(window.train, train_scenes.TRAINED[name])


def _lab(window: MainWindow, name: str) -> None:
    tab, _, state = name.partition("-")
    window.show_page("lab")
    window.lab.show_tab(tab)
    getattr(window.lab, tab).set_scene(TABS[tab][state])


def _history(window: MainWindow, name: str) -> None:
    history_scenes.STATES[name](window)


def _settings(window: MainWindow, section: str) -> None:
    window.show_page("settings")
    window.settings.show_section(section)


KINDS: tuple[tuple[str, Iterable[str], Show], ...] = (
    ("", scenes.STATES, made(scenes.STATES, _play)),
    ("reasons-", reasons_scenes.STATES, _reasons),
    ("drill-", drill_scenes.STATES, drill_scenes.show),
    ("watch-", watch_scenes.WATCHED, _watch),
    ("tournament-", tournament_scenes.STATES, tournament_scenes.show),
    ("study-", study_scenes.STATES, made(study_scenes.STATES, _study)),
    ("spot-", study_scenes.SPOTS, made(study_scenes.SPOTS, _study)),
    ("", study_scenes.VERSUS, made(study_scenes.VERSUS, _study)),
    ("spots-", room_scenes.STATES, _spots),
    ("report-", aggregate_scenes.STATES, _report),
    ("runouts-", runout_scenes.STATES, runout_scenes.show),
    ("search-", search_scenes.STATES, _search),
    ("train-", train_scenes.TRAINED, _train),
    ("lab-", [f"{tab}-{state}" for tab, states in TABS.items() for state in states], _lab),
    ("", history_scenes.STATES, _history),
    ("", judge_scenes.SCENES, judge_scenes.show),
    ("", review_scenes.SCENES, review_scenes.show),
    ("preflop-", preflop_scenes.STATES, made(preflop_scenes.STATES, preflop_scenes.show)),
    ("settings-", ("general", "table", "bets", "review"), _settings),
    ("engines-", engine_scenes.STATES, made(engine_scenes.STATES, engine_scenes.show)),
    ("data-", data_scenes.STATES, made(data_scenes.STATES, data_scenes.show)),
)
STATES = {f"{prefix}{name}": (show, name) for prefix, names, show in KINDS for name in names}


def put(window: MainWindow, state: str) -> None:
    """Bring a window into a state."""
    show, name = STATES[state]
    show(window, name)


def take(folder: Path, names: Iterable[str]) -> None:
    """Save one picture for each state, theme and size."""
    folder.mkdir(parents=True, exist_ok=True)
    for theme in ("dark", "light"):
        settings = replace(SETTINGS, theme=theme)
        apply_look(settings)
        window = MainWindow()
        window.set_settings(settings)
        for width, height in SIZES:
            window.resize(width, height)
            window.show()
            for name in names:
                put(window, name)
                QTest.qWait(450 if name in MOVING else 60)
                window.grab().save(str(folder / f"{name}-{theme}-{width}.png"))
        window.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Pictures of every state of the pages.")
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("states", nargs="*", help="default: all")
    asked = parser.parse_args()
    app = QApplication(sys.argv[:1])
    take(asked.folder, asked.states or STATES)
