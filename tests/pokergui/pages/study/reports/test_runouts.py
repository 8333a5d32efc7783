import csv

import pytest

from ai.solver.runouts import blockers, runouts
from engine.cards import card_name, parse_card
from engine.player import CALL
from pokergui.pages.study.reports.scenes.aggregate import ReportLook
from pokergui.pages.study.reports.scenes.runouts import blocker_report, card_grid
from tests.pokergui.heard import heard, number_in, refuse
from tests.pokergui.pages.study.paged import listen
from tests.pokergui.pages.study.studied import RIVER, TURN, Studied

pytestmark = pytest.mark.slow


class Carded(Studied):
    def __init__(self, folder, spot=TURN, line=(CALL, CALL)):
        super().__init__(folder)
        self.report = report = self.presenter.runouts
        self.cards_shown = heard(report.scene)
        self.said = listen(notice=report.notice, copied=report.copied, left=report.left)
        self.solve(spot, line=line)
        self.do(report.open)

    view = property(lambda self: self.cards_shown[-1])
    table = property(lambda self: self.view.table)
    names = property(lambda self: [row.key for row in self.table.rows])
    solver = property(lambda self: self.spot.run.trainer)

    def cell_of(self, name):
        return next(i for i, cell in enumerate(self.view.grid.cells) if cell.label == name)

    def row(self, name):
        return next(row for row in self.table.rows if row.key == name)


@pytest.fixture
def course(tmp_path):
    return Carded(tmp_path)


def test_every_river_has_a_row_and_a_cell_in_the_colour_of_the_figure_sorted_by(course):
    found = runouts(course.solver, (CALL, CALL), TURN.board)
    assert course.names == [card_name(card) for card in found.cards.tolist()[::-1]]
    at = found.cards.tolist().index(parse_card("7d"))
    row, cell = course.row("7d"), course.view.grid.cells[course.cell_of("7d")]
    assert row.shares == cell.shares == tuple(found.frequencies[at])
    assert row.ev == f"{found.ev[at, 0]:.1f}" and row.other == f"{found.ev[at, 1]:.1f}"
    assert row.equity == f"{100 * found.equity[at, 0]:.1f}%"
    assert "two-tone" in row.note and cell.spoken == row.spoken
    assert not course.view.grid.cells[course.cell_of("Qs")].possible
    assert sum(cell.possible for cell in course.view.grid.cells) == 48
    assert course.table.total.weight == "100.0%"
    ev, equity = course.view.chart.lines
    place = ev.x.index(float(51 - parse_card("7d")))
    assert ev.y[place] == found.ev[at, 0] / 100 and equity.y[place] == found.equity[at, 0]
    assert course.view.chart.x.names[51 - parse_card("7d")] == "7d"
    assert course.view.grid.scale is None
    course.do(course.report.sort, "ev")
    figures = [number_in(row.ev) for row in course.table.rows]
    assert figures == sorted(figures, reverse=True)
    scale, cells = course.view.grid.scale, course.view.grid.cells
    assert (scale.kind, scale.high) == ("amount", course.table.rows[0].ev)
    assert cells[course.cell_of(course.names[0])].value == 1.0
    course.do(course.report.sort, "ev")
    assert [number_in(row.ev) for row in course.table.rows] == sorted(figures)
    course.do(course.report.sort, "c")
    assert course.view.grid.scale is None
    for key in ("first", "weight", "equity", "other", "texture"):
        course.do(course.report.sort, key)
        assert sorted(course.names) == sorted(set(course.names))


def test_a_card_is_opened_in_study_and_blockers_wait_for_it(course):
    course.do(course.report.choose_kind, "held")
    assert "next card first" in course.table.empty
    course.do(course.report.choose_kind, "runouts")
    course.do(course.report.choose_cell, course.cell_of("Qs"))  # on the board
    course.do(course.report.choose_cell, -1)
    assert course.said == []
    course.do(course.report.choose_cell, course.cell_of("Ah"))
    assert course.said == [("left",)] and course.walk.place.chosen == (*TURN.board, 50)
    course.do(course.report.choose_row, "7d")
    assert course.walk.place.chosen[-1] == parse_card("7d")
    assert course.view.grid.marked == course.cell_of("7d")
    course.do(course.report.choose_kind, "held")
    assert course.row("Ad") and "7d" not in course.names


