from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.shipped import shipped_agent
from ai.cfr.best_response import exploitability
from ai.cfr.infoset_values import infoset_values
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.reports import last_street
from ai.reports.last_street import LastStreet
from ai.resolving.agent import ResolveAgent
from ai.resolving.safe import GadgetChoice
from ai.resolving.street import EFFORTS as RESOLVING
from ai.resolving.street import RIVER
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState, raise_to
from engine.tree import DECISION, build_tree
from tests.ai.cfr.games import solved
from tests.naive.streets import Part, playing, table_of

pytestmark = pytest.mark.slow

LIMIT = get_game("holdem-limit")
START = PublicState(LIMIT, (raise_to(20), CALL, *(CALL, CALL) * 2), (0, 17, 34, 51, 8))
CONTROL = JobControl()
EFFORTS = {RIVER: replace(RESOLVING[RIVER], iterations=60)}


@pytest.fixture(scope="module")
def agents():
    blueprint = shipped_agent(LIMIT)
    return {safe: ResolveAgent("resolver", blueprint, EFFORTS, safe=safe) for safe in (True, False)}


def test_unreached_hands_win_little_more_than_from_the_blueprint(agents):
    reader, seat = RangeReader(shipped_agent(LIMIT)), 1 - START.to_act
    ranges = reader.reach(START).weights.copy()
    ranges[seat] = ranges[seat] < 0.05 * ranges[seat].max()
    street = LastStreet(START, ranges)
    before = street.won(seat, reader, reader, CONTROL)

    def more(agent):
        side = RangeReader(agent)
        found = street.best(seat, side, lambda here: side.answer(here, CONTROL).actions, CONTROL)
        return found - before

    assert more(agents[True]) < 0.5 * more(agents[False])


def test_each_seat_has_a_solution_of_its_own(agents):
    later = START.after(CALL)
    for safe, agent in agents.items():
        first, second = (agent.streets.at(state).solver for state in (START, later))
        assert (first is second) is not safe
        for solver, state in ((first, START), (second, later)):
            assert solver.iteration == EFFORTS[RIVER].iterations
            assert (agent.solution(state) is None) is safe  # it is not one spot for both
            # The other is out of position where the player in position is to act.
            player = solver.entry[0] if safe else solver.entry
            assert player == (int(state.to_act == START.to_act) if safe else None)


class Stops(BlueprintAgent):
    stopping = True

    def strategy(self, spot, control=None):
        if self.stopping and len(spot.board) == RIVER:
            raise CancelledError("stopped")
        return super().strategy(spot, control)


def test_stopping_early_makes_later_solving_no_less_safe():
    blueprint = Stops("stops", shipped_agent(LIMIT).blueprint)
    own = ResolveAgent("resolver", blueprint, EFFORTS, safe=True)
    with pytest.raises(CancelledError):
        own.strategy(START)
    blueprint.stopping = False
    assert own.streets.at(START).solver.entry is not None


def test_it_is_a_way_to_play_the_engine(agents):
    safe, plain = (
        build(f"cfr-resolve:from=river,iterations=20{more}", LIMIT)
        for more in (",safety=combined", "")
    )
    assert safe.solution(START) is None and plain.solution(START) is not None
    rows = [agents[kind].strategy(START).probabilities for kind in (True, False)]
    assert not np.allclose(*rows, atol=1e-3)


def test_where_the_blueprint_has_too_many_lines_it_answers(monkeypatch):
    monkeypatch.setattr(last_street, "MOST_LINES", 10)
    blueprint = shipped_agent(LIMIT)
    answer = ResolveAgent("resolver", blueprint, EFFORTS, safe=True).strategy(START)
    assert np.array_equal(answer.probabilities, blueprint.strategy(START).probabilities)
    assert "the street has more than 10 lines" in answer.note


LEDUC = get_game("leduc")
TREE = build_tree(LEDUC)
ROOTS = tuple(
    node
    for node in np.flatnonzero((TREE.kind == DECISION) & (TREE.street == 1)).tolist()
    if TREE.street[TREE.parent[node]] == 0
)


def lost(strategy):
    return exploitability(table_of(LEDUC, TREE, strategy))


