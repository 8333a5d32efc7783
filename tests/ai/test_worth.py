from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from ai.cfr.deals import can_list
from ai.cfr.infoset_values import infoset_values
from ai.equities import can_count, live_equities, range_equities
from ai.evs import prompt_worth, with_more_ev
from ai.reach import RangeReader, visible
from ai.registry import build
from ai.spot.agent import SpotAgent
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from ai.worth import EXACT, stated_ev, worth_at, worth_of_view
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.errors import CancelledError
from engine.evaluator import strength as rank
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.policy import blocked
from engine.shown import parse_shown
from tests.naive.equity import totals
from tests.naive.random_spots import random_spot
from tests.naive.small_games import expected_values, payoff, strength, uniform
from tests.naive.spots import NaiveSpot

NOLIMIT = get_game("holdem-nolimit@100")
LEDUC = get_game("leduc")


def few(rng, board, count):
    """A sparse range of random weights."""
    weights = np.zeros(1326)
    weights[rng.choice(1326, count, replace=False)] = rng.random(count)
    return weights


@pytest.mark.parametrize(("cards", "count"), [("Kh8d3c2s2h", 60), ("Kh8d3c2s", 14), ("Kh8d3c", 4)])
def test_equities_equal_pair_by_pair(cards, count):
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    print("seed", seed)
    rng, board = np.random.default_rng(seed), tuple(parse_cards(cards))
    weights = np.stack([few(rng, board, count), few(rng, board, count)])
    found = range_equities(NOLIMIT, board, weights)
    for player in (0, 1):
        for combo in np.flatnonzero(weights[player]).tolist():
            own = np.zeros(1326)
            own[combo] = 1.0
            win, tie, lose = totals(own, weights[1 - player], board)
            met = win + tie + lose
            if not met or np.isin(np.array(board), combo_cards()[combo]).any():
                assert np.isnan(found[player, combo])
            else:
                expected = (win + tie / 2) / met
                assert found[player, combo] == pytest.approx(expected, abs=1e-9)


def test_the_two_ranges_share_the_pot():
    reader = RangeReader(build("equity", NOLIMIT))
    for line, cards in (("r300", ""), ("r300c/", "Kh8d3c"), ("r300c/cc/", "Kh8d3c2s")):
        spot = PublicState(NOLIMIT, parse_line(NOLIMIT, line), tuple(parse_cards(cards)))
        ranges = visible([reader.reach(spot)])[0]
        answer = reader.answer(spot)
        worth = worth_at([spot], [ranges], [answer])
        assert worth.total_equity(0) + worth.total_equity(1) == pytest.approx(1.0, abs=1e-9)
        assert np.isnan(worth.total_ev(1 - spot.to_act))
        held = worth.held[0, spot.to_act]
        mixed = (answer.probabilities * answer.values).sum(axis=1)
        expected = held @ mixed / held.sum()
        assert worth.total_ev(spot.to_act) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_solved_spots_equal_the_oracle(seed):
    rng = np.random.default_rng(seed)
    texts = random_spot(rng, 5, 10) if seed % 2 else random_spot(rng, 4, 5, 1, 1.5)
    spot = Spot.parse(**texts.texts)
    naive, solver = NaiveSpot(texts), SpotSolver(spot)
    solver.step(7)
    table = naive.table(lambda line, board: solver.view(line, board).strategy)
    evs, whole_evs = naive.evs(table)
    equities, whole_equities = naive.equities(table)
    view = solver.view((), spot.board)
    told = worth_of_view(spot.game, view)
    counted = worth_at([spot.root], [view.reach])
    for worth in (told, counted):
        for player in (0, 1):
            whole = worth.total_equity(player)
            assert whole == pytest.approx(whole_equities[player], abs=1e-9)
            held = np.array(naive.hands[player])
            known = ~np.isnan(equities[player])
            np.testing.assert_allclose(
                worth.equity[0, player, held[known]], equities[player][known], rtol=0, atol=1e-9
            )
    for player in (0, 1):
        close = 1e-9 * texts.pot
        assert told.total_ev(player) == pytest.approx(whole_evs[player], abs=close)
        held, known = np.array(naive.hands[player]), ~np.isnan(evs[player])
        np.testing.assert_allclose(
            told.ev[0, player, held[known]], evs[player][known], rtol=0, atol=close
        )


