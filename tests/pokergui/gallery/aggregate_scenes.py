from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pokergui.viewmodel import Choice, ChoiceList
from pokergui.window.window import MainWindow
from tests.pokergui.pages.study.studied import Reported


@cache
def states() -> dict[str, Any]:
    course = Reported(Path("/nonexistent"))
    report, found = course.report, {"empty": (course.form, course.table)}
    course.do(report.edit, "size", "40")
    course.do(report.choose_boards, "sample")
    course.do(report.run)
    course.do(report.view.sort, "equity")
    running = [form for form in course.forms if form.running and form.progress]
    found["full"] = running[-1], course.table
    course.do(report.view.group, "suits")
    found["groups"] = course.form, course.table
    solved = Choice("co-btn", "co-btn", "pot 19, 91 behind, 95 of 95 flops")
    engine = Choice("", "Random walker")
    sources = ChoiceList("Report of", (engine, solved), solved.key)
    found["solved"] = replace(course.form, source=solved.note, sources=sources), course.table
    course.do(report.choose_boards, "named")
    course.do(report.edit, "named", "AhTd")
    course.do(report.edit, "line", "r")
    found["wrong"] = course.form, course.table
    return found


STATES = ("full", "groups", "solved", "wrong")


def show(window: MainWindow, state: str) -> None:
    form, table = states()[state]
    room = window.study.report
    room.set_form(form)
    room.set_table(table)
    if not room.isVisible():
        room.button.press()
