"""Solving effort for a street: bet menu and iterations."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ai.betting.sizes import Sizes, parse_menu
from engine.player import Action, PublicState

DEEP = 8
"""Turn SPR above which all-in is dropped from the tree."""

_Menu = tuple[Sizes, ...]


@dataclass(frozen=True)
class Effort:
    """Solving effort on a street.

    Attributes:
        bets: sizes of both players, by street to the river; actual bets are added where they were
            made. The smallest is at least a big blind.
        raises: likewise.
        iterations: of the solver.
        chunk: iterations between two checks of the control.
    """

    bets: _Menu
    raises: _Menu
    iterations: int
    chunk: int

    def on(self, start: PublicState) -> Effort:
        """The effort on a street that begins with a decision, without all-in at high SPR."""
        if len(self.bets) == 1 or start.stack(start.to_act) <= DEEP * start.pot:
            return self
        bets = tuple(Sizes(sizes.percents) for sizes in self.bets)
        return replace(self, bets=bets, raises=(Sizes(self.raises[0].percents), *self.raises[1:]))

    def considers(self, state: PublicState, action: Action) -> bool:
        """Return whether an action is on the menu of a resolved street."""
        if state.game.is_limit or not action.raise_to:
            return True
        legal, sizes = state.legal, (self.raises if state.max_bet else self.bets)[0]
        pot, most = state.pot + legal.call, legal.max_raise
        return action.raise_to in sizes.totals(state.max_bet, pot, legal.min_raise, most)


EFFORTS = {
    4: Effort(parse_menu("100,a;100,a"), parse_menu("100,a;a"), iterations=60, chunk=1),
    5: Effort(parse_menu("50,100,a"), parse_menu("100,a"), iterations=100, chunk=10),
}
"""Efforts by the number of cards on the board; see docs/internals/resolving.md."""
JUDGING = {4: EFFORTS[4], 5: replace(EFFORTS[5], iterations=400)}
"""Efforts for judging decisions: a river in a tenth of a second."""
FURTHER = {4: replace(EFFORTS[4], iterations=200), 5: replace(EFFORTS[5], iterations=1600)}
"""Efforts where a solution is inconsistent: it often takes actions that lose by its own EVs."""
