from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.blueprint.agent import BlueprintAgent
from ai.cfr.best_response import agent_table
from ai.cfr.infoset_values import infoset_values
from ai.reading.reach import RangeReader, given_folds, visible
from ai.registry import build
from ai.small_games.deals import can_list
from ai.solver.agent import SpotAgent
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.values import playout
from ai.values.equities import can_count, live_equities, range_equities
from ai.values.node_values import (
    EXACT,
    INFERRED,
    NO_ANSWER,
    PLAYED,
    STATED,
    TOO_LONG,
    full_worth,
    prompt_worth,
    stated_ev,
    valued,
    values_after,
    waiting_ev,
    with_more_ev,
    worth_at,
    worth_of_view,
)
from ai.values.playout import TooLongError, play_out
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.hand import net_chips
from engine.lines import parse_line, spot_of
from engine.player import CALL, ActionKind, PublicState
from engine.policy import blocked, strategy_at
from engine.pots import pots_of
from engine.tree import DECISION
from tests.ai.opponent.known import table_of
from tests.controls import cancelled
from tests.naive.blueprints import random_blueprint
from tests.naive.random_spots import random_spot
from tests.naive.small_games import expected_values, random_policy, strength, uniform

pytestmark = pytest.mark.slow

NOLIMIT, THREE = get_game("holdem-nolimit@100"), get_game("holdem-nolimit-3")
LEDUC = get_game("leduc")
RIVER = tuple(parse_cards("Kh8d3c2s2h"))


def few(rng, count):
    weights = np.zeros(1326)
    weights[rng.choice(1326, count, replace=False)] = rng.random(count)
    return weights


def at(game, line, cards=""):
    return PublicState(game, parse_line(game, line), tuple(parse_shown(game, cards)))


def close(found, expected, atol=1e-9):
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)


def read(engine, spot):
    reader = RangeReader(build(engine, spot.game))
    return reader, [reader.answer(spot)], visible([reader.reach(spot)])


@pytest.mark.parametrize("seed", range(4))
def test_worth_of_solved_spots_matches_their_solver(seed):
    rng = np.random.default_rng(seed)
    texts = random_spot(rng, 5, 10) if seed % 2 else random_spot(rng, 4, 5, 1, 1.5)
    spot, atol = Spot.parse(**texts.texts), 1e-9 * texts.pot
    solver = SpotSolver(spot)
    solver.step(7)
    view = solver.view((), spot.board)
    told, counted = worth_of_view(spot.game, view), worth_at([spot.root], [view.reach])
    for worth in (told, counted):
        close(worth.equity[0], view.equity)
        close([worth.total_equity(player) for player in (0, 1)], view.total_equity)
    close(told.ev[0], view.ev, atol)
    close([told.total_ev(player) for player in (0, 1)], view.total_ev, atol)
    reader = RangeReader(SpotAgent(solver), np.stack(spot.ranges))
    for action in view.actions:  # and a step on
        node = PublicState(spot.game, (action,), spot.board)
        if not node.finished and node.street == 0:
            worth = worth_at([node], [reader.reach(node).weights])
            close(worth.equity[0], solver.view((action,), spot.board).equity)


@pytest.mark.ci
def test_small_games_have_both_evs_and_stated_ev_is_weighted_by_strategy():
    spot = PublicState(LEDUC, (CALL, CALL), (LEDUC.deck[0],))
    answer = build("cfr", LEDUC).strategy(spot)
    values = np.arange(2.0 * len(answer.probabilities)).reshape(answer.probabilities.shape)
    expected = (answer.probabilities * values).sum(axis=1)
    expected[0] = np.nan  # it is on the board
    assert stated_ev(replace(answer, values=values)) == pytest.approx(expected, nan_ok=True)
    table = build("cfr", LEDUC).table()
    whole = infoset_values(table, table)
    worth = worth_at([PublicState(LEDUC, (), ())], [np.ones((2, 6))], (), whole)
    # Chips that both have put in come back from here on.
    assert worth.total_ev(0) == pytest.approx(whole.value + LEDUC.ante, abs=1e-12)
    assert worth.total_ev(1) == pytest.approx(-whole.value + LEDUC.ante, abs=1e-12)


