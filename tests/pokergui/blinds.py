import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

_BLINDS = re.compile(r"\bm?bb\b|big blind", re.IGNORECASE)


def blind_words(thing: object) -> list[str]:
    return [text for text in _texts(thing) if _BLINDS.search(text)]


def _texts(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield from thing.splitlines()
    elif is_dataclass(thing):
        yield from _texts([getattr(thing, field.name) for field in fields(thing)])
    elif isinstance(thing, Iterable) and not isinstance(thing, bytes):
        for part in thing.values() if isinstance(thing, Mapping) else thing:
            yield from _texts(part)
