from collections import Counter
from itertools import islice

import numpy as np
import pytest

from ai.reading.reach import RangeReader, matchups
from ai.solver.agent import SpotAgent
from ai.solver.run import SpotRun
from ai.solver.spot import Spot, parse_line
from ai.training.run import Bounds
from engine.combos import FULL_DECK, combo_index
from engine.player import CALL, PublicState, raise_to
from engine.tree import DECISION
from pokergui.drills.judge import TRIVIAL
from pokergui.drills.series import HAND, SpotPlay, answer_to
from pokergui.drills.sources import SolutionJudge
from tests.ai.solver.spot_files import SPOT, TURN

pytestmark = pytest.mark.slow
DRAWS = 600


def solved(spot):
    run = SpotRun(spot)
    run.run(Bounds(60))
    return run


@pytest.fixture(scope="module")
def runs():
    return {"river": solved(SPOT), "turn": solved(TURN)}


def rng(seed):
    return np.random.default_rng(seed)


def decisions(run):
    tree, spot = run.spot.tree, run.spot
    queue = [(0, ())]
    for node, line in queue:
        if tree.kind[node] != DECISION:
            continue
        boards = [spot.board]
        if tree.street[node]:
            boards = [(*spot.board, card) for card in FULL_DECK if card not in spot.board]
        for board in boards:
            yield PublicState(spot.game, line, board)
        first = int(tree.first_child[node])
        queue += [(first + at, (*line, one)) for at, one in enumerate(tree.actions_at(node))]


@pytest.fixture(scope="module")
def often(runs):
    found = {}
    for name, run in runs.items():
        reader = RangeReader(SpotAgent(run.trainer, values=False), np.stack(run.spot.ranges))
        found[name] = {}
        for at in decisions(run):
            joint = matchups(run.spot.game, reader.reach(at).weights, at.to_act)
            # One of 44 rivers, all equally likely.
            later = 44 if len(at.board) > len(run.spot.board) else 1
            found[name][at.actions, at.board] = joint / later
    return found


def check_shares(found, expected, draws):
    total = sum(expected.values())
    assert set(found) <= {one for one, often in expected.items() if often > 0}
    for one, often in expected.items():
        share = often / total
        error = np.sqrt(share * (1 - share) / draws)
        assert found[one] / draws == pytest.approx(share, abs=4.5 * error + 1e-12), one


@pytest.mark.parametrize("name", ["river", "turn"])
def test_decisions_and_hands_are_drawn_by_reach(name, runs, often):
    drawn, lines = list(islice(SolutionJudge(runs[name]).drawn(rng(1)), DRAWS)), Counter()
    for (line, _), joint in often[name].items():
        lines[line] += float(joint.sum())
    assert len(lines) > 6
    check_shares(Counter(one.spot.actions for one in drawn), lines, DRAWS)
    if name == "turn":
        assert len({one.spot.board[4] for one in drawn if len(one.spot.board) == 5}) > 40
        return
    for line in ((CALL,), (raise_to(50),)):
        there = [combo_index(one.hole) for one in drawn if one.spot.actions == line]
        joint = often[name][line, SPOT.board]
        groups = np.array_split(np.argsort(-joint), 6)
        found = Counter({at: int(np.isin(there, group).sum()) for at, group in enumerate(groups)})
        shares = {at: float(joint[group].sum()) for at, group in enumerate(groups)}
        check_shares(+found, shares, len(there))


def test_only_decisions_after_the_start_node_are_drawn(runs, often):
    board = (*TURN.board, 0)
    start = PublicState(TURN.game, (CALL, CALL), board)
    drawn = list(islice(SolutionJudge(runs["turn"], start).drawn(rng(3)), DRAWS))
    assert {one.spot.board for one in drawn} == {board}
    assert all(one.spot.actions[:2] == (CALL, CALL) for one in drawn)
    lines = {
        line: float(joint.sum())
        for (line, cards), joint in often["turn"].items()
        if cards == board and line[:2] == (CALL, CALL)
    }
    check_shares(Counter(one.spot.actions for one in drawn), lines, DRAWS)


@pytest.mark.parametrize("name", ["river", "turn"])
def test_solution_judges_by_its_own_row_and_values(name, runs):
    run = runs[name]
    judge = SolutionJudge(run)
    for one in islice(judge.played(rng(4)), 12):
        spot, at = one.dealt.spot, combo_index(one.dealt.hole)
        view = run.trainer.view(spot.actions, spot.board)
        row, evs = view.strategy[at], view.action_ev[at]
        assert one.view.actions == view.actions
        assert one.view.row == pytest.approx(row, abs=1e-9)
        assert row.max() < TRIVIAL + 1e-9 and not one.trivial
        assert (one.card, one.source) == (None, "solution")
        for place, action in enumerate(view.actions):
            reviewed = judge.review(one, action)
            assert reviewed.loss == pytest.approx(max(0.0, max(evs) - evs[place]), abs=1e-9)
            assert reviewed.frequency == pytest.approx(row[place], abs=1e-9)
            floor = max(run.exploitability, 0.0005 * one.dealt.spot.pot)
            assert reviewed.floor == pytest.approx(floor, abs=1e-9)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("pot", "stack", "bet"), [("5.5", "97.5", "r1.82"), ("550", "9750", "r182")]
)
def test_trivial_decisions_are_asked_where_there_are_no_others(pot, stack, bet):
    """After the bet every hand has one clear action, in decimal amounts and in whole ones."""
    spot = Spot.parse("QsJh2h8c5d", "AA,KQs", "QQ,JTs", pot, stack, "33", "")
    start = PublicState(spot.game, parse_line(spot, bet), spot.board)
    asked = list(islice(SolutionJudge(solved(spot), start).played(rng(7)), 3))
    assert len(asked) == 3 and all(one.trivial for one in asked)
    assert {one.dealt.spot.actions for one in asked} == {start.actions}


@pytest.mark.parametrize(("blind", "unit"), [("10", 10), ("", 1)])
def test_losses_are_in_big_blinds_when_known(blind, unit):
    spot = Spot.parse("QsJh2h8c5d", "AA,KQs,T9s", "random", 100, 95, "50,a", "", big_blind=blind)
    judge, quality = SolutionJudge(solved(spot)), set()
    for one in islice(judge.played(rng(5)), 30):
        for action in one.view.actions:
            reviewed = judge.review(one, action)
            answer = answer_to(one, action, reviewed)
            assert answer.card is None
            assert answer.loss_mbb == pytest.approx(1000 * reviewed.loss / unit)
            least = {"wrong": 0.02, "blunder": 0.1}.get(reviewed.quality)
            if least is not None:  # without blinds, by pot fraction alone
                assert reviewed.loss >= least * one.dealt.spot.pot
            quality.add(reviewed.quality)
    assert {"best", "correct", "wrong"} <= quality


def test_hand_continues_as_the_solution_plays(runs):
    judge, later = SolutionJudge(runs["turn"]), 0
    for number, first in enumerate(islice(judge.played(rng(6)), 30), 1):
        second, again = (SpotPlay(judge, HAND, first, 7, number).after(first, CALL) for _ in "ab")
        assert (second and second.dealt) == (again and again.dealt)
        if second is not None:
            later += 1
            assert second.dealt.hole == first.dealt.hole
            assert second.dealt.spot.to_act == first.dealt.spot.to_act
            before = first.dealt.spot.actions
            assert second.dealt.spot.actions[: len(before) + 1] == (*before, CALL)
            assert runs["turn"].spot.tree.find(second.dealt.spot.actions) > 0
    assert later > 3
