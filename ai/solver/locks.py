"""Node locks: fix a player's strategy at a decision for some hands, and solve the rest.

They are written and read as JSON that can be edited by hand::

    {"locks": [
      {"line": "c", "hands": {"random": {"c": 1}}},
      {"line": "cr50", "hands": {"AA,KQs": {"f": 0.25, "c": 0.75}, "AsJs": {"f": 1}}},
      {"line": "cc/", "card": "7d", "hands": {"QQ+": {"r100": 1}}}
    ]}

``line`` leads to the decision (``spot.py``); ``card`` are the cards that have come since the root,
as in ``7d`` or ``7d3c``, those left out being any; ``hands`` maps range items without weights to
frequencies of actions, 0 for those left out. Hands that are not named stay free.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.solver.spot import Spot, line_text, parse_line
from engine.cards import Card, card_name, card_names, parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards, combo_name
from engine.errors import CardError, RangeError
from engine.named_file import read_named_text
from engine.player import Action
from engine.ranges import is_of_classes, parse_range, range_text

MAX_FILE_BYTES = 2**24
_SUM_ERROR = 1e-6
"""Largest error of a row's sum, as probabilities are written with few digits."""

Place = tuple[tuple[Action, ...], tuple[Card, ...]]


@dataclass(frozen=True, eq=False)
class Lock:
    """A locked strategy at one decision of a spot.

    Attributes:
        line: betting from the spot's root to the decision.
        cards: the cards that have come since the root, or the first of them: the lock is for all
            boards that begin with them.
        combos: (1326,) bool: the locked hands; all others stay free.
        probabilities: (1326, actions) float64: rows of those hands sum to 1, others are 0.
    """

    line: tuple[Action, ...]
    cards: tuple[Card, ...]
    combos: NDArray[np.bool_]
    probabilities: NDArray[np.float64]


def _locks_error(text: str, /, **values: object) -> SpotError:
    return SpotError(text, "locks", **values)


def read_locks(path: Path, spot: Spot, *, anywhere: bool = False) -> tuple[Lock, ...]:
    """Read a file of locks, as ``parse_locks``.

    Raises SpotError naming the file, the position in it and the reason.
    """
    text = read_named_text(path, MAX_FILE_BYTES, _locks_error)
    try:
        return parse_locks(text, spot, anywhere=anywhere)
    except SpotError as error:
        raise SpotError("{path}: {error}", "locks", path=path, error=error) from None


def parse_locks(text: str, spot: Spot, *, anywhere: bool = False) -> tuple[Lock, ...]:
    """Parse locks from text; one for each decision named.

    Args:
        anywhere: for boards that differ from the spot's: with all hands, which distinguish no
            suits, and on all cards.

    Raises SpotError naming the lock and the reason.
    """
    try:
        data = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise SpotError("not JSON: {error}", "locks", error=error) from None
    if not isinstance(data, dict) or set(data) != {"locks"} or not isinstance(data["locks"], list):
        raise SpotError('locks are written as {"locks": [...]}', "locks")
    locks: dict[Place, Lock] = {}
    for number, entry in enumerate(data["locks"], start=1):
        try:
            place = _place(entry, spot)
            if anywhere and place[1]:
                raise SpotError("it names a card, but holds on all boards of the set")
            _add(locks, place, entry["hands"], spot, anywhere=anywhere)
        except (SpotError, CardError, RangeError) as error:
            raise SpotError("lock {number}: {error}", "locks", number=number, error=error) from None
    _check_apart(locks)
    return tuple(lock for lock in locks.values() if lock.combos.any())


def locks_on(locks: Sequence[Lock], spot: Spot) -> tuple[Lock, ...]:
    """Return locks for any board on that of a spot, whose cards no hand has."""
    free = ~np.any(np.isin(combo_cards(), spot.board), axis=1)
    return tuple(
        replace(
            lock,
            combos=lock.combos & free,
            probabilities=np.where(free[:, None], lock.probabilities, 0.0),
        )
        for lock in locks
        if (lock.combos & free).any()
    )


def locks_json(locks: Sequence[Lock], spot: Spot) -> str:
    """Locks as the text of a file: ``parse_locks`` reads them back."""
    entries = []
    for lock in locks:
        entry: dict[str, Any] = {"line": line_text(spot, lock.line)}
        if lock.cards:
            entry["card"] = card_names(lock.cards)
        entry["hands"] = _hands_of(lock, spot)
        entries.append(json.dumps(entry))
    return '{"locks": [' + ",".join(f"\n  {entry}" for entry in entries) + "\n]}\n"


