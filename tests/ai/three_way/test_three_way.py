"""Rivers for three players against plain sums over all deals."""

import numpy as np
import pytest

from ai.betting.sizes import SpotError, parse_menu
from ai.cfr.schedule import SCHEDULES
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from ai.three_way.run import ThreeWayRun
from ai.three_way.solver import ThreeWaySolver, estimate
from ai.three_way.spot import ThreeWaySpot
from ai.three_way.spot_of_hand import table_river, three_way_spot_at, with_river_line
from ai.training.run import Bounds
from engine.cards import card_names, parse_cards
from engine.combos import combo_cards, combo_name
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.tree import DECISION
from tests.naive.random_spots import BOARDS
from tests.naive.three_way import NaiveRiver

pytestmark = pytest.mark.slow

ROUNDING = 1e-9  # of the pot
PLAIN = {"pot": 100, "stack": 300, "bets": "75", "raises": "100"}


def random_spot(seed, hands=6, **more):
    """Four to six hands each, of so few cards that many conflict and tie."""
    rng = np.random.default_rng(seed)
    board = parse_cards(BOARDS[seed % len(BOARDS)])
    free = rng.permutation([card for card in range(52) if card not in board])[:8].tolist()
    combos = [at for at, cards in enumerate(combo_cards().tolist()) if set(cards) <= set(free)]
    ranges = []
    for _ in range(3):
        held = rng.choice(combos, int(rng.integers(min(4, hands), hands + 1)), replace=False)
        weights = rng.choice(["", ":0.5", ":0.25"], len(held))
        named = zip(held.tolist(), weights, strict=True)
        ranges.append(",".join(combo_name(combo) + weight for combo, weight in named))
    texts = {
        "pot": int(rng.integers(3, 120)),
        "stack": "/".join(map(str, rng.integers(1, 200, 3))) if seed % 2 else "150",
        "bets": "70,a",
        "raises": "100",
    }
    if seed % 3 == 0:
        texts |= {"rake": "5", "rake_cap": "4"}
    try:
        return ThreeWaySpot.parse(card_names(board), *ranges, **{**texts, **more})
    except SpotError:  # no three hands can be dealt
        return random_spot(seed + len(BOARDS), hands, **more)


def profile_of(solver):
    tree = solver.spot.tree
    tables = {
        node: solver.answer(tree.line_to(node), solver.spot.board)[1]
        for node in range(tree.num_nodes)
        if tree.kind[node] == DECISION
    }
    return lambda node, actor: tables[node]


@pytest.mark.parametrize("seed", range(12))
def test_values_and_best_responses_equal_the_enumeration(seed):
    spot = random_spot(seed)
    naive, solver = NaiveRiver(spot), ThreeWaySolver(spot, SCHEDULES[seed % len(SCHEDULES)].name)
    solver.step(3 + seed)
    profile, close = profile_of(solver), ROUNDING * spot.pot
    best, played = solver.best_responses()
    assert played.tolist() == pytest.approx(naive.values(profile).tolist(), abs=close)
    expected = [naive.best_response(player, profile) for player in range(3)]
    assert best.tolist() == pytest.approx(expected, abs=close)
    assert solver.nash_conv() == pytest.approx(sum(expected) - played.sum(), abs=close)
    if not spot.rake.percent:
        assert played.sum() == pytest.approx(spot.pot, abs=close)


@pytest.mark.parametrize("seed", range(6))
def test_views_equal_the_enumeration_at_every_decision(seed):
    spot = random_spot(seed)
    naive, solver = NaiveRiver(spot), ThreeWaySolver(spot)
    solver.step(7)
    profile, close = profile_of(solver), ROUNDING * spot.pot
    nodes = np.flatnonzero(spot.tree.kind == DECISION)
    for node in np.random.default_rng(seed).choice(nodes, min(8, len(nodes)), replace=False):
        line = spot.tree.line_to(int(node))
        view, expected = solver.view(line, spot.board), naive.at(line, profile)
        for player, hands in enumerate(expected):
            totals = np.array([total for total, _, _ in hands.values()])
            for hand, (total, ev, equity) in hands.items():
                if total < 1e-6 * totals.sum():
                    continue  # rounding errors
                assert view.ev[player, hand] == pytest.approx(ev, abs=close)
                if not spot.tree.folded[node, player]:
                    assert view.equity[player, hand] == pytest.approx(equity, abs=ROUNDING)
            mean = sum(total * ev for total, ev, _ in hands.values()) / totals.sum()
            assert view.total_ev[player] == pytest.approx(mean, abs=close)
        children = [(*line, action) for action in view.actions]
        for column, child in enumerate(children):
            if spot.tree.kind[spot.tree.find(child)] != DECISION:
                continue
            put = spot.tree.spent[spot.tree.find(child)] - spot.tree.spent[node]
            after = naive.at(child, profile)[view.to_act]
            for hand, (total, ev, _) in after.items():
                if total > 1e-6:
                    found = view.action_ev[hand, column]
                    assert found == pytest.approx(ev - put[view.to_act], abs=100 * close)


