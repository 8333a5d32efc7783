import itertools

import numpy as np
import pytest

from ai.opponent.montecarlo import estimate, options, win_rate
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.errors import CancelledError
from engine.evaluator import strengths
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import CALL, FOLD, ActionKind

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
    """Values of a hand: every hand of the opponent with every rest of the board."""
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


def test_three_wins_and_one_loss_are_three_quarters():
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
def test_what_options_bring_is_what_the_rulebook_pays(game, line, board):
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
def test_values_are_those_of_enumeration(spot):
    considered, belief, samples = options(spot), some_belief(1), 200_000
    folds = some_folds(2, considered)
    combos = np.random.default_rng(3).choice(live(spot), 3, replace=False)
    found = estimate(spot, considered, belief, folds, combos, samples, 4)
    literal = estimate(spot, considered, belief, None, combos, samples, 4)
    assert (found.counts == literal.counts).all()
    stakes = np.array([option.stakes for option in considered])
    for row, combo in enumerate(combos.tolist()):
        for answer, folding in ((found, folds), (literal, np.zeros_like(folds))):
            exact = enumerated(spot, considered, belief, folding, combo)
            assert (np.abs(answer.values[row] - exact) <= 4.5 * answer.error[row] + 1e-9).all()
            assert (answer.error[row] <= 0.5 * stakes / np.sqrt(samples - 1) + 1e-9).all()
    # Literal values have one chance for all actions.
    _, tied, won = literal.counts.T
    chance = (won + tied / 2) / samples
    for column, option in enumerate(considered):
        expected = chance * option.win + (1 - chance) * option.lose
        assert np.allclose(literal.values[:, column], expected)


def test_standard_errors_cover_the_exact_value_as_stated():
    """The exact value lies within 1.96 errors as often as it should, for every kind of action."""
    considered, belief, combos = options(RIVER), some_belief(6), live(RIVER)
    folds = some_folds(7, considered)
    exact = np.array([enumerated(RIVER, considered, belief, folds, c) for c in combos.tolist()])
    checked = exact[:, 0] / RIVER.pot  # near 0 and 1 the normal law needs more samples
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


def test_an_opponent_never_holds_the_own_cards():
    """A belief in hands that the own cards rule out leaves the one that they do not, or any."""
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


def test_it_stops_when_asked_to_and_bounds_its_budget():
    control, given = JobControl(), (TURN, options(TURN), np.ones(1326), None, live(TURN))
    control.cancel()
    with pytest.raises(CancelledError):
        estimate(*given, 100, 1, control)
    for samples in (1, 2_000_000):
        with pytest.raises(ValueError, match="samples"):
            estimate(*given, samples, 1)
