from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.agents.entry import AIVAT
from ai.cfr.infoset_values import infoset_values
from ai.evaluation.match_estimates import RAW, Verdicts
from ai.evaluation.multiplayer_aivat import EnumeratedDeals, JointValue, SeveralAivat, corrector
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.small_games.joint import joint_deals_of, pots_at
from engine.combos import combo_index
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import chunk_of, num_dealt
from engine.policy import strategy_at
from engine.tree import DECISION, build_tree

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn-3"), get_game("leduc-3")
SHORT = replace(LEDUC, max_raises=(1, 0))


def agents_of(game, *names):
    return [build(name, game) for name in names]


def tables_of(agents, game):
    return [RangeReader(agent).table(game) for agent in agents]


def every_hand(game, agents):
    """Every hand that can happen with player 0 first, and how likely each is."""
    tables = tables_of(agents, game)
    tree, deals = tables[0].tree, list(permutations(game.deck, num_dealt(game)))
    ends = np.flatnonzero(tree.kind != DECISION).tolist()
    chance = np.array([[played(game, tables, end, deal) for end in ends] for deal in deals])
    dealt, line_of = np.nonzero(chance)
    lines = [tree.line_to(end) for end in ends]
    chunk = chunk_of(game, 0, False, np.array(deals, np.uint8)[dealt], lines, line_of)
    seats = (chunk.positions[:, None] + np.arange(game.num_players)) % game.num_players
    payoffs = np.empty_like(chunk.payoffs)  # by seat, which is by player here
    np.put_along_axis(payoffs, seats, chunk.payoffs, axis=1)
    chunk = replace(chunk, payoffs=payoffs, positions=np.zeros_like(chunk.positions))
    return chunk, chance[dealt, line_of] / len(deals)


def played(game, tables, end, deal):
    """Return how likely the line to a terminal is with the cards of a deal."""
    tree, chance, node = tables[0].tree, 1.0, end
    while node and chance:
        above = int(tree.parent[node])
        actor, board = int(tree.actor[above]), game.board_sizes[tree.street[above]]
        answer = strategy_at(tables[actor], above, deal[game.num_players :][:board])
        row = answer.probabilities[combo_index(deal[actor : actor + 1], game.deck)]
        chance *= float(row[node - int(tree.first_child[above])])
        node = above
    return chance


@pytest.mark.parametrize("known", [(0,), (2,), (0, 1), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("game", [KUHN, pytest.param(SHORT, marks=pytest.mark.nightly)])
def test_the_mean_of_all_hands_is_the_result_of_all_players(game, known):
    agents = agents_of(game, "cfr", "random", "random")
    chunk, chance = every_hand(game, agents)
    assert chance.sum() == pytest.approx(1.0, abs=1e-12)
    aivat = SeveralAivat(game, agents, known)
    # The value of a seat is luck, too; here seats are fixed.
    found = aivat.of(chunk) - aivat.seat_luck[0]
    truth = chance @ chunk.payoffs
    assert chance @ found == pytest.approx(truth, abs=1e-12)
    assert np.abs(found.sum(axis=1)).max() < 1e-12
    spread, plain = chance @ (found - truth) ** 2, chance @ (chunk.payoffs - truth) ** 2
    assert (spread < plain).all()
    assert (spread.max() < 1e-20) == (len(known) == 3)


@pytest.mark.parametrize("game", [KUHN, SHORT, pytest.param(LEDUC, marks=pytest.mark.nightly)])
def test_no_variance_is_left_where_all_are_known(game):
    agents = agents_of(game, "cfr", "random", "call")
    found = Verdicts(game, True, corrector(game, agents, (0, 1, 2)))
    Match(game, agents, 5, True).run(150, JobControl(), found.add, 60)
    tables, exact = tables_of(agents, game), np.zeros(3)
    for position in range(3):
        seats = (position + np.arange(3)) % 3
        values = infoset_values(*[tables[seat - position] for seat in range(3)]).nodes[0].values
        exact += values.sum(axis=(1, 2))[seats] / 3 * 1000.0 / game.big_blind
    for player in range(3):
        one = found.reading(AIVAT, player)
        # The exact value of Leduc halves odd chips; at the table one player gets them.
        odd = 1e-3 if game is KUHN else 20.0
        assert one.interval.mean == pytest.approx(exact[player], abs=odd)
        assert one.sd < 1e-3 < found.reading(RAW, player).sd


class Halved(EnumeratedDeals):
    def payoffs(self, line, places=None):
        part, tree = joint_deals_of(self.game, merge_suits=False).streets[-1], build_tree(self.game)
        chips = part.payoffs(pots_at(tree, tree.find(line))) / part.weight[:, None]
        return chips if places is None else chips[places]


@pytest.mark.parametrize("game", [KUHN, SHORT])
def test_values_are_those_of_the_solver_but_for_odd_chips(game):
    tables = tables_of(agents_of(game, "cfr", "random", "call"), game)
    found = JointValue(Halved(game), tables).start
    exact = infoset_values(*tables).nodes[0].values.sum(axis=(1, 2))
    assert found == pytest.approx(exact, abs=1e-12)
    whole = JointValue(EnumeratedDeals(game), tables).start
    assert whole.sum() == pytest.approx(0.0, abs=1e-12)
    assert np.abs(whole - found).max() < 0.2


def test_unknown_engines_and_rows_that_were_not_played_are_named():
    agents = agents_of(KUHN, "cfr", "opponent-model", "random")
    with pytest.raises(EngineError, match="'opponent-model' learns"):
        corrector(KUHN, agents, (0, 1, 2))
    assert corrector(KUHN, agents, (0, 2)).value.name == "played-out"
    holdem = get_game("holdem-nolimit-3")
    callers = agents_of(holdem, *["call"] * 3)
    assert corrector(holdem, callers, (0,)).value.name == "shared-pot"
    with pytest.raises(GameError, match="small enough"):
        corrector(replace(holdem, num_board=(3, 1, 1, 0)), callers, (0,))
    found = Verdicts(KUHN, False, corrector(KUHN, agents_of(KUHN, "call", "cfr", "cfr"), (0,)))
    agents = agents_of(KUHN, "random", "cfr", "cfr")
    with pytest.raises(EngineError, match="not played by the strategy of engine A"):
        Match(KUHN, agents, 5).run(60, JobControl(), found.add, 60)
