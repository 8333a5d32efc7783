import math
from dataclasses import replace

import pytest

from ai.agents.baselines import RaiseAgent, RandomAgent
from ai.reading.reach import RangeReader
from ai.reports.aggregate import figures_on, means
from ai.reports.boardsets import named_boards
from ai.reports.flop_set import file_of
from engine.errors import CardError, EngineError
from engine.game import get_game
from engine.lines import line_spot, parse_line
from pokergui.drills.sources import read_report
from pokergui.pages.study.reports.scenes.aggregate import (
    ReportDraft,
    known_first,
    line_after,
    parse_filter,
    read_form,
    way_of,
)
from tests.ai.reports.flop_sets import solved_in
from tests.pokergui.cli_runner import csv_rows
from tests.pokergui.heard import heard, refuse
from tests.pokergui.pages.study.studied import FIVE, Reported, plant

LIMIT, DEEP = get_game("holdem-limit"), get_game("holdem-nolimit@100")


@pytest.fixture
def flop(tmp_path):
    return Reported(tmp_path)


def saved(flop):
    file = flop.home / "boards.csv"
    flop.do(flop.report.export, str(file))
    return file, csv_rows(file)


def test_next_actions_come_from_the_engine_or_the_rules():
    reader = RangeReader(RaiseAgent(DEEP))
    for text in ("", "r300c/", "r300c/cc/", "r300c/cc/cc/"):
        (action,) = way_of(DEEP, text, reader).menu
        assert action.key.startswith("r")
        assert way_of(DEEP, line_after(DEEP, text, action.key), reader).text.startswith(text)
    failing = type("Failing", (RaiseAgent,), {"strategy": refuse(EngineError("not now"))})
    for reader in (None, RangeReader(failing(DEEP))):
        menu = [action.key for action in way_of(DEEP, "r300", reader).menu]
        assert menu == ["f", "c", "r500", "r10000"]
    assert way_of(DEEP, "f", None).menu == () and way_of(DEEP, "x", None) is None


@pytest.mark.parametrize(
    ("text", "board", "matches"),
    [
        *(("Ah", "AhTd7c", True), ("as", "AhTd7c", False), ("AhTd", "AhTd7c", True)),
        *(("AT", "AhTd7c", True), ("A10", "AhTd7c", True), ("77", "AhTd7c", False)),
        *(("88", "8h8d7h", True), ("A-high", "AhTd7c", True), ("khigh", "AhTd7c", False)),
        *(("10-high", "Td8c6h", True), ("two-tone", "8h8d7h", True), ("unp", "AhTd7c", True)),
        *(("rain disc", "AhTd7c", True), ("paired", "AhTd7c", False), ("", "AhTd7c", True)),
        ("straight", "QhJdTc", True),
    ],
)
def test_hands_are_filtered(text, board, matches):
    reader = RangeReader(RandomAgent(LIMIT))
    figures = figures_on(reader, line_spot(LIMIT, "rc/"), named_boards(board, 3)[0])
    assert parse_filter(text)(figures) == matches


@pytest.mark.parametrize("text", ["zz", "Xh", "AhAh", "con!", "hi", "ra"])
def test_unknown_filter_words_are_named(text):
    with pytest.raises(CardError, match="is not a card, rank or texture"):
        parse_filter(text)


def test_line_starts_from_study_and_is_extended_by_click_or_text(flop):
    line = flop.field("line")
    assert (line.text, line.note) == ("rc/", "Flop, Big blind to act, pot 40")
    assert flop.form.boards == "all" and "22,100" in flop.field("boards").note
    assert flop.form.runnable and "Random walker" in flop.form.source
    assert [crumb.text for crumb in flop.form.way.crumbs][-1] == "Big blind to act"
    assert [action.key for action in flop.form.menu] == ["c", "r"]
    flop.do(flop.report.choose_crumb, 1)
    assert flop.field("line").text == "" and "before the flop" in flop.field("line").error
    assert not flop.form.runnable
    assert [action.title for action in flop.form.menu][:2] == ["Fold", "Call 5"]
    for key in ("r", "c", "c", "r"):
        flop.do(flop.report.choose_action, key)
    assert flop.field("line").text == "rc/cr" and flop.form.runnable
    flop.do(flop.report.edit, "line", "rc/x")
    assert flop.field("line").error and flop.form.menu  # clicks extend the last valid line
    flop.do(flop.report.run)  # it has no effect
    assert flop.table.rows == () and not flop.form.runnable
    flop.do(flop.report.choose_action, "c")
    assert flop.field("line").text == "rc/crc/"


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        *(("line", "r", "before the flop"), ("line", "rf", "it is nobody's turn")),
        *(("line", "x", "is not f, c, r or /"), ("size", "901", "1 to 900 boards")),
        *(("size", "many", "1 to 900 boards"), ("seed", "-1", "A whole number from 0")),
        *(("named", "AhTd", "has 2 cards"), ("named", "AhAhTd", "named twice")),
        ("named", "", "o board is given"),
    ],
)
def test_errors_appear_at_their_field(key, text, words):
    kinds = {"size": "sample", "seed": "sample", "named": "named"}
    read = read_form(
        replace(ReportDraft(line="rc/"), kind=kinds.get(key, "all"), **{key: text}), LIMIT
    )
    assert list(read.errors) == [key] and words in read.errors[key] and not read.complete


