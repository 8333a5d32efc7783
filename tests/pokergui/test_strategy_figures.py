"""The figures that `strategy --all` prints equal OpenSpiel's evaluation of the same policy."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.pokergui.cli_runner import Cli

Place = tuple[str, str, str]
"""Line, board, cards."""


def reading_of(state: Any, name: str) -> tuple[str, list[str], str]:
    """Betting text, both players' ranks and the board's of one of OpenSpiel's states."""
    cards, line, facing = [], "", False
    for player, action in ((move.player, move.action) for move in state.full_history()):
        if player < 0:
            cards.append("JQK"[action // 2 if name == "leduc" else action])
            line += "/" if len(cards) == 3 else ""
        elif name == "leduc":
            line += "fcr"[action]
        else:
            line += "fc"[action] if facing else "cr"[action]
            facing = facing or bool(action)
    return line, cards[:2], "".join(cards[2:])


def letters_of(state: Any, name: str, line: str) -> dict[int, str]:
    """Return the betting text of each of OpenSpiel's actions."""
    if name == "leduc":
        return {action: "fcr"[action] for action in state.legal_actions()}
    return dict(enumerate("fc" if "r" in line else "cr"))


class Judge:
    """A walk through OpenSpiel's game with a policy, which sums figures of all information sets."""

    def __init__(self, pyspiel: Any, name: str, infosets: list[dict[str, Any]]) -> None:
        self._name = name
        self._rows = {(e["line"], e["board"], e["cards"]): e["probabilities"] for e in infosets}
        self.reach: dict[Place, list[float]] = defaultdict(list)
        self.cf_reach: dict[Place, float] = defaultdict(float)
        self.values: dict[Place, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        game, table = pyspiel.load_game(f"{name}_poker"), {}
        root = game.new_initial_state()
        self.value = self._walk(root, (1.0, 1.0), 1.0, table)
        policy = pyspiel.TabularPolicy(table)
        theirs = pyspiel.expected_returns(root, policy, -1, True)
        assert self.value == pytest.approx(theirs, abs=1e-12)
        pair = pyspiel.exploitability(game, policy)
        self.exploitability = pair

    def _walk(
        self, state: Any, own: tuple[float, float], chance: float, table: dict[str, Any]
    ) -> np.ndarray[Any, Any]:
        """Returns of both players; ``own`` is each player's part in coming here."""
        if state.is_terminal():
            return np.array(state.returns())
        if state.is_chance_node():
            parts = [
                p * self._walk(state.child(outcome), own, chance * p, table)
                for outcome, p in state.chance_outcomes()
            ]
            return np.array(sum(parts))
        seat = state.current_player()
        line, cards, board = reading_of(state, self._name)
        place = (line, board, cards[seat])
        letters, row = letters_of(state, self._name, line), self._rows[place]
        shares = {action: row[letter] for action, letter in letters.items()}
        table[state.information_state_string()] = list(shares.items())
        self.reach[place].append(own[seat])
        weight = chance * own[1 - seat]
        self.cf_reach[place] += weight
        total = np.zeros(2)
        for action, share in shares.items():
            parts = list(own)
            parts[seat] *= share
            found = self._walk(state.child(action), (parts[0], parts[1]), chance, table)
            self.values[place][letters[action]] += weight * found[seat]
            total += share * found
        return total


@pytest.mark.parametrize(
    ("name", "engine"),
    [("kuhn", "random"), ("kuhn", "kuhn-family:1/6"), ("leduc", "bluffer"), ("leduc", "cfr")],
)
def test_every_figure_equals_openspiels(cli: Cli, name: str, engine: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    told = cli.json("strategy", name, engine, "--all")
    judge = Judge(pyspiel, name, told["infosets"])
    assert told["value"] == pytest.approx(judge.value[0], abs=1e-9)
    assert told["exploitability"] == pytest.approx(judge.exploitability, abs=1e-9)
    assert len(told["infosets"]) == len(judge.reach) == (12 if name == "kuhn" else 288)
    for here in told["infosets"]:
        place = (here["line"], here["board"], here["cards"])
        values, shares = judge.values[place], here["probabilities"]
        assert here["values"] == pytest.approx(dict(values), abs=1e-9)
        value = sum(shares[action] * values[action] for action in shares)
        assert here["value"] == pytest.approx(value, abs=1e-9)
        regrets = {action: values[action] - value for action in shares}
        assert here["regrets"] == pytest.approx(regrets, abs=1e-9)
        reach = judge.reach[place]
        assert here["reach"] == pytest.approx(np.mean(reach), abs=1e-9)
        assert min(reach) == pytest.approx(max(reach), abs=1e-12)  # suits are played alike
        assert here["cf_reach"] == pytest.approx(judge.cf_reach[place], abs=1e-9)
        cost = here["reach"] * max(0.0, *regrets.values())
        assert here["cost"] == pytest.approx(cost, abs=1e-9)
        assert sum(here["equilibrium"].values()) == pytest.approx(1.0)


def test_beside_kuhn_stands_the_nearest_member_of_its_family(cli: Cli) -> None:
    told = cli.json("strategy", "kuhn", "random", "--all")
    assert told["alpha"] == "1/3"  # it bets every second jack
    member = cli.json("strategy", "kuhn", "kuhn-family:1/3", "--all")
    assert [i["equilibrium"] for i in told["infosets"]] == [
        pytest.approx(i["probabilities"], abs=1e-15) for i in member["infosets"]
    ]
    assert member["value"] == pytest.approx(-1 / 18, abs=1e-15)
    assert member["exploitability"] == pytest.approx(0.0, abs=1e-15)


def test_beside_leduc_stands_the_exact_equilibrium(cli: Cli) -> None:
    told = cli.json("strategy", "leduc", "random", "--all")
    exact = cli.json("strategy", "leduc", "cfr", "--all")
    assert "alpha" not in told
    assert [i["equilibrium"] for i in told["infosets"]] == [
        i["probabilities"] for i in exact["infosets"]
    ]
    assert [i["equilibrium"] for i in exact["infosets"]] == [
        i["probabilities"] for i in exact["infosets"]
    ]


def test_a_wrong_alpha_is_refused(cli: Cli) -> None:
    assert "from 0 to 1/3" in cli.refused("strategy", "kuhn", "kuhn-family:1/2", "--all")
    assert "plays kuhn" in cli.refused("strategy", "leduc", "kuhn-family:1/6")


def test_the_figures_as_a_table(cli: Cli) -> None:
    status, out, _ = cli.run("strategy", "kuhn", "kuhn-family:1/6", "--all")
    lines = out.splitlines()
    assert status == 0 and len(lines) == 13
    heads = "to act  cards  board  line  reach   value, mA/hand  cost, mA/hand"
    assert lines[0].rstrip() == heads
    assert lines[1].split()[:7] == ["0", "J", "-", "-", "1.0000", "-333.333", "0.000"]


def test_the_table_of_a_decision_has_what_both_players_hands_are_worth(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "leduc.csv"
    found = cli.json(
        "strategy", "leduc", "cfr", "--line", "rc/", "--board", "K", "--csv", str(file)
    )
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert {row["board"] for row in rows} == {"Kh"}
    mine = {row["combo"]: float(row["ev"]) for row in rows if row["seat"] == "0"}
    assert mine == pytest.approx(found["ev"])
    pot = 6.0
    for seat in ("0", "1"):
        king = next(row for row in rows if row["seat"] == seat and row["hand"] == "K")
        assert king["equity"] == "1.0" and float(king["ev"]) > pot
