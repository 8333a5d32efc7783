from dataclasses import replace
from functools import cache
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.agents.base import TableAgent
from ai.cfr.agent import equilibrium
from ai.cfr.best_response import agent_table, evaluate, expected_value
from ai.opponent.model import BehaviourModel
from ai.opponent.restricted_response import Responder, model_cells, table_cells
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, PublicState
from engine.policy import policy_table
from scripts.opponent_curves import ASKED, RIVALS, Lab, course, deceived
from tests.ai.cfr.games import nolimit
from tests.ai.opponent.known import every_spot, records, table_of
from tests.naive import responses as naive
from tests.naive.small_games import best_response_value, expected, legal_actions

LEDUC_NOLIMIT = nolimit(4, 5, name="leduc-nolimit")
GAMES = {game.name: game for game in (get_game("kuhn"), get_game("leduc"), LEDUC_NOLIMIT)}
pytestmark = pytest.mark.slow
every_game = pytest.mark.parametrize("name", list(GAMES))


@cache
def balanced(name):
    return equilibrium(GAMES[name])[0]


def answer_to(name, table, safety=0.0):
    responder = Responder(balanced(name), safety)
    return responder.answer(table.probabilities, table_cells(responder.layout, table))


def policy_of(answer):
    def policy(spot, card):
        found = answer.strategy(spot)
        row = found.probabilities[spot.game.deck.index(card)]
        return dict(zip(found.actions, row.tolist(), strict=True))

    return policy


@pytest.mark.parametrize(
    ("name", "seed", "zeros"),
    [
        *(("kuhn", 2, 0.3), ("kuhn", 3, 0.7), ("leduc", 4, 0.0)),
        pytest.param("leduc-nolimit", 6, 0.3, marks=pytest.mark.ci),
    ],
)
def test_the_response_is_exact_from_both_seats(name, seed, zeros):
    game = GAMES[name]
    policy = naive.random_rank_policy(game, seed, zeros)
    answer = answer_to(name, table_of(game, policy))
    for seat in (0, 1):
        best = best_response_value(game, policy, seat)
        assert answer.gains[seat] == pytest.approx(best, abs=1e-12)
    played = policy_of(answer)
    assert expected(game, (played, policy)) == pytest.approx(answer.gains[0], abs=1e-11)
    assert expected(game, (policy, played)) == pytest.approx(-answer.gains[1], abs=1e-11)


@pytest.mark.ci
@every_game
def test_values_match_plain_recursion(name):
    game = GAMES[name]
    policy = naive.random_rank_policy(game, 7)
    answer = answer_to(name, table_of(game, policy), 0.3)
    played = policy_of(answer)
    for spot in list(every_spot(game))[:: 31 if name == "leduc-nolimit" else 11]:
        found = answer.strategy(spot)
        assert found.error is not None and not found.error.any()
        for combo, card in enumerate(game.deck):
            if card in spot.board:
                assert not found.values[combo].any() and not found.probabilities[combo].any()
                continue
            values = naive.action_values(spot, card, played, policy)
            assert found.values[combo] == pytest.approx(values, abs=1e-10)
            assert found.probabilities[combo].sum() == pytest.approx(1.0, abs=1e-12)
            row = answer.row(spot, combo)
            assert row.actions == found.actions
            assert row.probabilities[0].tolist() == found.probabilities[combo].tolist()


@every_game
def test_ties_break_consistently_and_towards_the_equilibrium(name):
    """Noise far below a trillionth of a chip must not switch between equally good actions."""
    game = GAMES[name]
    table = table_of(game, naive.random_rank_policy(game, 0, coarse=True))
    first = answer_to(name, table).table().probabilities
    assert set(np.unique(first)) <= {0.0, 1.0}
    for seed in range(5):
        noise = 1.0 + 1e-15 * np.random.default_rng(seed).standard_normal(len(table.probabilities))
        shaken = replace(table, probabilities=table.probabilities * noise)
        assert np.array_equal(answer_to(name, shaken).table().probabilities, first)

    def folds(spot, card):  # may be bet now or later, with any hand
        actions = legal_actions(spot)
        return {action: float(action == actions[0]) for action in actions}

    if game is LEDUC_NOLIMIT:
        table, root = table_of(game, folds), PublicState(game, (), ())
        found, usual = (
            answer_to(name, table, safety).strategy(root).probabilities.argmax(axis=1).tolist()
            for safety in (0.0, 1.0)
        )
        assert found == usual and len(set(found)) > 1