def test_a_counted_place_equals_the_solvers_view_all_over_the_tree():
    texts = random_spot(np.random.default_rng(3), 5, 10)
    spot = Spot.parse(**texts.texts)
    solver = SpotSolver(spot)
    solver.step(20)
    reader = RangeReader(SpotAgent(solver), np.stack(spot.ranges))
    for action in solver.view((), spot.board).actions:
        node = PublicState(spot.game, (action,), spot.board)
        view = solver.view((action,), spot.board)
        worth = worth_at([node], [reader.reach(node).weights])
        np.testing.assert_allclose(worth.equity[0], view.equity, rtol=0, atol=1e-9)


def naive_equity(board, player, own, other):
    """Share of the pot, by dealing everything."""
    won = total = 0.0
    for held, weight in other.items():
        left = [c for c in LEDUC.deck if c not in (own, held, *board)]
        for last in [board] if board else [(c,) for c in left]:
            cards = (own, held) if player == 0 else (held, own)
            spot = PublicState(LEDUC, (CALL, CALL, CALL, CALL), last)
            sign = payoff(spot, cards, last)
            sign = sign if player == 0 else -sign
            won += weight * (0.5 + np.sign(sign) / 2)
            total += weight
    return won / total


def test_leduc_equities_equal_dealing_everything():
    rng = np.random.default_rng()
    for board in ((), (LEDUC.deck[2],)):
        weights = rng.random((2, 6)) * ~np.isin(np.array(LEDUC.deck), board)
        found = range_equities(LEDUC, board, weights)
        for player in (0, 1):
            for place, own in enumerate(LEDUC.deck):
                if own in board:
                    assert np.isnan(found[player, place])
                    continue
                other = {
                    card: weights[1 - player, at]
                    for at, card in enumerate(LEDUC.deck)
                    if card not in (own, *board)
                }
                expected = naive_equity(board, player, own, other)
                assert found[player, place] == pytest.approx(expected, abs=1e-12)


def test_small_games_know_the_ev_of_both():
    table = build("cfr", LEDUC).table()
    whole = infoset_values(table, table)
    spots = [PublicState(LEDUC, (), ())]
    worth = worth_at(spots, [np.ones((2, 6))], (), whole)
    # Chips that both have put in come back from here on.
    antes = LEDUC.ante
    assert worth.total_ev(0) == pytest.approx(whole.value + antes, abs=1e-12)
    assert worth.total_ev(1) == pytest.approx(-whole.value + antes, abs=1e-12)


def test_once_the_betting_is_over_the_pot_is_shared():
    board = tuple(parse_cards("Kh8d3c2s2h"))
    ranges = np.where(np.isin(np.arange(1326), [5, 700, 900, 1200]), 1.0, 0.0)[None].repeat(2, 0)
    called = parse_line(NOLIMIT, "r10000c/")
    spot = PublicState(NOLIMIT, called, board)
    worth = worth_at([spot], [ranges])
    assert worth.ev[0] == pytest.approx(20_000 * worth.equity[0], nan_ok=True)
    folded = PublicState(NOLIMIT, (raise_to(300), FOLD), ())
    worth = worth_at([folded], [ranges])
    winner = 0 if folded.folded(1) else 1
    assert worth.total_ev(winner) == folded.pot and worth.total_ev(1 - winner) == 0.0


def test_a_distribution_is_the_range_in_order():
    board = tuple(parse_cards("Kh8d3c2s2h"))
    reader = RangeReader(build("equity", NOLIMIT))
    spot = PublicState(NOLIMIT, parse_line(NOLIMIT, "r300c/cc/cc/"), board)
    worth = worth_at([spot], visible([reader.reach(spot)]))
    for player in (0, 1):
        curve = worth.distribution(player, 201)
        assert (np.diff(curve) >= 0).all()
        equity, held = worth.equity[0, player], worth.held[0, player]
        there = held > 0
        for share in (0.1, 0.5, 0.9):
            value = curve[round(200 * share)]
            below = held[there & (equity < value)].sum() / held.sum()
            upto = held[there & (equity <= value)].sum() / held.sum()
            assert below <= share + 1e-12 and upto >= share - 1e-12
            assert below <= worth.share_below(player, value) <= upto
        assert worth.total_equity(player) == pytest.approx(curve.mean(), abs=0.01)


