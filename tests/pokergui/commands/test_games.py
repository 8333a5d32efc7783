"""``games``, ``tree``, ``equity`` and ``classes``: counts that are known."""

from __future__ import annotations

import pytest

from engine.game import built_in_games
from tests.pokergui.cli_runner import Cli

pytestmark = pytest.mark.slow


def test_games_are_listed_with_their_numbers(cli: Cli) -> None:
    games = {game["name"]: game for game in cli.json("games")["games"]}
    assert set(games) == {game.name for game in built_in_games()}
    assert games["leduc"]["stacks"] == [None, None]
    assert games["holdem-nolimit"] == {
        "name": "holdem-nolimit",
        "title": "No-limit hold'em",
        "players": 2,
        "betting": "nolimit",
        "stacks": [20_000, 20_000],
        "blinds": [100, 50],
    }


def test_tree_counts_the_published_trees(cli: Cli) -> None:
    assert cli.json("tree leduc")["decision_nodes"] == [6, 30]
    limit = {"decision_nodes": [8, 70, 630, 5670], "folds": 5103, "showdowns": 5103}
    assert cli.json("tree holdem-limit") == limit
    small = cli.json("tree holdem-nolimit --stacks 20,20 --blinds 2,1")
    assert small["decision_nodes"] == [1188, 19_996, 151_124, 738_540]


def test_equity_of_two_hands_is_counted_exactly(cli: Cli) -> None:
    result = cli.json("equity AcAd KcKd")
    assert result["counts"] == {"win": 1_410_336, "tie": 9308, "lose": 292_660}
    assert (result["exact"], result["boards"]) == (True, 1_712_304)
    assert result["equity"] == (1_410_336 + 9308 / 2) / 1_712_304
    rows = dict(line.split()[:2] for line in cli.text("equity AcAd KcKd").splitlines())
    for name in ("win", "tie", "lose"):
        assert rows[name] == f"{100 * result[name]:.4f}%"


def test_equity_is_sampled_near_the_exact_one(cli: Cli) -> None:
    words = "equity QQ+,AKs random --board AhTd7c"
    exact, first, same, other = (
        cli.json(f"{words} {more}")
        for more in ("", *(f"--samples 100000 --seed {seed}" for seed in (0, 0, 1)))
    )
    assert first["equity"] == same["equity"] != other["equity"] and not first["exact"]
    assert abs(first["equity"] - exact["equity"]) < 5 * first["standard_error"]


def test_classes_of_a_range(cli: Cli) -> None:
    result = cli.json("classes --board Jh8d3h --range 'JJ, AhQh, T9s:0.5'")
    assert result["combos"] == 3 + 1 + 4 * 0.5
    assert result["made"]["set"] == {"combos": 3.0, "share": 0.5}
    assert result["made"]["ace high"]["combos"] == 1.0
    assert result["draws"]["flush draw"]["combos"] == 1.5
    hand = next(hand for hand in result["hands"] if hand["cards"] == "Th9h")
    assert hand["draws"] == ["flush draw", "open ended", "combo draw"]
    assert (hand["flush_outs"], hand["straight_outs"]) == (9, 8)
    river = cli.text("classes --board Jh8d3h6c2s")
    assert "top pair" in river and "draw" not in river
