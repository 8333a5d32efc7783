"""Typed words of the program's language, replaced by the English ones that parsers know."""

from __future__ import annotations

from collections.abc import Mapping

_MARKS = str.maketrans({"，": ",", "、": ",", "；": ";", "：": ":", "％": "%"})


def in_english(text: str, words: Mapping[str, str]) -> str:
    """Return a text with English words and marks; unknown words stay."""
    text = text.translate(_MARKS)
    for shown in sorted(words, key=len, reverse=True):
        if not shown.isascii():
            text = text.replace(shown, f" {words[shown]} ")
    return text
