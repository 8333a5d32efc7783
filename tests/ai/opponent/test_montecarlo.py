import itertools
import random
from collections import defaultdict
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RaiseAgent
from ai.opponent.agent import NAME, OpponentModelAgent, fits, fits_several
from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel
from ai.opponent.montecarlo import estimate, options, win_rate
from ai.opponent.multiway import (
    SeveralModelAgent,
    all_deals,
    choices,
    drawn_deals,
    folding,
    samplers_of,
    worth,
)
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from ai.opponent.prior import StrengthAgent
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.errors import CancelledError, EngineError
from engine.evaluator import strengths
from engine.game import get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, FOLD, ActionKind, PublicState, SeatView, raise_to
from engine.policy import boards
from engine.tree import DECISION, build_tree
from tests.ai.opponent.known import Known
from tests.controls import cancelled
from tests.naive.small_games import payoffs, random_policy

pytestmark = pytest.mark.slow

NOLIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
TURN = spot_of(NOLIMIT, "r300c/cc/r900", parse_cards("Kh7d2c9s"))
RIVER = spot_of(NOLIMIT, "r300c/cc/cc/", parse_cards("Kh7d2c9s3s"))
CARDS = combo_cards()


def live(spot):
    return np.flatnonzero(~np.isin(CARDS, spot.board).any(axis=1))


def some_belief(seed):
    return np.random.default_rng(seed).random(1326) ** 3


def some_folds(seed, considered):
    folds = np.random.default_rng(seed).random((1326, len(considered)))
    folds[:, [option.action.kind is not ActionKind.RAISE for option in considered]] = 0.0
    return folds


def enumerated(spot, considered, belief, folds, combo):
    """Values of a hand: every opponent hand on every runout."""
    hole = CARDS[combo].tolist()
    left = [card for card in range(52) if card not in (*spot.board, *hole)]
    total, weight = np.zeros(len(considered)), 0.0
    for rest in itertools.combinations(left, 5 - len(spot.board)):
        board = (*spot.board, *rest)
        met = np.flatnonzero(~np.isin(CARDS, (*board, *hole)).any(axis=1))
        rows = np.empty((len(met), 7), np.uint8)
        rows[:, :5], rows[:, 5:] = board, CARDS[met]
        mine, theirs = strengths(np.array([(*board, *hole)], np.uint8))[0], strengths(rows)
        share = (mine > theirs) + 0.5 * (mine == theirs)
        for column, option in enumerate(considered):
            shown = share * option.win + (1.0 - share) * option.lose
            folded = folds[met, column]
            total[column] += belief[met] @ (folded * option.pot + (1.0 - folded) * shown)
        weight += belief[met].sum()
    return total / weight


def test_win_rate_is_wins_over_hands():
    assert win_rate(3, 0, 1) == 0.75  # not 3, the odds, as the source has it
    assert win_rate([3, 0, 1], [0, 1, 2], [1, 0, 1]).tolist() == [0.75, 0.5, 0.5]


@pytest.mark.parametrize(
    ("game", "line", "board"),
    [
        (NOLIMIT, "", ""),
        (NOLIMIT, "r300", ""),
        (NOLIMIT, "r300c/r500", "Kh7d2c"),
        (NOLIMIT, "r300c/cc/r5000", "Kh7d2c9s"),
        (LIMIT, "rc/r", "AhAd2c"),
        (get_game("holdem-nolimit@20"), "r200c/cc/cc/r2000", "Kh7d2c9s3s"),
    ],
)
def test_option_payoffs_match_the_rules(game, line, board):
    spot = spot_of(game, line, parse_cards(board))
    me, aces, worst = spot.to_act, parse_cards("AsAc"), parse_cards("4c5d")
    full = (*spot.board, *parse_cards("KhTd8c6h2h")[len(spot.board) :])
    rest = [card for card in range(52) if card not in {*full, *aces, *worst}]

    def paid(deck, *actions):
        hand = HandState.deal(game, deck)
        for action in (*spot.actions, *actions):
            hand.apply(action)
        while not hand.finished:
            hand.apply(CALL)
        return hand.payoffs[me] + spot.spent(me)

    for winner in (0, 1):
        deck = [*(aces, worst)[winner], *(worst, aces)[winner], *full, *rest]
        for option in options(spot):
            expected = paid(deck, option.action)
            if option.action == FOLD:
                assert expected == 0 == option.win == option.lose
            else:
                assert expected == (option.win if winner == me else option.lose)
            if option.action.kind is ActionKind.RAISE:
                assert paid(deck, option.action, FOLD) == option.pot


