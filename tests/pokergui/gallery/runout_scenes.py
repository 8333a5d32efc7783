"""States of the view of run-outs and blockers, recorded while its own presenter makes them."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ai.solver.spot import Spot
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.study_scenes import WIDE, Course, StudyState

TURN = Spot.parse("Qs Jh 2h 8c", WIDE, WIDE, 100, 950, "50,100", "50")


@cache
def states() -> dict[str, tuple[StudyState, Any]]:
    found, scenes = {}, []
    with TemporaryDirectory() as folder:
        course = Course("kuhn", "cfr", Path(folder))
        course.solve(TURN, 5.0)
        report = course.presenter.runouts
        report.scene.connect(scenes.append)
        for name, intent, *values in (
            *(("start", report.open), ("", course.walk.follow, "c")),
            *(("cards", course.walk.follow, "c"), ("sorted", report.sort, "ev")),
            *(("", report.choose_row, "Ah"), ("held", report.choose_kind, "held")),
            *(("removed", report.choose_kind, "removed"), ("action", report.sort, "c")),
        ):
            course.keep(name, intent, *values)
            found[name] = course.at[name], scenes[-1]
    return found


STATES = ("start", "cards", "sorted", "held", "removed", "action")


def show(window: MainWindow, name: str) -> None:
    state, scene = states()[name]
    window.show_page("study")
    window.study.close_room()
    state.show(window.study)
    window.study.columns.solution.cards.click()
    window.study.runouts.set_scene(scene)
