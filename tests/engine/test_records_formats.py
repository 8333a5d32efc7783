"""The table of formats of recorded hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import RecordError
from engine.records.formats import recorded_hands
from tests.engine.test_records_pokerstars import MONEY

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