def test_a_best_response_is_the_best_of_all_pure_strategies():
    spot = random_spot(1, 2, stack="40/25/60", bets="a", raises="")
    naive, solver = NaiveRiver(spot), ThreeWaySolver(spot)
    solver.step(5)
    profile = profile_of(solver)
    for player, best in enumerate(solver.best_responses()[0].tolist()):
        assert best == pytest.approx(max(naive.pure_responses(player, profile)), abs=1e-7)


@pytest.mark.parametrize("stacks", ["150", "40/25/60", "200/17/90", "7/120/50"])
def test_ends_pay_what_the_rulebook_pays(stacks):
    spot = ThreeWaySpot.parse(
        "QsJh2h8c5d", "AsKs,QdTd,9c8h", "AdKd,QcTc,9d8d", "AcKc,Jd9h", 61, stacks, "50", "a"
    )
    naive, game, cards = NaiveRiver(spot), spot.game, combo_cards().tolist()
    for deal, _ in naive.deals[::3]:
        deck = [card for combo in deal for card in cards[combo]]
        deck += [*spot.board, *(set(range(52)) - {*deck, *spot.board})]
        for end in np.flatnonzero(spot.tree.kind != DECISION).tolist():
            hand = HandState.deal(game, tuple(deck))
            for action in spot.tree.line_to(end):
                hand.apply(action)
            paid = [chips + game.ante for chips in hand.payoffs]
            expected = naive.payoffs(end, deal)
            assert paid == pytest.approx(expected, abs=1.01)  # odd chips
            assert sum(expected) == pytest.approx(spot.pot, abs=1e-9)


@pytest.mark.ci
def test_full_ranges_converge_even_where_all_tie():
    spot = ThreeWaySpot.parse("AsKsQsJsTs", "random", "22+,A2s+", "random", **PLAIN)
    solver = ThreeWaySolver(spot)
    solver.step(60)
    assert solver.nash_conv() < 1e-2 * spot.pot
    assert sum(solver.best_responses()[1]) == pytest.approx(100, abs=1e-9)


def test_runs_stop_at_their_target_and_resume_bit_for_bit(tmp_path):
    path = tmp_path / "x.safetensors"
    ranges = "AA,KQs,JTs,98s", "QQ,AJs,T9s,76s", "KK-JJ,AQs,65s"
    spot = ThreeWaySpot.parse("Qs Jh 2h 8c 5d", *ranges, **{**PLAIN, "stack": "300/250/400"})
    run = ThreeWayRun(spot, target=0.5)
    run.run(Bounds(exploitability=0.005 * spot.pot), path=path)
    assert run.percent <= 0.5 and run.last.iteration == run.trainer.iteration
    loaded = ThreeWayRun.load(path)
    assert loaded.spot.record() == spot.record() and loaded.spot.stacks == (300, 250, 400)
    assert (loaded.curve, loaded.target) == (run.curve, 0.5)
    for one in (run, loaded):
        one.trainer.step(4)
    assert run.trainer.nash_conv() == loaded.trainer.nash_conv()
    assert estimate(spot).infosets == run.trainer.infosets
    with pytest.raises(StrategyFileError, match="three players"):
        SpotRun.load(path)
    two = SpotRun(Spot.parse("QsJh2h8c5d", "AA", "KK", 100, 300, "75", "100"))
    two.run(Bounds(iterations=1), path=path)
    with pytest.raises(StrategyFileError, match="two players"):
        ThreeWayRun.load(path)


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"board": "QsJh2h8c"}, "board", "a board of 5 cards"),
        ({"middle": "QQ,Q"}, "middle", "Q"),
        ({"middle": "QsQh"}, "middle", "in the middle"),
        ({"stack": "300/200"}, "stack", "300/250/400"),
        ({"stack": "300/x/200"}, "stack", "not a number of chips"),
        ({"pot": "2"}, "pot", "must be 3 to"),
        ({"bets": "50;75"}, "bets", "the river is one street"),
        ({"bets": "2x"}, "bets", "percent of the pot"),
        ({"rake_cap": "5"}, "rake-cap", "goes with a rake"),
        ({"oop": "AsAh", "middle": "AsKd", "ip": "AsKd"}, "ip", "share a card"),
    ],
)
def test_mistakes_name_their_field(wrong, field, words):
    texts = {"board": "Qs Jh 2h 8c 5d", "oop": "AA", "middle": "KK", "ip": "TT", **PLAIN}
    with pytest.raises(SpotError, match=words) as caught:
        ThreeWaySpot.parse(**{**texts, **wrong})
    assert caught.value.field == field


