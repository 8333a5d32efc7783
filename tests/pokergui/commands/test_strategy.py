"""``strategy``, ``compare`` and ``aggregate``; OpenSpiel judges the figures of small games."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on
from tests.pokergui.openspiel import letters_of, reading_of

pytestmark = pytest.mark.slow
Place = tuple[str, str, str]
"""Line, board, cards."""
LIMIT = "aggregate holdem-limit cfr --line rc/"


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


class Judge:
    """A walk through OpenSpiel's game with a policy, which sums figures of all information sets."""

    def __init__(self, pyspiel: Any, name: str, infosets: list[dict[str, Any]]) -> None:
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
        self.exploitability = pyspiel.exploitability(game, policy)

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
        line, cards, board = reading_of(state)
        place = (line, board, cards[seat])
        letters, row = letters_of(state), self._rows[place]
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
    told = cli.json(f"strategy {name} {engine} --all")
    judge = Judge(pytest.importorskip("pyspiel"), name, told["infosets"])
    assert told["value"] == pytest.approx(judge.value[0], abs=1e-9)
    assert told["exploitability"] == pytest.approx(judge.exploitability, abs=1e-9)
    assert len(told["infosets"]) == len(judge.reach) == (12 if name == "kuhn" else 288)
    for here in told["infosets"]:
        place = (here["line"], here["board"], here["cards"])
        values, shares = judge.values[place], here["probabilities"]
        value = sum(shares[action] * values[action] for action in shares)
        regrets = {action: values[action] - value for action in shares}
        reach = judge.reach[place]
        assert min(reach) == pytest.approx(max(reach), abs=1e-12)  # suits are played alike
        expected = {
            "values": dict(values),
            "value": value,
            "regrets": regrets,
            "reach": np.mean(reach),
            "cf_reach": judge.cf_reach[place],
            "cost": np.mean(reach) * max(0.0, *regrets.values()),
        }
        for key, figure in expected.items():
            assert here[key] == pytest.approx(figure, abs=1e-9), key
        assert sum(here["equilibrium"].values()) == pytest.approx(1.0)


def test_beside_a_strategy_stands_an_equilibrium(cli: Cli) -> None:
    def rows(engine: str, key: str) -> list[Any]:
        game = "kuhn" if "kuhn" in engine else "leduc"
        infosets = cli.json(f"strategy {game} {engine.split()[0]} --all")["infosets"]
        return [pytest.approx(each[key], abs=1e-15) for each in infosets]

    told = cli.json("strategy kuhn random --all")
    assert told["alpha"] == "1/3"  # it bets every second jack
    beside = [each["equilibrium"] for each in told["infosets"]]
    assert beside == rows("kuhn-family:1/3", "probabilities")
    leduc = cli.json("strategy leduc random --all")
    assert "alpha" not in leduc
    assert [each["equilibrium"] for each in leduc["infosets"]] == rows("cfr", "probabilities")


def test_the_figures_as_a_table(cli: Cli) -> None:
    lines = cli.text("strategy kuhn kuhn-family:1/6 --all").splitlines()
    heads = "to act  cards  board  line  reach   value, mA/hand  cost, mA/hand"
    assert len(lines) == 13 and lines[0].rstrip() == heads
    assert lines[1].split()[:7] == ["0", "J", "-", "-", "1.0000", "-333.333", "0.000"]
    for words in ("strategy kuhn cfr --line c", "compare kuhn call kuhn-family:1/6 --all"):
        assert "-0.000" not in cli.text(words)  # nothing has no sign of its own


def test_cards_and_actions_are_those_of_the_game(cli: Cli) -> None:
    answer = cli.json("strategy leduc random --line cr")
    assert (answer["actions"], answer["to_act"]) == (["f", "c", "r"], 0)
    assert list(answer["combos"]) == ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"]
    assert set(cli.json("strategy leduc random --line cc/ --board Kh")["combos"]) == {
        *("Jh", "Js", "Qh", "Qs", "Ks")
    }
    answer = cli.json("strategy holdem-nolimit raise --line r300c/r600 --board AhTd7c")
    assert answer["actions"] == ["r900"] and len(answer["combos"]) == 49 * 48 // 2


