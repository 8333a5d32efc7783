import json

import pytest

from ai.solver.run import SpotRun
from ai.solver.spot import Spot

pytestmark = pytest.mark.slow
SMALL = (
    "solve-spot --board QsJh2h8c5d --ranges AA,QJs,T9s,76s KK,QTs,88,A5s:0.5 --pot 100 --stack 200"
    " --bets 50,a --raises a"
)
FILE = "spot.safetensors"


def solved(cli, words):
    status, out, err = cli.run(f"{words} --json")
    assert status == 0 and out.count("\n") == 1, err
    assert " decisions and " in err and err.count("\n") == 1
    return json.loads(out)


@pytest.fixture
def spot(cli, tmp_path):
    solved(cli, f"{SMALL} --target 0.1 --out {tmp_path / FILE}")
    return str(tmp_path / FILE)


def test_run_is_saved_shown_and_resumed(cli, home):
    first = solved(cli, f"{SMALL} --iterations 10 --out {FILE}")
    shown = solved(cli, f"solve-spot {FILE} --line c")
    for key in ("spot", "iterations", "exploitability_pct_pot", "equity", "root_strategy"):
        assert shown[key] == first[key], key
    assert shown["ev"] == pytest.approx(first["ev"]) and shown["node"]["line"] == "c"
    again = solved(cli, f"{SMALL} --iterations 30 --out {FILE}")
    assert (again["iterations"], again["curve"][0]) == (30, first["curve"][0])
    further = solved(cli, f"solve-spot {FILE} --iterations 50")
    assert further["ev"] == solved(cli, f"{SMALL} --iterations 50")["ev"]
    damaged = (home / FILE).read_bytes()[:-100]
    (home / FILE).write_bytes(damaged)
    for words in (f"{SMALL} --out {FILE}", f"solve-spot {FILE}"):
        assert FILE in cli.refused(words)
    assert (home / FILE).read_bytes() == damaged


def test_three_ranges_are_a_river_for_three_players(cli, home):
    words = "solve-spot --board QsJh2h8c5d --ranges AA,T9s,76s KK,QTs,J9s QQ,AJs,98s --pot 90"
    words += " --bets 66 --raises a"
    found = cli.json(f"{words} --stack 300/200/300 --target 0.5 --out {FILE} --line cr59")
    assert found["nash_conv_percent"] <= 0.5
    assert found["nash_conv"] == pytest.approx(0.9 * found["nash_conv_percent"])
    assert sum(found["gains"]) == pytest.approx(found["nash_conv"])
    assert found["values"] == found["ev"] and sum(found["ev"]) == pytest.approx(90)
    assert sum(found["equity"]) == pytest.approx(1)
    assert (found["spot"]["middle"], found["spot"]["stack"]) == ("KK, QTs, J9s", "300/200/300")
    assert sum(found["strategy"]["AsAh"].values()) == pytest.approx(1)
    assert found["node"]["to_act"] == 2 and len(found["node"]["hands"]) == 3
    shown = cli.json(f"solve-spot {FILE}")
    assert (shown["strategy"], shown["curve"]) == (found["strategy"], found["curve"])
    more = found["iterations"] + 5
    assert cli.json(f"solve-spot {FILE} --iterations {more}")["iterations"] == more
    status, out, _ = cli.run(f"solve-spot {FILE}")
    assert status == 0 and "NashConv" in out and "in the middle: EV" in out
    assert "holds another spot" in cli.refused(f"{words} --stack 300 --out {FILE}")
    assert "for three players" in cli.refused(f"runouts {FILE} --line=")


