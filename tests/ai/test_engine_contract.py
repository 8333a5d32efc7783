import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest

from ai.agents.base import RowAgent
from ai.agents.baselines import RandomAgent
from ai.opponent.agent import OpponentModelAgent
from ai.opponent.multiway import SeveralModelAgent
from ai.registry import build, engines, namesakes
from ai.resolving.agent import ResolveAgent
from ai.search.holdem import HandAgent
from engine.agent import Agent
from engine.combos import combo_index
from engine.errors import CancelledError, EngineError
from engine.game import built_in_games, get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.match import Match, play
from engine.match_chunk import joined
from engine.player import PublicState, sample_action
from engine.policy import blocked, boards, policy_table, strategy_at
from engine.tree import DECISION
from tests.naive.random_hands import at_a_decision

pytestmark = pytest.mark.slow

CI = pytest.mark.ci
GAMES = [*(game.name for game in built_in_games()), "holdem-nolimit@12.5", "holdem-nolimit@2"]
PAIRS = [(engine, name) for name in GAMES for engine in engines(get_game(name))]
FEW, MANY = 4, 10
"""Spots in each check, and in the full one; fewer of engines that search each hand of a range."""
SAMPLES = 50
"""Samples of engines that sample: properties hold for any number. Those that solve do little."""
ALONE = (RowAgent, OpponentModelAgent, SeveralModelAgent)
"""Engines that compute the row of one hand alone."""


def is_first(engine, name):
    large = "holdem" in name
    return name == next(
        game for row, game in PAIRS if row.name == engine.name and ("holdem" in game) == large
    )


def pairs(few, many):
    found = [
        (*pair, few) if is_first(*pair) else pytest.param(*pair, many, marks=CI) for pair in PAIRS
    ]
    return pytest.mark.parametrize(
        ("engine", "name", "count"), found, ids=lambda one: getattr(one, "name", one)
    )


def fresh(engine, name):
    agent = build(engine, get_game(name))
    if isinstance(agent, OpponentModelAgent):
        agent.model.parameters = replace(agent.model.parameters, samples=SAMPLES)
    if isinstance(agent, SeveralModelAgent):
        for model in agent.models:
            model.parameters = replace(model.parameters, samples=SAMPLES)
    if isinstance(agent, ResolveAgent):
        efforts = agent.streets.efforts
        agent.streets.efforts = {at: replace(efforts[at], iterations=1) for at in efforts}
    if isinstance(agent, HandAgent):
        agent.effort = replace(agent.effort, simulations=1)
    return agent


built = cache(fresh)


