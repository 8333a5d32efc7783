"""The contract of all formats of hands: what is written is read, what cannot be is refused."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory, PokerStarsParser

from engine.errors import PokerError, RecordError
from engine.game import Game, get_game
from engine.records.formats import (
    FORMATS,
    Format,
    format_of,
    read_wide_text,
    recorded_hands,
    text_format,
)
from engine.records.record import HandRecord
from engine.records.replay import replay_log
from tests.naive.random_hands import any_game, finished
from tests.recorded import read_hands, text_of

GAMES = (
    *("kuhn", "kuhn-3", "leduc", "leduc-3", "holdem-limit", "holdem-nolimit"),
    *("holdem-nolimit@100", "holdem-nolimit@20", "holdem-nolimit-3", "holdem-nolimit-6"),
)
NAMES = ("A b", "O'Neil", "''", 'q"', "back\\slash", "é", "Ü¤€", "# no", "x = 1", "ann, bob")
BAD_NAMES = ("a: folds\n[x] (1)", "c|d:e", "a'''b", "new\nline", "tab\t\x85\u2028", "same", "same")
MORE = {"phh", "pokerstars"}
"""Formats that keep the time and the rake, too."""
Judge = Callable[[bytes], Iterator[HandHistory]]
JUDGES: dict[str, Judge] = {
    "phh": lambda data: HandHistory.load_all(BytesIO(data)),
    "pokerstars": lambda data: PokerStarsParser()(data.decode(), error_status=True),
}
"""Another program's readers."""
BROKEN = {"phh": ("[", "[["), "pokerstars": ("*** SUM", "*** SUN"), "acpc": ("STATE", "STATES")}
"""A change of a hand's text after which nobody can read it."""

each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
PAIRS = [(name, form) for name in GAMES for form in FORMATS if not form.lacks(get_game(name))]


def game_for(rng: random.Random, form: Format) -> Game:
    """Any game that a format can hold, some with players all-in from the blinds."""
    while True:
        game = any_game(rng)
        if game.num_hole == 2 and rng.random() < 0.4:
            most = rng.choice((2, 4)) * game.big_blind
            game = game.with_stacks(tuple(rng.randint(1, most) for _ in game.stacks))
        if not form.lacks(game):
            return game