def test_after_betting_ev_is_equity_of_the_pot_or_the_whole_pot():
    ranges = np.where(np.isin(np.arange(1326), [5, 700, 900, 1200]), 1.0, 0.0)[None].repeat(2, 0)
    worth = worth_at([at(NOLIMIT, "r10000c/", "Kh8d3c2s2h")], [ranges])
    assert worth.ev[0] == pytest.approx(20_000 * worth.equity[0], nan_ok=True)
    folded = at(NOLIMIT, "r300f")
    worth, winner = worth_at([folded], [ranges]), int(folded.folded(0))
    assert worth.total_ev(winner) == folded.pot and worth.total_ev(1 - winner) == 0.0
    worth = worth_at([at(THREE, "r300ff")], [np.ones((3, 1326))])
    assert [worth.total_ev(seat) for seat in range(3)] == [0.0, 0.0, 450.0]
    assert worth.total_equity(2) == 1.0


def test_equities_sum_to_one_and_distribution_sorts_the_range():
    for line, cards in (("r300", ""), ("r300c/", "Kh8d3c"), ("r300c/cc/cc/", "Kh8d3c2s2h")):
        spot = at(NOLIMIT, line, cards)
        _, (answer,), ranges = read("equity", spot)
        worth = worth_at([spot], ranges, [answer])
        assert worth.total_equity(0) + worth.total_equity(1) == pytest.approx(1.0, abs=1e-9)
        assert np.isnan(worth.total_ev(1 - spot.to_act))
        held = worth.held[0, spot.to_act]
        expected = held @ (answer.probabilities * answer.values).sum(axis=1) / held.sum()
        assert worth.total_ev(spot.to_act) == pytest.approx(expected, rel=1e-12)
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


def test_empty_ranges_and_uncountable_games_have_no_values():
    worth = worth_at([PublicState(NOLIMIT, (), ())], [np.zeros((2, 1326))])
    assert np.isnan(worth.total_equity(0)) and np.isnan(worth.total_ev(0))
    assert len(worth.distribution(0, 11)) == 0 and np.isnan(worth.share_below(0, 0.5))
    assert all(map(can_count, (NOLIMIT, LEDUC, THREE, get_game("leduc-3"))))
    assert can_list(LEDUC) and not can_list(NOLIMIT)
    odd = PublicState(replace(NOLIMIT, num_suits=3), (), ())
    assert worth_at([odd], [np.ones((2, 741))]) is None
    with pytest.raises(CancelledError):
        range_equities(NOLIMIT, tuple(RIVER[:3]), np.ones((2, 1326)), cancelled())


def deal_by_deal(spot, ranges, contenders):
    """Equity (players, combos) of a single-card game over all deals, those folded included."""
    game, deck = spot.game, list(spot.game.deck)
    won, met = np.zeros((2, game.num_players, len(deck)))
    missing = game.board_sizes[-1] - len(spot.board)
    left = [card for card in deck if card not in spot.board]
    for deal in permutations(left, game.num_players + missing):
        cards, board = deal[: game.num_players], (*spot.board, *deal[game.num_players :])
        places = [deck.index(card) for card in cards]
        worth = {seat: strength(cards[seat], board) for seat in contenders}
        best = [seat for seat in contenders if worth[seat] == max(worth.values())]
        chances = ranges[range(game.num_players), places]
        for seat in contenders:
            weight = np.prod(np.delete(chances, seat))
            met[seat, places[seat]] += weight
            won[seat, places[seat]] += weight * (seat in best) / len(best)
    return np.divide(won, met, out=np.full(won.shape, np.nan), where=met > 0)


