"""The scripted rivals, against rows written hand by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.handrank import hand_ranks
from ai.registry import build, engines
from ai.rivals import BluffingAgent, InverseAgent, PassiveAgent, mirrored
from engine.cards import parse_cards
from engine.combos import combo_cards
from engine.errors import EngineError
from engine.evaluator import strength
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import ActionKind, PublicState
from engine.table_match import fit_for_kernel
from tests.naive.random_hands import decisions
from tests.naive.ranks import mirror

KINDS = (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE)


def passive_row(q, spot):
    return (1.0, 0.0, 0.0) if spot.legal.fold and q < 1 / 3 else (0.0, 1.0, 0.0)


def bluffer_row(q, spot):
    raises = 0.75 if q < 1 / 3 else 0.5 if q > 2 / 3 else 0.0
    raises = raises if spot.legal.max_raise else 0.0
    return (0.0, 1.0 - raises, raises)


@pytest.mark.parametrize("name", ["leduc", "holdem-limit", "holdem-nolimit@20", "holdem-nolimit-6"])
@pytest.mark.parametrize(
    ("kind", "row"), [(PassiveAgent, passive_row), (BluffingAgent, bluffer_row)]
)
def test_rows_are_those_of_the_script(name, kind, row):
    game = get_game(name)
    agent = kind(game)
    for spot in decisions(game, 12, 7):
        answer, ranks = agent.strategy(spot), hand_ranks(game, spot.board)
        kinds = [action.kind for action in answer.actions]
        rows = np.zeros((len(ranks), 3))
        rows[:, kinds] = answer.probabilities
        for found, q in zip(rows.tolist(), ranks.tolist(), strict=True):
            assert found == ([0.0] * 3 if np.isnan(q) else list(row(q, spot)))
        assert {action.raise_to for action in answer.actions} <= {0, spot.legal.min_raise}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_inverse_plays_the_equilibrium_of_the_opposite_hand(name):
    game = get_game(name)
    agent, model = build("inverse", game), build("cfr", game)
    for spot in decisions(game, 12, 7):
        # A pair with the board first, else by rank.
        worths = {
            combo: (any(card >> 2 == other >> 2 for other in spot.board), card >> 2)
            for combo, (card,) in enumerate(combo_cards(game.deck, 1).tolist())
            if card not in spot.board
        }
        answer, asked = agent.strategy(spot), model.strategy(spot)
        rows = {combo: asked.probabilities[combo].tolist() for combo in worths}
        assert answer.actions == asked.actions
        for combo, row in mirror(worths, rows).items():
            assert answer.probabilities[combo] == pytest.approx(row, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["holdem-nolimit@37", "holdem-nolimit-6"])
def test_the_inverse_of_the_odds_counter_where_there_is_no_blueprint(name):
    game = get_game(name)
    calls = "c" * game.num_players
    line = f"{calls}/{calls}/{calls}/r{2 * game.big_blind}"
    spot = spot_of(game, line, parse_cards("Kh7d2c9s3s"))
    asked, answer = (build(one, game).strategy(spot) for one in ("equity", "inverse"))
    worths = {
        combo: strength((*cards, *spot.board))
        for combo, cards in enumerate(combo_cards().tolist())
        if not set(cards) & set(spot.board)
    }
    rows = {combo: asked.probabilities[combo].tolist() for combo in worths}
    expected = mirror(worths, rows)
    for combo in [*worths][::37]:
        assert answer.probabilities[combo] == pytest.approx(expected[combo], abs=1e-9)
    limit = get_game("holdem-limit")
    assert "blueprint" in build("inverse", limit).strategy(PublicState(limit, (), ())).note


def test_mirroring_twice_gives_equal_hands_their_mean():
    rows = np.random.default_rng(3).dirichlet(np.ones(3), size=6)
    ranks = np.array([0.0, 0.4, np.nan, 0.4, 0.4, 1.0])
    found = mirrored(rows, ranks)
    assert found[2].tolist() == [0.0] * 3
    assert found[[0, 5]] == pytest.approx(rows[[5, 0]])
    assert found[[1, 3, 4]] == pytest.approx(np.tile(rows[[1, 3, 4]].mean(axis=0), (3, 1)))
    assert mirrored(found, ranks)[0] == pytest.approx(rows[0])


def test_games_that_the_rivals_do_not_play_are_refused():
    three, names = get_game("leduc-3"), ("passive", "bluffer", "inverse")
    assert not {*names} & {engine.name for engine in engines(three)}
    for name in names:
        with pytest.raises(EngineError, match=rf"'{name}' does not play .*hold'em, and two-player"):
            build(name, three)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_exact_values_and_matches_agree(name):
    game = get_game(name)
    rivals = {engine: build(engine, game) for engine in ("passive", "bluffer", "inverse")}
    worst = {engine: evaluate(agent.table()).exploitability for engine, agent in rivals.items()}
    assert worst["passive"] == pytest.approx({"kuhn": 1 / 6, "leduc": 0.6}[name])
    assert worst["passive"] < worst["bluffer"] < worst["inverse"]
    agents = [build("cfr", game), rivals["inverse"]]
    assert fit_for_kernel([agent.table() for agent in agents]) is not None
    result = play(game, agents, 50_000, seed=3).chips()
    assert result.mean > result.half_width


def test_any_engine_can_be_turned_around():
    game = get_game("leduc")
    spot = PublicState(game, (), ())
    found = InverseAgent(game, build("random", game)).strategy(spot)
    assert found.probabilities == pytest.approx(build("random", game).strategy(spot).probabilities)
