import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.equity.handrank import hand_ranks
from ai.opponent.scripted import BluffingAgent, PassiveAgent
from ai.registry import build
from engine.cards import parse_cards
from engine.combos import combo_cards
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
def test_rows_follow_the_script(name, kind, row):
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


def mirrored_rows(game, spot, asked):
    """The rows of opposite hands by strength: pairing the board first, then rank."""
    worths = {}
    for combo, cards in enumerate(combo_cards(game.deck, game.num_hole).tolist()):
        if not set(cards) & set(spot.board):
            pairs = any(card >> 2 == cards[0] >> 2 for card in spot.board)
            shown = (*cards, *spot.board)
            worths[combo] = strength(shown) if game.is_holdem else (pairs, cards[0] >> 2)
    return mirror(worths, {combo: asked.probabilities[combo].tolist() for combo in worths})


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *((name, "cfr") for name in ("kuhn", "leduc")),
        *((f"holdem-nolimit{x}", "equity") for x in ("@37", "-6@20")),
    ],
)
def test_inverse_engine_plays_the_row_of_the_opposite_hand(name, engine):
    game = get_game(name)
    agent, model, spots = build("inverse", game), build(engine, game), decisions(game, 6, 7)
    if game.is_holdem:
        calls = "c" * game.num_players
        line = f"{calls}/{calls}/{calls}/r{2 * game.big_blind}"
        spots = [spot_of(game, line, parse_cards("Kh7d2c9s3s"))]
    for spot in spots:
        answer, asked = agent.strategy(spot), model.strategy(spot)
        assert answer.actions == asked.actions
        for combo, row in [*mirrored_rows(game, spot, asked).items()][
            :: 37 if game.is_holdem else 1
        ]:
            assert answer.probabilities[combo] == pytest.approx(row, abs=1e-9)
    limit = get_game("holdem-limit")
    assert "blueprint" in build("inverse", limit).strategy(PublicState(limit, (), ())).note


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_match_results_agree_with_exact_values(name):
    game = get_game(name)
    rivals = {engine: build(engine, game) for engine in ("passive", "bluffer", "inverse")}
    worst = {engine: evaluate(agent.table()).exploitability for engine, agent in rivals.items()}
    assert worst["passive"] == pytest.approx({"kuhn": 1 / 6, "leduc": 0.6}[name])
    assert worst["passive"] < worst["bluffer"] < worst["inverse"]
    agents = [build("cfr", game), rivals["inverse"]]
    assert fit_for_kernel([agent.table() for agent in agents]) is not None
    result = play(game, agents, 20_000, seed=3).chips()
    assert result.mean > result.half_width
