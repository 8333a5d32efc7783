"""Hands in progress: kept from the deal on, gone with the finished hand, never torn or doubled."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL
from engine.records.record import HandRecord
from engine.table import live_deck
from pokergui.store import Deal, HandReader, OpenHands, Store, StoreError, verify
from pokergui.store._chain import GENESIS, OPEN_COLUMNS, checksum
from tests.pokergui.store.random_hands import GAMES, play_into, random_action


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hands.db"


def kept(path: Path) -> OpenHands:
    with HandReader(path) as reader:
        return reader.open_hands()


def begin(store: Store, name: str = "leduc", hero: int = 0) -> tuple[Deal, HandState]:
    game = get_game(name)
    engines = [f"engine {seat}" for seat in range(game.num_players)]
    engines[hero] = ""
    deal = store.begin_hand(game, live_deck(game), engines=engines, hero=hero)
    return deal, HandState.deal(game, deal.deck)


def finish(store: Store, deal: Deal, hand: HandState, rng: Random) -> int:
    while not hand.finished:
        hand.apply(random_action(hand, rng))
        if not hand.finished:
            store.keep_hand(deal, hand.spot.actions, ("a note",)).result()
    names = tuple(f"Player {seat}" for seat in range(deal.game.num_players))
    record = HandRecord.of(hand, 0, names, deal.deck)
    assert deal.begun is not None
    engines, hero = deal.begun.engines, deal.begun.hero
    return store.finish_hand(deal, record, engines=engines, hero=hero).result()


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_kept_at_every_action_and_goes_when_it_is_finished(path: Path, name: str) -> None:
    rng = Random(name)
    with closing(Store.open(path)) as store:
        deal, hand = begin(store, name, hero=1)
        row = deal.committed.result()
        while not hand.finished:
            found = verify(path)
            assert (found.problems, found.unfinished, found.hands) == ((), 1, 0)
            (there,) = kept(path).hands
            assert (there.deck_number, there.game, there.deck) == (row, deal.game, deal.deck)
            assert (there.actions, there.hero) == (hand.spot.actions, 1)
            players = deal.game.num_players
            others = [(1 + step) % players for step in range(1, players)]
            assert there.opponents == tuple(f"engine {seat}" for seat in others)
            hand.apply(random_action(hand, rng))
            if not hand.finished:
                store.keep_hand(deal, hand.spot.actions).result()
        finish(store, deal, hand, rng)
        assert kept(path) == OpenHands()
        found = verify(path)
        assert (found.problems, found.unfinished, found.hands, found.decks) == ((), 0, 1, 1)


def test_a_hand_goes_on_from_what_was_kept(path: Path) -> None:
    rng = Random(3)
    with closing(Store.open(path)) as store:
        deal, hand = begin(store, "holdem-limit")
        hand.apply(CALL)
        store.keep_hand(deal, hand.spot.actions, ("call: late",)).result()
    with closing(Store.open(path)) as store:
        (there,) = kept(path).hands
        assert there.notes == ("call: late",)
        again, hand = Deal.of(there), HandState.deal(there.game, there.deck)
        for action in there.actions:
            hand.apply(action)
        assert (again.hash, again.salt) == (deal.hash, deal.salt)
        finish(store, again, hand, rng)
    found = verify(path)
    assert (found.problems, found.unfinished, found.hands, found.decks) == ((), 0, 1, 1)
    with HandReader(path) as reader:
        assert reader.show(1).deck_number == deal.committed.result()


def test_hands_of_one_table_wait_while_others_are_played(path: Path) -> None:
    with closing(Store.open(path)) as store:
        first, hand = begin(store, "kuhn")
        play_into(store, 6)
        second, _ = begin(store)
        wanted = [first.committed.result(), second.committed.result()]
        assert [one.deck_number for one in kept(path).hands] == wanted
        finish(store, first, hand, Random(1))
        store.drop_hand(second).result()
    found = verify(path)
    assert (found.problems, found.unfinished, found.hands, found.decks) == ((), 0, 7, 8)


def test_a_hand_dealt_without_engines_is_not_kept(path: Path) -> None:
    game = get_game("kuhn")
    with closing(Store.open(path)) as store:
        deal = store.begin_hand(game, live_deck(game))
        deal.committed.result()
        assert kept(path) == OpenHands()
        with pytest.raises(ValueError, match="without its engines"):
            store.keep_hand(deal, ())


def test_every_changed_value_is_found(path: Path) -> None:
    with closing(Store.open(path)) as store:
        begin(store)[0].committed.result()
    original = path.read_bytes()
    for column in (*OPEN_COLUMNS, "checksum"):
        path.write_bytes(original)
        with closing(sqlite3.connect(path)) as db:
            number = column in ("deck", "hero")
            changed = f"{column} + 1" if number else f"{column} || 'x'"
            db.execute(f"UPDATE open_hands SET {column} = {changed}")
            db.commit()
        assert kept(path).hands == ()
        assert len(kept(path).damaged) == 1
        (problem,) = verify(path).problems
        assert "unfinished hand" in problem.text
        with closing(Store.open(path)) as store:
            store.drop_damaged().result()
        assert verify(path).problems == ()


@pytest.mark.parametrize("wrong", ["deck", "line", "over", "seat", "finished"])
def test_a_row_that_another_program_wrote_is_not_taken_for_a_hand(path: Path, wrong: str) -> None:
    with closing(Store.open(path)) as store:
        deal, hand = begin(store, "kuhn")
        number = deal.committed.result()
        if wrong == "finished":
            begun = deal.begun
            finish(store, deal, hand, Random(2))
            assert begun is not None
            there = begun.after(number, "2026-01-01T00:00:00.000Z")
        else:
            (there,) = kept(path).hands
    other = get_game("kuhn")
    changes = {
        "deck": {"cards": replace(there, cards=there.cards[2:] + there.cards[:2]).cards},
        "line": {"line": "rrr"},
        "over": {"line": "rf"},
        "seat": {"hero": other.num_players},
        "finished": {},
    }
    there = replace(there, **changes[wrong])  # type: ignore[arg-type]
    with closing(Store.open(path)) as store:
        store.submit(lambda db: _put(db, there)).result()
    assert "unfinished hand" in " ".join(problem.text for problem in verify(path).problems)


@pytest.mark.parametrize(
    ("column", "value"),
    [("engines", "not json"), ("engines", "5"), ("notes", "{"), ("cards", 7)],
)
def test_a_forged_row_is_damaged_whatever_its_checksum_says(
    path: Path, column: str, value: object
) -> None:
    with closing(Store.open(path)) as store:
        begin(store)[0].committed.result()
    names = ", ".join(OPEN_COLUMNS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE open_hands SET {column} = ?", [value])
        values = db.execute(f"SELECT {names} FROM open_hands").fetchone()
        db.execute("UPDATE open_hands SET checksum = ?", [checksum(GENESIS, values)])
    assert len(kept(path).damaged) == 1
    assert "unfinished hand" in " ".join(problem.text for problem in verify(path).problems)


def _put(db: object, hand: object) -> None:
    from pokergui.store import open_hands
    from pokergui.store._connect import transaction

    with transaction(db):  # type: ignore[arg-type]
        open_hands.put(db, hand)  # type: ignore[arg-type]


def test_a_hand_whose_deck_is_not_on_disk_is_not_kept_either(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pokergui.store import _connect

    monkeypatch.setattr(_connect, "BUSY_S", 0.05)
    with closing(Store.open(path)) as store:
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            deal, hand = begin(store)
            assert isinstance(deal.committed.exception(), StoreError)
        assert isinstance(store.keep_hand(deal, ()).exception(), StoreError)
        while not hand.finished:
            hand.apply(random_action(hand, Random(1)))
        record = HandRecord.of(hand, 0, ("a", "b"), deal.deck)
        store.finish_hand(deal, record, engines=("", "call"), hero=0).result()
    found = verify(path)
    assert (found.problems, found.unfinished, found.hands) == ((), 0, 1)


def test_the_checksum_covers_the_whole_row(path: Path) -> None:
    with closing(Store.open(path)) as store:
        begin(store)[0].committed.result()
    with closing(sqlite3.connect(path)) as db:
        *values, own = db.execute(
            f"SELECT {', '.join(OPEN_COLUMNS)}, checksum FROM open_hands"
        ).fetchone()
    assert checksum(GENESIS, values) == own
