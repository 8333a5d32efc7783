import pytest

from tests.pokergui.cli_runner import csv_rows, interrupt_once_it_goes_on

pytestmark = pytest.mark.slow
LIMIT = "aggregate holdem-limit cfr --line rc/"


def test_the_table_of_a_decision_has_both_players_hands(cli, home):
    found = cli.json("strategy leduc cfr --line rc/ --board K --csv leduc.csv")
    rows = csv_rows(home / "leduc.csv")
    assert {row["board"] for row in rows} == {"Kh"}
    mine = {row["combo"]: float(row["ev"]) for row in rows if row["seat"] == "0"}
    assert mine == pytest.approx(found["ev"])
    for seat in ("0", "1"):
        king = next(row for row in rows if row["seat"] == seat and row["hand"] == "K")
        assert king["equity"] == "1.0" and float(king["ev"]) > 6.0  # the pot


def test_the_table_of_a_whole_game_has_the_costs(cli, home):
    found = cli.json("compare leduc random cfr --all --csv leduc.csv")
    rows = csv_rows(home / "leduc.csv")
    assert [float(row["cost"]) for row in rows] == [row["cost"] for row in found["infosets"]]
    assert {row["first f"] for row in rows if row["line"] == ""} == {""}  # nothing to fold to


def test_the_table_of_boards_has_their_figures(cli, home):
    found = cli.json(f"{LIMIT} --boards 'AhTd7c KsQs2d' --csv boards.csv")
    rows = csv_rows(home / "boards.csv")
    assert [row["board"] for row in rows] == ["AhTd7c", "KsQs2d", "all"]
    assert float(rows[0]["ev"]) == pytest.approx(10 * found["boards"][0]["ev_bb"], rel=1e-12)


def test_a_report_that_is_stopped_is_written_as_far(cli, home, monkeypatch):
    interrupt_once_it_goes_on(monkeypatch)
    found = cli.json(f"{LIMIT} --boards 40 --csv part.csv", status=130)
    assert len(csv_rows(home / "part.csv")) == found["done"] + 1 < 40