@pytest.mark.parametrize("spot", [TURN, RIVER], ids=["turn", "river"])
def test_values_match_enumeration(spot):
    considered, belief, samples = options(spot), some_belief(1), 200_000
    folds = some_folds(2, considered)
    combos = np.random.default_rng(3).choice(live(spot), 3, replace=False)
    found = estimate(spot, considered, belief, folds, combos, samples, 4)
    literal = estimate(spot, considered, belief, None, combos, samples, 4)
    assert (found.counts == literal.counts).all()
    stakes = np.array([option.stakes for option in considered])
    for row, combo in enumerate(combos.tolist()):
        for answer, chances in ((found, folds), (literal, np.zeros_like(folds))):
            exact = enumerated(spot, considered, belief, chances, combo)
            assert (np.abs(answer.values[row] - exact) <= 4.5 * answer.error[row] + 1e-9).all()
            assert (answer.error[row] <= 0.5 * stakes / np.sqrt(samples - 1) + 1e-9).all()
    # Literal values use one win rate for all actions.
    _, tied, won = literal.counts.T
    chance = (won + tied / 2) / samples
    for column, option in enumerate(considered):
        expected = chance * option.win + (1 - chance) * option.lose
        assert np.allclose(literal.values[:, column], expected)


def test_standard_errors_have_nominal_coverage():
    """The exact value lies within 1.96 errors as often as it should, for every kind of action."""
    considered, belief, combos = options(RIVER), some_belief(6), live(RIVER)
    folds = some_folds(7, considered)
    exact = np.array([enumerated(RIVER, considered, belief, folds, c) for c in combos.tolist()])
    checked = exact[:, 0] / RIVER.pot  # near 0 and 1 the normal approximation needs more samples
    sound = (checked > 0.1) & (checked < 0.9)
    combos, exact, away = combos[sound], exact[sound], []
    for seed in range(6):
        found = estimate(RIVER, considered, belief, folds, combos, 500, seed)
        away.append((found.values - exact) / found.error)
    ratios = np.concatenate(away)
    assert len(ratios) > 4000
    inside = (np.abs(ratios) <= 1.96).mean(axis=0)
    assert (inside > 0.935).all() and (inside < 0.965).all()
    assert np.abs(ratios.mean(axis=0)).max() < 0.06
    assert np.abs(ratios.std(axis=0) - 1.0).max() < 0.04


def test_opponents_never_hold_our_cards():
    """If our own cards rule out the believed hands, the remaining one, or any hand, is drawn."""
    own, belief = parse_cards("AsAd"), np.zeros(1326)
    belief[[parse_combo("AsKs"), parse_combo("AsQs")]] = 0.5
    belief[parse_combo("KdKc")] = 1e-6
    held = np.array([parse_combo("AsAd")])
    found = estimate(RIVER, options(RIVER), belief, None, held, 2000, 1)
    assert found.counts.tolist() == [[2000, 0, 0]]
    belief[parse_combo("KdKc")] = 0.0
    found = estimate(RIVER, options(RIVER), belief, None, held, 2000, 1)
    mine = strengths(np.array([(*RIVER.board, *own)], np.uint8))[0]
    rivals = CARDS[~np.isin(CARDS, (*RIVER.board, *own)).any(axis=1)]
    rows = np.array([(*RIVER.board, *rival) for rival in rivals], np.uint8)
    assert found.counts[0, 2] / 2000 == pytest.approx((strengths(rows) < mine).mean(), abs=0.03)


def test_sampling_can_be_cancelled_and_bounds_its_budget():
    given = TURN, options(TURN), np.ones(1326), None, live(TURN)
    with pytest.raises(CancelledError):
        estimate(*given, 100, 1, cancelled())
    for samples in (1, 2_000_000):
        with pytest.raises(ValueError, match="samples"):
            estimate(*given, samples, 1)


KUHN, LEDUC = get_game("kuhn-3"), get_game("leduc-3")
THREE, SIX = get_game("holdem-nolimit-3"), get_game("holdem-nolimit-6")
EXACT = OpponentModelParameters(temper=1.0, floor=0.0)
FEW = replace(DEFAULT, samples=200)


