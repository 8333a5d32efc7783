"""``hands``: lists, statistics, checks, exports, imports, backups of the hand database."""

from __future__ import annotations

import hashlib
import random
import re
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.cards import card_names
from engine.game import get_game
from engine.player import CALL, raise_to
from engine.table import live_deck
from pokergui.handtext import hand_text
from pokergui.instance import InstanceLock
from pokergui.localtime import local_text
from pokergui.store import HandReader, Store, verify
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import GAMES, play_into

pytestmark = pytest.mark.slow


def play(home: Path, count: int, games: tuple[str, ...] = ("kuhn",)) -> None:
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, count, games=games)


def change(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / "hands.db")) as db, db:
        db.execute(statement)


@pytest.fixture
def played(home: Path) -> Path:
    """A home with two hands of each game."""
    play(home, 2 * len(GAMES), GAMES)
    return home


def test_nothing_is_there_before_the_first_hand(cli: Cli, home: Path) -> None:
    nothing: dict[str, object] = {"hands": [], "totals": [], "damaged": [], "unfinished": []}
    assert cli.json("hands list") == nothing and cli.json("hands verify")["sound"]
    assert "no hands" in cli.refused("hands show 1")
    cli.refused("hands backup copy.db")
    assert cli.json("hands backups")["backups"] == []
    assert "there are no backups" in cli.refused("hands restore newest")
    assert not list(home.iterdir())


def test_hands_are_listed_and_chosen(cli: Cli, played: Path) -> None:
    def numbers(words: str) -> list[int]:
        return [hand["number"] for hand in cli.json(f"hands list {words}")["hands"]]

    hands = cli.json("hands list")["hands"]
    assert [hand["game"] for hand in hands] == [*GAMES, *GAMES]
    for hand in hands:
        assert sum(hand["payoffs"]) == 0
        assert hand["hero"] == hand["players"][hand["seat"]]
        assert hand["result_chips"] == hand["payoffs"][hand["seat"]]
    chosen = {
        "": list(range(1, 13)),
        "--game leduc": [2, 8],
        "--newest 3": [10, 11, 12],
        "--opponent nobody": [],
        "--mode training": [],
        "--text nowhere": [],
        "--result won": [hand["number"] for hand in hands if hand["result_chips"] > 0],
        f"--session {hands[0]['session']}": list(range(1, 13)),
        "--game leduc --least-bb 2": [
            hand["number"] for hand in hands[1::6] if abs(hand["result_bb"]) >= 2
        ],
    }
    assert {words: numbers(words) for words in chosen} == chosen
    assert len(cli.text("hands list").splitlines()) == 13 + len(GAMES)


def test_a_hand_shows_that_its_deck_was_fixed_before_play(cli: Cli, played: Path) -> None:
    hand = cli.json("hands show 4")
    text = f"{hand['salt']}:{hand['deck']}"
    assert hashlib.sha256(text.encode()).hexdigest() == hand["deck_hash"]
    with closing(sqlite3.connect(played / "hands.db")) as db:
        assert (hand["deck_hash"],) in db.execute("SELECT hash FROM decks").fetchall()


def test_sentences_about_the_person_are_in_the_second_person(played: Path) -> None:
    said = ""
    with HandReader(played / "hands.db") as reader:
        for number in range(1, 13):
            hand = reader.show(number)
            names = ["You" if seat == hand.hero else "Ann" for seat in range(len(hand.players))]
            said += hand_text(replace(hand, players=tuple(names)))
    assert re.search(r"You (check|call|bet|raise|fold|win|lose)\b", said)
    assert not re.search(r"You \w+s\b", said)


def test_players_statistics_stand_game_by_game(cli: Cli, played: Path) -> None:
    listed, games = cli.json("hands list"), cli.json("hands stats")["games"]
    assert {game["game"] for game in games} == set(GAMES)
    for game in games:
        those = [hand for hand in listed["hands"] if hand["game"] == game["game"]]
        assert game["hands"] == len(those) == 2
        assert game["result_chips"] == sum(hand["result_chips"] for hand in those)
        assert game["result_bb"] == pytest.approx(sum(hand["result_bb"] for hand in those))
        assert game["unit"] == ("antes" if game["game"] in ("kuhn", "leduc") else "bb")
        you, *others = game["players"]
        assert (you["kind"], you["name"], you["hands"]) == ("you", "You", 2)
        assert {(other["kind"], other["name"]) for other in others} == {("engine", "random")}
        part, whole = you["counts"]["vpip"]
        assert you["vpip"] == (part / whole if whole else None)
    keys = ("game", "title", "hands", "result_chips", "result_bb", "unit")
    assert listed["totals"] == [{key: game[key] for key in keys} for game in games]
    assert cli.json("hands stats --mode imported") == {"games": [], "damaged": []}