def hands_at(agent, name, count, seed):
    rng = random.Random(seed)
    number = max(1, count // 4) if isinstance(agent, HandAgent) else count
    return [at_a_decision(rng, get_game(name)) for _ in range(number)]


def same(one, two):
    return one.actions == two.actions and one.probabilities.tobytes() == two.probabilities.tobytes()


def with_other_hidden_cards(rng, hand, seat):
    game, size, own = hand.game, hand.game.num_hole, hand.holes[seat]
    board = hand.full_board[: len(hand.spot.board)]
    left = [card for card in game.deck if card not in (*own, *board)]
    rng.shuffle(left)
    holes = [
        own if at == seat else [left.pop() for _ in range(size)] for at, _ in enumerate(hand.holes)
    ]
    again = HandState.deal(game, [*(card for hole in holes for card in hole), *board, *left])
    for action in hand.spot.actions:
        again.apply(action)
    return again


def is_a_strategy(spot, answer):
    held = blocked(spot.game, spot.board)
    assert answer.probabilities.shape == (len(held), len(answer.actions))
    assert answer.probabilities.dtype == np.float64 and (answer.probabilities >= 0).all()
    assert np.abs(answer.probabilities.sum(axis=1) - ~held).max() < 1e-12
    keys = [(action.kind, action.raise_to) for action in answer.actions]
    assert keys == sorted(set(keys))
    for action in answer.actions:
        spot.after(action)  # raises if the rules do not allow it
    for numbers in (answer.values, answer.error):
        assert numbers is None or numbers.shape == answer.probabilities.shape
        assert numbers is None or np.isfinite(numbers).all()


@pairs(FEW, MANY)
@pytest.mark.scorecard("G2")
@pytest.mark.scorecard("S2")
def test_answers_depend_only_on_the_seat_view_and_seed(engine, name, count):
    agent, twin, rng = built(engine.name, name), fresh(engine.name, name), random.Random(1)
    assert isinstance(agent, Agent) and agent.name.partition(":")[0] in engine.name
    moved = False
    for seed, hand in enumerate(hands_at(agent, name, count, 1)):
        other = with_other_hidden_cards(rng, hand, hand.to_act)
        moved |= hand.holes != other.holes
        view, again = hand.view(hand.to_act), other.view(other.to_act)
        assert view == again
        answer = agent.strategy(view.spot)
        is_a_strategy(view.spot, answer)
        assert same(answer, twin.strategy(again.spot))
        acted = agent.act(view, np.random.default_rng(seed))
        assert acted == twin.act(again, np.random.default_rng(seed))
        if "amounts shown" in answer.note:  # `random` then draws from amounts it does not list
            continue
        combo = combo_index(view.hole, hand.game.deck)
        assert acted == sample_action(answer, combo, np.random.default_rng(seed))
        if isinstance(agent, ALONE):
            row = agent.row(view)
            for part in ("probabilities", "values", "error"):
                whole, alone = getattr(answer, part), getattr(row, part)
                assert alone is None or alone[0].tobytes() == whole[combo].tobytes()
    assert moved


@pairs(1, 2)
def test_cancelling_an_engine_never_changes_its_answer(engine, name, count):
    agent, stopped = built(engine.name, name), JobControl()
    stopped.cancel()
    for hand in hands_at(agent, name, count, 4):
        try:
            answer = agent.strategy(hand.spot, stopped)
        except CancelledError:
            continue
        assert same(answer, agent.strategy(hand.spot))  # engines that do not wait are not cancelled


@pairs(3, 3)
def test_learned_state_is_saved_and_copied(engine, name, count):
    agent, game = fresh(engine.name, name), get_game(name)
    learns, spot = agent.learns, PublicState(game, (), ())
    assert learns == engine.learns
    assert not (agent.external or agent.forfeited or agent.failures)
    rivals = [RandomAgent(game) for _ in range(game.num_players - 1)]
    if learns:
        play(game, [agent, *rivals], count, 1)
        assert agent.table() is None
    loaded, copied = fresh(engine.name, name), agent.copy()
    loaded.load_state(agent.save_state())
    answers = [] if isinstance(agent, HandAgent) else [agent.strategy(spot)]  # those are slow
    for other in (loaded, copied):
        assert (other is agent) == (not learns and other is copied) and other.name == agent.name
        assert all(same(other.strategy(spot), answer) for answer in answers)
        if learns:
            play(game, [other, *rivals], count, 2)
    if learns:  # both continue alike, independently of the original
        assert same(loaded.strategy(spot), copied.strategy(spot))
        assert same(agent.strategy(spot), answers[0])
    with pytest.raises(EngineError):
        agent.load_state({"x": 1})


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        pytest.param(engine, name, marks=() if engine.name == "cfr" or name == "kuhn" else CI)
        for engine, name in PAIRS
        if name in ("kuhn", "leduc") and not engine.learns
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_policy_tables_match_the_answers(engine, name):
    game, agent = get_game(name), built(engine.name, name)
    table, asked = agent.table(), policy_table(game, agent.strategy)
    assert table is not None
    for node in np.flatnonzero(table.tree.kind == DECISION).tolist():
        line = table.tree.line_to(node)
        there = asked.tree.find(line)
        for _, board in boards(game, int(table.tree.street[node])):
            stored, answer = strategy_at(table, node, board), strategy_at(asked, there, board)
            assert stored.actions == answer.actions
            assert (stored.probabilities == answer.probabilities).all()
            told = agent.strategy(PublicState(game, line, board))
            for action, column in zip(told.actions, told.probabilities.T, strict=True):
                assert (stored.probabilities[:, stored.actions.index(action)] == column).all()


def hands_of(match, turns):
    chunks = []
    for turn in turns:
        if turn == "run":
            assert match.run(2, JobControl(), chunks.append) == 2
            continue
        match.deal()
        if turn == "begin":
            match.apply(match.answer()[0])
            if match.in_progress:
                match.run(1, JobControl(), chunks.append)
                continue
        while match.in_progress:
            match.apply(match.answer()[0])
        chunks.append(match.take_chunk())
    whole = joined(chunks)
    lines = [whole.lines[line] for line in whole.line_of]
    return whole.dealt.tolist(), whole.payoffs.tolist(), whole.positions.tolist(), lines


HOLDEM = [
    ("holdem-limit", ("cfr", "random")),
    pytest.param("holdem-limit", ("nfsp",), marks=CI),
    ("holdem-limit", ("nfsp", "equity")),
    pytest.param("holdem-nolimit@20", ("cfr",), marks=CI),
    ("holdem-nolimit@20", ("equity", "random")),
    ("holdem-nolimit-3@100", ("nfsp",)),
]
SMALL = [
    pytest.param(name, (engine.name, "random"), marks=() if is_first(engine, name) else CI)
    for engine, name in PAIRS
    if "holdem" not in name
]


@pytest.mark.parametrize(("name", "names"), [*SMALL, *HOLDEM], ids=str)
def test_seed_determines_the_match_however_it_is_run(name, names):
    game, learns = get_game(name), built(names[0], name).learns
    rounds = 1 if learns else 3
    ways = (["run"] * 2 * rounds, ["live"] * 4 * rounds, ["run", "live", "begin"] * rounds)

    def played(duplicate, turns):
        seats = [names[seat % len(names)] for seat in range(game.num_players)]
        make = fresh if learns else built  # the other engines' answers are pure
        agents = [make(seat, name) for seat in seats]
        return hands_of(Match(game, agents, 5, duplicate), turns)

    for duplicate in (False, True):
        one, *others = (played(duplicate, turns) for turns in ways)
        with ThreadPoolExecutor(2) as threads:
            others += threads.map(partial(played, duplicate), ways[:2])  # at the same time
        assert all(other == one for other in others)


def test_engines_are_found_by_their_names_alone():
    assert all(engine in namesakes(engine.name) for engine in engines())


def test_names_are_unique_and_descriptions_exist():
    for game in built_in_games():
        listed = [engine.name for engine in engines(game)]
        assert len(set(listed)) == len(listed)
        assert {"random", "call", "raise"} <= set(listed)
    for engine in engines():
        assert engine.title and str(engine.character).endswith(".")
        assert "\n" not in str(engine.character)
    with pytest.raises(EngineError, match="no engine 'nobody'; choose one of random, call"):
        build("nobody", get_game("kuhn"))