def test_decimals_are_hundredths_and_no_bet_is_larger_than_can_be_called():
    spot = ThreeWaySpot.parse("QsJh2h8c5d", "AA", "KK", "TT", "5.5", "9/20/7.25", "50,a", "")
    assert (spot.pot, spot.stacks, spot.unit) == (550, (900, 2000, 725), 100)
    assert spot.texts()["stack"] == "9/20/7.25"
    assert [spot.key(action) for action in spot.tree.actions_at(0)] == ["c", "r2.75", "r9"]
    covers = spot.tree.actions_at(spot.tree.find((CALL,)))
    assert covers == (CALL, raise_to(275), raise_to(900))
    folded = spot.tree.find((raise_to(275), FOLD))
    assert spot.tree.actions_at(folded) == (FOLD, CALL)
    with pytest.raises(EngineError, match="no such decision"):
        ThreeWaySolver(spot).view((FOLD,), spot.board)


HAND = get_game("holdem-nolimit-6@100").with_stacks((9000, 5000, 10_000, 10_000, 1500, 700))
BET, RAISE = parse_menu("75")[0], parse_menu("a")[0]


@pytest.mark.parametrize(
    ("made", "bets", "raises", "steps"),
    [
        ("r1100f", "75,88.9", "a", (raise_to(800), FOLD)),
        ("r9000", "75,a", "a", (raise_to(4700),)),
        ("r1000r1700", "75,77.8", "30.43,a", (raise_to(700), raise_to(1400))),
    ],
)
def test_a_river_that_three_saw_is_a_spot_with_its_stacks_and_bets(made, bets, raises, steps):
    board = parse_cards("QsJh2h8c5d")
    state = PublicState(HAND, parse_line(HAND, f"ffr300fcc/ccc/ccc/{made}"), board)
    reach = np.ones((6, 1326)) * np.array([[0.6, 0.5, 0.0, 0.0, 0.4, 0.0]]).T
    spot, line = three_way_spot_at(state, reach, BET, RAISE)
    assert (spot.pot, spot.stacks, spot.board) == (900, (8700, 4700, 1200), board)
    assert [one.max() for one in spot.ranges] == [0.6, 0.5, 0.4]
    assert (str(spot.bets), str(spot.raises), line) == (bets, raises, steps)
    assert spot.tree.find(steps) > 0
    # At the table the bet is considered only where it was made, and files keep it.
    table = table_river(state, reach, BET, RAISE)
    assert table.line == steps and table.tree.find(steps) > 0
    assert table.tree.num_nodes < spot.tree.num_nodes
    again = ThreeWaySpot.of_record(table.record())
    assert again.line == steps and again.tree.same_as(table.tree)
    assert with_river_line(table, steps)[0].tree.same_as(spot.tree)


@pytest.mark.parametrize("line", ["f", "r999", "cccc", "r50r60", "ar"])
def test_lines_that_cannot_be_are_refused(line):
    record = ThreeWaySpot.parse("QsJh2h8c5d", "AA", "KK", "TT", **PLAIN).record()
    with pytest.raises(SpotError, match="line"):
        assert ThreeWaySpot.of_record({**record, "line": line}).tree.find(()) == 0
