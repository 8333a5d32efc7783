from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from ai.cfr.decisions import DecisionKind, decision_kinds
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import SamplingSolver
from ai.lab.claims import check_claims
from ai.lab.node_touches import look_touches, measure
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.tree import DECISION, build_tree
from tests.ai.cfr.games import KUHN as GAME
from tests.ai.cfr.games import nolimit
from tests.controls import cancelled

LEDUC = build_tree(get_game("leduc"))
KUHN = build_tree(GAME)
SHORT = build_tree(replace(GAME, name="short", max_raises=(0,)))


def picks_by_line(tree, text):
    picks, deciding = parse_picks(text).resolve(tree), tree.kind == DECISION
    assert picks.shape == (tree.num_nodes,) and not picks[~deciding].any()
    assert (picks[deciding] >= 1).all()
    assert (picks[deciding] <= tree.num_actions[deciding]).all()
    return {
        "".join("fcr"[action.kind] for action in tree.line_to(node)): int(picks[node])
        for node in np.flatnonzero(deciding).tolist()
    }


def test_schedule_text_round_trips():
    texts = "constant:1 constant:all constant:12 depth:0.4 depth:0.4,2 depth:1,both explicit:1,all"
    for text in (*texts.split(), "depth:0.1234567891,0.5,both", "street:0.4,0.6,0.8,1"):
        picks = parse_picks(text)
        assert str(picks) == text and parse_picks(str(picks)) == picks
        assert not picks.resolve(build_tree(get_game("kuhn@1"))).any()  # where nobody acts
    assert str(parse_picks(" street: 0.50, 1.0 ")) == "street:0.5,1"
    assert str(parse_picks("depth:0.4,1,both")) == "depth:0.4,both"


def test_picks_match_hand_calculations():
    for tree, text, known in (
        (LEDUC, "constant:all", {"": 2, "r": 3, "rr": 2}),
        (LEDUC, "constant:5", {"": 2, "r": 3, "rr": 2}),
        # First decisions of either player, second ones, and the third: of two, and of three.
        (LEDUC, "explicit:1,2,all", {"": 1, "c": 1, "r": 1, "cr": 2, "crr": 2, "cc": 2, "ccr": 2}),
        (LEDUC, "explicit:1,2,all", {"crcr": 2, "crcc": 2, "crccr": 3}),
        (LEDUC, "street:0.5,1", {"": 1, "r": 2, "cc": 2, "ccr": 3}),  # half of three, rounded up
        (LEDUC, "street:0.34", {"ccr": 2}),
        (LEDUC, f"street:{1 / 3}", {"r": 1}),  # a third is a third, whatever the last bit
        # From the first part to all: fold or call at the end of the longest line, and three.
        (LEDUC, "depth:0.3", {"": 1, "r": 1, "crrccrr": 2, "crrccr": 3}),
        (KUHN, "depth:0.5,both", {"": 1, "c": 2, "r": 2, "cr": 2}),
        (KUHN, "depth:0.5,9,both", {"": 1, "c": 2, "r": 2, "cr": 2}),  # 0.501 of two is two
        (KUHN, "depth:0.4,9,both", {"": 1, "c": 1, "r": 1, "cr": 2}),
        (SHORT, "depth:0.5", {"": 1, "c": 1}),
    ):
        picks = picks_by_line(tree, text)
        assert {line: picks[line] for line in known} == known


def test_invalid_schedules_are_rejected():
    for texts, match in (
        (("",), "is not a schedule of actions; give constant:K"),
        (("constant", "sometimes:1", "constant:1" + " " * 300), "is not a schedule"),
        (("constant:0", "explicit:1,0"), "none would ever be sampled"),
        (("street:0.5,0", "depth:0"), "no action would ever be sampled"),
        (("constant:",), "'' is not a number of actions"),
        (("constant:-1",), "'-1' is not a number of actions"),
        (("constant:²", "explicit:1,,2"), "is not a number of actions"),
        (("constant:1.5", "explicit:999"), "1 to 127, or all"),
        (("constant:1,2",), "constant: takes one number"),
        (("street:1.5", "street:nan", "depth:-0.5"), "above 0 and at most 1"),
        (("street:many",), "'many' is not a number"),
        (("depth:both", "depth:0.5,1,2"), "depth: takes the fraction"),
        (("depth:0.5,0",), "an exponent of 0"),
        (("depth:0.5,inf",), "an exponent of inf"),
    ):
        for text in texts:
            with pytest.raises(EngineError, match=match):
                parse_picks(text)


# Kuhn's cards, two chips behind the ante: the first player checks, bets 1 or 2; fewer later.
NOLIMIT = build_tree(nolimit(3, 3, game=GAME))
ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9}


def met(tree, picks):
    if isinstance(picks, str):
        picks = parse_picks(picks).resolve(tree)
    rows = check_claims(tree, picks)
    assert [row.claim for row in rows] == sorted(ALL)
    return (
        {row.claim for row in rows if row.literal},
        {row.claim for row in rows if row.everywhere},
    )


def picks_by_depth(tree, wanted):
    picks = np.zeros(tree.num_nodes, np.int64)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        picks[node] = wanted[len(tree.line_to(node))]
    return picks


