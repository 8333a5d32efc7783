"""The public interface of the package."""

import re
from pathlib import Path

import pytest

import ai
from engine.errors import PokerError

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.slow
def test_the_example_in_the_readme_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(example.replace("10_000", "100"), {})  # noqa: S102
    names, result, exploitability = capsys.readouterr().out.splitlines()
    assert "'cfr'" in names
    assert result.startswith("Interval(")
    assert float(exploitability) < 0.01


def test_engines_are_accepted_by_name_or_object_and_unknown_names_rejected():
    assert ai.build("call", "kuhn").name == "call"
    players = [ai.build("call", "kuhn"), "random"]
    assert ai.match("kuhn", players, hands=20, seed=1).hands == 20
    for call in (
        lambda: ai.engines("chess"),
        lambda: ai.build("nobody", "kuhn"),
        lambda: ai.solve("kuhn", "nothing"),
        lambda: ai.match("kuhn", ["call"], hands=10),
    ):
        with pytest.raises(PokerError):
            call()
