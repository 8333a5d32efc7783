"""Kill -9 at random moments of all that writes: nothing lost, nothing torn, nothing left over.

Kills of a window are in ``test_end_to_end`` and ``test_unfinished_program``, of the writer of hands
and of matches in ``store``, of a spot in ``tests/ai/spot``.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ai.replacing import remove_leftovers
from ai.tensors import generation_before, open_tensors
from pokergui.paths import data_dir
from pokergui.store import HandReader, NoDatabaseError, Store, backups_of, export, mend, verify
from pokergui.store.backups import KEPT
from pokergui.store.errors import DamagedError
from pokergui.tidy import tidy_up
from tests.pokergui import victims
from tests.pokergui.desktop import START_S
from tests.pokergui.store.random_hands import play_into
from tests.recorded import many_hands

ROOT = Path(__file__).resolve().parents[2]
IMPORTED, FILES = 400, 20


def played(path: Path, hands: int) -> None:
    with closing(Store.open(path)) as store:
        play_into(store, hands, games=("leduc",))


def count(path: Path) -> int:
    """Return the number of hands of an intact database."""
    found = verify(path)
    assert found.problems == ()
    return found.hands


def prepare_import(folder: Path) -> None:
    path = folder / "hands.db"
    played(path, 40)
    with HandReader(path) as reader:
        hands = reader.list().hands
    path.unlink()
    export(hands, "acpc", folder / "few.log")
    many_hands(folder / "few.log", IMPORTED)


def judge_import(folder: Path, said: list[str]) -> None:
    assert any(line.isdigit() for line in said)
    since = said[len(said) - said[::-1].index("begin") :] if "begin" in said else []
    least = max(map(int, since), default=0)
    if least < IMPORTED:  # else the file may be gone already, to begin anew
        assert least == 0 or count(folder / "hands.db") >= least
    with suppress(NoDatabaseError):
        HandReader(folder / "hands.db").close()
        count(folder / "hands.db")


def prepare_hands(folder: Path, hands: int = 60) -> None:
    played(folder / "hands.db", hands)


def prepare_export(folder: Path) -> None:
    prepare_hands(folder)
    with HandReader(folder / "hands.db") as reader:
        hands = reader.list().hands
    for number, some in enumerate((hands, hands[:-1])):
        export(some, "acpc", folder / f"whole{number}.log")


def judge_export(folder: Path, said: list[str]) -> None:
    whole = [(folder / f"whole{number}.log").read_bytes() for number in range(2)]
    assert (folder / "out.log").read_bytes() in whole


def judge_save(folder: Path, said: list[str]) -> None:
    last = int(said[-1])
    path = folder / "large.safetensors"
    for file, numbers in ((path, (last, last + 1)), (generation_before(path), (last - 1, last))):
        if not file.exists() and last == 1:
            continue
        with open_tensors(file, "a file", 1) as found:
            number = found.record["number"]
            assert number in numbers
            assert np.array_equal(found.load()["x"], np.full(victims.ARRAY, float(number)))


def judge_backup(folder: Path, said: list[str]) -> None:
    found = backups_of(folder / "hands.db")
    assert said[-1] in {str(one.path) for one in found}
    assert KEPT <= len(found) <= KEPT + 1 or len(said) < KEPT
    for one in (*found[:2], found[-1]):
        assert count(one.path) == one.hands == count(folder / "hands.db")


def judge_start(folder: Path, said: list[str]) -> None:
    for number in (int(said[-1]), int(said[-1]) + 1):
        path = folder / f"{number}.db"
        played(path, 1)  # the next start goes on
        assert count(path) == 1
    for file in folder.glob("*.db"):
        file.unlink()


def judge_migration(folder: Path, said: list[str]) -> None:
    _, number = said[-1].split()
    for one in {int(number), max(0, int(number) - 1)}:
        path = folder / str(one) / "hands.db"
        if not path.exists():
            continue
        assert count(path) == 9
        with closing(sqlite3.connect(path)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
        assert version > 4 or f"new {one}" not in said
        if version > 4:
            (backup,) = backups_of(path)
            assert count(backup.path) == 9
    Store.open(folder / number / "hands.db").close()  # the next start goes on
    assert count(folder / number / "hands.db") == 9
    for one in folder.glob("[0-9]*"):
        shutil.rmtree(one)


def prepare_restore(folder: Path) -> None:
    for hands in (3, 5):
        played(folder / f"{hands}.db", hands)
    played(folder / "hands.db", 4)


def judge_restore(folder: Path, said: list[str]) -> None:
    now = count(folder / "hands.db")
    assert now in (3, 5)
    for kept in folder.glob("hands-before-restore-*.db"):
        assert count(kept) in (3, 4, 5, 6)
        kept.unlink()
    played(folder / "hands.db", 1)  # and play goes on


def prepare_move(folder: Path) -> None:
    data_dir().mkdir(parents=True)
    played(data_dir() / "hands.db", 3)
    (data_dir() / "strategies").mkdir()
    for number in range(FILES):
        (data_dir() / "strategies" / f"{number}.bin").write_bytes(bytes(100_000))


def judge_move(folder: Path, said: list[str]) -> None:
    tidy_up()
    here = data_dir()
    assert here.name in ("one", "two", Path(said[-1]).name)
    assert count(here / "hands.db") == 3
    assert len(list((here / "strategies").iterdir())) == FILES
    assert [one for one in ("one", "two") if (folder / one).exists()] == [here.name]
    names = [file.name for file in (folder / "config" / "pokergui").iterdir()]
    assert names == ["data-folder"]


def prepare_salvage(folder: Path) -> None:
    path = folder / "damaged.db"
    played(path, 60)
    data = bytearray(path.read_bytes())
    at = bytes(data).rindex(b"random")  # in a row of the last page: some of its rows are lost
    data[at : at + 400] = b"x" * 400
    path.write_bytes(data)


def judge_salvage(folder: Path, said: list[str]) -> None:
    path = folder / "hands.db"
    if said[-1] != "damaged" and not path.exists():
        return  # about to begin anew
    whole = path.with_name("whole.db")
    if said[-1] != "mended":  # the next start goes on, or does it again
        with suppress(DamagedError):
            opened(folder)
        mend(path)
    shutil.copyfile(folder / "damaged.db", whole)
    mend(whole)
    assert count(path) == count(whole) >= 30
    for file in (*folder.glob("hands-damaged-*"), *folder.glob("whole*"), path):
        file.unlink()


def judge_run(kind: str, folder: Path, said: list[str]) -> None:
    cls, _ = victims.RUNS[kind]
    path = folder / "run.safetensors"
    run = cls.load(path)
    assert run.trainer.iteration >= int(said[-1])
    before = cls.load(generation_before(path))
    assert before.trainer.iteration <= run.trainer.iteration


def save_again(kind: str, folder: Path) -> None:
    path = folder / "run.safetensors"
    victims.RUNS[kind][0].load(path).save(path)


def export_again(folder: Path) -> None:
    with HandReader(folder / "hands.db") as reader:
        export(reader.list().hands, "acpc", folder / "out.log")


@dataclass(frozen=True)
class Case:
    """A way to prepare and judge a victim.

    Attributes:
        kills: number of kills for a release.
        prepare: makes what it needs.
        judge: fails unless all is there that it said is safe.
        again: the next start, after which nothing is left over.
        first: lines that it prints before the clock begins.
        longest: most seconds from then until it is killed.
        round: further lines until it has begun anew.
    """

    kills: int
    prepare: Callable[[Path], None] = lambda folder: None
    judge: Callable[[Path, list[str]], None] = lambda folder, said: None
    again: Callable[[Path], object] = lambda folder: remove_leftovers(folder)
    first: int = 1
    longest: float = 0.4
    round: int = 2


def tidied(folder: Path) -> None:
    assert list(folder.glob("*salvaged*")) == []
    remove_leftovers(folder)


def opened(folder: Path) -> None:
    Store.open(folder / "hands.db").close()


CASES = {
    "import": Case(90, prepare_import, judge_import, again=opened, first=2),
    "export": Case(80, prepare_export, judge_export, again=export_again),
    "save": Case(100, judge=judge_save, again=lambda folder: victims.save(folder, 1), first=2),
    "backup": Case(90, prepare_hands, judge_backup, again=opened),
    "start": Case(20, judge=judge_start),
    "migration": Case(70, lambda folder: victims.older(folder / "old.db"), judge_migration),
    "restore": Case(70, prepare_restore, judge_restore, again=opened, first=2),
    "move": Case(70, prepare_move, judge_move),
    "salvage": Case(70, prepare_salvage, judge_salvage, again=tidied, first=4, round=3),
    **{
        kind: Case(
            kills,
            judge=partial(judge_run, kind),
            again=partial(save_again, kind),
            first=3,
        )
        for kind, kills in (("solve", 70), ("train", 50), ("blueprint", 30))
    },
}
OFTEN = ("restore",)
"""Kinds that are killed in ./check, too."""


def killed(kind: str, folder: Path, rng: random.Random) -> list[str]:
    """Let a victim work for a while; return what it reported safe."""
    case = CASES[kind]
    command = [sys.executable, "-m", "tests.pokergui.victims", kind, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        end = time.monotonic() + START_S
        said = [victim.stdout.readline().rstrip("\n") for _ in range(case.first)]
        assert time.monotonic() < end and "" not in said
        time.sleep(rng.uniform(0, case.longest))
        victim.kill()
        said += victim.stdout.read().split("\n")[:-1]
    return said


def be_home(folder: Path, set_variable: Callable[[str, str], object]) -> None:
    """Use the folders of a victim's data, settings and logs."""
    for name, value in victims.homes(folder):
        set_variable(name, value)


def kill_many(kind: str, folder: Path, kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = random.SystemRandom().getrandbits(32)
    rng, case = random.Random(seed), CASES[kind]
    monkeypatch.delenv("POKERGUI_HOME")
    be_home(folder, monkeypatch.setenv)
    if kind == "blueprint":
        victims.be_blind(monkeypatch.setattr)
    case.prepare(folder)
    for number in range(kills):
        print(f"seed {seed}, {kind}, kill {number}")
        case.judge(folder, killed(kind, folder, rng))
        case.again(folder)
        assert [str(file) for file in folder.rglob(".pokergui-*")] == []


@pytest.mark.parametrize("kind", OFTEN)
def test_a_kill_loses_tears_and_leaves_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill_many(kind, tmp_path, 1, monkeypatch)


@pytest.mark.long
@pytest.mark.scorecard("D1")
@pytest.mark.parametrize("kind", CASES)
def test_kills_lose_tear_and_leave_nothing(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    release: bool,
    record_property: Callable[[str, object], None],
) -> None:
    kills = CASES[kind].kills if release else 3
    kill_many(kind, tmp_path, kills, monkeypatch)
    record_property("measured", f"{kind}: {kills} kills, 0 lost, 0 torn, 0 left")