def _hands_of(lock: Lock, spot: Spot) -> dict[str, dict[str, float]]:
    """The rows of a lock, grouped by hands that share them."""
    keys = spot.keys_at(lock.line)
    alike: dict[tuple[float, ...], list[int]] = {}
    for combo in np.flatnonzero(lock.combos).tolist():
        alike.setdefault(tuple(lock.probabilities[combo].tolist()), []).append(combo)
    hands = {}
    for row, combos in alike.items():
        named = np.zeros(NUM_HOLDEM_COMBOS)
        named[combos] = 1.0
        text = combo_name(combos[0]) if len(combos) == 1 else range_text(named)
        hands[text] = {key: share for key, share in zip(keys, row, strict=True) if share}
    return hands


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice[:40]!r} appears twice in one object")
    return entries


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _place(entry: Any, spot: Spot) -> Place:
    """The decision of an entry, with validated keys."""
    allowed = {"line", "card", "hands"}
    if not isinstance(entry, dict) or not {"line", "hands"} <= set(entry) <= allowed:
        raise SpotError("it must have a line and hands, and nothing else but a card")
    line, card = entry["line"], entry.get("card")
    if not isinstance(line, str) or not (card is None or isinstance(card, str)):
        raise SpotError("its line and card must be text")
    if not isinstance(entry["hands"], dict):
        raise SpotError('its hands are written as {"AA,KQs": {"c": 1}, ...}')
    actions = parse_line(spot, line)
    if card is None:
        return actions, ()
    dealt, come = parse_cards(card), int(spot.tree.street[spot.tree.find(actions)])
    if come == 0:
        raise SpotError("no card has come after the line '{line}'", line=line)
    if not 1 <= len(dealt) <= come:
        raise SpotError(
            "{count} cards have come after the line '{line}', not {given}",
            count=come,
            line=line,
            given=len(dealt),
        )
    for each in dealt:
        if each in spot.board:
            raise SpotError("{card} is on the board", card=card_name(each))
    return actions, dealt


def _add(
    locks: dict[Place, Lock], place: Place, hands: dict[str, Any], spot: Spot, *, anywhere: bool
) -> None:
    """Add the hands of an entry to the lock of its decision."""
    line, cards = place
    keys = spot.keys_at(line)
    if place not in locks:
        free = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
        locks[place] = Lock(line, cards, free, np.zeros((NUM_HOLDEM_COMBOS, len(keys))))
    lock = locks[place]
    blocked = np.isin(combo_cards(), () if anywhere else (*spot.board, *cards)).any(axis=1)
    for text, shares in hands.items():
        if ":" in text:
            raise SpotError("hands take no weights here: {text!r}", text=text[:40])
        named = (parse_range(text) > 0) & ~blocked
        if not named.any():
            raise SpotError("{text!r} names no hand that is possible here", text=text[:40])
        if anywhere and not is_of_classes(named.astype(np.float64)):
            raise SpotError("{text!r} distinguishes suits: name hands as AKs,QQ", text=text[:40])
        twice = np.flatnonzero(named & lock.combos)
        if twice.size:
            raise SpotError(
                "{text!r} names {hand} a second time",
                text=text[:40],
                hand=combo_name(int(twice[0])),
            )
        lock.combos[named] = True
        lock.probabilities[named] = _row(text, shares, keys)


def _row(text: str, shares: Any, keys: list[str]) -> NDArray[np.float64]:
    """Return probabilities of all actions (actions,) from an entry."""
    if not isinstance(shares, dict):
        raise SpotError('the strategy of {text!r} is written as {{"c": 1}}', text=text[:40])
    for key, share in shares.items():
        if key not in keys:
            raise SpotError(
                "{key!r} is not possible here; the actions are {keys}",
                key=key[:20],
                keys=", ".join(keys),
            )
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise SpotError(
                "the probability of {key!r} for {text!r} is not from 0 to 1",
                key=key,
                text=text[:40],
            )
    row = np.array([float(shares.get(key, 0.0)) for key in keys])
    total = float(row.sum())
    if abs(total - 1.0) > _SUM_ERROR:
        raise SpotError(
            "the probabilities of {text!r} sum to {total:g}, not to 1", text=text[:40], total=total
        )
    return row / total


def _check_apart(locks: dict[Place, Lock]) -> None:
    """Raise if a hand is locked for some cards and again for one of them."""
    for (line, cards), lock in locks.items():
        for count in range(len(cards)):
            wider = locks.get((line, cards[:count]))
            if wider is None:
                continue
            twice = np.flatnonzero(lock.combos & wider.combos)
            if twice.size:
                hand, card = combo_name(int(twice[0])), card_names(cards)
                if count:
                    raise SpotError(
                        "{hand} is locked on {cards} and again on {card}",
                        "locks",
                        hand=hand,
                        cards=card_names(cards[:count]),
                        card=card,
                    )
                raise SpotError(
                    "{hand} is locked on every card and again on {card}",
                    "locks",
                    hand=hand,
                    card=card,
                )
