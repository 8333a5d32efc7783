from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.picks import parse_picks
from engine.errors import EngineError
from engine.game import get_game
from engine.tree import DECISION, build_tree

LEDUC = build_tree(get_game("leduc"))
KUHN = build_tree(get_game("kuhn"))


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


@pytest.mark.parametrize(
    "text",
    [
        *("constant:1", "constant:all", "constant:12", "depth:0.4", "depth:0.4,2", "depth:1,both"),
        *("depth:0.1234567891,0.5,both", "street:0.4,0.6,0.8,1", "explicit:1,all", "explicit:3"),
    ],
)
def test_text_reads_back(text):
    picks = parse_picks(text)
    assert str(picks) == text
    assert parse_picks(str(picks)) == picks
    assert picks.title


def test_text_may_be_spaced_and_long_winded():
    assert str(parse_picks(" street: 0.50, 1.0 ")) == "street:0.5,1"
    assert str(parse_picks("depth:0.4,1,both")) == "depth:0.4,both"


def test_titles():
    titles = {
        "constant:1": "1 action",
        "constant:all": "all actions",
        "explicit:1,all": "1, then all actions by own decision",
        "street:0.5,1": "50%, then 100% of the actions by street",
        "depth:0.4,2,both": "40% of the actions at first, all in the end, by both players'"
        " decisions, exponent 2",
    }
    assert {text: parse_picks(text).title for text in titles} == titles


def test_constants_are_cut_to_what_there_is():
    assert set(picks_by_line(LEDUC, "constant:1").values()) == {1}
    two = picks_by_line(LEDUC, "constant:2")
    assert set(two.values()) == {2}
    every = picks_by_line(LEDUC, "constant:all")
    assert every["r"] == 3
    assert every["rr"] == every[""] == 2
    assert picks_by_line(LEDUC, "constant:5") == every


def test_explicit_counts_own_decisions():
    picks = picks_by_line(LEDUC, "explicit:1,2,all")
    assert picks[""] == picks["c"] == picks["r"] == 1  # first decisions of either player
    assert picks["cr"] == picks["crr"] == 2  # second decisions
    assert picks["cc"] == 2
    assert picks["ccr"] == 2
    assert picks["crcr"] == 2
    assert picks["crcc"] == 2  # of 2, the third one
    assert picks["crccr"] == 3  # all of three


def test_streets():
    picks = picks_by_line(LEDUC, "street:0.5,1")
    assert picks[""] == 1
    assert picks["r"] == 2  # half of three, rounded up
    assert picks["cc"] == 2
    assert picks["ccr"] == 3
    assert picks_by_line(LEDUC, "street:0.34")["ccr"] == 2
    # A third is a third, whatever the last bit.
    assert picks_by_line(LEDUC, f"street:{1 / 3}")["r"] == 1


def test_depth_runs_from_the_first_part_to_all():
    own = picks_by_line(LEDUC, "depth:0.3")
    assert own[""] == own["r"] == 1
    deepest = max(own, key=lambda line: (len(line), line))
    assert own[deepest] == 2  # fold or call, at the end of the longest line
    assert own["crrccr"] == 3
    both = picks_by_line(KUHN, "depth:0.5,both")
    assert both == {"": 1, "c": 2, "r": 2, "cr": 2}
    steep = picks_by_line(KUHN, "depth:0.5,9,both")
    assert steep == {"": 1, "c": 2, "r": 2, "cr": 2}  # 0.501 of two is two of two
    assert picks_by_line(KUHN, "depth:0.4,9,both") == {"": 1, "c": 1, "r": 1, "cr": 2}
    assert picks_by_line(KUHN, "depth:1") == picks_by_line(KUHN, "constant:all")


@pytest.mark.parametrize("text", ["depth:0.4,2,both", "constant:1", "street:0.5,1", "explicit:1"])
def test_a_tree_without_decisions_asks_for_nothing(text):
    tree = build_tree(get_game("kuhn@1"))
    assert not parse_picks(text).resolve(tree).any()


def test_depth_of_a_tree_with_one_decision_each():
    short = replace(get_game("kuhn"), name="short", max_raises=(0,))
    assert picks_by_line(build_tree(short), "depth:0.5") == {"": 1, "c": 1}


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
