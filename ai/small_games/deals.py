"""Deals of a small two-player game: probabilities of hand and board classes, and winners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.small_games.classes import CardClasses, check_listable, classes_of
from engine.combos import combo_cards
from engine.errors import GameError
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.policy import blocked, boards
from engine.wording import Wording


@dataclass(frozen=True)
class Deals(CardClasses):
    """Hand and board classes, and their joint probabilities.

    Attributes:
        fold: for each street (board classes, classes, classes) float64: probability of the board
            with the hands of position 0 and 1. Sums to 1 on every street; symmetric in the hands.
        showdown: the same times 1 where position 0's hand wins the showdown, -1 where it loses;
            on earlier streets the boards to come are averaged out. Antisymmetric in the hands.
    """

    fold: tuple[NDArray[np.float64], ...]
    showdown: tuple[NDArray[np.float64], ...]


def can_list(game: Game) -> bool:
    """Return whether a two-player game has few enough deals to enumerate."""
    try:
        deals_of(game, merge_suits=False)
    except GameError:
        return False
    return True


@lru_cache(maxsize=16)
def deals_of(game: Game, merge_suits: bool) -> Deals:
    """Enumerate the deals of a game.

    Args:
        game: a two-player game with few hands and boards.
        merge_suits: whether to merge deals that differ only by suits, where that is lossless.

    Raises:
        GameError: if the game has other than two players, too many deals to enumerate, or dead
            money.
    """
    if not game.is_heads_up:
        raise GameError(
            "{title} has {players} players; this needs two",
            title=Wording(game.title),
            players=game.num_players,
        )
    check_listable(game)
    classes = classes_of(game, merge_suits)
    fold, showdown = _matrices(classes)
    folds, showdowns = [fold], [showdown]
    for street in range(game.num_rounds - 1, 0, -1):
        shape = (len(classes.boards[street - 1]), *fold.shape[1:])
        for matrices in (folds, showdowns):
            earlier_matrix = np.zeros(shape)
            np.add.at(earlier_matrix, classes.parent[street], matrices[0])
            matrices.insert(0, earlier_matrix)
    return Deals(**vars(classes), fold=tuple(folds), showdown=tuple(showdowns))


def _matrices(classes: CardClasses) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return deals of the last street by class, all equally likely before merging."""
    game, num_classes = classes.game, classes.num_classes
    class_of_combo, board_class = classes.class_of_combo, classes.board_class[-1]
    hands = combo_cards(game.deck, game.num_hole)
    apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    pair = class_of_combo[:, None] * num_classes + class_of_combo[None, :]
    fold = np.zeros((len(classes.boards[-1]), num_classes * num_classes))
    showdown = np.zeros_like(fold)
    for index, board in boards(game, game.num_rounds - 1):
        held = blocked(game, board)
        possible = apart & ~held[:, None] & ~held[None, :]
        strengths = np.array(
            [
                0 if out else int(showdown_strength(np.array((*hand, *board), np.uint8)))
                for hand, out in zip(hands.tolist(), held.tolist(), strict=True)
            ]
        )
        sign = np.sign(strengths[:, None] - strengths[None, :])
        class_ = board_class[index]
        np.add.at(fold[class_], pair[possible], 1.0)
        np.add.at(showdown[class_], pair[possible], sign[possible])
    total = fold.sum()
    shape = (len(fold), num_classes, num_classes)
    return (fold / total).reshape(shape), (showdown / total).reshape(shape)
