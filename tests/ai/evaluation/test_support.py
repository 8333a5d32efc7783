from functools import cache, partial

import numpy as np
import pytest

from ai.evaluation.estimators import MAPS
from ai.evaluation.judge import HandJudge, Judge
from ai.evaluation.support import WEIGHTS, unsupported
from ai.reading.reach import RangeReader
from ai.registry import build
from engine.game import get_game
from engine.match import play
from scripts.interval_coverage import Count, coverage

pytestmark = pytest.mark.slow


LEDUC = get_game("leduc")
engine = cache(partial(build, game=LEDUC))


def judged(target, hands=600, seed=1):
    asked = HandJudge(LEDUC, RangeReader(engine("cfr")), RangeReader(engine(target)))
    records = []
    play(LEDUC, [engine("cfr"), engine("nfsp")], hands, seed, on_record=records.append)
    made = Judge()
    for record in records:
        made.take(record, asked.estimates(record, record.players.index("cfr")))
    return made.verdicts()


@pytest.mark.parametrize("target", ["raise", "bluffer"])
def test_probabilities_next_to_0_are_no_support(target):
    """The rows of ``cfr`` have no 0, but many probabilities too small for any match to show."""
    basic, *others = judged(target)
    assert basic.missing and basic.unsupported > 0.1
    assert "do not cover" in basic.warnings[0]
    assert all(one.unsupported > 0.0 for one in others)
    told = judged("cfr", 100)  # the strategy that played is judged without a warning
    assert [(one.unsupported, one.warnings) for one in told] == [(0.0, ())] * len(MAPS)


@pytest.mark.parametrize(
    ("game", "targets"),
    [
        ("kuhn", ("nfsp", "random", "inverse", "bluffer")),
        pytest.param("leduc", ("spar:1", "call"), marks=pytest.mark.nightly),
    ],
)
def test_intervals_without_a_warning_include_the_truth(game, targets):
    every = Count()
    for target in targets:
        (found,) = coverage(get_game(game), "cfr", "nfsp", target, (1000,), 40, 1)
        every = sum(found.values(), every)
    assert every.true_of_all / every.all < 0.9
    assert every.true / every.unwarned >= 0.93
    assert every.unwarned / every.all > 0.25


def test_more_hands_show_more_support():
    """A tenth of the target has a weight of 100: the behaviour plays it once in 1,000 hands."""
    parts = np.zeros((2, len(WEIGHTS)))
    parts[:, WEIGHTS < 100] = [[0.1], [0.001]]
    assert unsupported(parts, 2000) == (0.1, 1.0)
    assert unsupported(parts, 3000) == (0.0, 128.0)
