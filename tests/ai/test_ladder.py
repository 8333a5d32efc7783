"""The ladder: its order, the engines' purposes, and the bound of always folding."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from ai import ladder as subject
from ai.base import RangeAgent
from ai.cfr.best_response import agent_table, exploitability
from ai.entry import Engine, Measured
from ai.ladder import BE_BEATEN, LEARN, WIN, Rung, best_response, fold_loss, ladder
from ai.lbr import local_best_response
from ai.registry import find_engine, reference
from ai.strength_figures import GAMES
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, Strategy

pytestmark = pytest.mark.slow


class FoldAgent(RangeAgent):
    """Folds to any bet and never bets."""

    name = "fold"

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        action = FOLD if spot.legal.fold else CALL
        count = 1326 if spot.game.num_hole == 2 else len(spot.game.deck)
        return Strategy((action,), np.ones((count, 1)))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_loss_of_folding_is_what_a_best_response_wins(name: str) -> None:
    game = get_game(name)
    lost = exploitability(agent_table(game, FoldAgent()))
    assert fold_loss(game) == pytest.approx(1000 * lost / game.big_blind) == 1000.0


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit"])
def test_the_loss_of_folding_is_what_local_best_response_wins(name: str) -> None:
    game = get_game(name)
    found = local_best_response(game, FoldAgent(), 5, 1)
    assert 1000 * found.mean / game.big_blind == pytest.approx(fold_loss(game)) == 750.0


def rungs(game: str, known: dict[str, Measured]) -> dict[str, Rung]:
    """The ladder of engines with these figures, in its order."""
    rules = get_game(game)
    found: dict[Engine, Measured] = {}
    for name, figures in known.items():
        engine = find_engine(name, game=rules)
        assert engine is not None
        found[engine] = figures
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "strengths", lambda *_: list(found.values()))
        return {rung.engine.name: rung for rung in ladder(rules, listed=found)}


def result(mbb: float, ci95: float, lbr: float = 300.0, half: float = 20.0) -> Measured:
    return Measured("duplicate", mbb, ci95, "cfr", 1000, 1, None, lbr, half, 500)


CFR = Measured("reference", 0.0, against="cfr", lbr=155.0, lbr_ci95=38.0, lbr_hands=6000)
UNKNOWN = Measured("lbr", lbr=400.0, lbr_ci95=20.0, lbr_hands=500)


def test_only_who_loses_clearly_is_to_be_won_against() -> None:
    random = result(-50.0, 60.0, lbr=9000.0)  # undecided, but local best response finds it weak
    found = rungs("holdem-limit", {"random": random, "call": result(-500.0, 60.0), "cfr": CFR})
    assert found["cfr"].roles == (LEARN, BE_BEATEN)
    assert found["call"].roles == (WIN,)
    assert found["random"].roles == ()


def test_nobody_is_better_while_intervals_overlap() -> None:
    found = rungs("holdem-limit", {"nfsp": result(-50.0, 60.0), "cfr": CFR})
    assert found["nfsp"].roles == found["cfr"].roles == (LEARN, BE_BEATEN)
    found = rungs("holdem-limit", {"nfsp": result(-70.0, 60.0), "cfr": CFR})
    assert found["nfsp"].roles == (WIN,)


def test_an_engine_above_the_reference_is_the_strongest() -> None:
    found = rungs("holdem-limit", {"cfr": CFR, "nfsp": result(90.0, 20.0)})
    assert list(found) == ["nfsp", "cfr"]
    assert found["nfsp"].roles == (LEARN, BE_BEATEN)
    assert found["cfr"].roles == ()


def test_only_what_solved_the_game_is_to_learn_from() -> None:
    rival = Measured("reference", 0.0, against="equity", lbr=8000.0, lbr_ci95=500.0)
    found = rungs("holdem-nolimit@37", {"equity": rival})["equity"]
    assert found.roles == (BE_BEATEN,)
    assert found.is_reference and found.worse_than_folding


def test_losing_more_than_by_folding_is_said() -> None:
    found = rungs(
        "holdem-limit",
        {"cfr": CFR, "nfsp": result(-10.0, 60.0, 780.0), "call": result(-10.0, 60.0, 760.0)},
    )
    assert found["nfsp"].worse_than_folding
    assert not found["call"].worse_than_folding and not found["cfr"].worse_than_folding


def test_the_order_is_by_result_and_the_unmeasured_are_last() -> None:
    engines = {
        "random": UNKNOWN,
        "passive": result(-300.0, 60.0),
        "opponent-model": UNKNOWN,
        "call": result(-200.0, 60.0),
        "cfr": CFR,
    }
    found = rungs("holdem-limit", engines)
    assert list(found) == ["cfr", "opponent-model", "call", "passive", "random"]
    assert not found["random"].measured and found["random"].roles == ()


def test_overlapping_intervals_are_ordered_by_what_a_best_response_wins() -> None:
    known = {
        "cfr": CFR,
        "random": result(-300.0, 100.0, 9000.0),
        "call": result(-350.0, 10.0, 8000.0),
        "nfsp": result(-450.0, 100.0, 500.0),
        "raise": result(-700.0, 100.0, 100.0),
    }
    assert list(rungs("holdem-limit", known)) == ["cfr", "nfsp", "call", "random", "raise"]


@pytest.mark.parametrize("name", GAMES)
def test_of_the_shipped_engines_some_are_to_be_beaten_and_some_to_win(name: str) -> None:
    game = get_game(name)
    found = ladder(game)
    rival = reference(game)
    assert rival is not None and BE_BEATEN in found[0].roles
    # The reference is, too, unless something is shown to be better.
    beaten = [rung.engine for rung in found if BE_BEATEN in rung.roles]
    better = [one.found.mbb > (one.found.ci95 or 0.0) for one in found if one.measured]
    assert rival in beaten or any(better)
    assert any(WIN in rung.roles for rung in found)
    for rung in found:
        lost = best_response(rung.found, game)
        # Engines that search each hand of hold'em are too slow for local best response.
        slow = game.is_holdem and rung.engine.name in ("uct", "smooth-uct", "nfsp-uct")
        assert rung.engine.learns or slow or lost is not None
        assert lost is None or rung.worse_than_folding == (lost[0] - lost[1] > fold_loss(game))
    for above, below in pairwise(rung.found for rung in found if WIN in rung.roles):
        assert above is not None and below is not None
        assert above.mbb is not None and below.mbb is not None
        half = (above.ci95 or 0.0) + (below.ci95 or 0.0)
        assert above.mbb >= below.mbb - half


@pytest.mark.parametrize("against", ["random", "equity"])
def test_results_against_others_than_the_reference_are_no_rung(against: str) -> None:
    found = rungs("holdem-limit", {"cfr": CFR, "nfsp": Measured("duplicate", 800.0, 9.0, against)})
    assert not found["nfsp"].measured and found["nfsp"].roles == ()
