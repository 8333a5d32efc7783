"""Commands on the hand database."""

from __future__ import annotations

import hashlib
import json
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
from pokergui.localtime import local_text
from pokergui.store import HandReader, Store
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import GAMES, play_into


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any hands."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def played(home: Path) -> Path:
    """A home with two hands of each game."""
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 2 * len(GAMES))
    return home


def test_nothing_is_there_before_the_first_hand(cli: Cli, home: Path) -> None:
    nothing: dict[str, object] = {"hands": [], "totals": [], "damaged": [], "unfinished": []}
    assert cli.json("hands", "list") == nothing
    assert cli.json("hands", "verify")["sound"]
    assert "no hands" in cli.refused("hands", "show", "1")
    cli.refused("hands", "backup", str(home / "copy.db"))
    assert not list(home.iterdir())


def test_hands_are_listed_and_chosen(cli: Cli, played: Path) -> None:
    hands = cli.json("hands", "list")["hands"]
    assert [hand["number"] for hand in hands] == list(range(1, 13))
    assert [hand["game"] for hand in hands[:6]] == list(GAMES)
    for hand in hands:
        assert sum(hand["payoffs"]) == 0
        assert hand["hero"] == hand["players"][hand["seat"]]
        assert hand["result_chips"] == hand["payoffs"][hand["seat"]]
    leduc = cli.json("hands", "list", "--game", "leduc")["hands"]
    assert [hand["number"] for hand in leduc] == [2, 8]
    assert all(hole[0] in "JQK" for hand in leduc for hole in hand["holes"])
    newest = cli.json("hands", "list", "--newest", "3")["hands"]
    assert [hand["number"] for hand in newest] == [10, 11, 12]
    assert cli.json("hands", "list", "--opponent", "nobody")["hands"] == []
    status, out, _ = cli.run("hands", "list")
    assert (status, len(out.splitlines())) == (0, 13 + len(GAMES))


def test_a_hand_shows_that_its_deck_was_fixed_before_play(cli: Cli, played: Path) -> None:
    hand = cli.json("hands", "show", "4")
    text = f"{hand['salt']}:{hand['deck']}"
    assert hashlib.sha256(text.encode()).hexdigest() == hand["deck_hash"]
    with closing(sqlite3.connect(played / "hands.db")) as db:
        assert (hand["deck_hash"],) in db.execute("SELECT hash FROM decks").fetchall()
    assert "from 1 to 12" in cli.refused("hands", "show", "99")


def test_sentences_about_the_person_are_in_the_second_person(played: Path) -> None:
    said = ""
    with HandReader(played / "hands.db") as reader:
        for number in range(1, 13):
            hand = reader.show(number)
            names = ["You" if seat == hand.hero else "Ann" for seat in range(len(hand.players))]
            said += hand_text(replace(hand, players=tuple(names)))
    assert re.search(r"You (check|call|bet|raise|fold|win|lose)\b", said)
    assert not re.search(r"You \w+s\b", said)


def test_a_changed_hand_is_reported(cli: Cli, played: Path) -> None:
    assert cli.json("hands", "verify") == {
        "hands": 12,
        "decks": 12,
        "matches": 0,
        "match_hands": 0,
        "opponents": 0,
        "unfinished": 0,
        "written": 12,
        "sound": True,
        "problems": [],
        "salvages": [],
    }
    with closing(sqlite3.connect(played / "hands.db")) as db:
        db.execute("UPDATE hands SET payoffs = '[7,-7]' WHERE number = 5")
        db.commit()
    status, out, _ = cli.run("hands", "verify", "--json")
    found = json.loads(out)
    assert (status, found["sound"], found["hands"]) == (1, False, 11)
    assert any(problem["hand"] == 5 for problem in found["problems"])
    assert cli.json("hands", "list")["damaged"] == [5]
    assert "1 problem; " in cli.json("doctor")["database"]
    assert "damaged" in cli.refused("hands", "show", "5")