def test_later_streets_accept_samples_and_board_prefixes():
    turn = ReportDraft(line="rc/cc/")
    assert "Only flops" in read_form(turn, LIMIT).errors["boards"]
    assert len(read_form(replace(turn, kind="sample", size="4"), LIMIT).boards) == 4
    boards = read_form(replace(turn, kind="named", named="AhTd7c"), LIMIT).boards
    assert len(boards) == 49 and {len(board.cards) for board in boards} == {4}


def test_rows_match_boards_computed_alone(flop):
    table = flop.run()
    reader, betting = RangeReader(RandomAgent(LIMIT)), line_spot(LIMIT, "rc/")
    alone = [figures_on(reader, betting, board) for board in named_boards(FIVE, 3)]
    assert flop.boards == [one.board.name for one in alone]
    for row, one in zip(table.rows, alone, strict=True):
        assert row.shares == pytest.approx(list(one.shares.values()), abs=1e-12)
        assert (row.equity, row.ev) == (f"{100 * one.equity:.1f}%", "–")
    assert table.total.shares == pytest.approx(list(means(alone).shares.values()), abs=1e-12)
    assert table.total.weight == "100.0%"
    assert [column.title for column in table.columns][2:4] == ["Check", "10"]
    tip = next(column.tip for column in table.columns if column.key == "ev")
    assert tip.endswith("EV: this engine gives no EVs")
    assert flop.form.progress.share == 1.0
    assert not flop.form.running and not flop.form.runnable  # it is done


def test_rows_appear_while_running_and_survive_cancellation(flop):
    def look(form):
        if form.running and form.progress is not None and form.progress.value == "2":
            flop.report.stop()

    flop.report.form.connect(look)
    flop.run()
    assert len(flop.table.rows) == 2 and not flop.form.running and flop.form.going_on
    assert "stopped" in flop.form.progress.note
    flop.report.form.disconnect(look)
    flop.do(flop.report.run)  # resumes where it was
    assert flop.boards == ["AhTd7c", "KsQs2d", "8h8d7h", "2h2d2c", "QhJdTc"]


def test_rows_sort_by_any_column_in_both_directions(flop):
    flop.run()
    whole = flop.boards
    for column in flop.table.columns:
        flop.do(flop.report.view.sort, column.key)
        assert sorted(flop.boards) == sorted(whole)
        flop.do(flop.report.view.sort, column.key)
        assert [one.sorted for one in flop.table.columns if one.key == column.key] in ([1], [-1])
    flop.do(flop.report.view.sort, "first")
    assert flop.boards[0] == "2h2d2c"
    flop.do(flop.report.view.sort, "weight")
    assert flop.boards[-1] == "2h2d2c"  # it represents the fewest flops


def test_unknown_figures_sort_below_all_others():
    assert sorted((-2.0, math.nan, 1.0), key=known_first)[1:] == [-2.0, 1.0]


@pytest.mark.parametrize(
    ("kind", "titles"),
    [
        *(("suits", ["Rainbow", "Two-tone"]), ("pairing", ["Unpaired", "Paired", "Trips"])),
        ("high", ["A high", "K high", "Q high", "8 high", "2 high"]),
        ("connection", ["Straight possible", "Connected", "Disconnected"]),
    ],
)
def test_groups_show_means_and_expand_to_their_boards(flop, kind, titles):
    flop.run()
    flop.do(flop.report.view.group, kind)
    assert [row.title for row in flop.table.rows] == titles
    counts = [int(row.note.split()[0]) for row in flop.table.rows]
    assert sum(counts) == 5
    flop.do(flop.report.choose_row, flop.table.rows[0].key)
    assert flop.table.group == "boards" and len(flop.table.rows) == counts[0]
    assert flop.table.filter


def test_filtering_updates_totals_and_an_error_loses_nothing(flop):
    links = heard(flop.walk.drill_requested)
    flop.do(flop.report.practise)
    flop.run()
    assert flop.narrow("A") == ["AhTd7c"]
    assert flop.table.filter_note == "1 of 5" and flop.table.total.note == "1 board"
    assert len(flop.narrow("zz")) == 5 and flop.table.filter_wrong
    assert len(saved(flop)[1]) == 6
    assert flop.narrow("AKQ") == [] and flop.table.empty == "No board matches all of this."
    flop.do(flop.report.practise)
    assert links == []  # nothing to practise yet, or any more
    flop.narrow("rainbow")
    file, rows = saved(flop)
    assert [row["board"] for row in rows] == ["AhTd7c", "2h2d2c", "QhJdTc", "all"]
    assert {row["engine"] for row in rows} == {"random"}
    assert "3 boards" in flop.last("notice").title
    flop.do(flop.report.practise)
    assert links == [read_report(file)]  # practised as the table is
    assert sum(links[0].weights) == pytest.approx(1.0)
    flop.do(flop.report.export, str(flop.home / "no" / "where.csv"))
    assert "not saved" in flop.last("notice").title and len(flop.boards) == 3


