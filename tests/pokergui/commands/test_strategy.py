import pytest

from tests.pokergui.cli_runner import csv_rows, interrupt_once_it_goes_on

pytestmark = pytest.mark.slow
LIMIT = "aggregate holdem-limit cfr --line rc/"


def test_figures_of_all_information_sets_add_up(cli):
    told = cli.json("strategy kuhn random --all")
    assert told["exploitability"] == cli.json("exploitability kuhn random")["exploitability"]
    for here in told["infosets"]:
        shares, values = here["probabilities"], here["values"]
        value = sum(shares[action] * values[action] for action in shares)
        assert here["value"] == pytest.approx(value)
        regrets = {action: values[action] - value for action in shares}
        assert here["regrets"] == pytest.approx(regrets)
        cost = here["reach"] * max(0.0, *regrets.values())
        assert here["cost"] == pytest.approx(cost, abs=1e-12)


def test_the_table_of_a_decision_has_both_players_hands(cli, home):
    found = cli.json("strategy leduc cfr --line rc/ --board K --csv leduc.csv")
    rows = csv_rows(home / "leduc.csv")
    assert {row["board"] for row in rows} == {"Kh"}
    mine = {row["combo"]: float(row["ev"]) for row in rows if row["seat"] == "0"}
    assert mine == pytest.approx(found["ev"])
    for seat in ("0", "1"):
        king = next(row for row in rows if row["seat"] == seat and row["hand"] == "K")
        assert king["equity"] == "1.0" and float(king["ev"]) > 6.0  # the pot


def test_a_whole_game_is_ranked_by_cost(cli, home):
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
    written = csv_rows(home / "leduc.csv")
    assert [float(row["cost"]) for row in written] == costs
    assert {row["first f"] for row in written if row["line"] == ""} == {""}  # nothing to fold to


def test_boards_have_the_figures_of_strategy(cli, home):
    found = cli.json(f"{LIMIT} --boards 'AhTd7c KsQs2d' --csv boards.csv")
    first, second = found["boards"]
    one = cli.json(f"strategy holdem-limit cfr --line rc/ --board {first['board']}")
    assert first["total"] == pytest.approx(one["total"], abs=1e-12)
    mean = first["weight"] * first["equity"] + second["weight"] * second["equity"]
    assert found["mean"]["equity"] == pytest.approx(mean, abs=1e-12)
    assert list(found["textures"]["suits"]) == ["rainbow", "two-tone"]
    rows = csv_rows(home / "boards.csv")
    assert [row["board"] for row in rows] == ["AhTd7c", "KsQs2d", "all"]
    assert float(rows[0]["ev"]) == pytest.approx(10 * first["ev_bb"], rel=1e-12)


def test_a_report_that_is_stopped_is_written_as_far(cli, home, monkeypatch):
    interrupt_once_it_goes_on(monkeypatch)
    found = cli.json(f"{LIMIT} --boards 40 --csv part.csv", status=130)
    assert len(csv_rows(home / "part.csv")) == found["done"] + 1 < 40
