import os
import shutil
from pathlib import Path

import pytest

from engine.game import get_game
from engine.match_chunk import joined
from engine.table import live_deck
from pokergui.store import HandReader, Store, StoreError, verify
from tests.pokergui.store.damage import play_match
from tests.pokergui.store.players import begin_match
from tests.pokergui.store.random_hands import hands_in, play_into, played


def replace(path):
    played(path.with_name("other.db"), 2).replace(path)


def replace_by_anything(path):
    path.with_name("other").write_text("once upon a time", "utf-8")
    path.with_name("other").replace(path)


LOSSES = {
    "all files": lambda path: [file.unlink() for file in path.parent.glob("hands.db*")],
    "one file": Path.unlink,
    "replaced": replace,
    "replaced by anything": replace_by_anything,
    "folder moved": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
    "folder": lambda path: shutil.rmtree(path.parent),
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "hands.db"


@pytest.fixture
def said(store):
    told = []
    store.tell = told.append
    return told


@pytest.mark.parametrize("loss", LOSSES)
def test_lost_files_are_restored_with_the_next_hand(path, store, said, loss):
    play_into(store, 3)
    game = get_game("leduc")
    store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0).committed.result()
    store.look().result()  # nothing is written while the files go
    LOSSES[loss](path)
    for number in (4, 5):
        assert play_into(store, 1, seed=number) == [number]
        report = verify(path)
        assert (report.sound, report.hands, report.unfinished) == (True, number, 1)
    store.close()
    assert (verify(path).sound, verify(path).hands) == (True, 5)
    (sentence,) = said
    assert str(path) in sentence
    if "replaced" in loss:
        (other,) = path.parent.glob("hands-other-*.db")
        assert other.name in sentence
        assert loss != "replaced" or verify(other).hands == 2
    else:
        assert "was gone" in sentence


@pytest.mark.parametrize("act", [Store.close, lambda store: store.look().result()])
def test_closing_or_reading_restores_lost_files(path, store, act):
    play_into(store, 3)
    store.look().result()
    shutil.rmtree(path.parent)
    act(store)
    assert (verify(path).sound, verify(path).hands) == (True, 3)


@pytest.mark.parametrize("loss", ["all files", "replaced"])
def test_match_survives_lost_files(path, store, loss):
    whole = joined(play_match("kuhn", 600, duplicate=True))
    ticket = begin_match(store, whole.game, ("raise", "random"), 600, seed=3)
    store.append_block(ticket, whole.part(0, 200)).result()
    store.look().result()
    LOSSES[loss](path)
    for start in (200, 400):
        store.append_block(ticket, whole.part(start, start + 200)).result()
    assert store.finish_match(ticket).result() == 600
    with HandReader(path) as reader:
        assert [match.hands for match in reader.matches()] == [600]
    assert verify(path).sound


def test_unrestorable_hands_are_not_reported_as_saved(path, store, said):
    play_into(store, 2)
    store.look().result()
    shutil.rmtree(path.parent)
    path.parent.write_text("a file in the folder's place", "utf-8")
    with pytest.raises(StoreError, match="cannot be restored"):
        play_into(store, 1, seed=2)
    assert said == []
    path.parent.unlink()
    play_into(store, 1, seed=3)
    assert len(said) == 1
    assert {hand.number for hand in hands_in(path)} >= {1, 2}
    assert verify(path).sound


def test_truncated_file_is_not_written_to(path, store, said):
    play_into(store, 40)
    store.look().result()  # the log has been emptied
    os.truncate(path, 0)
    play_into(store, 3, seed=2)
    store.close()
    assert len(said) == 1
    assert hands_in(path) and verify(path).sound


def test_commands_report_restored_files(cli, path, tmp_path, monkeypatch):
    def add(store, rows):
        LOSSES["all files"](path)
        return added(store, rows)

    monkeypatch.setenv("POKERGUI_HOME", str(path.parent))
    log, added = tmp_path / "hands.log", Store.add_imported
    played(path, 3)
    assert cli.run("hands", "export", "--format", "acpc", "--out", str(log))[0] == 0
    monkeypatch.setattr(Store, "add_imported", add)
    status, out, err = cli.run("hands", "import", str(log))
    assert (status, out.splitlines()[0]) == (0, "3 hands imported, 0 skipped as already imported")
    assert err == f"pokergui: {path} was gone; its contents are restored\n"
    assert verify(path).hands == 6
