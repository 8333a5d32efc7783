from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.picks import parse_picks
from engine.errors import EngineError
from engine.game import get_game
from engine.tree import DECISION, build_tree

LEDUC = build_tree(get_game("leduc"))
KUHN = build_tree(get_game("kuhn"))
SHORT = build_tree(replace(get_game("kuhn"), name="short", max_raises=(0,)))


def picks_by_line(tree, text):
    picks = parse_picks(text).resolve(tree)
    assert picks.shape == (tree.num_nodes,)
    assert (picks[tree.kind != DECISION] == 0).all()
    deciding = tree.kind == DECISION
    assert (picks[deciding] >= 1).all()
    assert (picks[deciding] <= tree.num_actions[deciding]).all()
    lines = {}
    for node in np.flatnonzero(deciding).tolist():
        line = "".join("fcr"[action.kind] for action in tree.line_to(node))
        lines[line] = int(picks[node])
    return lines


def test_text_reads_back():
    texts = "constant:1 constant:all constant:12 depth:0.4 depth:0.4,2 depth:1,both explicit:1,all"
    for text in (*texts.split(), "depth:0.1234567891,0.5,both", "street:0.4,0.6,0.8,1"):
        picks = parse_picks(text)
        assert str(picks) == text and parse_picks(str(picks)) == picks
        assert not picks.resolve(build_tree(get_game("kuhn@1"))).any()  # where nobody decides
    assert str(parse_picks(" street: 0.50, 1.0 ")) == "street:0.5,1"
    assert str(parse_picks("depth:0.4,1,both")) == "depth:0.4,both"


@pytest.mark.parametrize(
    ("tree", "text", "known"),
    [
        (LEDUC, "constant:all", {"": 2, "r": 3, "rr": 2}),
        (LEDUC, "constant:5", {"": 2, "r": 3, "rr": 2}),
        # First decisions of either player, second ones, and the third: of two, and of three.
        (LEDUC, "explicit:1,2,all", {"": 1, "c": 1, "r": 1, "cr": 2, "crr": 2, "cc": 2, "ccr": 2}),
        (LEDUC, "explicit:1,2,all", {"crcr": 2, "crcc": 2, "crccr": 3}),
        (LEDUC, "street:0.5,1", {"": 1, "r": 2, "cc": 2, "ccr": 3}),  # half of three, rounded up
        (LEDUC, "street:0.34", {"ccr": 2}),
        (LEDUC, f"street:{1 / 3}", {"r": 1}),  # a third is a third, whatever the last bit
        # From the first part to all: fold or call at the end of the longest line, and three.
        (LEDUC, "depth:0.3", {"": 1, "r": 1, "crrccrr": 2, "crrccr": 3}),
        (KUHN, "depth:0.5,both", {"": 1, "c": 2, "r": 2, "cr": 2}),
        (KUHN, "depth:0.5,9,both", {"": 1, "c": 2, "r": 2, "cr": 2}),  # 0.501 of two is two
        (KUHN, "depth:0.4,9,both", {"": 1, "c": 1, "r": 1, "cr": 2}),
        (SHORT, "depth:0.5", {"": 1, "c": 1}),
    ],
)
def test_picks_of_lines_worked_out_by_hand(tree, text, known):
    picks = picks_by_line(tree, text)
    assert {line: picks[line] for line in known} == known


def test_every_decision_may_have_the_same():
    assert set(picks_by_line(LEDUC, "constant:1").values()) == {1}
    assert set(picks_by_line(LEDUC, "constant:2").values()) == {2}
    assert picks_by_line(KUHN, "depth:1") == picks_by_line(KUHN, "constant:all")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "is not a schedule of actions; give constant:K"),
        ("constant", "is not a schedule"),
        ("sometimes:1", "is not a schedule"),
        ("constant:1" + " " * 300, "is not a schedule"),
        ("constant:0", "none would ever be walked"),
        ("explicit:1,0", "none would ever be walked"),
        ("street:0.5,0", "no action would ever be walked"),
        ("depth:0", "no action would ever be walked"),
        ("constant:", "'' is not a number of actions"),
        ("constant:-1", "'-1' is not a number of actions"),
        ("constant:1.5", "1 to 127, or all"),
        ("constant:²", "is not a number of actions"),
        ("constant:1,2", "constant: takes one number"),
        ("explicit:1,,2", "is not a number of actions"),
        ("explicit:999", "1 to 127, or all"),
        ("street:1.5", "above 0 and at most 1"),
        ("street:nan", "above 0 and at most 1"),
        ("street:many", "'many' is not a number"),
        ("depth:both", "depth: takes the part"),
        ("depth:0.5,1,2", "depth: takes the part"),
        ("depth:0.5,0", "an exponent of 0"),
        ("depth:0.5,inf", "an exponent of inf"),
        ("depth:-0.5", "above 0 and at most 1"),
    ],
)
def test_what_is_no_schedule_is_refused(text, match):
    with pytest.raises(EngineError, match=match):
        parse_picks(text)
