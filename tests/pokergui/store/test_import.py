"""Importing other programs' files: accepted and refused hands, and the checks afterwards."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.records.acpc import write_log
from pokergui.store import (
    IMPORTED,
    YOU,
    HandFilter,
    HandReader,
    Player,
    Store,
    StoreError,
    export,
    import_hands,
    imports,
    verify,
)
from tests.naive.random_hands import finished
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.store.test_check import rewrite
from tests.recorded import text_of

HANDS = 40


def records(name, count=HANDS, seed=1):
    rng, game = random.Random(seed), get_game(name)
    return [
        replace(finished(rng, game), number=number, players=("You", "Rival"), deck=())
        for number in range(count)
    ]


@pytest.fixture
def store(tmp_path):
    with closing(Store.open(tmp_path / "hands.db")) as store:
        yield store


def stored(store, wanted=HandFilter()):  # noqa: B008  frozen
    with HandReader(store.path) as reader:
        listing = reader.list(wanted)
    assert listing.damaged == ()
    return listing.hands


def write(folder, form, hands):
    path = folder / f"hands.{form}"
    if form.startswith("log"):
        write_log(path, hands)
    else:
        text = text_of("phh" if form == "phhs" else "pokerstars", hands)
        path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("kuhn", "log"),
        ("leduc", "log.xz"),
        ("leduc@3", "log"),
        ("holdem-limit", "log"),
        ("holdem-limit", "phhs"),
        ("holdem-nolimit@100", "log.xz"),
        ("holdem-nolimit", "phhs"),
        ("holdem-nolimit@20", "txt"),
    ],
)
def test_what_is_exported_comes_back(store, tmp_path, name, form):
    hands = records(name)
    path = write(tmp_path, form, hands)
    done = import_hands(store, [path])
    assert (done.imported, done.skipped, done.refused) == (HANDS, 0, 0)
    found = stored(store)
    for hand, record in zip(found, hands, strict=True):
        assert hand.record == replace(record, number=hand.number, holes=hand.record.holes)
        assert [set(hole) for hole in hand.record.holes] == [set(hole) for hole in record.holes]
        assert (hand.game_name, hand.mode, hand.session) == (name, IMPORTED, path.name)
        assert (hand.hero, hand.result, hand.opponents) == (0, record.payoffs[0], ("Rival",))
        assert (hand.engines, hand.cards, hand.notes) == (("", ""), "", (f"#{record.number}",))
    again = import_hands(store, [path])
    assert (again.imported, again.skipped, again.refused) == (0, HANDS, 0)
    assert verify(store.path).sound
    form = {"txt": "pokerstars", "phhs": "phh"}.get(form, "acpc")
    back = tmp_path / f"back{path.name[5:]}"
    assert export(found, form, back).hands == HANDS


@pytest.mark.parametrize(("name", "form"), [("leduc", "log"), ("holdem-nolimit@100", "phhs")])
def test_large_files_are_read_by_several_processes_to_the_same_rows(
    tmp_path, monkeypatch, name, form
):
    path = write(tmp_path, form, records(name, count=700))
    text = path.read_text("utf-8").split("\n")
    path.write_text("\n".join([*text[:-30], "STATE:x", *text[-30:]]), "utf-8")
    found = []
    for large in (imports.LARGE, 0):
        monkeypatch.setattr(imports, "LARGE", large)
        with closing(Store.open(tmp_path / f"{large}.db")) as store:
            done = import_hands(store, [path])
            rows = [replace(hand, time="") for hand in stored(store)]
            found.append((done, rows))
    assert found[0] == found[1]
    assert found[0][0].imported == len(found[0][1]) > 650 and found[0][0].refused == 1


def test_a_longer_log_of_look_alike_hands_is_taken_from_where_it_is_new(store, tmp_path):
    hands = records("kuhn", 200)
    import_hands(store, [write(tmp_path, "log", hands[:150])])
    other = tmp_path / "other"
    other.mkdir()
    done = import_hands(store, [write(other, "log", hands)])
    assert (done.imported, done.skipped) == (50, 150)
    # Another match of the same players holds hands that look the same, and is taken whole.
    done = import_hands(store, [write(other, "log", records("kuhn", 200, seed=2))])
    assert done.imported >= 195


def test_hands_that_do_not_fit_are_refused_and_the_others_taken(store, tmp_path):
    path = write(tmp_path, "log", records("leduc", 12))
    lines = path.read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("STATE"))
    lines[first + 2] = lines[first + 2].replace("STATE:2:", "STATE:2:r", 1) + "x"
    lines[first + 4] = "anything"
    fields = lines[first + 6].split(":")
    fields[4] = "700|-700"
    lines[first + 6] = ":".join(fields)
    path.write_text("\n".join(lines))
    done = import_hands(store, [path])
    assert (done.imported, done.skipped, done.refused) == (9, 0, 3)
    places = [refusal.place for refusal in done.refusals]
    assert places == [first + 3, first + 5, first + 7]
    assert {(refusal.file, refusal.where) for refusal in done.refusals} == {("hands.log", "line")}
    assert "the payoffs are" in done.refusals[2].reason
    assert len(stored(store)) == 9


def test_files_that_cannot_be_read(store, tmp_path):
    good = write(tmp_path, "txt", records("holdem-nolimit", 3))
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("once upon a time\n")
    bytes_ = tmp_path / "bytes.txt"
    bytes_.write_bytes(good.read_bytes() + b"\x81\n")
    which = tmp_path / "which.log"
    which.write_text("STATE:0:cc:J|Q:1|-1:a|b\n")
    files = [nothing, bytes_, tmp_path / "none.phh", tmp_path / "a.csv", which, good]
    done = import_hands(store, files)
    assert done.imported == 3
    assert [refusal.place for refusal in done.refusals] == [0] * 5
    reasons = [refusal.reason for refusal in done.refusals]
    assert "there is no hand" in reasons[0]
    assert "not UTF-8" in reasons[1]
    assert "cannot be read" in reasons[2]
    assert "not one of the file types read here" in reasons[3]
    assert "does not name its game" in reasons[4]


def test_reasons_are_kept_up_to_a_bound(store, tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "MOST_REASONS", 10)
    path = tmp_path / "hands.log"
    path.write_text("nonsense\n" * 50)
    done = import_hands(store, [path], game=get_game("kuhn"))
    assert (done.refused, len(done.refusals)) == (50, 10)


def test_the_hero_is_whom_one_names(store, tmp_path):
    path = write(tmp_path, "log", records("leduc", 5))
    import_hands(store, [path], hero="Rival")
    assert [hand.hero for hand in stored(store)] == [1] * 5
    hands = [replace(hand, players=("a", "b")) for hand in records("holdem-nolimit", 5)]
    import_hands(store, [write(tmp_path, "txt", hands)], hero="Nobody")
    assert {hand.hero for hand in stored(store, HandFilter(session="hands.txt"))} == {-1}


def test_imported_hands_count_in_no_statistics(store, tmp_path):
    import_hands(store, [write(tmp_path, "log", records("leduc", 20))])
    with HandReader(store.path) as reader:
        assert reader.player_statistics() == ()
        (found,) = reader.player_statistics(HandFilter(modes=(IMPORTED,)))
        assert (found.game, found.hands) == ("leduc", 20)
        counted = {player: stats.hands for player, stats in found.players.items()}
        assert counted == {YOU: 20, Player("other", "Rival"): 20}
        assert reader.summary().totals == ()
        (total,) = reader.summary(counted=(IMPORTED,)).totals
        assert (total.game, total.hands) == ("leduc", 20)
        assert reader.facets().opponents == ("Rival",)


def test_a_log_holds_hands_of_the_same_stacks(store, tmp_path):
    game = get_game("holdem-nolimit")
    rng = random.Random(1)
    hands = [
        replace(finished(rng, game.with_stacks((stack, 900))), number=stack, players=("a", "b"))
        for stack in (500, 700)
    ]
    assert import_hands(store, [write(tmp_path, "txt", hands)]).imported == 2
    found = stored(store)
    assert [hand.game.stacks for hand in found] == [(500, 900), (700, 900)]
    with pytest.raises(StoreError, match="the stacks of these holdem-nolimit hands differ"):
        export(found, "acpc", tmp_path / "out.log")


def test_unknown_cards_stay_unknown(store, tmp_path):
    hands = [
        replace(record, holes=(record.holes[0], None))
        for record in records("holdem-nolimit@20", 60)
        if not record.spot.showdown
    ]
    import_hands(store, [write(tmp_path, "log", hands)])
    assert [hand.holes[1] for hand in stored(store)] == [None] * len(hands) != []


def test_names_that_would_break_a_line(store, tmp_path):
    hands = [replace(records("holdem-nolimit", 1)[0], players=("You", "Rival"))]
    text = text_of("phh", hands).replace("'Rival'", '"a\\tb\\nX' + "c" * 190 + '"')
    path = tmp_path / "hands.phhs"
    path.write_text(text)
    import_hands(store, [path])
    (hand,) = stored(store)
    assert hand.players[1] == "a_b_X" + "c" * 190
    with HandReader(store.path) as reader:
        assert reader.facets().opponents == (hand.players[1],)


def test_cancelling_keeps_what_is_done(store, tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "BATCH", 10)
    path = write(tmp_path, "log", records("leduc"))
    seen = []

    def listen(fraction, text):
        seen.append(fraction)
        if len(seen) == 25:
            control.cancel()

    control = JobControl(listen)
    done = import_hands(store, [path, path], control=control)
    assert done.imported == len(stored(store)) == 24
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1] < 0.5
    rest = import_hands(store, [path])
    assert (rest.imported, rest.skipped) == (HANDS - 24, 24)


def test_what_was_written_before_an_error_is_kept(store, tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "BATCH", 10)
    path = write(tmp_path, "log", records("leduc", 30))
    count = 0

    def listen(fraction, text):
        nonlocal count
        count += 1
        if count == 15:
            store._executor.submit(store._db.execute, "PRAGMA max_page_count = 1").result()

    big = write(tmp_path, "log", records("leduc", 2000))
    with pytest.raises(StoreError, match=r"full.*; [0-9,]+ hands were imported before that"):
        import_hands(store, [path, big], control=JobControl(listen))
    store._executor.submit(store._db.execute, "PRAGMA max_page_count = 100000").result()
    assert len(stored(store)) >= 10
    assert verify(store.path).sound


def test_live_hands_stay_as_strictly_checked(tmp_path):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 4, games=("leduc",))
        import_hands(store, [write(tmp_path, "log", records("leduc", 3))])
    assert verify(path).sound
    rewrite(path, 2, deck=0)
    assert "hand 2: the row that committed its deck is damaged or missing" in texts(path)
    rewrite(path, 3, mode=IMPORTED)
    assert "hand 3: it was imported, yet has a deck" in texts(path)
    rewrite(path, 6, payoffs="[900,-900]")
    assert "hand 6: the payoffs are" in texts(path)
    rewrite(path, 7, deck=1)
    assert "hand 7: it was imported, yet has a deck" in texts(path)


def texts(path):
    return " | ".join(problem.text for problem in verify(path).problems)


def test_a_damaged_index_is_reported_and_made_anew(tmp_path):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 10, games=("leduc",))
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE hand_index SET result = result + 1 WHERE number = 4")
        db.execute("UPDATE hand_index SET number = 99 WHERE number = 6")
        db.commit()
    report = verify(path)
    assert [problem.hand for problem in report.problems] == [4, 6]
    assert report.hands == 10
    assert "hands reindex" in report.problems[0].text
    with closing(Store.open(path)) as store:
        store.reindex().result()
    assert verify(path).sound


@settings(max_examples=60, deadline=None)
@given(
    form=st.sampled_from(("log", "phhs", "txt")),
    cuts=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 30), st.binary(max_size=8)), max_size=4
    ),
)
@pytest.mark.scorecard("D4")
def test_hostile_files_are_refused_or_taken_soundly(tmp_path_factory, form, cuts):
    folder = tmp_path_factory.mktemp("hostile")
    path = write(folder, form, records("holdem-nolimit@20", 6))
    data = path.read_bytes()
    for where, length, put in cuts:
        place = int(where * len(data))
        data = data[:place] + put + data[place + length :]
    path.write_bytes(data)
    with closing(Store.open(folder / "hands.db")) as store:
        try:
            import_hands(store, [path])
        except PokerError:
            pytest.fail("an error of a file is a refusal")
        assert verify(store.path).sound


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "definition", "hands"),
    [
        ("limit/acpc_dealer.h1000.log.xz", None, 1_000),
        ("nolimit/acpc_dealer.h1000.log.xz", None, 1_000),
        ("limit/poker_academy.46454.acpc.log.xz", "holdem.limit.2p.reverse_blinds", 46_454),
    ],
)
def test_logs_of_the_dealer_are_taken_whole(store, conformance, file, definition, hands):
    rules = conformance / f"games/{definition}.game" if definition else None
    done = import_hands(store, [conformance / file], definition=rules)
    assert (done.imported, done.skipped, done.refused) == (hands, 0, 0)
    assert verify(store.path).hands == hands