def decisions(game, count, seed):
    tree, rng = build_tree(game), random.Random(seed)
    nodes = np.flatnonzero(tree.kind == DECISION).tolist()
    for node in rng.sample(nodes, min(count, len(nodes))):
        dealt = [board for _, board in boards(game, int(tree.street[node]))]
        spot = PublicState(game, tree.line_to(node), rng.choice(dealt))
        yield spot, rng.choice([card for card in game.deck if card not in spot.board])


def counted(policies, spot, own):
    """Chance of each deal of all players' cards, the own one given: (cards) -> mass."""
    game, me = spot.game, spot.to_act
    left = [card for card in game.deck if card != own and card not in spot.board]
    mass = {}
    for others in permutations(left, game.num_players - 1):
        cards = list(others)
        cards.insert(me, own)
        chance, here = 1.0, PublicState(game, (), ())
        for action in spot.actions:
            seat = here.to_act
            if seat != me:
                at = PublicState(game, here.actions, spot.board[: game.board_sizes[here.street]])
                chance *= policies[seat](at, cards[seat])[action]
            here = here.after(action)
        mass[tuple(cards)] = chance
    total = sum(mass.values())
    return {cards: chance / total for cards, chance in mass.items()}


@pytest.mark.parametrize(("game", "count"), [(KUHN, 1_000), (LEDUC, 100)], ids=["kuhn", "leduc"])
def test_beliefs_follow_bayes_rule_and_closing_calls_average_over_deals(game, count):
    policies = [random_policy(game, seed) for seed in (3, 5, 7)]
    models = [BehaviourModel(game, Known(policy), EXACT) for policy in policies]
    folded = ended = 0
    for spot, own in decisions(game, count, 1):
        me, asked, after = spot.to_act, choices(spot), spot.after(CALL)
        beliefs = [belief(models[seat], spot, seat).weights for seat in asked.others]
        deals = all_deals(spot, game.deck.index(own), beliefs)
        assert deals.weights.sum() == pytest.approx(1.0)
        if len(asked.others) < 2:
            folded += 1  # cards of folded players are not modelled: they are uniform
            continue
        found, wanted = defaultdict(float), defaultdict(float)
        for held, weight in zip(deals.met.tolist(), deals.weights, strict=True):
            found[tuple(game.deck[combo] for combo in held)] += weight
        every = counted(policies, spot, own)
        for cards, chance in every.items():
            wanted[tuple(cards[seat] for seat in asked.others)] += chance
        assert found == pytest.approx(wanted, abs=1e-12)
        if after.finished:
            ended += 1
            folds = folding(spot, asked, [models[seat] for seat in asked.others])
            values, error = worth(asked, folds, deals)
            pays = sum(
                chance * (payoffs(after, cards, spot.board)[me] + spot.spent(me))
                for cards, chance in every.items()
            )
            assert values[asked.first] == pytest.approx(pays, abs=1e-9)
            assert not error.any() and (not asked.first or values[0] == 0.0)
    assert folded and ended >= 3


def only(*names):
    return np.isin(np.arange(1326), [parse_combo(name) for name in names]).astype(float)


def values_of(spot, own, beliefs, fold=0.0):
    asked = choices(spot)
    samplers = samplers_of(spot, beliefs)
    deals = drawn_deals(spot, parse_combo(own), samplers, 4_000, 1)
    folds = np.full((len(beliefs), 1326, len(asked.costs)), fold)
    return asked, *worth(asked, folds, deals)


@pytest.mark.parametrize(
    ("short", "deep", "won"),
    [("QsQd", "KsKd", -2_000), ("KsKd", "QsQd", 2_000), ("QsQd", "JsJd", 5_000)],
)
def test_pots_go_to_the_best_eligible_hand(short, deep, won):
    game = THREE.with_stacks((1_000, 10_000, 10_000))
    spot = spot_of(game, "r1000cc/cc/cc/r3000", parse_cards("Kh7d2c9s3s"))
    # The first is all-in for 1,000; the second has bet 2,000 into a side pot.
    asked, values, error = values_of(spot, "AsAd", [only(short), only(deep)])
    assert (spot.to_act, asked.others, asked.actions[:2]) == (2, (0, 1), (FOLD, CALL))
    assert values[:2] == pytest.approx([0.0, won])
    assert error[:2] == pytest.approx(0.0, abs=1e-3)
    spot = spot_of(SIX, "cccccc/", parse_cards("Kh7d2c"))
    asked, values, error = values_of(spot, "3s4d", [np.ones(1326)] * 5, fold=1.0)
    assert asked.actions[0] == CALL  # a bet that everyone folds to wins the pot
    assert values[1:] == pytest.approx(600.0) and error[1:] == pytest.approx(0.0, abs=1e-3)


