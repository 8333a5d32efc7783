import json
import os
import random
import re
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfoNotFoundError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory, PokerStarsParser

from engine import errors
from engine.errors import GameError, PokerError, RecordError
from engine.game import get_game
from engine.named_file import open_named, os_error, read_named, read_named_text
from engine.records import times
from engine.records.acpc import read_definition, read_state
from engine.records.formats import (
    FORMATS,
    WRITTEN,
    format_of,
    read_wide_text,
    recorded_hands,
    text_format,
)
from engine.records.phh import read_phh
from engine.records.replay import replay_log
from engine.records.texts import keep_text, read_texts
from engine.records.times import knows, utc_text
from tests.engine.sample_files import sample
from tests.naive.random_hands import any_game, finished
from tests.recorded import read_hands, text_of

GAMES = (
    *("kuhn", "kuhn-3", "leduc", "leduc-3", "holdem-limit", "holdem-nolimit"),
    *("holdem-nolimit@100", "holdem-nolimit@20", "holdem-nolimit-3", "holdem-nolimit-6"),
)
NAMES = ("A b", "O'Neil", "''", 'q"', "back\\slash", "é", "Ü¤€", "# no", "x = 1", "ann, bob")
BAD_NAMES = [
    ("a: folds\n[x] (1)", "c|d:e", "a'''b"),
    ("new\nline", "tab\t\x85\u2028", "same"),
    ("same", "same", "same"),
]
MORE = {"phh", "pokerstars"}
"""Formats that keep the time and the rake, too."""
JUDGES = {
    "phh": lambda data: HandHistory.load_all(BytesIO(data)),
    "pokerstars": lambda data: PokerStarsParser()(data.decode(), error_status=True),
}
"""Another program's readers."""
BROKEN = {"phh": ("[", "[["), "pokerstars": ("*** SUM", "*** SUN"), "acpc": ("STATE", "STATES")}
"""A change of a hand's text that makes it unreadable."""
SHORT = get_game("holdem-nolimit@20")
each_format = pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
PAIRS = [(name, form) for name in GAMES for form in WRITTEN if not form.lacks(get_game(name))]


def game_for(rng, form):
    while True:
        game = any_game(rng)
        if game.num_hole == 2 and rng.random() < 0.4:
            most = rng.choice((2, 4)) * game.big_blind
            game = game.with_stacks(tuple(rng.randint(1, most) for _ in game.stacks))
        if not form.lacks(game):
            return game