def test_changed_hands_are_reported_and_replace_no_backup(cli: Cli, played: Path) -> None:
    assert cli.json("hands backup copy.db") == {"file": "copy.db", "hands": 12}
    good = Path("copy.db").read_bytes()
    change(played, "UPDATE hands SET payoffs = '[7,-7]' WHERE number = 5")
    found = cli.json("hands verify", status=1)
    assert (found["sound"], found["hands"], found["written"]) == (False, 11, 12)
    assert any(problem["hand"] == 5 for problem in found["problems"])
    assert cli.json("hands list")["damaged"] == [5]
    assert "1 problem; " in cli.json("doctor")["database"]
    assert "damaged" in cli.refused("hands show 5")
    assert "nothing is saved as copy.db: hand 5" in cli.refused("hands backup copy.db")
    assert Path("copy.db").read_bytes() == good
    cli.refused("hands backup no/folder/hands.db")
    (played / "hands.db").write_text("not a database at all, but long enough to be read" * 50)
    cli.refused("hands list")
    assert not cli.json("hands verify", status=1)["sound"]


def test_damage_is_counted_and_salvaged(cli: Cli, played: Path) -> None:
    path = played / "hands.db"
    data = bytearray(path.read_bytes())
    with HandReader(path) as reader:
        at = data.find(reader.show(2).salt.encode())
    data[at - at % 4096 : at - at % 4096 + 4096] = bytes(4096)
    path.write_bytes(data)
    listed = cli.json("hands list")
    lost = listed["damaged"]
    assert 2 in lost and len(listed["hands"]) + len(lost) == 12
    words = f"{len(lost)} hands, {lost[0]} to {lost[-1]}"
    for command in ("list", "stats"):
        assert cli.text(f"hands {command}").endswith(f"damaged: {words}\n")
    told = cli.run("hands export --format phh --out x.phhs")[2]
    assert f"left out, since they are damaged: {words}" in told
    assert f"{12 - len(lost)} of 12 hands are as they were written" in cli.run("hands verify")[1]
    told = cli.run("match kuhn call raise --hands 4 --db hands.db")[2]
    assert f"damaged: {12 - len(lost)} of" in told
    done = cli.json("hands salvage")
    assert (done["damaged"], done["lost"]) == (True, {"hands": [[lost[0], lost[-1]]]})
    verified = cli.json("hands verify")
    assert (verified["sound"], verified["written"]) == (True, verified["hands"])
    (mark,) = verified["salvages"]
    assert (mark["file"], mark["lost"]) == (Path(done["kept"]).name, done["lost"])
    assert cli.json("hands list")["damaged"] == []
    assert cli.json("hands salvage") == {"file": str(path), "damaged": False}


def test_the_index_is_made_anew(cli: Cli, played: Path) -> None:
    change(played, "UPDATE hand_index SET game = 'snap' WHERE number = 5")
    status, out, _ = cli.run("hands verify")
    assert (status, "hands reindex" in out) == (1, True)
    assert cli.json("hands list --game snap")["hands"][0]["number"] == 5
    cli.json("hands reindex")
    assert cli.json("hands verify")["sound"]


def test_backups_are_made_listed_and_restored(cli: Cli, home: Path) -> None:
    play(home, 2)
    first = cli.json("hands backup")
    play(home, 1)
    second = cli.json("hands backup")
    found = cli.json("hands backups")["backups"]
    assert [one["file"] for one in found] == [second["file"], first["file"]]
    assert [(one["hands"], one["matches"]) for one in found] == [(3, 0), (2, 0)]
    assert found[0]["bytes"] == Path(second["file"]).stat().st_size
    play(home, 1)
    lock = InstanceLock(home)
    assert "a window is open" in cli.refused("hands restore newest")
    lock.release()
    done = cli.json("hands restore NEWEST")
    assert (done["file"], done["hands"]) == (second["file"], 3)
    assert verify(Path(done["kept"])).hands == 4
    done = cli.json("hands restore", Path(first["file"]).name)
    assert done["hands"] == verify(home / "hands.db").hands == 2
    (home / "hands.db").unlink()
    assert cli.text("hands restore", second["file"]) == f"3 hands restored from {second['file']}\n"


