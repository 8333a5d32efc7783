import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.chart import Axis, Chart, Line
from pokergui.widgets.chart.layout import Area, End, place_names
from pokergui.widgets.chart.ticks import (
    log_ticks,
    minor_ticks,
    multiple,
    nice_step,
    power_of_ten,
    rounded_down,
    rounded_range,
    rounded_up,
    said,
    ticks,
    written,
)
from pokergui.widgets.chart.view import ChartView, read
from pokergui.widgets.spoken import say
from tests.pokergui.gallery.train_scenes import CURVES, LIVE, SIX

CHART = LIVE.chart.chart


@pytest.fixture
def chart(qtbot):
    apply_look(SettingsScene(theme="dark"))
    made = ChartView(headed=False)
    qtbot.addWidget(made)
    made.resize(920, 500)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.set_chart(CHART)
    return made


def overlapping(found):
    apart = [box.adjusted(0.01, 0.01, -0.01, -0.01) for box in found]
    return [(a, b) for a, b in combinations(apart, 2) if a.intersects(b)]


def test_figures_are_abbreviated():
    powers = [power_of_ten(e) for e in (-16, -4, -3, -1, 0, 3, 5, 6, 8, 9, 12)]
    assert powers == [
        *("10⁻¹⁶", "10⁻⁴", "0.001", "0.1", "1", "1,000", "100,000"),
        *("1 M", "100 M", "10⁹", "10¹²"),
    ]
    multiples = [multiple(2, e) for e in (-5, -2, 1, 7, 10)]
    assert multiples == ["2·10⁻⁵", "0.02", "20", "20 M", "2·10¹⁰"]
    figures = [written(v) for v in (0.0431, 4.31e-5, 6400.0, 1.0, 12.34, 1e-16, 1.5e9)]
    assert figures == ["0.0431", "4.31·10⁻⁵", "6,400", "1.00", "12.3", "1.00·10⁻¹⁶", "1.50·10⁹"]
    forms = {"count": "1,234", "figure": "1,234", "signed": "+1,234", "percent": "123390%"}
    assert {form: said(Axis(form=form), 1233.9) for form in forms} == forms
    assert [said(Axis(form="signed"), v) for v in (-0.5, 0.0)] == ["−0.500", "0"]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (log_ticks(0, 4.3, 10), ["1", "10", "100", "1,000", "10,000"]),
        (log_ticks(-16, 1, 9)[:3], ["10⁻¹⁶", "10⁻¹⁴", "10⁻¹²"]),
        (log_ticks(0, 1, 10), ["1", "2", "5", "10"]),
        (log_ticks(0.35, 0.9, 5), ["5"]),
        (ticks(-1000, 2000, 4, sign=True), ["−1,000", "0", "+1,000", "+2,000"]),
        (ticks(0, 0.4, 4, sign=False), ["0.0", "0.1", "0.2", "0.3", "0.4"]),
    ],
)
def test_ticks_are_round_and_typeset(found, words):
    assert [text for _, text in found] == words


def test_steps_and_ranges_are_round():
    for span, most, step in ((10, 5, 2), (9, 5, 2), (1, 4, 0.5), (8421, 6, 2000), (0, 3, 1)):
        assert nice_step(span, most) == pytest.approx(step)
    assert rounded_range(-120, 930, 6) == (-200, 1000)
    for value in (1.0, 1.2, 4.99, 5.01, 9.9, 1e-16, 3e-7, 2e9):
        up, down = rounded_up(math.log10(value)), rounded_down(math.log10(value))
        assert 10**down <= value * (1 + 1e-6) and value <= 10**up * (1 + 1e-6)
        assert 10 ** (up - down) <= 2.6
        assert all(round(10 ** (end % 1), 6) in (1, 2, 5, 10) for end in (up, down))


@pytest.mark.parametrize("seed", range(5))
def test_ticks_fit_every_axis(seed):
    chance = random.Random(seed)
    for _ in range(100):
        low = chance.uniform(-17, 9)
        high, most = low + chance.uniform(0.3, 18), chance.randint(1, 14)
        named = log_ticks(low, high, most)
        assert len(named) <= most + 1
        assert all(low - 1e-6 <= at <= high + 1e-6 for at, _ in named)
        assert all(a < b for (a, _), (b, _) in pairwise(named))
        assert all(low < at < high for at in minor_ticks(low, high))


def test_points_lie_within_the_axes_and_match_the_ticks(chart):
    for scene in (SIX.chart, CHART):
        chart.set_chart(scene)
        layout = chart.layout_of()
        box = layout.plane.box.adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
        for line, kept, (xs, ys) in zip(scene.lines, layout.kept, layout.pixels, strict=True):
            assert len(kept) == len(line.x)
            assert all(box.contains(QPointF(x, y)) for x, y in zip(xs, ys, strict=True))
    plane = layout.plane
    for share, words in plane.y.ticks:
        if "10" not in words:
            at = plane.box.bottom() - share * plane.box.height()
            assert float(plane.up(float(words))) == pytest.approx(at)
    for share, words in plane.x.ticks:
        at = plane.box.left() + share * plane.box.width()
        assert float(plane.across(float(words.replace(",", "")))) == pytest.approx(at)
    assert plane.up(1.0) < plane.up(0.001) and plane.across(10.0) < plane.across(100.0)


