from dataclasses import replace

import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import BlueprintRun
from ai.training.run import Bounds
from engine.errors import CancelledError, StrategyFileError
from engine.jobs import JobControl
from tests.ai.blueprint.coarse import GAME, use_coarse_buckets
from tests.tamper import tamper

pytestmark = pytest.mark.slow

MENU = "100,a/a"


@pytest.fixture(autouse=True)
def coarse(monkeypatch):
    use_coarse_buckets(monkeypatch.setattr)


def recipe(**changes):
    return replace(BlueprintRecipe(GAME, MENU, seed=1), **changes)


def test_evaluations_have_an_interval_and_files_resume(tmp_path):
    path = tmp_path / "run.safetensors"
    whole, first = BlueprintRun(recipe()), BlueprintRun(recipe())
    whole.run(Bounds(iterations=3_000))
    whole.run(Bounds(iterations=5_000))
    first.run(Bounds(iterations=3_000), path=path)
    assert [point.iteration for point in first.curve] == [1, 3_000]
    assert all(point.ci95 > 0.0 for point in first.curve)
    kept = BlueprintRun.read(path)
    assert (kept.recipe, kept.curve) == (first.recipe, tuple(first.curve))
    again = BlueprintRun.load(path)
    again.run(Bounds(iterations=5_000))
    assert np.array_equal(again.trainer.average(), whole.trainer.average())
    assert again.last.exploitability == whole.last.exploitability
    made = again.blueprint(with_values=True)
    assert (made.game, str(made.menu), made.info.iterations) == (GAME, str(Menu.parse(MENU)), 5_000)
    measured = {"lbr": again.last.exploitability, "hands": 8, "iteration": 5_000}
    assert measured.items() <= made.info.measured.items()


def test_measurements_record_the_hands_trained(tmp_path):
    run, control, path = BlueprintRun(recipe()), JobControl(), tmp_path / "run.safetensors"
    run.run(Bounds(iterations=1), path=path)
    assert run.info().measured["hands"] == 4  # the first evaluation is short
    assert BlueprintRun.load(path).info().measured["hands"] == 4
    run.run(Bounds(iterations=1_500))
    run.trainer.step(500)
    control.cancel()
    run.run(Bounds(iterations=9_000), control)  # its evaluation is cancelled
    info = run.info()
    assert (info.iterations, info.measured["iteration"]) == (2_000, 1_500)
    assert [point.iteration for point in run.curve] == [1, 1_500]
    fresh = BlueprintRun(recipe())
    fresh.run(Bounds(iterations=9_000), control)
    assert len(fresh.curve) == 1  # a run needs one evaluation to show anything


def test_value_computation_reports_progress_and_can_be_cancelled():
    run, told = BlueprintRun(recipe()), list[tuple[float, str]]()
    run.run(Bounds(iterations=50_000))

    def listen(done, text):
        told.append((done, text))
        if done > 0.5:
            control.cancel()

    control = JobControl(listen)
    with pytest.raises(CancelledError):
        run.blueprint(with_values=True, control=control)
    assert told[0] == (0.0, "values of preflop and flop")
    assert 0.5 < told[-1][0] < 0.8
    assert run.blueprint(with_values=False, control=control).values is None


@pytest.fixture
def path(tmp_path):
    run = BlueprintRun(recipe())
    run.run(Bounds(iterations=10))
    run.save(tmp_path / "run.safetensors")
    return tmp_path / "run.safetensors"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("more", 1), ("menu", "50/50"), ("menu", 3), ("buckets", "1,x,3"), ("buckets", "0,0,0")),
        *(("picks", "constant:0"), ("weights", "none"), ("seed", -1)),
        *(("workers", 1000), ("workers", None)),
    ],
)
def test_invalid_records_are_rejected(path, name, value):
    tamper(path, lambda record: record["parameters"].update({name: value}))
    with pytest.raises(StrategyFileError):
        BlueprintRun.read(path)


def test_small_file_of_a_large_run_is_rejected_before_allocation(path, monkeypatch):
    tamper(path, lambda record: record["parameters"].update(menu="33,50,75,100,150,a/50,100,a"))
    monkeypatch.delattr(BlueprintRecipe, "build")
    with pytest.raises(StrategyFileError, match="not those of this run"):
        BlueprintRun.load(path)
