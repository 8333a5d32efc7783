"""The aggregate report when its game, its engine or its filter is another one than it was."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.game import get_game
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.ranges.place import Place
from tests.pokergui.pages.study.reports.test_report import Reported

GAME = get_game("holdem-limit")


@pytest.fixture
def flop(tmp_path: Path, qtbot: QtBot) -> Reported:
    return Reported(tmp_path).at("rc/", "AhTd7c")


def test_a_filter_that_means_nothing_saves_what_is_shown(flop: Reported, tmp_path: Path) -> None:
    flop.run()
    flop.do(flop.report.view.narrow, "zz")
    file = tmp_path / "boards.csv"
    flop.do(flop.report.export, str(file))
    with file.open(encoding="utf-8") as lines:
        assert len(list(csv.DictReader(lines))) == len(flop.boards()) + 1


def test_boards_of_another_game_go_before_it_has_answered(flop: Reported) -> None:
    flop.run()
    flop.study.choose_game("holdem-nolimit")
    flop.report.choose_row("AhTd7c")
    assert flop.study.walk.place.game.name.startswith("holdem-nolimit")
    flop.runner.run_all()
    assert not flop.boards()
    flop.study.choose_game("holdem-limit")
    flop.runner.run_all()
    flop.do(
        flop.study.walk.enter, Place.at(GAME, parse_line(GAME, "rc/"), parse_shown(GAME, "AhTd7c"))
    )
    assert len(flop.boards()) == 5


def test_an_engine_that_gives_up_is_not_asked(flop: Reported, tmp_path: Path) -> None:
    flop.study.choose_engine(f"file:{tmp_path / 'gone'}")
    flop.runner.run_all()
    assert "choose another one" in flop.form.source and not flop.form.runnable
    flop.study.choose_engine("call")
    flop.runner.run_all()
    assert "Caller" in flop.form.source and flop.form.runnable
