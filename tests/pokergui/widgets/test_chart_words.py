from math import inf, nan

from pokergui.viewmodel.chart import Chart, Line
from pokergui.widgets.chart.view import ChartView


def test_a_line_ends_with_its_last_finite_figure(qtbot):
    chart = ChartView(headed=False)
    qtbot.addWidget(chart)
    at = (1.0, 2.0, 3.0)
    lines = (Line("A", "ser_a", at, (4.0, nan, inf)), Line("B", "ser_b", at, (nan,) * 3))
    chart.set_chart(Chart(lines=lines))
    assert chart.accessibleDescription() == "A: 4.00 at the end; B"
