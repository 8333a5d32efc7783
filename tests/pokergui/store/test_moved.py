"""A database that is removed, moved, replaced or cut while it is open: noticed, and put back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest

from engine.game import get_game
from engine.match_chunk import joined
from engine.table import live_deck
from pokergui.store import HandReader, MatchTicket, Store, StoreError, verify
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.store.test_matches import play


def remove(path: Path) -> None:
    for file in path.parent.glob("hands.db*"):
        file.unlink()


def remove_file_alone(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    with closing(Store.open(other)) as store:
        play_into(store, 2)
    other.replace(path)


def replace_by_anything(path: Path) -> None:
    other = path.with_name("other")
    other.write_text("once upon a time", "utf-8")
    other.replace(path)


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


LOSSES = (
    remove,
    remove_file_alone,
    replace,
    replace_by_anything,
    move_folder,
    remove_folder,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "hands.db"


@pytest.mark.parametrize("lose", LOSSES)
def test_all_comes_back_with_the_next_hand(path: Path, lose: Callable[[Path], None]) -> None:
    said: list[str] = []
    with closing(Store.open(path)) as store:
        store.tell = said.append
        play_into(store, 3)
        game = get_game("leduc")
        open_hand = store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0)
        open_hand.committed.result()
        lose(path)
        assert play_into(store, 1, seed=2) == [4]
        report = verify(path)
        assert (report.sound, report.hands, report.unfinished) == (True, 4, 1)
        assert play_into(store, 1, seed=3) == [5]
    (sentence,) = said
    assert str(path) in sentence
    found = verify(path)
    assert (found.sound, found.hands, found.unfinished) == (True, 5, 1)
    if lose in (replace, replace_by_anything):
        (other,) = path.parent.glob("hands-other-*.db")
        assert other.name in sentence
        if lose is replace:
            assert verify(other).hands == 2
    else:
        assert "was gone" in sentence


def test_all_comes_back_when_the_store_is_closed(path: Path) -> None:
    store = Store.open(path)
    play_into(store, 3)
    remove(path)
    store.close()
    assert (verify(path).sound, verify(path).hands) == (True, 3)


def test_a_look_is_enough(path: Path) -> None:
    with closing(Store.open(path)) as store:
        play_into(store, 2)
        remove_folder(path)
        store.look().result()
        assert verify(path).hands == 2


@pytest.mark.parametrize("lose", [remove, replace])
def test_a_match_goes_on(path: Path, lose: Callable[[Path], None]) -> None:
    whole = joined(play("kuhn", 600, True))
    with closing(Store.open(path)) as store:
        store.tell = lambda sentence: None
        ticket = store.begin_match(
            whole.game,
            engines=("raise", "random"),
            players=("R", "W"),
            seed=3,
            duplicate=True,
            hands=600,
        )
        store.append_block(ticket, whole.part(0, 200)).result()
        lose(path)
        store.append_block(ticket, whole.part(200, 400)).result()
        assert store.append_block(ticket, whole.part(400, 600)).result() >= 0
        assert store.finish_match(ticket).result() == 600
    with HandReader(path) as reader:
        assert [match.hands for match in reader.matches()] == [600]
    assert verify(path).sound


def test_nothing_counts_as_safe_that_cannot_be_put_back(path: Path) -> None:
    said: list[str] = []
    with closing(Store.open(path)) as store:
        store.tell = said.append
        play_into(store, 2)
        shutil.rmtree(path.parent)
        path.parent.write_text("a file in the folder's place", "utf-8")
        with pytest.raises(StoreError, match="cannot be put back"):
            play_into(store, 1, seed=2)
        assert said == []
        path.parent.unlink()
        play_into(store, 1, seed=3)
        assert len(said) == 1
        with HandReader(path) as reader:
            kept = reader.list().hands
    assert {hand.number for hand in kept} >= {1, 2}
    assert verify(path).sound


def test_a_file_that_was_cut_is_not_written_on(path: Path) -> None:
    said: list[str] = []
    store = Store.open(path)
    store.tell = said.append
    play_into(store, 40)
    with path.open("rb+") as file:
        file.truncate(0)
    play_into(store, 3, seed=2)
    store.close()
    assert len(said) == 1
    with HandReader(path) as reader:
        assert reader.list().damaged == ()
    assert verify(path).sound


def test_commands_say_it(cli, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def add(store: Store, rows: list[dict[str, object]]) -> Future[int]:
        remove(path)
        return added(store, rows)

    monkeypatch.setenv("POKERGUI_HOME", str(path.parent))
    log, added = tmp_path / "hands.log", Store.add_imported
    with closing(Store.open(path)) as store:
        play_into(store, 3, games=("kuhn",))
    assert cli.run("hands", "export", "--format", "acpc", "--out", str(log))[0] == 0
    monkeypatch.setattr(Store, "add_imported", add)
    status, out, err = cli.run("hands", "import", str(log))
    assert (status, out.splitlines()[0]) == (0, "3 hands imported, 0 skipped as already imported")
    assert err == f"pokergui: {path} was gone; its contents are restored\n"
    assert verify(path).hands == 6


def test_a_match_says_what_is_not_stored(
    cli, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finish(store: Store, ticket: MatchTicket) -> Future[int]:
        done = finished(store, ticket)
        done.result()
        remove_folder(path)
        path.parent.write_text("a file in the folder's place", "utf-8")
        return done

    finished = Store.finish_match
    monkeypatch.setattr(Store, "finish_match", finish)
    status, out, err = cli.run(
        "match", "kuhn", "random", "call", "--hands", "50", "--db", str(path)
    )
    assert status == 2
    assert "random" in out
    assert "cannot be put back" in err
