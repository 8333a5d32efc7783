"""Runs of Deep CFR on the Train page: real ones, in Kuhn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.deepcfr.parameters import Parameters
from ai.trained_engines import list_trained
from tests.pokergui.pages.train.test_nfsp import Page

SMALL = {
    "hidden": "16",
    "traversals": "50",
    "advantage_memory": "5k",
    "strategy_memory": "5k",
    "advantage_updates": "100",
    "average_updates": "300",
}


@pytest.fixture
def page(tmp_path: Path, qtbot: QtBot) -> Iterator[Page]:
    made = Page(tmp_path)
    yield made
    made.presenter.stop()


@pytest.mark.parametrize(("method", "title"), [("deep-cfr", "Deep CFR"), ("sd-cfr", "SD-CFR")])
def test_a_run_learns_and_ends_on_the_engine_lists(page: Page, method: str, title: str) -> None:
    page.choose(method, "kuhn")
    top = page.shown["top"]
    assert top.sheet.title == f"Parameters of {title}" and top.stop.current == "seconds:300"
    assert [option.key for option in top.options] == ["seed"]
    assert page.presenter.next._choice.recipe().learning == Parameters(method)
    for key, text in SMALL.items():
        page.presenter.next.edit_parameter(key, text)
    keys = {field.key for group in page.shown["top"].sheet.groups for field in group.fields}
    assert ("average_rate" in keys) == (method == "deep-cfr")
    page.begin("12 iterations")
    run = page.shown["run"]
    assert (run.phase, run.figures[2].caption, run.figures[2].value) == ("done", "Iterations", "12")
    chart = page.shown["chart"]
    assert (chart.counted, chart.touched) == ("Iterations", "Node touches")
    page.presenter.show.choose_view("losses")
    names = [curve.name for curve in page.shown["chart"].chart.lines]
    assert names == ["Advantages", *(["Average policy"] if method == "deep-cfr" else [])]
    (row,) = page.shown["runs"].rows
    assert row.title.startswith(f"{title}, 16 hidden units")
    (engine,) = list_trained(page.home)
    assert engine.name.startswith(f"trained:kuhn-{method}-h16-") and engine.plays == {}
    assert engine.title.endswith("12 iterations") and engine.strength is not None
    page.choose("nfsp", "kuhn")  # networks without values are nothing to go on from
    assert "start" not in [
        option.key for option in page.shown["top"].options if len(option.choices.choices) > 2
    ]


def test_ppo_learns_and_ends_on_the_engine_lists(page: Page) -> None:
    page.choose("ppo", "kuhn")
    assert page.shown["top"].sheet.title == "Parameters of PPO"
    page.presenter.next.edit_parameter("hands", "200")
    page.begin("9 iterations")
    assert page.shown["run"].phase == "done"
    page.presenter.show.choose_view("losses")
    names = [curve.name for curve in page.shown["chart"].chart.lines]
    assert names == ["Action values", "Entropy of the policy"]
    (engine,) = list_trained(page.home)
    assert engine.title == "PPO, hands 200, 9 iterations"
