from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.shipped import shipped_agent
from ai.resolving import engine as resolver
from ai.resolving.agent import ResolveAgent
from ai.solver.run import SpotRun
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState, raise_to
from pokergui.links import StudyLink
from tests.ai.resolving.test_agent import FAST
from tests.pokergui.pages.study.studied import Studied

pytestmark = pytest.mark.slow

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = parse_cards("7d 3c Kh 2s Jd")
EFFORTS = {4: FAST[4], 5: replace(FAST[5], iterations=5)}
RESOLVER, RIVERS = "cfr-resolve", "cfr-resolve:rivers"
ODD = "r300c/cc/r737c/cr1777"
"""A bet on the turn and one on the river that no menu has."""


class Played(Studied):
    def __init__(self, folder):
        super().__init__(folder)
        self.presenter.finder.played.connect(self.spot.show_played)

    def open_solution(self, line, game=NO_LIMIT, engine=RESOLVER):
        actions = parse_line(game, line)
        board = BOARD[: game.board_sizes[PublicState(game, actions, ()).street]]
        link = StudyLink(game, actions, board, None, engine)
        self.do(self.presenter.solve_link, link, "From hand 7, river")
        return PublicState(game, actions, board)

    def edited(self):
        self.do(self.spot.edit)
        ((spot, line, *_),) = self.found
        return spot, line


@pytest.fixture
def studied(tmp_path, monkeypatch):
    monkeypatch.setattr(resolver, "EFFORTS", EFFORTS)
    return Played(tmp_path)


@pytest.mark.parametrize(
    ("line", "engine", "words"),
    [
        (ODD, RIVERS, "Solved as River resolver plays it"),
        ("r300c/cc/cr737", RESOLVER, "Solved as Resolver plays it"),
    ],
)
def test_shown_row_is_exactly_the_one_played(studied, line, engine, words):
    spot = studied.open_solution(line, engine=engine)
    efforts = EFFORTS if engine == RESOLVER else {5: EFFORTS[5]}
    played = ResolveAgent(engine, shipped_agent(NO_LIMIT), efforts).strategy(spot)
    assert studied.notice is None and not studied.found and studied.spot.shown
    (shown,) = studied.walk.reading.answers
    assert shown.actions == played.actions
    assert np.array_equal(shown.probabilities, played.probabilities)
    assert studied.solution.state == words and studied.solution.share == 1.0
    assert not list(studied.folder.glob("*"))


def test_table_solution_can_be_edited_resumed_locked_and_reopened(studied):
    studied.open_solution(ODD)
    spot, line = studied.edited()
    assert not spot.line and line[-1] == raise_to(1040)
    assert 1040 in spot.menu(spot.root.after(line[0]))  # the bet made joins the sizes
    studied.do(studied.spot.target.edit, "0.5")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 0.5% of the pot"
    assert SpotRun.load(studied.spot.path).trainer.iteration > 5
    studied.open_solution(ODD)  # separate from what the engine plays
    assert studied.figure("Iterations") == "5"
    studied.paint("f", "AA")
    studied.do(studied.spot.target.edit, "5")
    studied.do(studied.spot.solve_again)
    assert studied.versus.before and studied.solution.locks == "1 decision locked"
    path = studied.spot.path
    studied.do(studied.spot.close)
    studied.do(studied.spot.open, path)
    assert studied.notice is None and studied.solution.state == "Solved to 5% of the pot"
    studied.rows("c")  # the bets on the line are still there
    assert "Bet 1,040" in [row.title for row in studied.actions_at(1)]


def test_fixed_limit_turns_are_solved_too(studied):
    studied.open_solution("rc/cc/cr", LIMIT)
    assert studied.solution.state == "Solved as Resolver plays it"
    studied.do(studied.spot.edit)
    assert "fixed bets only rivers" in studied.told
    studied.open_solution("rc/cc/cc/cr", LIMIT)
    spot, line = studied.edited()
    assert spot.fixed is None and line == (CALL, raise_to(20))
