"""Monte Carlo values against enumeration, their errors, and their dependence on arguments."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ai.opponent.montecarlo import Option, estimate, options, win_rate
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index, parse_combo
from engine.errors import CancelledError
from engine.evaluator import strengths
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import CALL, FOLD, ActionKind, PublicState

NOLIMIT = get_game("holdem-nolimit@100")
LIMIT = get_game("holdem-limit")
TURN = spot_of(NOLIMIT, "r300c/cc/r900", parse_cards("Kh7d2c9s"))
RIVER = spot_of(NOLIMIT, "r300c/cc/cc/", parse_cards("Kh7d2c9s3s"))
CARDS = combo_cards()


def live(spot: PublicState) -> np.ndarray:
    return np.flatnonzero(~np.isin(CARDS, spot.board).any(axis=1))


def some_belief(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random(1326) ** 3


def some_folds(seed: int, considered: tuple[Option, ...]) -> np.ndarray:
    folds = np.random.default_rng(seed).random((1326, len(considered)))
    folds[:, [option.action.kind is not ActionKind.RAISE for option in considered]] = 0.0
    return folds


def enumerated(
    spot: PublicState,
    considered: tuple[Option, ...],
    belief: np.ndarray,
    folds: np.ndarray,
    combo: int,
) -> np.ndarray:
    """Values of a hand: every hand of the opponent with every rest of the board."""
    hole = CARDS[combo].tolist()
    left = [card for card in range(52) if card not in (*spot.board, *hole)]
    total, weight = np.zeros(len(considered)), 0.0
    for rest in itertools.combinations(left, 5 - len(spot.board)):
        board = (*spot.board, *rest)
        met = np.flatnonzero(~np.isin(CARDS, (*board, *hole)).any(axis=1))
        rows = np.empty((len(met), 7), np.uint8)
        rows[:, :5], rows[:, 5:] = board, CARDS[met]
        mine = strengths(np.array([(*board, *hole)], np.uint8))[0]
        theirs = strengths(rows)
        share = (mine > theirs) + 0.5 * (mine == theirs)
        for column, option in enumerate(considered):
            shown = share * option.win + (1.0 - share) * option.lose
            folded = folds[met, column]
            total[column] += belief[met] @ (folded * option.pot + (1.0 - folded) * shown)
        weight += belief[met].sum()
    return total / weight


def test_three_wins_and_one_loss_are_three_quarters() -> None:
    assert win_rate(3, 0, 1) == 0.75  # not 3, the odds, as the source has it
    assert win_rate(1, 2, 1) == 0.5
    assert win_rate([3, 0], [0, 1], [1, 0]).tolist() == [0.75, 0.5]


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
def test_what_options_bring_is_what_the_rulebook_pays(game, line: str, board: str) -> None:
    spot = spot_of(game, line, parse_cards(board))
    me = spot.to_act
    rest = iter([card for card in range(52) if card not in spot.board])
    for winner in (0, 1):
        aces, worst = parse_cards("AsAc"), parse_cards("4c5d")
        full = (*spot.board, *parse_cards("KhTd8c6h2h")[len(spot.board) :])
        holes = (aces, worst) if winner == 0 else (worst, aces)
        used = {*full, *aces, *worst}
        deck = [*holes[0], *holes[1], *full, *(card for card in rest if card not in used)]
        for option in options(spot):
            hand = HandState.deal(game, deck)
            for action in (*spot.actions, option.action):
                hand.apply(action)
            while not hand.finished:
                hand.apply(CALL)
            expected = hand.payoffs[me] + spot.spent(me)
            if option.action == FOLD:
                assert expected == 0 == option.win == option.lose
            else:
                assert expected == (option.win if winner == me else option.lose)
            if option.action.kind is ActionKind.RAISE:
                folded = HandState.deal(game, deck)
                for action in (*spot.actions, option.action, FOLD):
                    folded.apply(action)
                assert folded.payoffs[me] + spot.spent(me) == option.pot


def test_up_to_six_raises_with_the_least_and_all_in() -> None:
    for line, board in (("", ""), ("r300", ""), ("r300c/", "Kh7d2c"), ("r300c/r600", "Kh7d2c")):
        spot = spot_of(NOLIMIT, line, parse_cards(board))
        sizes = [option.action.raise_to for option in options(spot) if option.action.raise_to]
        assert sizes == sorted(set(sizes)) and len(sizes) <= 6
        assert sizes[0] == spot.legal.min_raise and sizes[-1] == spot.legal.max_raise
    limit = [option.action for option in options(spot_of(LIMIT, "r", ()))]
    assert [action.kind for action in limit] == list(ActionKind)
    capped = spot_of(NOLIMIT, "r10000", ())
    assert [option.action for option in options(capped)] == [FOLD, CALL]


@pytest.mark.parametrize("spot", [TURN, RIVER], ids=["turn", "river"])
def test_values_are_those_of_enumeration(spot: PublicState) -> None:
    considered, belief = options(spot), some_belief(1)
    folds = some_folds(2, considered)
    combos = np.random.default_rng(3).choice(live(spot), 3, replace=False)
    found = estimate(spot, considered, belief, folds, combos, 200_000, 4)
    literal = estimate(spot, considered, belief, None, combos, 200_000, 4)
    assert (found.counts == literal.counts).all()
    nobody = np.zeros_like(folds)
    for row, combo in enumerate(combos.tolist()):
        for answer, folding in ((found, folds), (literal, nobody)):
            exact = enumerated(spot, considered, belief, folding, combo)
            assert (np.abs(answer.values[row] - exact) <= 4.5 * answer.error[row] + 1e-9).all()
            stakes = np.array([option.stakes for option in considered])
            assert (answer.error[row] <= 0.5 * stakes / np.sqrt(200_000 - 1) + 1e-9).all()


def test_literal_values_have_one_chance_for_all_actions() -> None:
    considered = options(TURN)
    found = estimate(TURN, considered, some_belief(1), None, live(TURN)[:50], 1000, 5)
    _, tied, won = found.counts.T
    chance = (won + tied / 2) / 1000
    for column, option in enumerate(considered):
        expected = chance * option.win + (1 - chance) * option.lose
        assert np.allclose(found.values[:, column], expected)


def test_standard_errors_are_honest() -> None:
    """The exact value lies within 1.96 errors as often as it should, for every kind of action."""
    considered, belief = options(RIVER), some_belief(6)
    folds = some_folds(7, considered)
    combos = live(RIVER)
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


def test_a_hand_alone_has_the_bits_it_has_among_all() -> None:
    considered, belief = options(TURN), some_belief(8)
    combos = live(TURN)
    for folds in (None, some_folds(9, considered)):
        whole = estimate(TURN, considered, belief, folds, combos, 300, 10)
        for place in (0, 17, len(combos) - 1):
            alone = estimate(TURN, considered, belief, folds, combos[place : place + 1], 300, 10)
            assert alone.values[0].tobytes() == whole.values[place].tobytes()
            assert alone.error[0].tobytes() == whole.error[place].tobytes()


def test_other_seeds_hands_and_boards_have_other_samples() -> None:
    considered, belief = options(TURN), some_belief(8)
    combos = live(TURN)[:2]
    first = estimate(TURN, considered, belief, None, combos, 1000, 10).counts
    assert (first[0] != first[1]).any()
    assert (first != estimate(TURN, considered, belief, None, combos, 1000, 11).counts).any()


def test_an_opponent_never_holds_the_own_cards() -> None:
    """A belief in hands that the own cards rule out leaves the one that they do not."""
    board = parse_cards("Kh7d2c9s3s")
    belief = np.zeros(1326)
    belief[[parse_combo("AsKs"), parse_combo("AsQs")]] = 0.5
    belief[parse_combo("KdKc")] = 1e-6
    held = np.array([combo_index(parse_cards("AsAd"))])
    found = estimate(RIVER, options(RIVER), belief, None, held, 2000, 1)
    assert found.counts.tolist() == [[2000, 0, 0]]
    belief[parse_combo("KdKc")] = 0.0  # nothing is left: then any hand is
    found = estimate(RIVER, options(RIVER), belief, None, held, 2000, 1)
    mine = strengths(np.array([(*board, *parse_cards("AsAd"))], np.uint8))[0]
    rivals = CARDS[~np.isin(CARDS, (*board, *parse_cards("AsAd"))).any(axis=1)]
    rows = np.concatenate([np.tile(np.array(board, np.uint8), (len(rivals), 1)), rivals], axis=1)
    beaten = (strengths(rows) < mine).mean()
    assert found.counts[0, 2] / 2000 == pytest.approx(beaten, abs=0.03)


def test_aces_preflop_win_what_every_table_says() -> None:
    spot = PublicState(NOLIMIT, (), ())
    aces = np.array([parse_combo("AsAh")])
    found = estimate(spot, options(spot), np.ones(1326), None, aces, 400_000, 1)
    lost, tied, won = found.counts[0]
    assert win_rate(won, tied, lost) == pytest.approx(0.8520371330, abs=0.0025)


def test_it_stops_when_asked_to_and_bounds_its_budget() -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        estimate(TURN, options(TURN), np.ones(1326), None, live(TURN), 100, 1, control)
    for samples in (1, 2_000_000):
        with pytest.raises(ValueError, match="samples"):
            estimate(TURN, options(TURN), np.ones(1326), None, live(TURN), samples, 1)
