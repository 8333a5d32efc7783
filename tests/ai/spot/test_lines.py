import numpy as np
import pytest

from ai.spot.lines import action_key, line_text, parse_key, parse_line
from ai.spot.sizes import SpotError
from ai.spot.spot import Spot
from engine.errors import IllegalActionError
from engine.player import CALL, FOLD, raise_to
from engine.tree import DECISION

TURN = Spot.parse("Qs Jh 2h 8c", "AA", "KK", 101, 300, "50,a", "100")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA", "KK", 101, 300, "50,a", "100")


@pytest.mark.parametrize("spot", [TURN, RIVER])
def test_lines_round_trip(spot):
    for node in np.flatnonzero(spot.tree.kind == DECISION).tolist():
        line = spot.tree.line_to(node)
        assert parse_line(spot, line_text(spot, line)) == line
    for action in (FOLD, CALL, raise_to(1), raise_to(950)):
        assert parse_key(action_key(action)) == action


def test_raises_are_totals_on_their_street():
    assert line_text(TURN, [raise_to(51), CALL, CALL, raise_to(102)]) == "r51c/cr102"
    assert parse_line(TURN, "cc") == (CALL, CALL)  # a slash at the end may be missing


@pytest.mark.parametrize("text", ["", "/", "x", "r", "r1.5", "rr5", "r" + "1" * 13])
def test_what_is_no_action_is_refused(text):
    with pytest.raises(IllegalActionError, match="not an action"):
        parse_key(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "'x' at character 1 of the line is not"),
        ("r", "is not f, c, r with a total"),
        ("r50", "'r50' at character 1 of the line: there is c, r51, r300"),
        ("f", "there is c, r51"),
        ("cc/cc/", "character 6 of the line ends no round"),
        ("cc/ccc", "the hand is over"),
        ("c/c", "character 2 of the line ends no round"),
        ("ccc", "a / is missing at character 3"),
        ("r51f", "nobody is to act after 'r51f'"),
        ("r300c", "nobody is to act"),
        ("\u0663", "is not f, c, r"),
    ],
)
def test_refusals_name_the_place(text, words):
    with pytest.raises(SpotError, match=words):
        parse_line(TURN, text)