@pytest.mark.parametrize(
    ("name", "line", "board"),
    [
        *(("leduc", "", ""), ("leduc", "cc/", "Qh"), ("kuhn-3", "c", ""), ("kuhn-3", "crf", "")),
        *(("leduc-3", "cr", ""), ("leduc-3", "crfc/", "Qh")),
    ],
)
def test_small_game_equities_match_enumeration(name, line, board):
    game = get_game(name)
    spot, seats = at(game, line, board), range(game.num_players)
    ranges = np.random.default_rng(5).random((game.num_players, len(game.deck)))
    ranges[:, blocked(game, spot.board)] = 0.0
    live = [seat for seat in seats if not spot.folded(seat)]
    worth = worth_at([spot], [ranges])
    expected = deal_by_deal(spot, ranges, live)
    assert worth.equity[0] == pytest.approx(expected, abs=1e-12, nan_ok=True)
    # Hand frequencies take all other players into account.
    assert sum(worth.total_equity(seat) for seat in live) == pytest.approx(1.0)


def test_three_player_values_count_from_the_current_node():
    def values(spot):
        reader, answers, ranges = read("random", spot)
        worth = prompt_worth(reader, [spot], ranges, answers)
        assert worth.basis == (EXACT,) * 3
        assert with_more_ev(worth, reader, [spot], ranges, answers) is worth
        return [worth.total_ev(seat) for seat in range(3)]

    kuhn = get_game("kuhn-3")
    expected = [value + kuhn.ante for value in expected_values(kuhn, [uniform] * 3)]
    assert values(PublicState(kuhn, (), ())) == pytest.approx(expected, abs=1e-9)
    spot = at(get_game("leduc-3"), "crcc/c", "Qh")
    assert sum(values(spot)) == pytest.approx(spot.pot)


@pytest.mark.ci
def test_side_pots_go_to_eligible_players():
    game = replace(THREE, stacks=(200, 1000, 2000))
    board = tuple(parse_cards("Kh8d3c2s5h"))
    spot = PublicState(game, parse_line(game, "r2000cc"), board)
    assert spot.showdown and [spot.spent(seat) for seat in range(3)] == [200, 1000, 2000]
    rng = np.random.default_rng(3)
    ranges = np.stack([few(rng, 12) for _ in range(3)])
    ranges[:, blocked(game, board)] = 0.0
    worth = worth_at([spot], [ranges])
    assert worth.basis == (EXACT,) * 3
    held, cards = [np.flatnonzero(one).tolist() for one in ranges], combo_cards().tolist()
    won, met = np.zeros((2, 3, 1326))
    for hands in product(*held):
        if len({card for hand in hands for card in cards[hand]}) == 6:
            net, chances = net_chips(spot, [cards[hand] for hand in hands]), ranges[range(3), hands]
            for seat, hand in enumerate(hands):
                weight = np.prod(np.delete(chances, seat))
                won[seat, hand] += weight * (net[seat] + spot.spent(seat))
                met[seat, hand] += weight
    for seat, hand in zip(*np.nonzero(met), strict=True):
        assert worth.ev[0, seat, hand] == pytest.approx(won[seat, hand] / met[seat, hand], abs=15)


def test_two_live_players_of_three_have_exact_equity_given_the_fold():
    spot, rng = at(THREE, "r300fc/cc/", "Kh8d3c2s"), np.random.default_rng(4)
    ranges = np.stack([few(rng, 100) for _ in range(3)])
    ranges[:, blocked(THREE, spot.board)] = 0.0
    found = live_equities(spot, ranges)
    assert np.isnan(found[0]).all()
    expected = range_equities(NOLIMIT, spot.board, given_folds(spot, ranges)[1:])
    assert found[1:] == pytest.approx(expected, nan_ok=True)
    worth = worth_at([spot], [ranges])
    assert worth.total_equity(1) + worth.total_equity(2) == pytest.approx(1.0)


