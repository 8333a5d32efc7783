import random
from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np
import pytest

from ai.agents.baselines import RaiseAgent, RandomAgent
from ai.agents.entry import AIVAT, DUPLICATE
from ai.cfr.best_response import expected_value
from ai.cfr.infoset_values import infoset_values
from ai.evaluation.aivat import Rival, aivat
from ai.evaluation.estimators import MAPS, by_map
from ai.evaluation.exact_values import Continued
from ai.evaluation.heuristics import StreetValue
from ai.evaluation.match_aivat import Aivat, unknowable
from ai.evaluation.match_estimates import ALL_IN, RAW, Verdicts
from ai.evaluation.multiplayer_aivat import SeveralAivat, corrector
from ai.evaluation.shared_pot import SharedPot
from ai.external.agent import ProcessAgent, python_command
from ai.reading.line import BettingNode, PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.payoffs import Chips, net_of_seats
from engine.combos import combo_cards, combo_index
from engine.equity import equity
from engine.errors import EngineError, ForfeitError, GameError
from engine.evaluator import showdown_strength
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import chunk_of, num_dealt
from engine.player import CALL, PublicState, SeatView, raise_to
from engine.policy import strategy_at
from engine.running_result import RunningResult
from engine.tree import DECISION
from tests.ai.evaluation.test_estimators import moments, possible
from tests.engine import matches
from tests.naive.random_hands import over

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
HOLDEM = get_game("holdem-nolimit@100")


class Guess(Continued):
    """A value function: the higher card wins the pot, plus a small term for each action."""

    def of(self, spot, seat, other):
        return np.sign(np.array(spot.game.deck) - other[0]) * spot.pot + 0.1 * len(spot.actions)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", [KUHN, pytest.param(LEDUC, marks=pytest.mark.nightly)])
def test_knowing_both_removes_all_variance_and_wrong_values_add_no_bias(game, seat):
    own, rival = (RangeReader(build(name, game)) for name in ("cfr", "nfsp"))

    def known_both(heuristic):
        def one(line, plays, judged, other):
            plays_on = PlayerLine.of(line.spot, 1 - seat).played(rival)
            against = {1 - seat: Rival(combo_index(other, game.deck), plays_on)}
            return np.full_like(plays.reach[-1], aivat(line, plays, heuristic, other, against))

        return moments(game, own, own, rival, one, seat)

    plain = moments(game, own, own, rival, partial(by_map, MAPS[0], Chips()), seat)
    found, wrong = (known_both(kind(game, own, rival)) for kind in (Continued, Guess))
    assert abs(found.bias) <= 1e-12 and abs(wrong.bias) <= 1e-12
    assert found.variance <= 1e-12 < 0.01 * plain.variance and wrong.variance > 1e-3


@pytest.mark.ci
@pytest.mark.parametrize("game", [KUHN, LEDUC])
def test_positional_luck_is_removed_too(game):
    agent = build("cfr", game)
    found = Verdicts(game, False, Aivat(game, [agent, agent], (0, 1)))
    Match(game, [agent, agent], 2).run(60, JobControl(), found.add, 60)
    corrected = found.reading(AIVAT)
    assert corrected.sd <= 1e-9 < 1000.0 < found.reading(RAW).sd
    assert corrected.interval.mean == pytest.approx(0.0, abs=1e-9)


def spot_of(board, *line):
    return PublicState(HOLDEM, line, board, PublicState(HOLDEM, line, ()).betting)


def only(combo):
    return np.eye(1, 1326, combo)[0]


def test_node_value_is_the_mean_over_the_next_card():
    value, line = StreetValue(HOLDEM, None), (raise_to(300), *[CALL] * 5)
    turn, other, own = (0, 5, 22, 35), (40, 49), (44, 45)
    weights = only(combo_index(own))
    before = value.dealt(spot_of(turn, *line), 0, other, weights)[1]
    rivers = [card for card in range(52) if card not in (*turn, *other, *own)]
    after = [value.dealt(spot_of((*turn, card), *line), 0, other, weights)[1] for card in rivers]
    assert np.mean(after) == pytest.approx(before, abs=1e-9)
    assert np.std(after) > 10


