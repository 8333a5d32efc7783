from datetime import UTC, date, datetime

import pytest

from pokergui.formatting.numbers import day_text, short_day, stored_day, time_of_day, time_title
from pokergui.language import CHINESE, ENGLISH, use

NOW = datetime(2026, 5, 15, 12, tzinfo=UTC)


def test_dates_and_times_are_zero_padded():
    assert day_text(date(987, 5, 1)) == "0987-05-01"
    assert short_day(date(2026, 5, 1)) == "05-01"
    assert time_of_day(NOW.replace(hour=8, minute=3)) == "08:03"
    for text in ("2026-05-01", "no date", ""):
        assert stored_day(text) == text


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("day", "words", "chinese"),
    [
        ("2026-05-15", "08:30", "08:30"),
        ("2026-05-12", "Tue 08:30", "周二 08:30"),
        ("2026-03-01", "03-01 08:30", "03-01 08:30"),
        ("2025-03-01", "2025-03-01", "2025-03-01"),
    ],
)
def test_timestamps_are_as_short_as_their_age_allows(day, words, chinese):
    for language, told in ((ENGLISH, words), (CHINESE, chinese)):
        use(language)
        assert time_title(f"{day}T08:30:00Z", NOW) == (told, f"{day} 08:30")