def test_amounts_with_decimals_are_shown_as_typed(cli):
    words = "solve-spot --board QsJh2h8c5d --ranges AA,QJs,T9s KK,QTs --bets 33 --raises 2.5x"
    words += " --iterations 20 --rake 5 --line c"
    small = solved(cli, f"{words} --pot 5.5 --stack 97,5 --rake-cap 0.2")
    large = solved(cli, f"{words} --pot 550 --stack 9750 --rake-cap 20")
    assert list(small["root_strategy"]) == small["node"]["actions"] == ["c", "r1.82"]
    assert list(large["root_strategy"]) == ["c", "r182"]
    assert small["spot"]["pot"] == "5.5"
    assert sum(small["ev"]) == pytest.approx(5.3)  # the cap is met at once
    parts = [
        [found["exploitability"], *found["ev"], *found["node"]["ev"]]
        + [value for hand in found["node"]["hands"][1].values() for value in hand["action_ev"]]
        for found in (small, large)
    ]
    assert parts[0] == pytest.approx([value / 100 for value in parts[1]], abs=1e-12)
    text = cli.text(f"{words} --pot 5.5 --stack 97,5")
    assert "pot 5.5, 97.5 behind" in text and "EV c, chips" in text


def test_options_of_trees_and_rake_reach_the_spot(cli, home):
    words = "solve-spot --board QsJh2h8c --ranges AA,T9s KK --pot 100 --stack 900 --iterations 1"
    words += f" --bets 50,2e --raises 2.5x --all-in-above 85 --merge 10 --out {FILE}"
    options = "--donks '' --all-in-below 150 --max-raises 2 --rake 5 --rake-cap 30"
    found = solved(cli, f"{words} {options}")["spot"]
    assert {key: found[key] for key in ("donks", "all-in-below", "max-raises", "rake")} == {
        "donks": "",
        "all-in-below": "150",
        "max-raises": "2",
        "rake": "5",
    }
    assert "differs in donks, rake-cap" in cli.refused(
        f"{words} --donks 33 --all-in-below 150 --max-raises 2 --rake 5"
    )
    assert solved(cli, f"solve-spot {FILE}")["spot"] == found
    told = cli.refused(f"exploit {FILE} --rival ip --frequencies 'fold 60'")
    assert "need a spot without rake" in told


@pytest.mark.ci
def test_flops_are_solved_and_reported(cli, home):
    words = (
        "solve-flops --ranges AA,QJs KK,T9s --pot 100 --stack 100 --bets 50;; --raises ''"
        " --target 2 --out set --boards"
    )
    status, out, err = cli.run(f"{words} 'Qs7s2s As9s4s' --json")
    assert status == 0 and "2 of 2 flops to solve" in err
    first = json.loads(out)
    assert (first["asked"], first["done"]) == (2, 2)
    assert all(row["exploitability_pct_pot"] <= 2 for row in first["flops"])
    status, again, err = cli.run(f"{words} 'Qs7s2s As9s4s' --json")
    assert "0 of 2 flops to solve" in err and json.loads(again)["flops"] == first["flops"]
    assert "differs in boards" in cli.refused(f"{words} Qs7s2s")
    report = cli.json("aggregate set --csv report.csv")
    assert [row["board"] for row in report["boards"]] == ["Qs7s2s", "As9s4s"]
    assert set(report["mean"]["total"]) == {"c", "r50"} and report["unit"] == "chips"
    assert report["ev_from"] == ["exact"] and 0 < report["mean"]["ev_chips"] < 100
    assert (home / "report.csv").read_text().count("\n") == 4
    assert cli.json("aggregate set --line c --boards As9s4s")["done"] == 1
    assert "leave out the engine" in cli.refused("aggregate set cfr")
    assert "none of these flops" in cli.refused("aggregate set --boards AhTd7c")
    lock = home / "lock.json"
    lock.write_text('{"locks": [{"line": "", "hands": {"AA": {"c": 1}}}]}')
    words = words.replace("--out set", "--out locked --lock lock.json")
    status, out, _ = cli.run(f"{words} Qs7s2s --json")
    assert (status, json.loads(out)["locks"]) == (0, 1)
    lock.write_text('{"locks": [{"line": "", "hands": {"AsAh": {"c": 1}}}]}')
    assert "'AsAh' distinguishes suits" in cli.refused(f"{words} Qs7s2s")
    status, _, err = cli.run("solve-spot locked/Qs7s2s.safetensors --target 0.5")
    assert status == 0 and "saved without its rivers: solved from the start" in err