def test_rest_of_a_street_follows_the_tables():
    table = build("cfr", HOLDEM).table()
    tree, board, other = table.tree, (0, 5, 22), (40, 49)
    value, line = StreetValue(HOLDEM, (table, table)), (tree.actions_at(0)[2], CALL)
    held = np.flatnonzero(possible(spot_of(board), other))[[5, 400, 900]].tolist()
    root, spot = tree.find(line), spot_of(board, *line)
    weights = only(held[0]) + 2 * only(held[1]) + 0.5 * only(held[2])

    def worth(node, spot, combo, seat):
        if tree.kind[node] != DECISION or tree.street[node] != tree.street[root]:
            return value.dealt(spot, seat, other, only(combo))[1]
        answer = strategy_at(table, node, board)
        row = answer.probabilities[combo if tree.actor[node] == seat else combo_index(other)]
        first = int(tree.first_child[node])
        return sum(
            chance * worth(first + place, spot.after(action), combo, seat)
            for place, (action, chance) in enumerate(zip(answer.actions, row, strict=True))
            if chance > 0
        )

    here, actions = BettingNode(spot_of((), *line)), tree.actions_at(root)
    ranges = np.outer(range(1, len(actions) + 1), weights)
    for seat in (0, 1):
        found = value.decided(here, actions, range(len(actions)), board, seat, other, ranges)
        for place, (action, (whole, mean)) in enumerate(zip(actions, found, strict=True)):
            after, node = spot.after(action), int(tree.first_child[root]) + place
            each = [worth(node, after, combo, seat) for combo in held]
            assert whole == 3.5 * (place + 1)
            # Lines with little reach are skipped.
            assert mean == pytest.approx(np.average(each, weights=(1, 2, 0.5)), abs=1.0)
        one = value.decided(here, actions, [1], board, seat, other, ranges[:1])
        assert one == [(3.5, found[1][1])]


@pytest.mark.ci
def test_aivat_removes_luck_in_holdem_and_names_unknown_engines():
    learner, agent = (build(name, HOLDEM) for name in ("opponent-model", "cfr"))
    with pytest.raises(EngineError, match="learns while it plays"):
        Aivat(HOLDEM, [learner, agent], (0, 1))
    assert Aivat(HOLDEM, [learner, agent], (1,)).known == (1,)
    found = Verdicts(HOLDEM, True, Aivat(HOLDEM, [agent, agent], (0, 1)))
    Match(HOLDEM, [agent, agent], 3, True).run(200, JobControl(), found.add)
    assert found.reading(AIVAT).cut(found.reading(RAW)) > 0.5
    assert found.reading(AIVAT).units == 100


CHANGES = """
import numpy as np

from engine.player import CALL, FOLD, Strategy, raise_to


class Changes:
    "Acts otherwise than it says, and says something else each time."

    def __init__(self, game):
        self.rng, self.count = np.random.default_rng(5), len(game.deck)

    def strategy(self, spot):
        actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.max_raise))
        return Strategy(actions, self.rng.dirichlet([1, 1], self.count))

    def act(self, view, rng):
        return FOLD if view.spot.legal.fold else CALL
"""
OBSERVES = "\n    def observe(self, record):\n        pass\n"
ACTS = "class Acts:\n    def act(self, view, rng):\n        return view\n"
BREAKS = CHANGES.replace("return Strategy", "assert not spot.actions\n        return Strategy")


@pytest.fixture
def outside(tmp_path):
    """Start an engine from the given source text."""
    made = []

    def make(text):
        path = tmp_path / f"engine{len(made)}.py"
        path.write_text(text)
        made.append(ProcessAgent(python_command(path), KUHN, name="mine"))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


