import math
from contextlib import closing
from dataclasses import replace

from pokergui.store import HandReader, Store, make_backup, verify
from pokergui.store.backups import keep_backed_up
from pokergui.store.drills import keep_answers
from tests.pokergui.store import damage
from tests.pokergui.store.drilled import drill_answer


def read(path, game="leduc"):
    with HandReader(path) as reader:
        return reader.drill_answers(game)


def test_drill_answers_round_trip_and_do_not_count_in_results(path):
    blunder = drill_answer(2, quality="blunder", rating="again")
    given = [drill_answer(1), replace(blunder, loss_mbb=math.nan)]
    with closing(Store.open(path)) as store:
        for one in given:
            keep_answers(store, [one]).result()
    found = read(path)
    assert [one.number for one in found] == [1, 2]
    assert replace(found[0], number=0, time="") == given[0]
    assert math.isnan(found[1].loss_mbb)
    assert found[1].counted_mbb == 0.0
    assert read(path, "kuhn") == ()
    with HandReader(path) as reader:
        assert (reader.list().hands, reader.summary().totals) == ((), ())
    assert verify(path).sound
    backup = keep_backed_up(path)
    assert keep_backed_up(path) is None
    assert len(read(backup.path)) == 2
    assert make_backup(path).hands == 0
    damage.change(path, "UPDATE drill_answers SET time = '2020-01-01' WHERE number = 2")
    assert [one.number for one in read(path)] == [1]
