"""Blueprints of small menus with random numbers, and hands grouped by arithmetic."""

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from ai.abstraction.cards import CardAbstraction, shipped_abstraction
from ai.betting.menus import Menu
from ai.blueprint.blueprint import Blueprint, row_offsets, value_offsets
from ai.files.quantised import FEW_VISITS
from ai.files.strategy import StrategyInfo
from ai.multiway._situations import num_situations
from ai.multiway._walk import SLOTS
from ai.multiway.blueprint import MultiwayBlueprint
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.game import get_game
from engine.policy import node_offsets
from tests.tamper import put


@dataclass(frozen=True)
class SumRows:
    """Rows by class preflop, then by sums of cards."""

    num_rows: tuple[int, ...] = (169, 7, 5, 3)
    key: str = "sums of cards"

    def rows_on(self, board):
        street = {0: 0, 3: 1, 4: 2, 5: 3}[len(board)]
        boards = np.repeat(np.array([board], np.uint8), 1326, axis=0)
        return self.rows_of(street, boards, np.arange(1326))

    def rows_of(self, street, boards, combos):
        if street == 0:
            return np.asarray(CLASS_OF_COMBO[combos], np.int32)
        cards = combo_cards()[combos]
        sums = cards.sum(axis=1, dtype=np.int32) + boards.sum(axis=1, dtype=np.int32)
        blocked = (cards[:, :, None] == boards[:, None, :]).any(axis=(1, 2))
        return np.where(blocked, -1, sums % self.num_rows[street]).astype(np.int32)


def few_buckets():
    shipped = shipped_abstraction().arrays
    arrays = {
        f"{street}_centres": shipped[f"{street}_centres"][:count]
        for street, count in (("flop", 7), ("turn", 5), ("river", 3))
    }
    flop = (shipped["flop"] % 7).astype(np.uint8)
    return CardAbstraction({**arrays, "flop": flop, "clusters": shipped["clusters"]})


def repacked(change):
    """An edit of the packed probabilities of a blueprint's file."""

    def changed(packed):
        found = np.frombuffer(zlib.decompress(packed), np.uint8)
        return np.frombuffer(zlib.compress(change(found.copy())), np.uint8)

    return put("packed", changed)


def random_blueprint(game, menu, seed=1, values=True, visits=True):
    """Random probabilities, some of them 0, and random values between -3 and 3 big blinds.

    Half of the rows were hardly trained.
    """
    played = get_game(game) if isinstance(game, str) else game
    rng, cards = np.random.default_rng(seed), SumRows()
    tree = Menu.parse(menu).tree(played)
    _, total = node_offsets(tree, cards.num_rows)
    probabilities = rng.random(total) * (rng.random(total) < 0.7)
    worth = rng.uniform(-3, 3, value_offsets(tree, cards.num_rows)[1]) if values else None
    facts: dict[str, Any] = {"iterations": seed, "seed": seed, "menu": menu}
    facts |= {"title": "A random blueprint", "provenance": {"command": "none", "minutes": 0.5}}
    info = StrategyInfo(played, "robust-mccfr", "sums", **facts)
    rows = row_offsets(tree, cards.num_rows)[1]
    deals = rng.uniform(0, 2 * FEW_VISITS, rows) if visits else None
    return Blueprint.of(info, cards, probabilities, worth, tree, deals)


def random_multiway_blueprint(game):
    """Random probabilities in a few situations of each street, the nearest of all others."""
    played, rng, cards = get_game(game), np.random.default_rng(1), SumRows()
    menu, blocks, first = "50,100,a/100,a/a", [], 0
    for count, rows in zip(num_situations(played.num_players), cards.num_rows, strict=True):
        for number in np.unique(rng.integers(count, size=40)).tolist():
            shares = rng.random((rows, SLOTS)).astype(np.float32)
            visits = rng.uniform(1000, 2000, rows).astype(np.float32)
            blocks.append((first + number, shares, visits))
        first += count
    info = StrategyInfo(played, "blueprint", "sums", iterations=1, menu=menu)
    return MultiwayBlueprint.of(info, cards, blocks)
