from functools import cache
from pathlib import Path

from pokergui.pages.study.searching.viewmodel import SearchScene
from pokergui.window.window import MainWindow
from tests.clock import frozen
from tests.pokergui.pages.study.studied import Searched

HOLDEM = "holdem-nolimit@100"


@cache
def states() -> dict[str, SearchScene]:
    course = Searched(Path("/nonexistent"), "leduc", "cfr").begin("r")
    course.rooms.clear()
    found = {"leduc": course.ask("choose", "belief", "engine")}
    found["whole"] = course.ask("choose", "whole", True)
    found["wrong"] = course.ask("choose", "simulations", "0")
    course.ask("choose", "simulations", "2800")
    course.rooms.clear()
    course.ask("choose", "slow", True)
    with frozen():
        course.ask("run")
    found["growing"] = next(one for one in course.rooms if one.form.phase == "running" and one.tree)
    course = Searched(Path("/nonexistent"), HOLDEM, "equity")
    course.open(HOLDEM, "r250", "", "")
    course.search.choose("simulations", "600")
    found["holdem"] = found["belief"] = course.ask("open")
    return found


STATES = ("leduc", "growing", "whole", "wrong", "holdem", "belief")


def show(window: MainWindow, state: str) -> None:
    room = window.study.search
    room.set_scene(states()[state])
    room.tabs.buttons()[state == "belief"].click()
    if not room.isVisible():
        room.button.press()
