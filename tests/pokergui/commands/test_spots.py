import json

import pytest

from ai.solver.run import SpotRun
from ai.solver.spot import Spot

pytestmark = pytest.mark.slow
RIVER = "solve-spot --board QsJh2h8c5d"
SMALL = (
    f"{RIVER} --ranges AA,QJs,T9s,76s KK,QTs,88,A5s:0.5 --pot 100 --stack 200 --bets 50,a --raises"
    " a"
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


def test_the_solution_of_a_river(cli):
    result = solved(cli, f"{SMALL} --target 0.2 --line ''")
    assert result["exploitability_pct_pot"] <= 0.2
    assert result["exploitability"] == pytest.approx(result["exploitability_pct_pot"])
    assert sum(result["ev"]) == pytest.approx(100, abs=1e-3)
    assert sum(result["equity"]) == pytest.approx(1, abs=1e-6)
    assert list(result["root_strategy"]) == ["c", "r50", "r200"]
    assert result["tree"] == {"decision_nodes": 8, "action_edges": 20}
    assert result["curve"][-1][::2] == [result["iterations"], result["exploitability_pct_pot"]]
    assert Spot.of_record(result["spot"]).pot == 100
    for more, unit, scale in (("", "chips", 1), ("--big-blind 20", "bb", 20)):
        told = cli.text(f"{SMALL} --target 0.2 --line '' {more}")
        assert f"out of position: EV {result['ev'][0] / scale:.4f} {unit}," in told
        assert f"EV, {unit}" in told and f"EV c, {unit}" in told
    # Straights and nothing against aces, with a bet of the pot: as many bluffs as it pays for.
    sizes = "--pot 100 --stack 100 --bets 100 --bets-ip '' --raises ''"
    result = solved(cli, f"{RIVER} --ranges T9s,43s AA {sizes} --line r100")
    assert result["exploitability_pct_pot"] <= 0.5  # unless another target is given
    assert result["ev"] == pytest.approx([75, 25], abs=0.5)
    assert result["root_strategy"]["r100"] == pytest.approx(0.75, abs=0.05)
    assert result["node"]["frequencies"]["c"] == pytest.approx(0.5, abs=0.05)


def test_every_hand_of_a_decision(cli):
    result = solved(cli, f"{SMALL} --iterations 300 --line cr50")
    node = result["node"]
    assert result["iterations"] == 300
    assert (node["line"], node["board"], node["to_act"]) == ("cr50", "QsJh2h8c5d", 0)
    assert node["actions"] == ["f", "c", "r200"]
    for hand in node["hands"][0].values():
        mixed = sum(p * v for p, v in zip(hand["strategy"], hand["action_ev"], strict=True))
        assert hand["ev"] == pytest.approx(mixed, abs=1e-3)
    assert "strategy" not in node["hands"][1]["KsKh"]
    assert sum(node["ev"]) == pytest.approx(150, abs=1e-3)
    turn = "solve-spot --board QsJh2h8c --ranges AA,T9s KK,98s --pot 11 --stack 20"
    words = f"{turn} --bets '50;100' --raises '' --target 0.5 --line cc/ --card As"
    node = solved(cli, words)["node"]
    assert node["board"] == "QsJh2h8cAs" and node["actions"] == ["c", "r11"]
    assert "AsAh" not in node["hands"][0] and "AhAd" in node["hands"][0]


def test_a_run_is_kept_shown_and_gone_on_with(cli, home):
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


def test_what_does_not_fit_is_refused_before_it_is_made(cli, home, monkeypatch):
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


def test_two_solved_spots_are_compared_in_chips(cli, home):
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
    assert {row["hand"] for row in found["hands"]} == {"AA", "KK", "76s", "T9s"}
    assert "loss, chips" in cli.text("compare spot small.st small.st")
    assert "loss, mbb" in cli.text("compare spot small.st known.st")
    told = cli.refused("compare spot small.st large.st --line r50")
    assert "large.st: 'r50' at character 1" in told


def test_hands_of_a_match_are_counted_and_exploited(cli, home, spot):
    cli.json("match holdem-nolimit random call --hands 400 --seed 3 --db hands.db")
    found = cli.json("hands profile random --match 1")
    assert (found["name"], found["hands"]) == ("random", 400)
    assert {cell["facing"] for cell in found["cells"]} == {"nothing"}  # nobody bets against it
    for cell in found["cells"]:
        assert sum(kind["count"] for kind in cell["kinds"].values()) == cell["decisions"]
        for kind in cell["kinds"].values():
            assert kind["ci95"][0] < kind["frequency"] < kind["ci95"][1]
            assert kind["frequency"] == kind["count"] / cell["decisions"]
    found = cli.json(f"exploit {FILE} --rival ip --profile call --match 1 --trust 0 --trust 1")
    safe, bold = found["points"]
    assert (safe["trust"], bold["trust"]) == (0.0, 1.0)
    assert safe["gain"] <= bold["gain"] <= found["best_response_gain"] + 1e-6
    weighed = sum(hand["weight"] * hand["given_away"] for hand in found["hands"])
    assert weighed == pytest.approx(bold["gain"], abs=1e-3)
    words = f"exploit {FILE} --rival ip --frequencies"
    found = cli.json(f"{words} 'fold 70' --trust 1 --locks locks.json")
    assert all(bent["after"]["f"] == pytest.approx(0.7, abs=1e-6) for bent in found["bent"])
    assert "other locks" in cli.refused(f"{SMALL} --lock locks.json --out {FILE}")
    locked = solved(cli, f"{SMALL} --lock locks.json --target 0.01")
    assert locked["locks"] == len(json.loads((home / "locks.json").read_text())["locks"]) > 0
    assert locked["ev"][0] == pytest.approx(found["value"] + found["best_response_gain"], abs=0.02)
    trusts = [point["trust"] for point in cli.json(f"{words} 'fold 60'")["points"]]
    assert 3 <= len(trusts) <= 12 and (trusts[0], trusts[-1]) == (0.0, 1.0)
