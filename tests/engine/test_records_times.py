"""Times in files of hands."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest

from engine.records import times
from engine.records.times import knows, utc_text

WINTER, SUMMER = datetime(2024, 3, 2, 18, 20, 11), datetime(2024, 7, 2, 18, 20, 11)


@pytest.mark.parametrize(
    ("zone", "winter", "summer"),
    [
        ("UTC", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
        ("ET", "2024-03-02T23:20:11.000Z", "2024-07-02T22:20:11.000Z"),
        ("CET", "2024-03-02T17:20:11.000Z", "2024-07-02T16:20:11.000Z"),
        ("IST", "2024-03-02T12:50:11.000Z", "2024-07-02T12:50:11.000Z"),
        ("America/Los_Angeles", "2024-03-03T02:20:11.000Z", "2024-07-03T01:20:11.000Z"),
        ("", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
        ("XYZ", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
        ("../../etc/passwd", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
        ("No/Where", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
        ("America/Argentina", "2024-03-02T18:20:11.000Z", "2024-07-02T18:20:11.000Z"),
    ],
)
def test_zones_by_letters_and_places(zone: str, winter: str, summer: str) -> None:
    assert (utc_text(WINTER, zone), utc_text(SUMMER, zone)) == (winter, summer)


def test_beyond_the_calendar_there_is_no_time() -> None:
    assert utc_text(datetime(1, 1, 1), "CET") == ""
    assert utc_text(datetime(9999, 12, 31, 23), "PT") == ""


def test_a_system_without_places_has_the_hours_of_winter(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(place: str) -> ZoneInfo:
        raise ZoneInfoNotFoundError(place)

    monkeypatch.setattr(times, "ZoneInfo", missing)
    assert utc_text(SUMMER, "ET") == "2024-07-02T23:20:11.000Z"
    assert knows("ET") and knows("GMT") and not knows("XYZ")
