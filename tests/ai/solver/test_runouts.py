"""Run-outs against each board's own view; run-outs and blockers against plain sums over pairs."""

import numpy as np
import pytest

from ai.solver.locks import Lock
from ai.solver.runouts import blockers, runouts
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot, disjoint_combos, parse_line
from engine.cards import parse_cards
from engine.errors import CancelledError, EngineError
from engine.jobs import JobControl
from tests.controls import cancelled
from tests.naive.random_spots import given
from tests.naive.spots import NaiveSpot

pytestmark = pytest.mark.slow

OOP, IP = "AA,KQ,T9,76:0.5", "AK,QJ,88,54"
TEXTS = {  # and how many boards differ
    "monotone": ("Qs Js 2s 8s", OOP, IP, 22),
    "two suits": ("Qs Jh 2h 8s", OOP, IP, 35),
    "no suits alike": ("Qs Jh 2d 8c", "AA,KQ,T9,7s6s:0.5", IP, 48),
}
SIZES = (100, 200, "50,a", "a")
RIVER = ("Qs Jh 2h 8c 5d", "AA,KK,76s,T9s", "AK,QJ,88,A2s", *SIZES)


def solved(*texts, **more):
    solver = SpotSolver(Spot.parse(*texts), **more)
    solver.step(20)
    return solver


def solved_turn(kind, **more):
    return solved(*TEXTS[kind][:3], *SIZES, **more)


def report(solver, text="cc/", control=None):
    spot = solver.spot
    return runouts(solver, parse_line(spot, text), spot.board, control)


def naive_of(solver):
    spot = solver.spot
    ranges = [dict(enumerate(weights.tolist())) for weights in spot.ranges]
    ranges = [{hand: weight for hand, weight in each.items() if weight} for each in ranges]
    texts = spot.texts()
    plain = given(texts["board"], *ranges, spot.pot, spot.stack, texts["bets"], texts["raises"])
    naive = NaiveSpot(plain)
    return naive, naive.table(lambda line, board: solver.answer(line, board)[1])