def test_a_damaged_backup_is_salvaged_or_refused(cli: Cli, home: Path) -> None:
    play(home, 2)
    file = cli.json("hands backup")["file"]
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE hands SET line = line || 'c' WHERE number = 2")
    assert "is damaged: hand 2" in cli.refused("hands restore newest")
    done = cli.json("hands restore newest --salvage")
    assert (done["hands"], done["lost"]) == (1, "hand 2")
    assert done["file"] != file and verify(home / "hands.db").sound
    Path(cli.json("hands backup")["file"]).write_bytes(b"nothing" * 1000)
    assert cli.json("hands backups")["backups"][0]["hands"] is None
    assert "unreadable" in cli.text("hands backups")
    assert "is damaged" in cli.refused("hands restore newest")


def test_times_are_utc_or_name_their_zone(
    cli: Cli, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = cli.json("hands list")["hands"][-1]
    moment = datetime.fromisoformat(hand["time"])
    east = moment.astimezone(timezone(timedelta(hours=2)))
    local = moment.astimezone().replace(tzinfo=None)
    for text in (hand["time"], local.isoformat(), east.isoformat()):
        assert hand in cli.json("hands list --since", text)["hands"]
        assert hand not in cli.json("hands list --until", text)["hands"]
    assert cli.json("hands list --until", hand["time"][:10])["hands"] == []
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        hand = cli.json("hands show 1")
        assert hand["time"].endswith(("-04:00", "-05:00")) and hand["time"] in cli.text(
            "hands list"
        )
        since = cli.json("hands list --newest 20 --since", hand["time"][:-6])["hands"]
        assert since[0]["number"] == 1
        # Summer and winter have their own offsets, whatever the season is now.
        assert local_text("2026-07-01T12:00:00.000Z") == "2026-07-01T08:00:00.000-04:00"
        assert local_text("2026-12-01T12:00:00.000Z") == "2026-12-01T07:00:00.000-05:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_exports_leave_out_what_a_format_cannot_express(cli: Cli, played: Path) -> None:
    done = cli.json("hands export --format acpc --game leduc --out leduc.log")
    assert (done["hands"], done["file"], done["text"]) == (2, "leduc.log", None)
    log = cli.text("hands export --format acpc --game leduc")
    assert log == (played / "leduc.log").read_text()
    assert "one game" in cli.refused("hands export --format acpc")
    for form, file, left in (("phh", "x.phhs", "4 hands, 1 to 2"), ("pokerstars", "x.txt", "6")):
        status, _, err = cli.run(f"hands export --format {form} --out {file}")
        assert status == 0 and "cannot express their game" in err and left in err
    assert cli.json("hands import x.txt")["imported"] == cli.json("replay x.txt")["hands"] == 6


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_a_log_that_was_exported_is_imported(cli: Cli, played: Path, game: str) -> None:
    cli.json(f"hands export --format acpc --game {game} --out hands.log.xz")
    done = {"imported": 2, "skipped": 0, "unclear": 0, "remarks": [], "refused": []}
    done["num_refused"] = 0
    assert cli.json("hands import hands.log.xz --hero 'Player 1'") == done
    assert cli.json("hands import hands.log.xz") == {**done, "imported": 0, "skipped": 2}
    old, new = (
        cli.json(f"hands list --game {game} --mode {mode}")["hands"]
        for mode in ("play", "imported")
    )
    for key in ("players", "holes", "board", "line", "payoffs", "game"):
        assert [hand[key] for hand in old] == [hand[key] for hand in new]
    assert [(hand["hero"], hand["seat"]) for hand in new] == [("Player 1", 1)] * 2
    shown = cli.json(f"hands show {new[0]['number']}")
    assert (shown["deck"], shown["salt"], shown["deck_hash"]) == (None, None, None)
    assert cli.json("hands verify")["sound"]


def test_what_is_refused_is_named(cli: Cli, home: Path) -> None:
    (home / "hands.log").write_text("STATE:0:cr:Ks|Qs:1|-1:a|b\nSTATE:1:cc:Ks|Qs:1|-1:a|b\n")
    found = cli.json("hands import hands.log --game kuhn", status=1, err=None)
    assert (found["imported"], found["num_refused"]) == (1, 1)
    assert found["refused"][0].items() >= {"file": "hands.log", "where": "line", "place": 1}.items()
    assert "stops before" in found["refused"][0]["reason"]
    out = cli.run("hands import hands.log --game kuhn")[1]
    assert "1 skipped as already imported" in out and "refused: hands.log, line 1: " in out
    assert "name the game" in cli.refused("hands import hands.log")


def test_a_hand_of_a_site_says_whose_it_is_and_what_it_cost(cli: Cli, home: Path) -> None:
    rng = random.Random(4)
    rake = next(shape for shape in SHAPES if shape.name == "three to nine players")
    rights = [site_hand(rng, rake, 7 + seats, seats) for seats in (4, 9)]
    (home / "site.txt").write_text("".join(hand.text for hand in rights), "utf-8")
    assert cli.json("hands import site.txt")["imported"] == 2
    hands = cli.json("hands list")["hands"]
    for hand, right in zip(hands, rights, strict=True):
        own = right.net[right.players.index(HERO)]
        assert (hand["players"], hand["hero"]) == (right.players, HERO)
        assert (hand["result_chips"], hand["result_bb"]) == (own, own / right.big_blind)
        assert (hand["currency"], hand["rake_chips"]) == ("$", right.rake)
        assert hand["title"] == f"No-limit hold'em {right.stakes}, {len(right.players)} players"
        out = cli.text(f"hands show {hand['number']}")
        assert right.stakes in out and f"{HERO} " in out
        assert (f"rake $0.{right.rake:02}" in out) == (0 < right.rake < 100)
        for line in right.text.strip().split("\n"):
            assert (line in out) or hand["seat"] is None or len(right.players) < 7
    assert cli.json("hands list")["totals"] == []
    totals = cli.json("hands list --mode imported")["totals"]
    assert sum(total["hands"] for total in totals) == 2
    assert "--mode imported counts" in cli.text("hands stats")


def test_a_hero_that_no_file_names_is_asked_for_and_remembered(cli: Cli, home: Path) -> None:
    rng = random.Random(5)
    for number, name in ((1, "a"), (2, "b")):
        (home / f"{name}.txt").write_text(site_hand(rng, SHAPES[1], number, 3).text, "utf-8")
    assert cli.json("hands import a.txt")["unclear"] == 1
    (hand,) = cli.json("hands list")["hands"]
    assert (hand["hero"], hand["result_bb"]) == (None, None)
    done = cli.json("hands import a.txt --hero", HERO)
    assert (done["skipped"], done["unclear"]) == (1, 0)
    assert cli.json("hands import b.txt")["unclear"] == 0
    assert [hand["hero"] for hand in cli.json("hands list")["hands"]] == [HERO, HERO]


def test_an_unfinished_hand_is_named_without_its_cards(cli: Cli, played: Path) -> None:
    game = get_game("holdem-nolimit@100")
    with closing(Store.open(played / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game), engines=("", "cfr"), hero=0)
        deal.committed.result()
        store.keep_hand(deal, (raise_to(300), CALL)).result()
    (hand,) = cli.json("hands list --game leduc")["unfinished"]
    wanted = {"game": game.name, "opponent": "cfr", "hero": 0, "line": "r300c/"}
    assert hand.pop("time") and hand == wanted
    last = cli.text("hands list --newest 1").splitlines()[-1]
    assert last.startswith("unfinished: holdem-nolimit@100 against cfr, line r300c/,")
    verified = cli.json("hands verify")
    assert (verified["hands"], verified["unfinished"], verified["sound"]) == (12, 1, True)
    assert cli.json("doctor")["database"].endswith("as they were written; unfinished: 1")
    for words in ("hands list", "hands verify", "doctor"):
        text = cli.text(words)
        assert deal.salt not in text and card_names(deal.deck[:4]) not in text


ALL_IN = """PokerStars Hand #1002: Hold'em No Limit ($0.50/$1.00 USD) - 2026/05/01 18:35:05 ET
Table 'Aludra' 6-max Seat #1 is the button
Seat 1: Anna ($100 in chips)
Seat 2: Bob ($20 in chips)
Seat 3: Cid ($50 in chips)
Bob: posts small blind $0.50
Cid: posts big blind $1
*** HOLE CARDS ***
Dealt to Anna [Qs Qd]
Anna: raises $2 to $3
Bob: raises $17 to $20 and is all-in
Cid: calls $19
Anna: calls $17
*** FLOP *** [2h 7d 7c]
Cid: bets $30 and is all-in
Anna: folds
Uncalled bet ($30) returned to Cid
*** TURN *** [2h 7d 7c] [3s]
*** RIVER *** [2h 7d 7c 3s] [4s]
*** SHOW DOWN ***
Bob: shows [Ac Ad] (two pair, Aces and Sevens)
Cid: shows [Jh Jd] (two pair, Jacks and Sevens)
Bob collected $60 from pot
*** SUMMARY ***
Total pot $60 | Rake $0
Board [2h 7d 7c 3s 4s]


"""


def test_a_hand_as_text_names_who_is_all_in(cli: Cli, home: Path) -> None:
    (home / "site.txt").write_text(ALL_IN)
    assert cli.json("hands import site.txt")["imported"] == 1
    text = cli.text("hands show 1")
    assert "Bob raises to $20 all-in, Cid calls $19, Anna calls $17" in text
    assert "Cid bets $30 all-in, Anna folds" in text
