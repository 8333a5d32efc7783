"""The scripted rivals, against rows written hand by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.handrank import hand_ranks
from ai.registry import build, engines
from ai.rivals import BluffingAgent, InverseAgent, PassiveAgent, mirrored
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError
from engine.evaluator import strength
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import FOLD, ActionKind, PublicState, SeatView
from engine.table_match import fit_for_kernel
from tests.naive.random_hands import decisions
from tests.naive.ranks import mirror

GAMES = (
    "kuhn",
    "leduc",
    "holdem-limit",
    "holdem-nolimit@20",
    "holdem-nolimit@37",
    "holdem-nolimit-6",
)
KINDS = (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE)


def passive_row(q: float, spot: PublicState) -> tuple[float, float, float]:
    folds = spot.legal.fold and q < 1 / 3
    return (1.0, 0.0, 0.0) if folds else (0.0, 1.0, 0.0)


def bluffer_row(q: float, spot: PublicState) -> tuple[float, float, float]:
    raises = 0.75 if q < 1 / 3 else 0.5 if q > 2 / 3 else 0.0
    raises = raises if spot.legal.max_raise else 0.0
    return (0.0, 1.0 - raises, raises)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("kind", "row"), [(PassiveAgent, passive_row), (BluffingAgent, bluffer_row)]
)
def test_rows_are_those_of_the_script(name, kind, row) -> None:
    game = get_game(name)
    agent = kind(game)
    for spot in decisions(game, 12, 7):
        answer, ranks = agent.strategy(spot), hand_ranks(game, spot.board)
        for combo, q in enumerate(ranks.tolist()):
            by_kind = [
                sum(
                    answer.probabilities[combo, index]
                    for index, action in enumerate(answer.actions)
                    if action.kind is kind_
                )
                for kind_ in KINDS
            ]
            assert by_kind == ([0.0] * 3 if np.isnan(q) else list(row(q, spot)))
        for action in answer.actions:
            assert action.raise_to in (0, spot.legal.min_raise)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_inverse_plays_the_equilibrium_of_the_opposite_hand(name: str) -> None:
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
    first = agent.strategy(PublicState(get_game("kuhn"), (), ())) if name == "kuhn" else None
    if first is not None:  # no hands are equal: simply the other end of the deck
        asked = model.strategy(PublicState(get_game("kuhn"), (), ()))
        assert (first.probabilities == asked.probabilities[::-1]).all()


@pytest.mark.parametrize("name", ["holdem-nolimit@37", "holdem-nolimit-6"])
def test_the_inverse_of_the_odds_counter_where_there_is_no_blueprint(name: str) -> None:
    game = get_game(name)
    agent = build("inverse", game)
    calls = "c" * game.num_players
    spot = spot_of(
        game, f"{calls}/{calls}/{calls}/r{2 * game.big_blind}", parse_cards("Kh7d2c9s3s")
    )
    asked, answer = build("equity", game).strategy(spot), agent.strategy(spot)
    worths = {
        combo: strength((*cards, *spot.board))
        for combo, cards in enumerate(combo_cards().tolist())
        if not set(cards) & set(spot.board)
    }
    rows = {combo: asked.probabilities[combo].tolist() for combo in worths}
    expected = mirror(worths, rows)
    for combo in [*worths][::37]:
        assert answer.probabilities[combo] == pytest.approx(expected[combo], abs=1e-9)
    assert (
        "blueprint"
        in build("inverse", get_game("holdem-limit"))
        .strategy(PublicState(get_game("holdem-limit"), (), ()))
        .note
    )


def test_mirroring_twice_gives_equal_hands_their_mean() -> None:
    rng = np.random.default_rng(3)
    rows = rng.dirichlet(np.ones(3), size=6)
    ranks = np.array([0.0, 0.4, np.nan, 0.4, 0.4, 1.0])
    found = mirrored(rows, ranks)
    assert found[2].tolist() == [0.0] * 3
    assert found[0] == pytest.approx(rows[5])
    assert found[5] == pytest.approx(rows[0])
    mean = rows[[1, 3, 4]].mean(axis=0)
    for combo in (1, 3, 4):
        assert found[combo] == pytest.approx(mean)
    again = mirrored(found, ranks)
    assert again[0] == pytest.approx(rows[0])


def test_what_the_rivals_cannot_play_is_refused() -> None:
    three = get_game("leduc-3")
    assert not {"passive", "bluffer", "inverse"} & {engine.name for engine in engines(three)}
    for name in ("passive", "bluffer", "inverse"):
        with pytest.raises(EngineError, match=f"'{name}' does not play .*hold'em, and two-player"):
            build(name, three)
    game = get_game("kuhn")
    over = PublicState(game, (), ()).after(
        PassiveAgent(game).strategy(PublicState(game, (), ())).actions[0]
    )
    while not over.finished:
        over = over.after(PassiveAgent(game).strategy(over).actions[-1])
    with pytest.raises(EngineError, match="over"):
        PassiveAgent(game).strategy(over)


def test_actions_are_drawn_from_the_own_row() -> None:
    game = get_game("holdem-limit")
    spot = next(spot for spot in decisions(game, 60, 7) if len(spot.board) == 3 and spot.legal.fold)
    agent = PassiveAgent(game)
    row = agent.strategy(spot)
    for hole in ((0, 1), (48, 51), (9, 20)):
        if set(hole) & set(spot.board):
            continue
        action = agent.act(SeatView(spot, spot.to_act, hole), np.random.default_rng(1))
        assert row.probabilities[combo_index(hole), row.actions.index(action)] == 1.0
    assert FOLD in row.actions


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_exact_values_and_matches_agree(name: str) -> None:
    game = get_game(name)
    rivals = {engine: build(engine, game) for engine in ("passive", "bluffer", "inverse")}
    worst = {engine: evaluate(agent.table()).exploitability for engine, agent in rivals.items()}
    assert worst["passive"] == pytest.approx({"kuhn": 1 / 6, "leduc": 0.6}[name])
    assert worst["passive"] < worst["bluffer"] < worst["inverse"]
    agents = [build("cfr", game), rivals["inverse"]]
    assert fit_for_kernel([agent.table() for agent in agents]) is not None
    result = play(game, agents, 50_000, seed=3).chips()
    assert result.mean > result.half_width


def test_the_inverse_needs_an_engine_to_turn_around() -> None:
    game = get_game("leduc")
    agent = InverseAgent(game, build("random", game))
    spot = PublicState(game, (), ())
    expected = build("random", game).strategy(spot)
    assert agent.strategy(spot).probabilities == pytest.approx(expected.probabilities)