def hand_for(rng, form, game):
    record = finished(rng, game)
    players = tuple(rng.choice(NAMES) + str(seat) for seat in range(game.num_players))
    if form.name not in MORE:
        return replace(record, players=players)
    taken = tuple(rng.randint(0, chips // 10) if chips > 0 else 0 for chips in record.payoffs)
    time = f"2026-05-{rng.randint(10, 28)}T18:30:{rng.randint(10, 59)}.000Z"
    return replace(record, players=players, time=time, taken=taken if any(taken) else ())


def pays_straddles(game):
    antes = game.antes or (0,) * game.num_players
    posts = list(zip(game.stacks, antes, game.blinds, strict=True))[2:]
    return all(stack >= ante + blind for stack, ante, blind in posts if blind)


@each_format
def test_hands_round_trip(form, tmp_path, release):
    rng = random.Random(11)
    for number in range(1_000 if release else 40):
        game = game_for(rng, form)
        games = [game if form.one_game else game_for(rng, form) for _ in range(3)]
        records = tuple(hand_for(rng, form, one) for one in games)
        path = tmp_path / f"{number}{form.suffixes[0]}"
        assert form.write(path, records) == ()
        assert text_format(path.read_text("utf-8")) is form
        assert read_hands(path) == records
        for one, record in zip(read_hands(path), records, strict=True):
            one.verify()
            assert (one.time, one.taken, one.results) == (record.time, record.taken, record.results)
            assert one.replay().payoffs == record.payoffs


@pytest.mark.parametrize(("name", "form"), PAIRS, ids=lambda one: getattr(one, "name", one))
def test_built_in_games_keep_their_names(name, form, tmp_path):
    rng, game = random.Random(11), get_game(name)
    records = tuple(hand_for(rng, form, game) for _ in range(4))
    for suffix in form.suffixes:
        for end in (suffix, suffix.upper()):
            path = tmp_path / f"hands{end}"
            few = records[: 1 if suffix == ".phh" else 4]
            assert format_of(path) is form
            assert form.write(path, few) == ()
            assert read_hands(path) == few
            assert {record.game.name for record in read_hands(path)} == {name}
            assert replay_log(path).mismatches == 0


@pytest.mark.ci
@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize("count", [30, pytest.param(1_000, marks=pytest.mark.nightly)])
def test_other_programs_read_the_same_hands(name, count, tmp_path, release):
    (form,) = (form for form in FORMATS if form.name == name)
    path, rng = tmp_path / f"hands{form.suffixes[0]}", random.Random(3)
    hands = 10_000 if release and count == 1_000 else count
    games = [game_for(rng, form) for _ in range(hands)]
    if name == "pokerstars":  # PokerKit reads neither straddles nor a blind that an ante prevents
        games = [game for game in games if not game.antes and not any(game.blinds[2:])]
    else:  # PokerKit begins behind the largest post, which a short straddle is not
        games = [game for game in games if pays_straddles(game)]
    records = [hand_for(rng, form, game) for game in games]
    records = [replace(record, taken=(), time="") for record in records]
    assert form.write(path, records) == ()
    for record, history in zip(records, JUDGES[name](path.read_bytes()), strict=True):
        *_, last = history
        assert not last.status and history.hand == record.number
        net = [end - start for end, start in zip(last.stacks, record.game.stacks, strict=True)]
        assert tuple(net) == record.payoffs, record


@each_format
@pytest.mark.parametrize("names", BAD_NAMES)
def test_any_player_name_round_trips(form, names, tmp_path):
    record = replace(finished(random.Random(1), get_game("holdem-nolimit-3")), players=names)
    path = tmp_path / f"hands{form.suffixes[0]}"
    assert form.write(path, [record, record]) == ()
    back = read_hands(path)
    assert [replace(one, players=names) for one in back] == [record, record]
    assert all(name and "\n" not in name for one in back for name in one.players)
    if form.name in JUDGES:
        assert len(list(JUDGES[form.name](path.read_bytes()))) == 2


@each_format
def test_unreadable_hand_does_not_spoil_the_others(form, tmp_path):
    path = tmp_path / f"hands{form.suffixes[0]}"
    form.write(path, [finished(random.Random(seed), SHORT) for seed in (1, 2, 3)])
    first, wrong, last = recorded_hands(path)
    broken = wrong.text.replace(*BROKEN[form.name], 1)
    damaged = path.read_text("utf-8").replace(wrong.text, broken)
    for end in ("\n", "\r\n"):
        path.write_bytes(damaged.replace("\n", end).encode())
        hands = list(recorded_hands(path))
        assert [hand.place for hand in hands] == [one.place for one in (first, wrong, last)]
        assert [hands[at].read() for at in (0, 2)] == [first.read(), last.read()]
        with pytest.raises(RecordError):
            hands[1].read()
        report = replay_log(path)
        assert (report.hands, report.unread, report.mismatches) == (3, 1, 0)
        assert report.why_unread.startswith(f"{path.name}, {wrong.where} {wrong.place}: ")


@each_format
def test_unreadable_files_are_named(form, tmp_path):
    for suffix in form.suffixes:
        path = tmp_path / f"hands{suffix}"
        with pytest.raises(RecordError, match=rf"hands\{suffix}: it cannot be read"):
            read_hands(path)
        path.write_bytes(b"\xff\x81\n")
        with pytest.raises(RecordError, match=rf"hands\{suffix}|hand|PHH"):
            read_hands(path)


@each_format
def test_formats_report_what_they_cannot_hold(form, tmp_path):
    for name in ("kuhn", "leduc", "holdem-limit", "holdem-nolimit"):
        game = get_game(name)
        refusal = form.refusal(game)
        assert bool(refusal) == bool(form.lacks(game))
        if refusal:
            told = f"{form.title} is for {form.holds}; {game.title} can be written as "
            assert str(refusal).startswith(told)
            assert form.write(tmp_path / "hands", [finished(random.Random(1), game)]) == (0,)
    assert str(FORMATS[0].refusal(get_game("kuhn"))).endswith(
        "Kuhn poker can be written as ACPC log (.log)"
    )


def test_other_files_and_texts_are_rejected(tmp_path):
    told = r"file types read here: \.phhs \.phh \.txt"
    with pytest.raises(RecordError, match=told):
        recorded_hands(tmp_path / "a.doc")
    assert re.search(told, replay_log(tmp_path / "a.doc").why_unread)
    with pytest.raises(RecordError, match="not a hand of a known format"):
        read_wide_text("once upon a time")
    with pytest.raises(RecordError, match="no hand in a format that can be read: PHH, "):
        text_format("once upon a time")


@cache
def sound(name):
    return text_of(name, [finished(random.Random(seed), SHORT) for seed in (1, 2)])


@each_format
@given(data=st.data())
def test_readers_survive_damaged_files(tmp_path_factory, form, data):
    """With changes and reordered lines, a text is rejected in one line or read."""
    text = sound(form.name)
    if data.draw(st.booleans()):
        text = "\n".join(data.draw(st.permutations(text.split("\n"))))
    for _ in range(data.draw(st.integers(1, 3))):
        at, size = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
        new = data.draw(st.text("[]=\"'{}rcf/|:0aAs-9é٣.\n", max_size=6))
        text = text[:at] + new + text[at + size :]
    path = tmp_path_factory.mktemp("damaged") / f"hands{form.suffixes[0]}"
    path.write_text(text, "utf-8")
    reasons = []
    with suppress(RecordError):  # of the whole file
        for hand in recorded_hands(path, SHORT):
            try:
                hand.read().verify()
            except PokerError as error:
                reasons.append(str(error))
    assert not any("\n" in reason for reason in reasons)


READERS = {
    "line.log": lambda text: read_state(get_game("holdem-limit"), text).verify(),
    "ivey.phh": lambda text: read_phh(text)[0].verify(),
    "money.txt": lambda text: read_texts(text)[0].verify(),
    "nine.txt": keep_text,
}
LONG = [
    ("ivey.phh", [["actions = [", "actions = [" + "'p1 f'," * 2100]], "RecordError", "more than"),
    ("ivey.phh", [["1125600", "9" * 5000]], "RecordError", "not PHH"),
    ("ivey.phh", [["variant", "x = " + "[" * 5000 + "\nvariant"]], "RecordError", "not PHH"),
]


@pytest.mark.parametrize(
    ("name", "changes", "kind", "words"),
    [*map(json.loads, sample("refused.jsonl").splitlines()), *LONG],
)
def test_impossible_input_is_rejected(name, changes, kind, words):
    text, error = sample(name), getattr(errors, kind)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(error, match=words) as caught:
        READERS[name](text)
    assert "\n" not in str(caught.value)
    mismatch = isinstance(caught.value, errors.RecordMismatchError)
    assert mismatch == (error is errors.RecordMismatchError)
    if name == "money.txt" and "the payoffs" not in words and "showdown" not in words:
        assert str(caught.value).startswith("line ")


@pytest.fixture
def pipe(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes here")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_files_are_read_up_to_the_size_limit(tmp_path):
    file = tmp_path / "é.txt"
    file.write_text("héllo", "utf-8")
    assert read_named(file, 6, RecordError) == "héllo".encode()
    assert read_named_text(file, 6, RecordError) == "héllo"
    with pytest.raises(GameError, match=r"é\.txt: it is larger than 5 bytes"):
        read_named(file, 5, GameError)
    file.write_bytes(b"\xff")
    with pytest.raises(RecordError, match="not UTF-8"):
        read_named_text(file, 6, RecordError)


def test_non_files_are_not_opened(tmp_path, pipe):
    for path, words in (
        (tmp_path, "it is a folder"),
        (pipe, "it is not a regular file"),
        (Path("/dev/zero"), "it is not a regular file"),
        (tmp_path / "nowhere", "cannot be read: No such file"),
        (tmp_path / "\0", "cannot be read: "),
    ):
        with pytest.raises(RecordError, match=words):
            open_named(path, None, RecordError)
    with pytest.raises(OSError, match=f"^{tmp_path}: it is a folder$"):
        open_named(tmp_path, None, os_error)


def test_pipes_of_hands_and_definitions_do_not_block(pipe):
    with pytest.raises(RecordError, match="not a regular file"):
        read_definition(pipe)
    for suffix in [suffix for form in FORMATS for suffix in form.suffixes]:
        pipe = pipe.rename(pipe.with_name(f"hands{suffix}"))
        with pytest.raises(RecordError, match="not a regular file"):
            next(recorded_hands(pipe))


WINTER, SUMMER = datetime(2024, 3, 2, 18, 20, 11), datetime(2024, 7, 2, 18, 20, 11)
UNKNOWN = ("", "XYZ", "No/Where", "../../etc/passwd", "America/Argentina")


@pytest.mark.parametrize(
    ("zone", "winter", "summer"),
    [
        ("UTC", "02T18:20", "02T18:20"),
        ("ET", "02T23:20", "02T22:20"),
        ("CET", "02T17:20", "02T16:20"),
        ("IST", "02T12:50", "02T12:50"),
        ("America/Los_Angeles", "03T02:20", "03T01:20"),
        *((unknown, "02T18:20", "02T18:20") for unknown in UNKNOWN),
    ],
)
def test_time_zones_by_abbreviation_and_place(zone, winter, summer):
    assert utc_text(WINTER, zone) == f"2024-03-{winter}:11.000Z"
    assert utc_text(SUMMER, zone) == f"2024-07-{summer}:11.000Z"


def test_out_of_range_dates_have_no_time_and_missing_zones_use_standard_time(monkeypatch):
    assert utc_text(datetime(1, 1, 1), "CET") == ""
    assert utc_text(datetime(9999, 12, 31, 23), "PT") == ""

    def missing(place):
        raise ZoneInfoNotFoundError(place)

    monkeypatch.setattr(times, "ZoneInfo", missing)
    assert utc_text(SUMMER, "ET") == "2024-07-02T23:20:11.000Z"
    assert knows("ET") and knows("GMT") and not knows("XYZ")
