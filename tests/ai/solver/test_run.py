from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import numpy as np
import pytest

from ai.solver import run as module
from ai.solver.locks import parse_locks
from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.solver.solver import estimate
from ai.solver.spot import Spot
from ai.solver.workspace import FairLock
from ai.training.run import Bounds
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError, StrategyFileError
from engine.player import CALL
from tests.ai.solver.spot_files import FLOP, LOCKS, SPOT, TURN, same_bits
from tests.tamper import put, tamper

pytestmark = pytest.mark.slow

RIVER_LOCK = '{"locks": [{"line": "cc/", "card": "7d", "hands": {"AA": {"r50": 0.3, "c": 0.7}}}]}'
FLOP_LOCK = '{"locks": [{"line": "cc/", "card": "7d", "hands": {"AA": {"r95": 0.3, "c": 0.7}}}]}'


def solved(spot=SPOT, iterations=30, **facts):
    run = SpotRun(spot, **facts)
    run.run(Bounds(iterations=iterations))
    return run


def test_target_is_met_after_few_evaluations():
    run = SpotRun(SPOT, target=0.2)
    assert run.aim() == Bounds(exploitability=0.2)
    run.run(run.aim())
    assert run.percent <= 0.2 < 100 * run.curve[-2].exploitability / SPOT.pot
    assert run.percent == pytest.approx(run.trainer.exploitability(), rel=1e-12)  # of a pot of 100
    assert len(run.curve) <= 5 + np.log(run.last.iteration) / np.log(1.6)
    done = run.trainer.iteration
    run.target = 0.001
    run.run(run.aim(iterations=done + 4))
    assert run.trainer.iteration == done + 4
    run.run(run.aim(seconds=1e-9))
    assert run.trainer.iteration == done + 4


@pytest.mark.parametrize(
    ("known", "looks"),
    [
        (lambda t: 400.0 / t, [1, 2, 5, 12, 30, 75, 188, 301, 482, 735, 808]),  # far, then 60% more
        (lambda t: 18.0 / t**1.5, [1, 2, 5, 8, 11]),  # as fast as since the last evaluation
        (lambda t: 0.505, [*range(1, 16)]),
    ],
)
def test_evaluations_happen_when_the_target_may_be_met(known, looks):
    run = SpotRun(SPOT)
    run.trainer.exploitability = lambda: known(run.trainer.iteration)
    run.run(Bounds(exploitability=0.5, iterations=looks[-1]))
    assert [point.iteration for point in run.curve] == looks


@pytest.mark.parametrize(
    ("spot", "locks", "algorithm", "half"),
    [
        (SPOT, "", "hs-dcfr", False),
        (SPOT, LOCKS, "dcfr", True),
        (TURN, RIVER_LOCK, "pdcfr+", False),
        (FLOP, "", "pdcfr+", True),
        (FLOP, FLOP_LOCK, "dcfr", False),
    ],
)
def test_files_keep_everything_and_runs_resume_bit_for_bit(tmp_path, spot, locks, algorithm, half):
    path = tmp_path / "x.safetensors"
    given = parse_locks(locks, spot) if locks else ()
    facts = {"algorithm": algorithm, "half": half, "target": 0.25, "locks": given}
    whole, first = solved(spot, 12, **facts), solved(spot, 5, **facts)
    first.save(path)
    second, kept = SpotRun.load(path), read_kept(path)
    same_bits(first, second)
    assert (second.seconds, second.curve) == (first.seconds, first.curve)
    assert second.exploitability == second.trainer.exploitability()
    assert (kept.algorithm, kept.half, kept.target) == (algorithm, half, 0.25)
    assert (kept.iterations, kept.curve, kept.seconds) == (5, tuple(first.curve), first.seconds)
    assert kept.exploitability == first.percent
    second.run(Bounds(iterations=12))
    same_bits(whole, second)
    assert second.exploitability == whole.exploitability
    assert (second.algorithm, second.half, len(second.locks)) == (algorithm, half, len(given))


def test_unstarted_run_can_be_saved_and_unwritable_path_fails_first(tmp_path):
    path, place = tmp_path / "x.safetensors", tmp_path / "folder"
    SpotRun(SPOT).save(path)
    run = SpotRun.load(path)
    assert read_kept(path).exploitability is None and run.curve == []
    place.write_text("no folder")
    with pytest.raises(StrategyFileError):
        run.run(Bounds(iterations=9), path=place / "x.safetensors")
    assert run.trainer.iteration == 9
    run.run(Bounds(iterations=12), path=path)
    same_bits(SpotRun.load(path), run)
    same_bits(run, solved(iterations=12))
    with pytest.raises(EngineError, match="choose one of"):
        SpotRun(SPOT, "magic")


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "x.safetensors"
    solved(iterations=2).save(path)
    return path


def largest(change):
    """Change the largest array, sums of strategies or regrets."""

    def changed(arrays):
        name = max((x for x in arrays if x.startswith("state.")), key=lambda x: arrays[x].size)
        arrays[name] = change(arrays[name])

    return changed


