"""Sparring partners: the reference, weakened by calls."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, expected_value
from ai.registry import build, find_engine
from ai.sparring import RUNGS, SparringAgent
from engine.agent import Agent
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import CALL, PublicState, SeatView
from engine.policy import boards, strategy_at
from engine.shown import parse_shown
from engine.table import live_deck
from engine.tree import DECISION

LEDUC, DEEP = get_game("leduc"), get_game("holdem-nolimit@100")


@pytest.mark.parametrize("calls", [0.0, 0.3, 1.0])
def test_rows_are_the_models_mixed_with_calls(calls: float) -> None:
    model = build("cfr", DEEP)
    partner = SparringAgent("spar:1", model, calls)
    spots = [PublicState(DEEP, (), ()), spot_of(DEEP, "r300c/cr600", parse_shown(DEEP, "7d3cKh"))]
    for spot in spots:
        own, other = partner.strategy(spot), model.strategy(spot)
        at = own.actions.index(CALL)
        expected = other.probabilities * (1 - calls)
        expected[other.probabilities.any(axis=1), at] += calls
        assert np.allclose(own.probabilities, expected) and own.values is None


@pytest.mark.parametrize("line", ["r300c/cr600", "r300c/cr700"])  # one is translated
def test_a_hand_is_answered_alone_with_the_same_bits(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    partner = SparringAgent("spar:1", build("cfr", DEEP), 0.12)
    spot = spot_of(DEEP, line, parse_shown(DEEP, "7d3cKh"))
    whole = partner.strategy(spot)
    seats = [SeatView(spot, spot.to_act, hole) for hole in ((0, 1), (15, 31), (50, 51))]
    for view in seats:
        row = partner.row(view)
        assert row.actions == whole.actions
        combo = combo_index(view.hole, DEEP.deck)
        assert row.probabilities.tobytes() == whole.probabilities[combo].tobytes()
    monkeypatch.setattr(SparringAgent, "strategy", None)  # nobody asks for the whole range
    assert partner.act(seats[0], np.random.default_rng(1)) in whole.actions


def test_a_model_that_only_acts_is_refused() -> None:
    with pytest.raises(EngineError, match="'spar' has no answer for one hand alone"):
        SparringAgent("spar:1", cast(Agent, SimpleNamespace(name="spar")), 0.1)


@pytest.mark.parametrize("game", [get_game("kuhn"), LEDUC], ids=lambda game: game.name)
def test_tables_and_answers_are_one_strategy(game):  # type: ignore[no-untyped-def]
    partner = build("spar:5", game)
    table = partner.table()
    assert table is not None
    tree, street_boards = (
        table.tree,
        [list(boards(game, street)) for street in range(game.num_rounds)],
    )
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for _, board in street_boards[tree.street[node]]:
            told = partner.strategy(PublicState(game, tree.line_to(node), board))
            kept = strategy_at(table, node, board)
            assert told.actions == kept.actions
            assert np.allclose(told.probabilities, kept.probabilities)


def test_each_partner_is_weaker_than_the_one_before() -> None:
    best = agent_table(LEDUC, build("cfr", LEDUC))
    lost = []
    for rung in range(1, len(RUNGS) + 1):
        own = agent_table(LEDUC, build(f"spar:{rung}", LEDUC))
        lost.append((expected_value(best, own) - expected_value(own, best)) / 2)
    assert lost == sorted(lost) and lost[0] > 0.0 and lost[-1] > 10 * lost[0]


def test_the_last_always_calls_and_draws_follow_the_rows() -> None:
    rng = np.random.default_rng(3)
    always, some = build("spar:8", DEEP), SparringAgent("spar", build("cfr", DEEP), 0.4)
    hand = HandState.deal(DEEP, live_deck(DEEP))
    view = hand.view(hand.to_act)
    assert {always.act(view, rng) for _ in range(20)} == {CALL}
    drawn = [some.act(view, rng) == CALL for _ in range(3000)]
    answer = some.strategy(view.spot)
    share = answer.probabilities[combo_index(view.hole, DEEP.deck), answer.actions.index(CALL)]
    assert np.mean(drawn) == pytest.approx(share, abs=4 * 0.5 / np.sqrt(3000))


def test_partners_are_named_by_their_number_and_fit_games_with_a_reference() -> None:
    row = find_engine("spar")
    assert row is not None and row.play_names == tuple(f"spar:{n}" for n in range(1, 9))
    assert row.fits(DEEP) and row.fits(LEDUC)
    assert not row.fits(get_game("holdem-nolimit@37")) and not row.fits(get_game("kuhn-3"))
    with pytest.raises(EngineError):
        build("spar:9", DEEP)
    with pytest.raises(EngineError):
        build("spar:1", get_game("kuhn-3"))
