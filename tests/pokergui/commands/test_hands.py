import hashlib
import re
import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.cards import card_names
from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL, raise_to
from engine.records.record import HandRecord
from engine.table import live_deck
from pokergui.handtext import hand_text
from pokergui.instance import InstanceLock
from pokergui.localtime import local_text
from pokergui.store import HandReader, Store, verify
from tests.pokergui.store import random_hands
from tests.pokergui.store.damage import PAGE, change
from tests.pokergui.store.random_hands import GAMES

pytestmark = pytest.mark.slow


@pytest.fixture
def played(home):
    random_hands.played(home / "hands.db", 2 * len(GAMES), games=GAMES)
    return home


def test_commands_cope_with_an_empty_database(cli, home):
    nothing = {"hands": [], "totals": [], "damaged": [], "unfinished": []}
    assert cli.json("hands list") == nothing and cli.json("hands verify")["sound"]
    assert "no hands" in cli.refused("hands show 1")
    cli.refused("hands backup copy.db")
    assert "there are no backups" in cli.refused("hands restore newest")
    assert not list(home.iterdir())


def test_hands_are_listed_and_filtered(cli, played):
    hands = cli.json("hands list")["hands"]
    assert [hand["game"] for hand in hands] == [*GAMES, *GAMES]
    for hand in hands:
        assert hand["hero"] == hand["players"][hand["seat"]]
        assert hand["result_chips"] == hand["payoffs"][hand["seat"]]
    won = [hand["number"] for hand in hands if hand["result_chips"] > 0]
    large = [hand["number"] for hand in hands[1::6] if abs(hand["result_bb"]) >= 2]
    for words, numbers in {
        "--newest 3": [10, 11, 12],
        "--mode training": [],
        "--result won": won,
        "--game leduc --least-bb 2": large,
    }.items():
        found = cli.json(f"hands list {words}")["hands"]
        assert [hand["number"] for hand in found] == numbers, words
    assert len(cli.text("hands list").splitlines()) == 13 + len(GAMES)
    shown = cli.json("hands show 4")
    text = f"{shown['salt']}:{shown['deck']}"
    assert hashlib.sha256(text.encode()).hexdigest() == shown["deck_hash"]


def test_hands_are_tagged_and_noted(cli, played):
    before = cli.json("hands show 4")
    assert cli.json("hands tag 4 Bluff '#big pot'")["tags"] == ["Bluff", "big-pot"]
    assert cli.text("hands note 4 'Too large'") == ("noted on hand 4: #Bluff #big-pot Too large\n")
    for words in ("--tag bluff", "--text '#bluff large'", "--text LARGE"):
        assert [hand["number"] for hand in cli.json(f"hands list {words}")["hands"]] == [4]
    assert cli.text("hands list --tag bluff").splitlines()[1].endswith("#Bluff #big-pot")
    assert cli.json("hands tag 4 --remove bluff")["tags"] == ["big-pot"]
    shown = cli.json("hands show 4")
    assert (shown.pop("tags"), shown.pop("note")) == (["big-pot"], "Too large")
    assert shown.items() <= before.items()
    assert cli.json("hands note 4")["note"] == "" and cli.json("hands verify")["sound"]


def test_hand_is_told_in_sentences(cli, home):
    game = get_game("holdem-nolimit@20")
    with closing(Store.open(home / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game))
        hand = HandState.deal(game, deal.deck)
        for action in (raise_to(2000), CALL):
            hand.apply(action)
        record = HandRecord.of(hand, 0, ("Ann", "Bob"), deal.deck)
        store.finish_hand(deal, record, engines=("", "call"), hero=0).result()
        text = cli.text("hands show 1")
        assert "Ann calls 1,900 all-in" in text or "Ann raises to 2,000 all-in" in text
        random_hands.play_into(store, 12)
    said = ""
    for one in random_hands.hands_in(home / "hands.db")[1:]:
        names = ["You" if seat == one.hero else "Ann" for seat in range(len(one.players))]
        said += hand_text(replace(one, players=tuple(names)))
    assert re.search(r"You (check|call|bet|raise|fold|win|lose)\b", said)
    assert not re.search(r"You \w+s\b", said)