def test_ranges_come_to_a_spot_and_may_end_there(cli: Cli) -> None:
    kuhn = cli.json("strategy kuhn random --line cr")
    half = {"Js": 0.5, "Qs": 0.5, "Ks": 0.5}
    assert (kuhn["reach"], kuhn["total"]) == ({"0": half, "1": half}, {"f": 0.5, "c": 0.5})
    assert kuhn["misses"] == kuhn["ends"] == []
    leduc = cli.json("strategy leduc call --line rc/ --board Kh")
    assert leduc["misses"] == [{"place": 0, "to_act": 0, "action": "r"}]
    assert leduc["reach"]["0"] == dict.fromkeys(("Jh", "Js", "Qh", "Qs", "Ks"), 1.0)
    found = cli.json("strategy holdem-nolimit equity --line c")
    assert found["ends"] == [{"place": 0, "to_act": 1, "action": "c"}]
    assert set(found["reach"]["1"].values()) == {0.0}
    assert sum(found["total"].values()) == pytest.approx(1.0)


def test_hands_are_worth_the_odds_when_they_face_a_bet(cli: Cli) -> None:
    kuhn = cli.json("strategy kuhn random --line cr")
    # The other bets whatever it has: a queen wins against the jack, a king against both.
    expected = {"Ks": 3.0, "Qs": 0.5 * 3 - 0.5, "Js": -1.0}
    assert kuhn["values"] == {hand: [0.0, pytest.approx(ev)] for hand, ev in expected.items()}
    assert kuhn["ev"] == {hand: pytest.approx(ev / 2) for hand, ev in expected.items()}
    assert "values" not in cli.json("strategy holdem-nolimit call --line c")
    equity = cli.json("strategy holdem-nolimit equity --line c")
    lines = cli.text("strategy holdem-nolimit equity --line c").splitlines()
    row = next(line.split() for line in lines if line.startswith("AsAh"))
    assert lines[-1] == equity["note"] == "exact equities"
    assert float(row[-1]) == pytest.approx(equity["ev"]["AsAh"] / 100, abs=1e-4)


def test_the_table_of_a_decision_has_both_players_hands(cli: Cli, home: Path) -> None:
    found = cli.json("strategy leduc cfr --line rc/ --board K --csv leduc.csv")
    rows = rows_of(home / "leduc.csv")
    assert {row["board"] for row in rows} == {"Kh"}
    mine = {row["combo"]: float(row["ev"]) for row in rows if row["seat"] == "0"}
    assert mine == pytest.approx(found["ev"])
    for seat in ("0", "1"):
        king = next(row for row in rows if row["seat"] == seat and row["hand"] == "K")
        assert king["equity"] == "1.0" and float(king["ev"]) > 6.0  # the pot


def test_the_engine_cfr_of_three_players_plays_an_average(cli: Cli) -> None:
    result = cli.json("strategy kuhn-3 cfr --all")
    assert sum(result["values"]) == pytest.approx(0.0, abs=1e-12)
    assert len(result["infosets"]) == 48 and 0.0 <= result["exploitability"] <= 1e-12
    assert all(one["equilibrium"] is None for one in result["infosets"])  # none is known
    assert max(infoset["cost"] for infoset in result["infosets"]) < 1e-11
    answer = cli.json("strategy kuhn-3 cfr --line cr")
    assert (answer["to_act"], answer["note"]) == (2, "average of CFR")
    assert answer["ev_from"] == ["exact"] * 3 and sorted(answer["ev_others"]) == ["0", "1"]


def test_a_whole_game_is_ranked_by_cost(cli: Cli, home: Path) -> None:
    found = cli.json("compare leduc random cfr --all --csv leduc.csv")
    rows = found["infosets"]
    costs = [row["cost"] for row in rows]
    assert len(costs) == 288 and costs == pytest.approx(sorted(costs, reverse=True), abs=1e-11)
    assert sum(costs) == pytest.approx(sum(found["costs"]))
    lost = [cli.json(f"exploitability leduc {one}")["exploitability"] for one in ("random", "cfr")]
    assert found["exploitability"] == pytest.approx(lost)
    for row in rows:
        apart = {name: row["first"][name] - row["second"][name] for name in row["first"]}
        assert row["difference"] == pytest.approx(apart)
        assert row["cost"] == pytest.approx(row["reach"] * row["loss"])
    written = rows_of(home / "leduc.csv")
    assert [float(row["cost"]) for row in written] == costs
    assert {row["first f"] for row in written if row["line"] == ""} == {""}  # nothing to fold to
    same = cli.json("compare kuhn cfr cfr --all")
    assert {row["cost"] for row in same["infosets"]} == {0.0}


