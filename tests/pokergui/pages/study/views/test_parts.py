from dataclasses import replace
from functools import reduce

import pytest

from pokergui.pages.study.wiring import connect_study, connect_tools, connect_walk
from tests.pokergui.gallery import room_scenes
from tests.pokergui.pages.study.studied import Studied

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

PARTS = """
line.set_scene figures.set_figures centre.pair.set_grids centre.totals.set_totals
centre.views.set_scene centre.about.set_scene centre.heights.set_heights
centre.filters.set_scene centre.sheet.set_scene centre.given.set_scene
columns.rows.set_lines columns.board.set_scene columns.sides.set_sides
columns.classes.set_scene columns.curve.set_chart columns.detail.set_detail
columns.solution.set_scene columns.differences.set_list columns.typed.set_scene
top_bar.set_scene
"""


def watched(monkeypatch, widget, methods):
    """Return a list that gets the path of each part of a widget when it is given a scene."""
    given = []
    for path in methods.split():
        *way, method = path.split(".")
        part = reduce(getattr, way, widget)
        name, call = ".".join(way), getattr(part, method)

        def record(*scene, call=call, name=name):
            given.append(name)
            return call(*scene)

        monkeypatch.setattr(part, method, record)
    return given


def test_only_parts_that_show_what_changed_get_a_scene(page, tmp_path, monkeypatch):
    flop = Studied(tmp_path, "holdem-nolimit", "equity", shown=False)
    given = watched(monkeypatch, page, PARTS)
    for connect in (connect_study, connect_walk, connect_tools):
        connect(flop.presenter, page)
    flop.open("holdem-nolimit@100", "r300c/", "Jh8d3h")

    def told(intent, *values):
        given.clear()
        flop.do(intent, *values)
        return {name.rpartition(".")[2] for name in given}

    range_shown = {"pair", "totals", "filters", "classes"}
    # headings of the sides and of the curve say that they are of the whole range
    assert told(flop.presenter.filter.choose_suit, 3) == range_shown | {"sides", "curve"}
    assert told(flop.presenter.filter.choose_suit, 2) == range_shown
    assert told(flop.walk.look, "heights", "full") == {"pair", "views", "about", "heights"}
    assert told(flop.presenter.typed.edit, "600") == {"typed"}
    step = {"line", "rows", "typed", "sides", "curve"}
    assert told(flop.walk.follow, "c") == range_shown | step  # the pot and the actions stay


def test_only_the_field_that_changed_gets_a_scene(page, monkeypatch):
    room, full = page.room, room_scenes.STATES["full"]()
    room.set_scene(full)
    boxes = ("board.field", "pot", "stack", "blind", "target", "oop", "ip")
    methods = " ".join(f"form.{box}.set_field" for box in boxes)
    given = watched(
        monkeypatch, room, f"{methods} foot.set_form list.set_rows form.board.deck.set_rows"
    )
    room.set_scene(full)
    given.clear()  # each recorder is told once
    fields = [replace(one, text="250") if one.key == "pot" else one for one in full.form.fields]
    room.set_scene(replace(full, form=replace(full.form, fields=tuple(fields))))
    assert given == ["form.pot"]
