"""From a decision of Study to drills: which decisions can be practised, and on which board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.game import get_game
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.ranges.place import Place
from tests.sync_runner import SyncRunner

DEEP, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")


def practised(home: Path, place: Place) -> tuple[list[StudyLink], list[Any]]:
    """Links and notices after a person asked to practise at a place."""
    walk = StudyNavigator(SyncRunner(), StudyState(StudyChoice(place.game, "cfr", home), place))
    links: list[StudyLink] = []
    notices: list[Any] = []
    walk.drill_requested.connect(links.append)
    walk.notice.connect(notices.append)
    walk.drill()
    return links, notices


def test_a_decision_is_handed_on_with_its_board(qtbot: QtBot, tmp_path: Path) -> None:
    line, board = parse_line(DEEP, "r300c/c"), parse_shown(DEEP, "AhTd7c")
    links, notices = practised(tmp_path, Place.at(DEEP, line, board))
    assert links == [StudyLink(DEEP, line, board)]
    assert notices == []


def test_a_small_game_is_practised_on_one_of_its_boards(qtbot: QtBot, tmp_path: Path) -> None:
    line, place = parse_line(LEDUC, "cc/"), Place.root(LEDUC)
    for action in line:
        place = place.after(action)
    ((link,), _) = practised(tmp_path, place)
    assert link.actions == line
    assert len(link.board) == 1


@pytest.mark.parametrize(
    ("line", "board"), [("r300c/", ""), ("f", "")], ids=["a board is missing", "the hand is over"]
)
def test_what_cannot_be_practised_is_said(
    qtbot: QtBot, tmp_path: Path, line: str, board: str
) -> None:
    place = Place.root(DEEP)
    for action in parse_line(DEEP, line):
        place = place.after(action)
    links, (notice,) = practised(tmp_path, place)
    assert links == []
    assert "board" in notice.text