def test_what_is_empty_is_not_known():
    worth = worth_at([PublicState(NOLIMIT, (), ())], [np.zeros((2, 1326))])
    assert np.isnan(worth.total_equity(0)) and np.isnan(worth.total_ev(0))
    assert len(worth.distribution(0, 11)) == 0 and np.isnan(worth.share_below(0, 0.5))


def test_what_an_answer_states_is_mixed_as_it_acts():
    answer = build("cfr", LEDUC).strategy(PublicState(LEDUC, (CALL, CALL), (LEDUC.deck[0],)))
    values = np.arange(2.0 * len(answer.probabilities)).reshape(answer.probabilities.shape)
    ev = stated_ev(replace(answer, values=values))
    blocked = np.isin(combo_cards(LEDUC.deck, 1), LEDUC.deck[:1]).ravel()
    assert np.isnan(ev[blocked]).all() and blocked.sum() == 1
    for combo in np.flatnonzero(~blocked):
        check, bet = answer.probabilities[combo]
        assert ev[combo] == pytest.approx(check * values[combo, 0] + bet * values[combo, 1])


def test_which_games_can_be_counted():
    assert can_count(NOLIMIT) and can_count(get_game("kuhn")) and can_list(LEDUC)
    assert not can_list(NOLIMIT)
    assert can_count(get_game("holdem-nolimit-3")) and can_count(get_game("leduc-3"))
    spot = PublicState(replace(NOLIMIT, num_suits=3), (), ())
    assert worth_at([spot], [np.ones((2, 741))]) is None


def test_it_can_be_stopped():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        range_equities(NOLIMIT, tuple(parse_cards("Kh8d3c")), np.ones((2, 1326)), control)


def deal_by_deal(spot, ranges, contenders):
    """Equity (players, combos) of a game of single cards over all deals, those folded included."""
    game = spot.game
    players, deck = range(game.num_players), list(game.deck)
    won, met = np.zeros((2, game.num_players, len(deck)))
    left = [card for card in deck if card not in spot.board]
    for cards in permutations(left, game.num_players):
        rest = [card for card in left if card not in cards]
        missing = game.board_sizes[-1] - len(spot.board)
        boards = [(*spot.board, *more) for more in permutations(rest, missing)]
        places = [deck.index(card) for card in cards]
        for board in boards:
            worth = {seat: strength(cards[seat], board) for seat in contenders}
            best = [seat for seat in contenders if worth[seat] == max(worth.values())]
            for seat in contenders:
                others = [ranges[other, places[other]] for other in players if other != seat]
                weight = np.prod(others) / len(boards)
                met[seat, places[seat]] += weight
                won[seat, places[seat]] += weight * (seat in best) / len(best)
    return np.divide(won, met, out=np.full(won.shape, np.nan), where=met > 0)


@pytest.mark.parametrize(
    ("name", "line", "board"),
    [("kuhn-3", "c", ""), ("kuhn-3", "crf", ""), ("leduc-3", "cr", ""), ("leduc-3", "crfc/", "Qh")],
)
def test_equities_of_three_equal_all_deals(name, line, board):
    game = get_game(name)
    spot = PublicState(game, parse_line(game, line), tuple(parse_shown(game, board)))
    ranges = np.random.default_rng(5).random((3, len(game.deck)))
    ranges[:, blocked(game, spot.board)] = 0.0
    live = [seat for seat in range(3) if not spot.folded(seat)]
    worth = worth_at([spot], [ranges])
    assert worth is not None
    expected = deal_by_deal(spot, ranges, live)
    assert worth.equity[0] == pytest.approx(expected, abs=1e-12, nan_ok=True)
    shares = [worth.total_equity(seat) for seat in live]
    assert sum(shares) == pytest.approx(1.0)  # frequencies of hands take all others into account


