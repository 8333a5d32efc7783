import json
import sys
from itertools import pairwise

import click
import pytest

from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from ai.training.run import Bounds

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]
DAILY = "drill leduc --daily --date 2026-05-01"
RANGES = "drill leduc --ranges --seed 3 --spots 3"
BLIND = Spot.parse("QsJh2h8c5d", "AA,KQs,T9s", "random", 100, 95, "50,a", "100", big_blind="10")


def given(answers):
    return "".join(f" '--answer={one}'" for one in answers)


def test_answers_are_judged_kept_and_scheduled(cli):
    asked = cli.json(DAILY)["spots"]
    assert len(asked) == 5 and {one["answer"] for one in asked} == {None}
    worst = ["f" if "f" in one["actions"] else "c" for one in asked]
    found = cli.json(f"{DAILY} --dice" + given(worst))
    assert found["figures"]["done"] == 5 == sum(found["figures"]["classes"].values())
    assert found["figures"]["dice"]["rolled"] == 5
    for spot, action in zip(found["spots"], worst, strict=True):
        answer, judge = spot["answer"], spot["answer"]["judge"]
        assert answer["action"] == action
        assert sum(row["frequency"] for row in judge.values()) == pytest.approx(1.0)
        low, _, high = judge[action]["dice"].partition("-")
        followed = bool(high) and int(low) <= spot["dice"] <= int(high)
        assert answer["followed_dice"] == followed
    cards = cli.json("drill leduc --list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in asked}
    assert sum(one["answers"] for one in cards) == 5
    assert cli.json("hands list")["hands"] == [] and cli.json("hands verify")["sound"]
    assert f"{len(cards)} cards" in cli.text("drill leduc --list")


@pytest.mark.parametrize("length", ["street", "hand"])
def test_a_spot_goes_on_to_the_end_of_its_street_or_hand(cli, length):
    words = f"drill leduc --seed 5 --spots 6 --length {length}" + given(["c"] * 6)
    found = cli.json(words)
    spots = found["spots"]
    assert cli.json(words)["spots"] == spots
    assert sum(one["decision"] == 1 for one in spots) == found["figures"]["done"] == 6
    later = [(one, two) for one, two in pairwise(spots) if two["decision"] > 1]
    assert later
    for before, one in later:
        assert one["decision"] == before["decision"] + 1 and one["hole"] == before["hole"]
        assert one["line"].startswith(before["line"] + "c")
        assert length == "hand" or one["board"] == before["board"]
    cards = {one["card"] for one in cli.json("drill leduc --list")["cards"]}
    assert cards == {one["card"] for one in spots if one["answer"] is not None}


@pytest.mark.parametrize(("words", "answer"), [(DAILY, "c"), (RANGES, "K")])
def test_on_a_terminal_a_spot_is_printed_once_and_its_answer_kept_at_once(
    cli, monkeypatch, words, answer
):
    def typed(question, **options):
        if not texts:
            raise click.Abort  # Ctrl-C
        return texts.pop(0)

    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(click, "prompt", typed)
    texts = [answer]
    assert cli.run(words)[0] != 0
    cards = cli.json("drill leduc --list")["cards"]
    assert sum(one["answers"] for one in cards) == (words == DAILY)
    texts += [answer, ""]
    out = cli.text(words)
    assert (out.count("1 of "), out.count("2 of "), out.count("1 answered")) == (1, 1, 1)


def test_a_solution_judges_by_what_solve_spot_shows(cli, home):
    run, file = SpotRun(BLIND), home / "s.safetensors"
    run.save(file)
    assert f"{file}: not solved yet" in cli.refused(f"drill {file}")
    run.run(Bounds(60))
    run.save(file)
    words = f"drill {file} --seed 1 --spots 1"
    cli.refused(f"{words} --answer=r1000")
    (one,) = cli.json(f"{words} --answer=r95")["spots"]  # as solve-spot writes it
    assert not (home / "hands.db").exists()
    node = json.loads(cli.text(f"solve-spot {file} --json --line '{one['line']}'"))["node"]
    held = node["hands"][one["position"]]
    row = held.get(one["hole"]) or held[one["hole"][2:] + one["hole"][:2]]
    for at, action in enumerate(node["actions"]):
        judge = one["answer"]["judge"][action]
        assert judge["frequency"] == pytest.approx(row["strategy"][at], abs=1e-9)
        assert judge["ev_mbb"] / 100 == pytest.approx(row["action_ev"][at], abs=1e-9)
    file.write_bytes(file.read_bytes()[:-1])
    assert str(file) in cli.refused(f"drill {file}")


def test_a_report_is_practised_by_its_table(cli, home):
    cli.json("aggregate holdem-limit cfr --line rc/ --boards 'AhTd7c KsQs2d' --csv boards.csv")
    spots = cli.json("drill boards.csv --seed 1 --spots 8" + given(["c", "c"]))["spots"]
    assert {one["board"] for one in spots} == {"AhTd7c", "KsQs2d"}
    assert all(one["source"] == "report" for one in spots)
    cards = cli.json("drill holdem-limit --list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in spots[:2]}
    for option in ("--ranges", "--line rc/"):
        assert f"leave out {option.split()[0]}" in cli.refused(f"drill boards.csv {option}")
    assert cli.json("drill boards.csv call --seed 1 --spots 1")["judge"] == "call"
    (home / "program.py").write_text("open('ran', 'w')\n")
    row = "holdem-limit,python:program.py,rc/,AhTd7c,1"
    (home / "boards.csv").write_text(f"game,engine,line,board,weight\n{row}\n")
    assert "is a program" in cli.refused("drill boards.csv")
    assert not (home / "ran").exists()
