from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.shipped import shipped_agent
from ai.reading.reach import RangeReader, visible
from ai.resolving import engine as resolver
from ai.resolving.agent import ResolveAgent
from ai.solver.run import SpotRun
from ai.three_way.run import ThreeWayRun
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState, raise_to
from engine.policy import blocked
from pokergui.links import StudyLink
from pokergui.pages.study.solving.presenters.form import parse_form
from pokergui.pages.study.solving.scenes.form import SpotDraft
from tests.ai.reports.flop_sets import solved_in
from tests.ai.resolving.test_agent import FAST
from tests.ai.resolving.test_flops import flops_of
from tests.pokergui.pages.study.studied import Studied

pytestmark = pytest.mark.slow

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = parse_cards("7d 3c Kh 2s Jd")
EFFORTS = {4: FAST[4], 5: FAST[5].with_iterations(5, 2)}
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


@pytest.mark.ci
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


@pytest.mark.ci
def test_a_river_of_three_is_shown_as_played_and_can_be_edited_and_continued(studied):
    game = get_game("holdem-nolimit-3@100")
    state = studied.open_solution("r300cc/ccc/ccc/r1000", game)
    played = ResolveAgent(RESOLVER, shipped_agent(game), EFFORTS).strategy(state)
    (shown,) = studied.walk.reading.answers
    assert shown.actions == played.actions
    assert np.array_equal(shown.probabilities, played.probabilities)
    assert studied.solution.state == "Solved as Resolver plays it"
    spot, line = studied.edited()
    assert line == (raise_to(700),) and not spot.line and 700 in spot.menu(spot.root)
    studied.do(studied.spot.target.edit, "10")
    studied.do(studied.spot.go_on)
    assert studied.solution.state == "Solved to 10% of the pot"
    loaded = ThreeWayRun.load(studied.spot.path)
    assert loaded.trainer.iteration > 2 and loaded.spot.line == (raise_to(700),)


@pytest.mark.ci
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


@pytest.mark.ci
def test_fixed_limit_turns_are_solved_too(studied):
    studied.open_solution("rc/cc/cr", LIMIT)
    assert studied.solution.state == "Solved as Resolver plays it"
    studied.do(studied.spot.edit)
    assert "fixed bets only rivers" in studied.told
    studied.open_solution("rc/cc/cc/cr", LIMIT)
    spot, line = studied.edited()
    assert spot.fixed is None and line == (CALL, raise_to(20))


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        ("r300c/", ""),
        ("r270c/", "Blueprint does not know all sizes: 270 is mapped to 200 (24%) or 300 (76%)."),
        ("cr1500c/", "Blueprint would never raise to 1,500 as Big blind here"),
        ("r300r2000r4500c/", "4,500 is mapped to 6,000 (77%) or no raise (23%)."),
    ],
)
def test_form_of_a_flop_has_the_ranges_of_the_blueprint_and_their_doubts(studied, line, doubt):
    spot = studied.open_solution(line, engine="cfr")
    ((found, at, source, told),) = studied.found
    assert at == () and source == "From hand 7, river; ranges of Blueprint"
    assert told.startswith(doubt) or told.endswith(doubt)
    assert bool(told) == bool(doubt)
    reach = visible([RangeReader(shipped_agent(NO_LIMIT)).reach(spot)])[0]
    draft = replace(SpotDraft.of_spot(found, at, source, SpotDraft()), doubt=told)
    form, _ = parse_form(draft)
    for player, seat in enumerate((spot.to_act, 1 - spot.to_act)):
        assert np.allclose(form.spot.ranges[player], reach[seat], atol=1e-5)
    assert draft.doubt_words == told
    assert draft.with_text("oop", "AA").doubt_words == ""


@pytest.mark.ci
def test_flops_of_a_set_are_studied_with_its_ranges(tmp_path):
    flops = flops_of()
    solved_in(tmp_path / "spots" / "limped", flops)
    studied = Played(tmp_path / "strategies")
    game, board = get_game("holdem-nolimit@20"), parse_cards("Qh7h2h")
    link = StudyLink(game, (CALL, CALL), board, None, "cfr-resolve:flops=limped")
    studied.do(studied.presenter.solve_link, link, "")
    ((found, _, source, doubt),) = studied.found
    assert source == "From Study, flop; ranges of Resolver, flops of limped" and doubt == ""
    shown = studied.grid.cells
    assert {cell.label for cell in shown if cell.height > 0} == {"AA", "QJs", "55"}
    assert np.array_equal(found.ranges[1] > 0, (flops.ranges[1] > 0) & ~blocked(game, board))
    (answer,) = studied.walk.reading.answers
    assert answer.note.startswith("from a solved flop")