@pytest.mark.parametrize("seed", range(20))
def test_end_labels_never_overlap(seed):
    chance = random.Random(seed)
    ends = [
        End(
            chance.choice([780.0, chance.uniform(60, 780)]),
            chance.uniform(0, 420),
            chance.uniform(30, 110),
            i == 0,
        )
        for i in range(chance.randint(1, 8))
    ]
    places = place_names(ends, [], Area(60, 0, 900, 420, 32, 11))
    found = [QRectF(x, y, end.width, 32) for end, (x, y) in zip(ends, places, strict=True)]
    assert overlapping(found) == []
    assert all(QRectF(60, 0, 840, 420).contains(box) for box in found)


@pytest.mark.parametrize(
    "points",
    [
        (),
        ((1.0, 2.4),),
        ((1.0, 2.0), (2.0, 2.0)),
        ((1e-4, 1e-16), (1e12, 3.0)),
        ((1.0, 1.0), (2.0, 0.0), (3.0, -1.0), (4.0, float("nan")), (5.0, float("inf"))),
        ((0.0, 1.0), (float("nan"), 1.0)),
    ],
)
def test_degenerate_curves_are_drawn_safely(chart, points):
    x, y = tuple(x for x, _ in points), tuple(y for _, y in points)
    odd = Line("CFR", "ser_a", x, y, end="…", dot="open")
    for lines in ((odd,), (odd, *CURVES)):
        chart.set_chart(replace(CHART, lines=lines))
        chart.grab()
        assert overlapping([name.box for name in chart.layout_of().names]) == []


def test_hovering_reads_the_nearest_point(chart, qtbot):
    xs, ys = chart.layout_of().pixels[2]
    qtbot.mouseMove(chart, QPointF(xs[40], ys[40]).toPoint())
    *_, row = chart.reading.rows  # CFR+ was evaluated after the same iterations
    line = CURVES[2]
    assert (row.name, row.at) == ("CFR", QPointF(xs[40], ys[40]))
    assert row.value == f"{written(line.y[40])} antes per hand"
    assert chart.reading.where == f"{line.x[40]:,.0f} iterations"
    qtbot.mouseMove(chart, QPointF(xs[40], chart.height() - 2.0).toPoint())
    assert chart.reading is None


def test_keys_read_every_line_and_the_reading_survives_new_points(chart):
    chart.clearFocus()
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    for key, names in ((None, ["PDCFR+"]), ("Down", ["CFR+", "CFR"]), ("Up", ["PDCFR+"])):
        if key:
            QTest.keyClick(chart, getattr(Qt.Key, f"Key_{key}"))
        assert [row.name for row in chart.reading.rows] == names
    where, line = chart.reading.where, CURVES[0]
    grown = replace(line, x=(*line.x, 9_000.0), y=(*line.y, 1e-5))
    chart.set_chart(replace(CHART, lines=(grown, *CURVES[1:])))
    assert chart.reading.where == where
    chart.set_chart(CHART)
    for key in ("Down", "Home"):
        QTest.keyClick(chart, getattr(Qt.Key, f"Key_{key}"))
    assert chart.reading.where == "1 iterations"
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert chart.accessibleDescription().startswith("20,000 iterations, CFR+ ")
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.reading.where != "20,000 iterations"
    chart.set_chart(replace(CHART, lines=()))
    assert chart.reading is None


def test_line_ends_are_labelled_with_their_last_finite_figure(chart):
    assert chart.accessibleDescription().startswith("PDCFR+ is at 0.043 mA/hand")
    at, nan = (1.0, 2.0, 3.0), math.nan
    lines = (Line("A", "ser_a", at, (4.0, nan, math.inf)), Line("B", "ser_b", at, (nan,) * 3))
    chart.set_chart(Chart(lines=lines))
    assert chart.accessibleDescription() == "A: 4.00 at the end; B"


def test_bands_are_read_with_their_line(chart):
    x = tuple(map(float, range(101)))
    own = Line("Own", "ser_a", x, x, tuple(v - 5 for v in x), tuple(v + 5 for v in x))
    outer = replace(own, name="Raw", style="band", low=tuple(v - 9 for v in x))
    chart.set_chart(Chart("", Axis(form="count"), Axis("bb", form="signed"), (own, outer)))
    layout = chart.layout_of()
    # The later half of a band widens the axis, the first does not.
    assert (layout.plane.y.low, layout.plane.y.high) == (0.0, 110.0)
    reading = read(chart.chart, layout, 0, 50, "{low} to {high}")
    assert [(row.name, row.value) for row in reading.rows] == [
        ("Own", "+50.0 bb, +45.0 to +55.0"),
        ("Raw", "+41.0 to +55.0"),
    ]
    assert reading.words == "50, Own +50.0 bb, +45.0 to +55.0, Raw +41.0 to +55.0"


def test_text_is_announced_only_with_a_screen_reader(qtbot, monkeypatch):
    widget, told = QWidget(), []
    qtbot.addWidget(widget)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda it: told.append(it.message()))
    for active, words in ((False, "unheard"), (True, ""), (True, "Set, 3 combos")):
        monkeypatch.setattr(QAccessible, "isActive", lambda active=active: active)
        say(widget, words)
    assert told == ["Set, 3 combos"]