SIX = get_game("holdem-nolimit-6").with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000))
DEEP_THREE = get_game("holdem-nolimit-3@100")
UNEVEN = get_game("holdem-nolimit-3").with_stacks((10_000, 4_000, 10_000))


def counted(name, spot, worth_of=full_worth):
    reader, answers, ranges = read(name, spot)
    worth = worth_of(reader, [spot], ranges, answers)
    return valued(answers, worth)[0], worth, ranges[0]


def of_pots(spot, ranges):
    """Return what each hand wins from each pot after a call, less the price."""
    end, seats, me = spot.after(CALL), range(spot.game.num_players), spot.to_act
    spent = [end.spent(seat) for seat in seats]
    pots = pots_of(spot.game, spent, [end.folded(seat) for seat in seats])
    won = sum(pot.amount * live_equities(spot, ranges, None, pot.seats)[me] for pot in pots)
    return np.asarray(won - spot.legal.call)


@pytest.mark.parametrize(
    ("name", "game", "line", "board"),
    [
        ("cfr", get_game("kuhn-3"), "rc", ""),
        pytest.param("cfr", get_game("leduc-3"), "rcc/rc", "Qh", marks=pytest.mark.ci),
        ("nfsp", DEEP_THREE, "r300cc/cr2000cr10000c", "7d3cKh"),
        pytest.param("equity", DEEP_THREE, "r10000c", "", marks=pytest.mark.ci),
        pytest.param("equity", UNEVEN, "r300cc/cr4000r10000", "7d3cKh", marks=pytest.mark.ci),
        pytest.param("equity", SIX, "r5000r20000ffc", "", marks=pytest.mark.ci),
        ("equity", NOLIMIT, "r10000", ""),
        ("equity", NOLIMIT, "r300c/r10000", "7d3cKh"),
        ("cfr", NOLIMIT, "r300c/cc/r10000", "7d3cKh2s"),
        ("cfr", NOLIMIT, "r300c/cc/cc/r1200", "7d3cKh2sQs"),
    ],
)
def test_ev_of_a_closing_call_is_its_payoff_from_the_pots(name, game, line, board):
    spot = at(game, line, board)
    assert spot.after(CALL).showdown
    answer, worth, ranges = counted(name, spot)
    found, expected = answer.values[:, answer.actions.index(CALL)], of_pots(spot, ranges)
    known = ~blocked(game, spot.board) & ~np.isnan(found) & ~np.isnan(expected)
    assert known.sum() >= (2 if len(known) < 1326 else 500)
    assert found[known] == pytest.approx(expected[known], abs=1e-6)
    assert worth.is_exact or game.is_holdem
    assert answer.actions[0].kind is ActionKind.FOLD
    assert answer.values[known, 0] == pytest.approx(0.0, abs=1e-9)
    if not spot.legal.max_raise:
        mean = worth.ev[0, spot.to_act]
        assert mean[known] == pytest.approx(answer.probabilities[known, 1] * expected[known])


@pytest.mark.parametrize(
    ("name", "game", "line", "basis"),
    [
        *((name, DEEP_THREE, "r300", "") for name in ("nfsp", "equity")),
        *(("cfr", NOLIMIT, line, basis) for line, basis in (("r300", STATED), ("r10000", EXACT))),
    ],
)
def test_engines_state_evs_heads_up_until_betting_ends(name, game, line, basis):
    spot = at(game, line)
    answer, worth, _ = counted(name, spot, prompt_worth)
    assert worth.basis[spot.to_act] == basis
    assert not worth.is_exact  # the opponent's take more queries
    if game is DEEP_THREE:
        assert not any(worth.basis) and np.isnan(worth.ev).all() and np.isnan(answer.values).all()


ON_RIVER = spot_of(NOLIMIT, "r300c/cc/cc/", RIVER)
SHALLOW = BlueprintAgent("random", random_blueprint("holdem-nolimit@20", "50,100,a/100,a/a"))