def test_damage_is_counted_and_salvaged(cli, played):
    path = played / "hands.db"
    data = bytearray(path.read_bytes())
    with HandReader(path) as reader:
        at = data.find(reader.show(2).salt.encode()) // PAGE * PAGE
    data[at : at + PAGE] = bytes(PAGE)
    path.write_bytes(data)
    lost = cli.json("hands list")["damaged"]
    words, left = f"{len(lost)} hands, {lost[0]} to {lost[-1]}", 12 - len(lost)
    for command in ("list", "stats"):
        assert cli.text(f"hands {command}").endswith(f"damaged: {words}\n")
    told = cli.run("hands export --format phh --out x.phhs")[2]
    assert f"left out, since they are damaged: {words}" in told
    assert f"{left} of 12 hands are intact" in cli.run("hands verify")[1]
    assert f"damaged: {left} of" in cli.run("match kuhn call raise --hands 4 --db hands.db")[2]
    assert "damaged" in cli.refused("hands show 2")
    assert "nothing is saved as copy.db: " in cli.refused("hands backup copy.db")
    done = cli.json("hands salvage")
    assert (done["damaged"], done["lost"]) == (True, {"hands": [[lost[0], lost[-1]]]})
    verified = cli.json("hands verify")
    assert (verified["sound"], verified["written"]) == (True, verified["hands"])
    (mark,) = verified["salvages"]
    assert (mark["file"], mark["lost"]) == (Path(done["kept"]).name, done["lost"])
    assert cli.json("hands salvage") == {"file": str(path), "damaged": False}
    path.write_text("not a database at all, but long enough to be read" * 50)
    cli.refused("hands list")
    assert not cli.json("hands verify", status=1)["sound"]


def test_backups_are_made_listed_restored_and_salvaged(cli, home):
    made = []
    for hands in (2, 1):
        random_hands.played(home / "hands.db", hands)
        made.append(cli.json("hands backup")["file"])
    found = cli.json("hands backups")["backups"]
    assert [(one["file"], one["hands"]) for one in found] == [(made[1], 3), (made[0], 2)]
    lock = InstanceLock(home)
    assert "a window is open" in cli.refused("hands restore newest")
    lock.release()
    random_hands.played(home / "hands.db", 1)
    done = cli.json("hands restore NEWEST")
    assert (done["file"], done["hands"], verify(Path(done["kept"])).hands) == (made[1], 3, 4)
    told = cli.text("hands restore", Path(made[0]).name)
    assert told.startswith(f"2 hands restored from {made[0]}\n")
    change(Path(made[1]), "UPDATE hands SET line = line || 'c' WHERE number = 2")
    assert "is damaged: hand 2" in cli.refused("hands restore newest")
    done = cli.json("hands restore newest --salvage")
    assert (done["hands"], done["lost"]) == (2, "hand 2") and done["file"] != made[1]
    Path(made[1]).write_bytes(b"nothing" * 1000)
    assert "unreadable" in cli.text("hands backups")


def test_times_are_utc_or_name_their_zone(cli, home, clock, monkeypatch):
    random_hands.played(home / "hands.db", 1)
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        (hand,) = cli.json("hands list")["hands"]
        assert hand["time"] == "2026-05-01T08:00:00.000-04:00"
        assert hand["time"] in cli.text("hands list")
        east = datetime.fromisoformat(hand["time"]).astimezone(timezone(timedelta(hours=2)))
        for text in (hand["time"], hand["time"][:-6], east.isoformat()):
            assert hand in cli.json("hands list --since", text)["hands"]
            assert hand not in cli.json("hands list --until", text)["hands"]
        # Summer and winter dates have their own UTC offsets.
        assert local_text("2026-07-01T12:00:00.000Z") == "2026-07-01T08:00:00.000-04:00"
        assert local_text("2026-12-01T12:00:00.000Z") == "2026-12-01T07:00:00.000-05:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_hands_a_format_cannot_express_are_skipped_and_named(cli, played):
    for form, file, left in (("phh", "x.phhs", "4 hands, 1 to 2"), ("pokerstars", "x.txt", "6")):
        status, _, err = cli.run(f"hands export --format {form} --out {file}")
        assert status == 0 and "cannot express their game" in err and left in err


def test_rejected_input_is_named(cli, home):
    (home / "hands.log").write_text("STATE:0:cr:Ks|Qs:1|-1:a|b\nSTATE:1:cc:Ks|Qs:1|-1:a|b\n")
    found = cli.json("hands import hands.log --game kuhn", status=1, err=None)
    assert (found["imported"], found["num_refused"]) == (1, 1)
    assert found["refused"][0].items() >= {"file": "hands.log", "where": "line", "place": 1}.items()
    out = cli.run("hands import hands.log --game kuhn")[1]
    assert "1 skipped as already imported" in out and "refused: hands.log, line 1: " in out
    assert "give the game" in cli.refused("hands import hands.log")


def test_unfinished_hand_is_listed_without_its_cards(cli, home):
    game = get_game("holdem-nolimit@100")
    with closing(Store.open(home / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game), engines=("", "cfr"), hero=0)
        deal.committed.result()
        store.keep_hand(deal, (raise_to(300), CALL)).result()
    (hand,) = cli.json("hands list --game leduc")["unfinished"]
    wanted = {"game": game.name, "opponent": "cfr", "hero": 0, "line": "r300c/"}
    assert hand.pop("time") and hand == wanted
    assert cli.json("hands verify")["unfinished"] == 1
    texts = [cli.text(words) for words in ("hands list", "hands verify", "doctor")]
    assert "unfinished: holdem-nolimit@100 against cfr, line r300c/," in texts[0]
    assert "all intact; unfinished: 1" in texts[2]
    for text in texts:
        assert deal.salt not in text and card_names(deal.deck[:4]) not in text
