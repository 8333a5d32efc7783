"""Table rules of a spot in its record: fixed bets, and the line played."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ai.betting.sizes import SpotError
from engine.game import NO_CAP
from engine.player import CALL, Action, raise_to

FIXED, LINE = "fixed", "line"
"""The two fields of a record."""


def steps_text(line: Sequence[Action]) -> str:
    """Actions from the root as text: ``cr150``."""
    return "".join(f"r{action.raise_to}" if action.raise_to else "c" for action in line)


def read_steps(text: str) -> tuple[Action, ...]:
    """Parse the text of ``steps_text``; building the tree checks the line.

    Raises:
        SpotError: if it is no such text.
    """
    if not re.fullmatch(r"(c|r[1-9][0-9]{0,11}){0,500}", text):
        raise SpotError("the line of a spot is c, or r with a total, for each action", LINE)
    steps = re.findall(r"c|r[0-9]+", text)
    return tuple(CALL if step == "c" else raise_to(int(step[1:])) for step in steps)


def read_fixed(text: str) -> tuple[int, int] | None:
    """Parse bet size and number of bets of a street from text such as ``20x4``; None if empty.

    Raises:
        SpotError: if it is no such text.
    """
    if not text:
        return None
    match = re.fullmatch(r"([0-9]{1,12})x([0-9]{1,4})", text)
    if match is None:
        raise SpotError("fixed bets are chips and how many a street has: 20x4", FIXED)
    return int(match[1]), int(match[2])


def check_fixed(size: int, most: int, streets: int, stack: int) -> None:
    """Check that a spot's fixed bets add up to its stack.

    Raises:
        SpotError: if it is not.
    """
    if not (size > 0 and 0 < most <= NO_CAP and stack == size * most * streets):
        raise SpotError("with fixed bets the stack is what can be bet", FIXED)