@pytest.mark.ci
def test_aivat_result_is_exact_for_the_stated_ranges(outside):
    agents = [outside(CHANGES), build("random", KUHN)]
    assert agents[0].copy() is not agents[0]
    both = Verdicts(KUHN, True, Aivat(KUHN, agents, (0, 1)))
    assert agents[0].copy() is agents[0]  # one process plays both turns of a deal
    Match(KUHN, agents, 11, True).run(600, JobControl(), both.add, 200)
    tables = [RangeReader(agent).table(KUHN) for agent in agents]
    won = expected_value(tables[0], tables[1]) - expected_value(tables[1], tables[0])
    assert both.reading(AIVAT).sd <= 1e-3 < both.reading(RAW).sd
    assert both.reading(AIVAT).interval.mean == pytest.approx(won / 2 * 1000.0, abs=1e-2)


@pytest.mark.parametrize(
    ("text", "why"),
    [(CHANGES + OBSERVES, "learns while it plays"), (ACTS, "can only act and has no answer")],
)
def test_unknown_strategies_are_rejected_with_a_reason(outside, text, why):
    agent = outside(text)
    assert unknowable(agent)
    with pytest.raises(EngineError, match=f"'mine' .*{why}"):
        Aivat(KUHN, [build("random", KUHN), agent], (1,))


def test_failing_ranges_forfeit_at_once(outside):
    agent, rng, start = outside(BREAKS), np.random.default_rng(0), PublicState(KUHN, (), ())
    agent.play_by_ranges()
    action = agent.act(SeatView(start, 0, KUHN.deck[:1]), rng)
    view = SeatView(start.after(action), 1, KUHN.deck[:1])
    for _ in range(2):
        with pytest.raises(ForfeitError, match=r"mine forfeits: .*AssertionError"):
            agent.act(view, rng)
    assert len(agent.failures) == 1 and agent.forfeited


SHORT = get_game("holdem-nolimit@20")


def played_chunk(duplicate, hands):
    agents = RaiseAgent(SHORT), RandomAgent(SHORT)
    return matches.played(Match(SHORT, agents, 3, duplicate), hands)


class Halved:
    def of(self, chunk, control=None):
        return chunk.payoffs[:, 0] / 2.0


@pytest.mark.parametrize("duplicate", [False, True])
def test_raw_results_match_the_match(duplicate):
    chunk = played_chunk(duplicate, 300)
    verdicts = Verdicts(SHORT, duplicate)
    running = RunningResult(SHORT, ("a", "b"), duplicate)
    for part in (chunk.part(0, 101), chunk.part(101, 300)):
        verdicts.add(part)
        running.add(part)
    found = verdicts.reading(DUPLICATE if duplicate else RAW)
    assert found.interval.mean == pytest.approx(running.interval().mean, rel=1e-12)
    assert found.interval.half_width == pytest.approx(running.interval().half_width, rel=1e-12)
    methods = [one.method for one in verdicts.readings]
    assert methods == [RAW, DUPLICATE, ALL_IN][:: 1 if duplicate else 2]
    raw = verdicts.reading(RAW)
    assert raw.units == raw.hands == 300
    assert raw.sd == pytest.approx(chunk.payoffs[:, 0].std(ddof=1) * 1000 / SHORT.big_blind)


def test_chunking_does_not_change_the_estimates():
    chunk = played_chunk(True, 200)
    whole, parts = Verdicts(SHORT, True, Halved()), Verdicts(SHORT, True, Halved())
    whole.add(chunk)
    for hand in range(200):
        parts.add(chunk.part(hand, hand + 1))
    assert whole.readings == parts.readings
    assert whole.reading(AIVAT).cut(whole.reading(DUPLICATE)) == pytest.approx(0.5)
    part = Verdicts(SHORT, True)
    part.add(chunk.part(0, 5))  # a deal counts once both positions have played it
    assert (part.reading(RAW).hands, part.reading(DUPLICATE).units) == (4, 2)
    assert [one.method for one in Verdicts(get_game("leduc")).readings] == [RAW]  # without all-ins


