import numpy as np
import pytest

from ai.agents.baselines import RaiseAgent, RandomAgent
from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.verdicts import ALL_IN, RAW, Verdicts
from engine.combos import combo_index
from engine.equity import equity
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import joined
from engine.running import RunningResult

pytestmark = pytest.mark.slow

HOLDEM = get_game("holdem-nolimit@20")


def chunk_of(duplicate, hands, game=HOLDEM):
    chunks = []
    match = Match(game, [RaiseAgent(game), RandomAgent(game)], 3, duplicate)
    match.run(hands, JobControl(), chunks.append)
    return joined(chunks)


class Halved:
    def of(self, chunk, control=None):
        return chunk.payoffs[:, 0] / 2.0


@pytest.mark.parametrize("duplicate", [False, True])
def test_plain_results_are_those_of_the_match(duplicate):
    chunk = chunk_of(duplicate, 300)
    verdicts = Verdicts(HOLDEM, duplicate)
    running = RunningResult(HOLDEM, ("a", "b"), duplicate)
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
    assert raw.sd == pytest.approx(chunk.payoffs[:, 0].std(ddof=1) * 1000 / HOLDEM.big_blind)


def test_how_hands_are_cut_does_not_matter():
    chunk = chunk_of(True, 200)
    whole, parts = Verdicts(HOLDEM, True, Halved()), Verdicts(HOLDEM, True, Halved())
    whole.add(chunk)
    for hand in range(200):
        parts.add(chunk.part(hand, hand + 1))
    assert whole.readings == parts.readings
    assert whole.reading(AIVAT).cut(whole.reading(DUPLICATE)) == pytest.approx(0.5)
    part = Verdicts(HOLDEM, True)
    part.add(chunk.part(0, 5))  # a deal counts once it was played from both positions
    assert (part.reading(RAW).hands, part.reading(DUPLICATE).units) == (4, 2)
    assert [one.method for one in Verdicts(get_game("leduc")).readings] == [RAW]  # no all-ins


def test_the_board_after_an_all_in_is_averaged():
    chunk = chunk_of(False, 60)
    found, values = Verdicts(HOLDEM), chunk.payoffs[:, 0].astype(float)
    for hand in range(60):
        record = chunk.record(hand, ("a", "b"))
        seat, spot = int(chunk.positions[hand]), record.spot
        assert values[hand] == record.payoffs[seat]
        if not spot.showdown or HOLDEM.board_sizes[spot.street] == 5:
            continue
        ranges = np.zeros((2, 1326))
        for place in range(2):
            ranges[place, combo_index(record.holes[place])] = 1.0
        board = record.board[: HOLDEM.board_sizes[spot.street]]
        share = equity(ranges[seat], ranges[1 - seat], board).equity
        values[hand] = share * spot.pot - spot.spent(seat)
    assert (values != chunk.payoffs[:, 0]).sum() > 5
    found.add(chunk)
    mbb = values * 1000 / HOLDEM.big_blind
    assert found.reading(ALL_IN).interval.mean == pytest.approx(mbb.mean(), abs=1e-6)
    assert found.reading(ALL_IN).sd == pytest.approx(mbb.std(ddof=1), rel=1e-9)