def test_oversized_spots_are_rejected_before_allocation(cli, home, monkeypatch):
    status, _, err = cli.run(f"{SMALL} --target 0 --iterations 5")
    assert (status, err.splitlines()[1]) == (0, "0% of the pot was not reached")
    SpotRun(Spot.parse("Qs Jh 2h 8c 5d", "AA", "KK", 10, 10, "a", "")).save(home / FILE)
    assert "not solved yet; give --target" in cli.refused(f"solve-spot {FILE}")
    words = f"exploit {FILE} --rival ip --frequencies 'fold 60'"
    assert "not solved yet" in cli.refused(words)
    assert solved(cli, f"solve-spot {FILE} --iterations 2")["iterations"] == 2
    monkeypatch.setattr("pokergui.commands.solve_spot.free_bytes", lambda: 1000)
    told = cli.refused(SMALL)
    assert "8 decisions and 20 actions: solving takes" in told and "leave out bet or" in told


def test_two_solved_spots_are_compared_in_their_unit(cli, home):
    hands = "--ranges AA,KK,76s,T9s AK,QJ,88,A2s --pot 100 --stack 300 --raises a --target 1"
    for name, more in (
        ("small", "QsJh2h8c5d --bets 50,a"),
        ("large", "JhQs8c2h5d --bets 75,a"),
        ("known", "QsJh2h8c5d --bets 50,a --big-blind 10"),
    ):
        solved(cli, f"solve-spot {hands} --board {more} --out {name}.st")
    found = cli.json("compare spot small.st large.st")
    assert found["actions"] == ["c", "r50", "r75", "r300"]
    assert {row["second"]["r50"] for row in found["hands"]} == {0.0}
    assert "loss, chips" in cli.text("compare spot small.st small.st")
    assert "loss, mbb" in cli.text("compare spot small.st known.st")


def test_the_locks_of_an_exploit_are_solved(cli, home, spot):
    words = f"exploit {FILE} --rival ip --frequencies"
    found = cli.json(f"{words} 'fold 70' --trust 1 --locks locks.json")
    assert "differs in locks" in cli.refused(f"{SMALL} --lock locks.json --out {FILE}")
    locked = solved(cli, f"{SMALL} --lock locks.json --target 0.01")
    assert locked["locks"] == len(json.loads((home / "locks.json").read_text())["locks"]) > 0
    assert locked["ev"][0] == pytest.approx(found["value"] + found["best_response_gain"], abs=0.02)
    trusts = [point["trust"] for point in cli.json(f"{words} 'fold 60'")["points"]]
    assert 3 <= len(trusts) <= 12 and (trusts[0], trusts[-1]) == (0.0, 1.0)


def test_cards_are_shown_one_by_one(cli, home):
    words = "--board QsJh2h8c --ranges AA,T9s KK,98s --pot 11 --stack 20 --bets 50;100 --raises ''"
    solved(cli, f"solve-spot {words} --iterations 9 --out {FILE}")
    found = cli.json(f"runouts {FILE} --line cc/ --csv out.csv")
    assert len(found["cards"]) == 48
    for card in ("2c", "7d"):
        row = next(row for row in found["cards"] if row["card"] == card)
        node = solved(cli, f"solve-spot {FILE} --line cc/ --card {card}")["node"]
        for key in ("frequencies", "ev", "equity"):
            assert row[key] == pytest.approx(node[key], rel=1e-9)
    head, first, *_ = (home / "out.csv").read_text("utf-8").splitlines()
    assert head.startswith("line,board,player,card,probability,c,r11,ev oop,ev ip")
    assert first.startswith("cc/,QsJh2h8c,oop,2c,")
    assert len(cli.text(f"runouts {FILE} --line cc/").splitlines()) == 3 + 48 + 1
    changed = cli.json(f"blockers {FILE} --line cc/ --card 7d --csv out.csv")
    ace = next(row for row in changed["cards"] if row["card"] == "As")
    assert ace["held"]["frequencies"].keys() == set(changed["actions"])
    assert ace["removed"]["share"] == 0.0  # no ace in the other range: removing it changes nothing
    assert ace["removed"]["ev"] == pytest.approx(ace["removed"]["usual_ev"])
    rows = (home / "out.csv").read_text("utf-8").splitlines()
    assert len(rows) == 1 + 2 * 47
    assert "hands with the card" in cli.text(f"blockers {FILE} --line cc/ --card 7d")
