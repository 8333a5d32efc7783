from itertools import pairwise

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.entry import Measured
from ai.cfr.best_response import agent_table, exploitability
from ai.lbr.response import local_best_response
from ai.registry import find_engine, reference
from ai.strength import ladder as subject
from ai.strength.figures import GAMES
from ai.strength.ladder import BE_BEATEN, LEARN, WIN, fold_loss, ladder
from engine.game import get_game
from engine.player import CALL, FOLD, Strategy

pytestmark = pytest.mark.slow


class FoldAgent(RangeAgent):
    name = "fold"

    def strategy(self, spot, control=None):
        action = FOLD if spot.legal.fold else CALL
        count = 1326 if spot.game.num_hole == 2 else len(spot.game.deck)
        return Strategy((action,), np.ones((count, 1)))


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_the_loss_of_folding_is_what_a_best_response_wins(name):
    game = get_game(name)
    if game.is_holdem:
        found = local_best_response(game, FoldAgent(), 5, 1)
        by_position = found.in_position(0).mean, found.in_position(1).mean
        assert (by_position, found.ci95, found.hands) == (game.blinds[::-1], 0.0, 10)
        lost = found.mean
    else:
        lost = exploitability(agent_table(game, FoldAgent()))
    assert fold_loss(game) == pytest.approx(1000 * lost / game.big_blind)
    assert fold_loss(game) == (750.0 if game.is_holdem else 1000.0)


def rungs(game, known):
    rules = get_game(game)
    found = {find_engine(name, game=rules): figures for name, figures in known.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "strengths", lambda *_: list(found.values()))
        return {rung.engine.name: rung for rung in ladder(rules, listed=found)}


def result(mbb, ci95, lbr=300.0, half=20.0):
    return Measured("duplicate", mbb, ci95, "cfr", 1000, 1, None, lbr, half, 500)


CFR = Measured("reference", 0.0, against="cfr", lbr=155.0, lbr_ci95=38.0, lbr_hands=6000)
UNKNOWN = Measured("lbr", lbr=400.0, lbr_ci95=20.0, lbr_hands=500)


BOTH = (LEARN, BE_BEATEN)


@pytest.mark.parametrize(
    ("known", "roles"),
    [
        # The match is undecided, but local best response finds `random` weak.
        (
            {"random": result(-50.0, 60.0, lbr=9000.0), "call": result(-500.0, 60.0), "cfr": CFR},
            {"cfr": BOTH, "random": (), "call": (WIN,)},
        ),
        ({"nfsp": result(-50.0, 60.0), "cfr": CFR}, {"cfr": BOTH, "nfsp": BOTH}),
        ({"nfsp": result(-70.0, 60.0), "cfr": CFR}, {"cfr": BOTH, "nfsp": (WIN,)}),
        ({"cfr": CFR, "nfsp": result(90.0, 20.0)}, {"nfsp": BOTH, "cfr": ()}),
        *(
            (
                {"cfr": CFR, "nfsp": Measured("duplicate", 800.0, 9.0, who)},
                {"cfr": BOTH, "nfsp": ()},
            )
            for who in ("random", "equity")  # not the reference
        ),
        (
            {"random": UNKNOWN, "passive": result(-300.0, 60.0), "opponent-model": UNKNOWN}
            | {"call": result(-200.0, 60.0), "cfr": CFR},
            {"cfr": BOTH, "opponent-model": (), "call": (WIN,), "passive": (WIN,), "random": ()},
        ),
        # Where intervals overlap, by what a best response wins.
        (
            {
                "cfr": CFR,
                "random": result(-300.0, 100.0, 9000.0),
                "call": result(-350.0, 10.0, 8000.0),
                "nfsp": result(-450.0, 100.0, 500.0),
                "raise": result(-700.0, 100.0, 100.0),
            },
            {"cfr": BOTH, "nfsp": (WIN,), "call": (WIN,), "random": (WIN,), "raise": (WIN,)},
        ),
    ],
)
def test_the_order_and_what_each_is_for(known, roles):
    found = rungs("holdem-limit", known)
    assert [*found] == [*roles]
    for name, rung in found.items():
        assert rung.roles == roles[name]
        assert rung.measured == (known[name].mbb is not None and known[name].against == "cfr")


def test_only_exact_solutions_are_for_study_and_losing_more_than_by_folding_is_noted():
    rival = Measured("reference", 0.0, against="equity", lbr=8000.0, lbr_ci95=500.0)
    found = rungs("holdem-nolimit@37", {"equity": rival})["equity"]
    assert found.roles == (BE_BEATEN,)
    assert found.is_reference and found.worse_than_folding
    weak, near = result(-10.0, 60.0, 780.0), result(-10.0, 60.0, 760.0)
    told = rungs("holdem-limit", {"cfr": CFR, "nfsp": weak, "call": near})
    assert [name for name, rung in told.items() if rung.worse_than_folding] == ["nfsp"]


@pytest.mark.parametrize("name", GAMES)
def test_of_the_shipped_engines_some_are_to_be_beaten_and_some_to_win(name):
    game = get_game(name)
    found = ladder(game)
    assert BE_BEATEN in found[0].roles and any(WIN in rung.roles for rung in found)
    # The reference is an engine to beat, too, unless another is shown to be better.
    beaten = [rung.engine for rung in found if BE_BEATEN in rung.roles]
    better = [rung.figures.mbb > (rung.figures.ci95 or 0.0) for rung in found if rung.measured]
    assert reference(game) in beaten or any(better)
    for above, below in pairwise(rung.figures for rung in found if WIN in rung.roles):
        assert above.mbb >= below.mbb - ((above.ci95 or 0.0) + (below.ci95 or 0.0))
