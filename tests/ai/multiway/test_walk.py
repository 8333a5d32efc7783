"""The walk of a deal against plain sums over its betting tree."""

import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.multiway import _situations as s
from ai.multiway import _walk as w
from engine import rules as rulebook
from engine.game import get_game
from engine.rng import rng_state

ROWS = np.array([3, 2, 2, 2])
MENU = Menu.parse("60,a/80,a/a;50,a/a")
GAMES = ("holdem-nolimit-3@12", "holdem-nolimit-4@8")


class Deal:
    """A deal as rows and strengths, and regrets of one action in each row."""

    def __init__(self, name, seed, hands=3):
        rng = np.random.default_rng(seed)
        self.game = get_game(name)
        self.players, self.hands = self.game.num_players, hands
        self.starts = s.first_rows(self.players, ROWS)
        self.state = np.zeros((int(self.starts[-1]), w.ROW), np.float32)
        self.state[:, : w.SLOTS] = rng.random((len(self.state), w.SLOTS)) < 0.5
        dealt = self.players + self.hands - 1
        self.rows = rng.integers(0, ROWS, (1, dealt, 4)).astype(np.uint16)
        self.strengths = rng.integers(1, 5, (1, dealt)).astype(np.int32)  # with ties

    def walk(self, times=1, weight=0.0, tremble=0.0, seed=0):
        """Walk it; returns the sums of values before the flop: (rows, ROW)."""
        looks = np.zeros((int(self.starts[1]), w.ROW))
        w.walk_deals(
            self.game.rules,
            MENU.bets,
            self.starts[:-1],
            ROWS,
            self.state.reshape(-1),
            looks.reshape(-1),
            np.repeat(self.rows, times, 0),
            np.repeat(self.strengths, times, 0),
            w.scratch(self.hands),
            rng_state(seed),
            np.zeros(w.NUM_COUNTERS, np.int64),
            0,
            weight,
            0.0,
            tremble,
        )
        return looks


def naive(deal, player, hand, state=None, story=None, found=None):
    """Return what a hand of a player wins when all play their regrets; notes its action values."""
    rules = deal.game.rules
    if state is None:
        state = np.zeros(rulebook.STATE_SIZE, np.int64)
        story = np.zeros(s.STORY_SIZE, np.int64)
        rulebook.start(rules, state)
        s.begin(story)
    if state[rulebook.STATUS] != rulebook.BETTING:
        payoffs = np.zeros(deal.players, np.int64)
        strengths = deal.strengths[0, : deal.players].copy()
        if hand:
            strengths[player] = deal.strengths[0, deal.players + hand - 1]
        room = np.zeros((2, rulebook.MAX_PLAYERS), np.int64)
        live = ~state[rulebook.FOLDED] >> np.arange(deal.players) & 1
        if state[rulebook.STATUS] == rulebook.SHOWDOWN and live[player]:
            best = max(strengths[seat] for seat in range(deal.players) if live[seat])
            pot = state[rulebook.SPENT : rulebook.SPENT + deal.players].sum()
            ahead = sum(live[seat] and strengths[seat] == best for seat in range(deal.players))
            share = pot / ahead if strengths[player] == best else 0.0
            rulebook.settle(rules, state, strengths, payoffs, *room)
            won = share - state[rulebook.SPENT + player]
            assert abs(payoffs[player] - won) < deal.players  # the rulebook gives whole chips
            return won
        rulebook.settle(rules, state, strengths, payoffs, *room)
        return float(payoffs[player])
    totals = np.zeros(w.SLOTS, np.int64)
    mask = s.menu(rules, state, MENU.bets, totals)
    street, seat = int(state[rulebook.STREET]), int(state[rulebook.TO_ACT])
    own = deal.players + hand - 1 if seat == player and hand else seat
    place = s.situation(rules, state, story) * ROWS[street] + deal.rows[0, own, street]
    place += deal.starts[street]
    slots = [slot for slot in range(w.SLOTS) if mask >> slot & 1]
    regrets = np.maximum(deal.state[place, slots], 0.0)
    chances = regrets / regrets.sum() if regrets.sum() else np.full(len(slots), 1 / len(slots))
    worth = []
    for slot, chance in zip(slots, chances, strict=True):
        if seat != player and chance == 0.0:
            worth.append(0.0)
            continue
        after, told = state.copy(), story.copy()
        s.advance(rules, after, told, min(slot, 2), int(totals[slot]))
        worth.append(naive(deal, player, hand, after, told, found))
    if seat == player and street == 0 and found is not None:
        found.setdefault(int(place), []).append(
            (slots, np.array(worth) + state[rulebook.SPENT + seat])
        )
    return float(np.dot(chances, worth))


