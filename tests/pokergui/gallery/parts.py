"""Small makers of view models, shared by the states of the gallery."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from engine.combos import CLASS_NAMES
from pokergui.viewmodel import CardView, Choice, ChoiceList, Figure
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene

LONG = "Bartholomew Featherstonehaugh the Younger of Nowhere"


def rows_of(kind: Callable[..., Any], text: str, **more: Any) -> tuple[Any, ...]:
    """One object per table row, whose cells are its first fields."""
    lines = (line.split("|") for line in text.strip().splitlines())
    return tuple(kind(*(cell.strip() for cell in line), **more) for line in lines)


def figures(text: str) -> tuple[Figure, ...]:
    return rows_of(Figure, text)


def picked(caption: str, current: str, *entries: str, **more: Any) -> ChoiceList:
    """A list of choices, each written "key|title|note"; a key alone is its own title."""
    split = (entry.split("|") for entry in entries)
    choices = tuple(Choice(*(cells * 2 if len(cells) == 1 else cells)) for cells in split)
    return ChoiceList(caption, choices, current, **more)


def cards(names: str) -> tuple[CardView, ...]:
    """ "Kh 10d"."""
    return tuple(CardView(name[:-1], "cdhs".index(name[-1]), True) for name in names.split())


def starting_hands(
    make: Callable[[int, int, str], GridCell], actions: tuple[GridAction, ...] = ()
) -> GridScene:
    """13 x 13 cells, each made of its row, its column and its name."""
    cells = tuple(make(*divmod(at, 13), name) for at, name in enumerate(CLASS_NAMES))
    ranks = tuple("AKQJT98765432")
    return GridScene(13, 13, cells, actions, ranks, ranks)


_KEPT = {
    *("key", "current", "colour", "axis", "style", "mark", "view", "said", "rank", "label"),
    "side",
}
"""Fields that are no words, or have a place of their own."""


def lengthened(scene: Any, words: str) -> Any:
    """A view model with every text replaced by the same long one."""
    if isinstance(scene, tuple):
        return tuple(words if isinstance(one, str) else lengthened(one, words) for one in scene)
    if not is_dataclass(scene) or isinstance(scene, type):
        return scene
    found = {one.name: getattr(scene, one.name) for one in fields(scene) if one.name not in _KEPT}
    texts = {one.name for one in fields(scene) if one.type == "str"}
    changes = {
        name: (words if name in texts and value else lengthened(value, words))
        for name, value in found.items()
        if name in texts or not isinstance(value, str)
    }
    return replace(scene, **changes)


class Made(Mapping[str, Any]):
    """States by name, each built on first use."""

    def __init__(self, makers: Mapping[str, Callable[[], Any]]) -> None:
        self._makers, self._made = makers, dict[str, Any]()

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
