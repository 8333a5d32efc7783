"""Words are joined with the marks of the language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pokergui.language import CHINESE, ENGLISH, use
from pokergui.language.joins import (
    broken,
    clauses,
    enumerated,
    first_phrase,
    first_sentence,
    full_sentences,
    full_stop,
    labelled,
    phrases,
    sentences,
)

PAIR = ("K", "7")


@pytest.fixture(params=[ENGLISH, CHINESE])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use(ENGLISH)


def test_each_join_has_the_marks_of_the_language(language: str) -> None:
    joins = (enumerated, phrases, clauses, sentences)
    found = (*(join(PAIR) for join in joins), labelled(*PAIR), full_stop("K."))
    english = ("K, 7", "K, 7", "K; 7", "K. 7", "K: 7", "K.")
    assert found == (
        english if language == ENGLISH else ("K、7", "K，7", "K；7", "K。7", "K：7", "K。")
    )
    words = full_sentences((full_stop("K"), full_stop(""), full_stop("7")))
    assert words == ("K. 7." if language == ENGLISH else "K。7。")
    for join in (*joins, full_sentences):
        assert join(("", "K", "")) == "K" and join(()) == ""
    assert labelled("K", "") == "K" == labelled("", "K")


def test_what_was_joined_is_taken_apart_again(language: str) -> None:
    words = phrases(PAIR)
    assert first_phrase(words) == PAIR
    assert broken(words) == (words[:2].strip(), "7") and broken("K7") == ("K7",)
    two = full_sentences(map(full_stop, PAIR))
    assert first_sentence(two)[0] == full_stop("K") and first_sentence(two)[1][:1] == "7"