@pytest.mark.ci
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1.0), st.sampled_from([*GAMES]))
def test_worst_case_loss_shrinks_with_safety(seed, safety, name):
    """The mixture of whole strategies bounds it, in each position and on average."""
    game = GAMES[name]
    table = table_of(game, naive.random_rank_policy(game, seed, 0.3))
    value = evaluate(balanced(name)).value
    pure = evaluate(answer_to(name, table).table())
    mixed_table = answer_to(name, table, safety).table()
    mixed = evaluate(mixed_table)
    for other, fair in ((1, -value), (0, value)):  # what the best response gains beyond it
        excess = pure.best_response[other] - fair
        assert mixed.best_response[other] - fair <= (1 - safety) * excess + 1e-9
    assert mixed.exploitability <= (1 - safety) * pure.exploitability + 1e-9
    # Against anyone it wins the weighted mean of its two parts.
    parts = [answer_to(name, table, end).table() for end in (0.0, 1.0)]
    bold, safe = (expected_value(part, table) for part in parts)
    mean = (1 - safety) * bold + safety * safe
    assert expected_value(mixed_table, table) == pytest.approx(mean, abs=1e-10)


def test_situation_model_matches_its_table():
    game = get_game("leduc")
    model, responder = BehaviourModel(game), Responder(balanced("leduc"))
    for record in records(game, 40, seed=4):
        model.learn(record, 0)
    with pytest.raises(EngineError, match="too many decisions"):
        BehaviourModel(get_game("holdem-limit")).whole()
    found = responder.answer(model.whole(), model_cells(responder.layout, model.situations))
    again = answer_to("leduc", policy_table(game, model.answer))
    assert found.gains == pytest.approx(again.gains, abs=1e-12)
    assert np.array_equal(found.table().probabilities, again.table().probabilities)


def test_impossible_input_is_rejected():
    for safety in (1.5, float("nan")):
        with pytest.raises(EngineError, match="from 0 to 1"):
            Responder(balanced("kuhn"), safety)
    leduc, kuhn = get_game("leduc"), get_game("kuhn")
    answer = answer_to("kuhn", balanced("kuhn"))
    with pytest.raises(EngineError, match="rules other"):
        answer.strategy(PublicState(leduc, (), ()))
    with pytest.raises(EngineError, match="no answer"):
        answer.strategy(PublicState(kuhn, (CALL, CALL), ()))
    with pytest.raises(EngineError, match="betting tree"):
        table_cells(Responder(balanced("kuhn")).layout, balanced("leduc"))


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    return Lab(get_game("leduc"), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def kuhn():
    return Lab(get_game("kuhn"), None)


def test_engine_answers_match_its_frozen_table(kuhn):
    learner = kuhn.learner()
    (frozen,) = course(kuhn, "bluffer", [30], 3, learner)
    asked = agent_table(kuhn.game, learner)
    # A suit-merged table spread over all combos, as queries build it.
    spread = policy_table(kuhn.game, TableAgent("frozen", frozen, "").strategy)
    assert np.array_equal(asked.probabilities, spread.probabilities)


def test_engine_learns_to_beat_a_rival_within_hundreds_of_hands(leduc):
    (frozen,) = course(leduc, "random", [500], 1)
    assert leduc.share(frozen, "random") >= ASKED[500]


@pytest.mark.nightly
@pytest.mark.parametrize("rival", RIVALS)
def test_the_learning_curve_is_reached(leduc, rival):
    """The figures of docs/benchmarks.md after 500 and 5,000 hands, with three seeds."""
    hands = (500, 5_000)
    runs = [course(leduc, rival, hands, seed) for seed in (1, 2, 3)]
    for place, count in enumerate(hands):
        assert median(leduc.share(run[place], rival) for run in runs) >= ASKED[count]


@pytest.mark.nightly
def test_a_deceptive_opponent_is_recognised(leduc):
    for shares in zip(*(deceived(leduc, seed) for seed in (1, 2, 3)), strict=True):
        assert median(shares) >= 0.8
