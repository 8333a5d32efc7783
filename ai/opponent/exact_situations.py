"""Lossless situations of games as small as Kuhn and Leduc."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_small
from ai.equity.handrank import hand_ranks
from ai.small_games.deals import deals_of
from engine.cards import RANKS, Card
from engine.errors import EngineError
from engine.game import Game
from engine.player import Action, ActionKind, PublicState
from engine.policy import blocked, board_index, boards
from engine.tree import DECISION, BettingTree, build_tree
from engine.wording import Wording

MAX_CELLS = 30_000
"""Most situations times classes times kinds."""
_MAX_NODES = 20_000
_PARTS = 5
"""Classes of groups: quantiles of all hands by strength."""
_ROUNDS = (
    *(Wording("First round"), Wording("Second round")),
    *(Wording("Third round"), Wording("Fourth round")),
)
_FACED, _FREE = (Wording("call"), Wording("raise")), (Wording("check"), Wording("bet"))
"""Names of passive and active actions where there is a bet to call, and where there is none."""


@lru_cache(64)
def fits_exactly(game: Game) -> bool:
    """Return whether a game is small enough for each of its decisions to be a situation."""
    if not is_small(game):
        return False
    tree = build_tree(game, max_nodes=_MAX_NODES)
    deals = deals_of(game, merge_suits=True)
    per_street = np.array([len(street) for street in deals.boards])
    here = tree.kind == DECISION
    cells = per_street[tree.street[here]].sum() * deals.num_classes * int(tree.num_actions.max())
    return bool(cells <= MAX_CELLS)


class ExactSituations:
    """Situations of a small game: each decision on each board distinguishable by cards.

    A class is a distinguishable hand; a kind is an action's index among fold, call and the raises
    of a decision. Groups merge decisions with the same choices, by street and overall; their
    classes are fifths of all hands by strength.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tree = tree = build_tree(game)
        self._deals = deals_of(game, merge_suits=True)
        self.key = _rules_key(game)
        self.num_classes = self._deals.num_classes
        decisions = np.flatnonzero(tree.kind == DECISION)
        per_street = np.array([len(street) for street in self._deals.boards])
        ends = np.cumsum(per_street[tree.street[decisions]])
        self.num_situations = int(ends[-1])
        self._first = np.zeros(tree.num_nodes, np.int64)
        self._first[decisions] = ends - per_street[tree.street[decisions]]
        self._node_of = np.repeat(decisions, per_street[tree.street[decisions]])
        self._nodes = {tree.line_to(int(node)): int(node) for node in decisions}
        self._boards: dict[tuple[Card, ...], int] = {
            tuple(board): int(self._deals.board_class[street][index])
            for street in range(game.num_rounds)
            for index, board in boards(game, street)
        }
        self._classes: dict[tuple[Card, ...], NDArray[np.int32]] = {}
        self.num_kinds = 2 + max(
            sum(action.kind is ActionKind.RAISE for action in tree.actions_at(node))
            for node in self._nodes.values()
        )
        self._actions = {node: self._actions_at(node) for node in self._nodes.values()}
        # Decisions with the same choices, overall and by street.
        wide: dict[tuple[int, ...], int] = {}
        rows = []
        # The fifth of all hands by strength to which each class belongs.
        self.num_group_classes = _PARTS
        self.group_class = np.zeros((self.num_situations, self.num_classes), np.int32)
        for situation, node in enumerate(self._node_of.tolist()):
            street = int(tree.street[node])
            kinds = tuple(sorted({int(a.kind) for a in tree.actions_at(node)}))
            keys = (-1, *kinds), (street, *kinds)
            rows.append([wide.setdefault(key, len(wide)) for key in keys])
            board = self._deals.boards[street][situation - int(self._first[node])]
            shares = hand_ranks(game, board)
            free = ~np.isnan(shares)
            part = np.minimum(shares[free] * _PARTS, _PARTS - 1).astype(np.int32)
            self.group_class[situation, self._deals.class_of_combo[free]] = part
        self.groups, self.num_groups = np.array(rows, np.int32), len(wide)

    def situation(self, spot: PublicState) -> int:
        """The situation of a decision. Raises EngineError if it is not of this game."""
        first = int(self._first[self._node(spot)])
        board = self._boards.get(spot.board)
        if board is None:
            street = self._game.board_sizes.index(len(spot.board))
            board = int(self._deals.board_class[street][board_index(self._game, spot.board)])
            self._boards[spot.board] = board
        return first + board

    def classes_on(self, spot: PublicState) -> NDArray[np.int32]:
        """Class of each combo: (num_combos,) int32, read-only, -1 where it is blocked."""
        classes = self._classes.get(spot.board)
        if classes is None:
            out = blocked(self._game, spot.board)
            classes = np.where(out, np.int32(-1), self._deals.class_of_combo)
            classes.setflags(write=False)
            self._classes[spot.board] = classes
        return classes

    def kind(self, spot: PublicState, action: Action) -> int:
        """Fold, call, or the raise's index among those of the decision.

        Raises EngineError if the decision has no such action.
        """
        actions, _ = self._actions[self._node(spot)]
        if action not in actions:
            raise EngineError("{title} has no such action here", title=Wording(self._game.title))
        if action.kind is not ActionKind.RAISE:
            return int(action.kind)
        return 2 + [a for a in actions if a.kind is ActionKind.RAISE].index(action)

    def actions(self, spot: PublicState) -> tuple[tuple[Action, ...], NDArray[np.int64]]:
        """Return the decision's actions, and the one that each kind is mapped to.

        Raises EngineError if it is not a decision of this game.
        """
        return self._actions[self._node(spot)]

    def spot(self, situation: int) -> PublicState:
        """Return a decision of a situation, on one of its boards."""
        node = int(self._node_of[situation])
        board = self._deals.boards[int(self._tree.street[node])]
        cards = board[situation - int(self._first[node])]
        return PublicState(self._game, self._tree.line_to(node), tuple(cards))

    def words(self, situation: int) -> str:
        """Return words such as "Second round, board K, after bet, call, check: facing a bet"."""
        node = int(self._node_of[situation])
        street = int(self._tree.street[node])
        told = _line_words(self._tree, node)
        board = self._deals.boards[street][situation - int(self._first[node])]
        ranks = self._game.shown_ranks or RANKS[13 - self._game.num_ranks :]
        legal = PublicState(self._game, self._tree.line_to(node), ()).legal
        facing = Wording("facing a bet") if legal.fold else Wording("nothing to call")
        if self._game.num_rounds == 1 and not board:
            if told is None:
                return str(Wording("First to act: {facing}", facing=facing))
            return str(Wording("After {line}: {facing}", line=told, facing=facing))
        where = _ROUNDS[street]
        if board:
            shown = "".join(ranks[card // 4 - (13 - self._game.num_ranks)] for card in board)
            where = Wording("{round}, board {board}", round=where, board=shown)
        if told is None:
            return str(Wording("{where}, first to act: {facing}", where=where, facing=facing))
        return str(
            Wording("{where}, after {line}: {facing}", where=where, line=told, facing=facing)
        )

    def _node(self, spot: PublicState) -> int:
        node = self._nodes.get(spot.actions, -1)
        if node < 0 or (spot.game is not self._game and spot.game != self._game):
            raise EngineError("this is not a decision of {title}", title=Wording(self._game.title))
        return node

    def _actions_at(self, node: int) -> tuple[tuple[Action, ...], NDArray[np.int64]]:
        actions = self._tree.actions_at(node)
        raises = [place for place, a in enumerate(actions) if a.kind is ActionKind.RAISE]
        call = next(place for place, a in enumerate(actions) if a.kind is ActionKind.CALL)
        places = [0, call, *(raises or [call])]
        places += places[-1:] * (self.num_kinds - len(places))
        return actions, np.array(places)


def _rules_key(game: Game) -> str:
    """The name without a depth, and a hash of the rules."""
    readable = re.sub(r"[^a-z0-9-]+", "-", game.name.partition("@")[0].lower())[:40]
    cards = (game.num_suits, game.num_ranks, game.num_hole, *game.num_board)
    rules = hashlib.sha256(game.digest_numbers.tobytes() + str(cards).encode())
    return f"{readable}-{rules.hexdigest()[:8]}"


def _line_words(tree: BettingTree, node: int) -> Wording | None:
    told: Wording | None = None
    while tree.parent[node] >= 0:
        parent = int(tree.parent[node])
        legal = PublicState(tree.game, tree.line_to(parent), ()).legal
        passive, active = _FACED if legal.fold else _FREE
        kind = ActionKind(int(tree.action_kind[node]))
        done = {ActionKind.FOLD: Wording("fold"), ActionKind.CALL: passive}.get(kind, active)
        told = done if told is None else Wording("{done}, {later}", done=done, later=told)
        node = parent
    return told