def test_one_place_of_a_small_game_has_exact_costs(cli: Cli) -> None:
    found = cli.json("compare kuhn call cfr --line c")
    assert found["sorted_by"] == "cost" and found["actions"] == ["c", "r"]
    king = found["hands"][0]
    assert (king["hand"], king["first"]) == ("K", {"c": 1.0, "r": 0.0})
    assert king["difference"] == pytest.approx({"c": 1.0, "r": -1.0})
    assert king["reach"] == pytest.approx(1 / 3)
    assert found["total"]["cost"] == pytest.approx(sum(row["cost"] for row in found["hands"]))
    rows = cli.json("compare leduc random cfr --line c")["hands"]
    last = cli.text("compare leduc random cfr --line c").splitlines()[-1]
    given = sum(10 * row["cost"] for row in rows if row["cost"] > 0.0)
    assert "less rows that gain" in last
    assert float(last.split()[4]) == pytest.approx(given * 100.0, rel=1e-5)


def test_hold_em_joins_the_menus_and_says_by_what_it_sorts(cli: Cli) -> None:
    words = "compare holdem-nolimit@100 call raise --line r300c/ --board AhTd7c"
    found = cli.json(words)
    assert found["actions"] == ["c", "r400"] and found["sorted_by"] == "reach x variation"
    assert len(found["hands"]) == 169 and found["hands"][0]["loss"] is None
    assert found["total"]["difference"] == {"c": 1.0, "r400": -1.0}
    assert sum(row["reach"] for row in found["hands"]) == pytest.approx(1.0)
    assert cli.text(words).splitlines()[-1].startswith("raise gives no values here")
    river = "compare holdem-nolimit@100 passive call --line cc/cc/cc/ --board AhTd7c2s2d"
    found = cli.json(river)  # nobody bets or folds: one way is worth as much as the other
    assert found["sorted_by"] == "cost"
    assert [row["cost"] for row in found["hands"]] == pytest.approx([0.0] * 169, abs=1e-9)


def test_boards_have_the_figures_of_strategy(cli: Cli, home: Path) -> None:
    found = cli.json(f"{LIMIT} --boards 'AhTd7c KsQs2d' --csv boards.csv")
    first, second = found["boards"]
    for row in (first, second):
        one = cli.json(f"strategy holdem-limit cfr --line rc/ --board {row['board']}")
        assert row["total"] == pytest.approx(one["total"], abs=1e-12)
    assert first["weight"] + second["weight"] == pytest.approx(1.0)
    mean = first["weight"] * first["equity"] + second["weight"] * second["equity"]
    assert found["mean"]["equity"] == pytest.approx(mean, abs=1e-12)
    assert list(found["textures"]["suits"]) == ["rainbow", "two-tone"]
    rows = rows_of(home / "boards.csv")
    assert [row["board"] for row in rows] == ["AhTd7c", "KsQs2d", "all"]
    assert float(rows[0]["ev"]) == pytest.approx(10 * first["ev_bb"], rel=1e-12)
    text = cli.text(f"{LIMIT} --boards 3 --seed 2")
    assert text == cli.text(f"{LIMIT} --boards 3 --seed 2")
    assert text.splitlines()[4].startswith("all ")


def test_whose_ev_it_is_is_told(cli: Cli) -> None:
    words = "aggregate holdem-limit cfr --line rc/cc/cc/ --boards AhTd7c2s3d"
    found = cli.json(words)
    assert found["ev_from"] == ["played"] == [found["boards"][0]["ev_from"]]
    assert "EV: exact, if both go on as this engine plays" in cli.text(words)
    assert "EV: as this engine values its actions" in cli.text(f"{LIMIT} --boards AhTd7c")
    turn = cli.text("aggregate holdem-limit cfr --line rc/cc/ --boards AhTd7c2s")
    assert "EV: this engine does not value hands" in turn
    never = cli.text("aggregate holdem-limit call --line rc/ --boards AhTd7c")
    assert "never taken by this engine: r; a guess after it" in never


def test_a_report_that_is_stopped_is_written_as_far(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_once_it_goes_on(monkeypatch)
    found = cli.json(f"{LIMIT} --boards 40 --csv part.csv", status=130)
    assert len(rows_of(home / "part.csv")) == found["done"] + 1 < 40
