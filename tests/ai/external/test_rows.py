import numpy as np
import pytest

from ai.external.rows import parse_strategy, strategy_lines
from engine.game import get_game
from engine.lines import spot_of
from engine.player import Strategy

SPOT = spot_of(get_game("leduc"), "r")
CARDS = ("Qs", "Qh", "Ks", "Kh", "As", "Ah")


def test_an_answer_is_read_as_it_was_written():
    rng = np.random.default_rng(1)
    rows, values, error = rng.dirichlet(np.ones(3), 6), *rng.normal(size=(2, 6, 3))
    actions = parse_strategy(SPOT, ["actions f c r", *[f"row {c} 0 1 0" for c in CARDS]]).actions
    answer = Strategy(actions, rows, values, error, "a note")
    found = parse_strategy(SPOT, strategy_lines(SPOT, answer))
    assert (found.actions, found.note) == (actions, "a note")
    for one, other in ((found.probabilities, rows), (found.values, values), (found.error, error)):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["actions c"], "no rows"),
        (["row Qs 1"], "not understood"),
        (["actions"], "0 actions"),
        (["actions c c"], "the same action twice"),
        (["actions check"], "not an action"),
        (["actions c", "row Qs nan"], "not all numbers of 0 or more"),
        (["actions c", "row Qs many few"], "a row of 2 numbers"),
        (["actions c", "row Qs many"], "could not convert"),
        (["actions c", "row Qs 0 0 0 1"], "a row of 4 numbers for 1 actions"),
        (["actions c", "row QsQs 1"], "named twice"),
        (["actions c", "row Qs 1"], "not all numbers of 0 or more"),
        (["actions c", "rows !!!!"], "not base64"),
        (["actions c", "rows AAAA"], "rows of 3 bytes, not 48"),
        (["actions c", "rows " + "A" * 64], "do not sum to 1"),
    ],
)
def test_a_range_that_makes_no_sense_is_none(lines, why):
    with pytest.raises(ValueError, match=why):
        parse_strategy(SPOT, [*lines, "done"])
