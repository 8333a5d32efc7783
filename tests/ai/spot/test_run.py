"""Runs of spots: their looks and files; they go on bit for bit."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
import pytest

from ai.run import Bounds, Point
from ai.spot import run as module
from ai.spot.locks import parse_locks
from ai.spot.record import read_kept
from ai.spot.run import SpotRun
from engine.errors import EngineError, StrategyFileError
from engine.jobs import JobControl
from tests.ai.spot.spot_files import LOCKS, SPOT, TURN, same_bits
from tests.forge import forge

RIVER_LOCK = '{"locks": [{"line": "cc/", "card": "7d", "hands": {"AA": {"r50": 0.3, "c": 0.7}}}]}'


def solved(spot=SPOT, iterations=30, **facts):
    run = SpotRun(spot, **facts)
    run.run(Bounds(iterations=iterations))
    return run


def test_a_target_is_met_after_few_looks():
    run = SpotRun(SPOT, target=0.2)
    run.run(run.aim())
    assert run.percent <= 0.2 < 100 * run.curve[-2].exploitability / SPOT.pot
    assert run.percent == pytest.approx(run.trainer.exploitability(), rel=1e-12)  # of a pot of 100
    assert len(run.curve) <= 5 + np.log(run.last.iteration) / np.log(1.6)


def following(curve, **bounds):
    run = SpotRun(SPOT)
    run.curve = [Point(iteration, 0.0, percent, 0) for iteration, percent in curve]
    return run._next_look(run.last, Bounds(**{"exploitability": 0.5, **bounds}))


def test_looks_are_where_the_target_may_be_met():
    assert following([(1, 40.0)]) == 2  # 2.5 times as many
    assert following([(100, 40.0)]) == 250
    assert following([(100, 0.5 * 1.3**1.2)]) == 130
    assert following([(50, 0.5 * 2.6**1.5), (100, 0.5 * 1.3**1.5)]) == 130
    assert following([(50, 0.5 * 2.6**3), (100, 0.5 * 1.3**1.7)]) == 130  # never so fast for long
    assert following([(50, 0.5), (100, 0.5 * 1.3**1.2)]) == 130  # it rose
    assert following([(100, 1.5)]) == 160
    assert following([(100, 0.501)]) == 110
    assert following([(5, 0.501)]) == 6
    assert following([(100, 0.501)], iterations=104) == 104
    assert following([(100, 3.0)], exploitability=None, iterations=1000) == 160
    assert following([(50, 1.0), (100, 0.0)], exploitability=0.0, seconds=1.0) == 160


def test_bounds_beside_the_target():
    run = SpotRun(SPOT, target=0.01)
    assert run.aim() == Bounds(exploitability=0.01)
    run.run(run.aim(iterations=9))
    assert run.trainer.iteration == 9
    run.run(run.aim(seconds=1e-9))
    assert run.trainer.iteration == 9


def test_who_waits_hears_percents():
    heard = []
    run = SpotRun(SPOT, target=0.0)
    run.run(Bounds(iterations=30), JobControl(lambda done, text: heard.append(text)))
    assert heard[-1].startswith("Solving, ")
    assert heard[-1].endswith("% of the pot")


def resume(path, spot, locks, **facts):
    """A run that stopped, was kept and went on is the run that never stopped."""
    facts |= {"target": 0.25, "locks": parse_locks(locks, spot) if locks else ()}
    whole, first = solved(spot, 33, **facts), solved(spot, 14, **facts)
    first.save(path)
    second = SpotRun.load(path)
    same_bits(first, second)
    assert (second.algorithm, second.half) == (first.algorithm, first.half)
    assert (second.curve, second.seconds) == (first.curve, first.seconds)
    assert second.exploitability == second.trainer.exploitability()
    kept = read_kept(path)
    assert (kept.algorithm, kept.half, kept.target) == (first.algorithm, first.half, 0.25)
    assert (kept.iterations, kept.curve, kept.seconds) == (14, tuple(first.curve), first.seconds)
    assert kept.exploitability == first.percent
    second.run(Bounds(iterations=33))
    same_bits(whole, second)
    assert second.exploitability == whole.exploitability
    assert len(second.locks) == len(facts["locks"])


SPOTS = pytest.mark.parametrize(
    ("spot", "locks"),
    [(SPOT, ""), (SPOT, LOCKS), (TURN, RIVER_LOCK)],
    ids=["river", "locked river", "locked turn"],
)


@pytest.mark.parametrize("algorithm", ["dcfr", "pdcfr+", "hs-dcfr"])
@SPOTS
def test_files_resume_bit_for_bit(tmp_path, algorithm, spot, locks):
    resume(tmp_path / "x.safetensors", spot, locks, algorithm=algorithm)


@pytest.mark.long  # kernels of 16 bits are compiled for it
@pytest.mark.parametrize("algorithm", ["dcfr", "pdcfr+"])
@SPOTS
def test_files_of_16_bits_resume_bit_for_bit(tmp_path, algorithm, spot, locks):
    resume(tmp_path / "x.safetensors", spot, locks, algorithm=algorithm, half=True)


def test_a_run_that_was_never_run_can_be_kept(tmp_path):
    path = tmp_path / "x.safetensors"
    SpotRun(SPOT).save(path)
    assert read_kept(path).exploitability is None
    run = SpotRun.load(path)
    assert run.curve == []
    run.run(Bounds(iterations=5))
    same_bits(run, solved(iterations=5))


def test_a_file_that_cannot_be_written_costs_nothing(tmp_path, monkeypatch):
    path = tmp_path / "x.safetensors"
    run = SpotRun(SPOT)
    run.run(Bounds(iterations=5), path=path)
    before = path.read_bytes()

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategyFileError, match="No space left"):
        run.run(Bounds(iterations=9), path=path)
    assert run.trainer.iteration == 9
    assert path.read_bytes() == before
    monkeypatch.undo()
    run.run(Bounds(iterations=12), path=path)
    same_bits(SpotRun.load(path), run)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    path = tmp_path_factory.mktemp("spots") / "sound.safetensors"
    solved(iterations=20).save(path)
    return path.read_bytes()


@pytest.fixture
def kept(sound, tmp_path):
    path = tmp_path / "x.safetensors"
    path.write_bytes(sound)
    return path


def test_damaged_files_are_refused(kept, sound):
    rng = np.random.default_rng(1)
    for cut in rng.integers(0, len(sound), 20).tolist():
        kept.write_bytes(sound[:cut])
        with pytest.raises(StrategyFileError, match=str(kept)):
            SpotRun.load(kept)
    for place in rng.integers(0, len(sound), 40).tolist():
        flipped = bytearray(sound)
        flipped[place] ^= 1 << int(rng.integers(8))
        kept.write_bytes(flipped)
        with pytest.raises(StrategyFileError, match=str(kept)) as caught:
            SpotRun.load(kept)
        assert "\n" not in str(caught.value)


def largest(arrays):
    """The name of the largest array of the state: sums of strategies or regrets."""
    return max((name for name in arrays if name.startswith("state.")), key=lambda n: arrays[n].size)


def filled(value):
    def change(arrays):
        for name in [
            name for name in arrays if name.startswith("state.") and arrays[name].size > 9
        ]:
            arrays[name] = np.full_like(arrays[name], value)

    return change


def replaced(make):
    def change(arrays):
        name = largest(arrays)
        arrays[name] = make(arrays[name])

    return change


@pytest.mark.parametrize(
    "change",
    [
        filled(np.nan),
        filled(np.inf),
        filled(-1.0),
        filled(1e38),
        replaced(lambda array: array[:-1]),
        replaced(lambda array: array.reshape(1, *array.shape)),
        replaced(lambda array: array.astype(np.float64)),
        replaced(lambda array: array.astype(np.int32)),
        replaced(lambda array: np.zeros(30_000_000, array.dtype)),
        lambda arrays: arrays.pop(largest(arrays)),
        lambda arrays: arrays.update({"state.more": np.zeros(3)}),
        lambda arrays: arrays.update({"more": np.zeros(3)}),
        lambda arrays: arrays.update({"state.iteration": np.array([-1])}),
        lambda arrays: arrays.update({"state.iteration": np.array([19])}),
    ],
)
def test_forged_arrays_are_refused(kept, change):
    forge(kept, change_arrays=change)
    with pytest.raises(StrategyFileError, match=str(kept)):
        SpotRun.load(kept)


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(iterations=25),
        lambda record: record.update(half=True),
        lambda record: record.update(algorithm="pdcfr+"),
        lambda record: record["spot"].update(bets="50"),
        lambda record: record["spot"].update(oop="random"),
        lambda record: record["spot"].update(oop=""),
    ],
)
def test_records_of_another_run_are_refused(kept, change):
    forge(kept, change)
    with pytest.raises(StrategyFileError, match=str(kept)):
        SpotRun.load(kept)


def test_a_small_file_takes_no_large_memory(kept, monkeypatch):
    sizes = "10,20,30,40,50,60,70,80,90"

    def large(record):
        record["spot"].update(board="QsJh2h8c", oop="random", bets=sizes, raises="50", stack="9999")

    def never(*args):
        raise AssertionError("was built")

    forge(kept, large)
    monkeypatch.setattr(module, "SpotSolver", never)
    with pytest.raises(StrategyFileError, match=r"not those of its spot|nodes"):
        SpotRun.load(kept)


def test_a_file_larger_than_memory_is_refused_before_it_is_loaded(kept, monkeypatch):
    monkeypatch.setattr(module, "free_bytes", lambda: 1000)
    with pytest.raises(StrategyFileError, match=r"takes .* MB, but 0\.0 MB are free"):
        SpotRun.load(kept)


def test_no_step_is_done_while_a_file_is_written(tmp_path, monkeypatch):
    run = SpotRun(SPOT)
    run.run(run.aim(iterations=2))

    stepping = []

    def write(*args):
        stepping.append(pool.submit(run.trainer.step, 1))
        assert not wait(stepping, timeout=0.05).done

    monkeypatch.setattr(module, "write_tensors", write)
    with ThreadPoolExecutor(1) as pool:
        run.save(tmp_path / "spot.safetensors")
        stepping[0].result()
    assert run.trainer.iteration == 3


def test_algorithms_and_spots_are_checked():
    with pytest.raises(EngineError, match="choose one of"):
        SpotRun(SPOT, "magic")


def test_kernels_are_no_time_of_a_run(monkeypatch, clock):
    """Not even loading them from the disk, which takes longer than a small river."""
    begin = clock.seconds()
    monkeypatch.setattr(module, "compile_kernels", lambda half: clock.advance(5.0))
    run = solved(iterations=3)
    assert (clock.seconds() - begin, run.seconds) == (5.0, 0.0)