def test_actions_are_followed_until_a_card_comes(tmp_path):
    course = Carded(tmp_path, line=())
    assert "until the next card" in course.table.empty
    course.rows("c", "c")
    assert course.table.rows and not course.table.empty
    assert [action.key for action in course.view.menu] == ["c", "r100"]
    course.rows("r100")
    assert [action.key for action in course.view.menu] == ["f", "c", "r250"]
    course.rows("f")
    assert "over" in course.table.empty and not course.view.menu


@pytest.mark.parametrize("kind", ["held", "removed"])
def test_blockers_are_changes_in_points_and_ev(tmp_path, kind):
    course = Carded(tmp_path, RIVER, line=(CALL,))
    assert (course.view.kind, course.view.comes) == ("held", False)
    course.do(course.report.choose_kind, kind)
    found = blockers(course.solver, (CALL,), RIVER.board)
    effect, at = getattr(found, kind), found.cards.tolist().index(parse_card("Ad"))
    row = course.row("Ad")
    change = 100 * (effect.frequencies[at] - effect.usual_frequencies[at])
    assert list(map(number_in, row.percents)) == pytest.approx(change, abs=0.051)
    gained = effect.ev[at] - effect.usual_ev[at]
    assert number_in(row.other) == pytest.approx(gained, abs=0.051)
    assert row.ev == f"{effect.ev[at]:.1f}"
    assert course.view.grid.scale.kind == "change" and course.view.grid.scale.middle == "0"
    course.do(course.report.sort, "c")
    assert course.view.grid.scale.caption.startswith("Check")
    first, *_ = changes = [row.percents[0] for row in course.table.rows]
    assert number_in(first) == max(number_in(text) for text in changes if text != "–")


def test_an_ev_that_is_not_known_leaves_the_frequencies(tmp_path):
    course = Carded(tmp_path, RIVER, line=())
    found = blockers(course.solver, (), RIVER.board)
    found.removed.ev[:] = float("nan")
    report = blocker_report(RIVER.game, found, "removed")
    assert "rake" in report.about
    grid = card_grid(report, ReportLook(), RIVER.board)
    assert grid.scale.caption.startswith("All-in")


def test_the_report_follows_its_spot_and_leaves_with_it(course):
    before = course.row("Ah")
    course.do(course.spot.target.edit, "0.05")
    course.do(course.spot.go_on)
    assert course.row("Ah").shares != before.shares
    assert course.row("Ah").shares == tuple(
        runouts(course.solver, (CALL, CALL), TURN.board).frequencies[-2]
    )
    course.do(course.spot.close)
    assert course.said[-1] == ("left",)
    course.do(course.report.close)
    count = len(course.cards_shown)
    course.solve(RIVER)
    assert len(course.cards_shown) == count


def test_the_table_is_copied_and_saved(course, tmp_path):
    course.do(course.report.copy)
    rows = list(csv.DictReader(course.said[-1][1].splitlines()))
    assert len(rows) == 48 and {row["board"] for row in rows} == {"QsJh2h8c"}
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(1.0)
    course.do(course.report.export, str(tmp_path / "cards.csv"))
    assert (tmp_path / "cards.csv").read_text("utf-8") == course.said[-2][1]
    assert course.said[-1][1].title == "48 rows saved as cards.csv"
    course.do(course.report.export, str(tmp_path / "none" / "cards.csv"))
    assert course.said[-1][1].kind == "error"
    course.rows("r100")
    course.do(course.walk.choose_board_card, "7d")
    course.do(course.report.choose_kind, "removed")
    course.do(course.report.copy)
    rows = list(csv.DictReader(course.said[-1][1].splitlines()))
    assert {row["kind"] for row in rows} == {"held", "removed"} and len(rows) == 94


def test_an_error_is_told_once(course, monkeypatch):
    monkeypatch.setattr(type(course.solver), "view", refuse(ValueError("no memory")))
    course.rows("r100")
    notices = [said for said in course.said if said[0] == "notice"]
    assert len(notices) == 1 and "could not be computed" in notices[0][1].title
