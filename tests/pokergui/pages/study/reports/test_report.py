"""The aggregate report in Study: its form, its rows, stopping half-way, and the way to a board."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.reach import RangeReader
from ai.reports.aggregate import BoardFigures, figures_on, means
from ai.reports.boardsets import named_boards
from ai.simple import RandomAgent
from engine.agent import Agent
from engine.errors import CardError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_spot, parse_line
from engine.player import PublicState, Strategy
from engine.shown import parse_shown
from pokergui.drills.report import read_report
from pokergui.links import ReportLink, StudyLink
from pokergui.pages.study.presenters import study as study_module
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reports.presenters.aggregate import AggregateStudy
from pokergui.pages.study.reports.scenes.filter import parse_filter
from pokergui.pages.study.reports.viewmodel.aggregate import AggregateForm, AggregateTable
from pokergui.viewmodel.fields import SpotField
from tests.sync_runner import SyncRunner

FIVE = "AhTd7c KsQs2d 8h8d7h 2c2d2h QhJdTc"


class Reported:
    """Study with its report, and the contents of the room."""

    def __init__(self, folder: Path, game: str = "holdem-limit", engine: str = "random") -> None:
        self.runner = SyncRunner()
        self.study = StudyPresenter(
            self.runner,
            folder,
            folder / "spots",
            StudyChoice(get_game(game), engine, folder, engine),
        )
        self.report: AggregateStudy = self.study.aggregate
        self.forms: list[AggregateForm] = []
        self.tables: list[AggregateTable] = []
        self.said: list[tuple[str, Any]] = []
        self.report.form.connect(self.forms.append)
        self.report.view.table.connect(self.tables.append)
        self.report.notice.connect(lambda notice: self.said.append(("notice", notice)))
        self.report.offered.connect(lambda reason: self.said.append(("offered", reason)))
        self.report.left.connect(lambda: self.said.append(("left", None)))

    def at(self, line: str, board: str = "") -> Reported:
        """Put Study at a decision, with the room open."""
        game = self.study.walk.place.game
        self.study.open_link(
            StudyLink(game, parse_line(game, line), parse_shown(game, board), None, "")
        )
        self.do(self.report.open)
        return self

    def do(self, intent: Any, *values: Any) -> AggregateForm:
        intent(*values)
        self.report._understand()
        self.runner.run_all()
        return self.form

    def run(self, boards: str = FIVE) -> AggregateTable:
        self.report.edit("named", boards)
        self.do(self.report.choose_boards, "named")
        self.do(self.report.run)
        return self.table

    @property
    def form(self) -> AggregateForm:
        return self.forms[-1]

    @property
    def table(self) -> AggregateTable:
        return self.tables[-1]

    def field(self, key: str) -> SpotField:
        return next(field for field in self.form.fields if field.key == key)

    def boards(self) -> list[str]:
        return [row.key for row in self.table.rows]

    def last(self, kind: str) -> Any:
        return [what for said, what in self.said if said == kind][-1]


@pytest.fixture
def flop(tmp_path: Path, qtbot: QtBot) -> Reported:
    return Reported(tmp_path).at("rc/", "AhTd7c")


def test_the_line_is_that_of_study_and_its_board_gives_way(flop: Reported) -> None:
    assert flop.field("line").text == "rc/"
    assert flop.field("line").note == "Flop, Big blind to act, pot 40"
    assert flop.form.boards == "all"
    assert "22,100" in flop.field("boards").note
    assert flop.form.runnable
    assert "Random walker" in flop.form.source
    assert "press Run" in flop.table.empty


def test_a_line_is_clicked_together(flop: Reported) -> None:
    assert [crumb.text for crumb in flop.form.way.crumbs][-1] == "Big blind to act"
    assert [action.key for action in flop.form.menu] == ["c", "r"]
    flop.do(flop.report.choose_crumb, 1)
    assert flop.field("line").text == "" and flop.field("line").error
    assert [action.title for action in flop.form.menu][:2] == ["Fold", "Call 5"]
    for key in ("r", "c", "c", "r"):
        flop.do(flop.report.choose_action, key)
    assert flop.field("line").text == "rc/cr" and flop.form.runnable
    flop.do(flop.report.edit, "line", "rc/x")
    assert flop.field("line").error and flop.form.menu  # clicks go on from what was read last
    flop.do(flop.report.choose_action, "c")
    assert flop.field("line").text == "rc/crc/"


def test_rows_are_those_of_each_board_computed_alone(flop: Reported) -> None:
    table = flop.run()
    game = get_game("holdem-limit")
    reader, betting = RangeReader(RandomAgent(game)), line_spot(game, "rc/")
    alone = [figures_on(reader, betting, board) for board in named_boards(FIVE, 3)]
    assert [row.key for row in table.rows] == [one.board.name for one in alone]
    for row, one in zip(table.rows, alone, strict=True):
        assert row.shares == pytest.approx(list(one.shares.values()), abs=1e-12)
        assert row.equity == f"{100 * one.equity:.1f}%"
        assert row.ev == "–"
    whole = means(alone)
    assert table.total is not None
    assert table.total.shares == pytest.approx(list(whole.shares.values()), abs=1e-12)
    assert table.total.weight == "100.0%"
    assert [column.title for column in table.columns][2:4] == ["Check", "10"]
    assert flop.form.progress is not None
    assert flop.form.progress.share == 1.0
    assert not flop.form.running
    assert not flop.form.runnable  # it is done


def test_rows_come_while_it_runs_and_stopping_keeps_them(flop: Reported) -> None:
    seen: list[int] = []

    def look(form: AggregateForm) -> None:
        if form.running and form.progress is not None and form.progress.value == "2":
            seen.append(len(flop.tables))
            flop.report.stop()

    flop.report.form.connect(look)
    flop.run()
    assert seen
    assert len(flop.table.rows) == 2
    assert not flop.form.running
    assert flop.form.going_on
    assert flop.form.progress is not None
    assert "stopped" in flop.form.progress.note
    flop.report.form.disconnect(look)
    flop.do(flop.report.run)  # goes on where it was
    assert flop.boards() == ["AhTd7c", "KsQs2d", "8h8d7h", "2h2d2c", "QhJdTc"]


def test_sorting_by_any_column_both_ways(flop: Reported) -> None:
    flop.run()
    whole = flop.boards()
    for column in flop.table.columns:
        flop.do(flop.report.view.sort, column.key)
        first = flop.boards()
        flop.do(flop.report.view.sort, column.key)
        assert sorted(flop.boards()) == sorted(first) == sorted(whole)
        ways = [one.sorted for one in flop.table.columns if one.key == column.key]
        assert ways in ([1], [-1])
    flop.do(flop.report.view.sort, "first")
    assert flop.boards()[0] == "2h2d2c"
    flop.do(flop.report.view.sort, "weight")
    assert flop.boards()[-1] == "2h2d2c"  # it represents the fewest flops


@pytest.mark.parametrize(
    ("kind", "titles"),
    [
        ("suits", ["Rainbow", "Two-tone"]),
        ("pairing", ["Unpaired", "Paired", "Trips"]),
        ("high", ["A high", "K high", "Q high", "8 high", "2 high"]),
        ("connection", ["Straight possible", "Connected", "Disconnected"]),
    ],
)
def test_groups_have_means_and_open_their_boards(
    flop: Reported, kind: str, titles: list[str]
) -> None:
    flop.run()
    flop.do(flop.report.view.group, kind)
    assert [row.title for row in flop.table.rows] == titles
    counts = [int(row.note.split()[0]) for row in flop.table.rows]
    assert sum(counts) == 5
    flop.do(flop.report.choose_row, flop.table.rows[0].key)
    assert flop.table.group == "boards"
    assert len(flop.table.rows) == counts[0]
    assert flop.table.filter


def figures(name: str) -> BoardFigures:
    game = get_game("holdem-limit")
    reader = RangeReader(RandomAgent(game))
    return figures_on(reader, line_spot(game, "rc/"), named_boards(name, 3)[0])


@pytest.mark.parametrize(
    ("text", "board", "matches"),
    [
        ("Ah", "AhTd7c", True),
        ("as", "AhTd7c", False),
        ("AhTd", "AhTd7c", True),
        ("AT", "AhTd7c", True),
        ("A10", "AhTd7c", True),
        ("77", "AhTd7c", False),
        ("88", "8h8d7h", True),
        ("A-high", "AhTd7c", True),
        ("khigh", "AhTd7c", False),
        ("10-high", "Td8c6h", True),
        ("two-tone", "8h8d7h", True),
        ("rain disc", "AhTd7c", True),
        ("paired", "AhTd7c", False),
        ("unp", "AhTd7c", True),
        ("straight", "QhJdTc", True),
        ("", "AhTd7c", True),
    ],
)
def test_filters(text: str, board: str, matches: bool) -> None:
    assert parse_filter(text)(figures(board)) == matches


@pytest.mark.parametrize("text", ["zz", "Xh", "AhAh", "con!", "hi", "ra"])
def test_words_that_mean_nothing_are_named(text: str) -> None:
    with pytest.raises(CardError, match="is not a card, rank or texture"):
        parse_filter(text)


def test_narrowing_sums_what_is_left_and_an_error_loses_nothing(flop: Reported) -> None:
    flop.run()
    flop.do(flop.report.view.narrow, "A")
    assert flop.boards() == ["AhTd7c"]
    assert flop.table.filter_note == "1 of 5"
    assert flop.table.total is not None
    assert flop.table.total.note == "1 board"
    flop.do(flop.report.view.narrow, "zz")
    assert flop.table.filter_wrong
    assert len(flop.boards()) == 5
    flop.do(flop.report.view.narrow, "AKQ")
    assert flop.boards() == []
    assert flop.table.empty == "No board matches all of this."


def test_a_board_opens_in_study_and_the_report_stays(flop: Reported) -> None:
    flop.run()
    flop.do(flop.report.choose_row, "KsQs2d")
    assert ("left", None) in flop.said
    place = flop.study.walk.place
    assert (place.actions, place.chosen) == (parse_line(place.game, "rc/"), (47, 43, 1))
    before = len(flop.tables)
    flop.report.close()
    flop.do(flop.report.open)
    assert len(flop.boards()) == 5
    assert len(flop.tables) > before


def test_another_line_has_a_report_of_its_own(flop: Reported) -> None:
    flop.run()
    flop.at("rc/c", "AhTd7c")
    assert flop.boards() == []
    assert flop.field("line").text == "rc/c"
    flop.at("rc/", "QhJdTc")
    assert len(flop.boards()) == 5


def test_a_typed_line_is_told_beside_its_report(flop: Reported) -> None:
    flop.run()
    flop.do(flop.report.edit, "line", "rc/r")
    assert flop.form.progress is not None
    assert flop.form.progress.label == "Boards of rc/"
    flop.do(flop.report.run)
    assert flop.form.progress.label == "Boards"
    assert [column.title for column in flop.table.columns][2] == "Fold"


def test_later_streets_take_samples_and_boards_that_begin_alike(flop: Reported) -> None:
    flop.at("rc/cc/", "AhTd7c2s")
    assert "Only flops" in flop.field("boards").error
    assert not flop.form.runnable
    flop.report.edit("size", "4")
    flop.do(flop.report.choose_boards, "sample")
    assert flop.form.runnable
    table = flop.run("AhTd7c")
    assert len(table.rows) == 49
    assert all(len(row.cards) == 4 for row in table.rows)


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("line", "r", "before the flop"),
        ("line", "rf", "nobody is to act"),
        ("line", "x", "is not f, c, r or /"),
        ("size", "901", "1 to 900 boards"),
        ("size", "many", "1 to 900 boards"),
        ("seed", "-1", "A whole number from 0"),
        ("named", "AhTd", "has 2 cards"),
        ("named", "AhAhTd", "named twice"),
        ("named", "", "no board is named"),
    ],
)
def test_mistakes_stand_at_their_fields(flop: Reported, key: str, text: str, words: str) -> None:
    flop.report.edit(key, text)
    kind = {"size": "sample", "seed": "sample", "named": "named"}.get(key, "all")
    flop.do(flop.report.choose_boards, kind)
    assert words.lower() in flop.field(key).error.lower()
    assert not flop.form.runnable
    flop.do(flop.report.run)
    assert flop.table.rows == ()


def test_preflop_the_line_is_asked_for(tmp_path: Path, qtbot: QtBot) -> None:
    reported = Reported(tmp_path).at("r")
    assert "before the flop" in reported.field("line").error
    assert not reported.form.runnable
    reported.do(reported.report.edit, "line", "rc/")
    assert reported.form.runnable


def test_small_games_have_no_report(flop: Reported) -> None:
    flop.do(flop.study.choose_game, "leduc")
    assert "small" in flop.last("offered")
    assert flop.said[-1][0] == "left"
    flop.do(flop.study.choose_game, "holdem-limit")
    assert flop.last("offered") == ""


def test_an_engine_without_ranges_says_so(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ActsOnly(RandomAgent):
        has_ranges = False

    def build(name: str, game: Any, folder: Path, control: JobControl | None = None) -> Agent:
        return ActsOnly(game)

    monkeypatch.setattr(study_module, "build", build)
    reported = Reported(tmp_path).at("rc/", "AhTd7c")
    assert "does not answer for its whole range" in reported.form.source
    assert not reported.form.runnable


def test_an_engine_that_fails_half_way_keeps_what_is_done(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Tires(RandomAgent):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            if spot.board and spot.board[0] < 40:
                raise EngineError("it is tired")
            return super().strategy(spot, control)

    def build(name: str, game: Any, folder: Path, control: JobControl | None = None) -> Agent:
        return Tires(game)

    monkeypatch.setattr(study_module, "build", build)
    reported = Reported(tmp_path).at("rc/", "AhTd7c")
    reported.run()
    assert reported.boards() == ["AhTd7c", "KsQs2d"]
    assert "It is tired" in reported.last("notice").text
    assert reported.form.going_on
    reported.report.press_notice("dismiss")
    assert reported.last("notice") is None


def test_what_never_happens_is_told(tmp_path: Path, qtbot: QtBot) -> None:
    reported = Reported(tmp_path, engine="call").at("rc/", "AhTd7c")
    reported.run()
    assert "would never raise to 20 as Button" in reported.form.warning


def test_csv_has_what_is_shown(flop: Reported, tmp_path: Path) -> None:
    flop.run()
    flop.do(flop.report.view.narrow, "rainbow")
    file = tmp_path / "boards.csv"
    flop.do(flop.report.export, str(file))
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["board"] for row in rows] == ["AhTd7c", "2h2d2c", "QhJdTc", "all"]
    assert {row["engine"] for row in rows} == {"random"}
    assert "3 boards" in flop.last("notice").title
    flop.do(flop.report.export, str(tmp_path / "no" / "where.csv"))
    assert "not saved" in flop.last("notice").title
    assert len(flop.boards()) == 3


def test_the_boards_shown_are_practised_as_their_table_is(flop: Reported, tmp_path: Path) -> None:
    links: list[ReportLink] = []
    flop.study.walk.drill_requested.connect(links.append)
    flop.do(flop.report.drill.ask)
    assert links == []
    flop.run()
    flop.do(flop.report.drill.ask)
    assert len(links[0].boards) == 5
    flop.do(flop.report.view.narrow, "rainbow")
    flop.do(flop.report.drill.ask)
    file = tmp_path / "boards.csv"
    flop.do(flop.report.export, str(file))
    assert links[1] == read_report(file)
    assert sum(links[1].weights) == pytest.approx(1.0)
    flop.do(flop.report.view.narrow, "A-high monotone")
    flop.do(flop.report.drill.ask)
    assert len(links) == 2


@pytest.mark.parametrize(
    ("line", "board", "words"),
    [
        ("cc/", "AhTd7c", "EV: this engine does not value hands"),
        ("cc/cc/cc/", "AhTd7c2s3d", "EV: exact, if both go on as this engine plays"),
    ],
)
def test_whose_ev_it_is_is_said_as_study_says_it(
    qtbot: QtBot, tmp_path: Path, line: str, board: str, words: str
) -> None:
    table = Reported(tmp_path).at(line, board).run(board)
    tip = next(column.tip for column in table.columns if column.key == "ev")
    assert tip == f"EV of the range of Big blind from here on. {words}"
    assert (table.rows[0].ev == "–") == ("exact" not in words)
