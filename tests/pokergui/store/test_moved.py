import shutil
from pathlib import Path

import pytest

from engine.game import get_game
from engine.match_chunk import joined
from engine.table import live_deck
from pokergui.store import HandReader, Store, StoreError, verify
from tests.pokergui.store.damage import play_match
from tests.pokergui.store.random_hands import hands_in, play_into, played


def remove(path):
    for file in path.parent.glob("hands.db*"):
        file.unlink()


def replace(path):
    played(path.with_name("other.db"), 2).replace(path)


def replace_by_anything(path):
    other = path.with_name("other")
    other.write_text("once upon a time", "utf-8")
    other.replace(path)


def move_folder(path):
    path.parent.rename(path.parent.with_name("elsewhere"))


def remove_folder(path):
    shutil.rmtree(path.parent)


def block_folder(path):
    remove_folder(path)
    path.parent.write_text("a file in the folder's place", "utf-8")


def cut(path):
    with path.open("rb+") as file:
        file.truncate(0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "hands.db"


@pytest.fixture
def said(store):
    told = []
    store.tell = told.append
    return told


@pytest.mark.parametrize(
    "lose", [remove, Path.unlink, replace, replace_by_anything, move_folder, remove_folder]
)
def test_all_comes_back_with_the_next_hand(path, store, said, lose):
    play_into(store, 3)
    game = get_game("leduc")
    store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0).committed.result()
    lose(path)
    for number in (4, 5):
        assert play_into(store, 1, seed=number) == [number]
        report = verify(path)
        assert (report.sound, report.hands, report.unfinished) == (True, number, 1)
    store.close()
    assert (verify(path).sound, verify(path).hands) == (True, 5)
    (sentence,) = said
    assert str(path) in sentence
    if lose in (replace, replace_by_anything):
        (other,) = path.parent.glob("hands-other-*.db")
        assert other.name in sentence
        assert lose is not replace or verify(other).hands == 2
    else:
        assert "was gone" in sentence


@pytest.mark.parametrize("act", [Store.close, lambda store: store.look().result()])
def test_closing_and_looking_are_enough(path, store, act):
    play_into(store, 3)
    remove_folder(path)
    act(store)
    assert (verify(path).sound, verify(path).hands) == (True, 3)


@pytest.mark.parametrize("lose", [remove, replace])
def test_a_match_goes_on(path, store, lose):
    whole = joined(play_match("kuhn", 600, duplicate=True))
    names = ("raise", "random")
    ticket = store.begin_match(
        whole.game, engines=names, players=names, seed=3, duplicate=True, hands=600
    )
    store.append_block(ticket, whole.part(0, 200)).result()
    lose(path)
    for start in (200, 400):
        store.append_block(ticket, whole.part(start, start + 200)).result()
    assert store.finish_match(ticket).result() == 600
    with HandReader(path) as reader:
        assert [match.hands for match in reader.matches()] == [600]
    assert verify(path).sound


def test_nothing_counts_as_safe_that_cannot_be_put_back(path, store, said):
    play_into(store, 2)
    block_folder(path)
    with pytest.raises(StoreError, match="cannot be restored"):
        play_into(store, 1, seed=2)
    assert said == []
    path.parent.unlink()
    play_into(store, 1, seed=3)
    assert len(said) == 1
    assert {hand.number for hand in hands_in(path)} >= {1, 2}
    assert verify(path).sound


def test_a_file_that_was_cut_is_not_written_on(path, store, said):
    play_into(store, 40)
    cut(path)
    play_into(store, 3, seed=2)
    store.close()
    assert len(said) == 1
    assert hands_in(path) and verify(path).sound


def test_commands_say_it(cli, path, tmp_path, monkeypatch):
    def add(store, rows):
        remove(path)
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