def test_boards_after_an_all_in_are_averaged():
    chunk = played_chunk(False, 60)
    found, values = Verdicts(SHORT), chunk.payoffs[:, 0].astype(float)
    for hand in range(60):
        record = chunk.record(hand, ("a", "b"))
        seat, spot = int(chunk.positions[hand]), record.spot
        assert values[hand] == record.payoffs[seat]
        if not spot.showdown or SHORT.board_sizes[spot.street] == 5:
            continue
        ranges = np.zeros((2, 1326))
        for place in range(2):
            ranges[place, combo_index(record.holes[place])] = 1.0
        board = record.board[: SHORT.board_sizes[spot.street]]
        share = equity(ranges[seat], ranges[1 - seat], board).equity
        values[hand] = share * spot.pot - spot.spent(seat)
    assert (values != chunk.payoffs[:, 0]).sum() > 5
    found.add(chunk)
    mbb = values * 1000 / SHORT.big_blind
    assert found.reading(ALL_IN).interval.mean == pytest.approx(mbb.mean(), abs=1e-6)
    assert found.reading(ALL_IN).sd == pytest.approx(mbb.std(ddof=1), rel=1e-9)


KUHN3, LEDUC3 = get_game("kuhn-3"), get_game("leduc-3")
SHORT3 = replace(LEDUC3, max_raises=(1, 0))


def agents_of(game, *names):
    return [build(name, game) for name in names]


def tables_of(agents, game):
    return [RangeReader(agent).table(game) for agent in agents]


def every_hand(game, agents):
    """Every possible hand with player 0 first, and its probability."""
    tables = tables_of(agents, game)
    tree, deals = tables[0].tree, list(permutations(game.deck, num_dealt(game)))
    ends = np.flatnonzero(tree.kind != DECISION).tolist()
    chance = np.array([[played(game, tables, end, deal) for end in ends] for deal in deals])
    dealt, line_of = np.nonzero(chance)
    lines = [tree.line_to(end) for end in ends]
    chunk = chunk_of(game, 0, False, np.array(deals, np.uint8)[dealt], lines, line_of)
    seats = (chunk.positions[:, None] + np.arange(game.num_players)) % game.num_players
    payoffs = np.empty_like(chunk.payoffs)  # by seat, which here is by player
    np.put_along_axis(payoffs, seats, chunk.payoffs, axis=1)
    chunk = replace(chunk, payoffs=payoffs, positions=np.zeros_like(chunk.positions))
    return chunk, chance[dealt, line_of] / len(deals)


def played(game, tables, end, deal):
    """Return the probability of a line to a terminal given the cards of a deal."""
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
@pytest.mark.parametrize("game", [KUHN3, pytest.param(SHORT3, marks=pytest.mark.nightly)])
def test_mean_over_all_hands_is_the_exact_result(game, known):
    agents = agents_of(game, "cfr", "random", "random")
    chunk, chance = every_hand(game, agents)
    assert chance.sum() == pytest.approx(1.0, abs=1e-12)
    aivat = SeveralAivat(game, agents, known)
    # The value of a seat is luck as well; here seats are fixed.
    found = aivat.of(chunk) - aivat.seat_luck[0]
    truth = chance @ chunk.payoffs
    assert chance @ found == pytest.approx(truth, abs=1e-12)
    assert np.abs(found.sum(axis=1)).max() < 1e-12
    spread, plain = chance @ (found - truth) ** 2, chance @ (chunk.payoffs - truth) ** 2
    assert (spread < plain).all()
    assert (spread.max() < 1e-20) == (len(known) == 3)