def test_a_backup_is_a_whole_database(cli: Cli, played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "hands.db"
    copy.parent.mkdir()
    assert cli.json("hands", "backup", str(copy)) == {"file": str(copy), "hands": 12}
    verified = cli.json("hands", "verify", "--home", str(copy.parent))
    assert (verified["hands"], verified["sound"]) == (12, True)
    cli.refused("hands", "backup", str(tmp_path / "no" / "folder" / "hands.db"))


def test_a_damaged_database_replaces_no_backup(cli: Cli, played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    cli.json("hands", "backup", str(copy))
    good = copy.read_bytes()
    with closing(sqlite3.connect(played / "hands.db")) as db:
        db.execute("UPDATE hands SET payoffs = '[1,-1]' WHERE number = 5")
        db.commit()
    assert "nothing is saved as copy.db: hand 5" in cli.refused("hands", "backup", str(copy))
    assert copy.read_bytes() == good


def test_hands_are_exported(cli: Cli, played: Path, tmp_path: Path) -> None:
    log, phh = tmp_path / "leduc.log", tmp_path / "hands.phhs"
    done = cli.json("hands", "export", "--format", "acpc", "--game", "leduc", "--out", str(log))
    assert (done["hands"], done["file"], done["text"]) == (2, str(log), None)
    status, out, err = cli.run("hands", "export", "--format", "phh", "--out", str(phh))
    assert (status, out) == (0, f"8 hands saved as {phh}\n")
    assert err == "left out, as phh cannot express their game: 4 hands, 1 to 2, 7 to 8\n"
    status, out, _ = cli.run("hands", "export", "--format", "acpc", "--game", "leduc")
    assert (status, out) == (0, log.read_text())
    assert "one game" in cli.refused("hands", "export", "--format", "acpc")
    assert "no hands" in cli.refused("hands", "export", "--format", "phh", "--opponent", "nim")
    cli.refused("hands", "export", "--format", "csv")


def test_damaged_hands_are_not_exported(cli: Cli, played: Path) -> None:
    with closing(sqlite3.connect(played / "hands.db")) as db:
        db.execute("UPDATE hands SET payoffs = '[7,-7]' WHERE number = 2")
        db.commit()
    status, out, err = cli.run("hands", "export", "--format", "acpc", "--game", "leduc", "--json")
    assert status == 0
    assert (json.loads(out)["hands"], json.loads(out)["damaged"]) == (1, [2])
    assert err == "left out, since they are damaged: 1 hand, 2\n"


def test_damage_is_named_counted_and_salvaged(cli: Cli, played: Path, tmp_path: Path) -> None:
    path = played / "hands.db"
    data = bytearray(path.read_bytes())
    with HandReader(path) as reader:
        at = data.find(reader.show(2).salt.encode())
    data[at - at % 4096 : at - at % 4096 + 4096] = bytes(4096)
    path.write_bytes(data)
    status, out, err = cli.run("hands", "list", "--json")
    listed = json.loads(out)
    lost = listed["damaged"]
    assert (status, err, 2 in lost) == (0, "", True)
    assert len(listed["hands"]) + len(lost) == 12
    words = f"{len(lost)} hands, {lost[0]} to {lost[-1]}"
    for command in ("list", "stats"):
        assert cli.run("hands", command)[1].endswith(f"damaged: {words}\n")
    where = ("hands", "export", "--format", "phh", "--out", str(tmp_path / "x.phhs"))
    assert f"left out, since they are damaged: {words}" in cli.run(*where)[2]
    status, out, _ = cli.run("hands", "verify")
    assert (status, f"{12 - len(lost)} of 12 hands are as they were written" in out) == (1, True)
    log = tmp_path / "kuhn.log"
    cli.run("hands", "export", "--format", "acpc", "--game", "leduc", "--out", str(log))
    done = cli.json("hands", "import", "--home", str(tmp_path / "elsewhere"), str(log))
    said = cli.run("hands", "import", "--home", str(played), str(log))[2]
    assert f"damaged: {12 - len(lost) + done['imported']} of" in said
    match = ("match", "kuhn", "call", "raise", "--hands", "4", "--db", str(path))
    assert f"damaged: {12 - len(lost) + done['imported']} of" in cli.run(*match)[2]
    done = cli.json("hands", "salvage")
    assert (done["damaged"], done["lost"]) == (True, {"hands": [[lost[0], lost[-1]]]})
    kept = Path(done["kept"])
    assert kept.name.startswith("hands-damaged-")
    verified = cli.json("hands", "verify")
    assert (verified["sound"], verified["written"]) == (True, verified["hands"])
    (mark,) = verified["salvages"]
    assert (mark["file"], mark["lost"]) == (kept.name, done["lost"])
    assert f"salvaged from {kept.name}" in cli.run("hands", "verify")[1]
    assert cli.json("hands", "list")["damaged"] == []
    assert cli.json("hands", "salvage") == {"file": str(path), "damaged": False}
    assert "there is no hand database" in cli.refused("hands", "salvage", str(tmp_path / "no.db"))
    (tmp_path / "text").write_text("nothing of ours" * 1000)
    assert "not a hand database" in cli.refused("hands", "salvage", str(tmp_path / "text"))


def test_no_database_is_no_hand_database(cli: Cli, home: Path) -> None:
    (home / "hands.db").write_text("not a database at all, but long enough to be read" * 50)
    cli.refused("hands", "list")
    status, out, _ = cli.run("hands", "verify", "--json")
    assert (status, json.loads(out)["sound"]) == (1, False)


def test_times_are_utc_or_name_their_zone(cli: Cli, played: Path) -> None:
    hand = cli.json("hands", "list")["hands"][-1]
    moment = datetime.fromisoformat(hand["time"])
    east = moment.astimezone(timezone(timedelta(hours=2)))
    for text in (
        hand["time"],
        moment.astimezone().replace(tzinfo=None).isoformat(),
        east.isoformat(),
    ):
        assert hand in cli.json("hands", "list", "--since", text)["hands"]
        assert hand not in cli.json("hands", "list", "--until", text)["hands"]
    assert cli.json("hands", "list", "--until", hand["time"][:10])["hands"] == []


@pytest.mark.parametrize(
    "args",
    [
        ("hands",),
        ("hands", "lose"),
        ("hands", "show", "one"),
        ("hands", "show", "0"),
        ("hands", "show", "9" * 30),
        ("hands", "list", "--newest", "9" * 30),
        ("hands", "list", "--since", "yesterday"),
        ("hands", "list", "--until", "2026-02-30"),
        ("hands", "list", "--game", "chess"),
    ],
)
def test_mistakes_get_one_line_and_status_2(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused(*args)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_a_log_that_was_exported_is_imported(cli: Cli, played: Path, game: str) -> None:
    log = str(played / "hands.log.xz")
    cli.json("hands", "export", "--format", "acpc", "--game", game, "--out", log)
    done = {
        "imported": 2,
        "skipped": 0,
        "unclear": 0,
        "remarks": [],
        "refused": [],
        "num_refused": 0,
    }
    assert cli.json("hands", "import", log, "--hero", "Player 1") == done
    assert cli.json("hands", "import", log) == {**done, "imported": 0, "skipped": 2}
    old, new = (
        cli.json("hands", "list", "--game", game, "--mode", mode)["hands"]
        for mode in ("play", "imported")
    )
    same = ("players", "holes", "board", "line", "payoffs", "game")
    assert [[hand[key] for key in same] for hand in old] == [
        [hand[key] for key in same] for hand in new
    ]
    assert [(hand["hero"], hand["seat"]) for hand in new] == [("Player 1", 1)] * 2
    shown = cli.json("hands", "show", str(new[0]["number"]))
    assert (shown["deck"], shown["salt"], shown["deck_hash"]) == (None, None, None)
    assert cli.json("hands", "verify")["sound"]


def test_pokerstars_text_both_ways(cli: Cli, played: Path) -> None:
    text = str(played / "hands.txt")
    status, _, err = cli.run("hands", "export", "--format", "pokerstars", "--out", text)
    assert (status, "cannot express their game: 6 hands, 1 to 3, 7 to 9" in err) == (0, True)
    assert cli.json("hands", "import", text)["imported"] == 6
    assert cli.json("replay", text)["hands"] == 6


def test_what_is_refused_is_named(cli: Cli, home: Path) -> None:
    log = home / "hands.log"
    log.write_text("STATE:0:cr:Ks|Qs:1|-1:a|b\nSTATE:1:cc:Ks|Qs:1|-1:a|b\n")
    status, out, _ = cli.run("hands", "import", str(log), "--game", "kuhn", "--json")
    found = json.loads(out)
    assert (status, found["imported"], found["num_refused"]) == (1, 1, 1)
    assert found["refused"][0].items() >= {"file": "hands.log", "where": "line", "place": 1}.items()
    assert "stops before" in found["refused"][0]["reason"]
    status, out, _ = cli.run("hands", "import", str(log), "--game", "kuhn")
    assert "1 skipped as already imported" in out
    assert "refused: hands.log, line 1: " in out
    assert "name the game" in cli.refused("hands", "import", str(log))
    assert "not one of the file types" in cli.refused("hands", "import", str(home / "hands.db"))
    assert "no.log" in cli.refused("hands", "import", str(home / "no.log"))
    assert "not both" in cli.refused(
        "hands", "import", str(log), "--game", "kuhn", "--definition", str(log)
    )


def test_hands_are_chosen_by_more(cli: Cli, played: Path) -> None:
    hands = cli.json("hands", "list")["hands"]
    won = [hand["number"] for hand in hands if hand["result_chips"] > 0]
    found = cli.json("hands", "list", "--result", "won")["hands"]
    assert [hand["number"] for hand in found] == won
    assert cli.json("hands", "list", "--mode", "training")["hands"] == []
    assert cli.json("hands", "list", "--text", "nowhere")["hands"] == []
    assert len(cli.json("hands", "list", "--session", hands[0]["session"])["hands"]) == 12
    assert all(
        abs(hand["result_bb"]) >= 2
        for hand in cli.json("hands", "list", "--game", "leduc", "--least-bb", "2")["hands"]
    )
    cli.refused("hands", "list", "--result", "much")
    cli.refused("hands", "list", "--game", "snap")


def test_players_statistics_stand_game_by_game(cli: Cli, played: Path) -> None:
    hands = cli.json("hands", "list")["hands"]
    games = cli.json("hands", "stats")["games"]
    assert {game["game"] for game in games} == set(GAMES)
    for game in games:
        those = [hand for hand in hands if hand["game"] == game["game"]]
        assert game["hands"] == len(those) == 2
        assert game["result_chips"] == sum(hand["result_chips"] for hand in those)
        assert game["result_bb"] == pytest.approx(sum(hand["result_bb"] for hand in those))
        assert game["unit"] == ("antes" if game["game"] in ("kuhn", "leduc") else "bb")
        you, *others = game["players"]
        assert (you["kind"], you["name"], you["hands"]) == ("you", "You", 2)
        assert {(other["kind"], other["name"]) for other in others} == {("engine", "random")}
        part, whole = you["counts"]["vpip"]
        assert you["vpip"] == (part / whole if whole else None)
    assert cli.json("hands", "list")["totals"] == [
        {key: game[key] for key in ("game", "title", "hands", "result_chips", "result_bb", "unit")}
        for game in games
    ]
    assert cli.json("hands", "stats", "--mode", "imported") == {"games": [], "damaged": []}
    status, out, _ = cli.run("hands", "stats")
    assert (status, "  You, 2 hands: VPIP" in out) == (0, True)
    assert "Kuhn poker, 2 hands, " in out


def test_times_are_local(cli: Cli, played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        hand = cli.json("hands", "show", "1")
        assert hand["time"].endswith(("-04:00", "-05:00"))
        wall = hand["time"][:-6]
        assert hand["time"] in cli.run("hands", "list")[1]
        found = cli.json("hands", "list", "--since", wall, "--newest", "20")["hands"]
        assert found[0]["number"] == 1
        # Summer and winter have their own offsets, whatever the season is now.
        assert local_text("2026-07-01T12:00:00.000Z") == "2026-07-01T08:00:00.000-04:00"
        assert local_text("2026-12-01T12:00:00.000Z") == "2026-12-01T07:00:00.000-05:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_hand_of_a_site_says_whose_it_is_and_what_it_cost(cli: Cli, home: Path) -> None:
    rng = random.Random(4)
    rake = next(shape for shape in SHAPES if shape.name == "three to nine players")
    rights = [site_hand(rng, rake, 7 + seats, seats) for seats in (4, 9)]
    file = home / "site.txt"
    file.write_text("".join(hand.text for hand in rights), "utf-8")
    assert cli.json("hands", "import", str(file))["imported"] == 2
    hands = cli.json("hands", "list")["hands"]
    for hand, right in zip(hands, rights, strict=True):
        own = right.net[right.players.index(HERO)]
        assert (hand["players"], hand["hero"]) == (right.players, HERO)
        assert hand["result_chips"] == own
        assert hand["result_bb"] == own / right.big_blind
        assert (hand["currency"], hand["rake_chips"]) == ("$", right.rake)
        assert hand["title"] == f"No-limit hold'em {right.stakes}, {len(right.players)} players"
        _, out, _ = cli.run("hands", "show", str(hand["number"]))
        assert right.stakes in out
        assert (f"rake $0.{right.rake:02}" in out) == (0 < right.rake < 100)
        for line in right.text.strip().split("\n"):
            assert (line in out) or hand["seat"] is None or len(right.players) < 7
        assert f"{HERO} " in out
    assert cli.json("hands", "list")["totals"] == []
    totals = cli.json("hands", "list", "--mode", "imported")["totals"]
    assert sum(total["hands"] for total in totals) == 2


def test_a_hero_that_no_file_names_is_asked_for_and_remembered(cli: Cli, home: Path) -> None:
    rng, shape = random.Random(5), SHAPES[1]
    texts = [site_hand(rng, shape, number, 3).text for number in (1, 2)]
    for name, text in zip("ab", texts, strict=True):
        (home / f"{name}.txt").write_text(text, "utf-8")
    assert cli.json("hands", "import", str(home / "a.txt"))["unclear"] == 1
    assert cli.json("hands", "list")["hands"][0]["hero"] is None
    assert cli.json("hands", "list")["hands"][0]["result_bb"] is None
    done = cli.json("hands", "import", str(home / "a.txt"), "--hero", HERO)
    assert (done["skipped"], done["unclear"]) == (1, 0)
    assert cli.json("hands", "import", str(home / "b.txt"))["unclear"] == 0
    assert [hand["hero"] for hand in cli.json("hands", "list")["hands"]] == [HERO, HERO]
    assert cli.json("hands", "verify")["sound"]


def test_the_index_is_made_anew(cli: Cli, played: Path) -> None:
    with closing(sqlite3.connect(played / "hands.db")) as db:
        db.execute("UPDATE hand_index SET game = 'snap' WHERE number = 5")
        db.commit()
    status, out, _ = cli.run("hands", "verify")
    assert (status, "hands reindex" in out) == (1, True)
    assert cli.json("hands", "list", "--game", "snap")["hands"][0]["number"] == 5
    cli.json("hands", "reindex")
    assert cli.json("hands", "verify")["sound"]


def test_an_unfinished_hand_is_named_without_its_cards(cli: Cli, played: Path) -> None:
    game = get_game("holdem-nolimit@100")
    with closing(Store.open(played / "hands.db")) as store:
        deal = store.begin_hand(game, live_deck(game), engines=("", "cfr"), hero=0)
        deal.committed.result()
        store.keep_hand(deal, (raise_to(300), CALL)).result()
    found = cli.json("hands", "list", "--game", "leduc")
    (hand,) = found["unfinished"]
    assert hand.pop("time")
    wanted = {"game": game.name, "opponent": "cfr", "hero": 0, "line": "r300c/"}
    assert hand == wanted
    assert len(found["hands"]) == 2
    status, out, _ = cli.run("hands", "list", "--newest", "1")
    assert status == 0
    assert out.splitlines()[-1].startswith(
        "unfinished: holdem-nolimit@100 against cfr, line r300c/,"
    )
    verified = cli.json("hands", "verify")
    assert (verified["hands"], verified["unfinished"], verified["sound"]) == (12, 1, True)
    assert cli.json("doctor")["database"].endswith("as they were written; unfinished: 1")
    for command in (("hands", "list"), ("hands", "verify"), ("doctor",)):
        _, text, _ = cli.run(*command)
        assert deal.salt not in text
        assert card_names(deal.deck[:4]) not in text


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
    file = home / "site.txt"
    file.write_text(ALL_IN)
    assert cli.json("hands", "import", str(file))["imported"] == 1
    assert "--mode imported counts 1 hand" in cli.run("hands", "stats")[1]
    assert "no hands" not in cli.run("hands", "stats", "--mode", "imported")[1]
    status, text, _ = cli.run("hands", "show", "1")
    assert status == 0
    assert "Bob raises to $20 all-in, Cid calls $19, Anna calls $17" in text
    assert "Cid bets $30 all-in, Anna folds" in text
