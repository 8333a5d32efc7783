"""Joins lists, phrases and sentences with the language's punctuation; empty parts are left out.

Each pattern is a string of the catalogue, because a language may have several marks for one English
mark: Chinese has one comma between the items of a list, another between phrases.
"""

from __future__ import annotations

from collections.abc import Iterable

from pokergui.language import tr


def enumerated(members: Iterable[str]) -> str:
    """Join the items of a list: "33%, 75%"."""
    return tr("{members}, {member}").format(members="", member="").join(filter(None, members))


def phrases(parts: Iterable[str]) -> str:
    """Join phrases: "1,000 hands, includes 0"."""
    return _comma().join(filter(None, parts))


def first_phrase(text: str) -> tuple[str, str]:
    """Return what is before the first comma, and the rest: "Two pair", "kings and sevens"."""
    first, _, rest = text.partition(_comma())
    return first, rest


def phrases_of(text: str) -> list[str]:
    return text.split(_comma())


def broken(text: str) -> tuple[str, ...]:
    """Return a text in two lines, broken after its first comma; in one line if it has none."""
    first, comma, rest = text.partition(_comma())
    return (first + comma.rstrip(), rest) if rest else (text,)


def clauses(parts: Iterable[str]) -> str:
    """Join clauses that may contain commas: "raise 62%, call 38%; dice 40"."""
    return tr("{clauses}; {clause}").format(clauses="", clause="").join(filter(None, parts))


def sentences(parts: Iterable[str]) -> str:
    """Join sentences without full stops; the last one stays without: "Board AKQ. You win"."""
    return _stop().join(filter(None, parts))


def full_sentences(parts: Iterable[str]) -> str:
    """Join sentences with full stops: "1 was refused. 2 were damaged."."""
    return tr("{text} {sentence}").format(text="", sentence="").join(filter(None, parts))


def first_sentence(text: str) -> tuple[str, str]:
    """Return the first of two sentences with its full stop, and the rest."""
    first, stop, rest = text.partition(_stop())
    return first + stop.strip(), rest


def labelled(label: str, text: str) -> str:
    """Return a text after its label: "Caller: 12%"."""
    return tr("{label}: {text}").format(label="", text="").join(filter(None, (label, text)))


def full_stop(sentence: str) -> str:
    """Return a sentence ending in a full stop; empty for an empty one."""
    return sentence and tr("{sentence}.").format(sentence=sentence.rstrip(".。"))


def _comma() -> str:
    return tr("{phrases}, {phrase}").format(phrases="", phrase="")


def _stop() -> str:
    return tr("{sentences}. {sentence}").format(sentences="", sentence="")
