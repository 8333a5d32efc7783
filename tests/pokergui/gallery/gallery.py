"""Pictures of every state of the pages: python gallery.py FOLDER [STATE...]."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.theme.look import apply_look
from pokergui.viewmodel import Place, SettingsScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import (
    aggregate_scenes,
    data_scenes,
    drill_scenes,
    engine_scenes,
    history_scenes,
    judge_scenes,
    lab_scenes,
    reasons_scenes,
    review_scenes,
    search_scenes,
    sheet_scenes,
    spot_scenes,
    study_scenes,
    tournament_scenes,
    versus_scenes,
    watch_scenes,
)
from tests.pokergui.gallery.scenes import STATES, show

SIZES = ((1024, 640), (1440, 900), (1920, 1080))
STUDY = {**study_scenes.STATES, **sheet_scenes.STATES}
OF_STUDY = {"study": STUDY, "spot": spot_scenes.STATES, "versus": versus_scenes.STATES}
SLOW = ("thinking", "solving", "preparing", "study-thinking", "study-building")
SETTINGS_SECTIONS = ("general", "table", "bets", "review")
SETTINGS = SettingsScene(
    places=(
        Place("data", "Finished hands", "/home/you/.local/share/pokergui"),
        Place("log", "Log", "/home/you/.local/state/pokergui/log"),
    ),
    version="0.1.0",
    limits=("3.5", "2", "10", "5"),
    limits_usual=("3.5", "2", "10", "2"),
)


def take(folder: Path, names: list[str]) -> None:
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
                if name.startswith("settings-"):
                    window.show_page("settings")
                    window.settings.show_section(name.removeprefix("settings-"))
                elif name.startswith("engines-"):
                    engine_scenes.show(window, engine_scenes.STATES[name.partition("-")[2]]())
                elif name.startswith("data-"):
                    data_scenes.show(window, data_scenes.STATES[name.partition("-")[2]]())
                elif name.startswith("drill-"):
                    drill_scenes.show(window, name.removeprefix("drill-"))
                elif name.startswith("reasons-"):
                    window.show_page("play")
                    reasons_scenes.show(window, name.removeprefix("reasons-"))
                elif name.startswith("watch-"):
                    window.show_page("watch")
                    state = watch_scenes.WATCHED[name.removeprefix("watch-")]
                    watch_scenes.show(window.watch, state)
                elif name in judge_scenes.NOTICES:
                    judge_scenes.show(window, name)
                elif name in review_scenes.SCENES:
                    review_scenes.show(window, name)
                elif name in history_scenes.STATES:
                    window.history.close_room()
                    history_scenes.STATES[name](window)
                elif name.startswith("lab-evaluation-"):
                    window.show_page("lab")
                    window.lab.show_tab("evaluation")
                    scene = lab_scenes.EVALUATION[name.removeprefix("lab-evaluation-")]
                    window.lab.evaluation.set_scene(scene)
                elif name.startswith(("study-", "spot-", "versus-")):
                    window.show_page("study")
                    window.study.close_room()
                    kind, _, state = name.partition("-")
                    study_scenes.show(window, OF_STUDY[kind][state]())
                elif name.startswith("tournament-"):
                    tournament_scenes.show(window, name.removeprefix("tournament-"))
                elif name.startswith("report-"):
                    window.show_page("study")
                    study_scenes.show(window, study_scenes.STATES["turn"]())
                    aggregate_scenes.show(window, name.removeprefix("report-"))
                elif name.startswith("search-"):
                    window.show_page("study")
                    study_scenes.show(window, study_scenes.STATES["leduc"]())
                    search_scenes.show(window, name.removeprefix("search-"))
                else:
                    window.show_page("play")
                    window.play.close_drills()
                    show(window, STATES[name]())
                QTest.qWait(450 if name in SLOW else 60)
                window.grab().save(str(folder / f"{name}-{theme}-{width}.png"))
        window.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Pictures of every state of the pages.")
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("states", nargs="*", help="default: all")
    asked = parser.parse_args()
    app = QApplication(sys.argv[:1])
    take(
        asked.folder,
        asked.states
        or [
            *STATES,
            *history_scenes.STATES,
            *judge_scenes.NOTICES,
            *review_scenes.SCENES,
            *(f"watch-{name}" for name in watch_scenes.WATCHED),
            *(f"study-{name}" for name in STUDY),
            *(f"spot-{name}" for name in spot_scenes.STATES),
            *(f"report-{name}" for name in aggregate_scenes.STATES),
            *(f"search-{name}" for name in search_scenes.STATES),
            *(f"tournament-{name}" for name in tournament_scenes.STATES),
            *(f"versus-{name}" for name in versus_scenes.STATES),
            *(f"engines-{name}" for name in engine_scenes.STATES),
            *(f"drill-{name}" for name in drill_scenes.STATES),
            *(f"reasons-{name}" for name in reasons_scenes.STATES),
            *(f"data-{name}" for name in data_scenes.STATES),
            *(f"lab-evaluation-{name}" for name in lab_scenes.EVALUATION),
            *(f"settings-{name}" for name in SETTINGS_SECTIONS),
        ],
    )
