"""A blueprint is measured with bets that it translates, by its table where it has the line."""

from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.menus import Menu
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.cfr.best_response import agent_table, evaluate
from ai.lbr.menu import parse_lbr_menu
from ai.lbr.target import Target
from ai.lbr.walk import Walk
from ai.strategy import StrategyInfo
from engine.game import get_game
from engine.policy import all_rows, node_offsets

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")
GAME = replace(
    LEDUC, name="small", betting="nolimit", stacks=(7, 7), raise_sizes=(), max_raises=(255, 255)
)
MENU = "60,a/a/a"


class Rows:
    """A row for each card on each board."""

    key = "all cards"

    def __init__(self):
        self._rows = all_rows(GAME)
        self.num_rows = self._rows.num_rows

    def rows_on(self, board):
        return self._rows.rows_on(board)

    def rows_of(self, street, boards, combos):
        return np.zeros(len(boards), np.int32)  # single hands mean nothing in these tests


class Asked(BlueprintAgent):
    """The same without a table, which notes whether it met lines off its tree."""

    def __init__(self, other):
        super().__init__(other.name, other.blueprint)
        self.translated = False

    def strategy(self, spot, control=None):
        found = super().strategy(spot, control)
        self.translated = self.translated or found.note == "translated"
        return found

    def table(self):
        return None


@pytest.fixture(scope="module")
def agent():
    rows, tree = Rows(), Menu.parse(MENU).tree(GAME)
    _, total = node_offsets(tree, rows.num_rows)
    numbers = np.random.default_rng(6).random(total) ** 3
    info = StrategyInfo(GAME, "none", "none", menu=MENU)
    return BlueprintAgent("blueprint", Blueprint.of(info, rows, numbers, tree=tree))


def test_off_the_tree_too_it_wins_at_most_what_the_exact_best_response_does(agent):
    best = evaluate(agent_table(GAME, agent)).best_response
    target, asked = Target(GAME, agent), Asked(agent)
    for seat in (0, 1):
        moves = parse_lbr_menu("fcpa", GAME, (1, 2))
        by_table, by_asking = (
            np.mean(
                [
                    Walk(GAME, source, seat, (own,), (card,), moves).value(None)
                    for own in GAME.deck
                    for card in GAME.deck
                    if own != card
                ]
            )
            for source in (target, Target(GAME, asked))
        )
        assert by_table == pytest.approx(by_asking, abs=1e-12)
        assert 0.0 < by_table < best[seat]
    assert asked.translated