@pytest.mark.parametrize("text", ["cc/", "cr50c/", "cc/r50"])
@pytest.mark.parametrize("kind", TEXTS)
def test_each_card_has_the_figures_of_its_own_board(kind, text):
    solver = solved_turn(kind)
    board, found = solver.spot.board, report(solver, text)
    assert len(set(found.played.tolist())) == TEXTS[kind][3]
    assert found.cards.tolist() == [card for card in range(52) if card not in board]
    weights = []
    for at, card in enumerate(found.cards.tolist()):
        view = solver.view(found.line, (*board, card))
        own, other = view.reach[view.to_act], view.reach[1 - view.to_act]
        met = own * (disjoint_combos() @ other)
        weights.append(met.sum())
        assert (found.to_act, found.actions) == (view.to_act, view.actions)
        np.testing.assert_allclose(found.frequencies[at], met @ view.strategy / met.sum(), 1e-9)
        np.testing.assert_allclose(found.ev[at], view.total_ev, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(found.equity[at], view.total_equity, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(found.probability, np.array(weights) / sum(weights), 1e-9)


def test_with_locks_every_card_is_computed():
    spot = Spot.parse(*TEXTS["monotone"][:3], *SIZES)
    line, card = parse_line(spot, "cc/"), parse_cards("2h")[0]
    combos = spot.ranges[0] > 0
    rows = np.zeros((1326, 3))
    rows[combos, 2] = 1.0
    found = report(solved_turn("monotone", locks=[Lock(line, (card,), combos, rows)]))
    shoves = dict(zip(found.cards.tolist(), found.frequencies[:, 2].tolist(), strict=True))
    assert shoves[card] == pytest.approx(1.0)
    assert shoves[parse_cards("2d")[0]] < 1.0


def test_cards_add_up_to_the_line_before_them():
    solver = solved_turn("two suits")
    found = report(solver)
    frequencies, ev, equity = found.mean
    assert found.probability.sum() == pytest.approx(1.0)
    assert frequencies.sum() == pytest.approx(1.0)
    assert ev.sum() == pytest.approx(100)
    assert equity.sum() == pytest.approx(1.0)
    naive, table = naive_of(solver)
    reach = naive.reach(table, found.line[:1])
    rows = table[found.line[:1], ()]
    reach[1] = reach[1] * rows[:, 0]  # both check
    values = naive.pair_values(table, naive.tree.find(found.line))
    pairs = np.outer(*reach) * naive.meet
    np.testing.assert_allclose(ev, (values * pairs).sum((1, 2)) / pairs.sum(), 1e-9)


@pytest.mark.parametrize(
    ("texts", "line", "card"),
    [(RIVER, "", ""), (RIVER, "cr50", ""), ((*TEXTS["two suits"][:3], *SIZES), "cc/r50", "2d")],
)
def test_blockers_are_sums_over_pairs_of_hands(texts, line, card):
    solver = solved(*texts)
    naive, table = naive_of(solver)
    dealt = parse_cards(card)
    actions = parse_line(solver.spot, line)
    found = blockers(solver, actions, naive.board(dealt))
    node = naive.tree.find(actions)
    own, other = node.to_act, 1 - node.to_act
    assert (found.to_act, found.actions) == (own, node.actions)
    reach = naive.reach(table, actions, dealt)
    pairs = np.outer(*reach) * naive.meets(dealt)
    values = naive.pair_values(table, node, dealt)[own] + node.put[own]
    rows = table[actions, dealt]
    if own == 1:
        pairs, values = pairs.T, values.T

    def figures(kept):
        weights = pairs * kept
        whole = weights.sum()
        if not whole > 0:
            return np.full(len(found.actions), np.nan), np.nan
        return weights.sum(1) @ rows / whole, (weights * values).sum() / whole

    assert not {*naive.board(dealt)} & {*found.cards.tolist()}
    for at, card in enumerate(found.cards.tolist()):
        mine, theirs = naive.free(own, (card,))[:, None], naive.free(other, (card,))[None, :]
        for effect, now, usual in (
            (found.held, 1 - mine, mine),
            (found.removed, theirs, np.ones_like(theirs)),
        ):
            for frequencies, ev, kept in (
                (effect.frequencies, effect.ev, now),
                (effect.usual_frequencies, effect.usual_ev, usual),
            ):
                expected = figures(kept * np.ones_like(pairs))
                np.testing.assert_allclose(frequencies[at], expected[0], rtol=1e-9, atol=1e-12)
                np.testing.assert_allclose(ev[at], expected[1], rtol=1e-9, atol=1e-9 * 700)
        held = pairs * (1 - mine), pairs * (1 - theirs)
        shares = found.held.share[at], found.removed.share[at]
        assert shares == pytest.approx([each.sum() / pairs.sum() for each in held])


def test_a_card_in_every_hand_leaves_nothing_to_compare_with():
    solver = solved("Qs Jh 2h 8c 5d", "AsAh,AsKs", "AdAc", *SIZES)
    found = blockers(solver, (), solver.spot.board)
    ace = found.cards.tolist().index(parse_cards("As")[0])
    assert np.isnan(found.held.usual_ev[ace])
    assert found.held.share[ace] == 1.0
    rival = found.cards.tolist().index(parse_cards("Ad")[0])
    assert np.isnan(found.removed.ev[rival])
    assert np.isnan(found.removed.frequencies[rival]).all()


def test_only_decisions_after_a_card_have_run_outs():
    solver = solved_turn("monotone")
    with pytest.raises(EngineError, match="no card comes"):
        report(solver, "c")
    with pytest.raises(EngineError, match="not a board"):
        runouts(solver, parse_line(solver.spot, "cc/"), solver.spot.board[:3])


def test_a_report_reports_progress_and_can_be_stopped():
    solver, done = solved_turn("monotone"), []
    report(solver, control=JobControl(lambda fraction, text: done.append(fraction)))
    assert done == sorted(done) and len(done) == 22
    with pytest.raises(CancelledError):
        report(solver, control=cancelled())