def test_board_opens_in_study_and_each_line_has_its_own_report(flop):
    flop.run()
    flop.do(flop.report.choose_row, "KsQs2d")
    assert ("left",) in flop.said
    place = flop.walk.place
    assert (place.actions, place.chosen) == (parse_line(LIMIT, "rc/"), (47, 43, 1))
    flop.report.close()
    flop.do(flop.report.open)
    assert len(flop.boards) == 5
    flop.at("rc/c", "AhTd7c")
    assert flop.boards == [] and flop.field("line").text == "rc/c"
    flop.at("rc/", "QhJdTc")
    assert len(flop.boards) == 5
    flop.do(flop.report.edit, "line", "rc/r")
    assert flop.form.progress.label == "Boards of rc/"
    flop.do(flop.report.run)
    assert flop.form.progress.label == "Boards"
    assert [column.title for column in flop.table.columns][2] == "Fold"


def test_boards_are_cleared_as_soon_as_the_game_changes(flop):
    flop.run()
    flop.presenter.choose("game", "holdem-nolimit")
    flop.report.choose_row("AhTd7c")
    assert flop.walk.place.game.name.startswith("holdem-nolimit")
    flop.runner.run_all()
    assert flop.boards == []
    flop.do(flop.presenter.choose, "game", "leduc")
    assert "small" in flop.last("offered") and flop.said[-1] == ("left",)
    flop.at("rc/", "AhTd7c")
    assert flop.last("offered") == "" and len(flop.boards) == 5


def test_unsupported_engine_is_not_queried(flop, monkeypatch):
    flop.do(flop.presenter.choose, "engine", f"file:{flop.home / 'gone'}")
    assert "choose another one" in flop.form.source and not flop.form.runnable
    flop.do(flop.presenter.choose, "engine", "call")
    flop.at("rc/r", "AhTd7c")
    assert "Caller" in flop.form.source and flop.form.runnable
    flop.run()  # a raise and a bet that never occur: the first is named
    assert "would never raise to 20 as Button" in flop.form.warning
    plant(monkeypatch, type("ActsOnly", (RandomAgent,), {"has_ranges": False}))
    flop.do(flop.presenter.choose, "engine", "raise")
    assert "gives no strategy for its whole range" in flop.form.source and not flop.form.runnable


def test_engine_failing_midway_keeps_finished_rows(tmp_path, monkeypatch):
    class Tires(RandomAgent):
        def strategy(self, spot, control=None):
            if spot.board and spot.board[0] < 40:
                raise EngineError("it is tired")
            return super().strategy(spot, control)

    plant(monkeypatch, Tires)
    reported = Reported(tmp_path)
    reported.run()
    assert reported.boards == ["AhTd7c", "KsQs2d"] and reported.form.going_on
    assert "It is tired" in reported.last("notice").text


@pytest.mark.ci
@pytest.mark.slow
def test_solved_flops_are_reported_and_opened(tmp_path):
    folder = tmp_path / "spots" / "co-btn"
    flops = solved_in(folder)
    study = Reported(tmp_path)
    report, asked = study.report, heard(study.report.flop_asked)
    assert [one.title for one in study.form.sources.choices] == ["Random walker", "co-btn"]
    study.do(report.choose_source, str(folder))
    assert study.form.sources.current == str(folder)
    assert study.form.source == "pot 100, 100 behind, 2 of 2 flops"
    assert study.field("line").note == "Flop, Out of position to act, pot 100"
    assert [action.key for action in study.form.menu] == ["c", "r50"]
    study.do(report.run)
    assert study.boards == [board.name for board in flops.boards]
    assert "exact" in next(one for one in study.table.columns if one.key == "ev").tip
    rows = saved(study)[1]
    assert rows[0]["line"] == "" and 0.0 < float(rows[0]["r50"]) < 1.0
    study.do(report.choose_row, flops.boards[1].name)
    assert asked == [file_of(folder, flops.boards[1])]
    for keys, text in ((("r50", "c"), "r50c/"), (("c",), "r50c/c")):
        for key in keys:
            study.do(report.choose_action, key)
        assert study.field("line").text == text and study.form.runnable
    study.do(report.edit, "line", "r51")
    assert "without this betting" in study.field("line").error
    study.do(report.edit, "line", "c")
    study.do(report.edit, "named", "AhTd7c")
    study.do(report.choose_boards, "named")
    assert "AhTd7c is not one of the solved flops" in study.field("named").error
    study.do(report.choose_boards, "sample")
    assert "not drawn" in study.field("boards").error
    study.do(report.practise)
    assert "cannot be practised" in study.last("notice").title
    study.do(report.choose_source, "")
    assert study.field("line").text == "rc/" and study.form.source.startswith("Random walker")
