"""The strip in which the user types the stack of each seat."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.fields import SpotField


@dataclass(frozen=True, slots=True)
class StacksScene:
    """The stacks as the strip shows them.

    Attributes:
        names: names of the players, clockwise from the user.
        fields: a field for each player; empty in a game in which nobody runs out of chips.
        problem: the first reason why these stacks cannot be played; empty if they can.
    """

    names: tuple[str, ...]
    fields: tuple[SpotField, ...]
    problem: str = ""
