"""Exact range EVs when both players follow an engine to the end of the hand.

From a node on, the engine is queried for its whole range at every later decision on every board.
The value of a terminal for a combo, as sums over the unblocked opposing combos, weighted by reach,
is

    fold: met x (chips won - chips paid)
    showdown: (beaten + tied / 2) x (what both have paid for) + met x (uncalled - paid)

and the value of a decision is the mean over the engine's actions for the player to act, and the sum
over them for the other, whose sums contain the actor's reach. Sums over next boards are divided by
the number of them compatible with a pair of hands. EV is the sum at the node divided by the reach
met there: exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import RangeReader, Weights
from ai.small_games.deals import can_list, deals_of
from engine import timing
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity import ALL_COMBOS, add_showdowns, rank_combos
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked

BoardCards = tuple[Card, ...]

MOST_ANSWERS = 20_000
"""Most engine queries: decisions that can follow, times boards."""
MOST_SECONDS = 20.0
_NOTHING = 1e-9
"""Fraction of a range below which the matchups of a hand are rounding error."""


class TooLongError(PokerError):
    """The rest of the hand is too large to play out."""


def play_out(
    reader: RangeReader, spot: PublicState, ranges: Weights, control: JobControl | None = None
) -> tuple[Weights, Weights]:
    """EVs from a decision on when both players follow an engine.

    ``spot``: a decision of a two-player game; in hold'em on the turn or the river. ``ranges``: (2,
    num_combos) reach. Returns EV of both players (2, num_combos), and of the player to act after
    each action of the engine's answer (num_combos, actions); NaN for combos that are blocked, meet
    nothing of the other range, or for which the engine has no answer. Raises TooLongError if there
    are more than ``MOST_ANSWERS``, or queries take too long, or any error of the engine.
    """
    walk = _PlayoutTraversal(reader, spot, control)
    sums, after = walk.decision(spot, [spot.board], ranges[None], whole=True)
    assert after is not None
    met = np.concatenate(
        [walk.ends.against([spot.board], other[None])[0] for other in ranges[::-1]]
    )
    met = np.where((met > 0.0) & ~blocked(spot.game, spot.board), met, np.nan)
    return sums[0] / met, after[0] / met[spot.to_act][:, None]


class _SmallEnds:
    """Combos met and beaten by each combo on boards of a game with enumerable deals."""

    def __init__(self, game: Game) -> None:
        self._deals = deals_of(game, merge_suits=False)

    def _places(self, boards: Sequence[BoardCards]) -> tuple[int, list[int]]:
        sizes = self._deals.game.board_sizes
        street = len({size for size in sizes if size < len(boards[0])})
        return street, [self._deals.boards[street].index(board) for board in boards]

    def against(self, boards: Sequence[BoardCards], others: Weights) -> tuple[Weights, Weights]:
        """Reach of the opponent's combos that each meets, and that it beats at showdown.

        Half of what it ties counts as beaten; both are means over the boards to come. ``boards``:
        of one round. ``others``: (boards, num_combos) the other's reach. Returns both (boards,
        num_combos).
        """
        street, places = self._places(boards)
        # The matrices are (anti)symmetric in the hands, hence the same for both positions.
        met = np.einsum("bij,bj->bi", self._deals.fold[street][places], others)
        ahead = np.einsum("bij,bj->bi", self._deals.showdown[street][places], others)
        return met, (met + ahead) / 2

    def following(self, board: BoardCards) -> tuple[list[BoardCards], float]:
        """Return the boards of the next round, and the weight of each for a pair of hands."""
        street, (place,) = self._places([board])
        parents = self._deals.parent[street + 1].tolist()
        boards = zip(self._deals.boards[street + 1], parents, strict=True)
        return [later for later, parent in boards if parent == place], 1.0


class _HoldemEnds:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._ranked: dict[BoardCards, tuple[NDArray[np.uint16], int, NDArray[np.int32]]] = {}

    def against(self, boards: Sequence[BoardCards], others: Weights) -> tuple[Weights, Weights]:
        win, tie, met = np.zeros((3, *others.shape))
        for at, board in enumerate(boards):
            full, scale = self.following(board) if len(board) == 4 else ([board], 1.0)
            for each in full:
                ranking = self._ranked.get(each)
                if ranking is None:
                    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
                    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
                    live = rank_combos(np.array(each, np.uint8), ALL_COMBOS, strengths, order)
                    ranking = self._ranked[each] = order, live, strengths
                add_showdowns(*ranking, others[at], scale, win[at], tie[at], met[at])
        met[met <= _NOTHING * others.sum(axis=1, keepdims=True)] = 0.0
        return met, win + tie / 2

    def following(self, board: BoardCards) -> tuple[list[BoardCards], float]:
        left = [card for card in self._game.deck if card not in board]
        return [(*board, card) for card in left], 1.0 / (len(left) - 2 * self._game.num_hole)


class _PlayoutTraversal:
    def __init__(self, reader: RangeReader, start: PublicState, control: JobControl | None) -> None:
        self._reader, self._start, self._control = reader, start, control
        self._asked, self._stop = 0, timing.seconds() + MOST_SECONDS
        ends = _SmallEnds if can_list(start.game) else _HoldemEnds
        self.ends: _SmallEnds | _HoldemEnds = ends(start.game)

    def _sums(self, spot: PublicState, boards: list[BoardCards], reach: Weights) -> Weights:
        """Return chips (boards, 2, num_combos) from here on, summed over hands met by their reach.

        ``boards``: those of the street. ``reach``: (boards, 2, num_combos).
        """
        if spot.finished:
            spent = [spot.spent(player) for player in (0, 1)]
            total = np.zeros_like(reach)
            for player in (0, 1):
                met, beaten = self.ends.against(boards, reach[:, 1 - player])
                paid = spent[player] - self._start.spent(player)
                if spot.showdown:
                    back = spent[player] - min(spent)  # uncalled
                    contested = spot.pot - abs(spent[0] - spent[1])
                    total[:, player] = contested * beaten + (back - paid) * met
                else:
                    won = 0 if spot.folded(player) else spot.pot
                    total[:, player] = (won - paid) * met
            return total
        if spot.game.board_sizes[spot.street] == len(boards[0]):
            return self.decision(spot, boards, reach)[0]
        total = np.empty_like(reach)
        for at, board in enumerate(boards):
            following, scale = self.ends.following(board)
            free = np.stack([~blocked(spot.game, later) for later in following])[:, None]
            sums = self._sums(spot, following, reach[at] * free)
            total[at] = scale * np.where(free, sums, 0.0).sum(axis=0)
        return total

    def decision(
        self, spot: PublicState, boards: list[BoardCards], reach: Weights, whole: bool = False
    ) -> tuple[Weights, Weights | None]:
        """The same at a decision, and (boards, num_combos, actions) after each action there.

        ``whole``: whether to include actions that no hand takes.
        """
        acts, waits = spot.to_act, 1 - spot.to_act
        answers = []
        for board in boards:
            self._asked += 1
            if self._asked > MOST_ANSWERS or timing.seconds() > self._stop:
                raise TooLongError("too many lines to play out")
            here, keep = spot.on(board), len(boards) == 1
            answers.append(self._reader.answer(here, self._control, keep=keep))
        actions = answers[0].actions
        chances = np.stack([answer.probabilities for answer in answers])
        total = np.zeros_like(reach)
        after = np.zeros(chances.shape) if whole else None
        for column, action in enumerate(actions):
            chance = chances[:, :, column]
            if not (whole or chance.any()):
                continue
            coming = reach.copy()
            coming[:, acts] *= chance
            sums = self._sums(spot.after(action), boards, coming)
            total[:, waits] += sums[:, waits]
            total[:, acts] += np.where(chance > 0.0, chance * sums[:, acts], 0.0)
            if after is not None:
                after[:, :, column] = sums[:, acts]
        unknown = ~chances.any(axis=2)
        total[:, acts][unknown] = np.nan
        if after is not None:
            after[unknown] = np.nan
        return total, after