@pytest.mark.ci
@pytest.mark.parametrize("name", GAMES)
def test_values_of_fixed_strategies_are_those_of_the_tree(name):
    deal = Deal(name, 3)
    # One action in each row is all but certain, so that the others sample always the same.
    ranks = np.random.default_rng(5).random(deal.state[:, : w.SLOTS].shape).argsort(axis=1)
    deal.state[:, : w.SLOTS] = 10.0 ** (4 * ranks)
    found, looks = {}, deal.walk()
    for player in range(deal.players):
        for hand in range(deal.hands):
            naive(deal, player, hand, found=found)
    met = [place for place in np.flatnonzero(looks[:, -1]) if len(found[int(place)]) == 1]
    assert len(met) >= deal.players
    for place in met:
        ((slots, worth),) = found[int(place)]
        assert looks[place, -1] == 1.0
        assert np.allclose(looks[place, slots], worth, atol=0.5)


@pytest.mark.parametrize("name", GAMES)
def test_sampled_values_have_the_mean_of_the_tree(name):
    deal, times = Deal(name, 7, hands=1), 4000
    found, looks = {}, deal.walk(times)
    first = int(deal.game.rules[rulebook.FIRST_PLAYER])
    naive(deal, first, 0, found=found)
    *_, (place, ((slots, worth),)) = found.items()  # the first decision is noted last
    assert looks[place, -1] == times
    mean, squares = looks[place, slots] / times, looks[place, w.SLOTS :][np.array(slots) - 1]
    error = np.sqrt((squares / times - mean**2) / times)
    assert slots[0] == 0 and mean[0] == worth[0] == 0.0  # folding, without a square
    assert (np.abs(mean - worth)[1:] <= 4 * error[1:]).all()


def test_a_regret_grows_by_what_its_action_gains_and_sums_by_the_strategy():
    deal, found = Deal(GAMES[0], 11, hands=1), {}
    ranks = np.random.default_rng(6).random(deal.state[:, : w.SLOTS].shape).argsort(axis=1)
    deal.state[:, : w.SLOTS] = 2.0 ** (4 * ranks)
    first, before = int(deal.game.rules[rulebook.FIRST_PLAYER]), deal.state.copy()
    looks = deal.walk()  # the same numbers are drawn
    *_, place = (naive(deal, first, 0, found=found), *found)
    slots = found[place][0][0]
    deal.walk(weight=2.0)
    change, worth = deal.state[place] - before[place], looks[place, slots]
    shares = before[place, slots] / before[place, slots].sum()
    assert np.allclose(change[slots], 2.0 * (worth - shares @ worth), rtol=1e-3)
    # Weighted by how likely the hand itself plays there: at the first decision it does.
    assert np.allclose(change[w.SLOTS + np.array(slots)], 2.0 * shares, rtol=1e-3)
    sums = (deal.state - before)[:, w.SLOTS :].sum(axis=1)
    assert sums.min() == 0.0 and sums.max() == pytest.approx(2.0)


def test_all_ins_for_many_pots_are_not_usual():
    for name, deep in (("holdem-nolimit-3@100", True), ("holdem-nolimit-3@4", False)):
        rules, totals = get_game(name).rules, np.zeros(w.SLOTS, np.int64)
        state, story = np.zeros(rulebook.STATE_SIZE, np.int64), np.zeros(s.STORY_SIZE, np.int64)
        rulebook.start(rules, state)
        s.begin(story)
        all_in = s.menu(rules, state, MENU.bets, totals) & ~s.usual(rules, state, MENU.bets, totals)
        assert [slot for slot in range(w.SLOTS) if all_in >> slot & 1] == [3] * deep


def test_errors_are_legal_and_the_same_seed_gives_the_same_bits():
    first, second = Deal(GAMES[1], 13), Deal(GAMES[1], 13)
    for deal in (first, second):
        deal.walk(50, weight=1.0, tremble=0.3, seed=4)
    assert (first.state == second.state).all()
    assert np.isfinite(first.state).all()