ARRAYS = [
    *(largest(lambda array, odd=odd: np.full_like(array, odd)) for odd in (np.nan, np.inf, 1e38)),
    *(largest(lambda array: array[:-1]), largest(lambda array: array[None])),
    *(largest(lambda array, kind=kind: array.astype(kind)) for kind in (np.float64, np.int32)),
    largest(lambda array: np.zeros(30_000_000, array.dtype)),
    *(put(name, lambda _: np.zeros(3)) for name in ("state.more", "more")),
    *(put("state.iteration", lambda _, number=number: np.array([number])) for number in (-1, 1)),
]
RECORDS = [
    *({"iterations": 7}, {"half": True}, {"algorithm": "pdcfr+"}, {"spot": {"bets": "50"}}),
    *({"spot": {"oop": "random"}}, {"spot": {"oop": ""}}),
]


@pytest.mark.parametrize("change", [*ARRAYS, *RECORDS])
def test_tampered_files_are_rejected(kept, change):
    def of_record(record):
        record.update({**change, "spot": {**record["spot"], **change.get("spot", {})}})

    tamper(kept, *((None, change) if callable(change) else (of_record,)))
    with pytest.raises(StrategyFileError, match=str(kept)):
        SpotRun.load(kept)


def test_small_file_cannot_allocate_large_memory(kept, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(module, "free_bytes", lambda: 1000)
        with pytest.raises(StrategyFileError, match=r"takes .* MB, but only 0\.0 MB is free"):
            SpotRun.load(kept)
    sizes = "10,20,30,40,50,60,70,80,90"
    large = {"board": "QsJh2h8c", "oop": "random", "bets": sizes, "raises": "50", "stack": "9999"}
    tamper(kept, lambda record: record["spot"].update(large))
    monkeypatch.setattr(module, "SpotSolver", None)
    with pytest.raises(StrategyFileError, match=r"not those of its spot|nodes"):
        SpotRun.load(kept)


def test_steps_wait_while_a_file_is_written(tmp_path, monkeypatch):
    run, stepping = solved(iterations=2), []

    def write(path, record, arrays):
        stepping.append(pool.submit(run.trainer.step, 1))
        assert pool.submit(run.trainer.exploitability).result() == run.exploitability
        assert run.trainer.iteration == record["iterations"] == 2

    monkeypatch.setattr(module, "write_tensors", write)
    with ThreadPoolExecutor(2) as pool:
        run.save(tmp_path / "spot.safetensors")
        stepping[0].result()
    assert run.trainer.iteration == 3


def test_kernel_compilation_does_not_count_as_run_time(monkeypatch, clock):
    begin = clock.seconds()
    monkeypatch.setattr(module, "compile_kernels", lambda half: clock.advance(5.0))
    run = solved(iterations=3)
    assert (clock.seconds() - begin, run.seconds) == (5.0, 0.0)


def test_lock_is_reentrant_and_first_come_first_served():
    lock, order = FairLock(), []

    def enter():
        with lock:
            order.append("waiting")

    thread = Thread(target=enter)
    with lock:
        with lock:
            thread.start()
            while not lock.awaited:
                pass
        order.append("first")
    with lock:  # at once, before a woken thread runs
        order.append("again")
    thread.join()
    assert order == ["first", "waiting", "again"]


@pytest.mark.ci
@pytest.mark.parametrize("half", [True, False])
def test_flop_saved_without_its_rivers_answers_as_before(tmp_path, half):
    spot = Spot.parse("9s6s3s", "AA,87s", "KK,T9s", 100, 95, "50,a", "a")
    locks = parse_locks('{"locks": [{"line": "cc/cc/", "hands": {"AA": {"c": 1}}}]}', spot)
    whole, path = SpotRun(spot, half=half, locks=locks, target=0.5), tmp_path / "x.safetensors"
    whole.run(whole.aim(), path=path)
    run = SpotRun.load(path)
    assert (run.whole, run.percent, run.curve) == (False, whole.percent, whole.curve)
    size = estimate(spot, half, locked=True)
    assert path.stat().st_size == pytest.approx(size.early_bytes, abs=40_000)
    assert size.early_bytes < 0.1 * size.file_bytes
    checks = (CALL,) * 4
    for calls, board in enumerate(("9s6s3s", "9s6s3s", "9s6s3s2d", "9s6s3sKd")):
        line = (CALL,) * calls
        one, other = (each.trainer.view(line, parse_cards(board)) for each in (whole, run))
        for name in ("reach", "strategy", "ev", "action_ev", "equity"):
            np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=2e-4)
    for line, board in ((checks, "9s6s3s2d2c"), ((*checks, CALL), "9s6s3s2d2c")):
        one, other = (each.trainer.view(line, parse_cards(board)) for each in (whole, run))
        assert one.actions == other.actions
        np.testing.assert_allclose(one.reach, other.reach, atol=0.05)
        assert sum(other.total_ev) == pytest.approx(sum(one.total_ev), abs=1e-6 * spot.pot)
    aces = parse_combo("AdAc")
    assert run.trainer.answer(checks, parse_cards("9s6s3s2d2c"))[1][aces].tolist() == [1, 0, 0]
    assert not run.regain_rivers(whole.aim())
    more = whole.last.iteration + 1
    run.run(Bounds(iterations=more))  # it is solved from the start
    assert run.whole and run.trainer.iteration == more
    run.keep_rivers = True
    run.save(path)
    assert path.stat().st_size == pytest.approx(size.file_bytes, abs=40_000)
    again = SpotRun.load(path)
    assert again.keep_rivers  # and goes on keeping them
    same_bits(again, run)
