"""From a solved spot of Study to drills, and back to one of its decisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.cards import parse_card
from engine.player import CALL, PublicState
from pokergui.links import SolutionLink, StudyLink
from tests.pokergui.pages.study.solving.test_spot import RIVER, TURN, Studied


@pytest.fixture
def studied(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path)


def asked(studied: Studied) -> list[SolutionLink | StudyLink]:
    links: list[SolutionLink | StudyLink] = []
    studied.presenter.walk.drill_requested.connect(links.append)
    return links


def test_the_solution_is_handed_on_with_the_decision_shown(studied: Studied) -> None:
    links = asked(studied)
    studied.solve()
    run = studied.spot._session.run
    studied.do(studied.spot.drill.ask)
    studied.rows("c")
    studied.do(studied.spot.drill.ask)
    root = RIVER.root
    assert links == [SolutionLink(run, root), SolutionLink(run, root.after(CALL).on(root.board))]
    studied.rows("c")  # the hand is over
    studied.do(studied.spot.drill.ask)
    assert len(links) == 2
    assert studied.notice is not None and "cannot be practised" in studied.notice.title


def test_a_river_is_to_be_chosen_first(studied: Studied) -> None:
    links = asked(studied)
    studied.solve(TURN)
    studied.rows("c", "c")
    studied.do(studied.spot.drill.ask)
    assert links == []
    studied.do(studied.presenter.walk.choose_random_board)
    studied.do(studied.spot.drill.ask)
    (link,) = links
    assert isinstance(link, SolutionLink)
    assert len(link.start.board) == 5 and link.start.actions == (CALL, CALL)


def test_without_a_spot_the_decision_is_handed_on(studied: Studied) -> None:
    links = asked(studied)
    studied.do(studied.spot.drill.ask)
    assert isinstance(links[0], StudyLink)


def test_a_decision_that_is_practised_is_shown_with_its_cards(studied: Studied) -> None:
    studied.solve(TURN)
    run = studied.spot._session.run
    board = (*TURN.board, parse_card("7d"))
    spot = PublicState(TURN.game, (CALL, CALL), board)
    hole = (parse_card("As"), parse_card("Ah"))
    studied.do(studied.spot.drill.show, SolutionLink(run, spot, hole))
    place = studied.presenter.walk.place
    assert (place.actions, place.spots[0].board) == ((CALL, CALL), board)
    assert place.fixed == 4
    pinned = studied.presenter.walk.state.pinned
    assert studied.grid.cells[pinned].label == "AA"
    studied.do(studied.spot.close)
    studied.do(studied.spot.drill.show, SolutionLink(run, spot, hole))
    assert studied.notice is not None and "was closed" in studied.notice.title
