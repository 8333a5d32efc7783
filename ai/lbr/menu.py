"""Action menus of local best response by round, as text and street totals.

``fcpa`` on all rounds; ``c;c;56`` checks and calls before the turn and considers 56 sizes from
there on; ``fc;33,75,a`` folds and calls before the flop and then also raises by a third or three
quarters of the pot, or all-in. Rounds are separated by ``;`` and the last applies to later ones.

Source of ``fc``, ``fcpa`` and ``56``: Lisy and Bowling, "Equilibrium approximation quality of
current no-limit poker bots", 2017 (arXiv 1612.07547).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ai.betting.sizes import MAX_SIZES, Sizes, SpotError, parse_sizes
from engine.errors import PokerError
from engine.game import Game
from engine.player import PublicState
from engine.wording import Wording

_MOST_TEXT = 500


class LbrMenuError(PokerError):
    """A menu that local best response cannot use."""


@dataclass(frozen=True)
class Moves:
    """The actions of local best response on a round besides checking and calling.

    ``sizes``: the raises it may make, in several lists, as each holds only a few.
    """

    fold: bool = False
    sizes: tuple[Sizes, ...] = ()

    def raises(self, spot: PublicState) -> list[int]:
        """The street totals it may raise to, ascending; in limit games the one there is."""
        legal = spot.legal
        if not legal.max_raise:
            return []
        pot = spot.pot + legal.call
        amounts: set[int] = set()
        for sizes in self.sizes:
            amounts.update(sizes.totals(spot.max_bet, pot, legal.min_raise, legal.max_raise))
        return sorted(amounts)


def _fifty_six() -> tuple[Sizes, ...]:
    """The lists of 5% x 1.15^k of the pot, k from 0 to 54, and all-in."""
    percents = [round(Fraction(5) * Fraction(23, 20) ** k, 4) for k in range(55)]
    lists = [percents[i : i + MAX_SIZES] for i in range(0, len(percents), MAX_SIZES)]
    return (*(Sizes(tuple(some)) for some in lists), Sizes(all_in=True))


_NAMED = {
    "c": Moves(),
    "fc": Moves(fold=True),
    "fcpa": Moves(True, (Sizes((Fraction(100),), all_in=True),)),
    "56": Moves(True, _fifty_six()),
}
MENUS = tuple(_NAMED)
"""Names of menus: check and call; also fold; also raise by the pot and all-in; or by 56 sizes."""


def parse_lbr_menu(text: str, game: Game, rounds: tuple[int, int]) -> tuple[Moves, ...]:
    """Read a menu.

    ``text``: names of ``MENUS`` or lists of sizes, between ``;`` by round. ``rounds``: first and
    last round, from 1, in which it does more than check and call. Returns the moves on each round
    of the game. Raises LbrMenuError if the text is not a menu.
    """
    names = [name.strip().lower() for name in text[:_MOST_TEXT].split(";")]
    if len(names) > game.num_rounds:
        raise LbrMenuError(
            "{title} has {rounds} rounds, the menu {count}",
            title=Wording(game.title),
            rounds=game.num_rounds,
            count=len(names),
        )
    moves = []
    for name in names:
        try:
            sizes = Sizes() if name in _NAMED else parse_sizes(name)
        except SpotError:
            sizes = Sizes()
        if name not in _NAMED and not (sizes.percents or sizes.all_in):
            raise LbrMenuError(
                "there is no menu {name!r}: choose one of {menus}, or give percentages of the pot "
                "and a for all-in, as in 33,75,a",
                name=name[:20],
                menus=", ".join(MENUS),
            )
        moves.append(_NAMED.get(name) or Moves(True, (sizes,)))
    moves += moves[-1:] * (game.num_rounds - len(moves))
    first, last = rounds
    return tuple(one if first <= number <= last else Moves() for number, one in enumerate(moves, 1))
