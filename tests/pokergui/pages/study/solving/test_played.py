"""The solution that an engine plays, opened in Study as the spot that it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.blueprint.shipped import shipped_agent
from ai.resolve import way
from ai.resolve.agent import ResolveAgent
from ai.spot.run import SpotRun
from engine.cards import parse_cards
from engine.game import Game, get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState, raise_to
from pokergui.links import StudyLink
from tests.ai.resolve.test_agent import FAST
from tests.pokergui.pages.study.solving.test_spot import Studied, paint

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = parse_cards("7d 3c Kh 2s Jd")
EFFORTS = {4: FAST[4], 5: replace(FAST[5], iterations=5)}
RESOLVER, RIVERS = "cfr-resolve", "cfr-resolve:rivers"
ODD = "r300c/cc/r737c/cr1777"
"""A bet on the turn and one on the river that no menu has."""


@pytest.fixture
def studied(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Studied:
    monkeypatch.setattr(way, "EFFORTS", EFFORTS)
    studied = Studied(tmp_path)
    studied.presenter.finder.played.connect(studied.spot.show_played)
    return studied


def state(line: str, game: Game = NO_LIMIT) -> PublicState:
    actions = parse_line(game, line)
    street = PublicState(game, actions, ()).street
    return PublicState(game, actions, BOARD[: game.board_sizes[street]])


def open_solution(studied: Studied, spot: PublicState, engine: str = RESOLVER) -> None:
    link = StudyLink(spot.game, spot.actions, spot.board, None, engine)
    studied.do(studied.presenter.solve_link, link, "From hand 7, river")


@pytest.mark.parametrize(
    ("line", "engine", "words"),
    [
        (ODD, RESOLVER, "Solved as Resolver plays it"),
        (ODD, RIVERS, "Solved as River resolver plays it"),
        ("r300c/cc/cr737", RESOLVER, "Solved as Resolver plays it"),
    ],
)
def test_the_very_row_is_shown_that_is_played(
    studied: Studied, line: str, engine: str, words: str
) -> None:
    spot = state(line)
    efforts = EFFORTS if engine == RESOLVER else {5: EFFORTS[5]}
    played = ResolveAgent(engine, shipped_agent(NO_LIMIT), efforts).strategy(spot)
    open_solution(studied, spot, engine)
    assert studied.notice is None and not studied.found and studied.spot.shown
    reading = studied.presenter.walk.reading
    assert reading is not None
    (shown,) = reading.answers
    assert shown.actions == played.actions
    assert np.array_equal(shown.probabilities, played.probabilities)
    assert studied.solution.state == words and studied.solution.share == 1.0
    assert not studied.folder.exists() or not list(studied.folder.iterdir())


def test_it_is_gone_on_with_apart_from_what_the_engine_plays(studied: Studied) -> None:
    open_solution(studied, state(ODD))
    studied.do(studied.spot.target.edit, "0.5")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 0.5% of the pot"
    path = studied.spot.path
    assert path is not None and SpotRun.load(path).trainer.iteration > 5
    first = studied.presenter._first()
    assert first is not None
    own = first.solution(state(ODD))
    assert own is not None and own[0].iteration == 5


def test_it_is_locked_compared_and_taken_up_again(studied: Studied) -> None:
    open_solution(studied, state(ODD))
    paint(studied, "f", "AA")
    studied.do(studied.spot.target.edit, "5")
    studied.do(studied.spot.solve_again)
    assert studied.versus is not None and studied.solution.locks == "1 decision locked"
    path = studied.spot.path
    assert path is not None
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert studied.notice is None and studied.solution.state == "Solved to 5% of the pot"
    titles = [row.title for row in studied.rows("c").rows if row.key.startswith("do:1:")]
    assert "Bet 1,040" in titles  # what was bet on the line is still there


def test_fixed_bets_are_solved_on_turns_too(studied: Studied) -> None:
    turn = state("rc/cc/cr", LIMIT)
    open_solution(studied, turn)
    assert studied.solution.state == "Solved as Resolver plays it"
    studied.do(studied.spot.edit)
    assert studied.notice is not None and "fixed bets only rivers" in studied.notice.text
    open_solution(studied, state("rc/cc/cc/cr", LIMIT))
    studied.do(studied.spot.edit)
    ((spot, line, *_),) = studied.found
    assert spot.fixed is None and line == (CALL, raise_to(20))


def test_what_was_bet_joins_the_sizes_that_are_edited(studied: Studied) -> None:
    open_solution(studied, state(ODD))
    studied.do(studied.spot.edit)
    ((spot, line, *_),) = studied.found
    assert not spot.line and line[-1] == raise_to(1040)
    assert 1040 in spot.menu(spot.root.after(line[0]))
