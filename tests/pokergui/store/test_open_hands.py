import sqlite3
from contextlib import closing
from random import Random

import pytest

from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL
from engine.records.record import HandRecord
from engine.table import live_deck
from pokergui.store import Deal, HandReader, OpenHands, Store, verify
from tests.pokergui.store import damage
from tests.pokergui.store.random_hands import GAMES, play_into, random_action


def kept(path):
    with HandReader(path) as reader:
        return reader.open_hands()


def counts(path):
    found = verify(path)
    assert found.problems == ()
    return found.hands, found.decks, found.unfinished


def begin(store, name="leduc", hero=0):
    game = get_game(name)
    engines = [f"engine {seat}" for seat in range(game.num_players)]
    engines[hero] = ""
    deal = store.begin_hand(game, live_deck(game), engines=engines, hero=hero)
    return deal, HandState.deal(game, deal.deck)


def finish(store, deal, hand, rng):
    while not hand.finished:
        hand.apply(random_action(hand, rng))
        if not hand.finished:
            store.keep_hand(deal, hand.spot.actions, ("a note",)).result()
    names = tuple(f"Player {seat}" for seat in range(deal.game.num_players))
    record = HandRecord.of(hand, 0, names, deal.deck)
    engines, hero = deal.begun.engines, deal.begun.hero
    return store.finish_hand(deal, record, engines=engines, hero=hero).result()


@pytest.mark.parametrize("name", GAMES)
def test_open_hand_is_saved_at_every_action_and_removed_when_finished(path, store, name):
    rng = Random(name)
    deal, hand = begin(store, name, hero=1)
    row, players = deal.committed.result(), deal.game.num_players
    while not hand.finished:
        assert counts(path) == (0, 1, 1)
        (there,) = kept(path).hands
        assert (there.deck_number, there.game, there.deck) == (row, deal.game, deal.deck)
        assert (there.actions, there.hero) == (hand.spot.actions, 1)
        others = [(1 + step) % players for step in range(1, players)]
        assert there.opponents == tuple(f"engine {seat}" for seat in others)
        hand.apply(random_action(hand, rng))
        if not hand.finished:
            store.keep_hand(deal, hand.spot.actions).result()
    finish(store, deal, hand, rng)
    assert kept(path) == OpenHands()
    assert counts(path) == (1, 1, 0)


def test_hand_resumes_from_its_saved_state(path):
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
        finish(store, again, hand, Random(3))
    assert counts(path) == (1, 1, 0)
    with HandReader(path) as reader:
        assert reader.show(1).deck_number == deal.committed.result()


def test_open_hands_of_one_table_wait_while_others_are_played(path, store):
    first, hand = begin(store, "kuhn")
    play_into(store, 6)
    second, _ = begin(store)
    wanted = [first.committed.result(), second.committed.result()]
    assert [one.deck_number for one in kept(path).hands] == wanted
    finish(store, first, hand, Random(1))
    store.drop_hand(second).result()
    assert counts(path) == (7, 8, 0)
    game = get_game("kuhn")
    deal = store.begin_hand(game, live_deck(game))  # without engines it is not kept
    deal.committed.result()
    assert kept(path) == OpenHands()
    with pytest.raises(ValueError, match="without its engines"):
        store.keep_hand(deal, ())


@pytest.mark.parametrize("change", ["cards = cards || 'x'", "hero = hero + 1", "salt = 'x'"])
def test_damaged_open_hand_is_dropped(path, change):
    with closing(Store.open(path)) as store:
        begin(store)[0].committed.result()
    damage.change(path, f"UPDATE open_hands SET {change}")
    assert (kept(path).hands, len(kept(path).damaged)) == ((), 1)
    with closing(Store.open(path)) as store:
        store.drop_damaged().result()
    assert verify(path).problems == ()


@pytest.mark.parametrize("of", ["another deck", "a finished hand"])
def test_row_written_by_another_program_is_not_a_hand(path, of):
    with closing(Store.open(path)) as store:
        deal, hand = begin(store, "kuhn")
        deal.committed.result()
        with closing(sqlite3.connect(path)) as db:
            row = db.execute("SELECT * FROM open_hands").fetchone()
        finish(store, deal, hand, Random(2))
        if of == "another deck":
            begin(store, "kuhn")[0].committed.result()
    if of == "another deck":
        damage.tamper(path, "open_hands", {"cards": row[6], "salt": row[7]})
    else:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(f"INSERT INTO open_hands VALUES ({', '.join('?' * len(row))})", row)
    assert "unfinished hand" in damage.problems(path)