def hand_for(rng: random.Random, form: Format, game: Game) -> HandRecord:
    """A random hand with names, a time and a rake that the format can hold."""
    record = finished(rng, game)
    players = tuple(rng.choice(NAMES) + str(seat) for seat in range(game.num_players))
    if form.name not in MORE:
        return replace(record, players=players)
    taken = tuple(rng.randint(0, chips // 10) if chips > 0 else 0 for chips in record.payoffs)
    time = f"2026-05-{rng.randint(10, 28)}T18:30:{rng.randint(10, 59)}.000Z"
    return replace(record, players=players, time=time, taken=taken if any(taken) else ())


@each_format
def test_hands_come_back_as_they_were(form: Format, tmp_path: Path, release: bool) -> None:
    rng = random.Random(11)
    for number in range(1_000 if release else 40):
        game = game_for(rng, form)
        games = [game if form.one_game else game_for(rng, form) for _ in range(3)]
        records = tuple(hand_for(rng, form, one) for one in games)
        path = tmp_path / f"{number}{form.suffixes[0]}"
        assert form.write(path, records) == ()
        assert text_format(path.read_text("utf-8")) is form
        back = read_hands(path)
        assert back == records
        for one, record in zip(back, records, strict=True):
            one.verify()
            assert (one.time, one.taken, one.results) == (record.time, record.taken, record.results)
            assert one.replay().payoffs == record.payoffs


@pytest.mark.parametrize(("name", "form"), PAIRS, ids=lambda one: getattr(one, "name", one))
def test_built_in_games_keep_their_names(name: str, form: Format, tmp_path: Path) -> None:
    rng, game = random.Random(11), get_game(name)
    records = tuple(hand_for(rng, form, game) for _ in range(4))
    for suffix in form.suffixes:
        for end in (suffix, suffix.upper()):
            path = tmp_path / f"hands{end}"
            few = records[: 1 if suffix == ".phh" else 4]
            assert format_of(path) is form
            assert form.write(path, few) == ()
            back = read_hands(path)
            assert back == few
            assert {record.game.name for record in back} == {name}
            assert replay_log(path).mismatches == 0


def check_by_judge(form: Format, path: Path, count: int) -> None:
    """Compare the stacks at the end with those of another program."""
    rng = random.Random(3)
    records = [hand_for(rng, form, game_for(rng, form)) for _ in range(count)]
    records = [replace(record, taken=(), time="") for record in records]
    assert form.write(path, records) == ()
    for record, history in zip(records, JUDGES[form.name](path.read_bytes()), strict=True):
        *_, last = history
        assert not last.status
        assert history.hand == record.number
        net = [end - start for end, start in zip(last.stacks, record.game.stacks, strict=True)]
        assert tuple(net) == record.payoffs, record


@pytest.mark.parametrize("name", JUDGES)
def test_another_program_reads_the_same(name: str, tmp_path: Path) -> None:
    (form,) = (form for form in FORMATS if form.name == name)
    check_by_judge(form, tmp_path / f"hands{form.suffixes[0]}", 30)


@pytest.mark.nightly
@pytest.mark.parametrize("name", JUDGES)
def test_another_program_reads_many_the_same(name: str, tmp_path: Path, release: bool) -> None:
    (form,) = (form for form in FORMATS if form.name == name)
    check_by_judge(form, tmp_path / f"hands{form.suffixes[0]}", 10_000 if release else 1_000)


@each_format
@pytest.mark.parametrize("names", [BAD_NAMES[:3], BAD_NAMES[3:6], (BAD_NAMES[5],) * 3])
def test_no_name_breaks_a_file(form: Format, names: tuple[str, ...], tmp_path: Path) -> None:
    game = get_game("holdem-nolimit-3")
    record = replace(finished(random.Random(1), game), players=names)
    path = tmp_path / f"hands{form.suffixes[0]}"
    assert form.write(path, [record, record]) == ()
    back = read_hands(path)
    assert [replace(one, players=names) for one in back] == [record, record]
    assert all(name and "\n" not in name for one in back for name in one.players)
    if form.name in JUDGES:
        assert len(list(JUDGES[form.name](path.read_bytes()))) == 2


@each_format
def test_a_hand_that_cannot_be_read_spares_the_others(form: Format, tmp_path: Path) -> None:
    path = tmp_path / f"hands{form.suffixes[0]}"
    game = get_game("holdem-nolimit@20")
    form.write(path, [finished(random.Random(seed), game) for seed in (1, 2, 3)])
    text = path.read_text("utf-8")
    first, wrong, last = recorded_hands(path)
    damaged = text.replace(wrong.text, wrong.text.replace(*BROKEN[form.name], 1))
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
def test_files_that_cannot_be_read_are_named(form: Format, tmp_path: Path) -> None:
    for suffix in form.suffixes:
        path = tmp_path / f"hands{suffix}"
        with pytest.raises(RecordError, match=rf"hands\{suffix}: it cannot be read"):
            read_hands(path)
        path.write_bytes(b"\xff\x81\n")
        with pytest.raises(RecordError, match=rf"hands\{suffix}"):
            read_hands(path)


@each_format
def test_a_format_says_what_it_cannot_hold(form: Format, tmp_path: Path) -> None:
    for name in ("kuhn", "leduc", "holdem-limit", "holdem-nolimit"):
        game = get_game(name)
        refusal = form.refusal(game)
        assert bool(refusal) == bool(form.lacks(game))
        if refusal:
            told = f"{form.title} is for {form.holds}; {game.title} goes as "
            assert str(refusal).startswith(told)
            record = finished(random.Random(1), game)
            assert form.write(tmp_path / "hands", [record]) == (0,)
    assert str(FORMATS[0].refusal(get_game("kuhn"))).endswith("Kuhn poker goes as ACPC log (.log)")


def test_suffixes_and_names_are_of_one_format_each() -> None:
    suffixes = [suffix for form in FORMATS for suffix in form.suffixes]
    assert len({*suffixes}) == len(suffixes)
    assert len({form.name for form in FORMATS}) == len(FORMATS)


def test_other_files_and_texts_are_refused(tmp_path: Path) -> None:
    for read in (recorded_hands, replay_log):
        with pytest.raises(RecordError, match=r"file types read here: \.phhs \.phh \.txt"):
            read(tmp_path / "a.csv")
    with pytest.raises(RecordError, match="not a hand of a known format"):
        read_wide_text("once upon a time")
    with pytest.raises(RecordError, match="no hand in a format that can be read: PHH, "):
        text_format("once upon a time")


@cache
def sample(name: str) -> str:
    game = get_game("holdem-nolimit@20")
    return text_of(name, [finished(random.Random(seed), game) for seed in (1, 2)])


@each_format
@given(data=st.data())
def test_no_damage_breaks_a_reader(
    tmp_path_factory: pytest.TempPathFactory, form: Format, data: Any
) -> None:
    """Altered, and with its lines in another order, a text is refused in one line or read."""
    text = sample(form.name)
    if data.draw(st.booleans()):
        text = "\n".join(data.draw(st.permutations(text.split("\n"))))
    for _ in range(data.draw(st.integers(1, 3))):
        at, size = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
        text = (
            text[:at]
            + data.draw(st.text("[]=\"'{}rcf/|:0aAs-9é٣.\n", max_size=6))
            + text[at + size :]
        )
    path = tmp_path_factory.mktemp("damaged") / f"hands{form.suffixes[0]}"
    path.write_text(text, "utf-8")
    try:
        for hand in recorded_hands(path, get_game("holdem-nolimit@20")):
            try:
                hand.read().verify()
            except PokerError as error:
                assert "\n" not in str(error)
    except PokerError as error:
        assert "\n" not in str(error)