def test_evs_that_rest_on_little_training_are_unknown():
    spot = PublicState(SHALLOW.blueprint.game, (), ())
    reader, ranges = RangeReader(SHALLOW), [np.ones((2, 1326))]
    stated = reader.answer(spot)
    worth = full_worth(reader, [spot], ranges, [stated])
    (known,) = valued([stated], worth)
    untrained = SHALLOW.untrained(spot, stated, ranges[0])
    ends = np.array([spot.after(action).finished for action in stated.actions])
    unknown = (untrained | stated.rare[:, None]) & ~ends
    assert 0.2 < unknown.mean() < 0.8
    assert (np.isnan(known.values) == unknown).all()
    assert known.values[~unknown] == pytest.approx(stated.values[~unknown])
    assert worth.ev[0, spot.to_act] == pytest.approx(stated_ev(stated))  # as the hand is played


class Odd(RangeAgent):
    def __init__(self, game, seed, fails=None):
        self.name, self.fails, self.values = "odd", fails, None
        self.policy = table_of(game, random_policy(game, seed, zeros=0.2))

    def strategy(self, spot, control=None):
        if self.fails is not None and spot.actions == self.fails:
            raise EngineError("nothing comes to mind")
        answer = strategy_at(self.policy, self.policy.tree.find(spot.actions), spot.board, "")
        values = None if self.values is None else values_after(spot, self.values, answer)
        return replace(answer, values=values)


@pytest.mark.ci
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("engine", ["cfr", "nfsp", "odd"])
def test_small_game_values_match_all_decisions(name, engine):
    """An EV stated one decision away is also the opponent's, if correct."""
    game = get_game(name)
    agent = Odd(game, 5) if engine == "odd" else build(engine, game)
    table = agent_table(game, agent)
    known, reader = infoset_values(table, table), RangeReader(agent)
    if engine == "odd":
        agent.values = known
    tree, checked = known.tree, 0
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for place, board in enumerate(known.boards[tree.street[node]]):
            spot = PublicState(game, tree.line_to(node), board)
            evs = np.stack([known.ev(node, player)[place] for player in (0, 1)])
            ev, after = play_out(reader, spot, known.nodes[node].reach[:, place])
            close(ev, evs)
            answer, there = reader.answer(spot), known.action_ev(node)[place]
            for column, action in enumerate(answer.actions):
                close(after[:, column], there[:, tree.actions_at(node).index(action)])
            if engine == "odd":
                found = waiting_ev(reader, spot, reader.reach(spot).weights, answer)
                close(found, evs[1 - spot.to_act])
                checked += np.count_nonzero(~np.isnan(found))
    assert checked > 10 or engine != "odd"


@pytest.mark.parametrize(("cards", "seed"), [(4, 0), (4, 1), (5, 0), (5, 1)])
def test_solved_spot_values_match_their_solver(cards, seed):
    rng = np.random.default_rng(seed)
    texts = random_spot(rng, cards, 10) if cards == 5 else random_spot(rng, 4, 5, 1, 1.5)
    spot, atol = Spot.parse(**texts.texts), 1e-9 * texts.pot
    solver, waited = SpotSolver(spot), False
    solver.step(7)
    silent, stating = (
        RangeReader(SpotAgent(solver, values=values), np.stack(spot.ranges))
        for values in (False, True)
    )
    for line in [(), *((action,) for action in solver.view((), spot.board).actions)]:
        node = PublicState(spot.game, line, spot.board)
        if node.finished or node.street > 0:
            continue
        view, ranges = solver.view(line, spot.board), silent.reach(node).weights
        ev, after = play_out(silent, node, ranges)
        for player in (0, 1):
            held = view.reach[player] > 0
            close(ev[player, held], view.ev[player, held], atol)
        held, waits = view.reach[node.to_act] > 0, 1 - node.to_act
        close(after[held], view.action_ev[held], atol)
        found = waiting_ev(stating, node, ranges, stating.answer(node))
        held = (view.reach[waits] > 0) & ~np.isnan(found)
        waited |= held.any()
        close(found[held], view.ev[waits, held], atol)
    assert waited


