"""The table of formats of recorded hands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.game import get_game
from engine.records.formats import FORMATS, Format, format_of, read_wide_text, recorded_hands
from tests.engine.test_records_pokerstars import MONEY
from tests.naive.random_hands import finished
from tests.recorded import read_hands

each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


@each_format
def test_a_format_reads_what_it_writes(form: Format, tmp_path: Path) -> None:
    game = get_game("holdem-nolimit@20")
    records = [finished(random.Random(seed), game) for seed in range(8)]
    for suffix in form.suffixes:
        path = tmp_path / f"hands{suffix}"
        few = records[:1] if suffix == ".phh" else records
        assert format_of(path) is form
        assert form.write(path, few) == ()
        read = read_hands(path, game)
        assert [record.actions for record in read] == [record.actions for record in few]
        assert [record.payoffs for record in read] == [record.payoffs for record in few]


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
    with pytest.raises(
        RecordError, match=r"not one of the file types read here: \.phhs \.phh \.txt"
    ):
        recorded_hands(tmp_path / "a.csv")
    with pytest.raises(RecordError, match="not a hand of a known format"):
        read_wide_text("once upon a time")


def test_letters_of_a_suffix_may_be_large(tmp_path: Path) -> None:
    for form in FORMATS:
        for suffix in form.suffixes:
            assert format_of(tmp_path / f"HANDS{suffix.upper()}") is form
    game = get_game("holdem-nolimit@20")
    records = [finished(random.Random(1), game)]
    for name in ("A.TXT", "A.PHH", "A.LOG.XZ"):
        path = tmp_path / name
        form = format_of(path)
        assert form is not None and form.write(path, records) == ()
        assert [one.payoffs for one in read_hands(path, game)] == [records[0].payoffs]


TEXT = MONEY.replace("absent leaves the table", "absent leaves €5 at the table")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_texts_of_windows_are_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    text = TEXT.removeprefix("\ufeff")
    path.write_bytes((text * 30).encode(encoding))
    hands = list(recorded_hands(path))
    assert len(hands) == 30
    assert {hand.read().players for hand in hands} == {("héro_77", "a: b", "John (1)")}
    told = {str(hand.remark) if hand.remark else "" for hand in hands}
    assert told == {
        "a.txt is not UTF-8 text; it is read as Windows-1252" if encoding == "cp1252" else ""
    }


def test_what_is_text_in_no_encoding_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    lines = MONEY.splitlines()
    good = "\n".join(lines).encode("cp1252", "ignore")
    path.write_bytes(good + b"\n\n\x81 and more\n" + good)
    with pytest.raises(RecordError, match=f"line {len(lines) + 2} is not UTF-8 or Windows-1252"):
        list(recorded_hands(path))
    path.write_bytes(MONEY.encode("utf-16") + b"\n")
    with pytest.raises(RecordError, match="is not UTF-16 text"):
        list(recorded_hands(path))