def test_opponents_are_queried_as_if_players_before_them_folded():
    game, models = THREE, [BehaviourModel(THREE) for _ in range(2)]
    spot = spot_of(game, "", ())
    asked = choices(spot)
    folds = folding(spot, asked, models)
    after = spot.after(asked.actions[2])
    first = models[0].responses(after)[:, 0]
    assert asked.others == (0, 1)
    assert folds[0, :, 1].tobytes() == first.tobytes()
    second = models[1].responses(after.after(FOLD))[:, 0]
    assert folds[1, :, 1].tobytes() == second.tobytes()
    # The big blind may not fold to a call; the small blind may.
    assert not folds[1, :, 0].any()
    assert folds[0, :, 0].any()


def test_opponents_never_share_a_card_whatever_the_beliefs():
    spot = spot_of(THREE, "ccc/", parse_cards("Kh7d2c"))
    own = parse_combo("QsQd")
    both = [only("AsAh", "AdAc"), only("AsAd", "AhAc", "9s9h")]
    deals = drawn_deals(spot, own, samplers_of(spot, both), 3_000, 5)
    pairs = {tuple(sorted(CARDS[list(held)].ravel().tolist())) for held in deals.met.tolist()}
    assert all(len(set(held)) == 4 for held in pairs)
    assert (deals.met[:, 1] == parse_combo("9s9h")).all()
    deals = drawn_deals(spot, own, samplers_of(spot, [only("AsAh"), only("AsAh")]), 50, 5)
    assert (deals.met[:, 0] != deals.met[:, 1]).all()


@pytest.mark.parametrize(
    ("line", "board", "own"),
    [
        ("", "", "AsKd"),
        ("r300c/r600", "Kh7d2c", "QhJh"),
        ("r300c/cc/cc/r900", "Kh7d2c9s3s", "9d8d"),
    ],
)
def test_heads_up_values_match_the_two_player_method(line, board, own):
    game = get_game("holdem-nolimit@100")
    view = SeatView(spot_of(game, line, parse_cards(board)), 0, parse_cards(own))
    view = replace(view, seat=view.spot.to_act)
    two = OpponentModelAgent(NAME, game, StrengthAgent()).row(view)
    many = SeveralModelAgent(NAME, game, StrengthAgent()).row(view)
    assert two.actions == many.actions
    apart = np.abs(two.values - many.values)
    assert (apart <= 5.0 * np.hypot(two.error, many.error) + 1e-9).all()


def test_each_opponent_is_modelled_by_seat():
    game = KUHN
    agent = SeveralModelAgent(NAME, game, StrengthAgent())
    play(game, [agent, CallAgent(game), RaiseAgent(game)], 60, 1)
    seen = [sum(one.times * one.seen for one in model.summary()) for model in agent.models]
    assert seen[0][2] == 0.0 and seen[0][0] == 0.0  # the next one calls everything
    assert seen[1][2] > 0.5 * seen[1].sum()  # the one after it raises


def test_foreign_states_are_rejected_and_cancellation_is_honoured():
    state = SeveralModelAgent(NAME, LEDUC, StrengthAgent()).save_state()
    wrong = {**state, "7 fine": 1}, {"fine": 1}, {k: state[k] for k in list(state)[1:]}
    for game, damaged in (*((LEDUC, one) for one in wrong), (KUHN, state)):
        with pytest.raises(EngineError):
            SeveralModelAgent(NAME, game, StrengthAgent()).load_state(damaged)
    start = PublicState(THREE, (), ())
    with pytest.raises(CancelledError):
        SeveralModelAgent(NAME, THREE, StrengthAgent(), FEW).strategy(start, cancelled())
    assert raise_to(20_000) in choices(start).actions
    assert all(fits_several(game) and not fits(game) for game in (KUHN, LEDUC, THREE, SIX))
