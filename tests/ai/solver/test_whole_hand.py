import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver import whole_hand
from ai.solver.run import SpotRun
from ai.solver.whole_hand import HELD, WholeHand, no_whole_hand
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.errors import CancelledError
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.ranges import parse_range
from tests.controls import cancelled

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit").with_stacks((900, 900))
BOARD = parse_cards("Ks7d2c9s4h")
OOP, IP = parse_range("AKs,77,QJs"), parse_range("KK:0.5,AQs,87s")
WHOLE = "r300c/cr500c/r700c/cc"


def end_of(line, board=BOARD, game=GAME):
    actions = parse_line(game, line)
    return PublicState(game, actions, board[: game.board_sizes[min(line.count("/"), 3)]])


@pytest.fixture(scope="module")
def streets():
    return list(WholeHand(end_of(WHOLE)).solve((OOP, IP), 1.0))


def test_the_streets_of_a_hand(streets):
    flop, turn, river = (one.street for one in streets)
    assert [len(one.spot.board) for one in (flop, turn, river)] == [3, 4, 5]
    spots = [one.spot for one in (flop, turn, river)]
    assert [(spot.pot, spot.stack) for spot in spots] == [(600, 600), (1000, 400), (1400, 200)]
    assert [one.line for one in (flop, turn, river)] == [
        (CALL, raise_to(200), CALL),
        (raise_to(200), CALL),
        (CALL, CALL),
    ]
    assert [list(one.places) for one in (flop, turn, river)] == [[2, 3, 4], [5, 6], [7, 8]]
    # Sizes as bet are in the tree beside the usual ones.
    assert str(flop.spot.bets[1][0]) == "33.3,50,100,a"
    assert str(turn.spot.bets[0][0]) == "20,50,100,a"
    assert all(0.0 < one.percent <= 1.0 for one in streets)
    assert [view.to_act for one in streets for view in one.views] == [0, 1, 0, 0, 1, 0, 1]


@pytest.mark.ci
def test_ranges_are_those_that_come_in_the_solution_before():
    hand = WholeHand(end_of(WHOLE))
    flop = hand.start((OOP, IP))
    run = SpotRun(flop.spot, half=True, target=1.0)
    run.run(run.aim())
    # By hand: each player's own average strategy along the line.
    reach = [weights.copy() for weights in flop.spot.ranges]
    for at, action in enumerate(flop.line):
        view = flop.view(run.trainer, flop.first + at)
        reach[view.to_act] *= view.strategy[:, view.actions.index(action)]
    turn = hand.after(flop, run.trainer)
    free = ~np.isin(combo_cards(), BOARD[:4]).any(axis=1)
    for came, own in zip(turn.spot.ranges, reach, strict=True):
        assert came == pytest.approx(np.where(free, own, 0.0), abs=2e-6)
    assert not turn.rare


def test_a_hand_that_was_held_stays_in_its_range():
    holes = [parse_cards("QsQh"), parse_cards("8h8c")]  # by position
    hand = WholeHand(end_of(WHOLE), holes)
    flop = hand.start((OOP, IP))
    for seat, (cards, weights) in enumerate(zip(("QsQh", "8h8c"), (OOP, IP), strict=True)):
        combo = parse_combo(cards)
        assert not weights[combo] and flop.spot.ranges[seat][combo] == HELD * weights.max()


@pytest.mark.ci
def test_where_a_hand_ends():
    def solved(line):
        return [one.street.line for one in WholeHand(end_of(line)).solve((OOP, IP), 3.0)]

    assert solved("r300c/r500f") == [(raise_to(200), FOLD)]
    # All-in on the turn: the river has no decision.
    allin = solved("r300c/cc/r900c/")
    assert allin == [(CALL, CALL), (raise_to(600), CALL)]
    # So far: a hand in progress ends with its last action.
    assert solved("r300c/cr500") == [(CALL, raise_to(200))]


def test_only_the_shorter_stack_counts():
    game = GAME.with_stacks((900, 700))
    hand = WholeHand(end_of("r300c/r900f", game=game))
    flop = hand.start((OOP, IP))
    assert flop.spot.stack == 400 and flop.line == (raise_to(400), FOLD)


def test_others_may_have_folded_before_the_flop():
    game = get_game("holdem-nolimit-6").with_stacks((900,) * 6)
    end = end_of("fffr300fc/cr500f", game=game)
    hand = WholeHand(end)
    assert [len(hand.flop.actions), end.folded(2)] == [6, True]
    flop = hand.start((OOP, IP))
    assert (flop.spot.pot, flop.spot.stack) == (hand.flop.pot, 600)
    assert flop.line == (CALL, raise_to(200), FOLD)
    assert hand.decision(7).to_act == hand.seats[1]


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("holdem-limit", "crc/cc/cc/cc", "fixed bets"),
        ("holdem-nolimit", "r300f", "nobody had a decision after the flop"),
        ("holdem-nolimit", "r20000c///", "nobody had a decision after the flop"),
        ("holdem-nolimit-6", "fffr300cc/ccc/ccc/ccc", "3 players saw the flop"),
        ("leduc", "rc/cc", "only hold'em hands"),
    ],
)
def test_refusals(game, line, words):
    rules = get_game(game)
    end = PublicState(rules, parse_line(rules, line), () if game == "leduc" else BOARD)
    assert words in str(no_whole_hand(end))
    with pytest.raises(SpotError, match=words):
        WholeHand(end)


@pytest.mark.ci
def test_ranges_that_do_not_come_end_the_work(monkeypatch):
    hand = WholeHand(end_of("r300c/r500c/cc/cc"))
    with pytest.raises(SpotError, match="is empty"):
        hand.start((np.zeros(1326), IP))
    monkeypatch.setattr(whole_hand, "free_bytes", lambda: 1000)
    with pytest.raises(SpotError, match="only"):
        next(hand.solve((OOP, IP), 1.0))
    monkeypatch.undo()
    with pytest.raises(CancelledError):
        next(hand.solve((OOP, IP), 1.0, cancelled()))


def test_menus_shrink_with_the_work_of_a_flop():
    wide = parse_range("random")
    small = WholeHand(end_of("r300c/cr500f")).start((OOP, IP)).spot
    large = WholeHand(end_of("r300c/cr600f", game=get_game("holdem-nolimit"))).start((wide, wide))
    assert (str(small.bets[0][0]), str(large.spot.bets[0][0])) == ("50,100,a", "75")