@pytest.mark.ci
@pytest.mark.parametrize("game", [KUHN3, SHORT3, pytest.param(LEDUC3, marks=pytest.mark.nightly)])
def test_knowing_all_players_removes_all_variance(game):
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
        odd = 1e-3 if game is KUHN3 else 20.0
        assert one.interval.mean == pytest.approx(exact[player], abs=odd)
        assert one.sd < 1e-3 < found.reading(RAW, player).sd


def test_unknown_engines_and_mismatched_rows_are_named():
    agents = agents_of(KUHN3, "cfr", "opponent-model", "random")
    with pytest.raises(EngineError, match="'opponent-model' learns"):
        corrector(KUHN3, agents, (0, 1, 2))
    assert corrector(KUHN3, agents, (0, 2)).value.name == "played-out"
    holdem = get_game("holdem-nolimit-3")
    callers = agents_of(holdem, *["call"] * 3)
    assert corrector(holdem, callers, (0,)).value.name == "shared-pot"
    with pytest.raises(GameError, match="small enough"):
        corrector(replace(holdem, num_board=(3, 1, 1, 0)), callers, (0,))
    found = Verdicts(KUHN3, False, corrector(KUHN3, agents_of(KUHN3, "call", "cfr", "cfr"), (0,)))
    agents = agents_of(KUHN3, "random", "cfr", "cfr")
    with pytest.raises(EngineError, match="not played by the strategy of engine A"):
        Match(KUHN3, agents, 5).run(60, JobControl(), found.add, 60)


THREE, SIX = get_game("holdem-nolimit-3@100"), get_game("holdem-nolimit-6@100")


@pytest.mark.parametrize("game", [THREE, SIX])
def test_chips_of_every_hand_follow_the_rules(game):
    rng, shown = random.Random(5), 0
    for _ in range(40):
        hand = over(rng, game)
        spot, seat = hand.spot, rng.randrange(game.num_players)
        shown += spot.showdown
        spot = spot.on(hand.full_board[: 5 if spot.showdown else len(spot.board)])
        other = tuple(card for at, hole in enumerate(hand.holes) if at != seat for card in hole)
        worth, free = Chips().of(spot, seat, other), np.flatnonzero(possible(spot, other))
        for combo in (combo_index(hand.holes[seat]), *rng.sample(free.tolist(), 5)):
            held = [*hand.holes]
            held[seat] = tuple(combo_cards()[combo].tolist())
            strengths = [0] * game.num_players
            if spot.showdown:
                cards = [np.array((*hole, *spot.board), np.uint8) for hole in held]
                strengths = [showdown_strength(each) for each in cards]
            assert worth[combo] == net_of_seats(spot, strengths)[seat]
    assert shown > 5


def test_pot_shares_are_martingales_over_the_next_cards():
    rng, value = random.Random(2), SharedPot(THREE)
    cards = rng.sample(range(52), 8)
    other, board = tuple(cards[:4]), tuple(cards[4:])
    spot = PublicState(THREE, (CALL, CALL, CALL) * 2, ()).on(board)
    weights = np.where(possible(spot, other), np.linspace(0.2, 1.0, 1326), 0.0)
    before = value.dealt(spot, 0, other, weights)[1]
    total = whole = 0.0
    for card in set(range(52)) - set(cards):
        river = spot.on((*board, card))
        chance, worth = value.dealt(river, 0, other, np.where(possible(river, ()), weights, 0.0))
        total, whole = total + chance * worth, whole + chance
    assert total / whole == pytest.approx(before, abs=1e-9)


@pytest.mark.ci
def test_results_sum_to_zero_when_all_players_are_known():
    agents, chunks = [build("call", THREE) for _ in range(3)], []
    Match(THREE, agents, 1).run(30, JobControl(), chunks.append, 30)
    for known, zero in (((0, 1, 2), True), ((1,), False)):
        most = np.abs(corrector(THREE, agents, known).of(chunks[0]).sum(axis=1)).max()
        assert most < 1e-9 if zero else most > 1.0
