from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.cards import shipped_abstraction
from ai.abstraction.tables import BucketTables
from ai.evaluation import bowling_table as module
from ai.evaluation.bowling_table import BowlingTable, Experiment, Triple
from ai.evaluation.coarse import Coarse, JoinedRows, train
from engine.errors import CancelledError, EngineError, StrategyFileError
from engine.jobs import JobControl
from engine.policy import node_block
from engine.tree import DECISION
from tests.ai.evaluation.boardless import LIMIT, BoardJudge, FakeTables
from tests.tamper import tamper

pytestmark = pytest.mark.slow

ONE = Triple("cfr", "cfr", "call")
PLAN = Experiment(hands=50, seed=4)


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(module, "bucket_tables", lambda *given: FakeTables())
    monkeypatch.setattr(module, "TableJudge", BoardJudge)
    monkeypatch.setattr(module, "TRIPLES", (ONE,))
    monkeypatch.setattr(module, "HANDS_AT_ONCE", 20)
    monkeypatch.setattr(module, "DEALS_AT_ONCE", 40)


class Stopping(JobControl):
    def progress(self, fraction, text=""):
        self.cancel()


def test_threads_and_interruptions_change_nothing(tmp_path):
    kept = tmp_path / "table"
    once = BowlingTable(PLAN).measure(ONE, 1, JobControl())
    with pytest.raises(CancelledError):
        BowlingTable(PLAN, path=kept).measure(ONE, 2, Stopping())
    again = BowlingTable(PLAN, path=kept).measure(ONE, 2, JobControl())
    assert replace(again, seconds=0.0) == replace(once, seconds=0.0)
    # Nothing is left to do.
    assert BowlingTable(PLAN, path=kept).measure(ONE, 1, Stopping()).on_policy == once.on_policy
    with pytest.raises(EngineError, match="other hands or another seed"):
        BowlingTable(Experiment(hands=50, seed=5), path=kept)
    whole = kept.read_bytes()
    tamper(kept, change_arrays=lambda arrays: arrays["done"].fill(-1.0))
    with pytest.raises(EngineError, match="impossible sums"):
        BowlingTable(PLAN, path=kept)
    kept.write_bytes(whole[:-8])
    with pytest.raises(StrategyFileError):
        BowlingTable(PLAN, path=kept)


def test_figures_of_a_behaviour_that_is_the_target():
    found = BowlingTable(PLAN).measure(ONE, 1, JobControl())
    for on, off in zip(found.on_policy, found.off_policy, strict=True):
        assert off.sd == pytest.approx(on.sd, rel=1e-9)
        assert on.rmse == pytest.approx(on.sd / 1000**0.5)
        assert off.rmse == pytest.approx((off.bias.mean**2 + off.sd**2 / 1000) ** 0.5)
        assert abs(on.bias.mean) < 2.5 * on.bias.half_width
    assert found.on_policy[-1].sd < 0.7 * found.on_policy[0].sd


def test_sums_become_means_and_deviations():
    """By hand: two hands to judge of 1 and 3 chips; deals of 10 and 30, and of 0 and 0 chips."""
    plan = Experiment(hands=2)
    done = np.zeros((3, 2, 2, 4, 2))
    done[0, 0], done[0, 1] = 4.0, 10.0
    done[1, 0, 0, 0, 0], done[1, 1, 0, 0, 0] = 40.0, 1000.0
    found = module.table_of(ONE, plan, done.reshape(3, -1), 0.0)
    assert [one.mean for one in found.direct] == [0.0, 1000.0]
    assert found.on_policy[0].bias.mean == pytest.approx(200.0)
    assert found.off_policy[3].bias.mean == pytest.approx(-800.0)
    assert found.off_policy[3].sd == pytest.approx(100 * 2**0.5)
    # Deals: sqrt((1000 - 4 * 100) / 3) over 2; hands: sqrt(2) over sqrt(2).
    assert found.off_policy[3].bias.half_width == pytest.approx(
        1.959964 * 100 * (200 / 4 + 1) ** 0.5, rel=1e-6
    )


def test_joined_rows_follow_the_shipped_ones_on_a_board():
    cards = shipped_abstraction()
    joined = JoinedRows(cards, 5)
    board = (0, 5, 10, 15)
    shipped, found = cards.rows_on(board), joined.rows_on(board)
    assert ((found < 0) == (shipped < 0)).all()
    assert (found == np.where(shipped < 0, -1, shipped * 5 // cards.num_rows[2])).all()
    boards, combos = np.array([board], np.uint8), np.flatnonzero(shipped >= 0)[:1]
    assert joined.rows_of(2, boards, combos)[0] == found[combos[0]]


def test_a_player_with_few_buckets_plays_adjacent_hands_alike():
    cards = shipped_abstraction()
    rng = np.random.default_rng(1)
    streets = zip((1755, 16432, 134459), cards.num_rows[1:], strict=True)
    rows = [
        np.broadcast_to(rng.integers(num, size=1326).astype(np.uint16), (boards, 1326))
        for boards, num in streets
    ]
    found = train(
        LIMIT, Coarse(2, 300, 1), cards, BucketTables(cards.num_rows, *rows), JobControl()
    )
    tree = found.tree
    for node in np.flatnonzero(tree.kind == DECISION)[:300:7].tolist():
        block = node_block(found.probabilities, tree, found.offsets, cards.num_rows, node)
        np.testing.assert_allclose(block.sum(axis=1), 1.0, atol=1e-6)
        if tree.street[node]:
            half = len(block) // 2
            assert (block[:half] == block[0]).all() and (block[half:] == block[-1]).all()
