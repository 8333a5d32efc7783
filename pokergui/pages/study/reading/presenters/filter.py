"""Study's filters: which combos of the range are looked at, what they make, and their text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from engine.combos import NUM_HOLDEM_COMBOS
from engine.handclass import HandClasses
from engine.player import Action
from engine.ranges import range_text
from pokergui.formatting.menu import MenuItem, menu_of, shares_of
from pokergui.formatting.players import player_names, side_order
from pokergui.formatting.words import combos_text, count_text, tr
from pokergui.pages.study.reading.presenters.walk import StudyWalk
from pokergui.pages.study.reading.scenes.hand_bars import Held, draw_bars, made_bars
from pokergui.pages.study.reading.viewmodel.filter import (
    FilterColumn,
    FilterEntry,
    FilterScene,
    HandsScene,
)
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.ranges.hand_filter import (
    DRAW_KEYS,
    GROUPS,
    LEAST,
    MADE_KEYS,
    Flags,
    HandFilter,
    classes_on,
    combos_of,
    draw_title,
    group_title,
    made_title,
)
from pokergui.ranges.read import Reading

Numbers = NDArray[np.float64]

_DIGITS = 4
"""Digits after the point of weights in copied text."""
_OFTEN = "often:"


@dataclass(frozen=True)
class _Range:
    """The range shown, as filters see it: reach (1326,), classes, and how it acts if it does."""

    reading: Reading
    side: int
    weights: Numbers
    classes: HandClasses | None
    menu: tuple[MenuItem, ...]
    shares: Numbers | None


class StudyFilter(QObject):
    """Narrows the range that Study's grid shows, wherever it stands.

    Suits and classes stay while one walks about; an action is of the betting it was chosen at.
    Small games have no filters.

    Signals:
        copied: a range as text, empty where there is none, and what to tell of it.

    Args:
        walk: Study's walk; this is its mask.
        shown: what is known of the range that is shown.
    """

    copied = Signal(str, str)

    def __init__(
        self,
        walk: StudyWalk,
        shown: Callable[[], Reading | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._shown = walk, shown
        self._filter = HandFilter()
        self._at: tuple[Action, ...] = ()
        self._last: tuple[FilterScene | None, HandsScene | None] = (None, None)
        walk.mask = self.mask

    # Choosing

    @Slot(int)
    def choose_suit(self, suit: int) -> None:
        """Choose a suit beside another one, or let it go; -1 lets all go."""
        self._take(self._filter.with_suit(suit))

    @Slot(str)
    def choose_hand(self, key: str) -> None:
        """Choose a group, or a class or draw beside others, or let it go."""
        self._take(self._filter.with_hand(key))

    @Slot(str)
    def choose_only(self, key: str) -> None:
        """Choose one class or draw alone, or let it go."""
        self._take(self._filter.with_only(key))

    @Slot(str)
    def choose_action(self, key: str) -> None:
        """Choose what is done, or how often; an empty key stands for anything."""
        if key.startswith(_OFTEN):
            self._take(replace(self._filter, least=float(key.removeprefix(_OFTEN))))
        else:
            self._at = self._walk.place.actions
            self._take(replace(self._filter, action=key))

    @Slot()
    def clear(self) -> None:
        """Show the whole range."""
        self._take(HandFilter(least=self._filter.least))

    def _take(self, chosen: HandFilter) -> None:
        if chosen != self._filter:
            self._filter = chosen
            self._walk.renew()

    # Narrowing

    def mask(self, reading: Reading, side: int) -> Flags | None:
        """Which combos (1326,) of a range are shown; None for all of them."""
        if self._filter == HandFilter(least=self._filter.least):
            return None
        held = _held(reading, side)
        if held is None or not self._narrows(held):
            return None
        return self._others(held) & self._filter.by_hands(held.classes)

    def _narrows(self, held: _Range) -> bool:
        chosen = self._filter
        by_hands = bool(chosen.hands) and held.classes is not None
        return bool(chosen.suits) or by_hands or self._action(held) >= 0

    def _others(self, held: _Range) -> Flags:
        """Which combos suits and the action let through."""
        return self._filter.by_suits() & self._by_action(held)

    def _by_action(self, held: _Range) -> Flags:
        place = self._action(held)
        if place < 0 or held.shares is None:
            return np.ones(NUM_HOLDEM_COMBOS, np.bool_)
        return self._filter.by_action(held.shares[:, place])

    def _action(self, held: _Range) -> int:
        """Place in the menu of the action chosen; -1 where there is none here."""
        if held.reading.place.actions != self._at:
            return -1
        keys = [item.head.key for item in held.menu]
        return keys.index(self._filter.action) if self._filter.action in keys else -1

    # Showing

    def finish(self, scene: StudyScene) -> StudyScene:
        """A picture of Study with the filters and the classes of the range."""
        reading = self._shown()
        if reading is not None or not scene.thinking:
            held = _held(reading, self._walk.side) if reading is not None else None
            self._last = (None, None) if held is None else self._scenes(held)
        shown = scene.grid is not None and scene.sheet is None
        bar, hands = self._last if shown else (None, None)
        return replace(scene, filter=bar, hands=hands)

    def _scenes(self, held: _Range) -> tuple[FilterScene, HandsScene | None]:
        rest = held.weights * self._others(held)
        bar = self._bar(held, rest)
        return bar, self._hands(held, rest, bar.name)

    def _bar(self, held: _Range, rest: Numbers) -> FilterScene:
        chosen = self._filter
        shown = float(rest @ chosen.by_hands(held.classes))
        every = float(held.weights.sum())
        words = tr("{count} of {all}")
        count = words.format(count=count_text(shown), all=combos_text(every))
        return FilterScene(
            chosen.suits,
            chosen.group if held.classes is not None else "any",
            self._hand_columns(held, rest),
            self._action_columns(held),
            self._action_words(held),
            count if self._narrows(held) else "",
            self._name(held) if self._narrows(held) else "",
            words.format(count=count_text(every), all=combos_text(every)),
        )

    def _name(self, held: _Range) -> str:
        """What the range is narrowed to, in words: "Hearts, Flush draw or Set, Bet 550"."""
        chosen = self._filter
        suits = (tr("Clubs"), tr("Diamonds"), tr("Hearts"), tr("Spades"))
        parts = [tr(" and ").join(suits[suit] for suit in chosen.suits)]
        if held.classes is not None:
            titles = {key: made_title(made) for key, made in MADE_KEYS.items()}
            titles |= {key: draw_title(draw) for key, draw in DRAW_KEYS.items()}
            titles |= {key: group_title(key) for key in GROUPS}
            named = (title for key, title in titles.items() if key in chosen.hands)
            parts.append(tr(" or ").join(named))
        parts.append(self._action_words(held))
        return ", ".join(filter(None, parts))

    def _hand_columns(self, held: _Range, rest: Numbers) -> tuple[FilterColumn, ...]:
        classes, chosen = held.classes, self._filter.hands
        if classes is None:
            return ()

        def entries(titles: dict[str, str]) -> tuple[FilterEntry, ...]:
            counts = {key: float(rest @ combos_of(key, classes)) for key in titles}
            return tuple(
                FilterEntry(key, title, count_text(counts[key]), key in chosen)
                for key, title in titles.items()
                if counts[key] > 0 or key in chosen or key in GROUPS
            )

        made = entries({key: made_title(made) for key, made in MADE_KEYS.items()})
        groups = entries({key: group_title(key) for key in GROUPS})
        draws = entries({key: draw_title(draw) for key, draw in DRAW_KEYS.items()})
        columns = [FilterColumn(tr("Made hands"), made), FilterColumn(tr("Groups"), groups)]
        columns += [FilterColumn(tr("Draws"), draws)] if draws else []
        return tuple(columns)

    def _action_columns(self, held: _Range) -> tuple[FilterColumn, ...]:
        if held.shares is None:
            return ()
        place = self._action(held)
        shown = self._filter.by_suits() & self._filter.by_hands(held.classes)
        done = (held.weights * shown) @ held.shares
        actions = [FilterEntry("", tr("Any action"), "", place < 0)]
        actions += [
            FilterEntry(
                item.head.key, item.head.title, count_text(done[at]), at == place,
                item.head.tone, item.head.rank,
            )
            for at, item in enumerate(held.menu)
        ]  # fmt: skip
        often = [
            FilterEntry(f"{_OFTEN}{least}", _often(least), "", least == self._filter.least)
            for least in LEAST
        ]
        return (
            FilterColumn(tr("Hands that"), tuple(actions)),
            FilterColumn(tr("How often"), tuple(often)),
        )

    def _action_words(self, held: _Range) -> str:
        place = self._action(held)
        if place < 0:
            return ""
        title = held.menu[place].head.title
        least = self._filter.least
        return (
            tr("{action}, {share}+").format(action=title, share=f"{least:.0%}") if least else title
        )

    def _hands(self, held: _Range, rest: Numbers, name: str) -> HandsScene | None:
        if held.classes is None:
            return None
        seat, reading = held.side, held.reading
        members = self._filter.by_hands(held.classes)
        suited = self._filter.by_suits() & members
        other = reading.ranges[0][1 - seat] * suited if reading.reaches else None
        chosen = self._filter.hands
        bars = Held(held.classes, rest * members, held.weights, held.shares, other, chosen)
        order, names = side_order(reading.place.game), player_names(reading.place.game)
        return HandsScene(
            made_bars(bars),
            draw_bars(bars),
            tuple(item.head for item in held.menu),
            order.index(seat),
            (names[seat], names[1 - seat]),
            name,
        )

    # As text

    @Slot()
    def copy(self) -> None:
        """Hand out the range shown, as far as it is not filtered out, as text."""
        reading, side = self._shown(), self._walk.side
        held = _held(reading, side) if reading is not None else None
        if held is None or not held.reading.reaches:
            self.copied.emit("", tr("There is no range to copy yet"))
            return
        mask = self.mask(held.reading, side)
        weights = held.weights if mask is None else held.weights * mask
        text = range_text(np.asarray(np.clip(weights, 0.0, 1.0).round(_DIGITS), np.float64))
        if not text:
            self.copied.emit("", tr("No combo to copy"))
            return
        words = tr("{combos} copied").format(combos=combos_text(float(weights.sum())))
        self.copied.emit(text, words)


def _often(least: float) -> str:
    return tr("at least {share}").format(share=f"{least:.0%}") if least else tr("ever")


def _held(reading: Reading, side: int) -> _Range | None:
    """The range of a side; None in small games and where nothing is known."""
    spot = reading.spots[0]
    acts = bool(reading.answers) and spot.to_act == side
    if not spot.game.has_holdem_cards or not (acts or reading.reaches):
        return None
    classes = classes_on(spot.board)
    if reading.reaches:
        weights = np.asarray(reading.ranges[0][side])
    else:
        weights = np.where(classes.made >= 0, 1.0, 0.0) if classes else np.ones(NUM_HOLDEM_COMBOS)
    if not acts:
        return _Range(reading, side, weights, classes, (), None)
    answer = reading.answers[0]
    menu = menu_of(spot, answer.actions)
    return _Range(reading, side, weights, classes, menu, shares_of(answer, menu))