class Spots:
    """The second rounds of a strategy of the whole game, all lines and boards in parallel."""

    def __init__(self, strategy):
        table = table_of(LEDUC, TREE, strategy)
        self.strategy, self.values = strategy, infoset_values(table, table)
        here = [self.values.nodes[node] for node in ROOTS]
        self.reach = [np.stack([node.reach[seat] for node in here]) for seat in (0, 1)]
        self.met = [np.stack([node.chance[seat] for node in here]) for seat in (0, 1)]

    def worth(self, seat, best=False, strategy=None):
        """The values of hands there against the strategy, or another one."""
        rule = playing(TREE, strategy or self.strategy, best)
        return Part(TREE, ROOTS).values(ROOTS, seat, self.reach[1 - seat], rule)

    def solved(self, kind, iterations):
        found = dict(self.strategy)
        for seat, other in ((0, 1), (1, 0)):
            entry, part = None, Part(TREE, ROOTS)
            if kind == "combined":
                entry = GadgetChoice(self.worth(other), self.met[other], self.reach[other])
            elif kind == "resolve":
                entry = GadgetChoice(self.worth(other, best=True), self.met[other])
            part.solve(iterations, self.reach, entry, other)
            average = part.average().items()
            found |= {node: rows for node, rows in average if TREE.actor[node] == seat}
        return found


@pytest.fixture(scope="module")
def bucketed():
    kings = np.array([card // 4 for card in LEDUC.deck])
    part = Part(TREE, (0,), groups=kings == kings.max())
    everything = np.ones(part.shape())
    part.solve(150, (everything, everything))
    return Spots(part.average())


@pytest.fixture(scope="module")
def exact():
    table = solved(LEDUC).table()
    nodes = infoset_values(table, table).nodes
    return Spots({node: values.strategy for node, values in nodes.items()})


@pytest.mark.parametrize("kind", ["resolve", "combined"])
def test_a_bucketed_strategy_is_less_exploitable_once_rounds_are_solved(bucketed, kind):
    before = lost(bucketed.strategy)
    assert lost(bucketed.solved(kind, 60)) < before - 0.02


@pytest.mark.ci
def test_no_hand_wins_more_than_elsewhere(bucketed):
    def margin(kind, seat):
        after = bucketed.worth(seat, best=True, strategy=bucketed.solved(kind, 200))
        met = bucketed.met[seat]
        less = bucketed.worth(seat, best=True) - after
        return np.where(met > 0.0, less / np.where(met > 0.0, met, 1.0), np.inf).min()

    assert min(margin("resolve", seat) for seat in (0, 1)) > -0.01
    assert min(margin("unsafe", seat) for seat in (0, 1)) < -0.2


@pytest.mark.ci
def test_solving_an_equilibrium_anew_leaves_less_and_less(exact):
    early, late = (lost(exact.solved("resolve", count)) for count in (50, 400))
    assert late < 1e-3 < early / 4
    assert lost(exact.solved("unsafe", 50)) > 0.03


# The coin toss of Brown and Sandholm, "Safe and nested subgame solving for imperfect-information
# games", NIPS 2017: the player who sees the coin sells it or plays; then the other guesses, for 1.
PLAYED = np.array([[-1.0, 1.0], [1.0, -1.0]])


def guesses(entry, iterations=2000):
    regrets, total = np.zeros(2), np.zeros(2)
    for number in range(1, iterations + 1):
        strategy = regrets / regrets.sum() if regrets.sum() > 0.0 else np.full(2, 0.5)
        values = -(entry.reach() @ PLAYED)
        regrets = np.maximum(0.0, regrets + values - strategy @ values)
        strategy = regrets / regrets.sum() if regrets.sum() > 0.0 else np.full(2, 0.5)
        total += number**2 * strategy
        entry.learn(PLAYED @ strategy)
    return total / total.sum()


def test_the_coin_toss_game_is_no_more_exploitable_after_resolving():
    found = guesses(GadgetChoice(np.array([0.5, -0.5]), np.ones(2)))
    assert found == pytest.approx([0.25, 0.75], abs=4e-3)


def test_a_believed_range_comes_always_and_few_others_do():
    met = np.array([1.0, 1.0, 1.0, 1.0, 0.0])
    entry = GadgetChoice(np.zeros(5), met, np.array([0.5, 0.25, 0.0, 0.0, 0.5]))
    # 0.2 of a range of 1.5 goes to hands that would enter, a tenth of the sum to every hand.
    others = 0.3 * np.array([0.0, 0.5, 1.0, 1.0]) / 2.5
    believed = np.array([1.0, 0.5, 0.0, 0.0])
    even = 0.1 * (believed.sum() + others.sum()) / 4
    assert entry.reach()[4] == 0.0
    assert entry.reach()[1:4] == pytest.approx((believed + others + even)[1:], abs=0.02)
    entry.learn(np.array([-1.0, -1.0, -1.0, 1.0, 0.0]))
    assert entry.reach()[3] > entry.reach()[2] > 0.0
    assert entry.reach()[0] == 1.0
