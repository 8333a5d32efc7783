from datetime import datetime
from zoneinfo import ZoneInfoNotFoundError

import pytest

from engine.records import times
from engine.records.times import knows, utc_text

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
def test_zones_by_letters_and_places(zone, winter, summer):
    assert utc_text(WINTER, zone) == f"2024-03-{winter}:11.000Z"
    assert utc_text(SUMMER, zone) == f"2024-07-{summer}:11.000Z"


def test_beyond_the_calendar_there_is_no_time():
    assert utc_text(datetime(1, 1, 1), "CET") == ""
    assert utc_text(datetime(9999, 12, 31, 23), "PT") == ""


def test_without_a_time_zone_database_standard_time_is_used(monkeypatch):
    def missing(place):
        raise ZoneInfoNotFoundError(place)

    monkeypatch.setattr(times, "ZoneInfo", missing)
    assert utc_text(SUMMER, "ET") == "2024-07-02T23:20:11.000Z"
    assert knows("ET") and knows("GMT") and not knows("XYZ")