def test_values_of_three_are_those_from_here_on():
    game = get_game("kuhn-3")
    worth = worth_of_random(game, PublicState(game, (), ()))
    values = expected_values(game, [uniform] * 3)
    for seat in range(3):
        assert worth.total_ev(seat) == pytest.approx(values[seat] + game.ante, abs=1e-9)


def worth_of_random(game, spot):
    """Return the values of ranges of the engine that plays at random, in a game of few deals."""
    reader = RangeReader(build("random", game))
    answers, ranges = [reader.answer(spot)], visible([reader.reach(spot)])
    worth = prompt_worth(reader, [spot], ranges, answers)
    assert worth is not None and worth.basis == (EXACT,) * 3
    assert with_more_ev(worth, reader, [spot], ranges, answers) is worth
    return worth


def test_what_three_win_from_here_on_is_the_pot():
    game = get_game("leduc-3")
    spot = PublicState(game, parse_line(game, "crcc/c"), tuple(parse_shown(game, "Qh")))
    worth = worth_of_random(game, spot)
    assert sum(worth.total_ev(seat) for seat in range(3)) == pytest.approx(spot.pot)


def test_pots_of_several_go_to_those_who_can_win_them():
    game = replace(get_game("holdem-nolimit-3"), stacks=(200, 1000, 2000))
    board = tuple(parse_cards("Kh8d3c2s5h"))
    spot = PublicState(game, parse_line(game, "r2000cc"), board)
    assert spot.showdown and [spot.spent(seat) for seat in range(3)] == [200, 1000, 2000]
    rng = np.random.default_rng(3)
    ranges = np.stack([few(rng, board, 12) for _ in range(3)])
    ranges[:, blocked(game, board)] = 0.0
    worth = worth_at([spot], [ranges])
    assert worth is not None and worth.basis == (EXACT,) * 3
    held, cards = [np.flatnonzero(one).tolist() for one in ranges], combo_cards().tolist()
    ranks = {hand: rank((*cards[hand], *board)) for one in held for hand in one}
    won, met = np.zeros((2, 3, 1326))
    for hands in product(*held):
        if len({card for hand in hands for card in cards[hand]}) < 6:
            continue
        found = [0.0, 0.0, 1000.0]
        for amount, seats in ((600, (0, 1, 2)), (1600, (1, 2))):
            best = max(ranks[hands[seat]] for seat in seats)
            winners = [seat for seat in seats if ranks[hands[seat]] == best]
            for seat in winners:
                found[seat] += amount / len(winners)
        for seat, hand in enumerate(hands):
            weight = np.prod([ranges[other, hands[other]] for other in range(3) if other != seat])
            won[seat, hand] += weight * found[seat]
            met[seat, hand] += weight
    for seat in range(3):
        for hand in held[seat]:
            if met[seat, hand] > 0:
                expected = won[seat, hand] / met[seat, hand]
                assert worth.ev[0, seat, hand] == pytest.approx(expected, abs=15)


def test_the_last_one_in_has_the_pot():
    game = get_game("holdem-nolimit-3")
    spot = PublicState(game, parse_line(game, "r300ff"), ())
    worth = worth_at([spot], [np.ones((3, 1326))])
    assert worth is not None and [worth.total_ev(seat) for seat in range(3)] == [0.0, 0.0, 450.0]
    assert worth.total_equity(2) == 1.0


def test_two_of_three_are_counted_exactly():
    game = get_game("holdem-nolimit-3")
    board = tuple(parse_cards("Kh8d3c2s"))
    spot = PublicState(game, parse_line(game, "r300fc/cc/"), board)
    rng = np.random.default_rng(4)
    ranges = np.stack([few(rng, board, 100) for _ in range(3)])
    ranges[:, blocked(game, board)] = 0.0
    found = live_equities(spot, ranges)
    assert np.isnan(found[0]).all()
    assert found[1:] == pytest.approx(range_equities(NOLIMIT, board, ranges[1:]), nan_ok=True)
