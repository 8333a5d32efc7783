import sys

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


def test_answers_are_saved_and_scheduled(cli):
    asked = cli.json(DAILY)["spots"]
    assert len(asked) == 5 and {one["answer"] for one in asked} == {None}
    answers = ["f" if "f" in one["actions"] else "c" for one in asked]
    found = cli.json(f"{DAILY} --dice" + given(answers))
    assert [one["answer"]["action"] for one in found["spots"]] == answers
    assert found["figures"]["done"] == found["figures"]["dice"]["rolled"] == 5
    cards = cli.json("drill leduc --list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in asked}
    assert cli.json("hands list")["hands"] == [] and cli.json("hands verify")["sound"]


@pytest.mark.parametrize(("words", "answer"), [(DAILY, "c"), (RANGES, "K")])
def test_terminal_prints_a_spot_once_and_saves_its_answer_at_once(cli, monkeypatch, words, answer):
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


def test_solution_is_drilled_without_saving_answers(cli, home):
    run, file = SpotRun(BLIND), home / "s.safetensors"
    run.save(file)
    assert f"{file}: not solved yet" in cli.refused(f"drill {file}")
    run.run(Bounds(60))
    run.save(file)
    words = f"drill {file} --seed 1 --spots 1"
    cli.refused(f"{words} --answer=r1000")
    assert cli.json(f"{words} --answer=r95")["spots"]  # as solve-spot prints it
    assert not (home / "hands.db").exists()


def test_report_is_drilled_from_its_table(cli, home):
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