RISING = {1, 2, 3, 4, 5}
CASES = [
    *((tree, "constant:all", set(), set()) for tree in (KUHN, LEDUC, NOLIMIT)),
    # The same probability everywhere: Kuhn has two actions at every decision.
    (KUHN, "constant:1", set(), set()),
    (KUHN, "street:0.5", set(), set()),
    # Only the first player can decide twice: 1/2 at the start, 1 after check and bet. The second
    # player's only decisions have 1/2, no more than the first's before them.
    (KUHN, "explicit:1,all", RISING, RISING),
    # 1/2 at the start and 1 at all later decisions: also at all of the second player.
    (KUHN, "depth:0.5,both", RISING | {9}, RISING | {9}),
    (KUHN, "explicit:all,1", set(), set()),
    # First decisions have 1/2 or 1/3, all later ones 1: of both players, and each player's first
    # before later ones of the other. The first k is 1, and never that of later decisions.
    # Claim 9 holds everywhere with the player who acts second as first party.
    (LEDUC, "explicit:1,all", RISING | {8, 9}, RISING | {8, 9}),
    # Two of three after a bet, two of two when the raise comes back: claims 6 and 7, on some
    # lines. Check, check, check, check has 1 and 1: no rise.
    (LEDUC, "constant:2", ALL, set()),
    (LEDUC, "constant:1", ALL - {6}, set()),
    # First player: 3 actions at the start; after check and a bet of 1 still 3, of 2 only 2.
    # Second player: 3 after a check, 2 when a bet of 1 is then raised to 2. Nowhere everywhere:
    # check and a bet of 1 have 2/3 both times.
    (NOLIMIT, "constant:2", ALL, set()),
    # First decisions: 2 of 3, but for the second player facing all-in, 2 of 2. Later ones: all.
    # Lines with two own decisions begin with 2/3 and end with 1. After check and a bet of 1 the
    # first player has three of three, so claim 7 holds only after an all-in bet.
    # Claim 9: the first player's 2/3 at the start, 1 for the second facing all-in. Everywhere: with
    # the second player as first party, since all decisions of the first after that have 1.
    (NOLIMIT, "explicit:2,all", ALL, ALL - {7}),
    # By depth of both: 1, then 1/2, then 1: rises for nobody, falls between players.
    (KUHN, picks_by_depth(KUHN, (2, 1, 2)), set(), set()),
    # 1/2, 1/2, 1: rises for the first player; the second's decision is not above the first's.
    (KUHN, picks_by_depth(KUHN, (1, 1, 2)), RISING, RISING),
]


@pytest.mark.parametrize(("tree", "picks", "literal", "everywhere"), CASES)
def test_claims_met_match_hand_calculations(tree, picks, literal, everywhere):
    assert met(tree, picks) == (literal, everywhere)


def test_rise_followed_by_a_fall_meets_only_the_literal_claims():
    literal, everywhere = met(LEDUC, "explicit:1,all,1")
    assert literal >= {1, 2, 3, 4, 5, 8, 9} and not everywhere
    with pytest.raises(EngineError, match="not for two players"):
        check_claims(build_tree(get_game("kuhn-3")), np.zeros(0, np.int64))


def test_kinds_of_decisions():
    kinds = decision_kinds(KUHN, parse_picks("explicit:1,all").resolve(KUHN))
    assert kinds == (
        (DecisionKind(0, 0, 0, 0, 2, 1), 1),
        (DecisionKind(0, 1, 2, 0, 2, 2), 1),
        (DecisionKind(1, 0, 1, 0, 2, 1), 2),
    )
    assert [kind.probability for kind, _ in kinds] == [Fraction(1, 2), 1, Fraction(1, 2)]
    kinds = decision_kinds(LEDUC, parse_picks("constant:2").resolve(LEDUC))
    assert sum(count for _, count in kinds) == np.count_nonzero(LEDUC.kind == DECISION)
    assert {kind.picks for kind, _ in kinds} == {2}


def test_curve_records_exploitability_at_each_evaluation_and_cost_per_walk():
    told = []
    curve = measure(GAME, "constant:1", JobControl(lambda share, _: told.append(share)), seeds=2)
    assert told == [0.5, 1.0]
    assert curve.exploitability.shape == (2, len(look_touches()))
    assert curve.touches[0] == 1_000 and curve.touches[-1] == 1_000_000
    assert curve.walks_per_second > 0
    solver = SamplingSolver(GAME, "robust-mccfr", "constant:1", 1)
    solver.step(1)
    while solver.nodes < curve.touches[0]:
        solver.step(1)
    # A walk of Kuhn touches at most five nodes, so the very first iteration triggers a look.
    assert curve.exploitability[1, 0] == solver.exploitability()
    # A walk of Kuhn for A touches 5 or 7 where both its actions are walked, one for B 4 or 5, by
    # what the other plays; where one is walked, each touches 3 or 4.
    assert 4.5 < measure(GAME, "constant:all", seeds=1).walk_touches < 6
    assert 3 < curve.walk_touches < 4
    with pytest.raises(CancelledError):
        measure(GAME, "constant:1", cancelled())
