"""Line-ups: chosen, drawn, distinguished and named."""

from __future__ import annotations

import pytest

from pokergui.formatting.lineup import named, random_line_up, told_apart, with_seat


def test_duplicates_have_the_mark_of_their_seat() -> None:
    titles = ["Caller", "Raiser", "Mouse", "Caller", "Caller"]
    assert told_apart(titles, "12345") == ("Caller 1", "Raiser", "Mouse", "Caller 4", "Caller 5")


@pytest.mark.parametrize("seats", [1, 3, 5, 8])
def test_nobody_is_drawn_twice_while_there_are_others(seats: int) -> None:
    names = ("a", "b", "c")
    drawn = random_line_up(names, seats)
    assert len(drawn) == seats
    assert {drawn.count(name) for name in names} <= {seats // 3, -(-seats // 3)}


def test_one_seat_is_replaced() -> None:
    assert with_seat(("a", "b", "c"), 1, "x") == ("a", "x", "c")


def test_a_line_up_in_a_sentence_names_each_engine_once() -> None:
    assert named(["Caller"]) == "Caller"
    assert named(["Caller", "Caller", "Raiser"]) == "Caller and Raiser"
    assert named(["a", "b", "c", "d", "a"]) == "5 engines"
