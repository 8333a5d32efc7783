"""Answers in drills: kept, read, and damage to them."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pokergui.store import HandReader, Store, make_backup, mend, verify
from pokergui.store.backups import keep_backed_up
from pokergui.store.drills import DrillAnswer, keep_answers
from tests.pokergui.store.damage import lose_definitions
from tests.pokergui.store.drilled import drill_answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hands.db"


def keep(path: Path, *answers: DrillAnswer) -> None:
    with closing(Store.open(path)) as store:
        keep_answers(store, answers).result()


def read(path: Path, game: str = "leduc") -> tuple[DrillAnswer, ...]:
    with HandReader(path) as reader:
        return reader.drill_answers(game)


def test_answers_come_back_as_they_were_kept(path: Path) -> None:
    given = [drill_answer(1), replace(drill_answer(2), loss_mbb=math.nan, quality="inaccuracy")]
    keep(path, given[0])
    keep(path, given[1])
    found = read(path)
    assert [one.number for one in found] == [1, 2]
    assert replace(found[0], number=0, time="") == given[0]
    assert math.isnan(found[1].loss_mbb)
    assert found[1].counted_mbb == 0.0
    assert read(path, "kuhn") == ()
    assert verify(path).sound


def test_practice_is_in_no_result(path: Path) -> None:
    keep(path, drill_answer(quality="blunder", rating="again"))
    with HandReader(path) as reader:
        assert (reader.list().hands, reader.summary().totals) == ((), ())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE drill_answers SET verdict = replace(verdict, 'best', 'wrong')", "is damaged"),
        ("UPDATE drill_answers SET time = '2020-01-01T00:00:00.000Z'", "is damaged"),
        ("UPDATE drill_answers SET number = 7 WHERE number = 2", "is damaged"),
    ],
)
def test_a_changed_answer_is_named_and_left_out(path: Path, change: str, words: str) -> None:
    keep(path, drill_answer(1), drill_answer(2))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"{change}" if "WHERE" in change else f"{change} WHERE number = 2")
    (problem,) = verify(path).problems
    assert "drill answer" in problem.text
    assert words in problem.text
    assert [one.source for one in read(path)] == ["hand 2"]


def test_a_salvage_saves_them_and_a_backup_has_them(path: Path) -> None:
    keep(path, drill_answer(1), drill_answer(2))
    backup = keep_backed_up(path)
    assert backup is not None
    assert keep_backed_up(path) is None
    assert len(read(backup.path)) == 2
    lose_definitions(path)
    before = read(backup.path)
    mended = mend(path)
    assert mended is not None
    assert mended.found.drill_answers == 2
    assert read(path) == before
    assert verify(path).sound
    assert make_backup(path).hands == 0