def more(agent, spot, ranges=None):
    reader = RangeReader(agent)
    ranges, answer = ranges or visible([reader.reach(spot)]), reader.answer(spot)
    worth = worth_at([spot], ranges, [answer])
    return worth, with_more_ev(worth, reader, [spot], ranges, [answer])


def test_rivers_are_played_out_and_turns_when_no_ev_is_stated():
    agent = build("equity", NOLIMIT)
    before, worth = more(agent, ON_RIVER)
    assert set(before.basis) == {STATED, ""} and worth.basis == (PLAYED, PLAYED)
    assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(600, rel=1e-9)
    assert worth.action_ev is not None and worth.trouble == ""
    _, worth = more(agent, spot_of(NOLIMIT, "r300c/cc/", RIVER[:4]))
    assert set(worth.basis) == {STATED, INFERRED} and worth.action_ev is None
    for name, line in (("cfr", "r300c/cc/r900r2700"), ("call", "cc/cc/")):
        spot = spot_of(NOLIMIT, line, RIVER[:4])
        _, worth = more(build(name, NOLIMIT), spot)
        assert worth.basis == (PLAYED, PLAYED) and worth.action_ev is not None
        assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(spot.pot, rel=1e-9)
    # Nobody raises, so the pot goes by equity.
    assert worth.total_ev(0) == pytest.approx(200 * worth.total_equity(0), rel=1e-9)


def test_oversized_failed_or_cancelled_playouts_keep_earlier_values(monkeypatch):
    monkeypatch.setattr(playout, "MOST_ANSWERS", 3)
    agent = build("equity", NOLIMIT)
    with pytest.raises(TooLongError, match="too many lines"):
        play_out(RangeReader(agent), ON_RIVER, np.ones((2, 1326)))
    _, worth = more(agent, ON_RIVER)
    assert worth.trouble == TOO_LONG and set(worth.basis) == {STATED, INFERRED}
    kuhn = get_game("kuhn")
    odd = Odd(kuhn, 1, fails=parse_line(kuhn, "cr"))
    _, worth = more(odd, PublicState(kuhn, (CALL,), ()), [np.ones((2, 3))])
    assert worth.trouble == NO_ANSWER and worth.basis == ("", "")
    control, ranges = cancelled(), np.ones((2, 1326))
    reader, empty = RangeReader(agent), worth_at([ON_RIVER], [ranges])
    answer = reader.answer(ON_RIVER)
    for ask in (
        lambda: play_out(reader, ON_RIVER, ranges, control),
        lambda: with_more_ev(empty, reader, [ON_RIVER], [ranges], [answer], control),
    ):
        with pytest.raises(CancelledError):
            ask()


def test_translated_raise_is_worth_its_weighted_menu_sizes():
    game, board = SHALLOW.blueprint.game, RIVER[:3]
    line = parse_line(game, "cc/r270")
    spot, before = PublicState(game, line, board), PublicState(game, line[:-1], board)
    reader = RangeReader(SHALLOW)
    answer = reader.answer(before)
    shares = reader.taken_for(before, line[-1], answer)
    assert line[-1] not in answer.actions and len(shares) == 2
    found = waiting_ev(reader, spot, np.ones((2, 1326)), reader.answer(spot))
    parts = np.zeros(1326)
    for action, share in shares:
        then = before.after(action)
        after = answer.values[:, answer.actions.index(action)] + then.pot - before.pot
        parts += share * after / then.pot
    free = ~blocked(game, board)
    np.testing.assert_allclose(found[free] / spot.pot, parts[free], rtol=1e-12)
