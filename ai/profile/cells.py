"""Cells of a profile: street, position, and the bet faced."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import PokerError
from engine.player import ActionKind, PublicState
from engine.wording import Wording

STREETS = ("flop", "turn", "river")
POSITIONS = ("oop", "ip")
FACING = ("nothing", "small", "medium", "large", "raise", "all-in")
KINDS = ("fold", "call", "raise")
"""Kinds in the order of ``ActionKind``; with no bet faced, call is check and raise is bet."""
FREE_KINDS = ("", "check", "bet")
"""Names of the kinds where nothing is faced."""

_STREET_WORDS = (Wording("flop"), Wording("turn"), Wording("river"))
_POSITION_WORDS = (Wording("oop"), Wording("ip"))
_FACED_WORDS = (
    Wording("checked to"),
    Wording("faces a small bet"),
    Wording("faces a medium bet"),
    Wording("faces a large bet"),
    Wording("faces a raise"),
    Wording("faces all-in"),
)
_SMALL, _MEDIUM = 0.4, 0.8
"""Largest small and medium bets, as fractions of the pot before them."""

Kinds = NDArray[np.float64]
"""(3,) indices of the kinds."""


class ProfileError(PokerError):
    """A profile that is malformed or does not match."""


class Cell(NamedTuple):
    """A cell of a profile.

    ``facing``: index in ``FACING``: no bet; the first bet of the street, up to 40% of the pot, up
    to 80%, or more; a raise; a bet or raise all-in, which leaves fold and call.
    """

    street: int
    position: int
    facing: int

    @property
    def words(self) -> Wording:
        """Display text: "river, ip, faces a small bet"."""
        return Wording(
            "{street}, {position}, {faced}",
            street=_STREET_WORDS[self.street],
            position=_POSITION_WORDS[self.position],
            faced=self._faced,
        )

    @property
    def place(self) -> Wording:
        """Display text without the position: "river, faces a small bet"."""
        street = _STREET_WORDS[self.street]
        return Wording("{street}, {faced}", street=street, faced=self._faced)

    @property
    def _faced(self) -> Wording:
        first = self.position == 0 and self.facing == 0
        return Wording("acts first") if first else _FACED_WORDS[self.facing]

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of action available there."""
        return (1, 2) if self.facing == 0 else (0, 1) if self.facing == 5 else (0, 1, 2)


def kind_name(cell: Cell, kind: int) -> str:
    """The name of a kind in a cell: ``check``, not ``call``, if no bet is faced."""
    return (FREE_KINDS if cell.facing == 0 else KINDS)[kind]


def cell_of(state: PublicState) -> Cell | None:
    """The cell of a heads-up hold'em decision; None preflop."""
    game = state.game
    street = len(STREETS) - game.num_rounds + state.street
    if street < 0:
        return None
    legal = state.legal
    if not legal.call:
        facing = "nothing"
    elif not (legal.max_raise or state.game.is_limit):
        facing = "all-in"
    elif state.num_raises > 1:
        facing = "raise"
    else:
        part = legal.call / (state.pot - legal.call)
        facing = "small" if part <= _SMALL else "medium" if part <= _MEDIUM else "large"
    return Cell(street, state.to_act, FACING.index(facing))


def kind_of(kind: ActionKind) -> int:
    """The index of an action's kind in ``KINDS``."""
    return (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE).index(kind)
