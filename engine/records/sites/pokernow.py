"""PokerNow: its log as CSV, newest line first, and its export of hands as JSON.

The log is read as the text of its entries; the name of the player who saved it is not in it.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, cast

from engine.cards import Card
from engine.errors import RecordError
from engine.records.sites.site import Site, check_game
from engine.records.sites.words import read_cards
from engine.records.source import (
    CENTS,
    MOST_UNITS,
    HandStep,
    Post,
    PostKind,
    Seat,
    SourceHand,
    StepKind,
)
from engine.records.times import utc_text

_STARTS = "-- starting hand #"
_PLAYER = re.compile(r'"([^"\n]{1,80}?) @ ([\w-]{1,40})"')

POKERNOW = Site(
    name="pokernow",
    title="PokerNow log",
    begins=f"{_STARTS}[0-9]",
    head=_STARTS + r"{number}[^(\n]*(?:\(id: [^)\n]*\) *)?\((?P<game>[^)\n]*)\){time}",
    before='"',
    after='" ',
    acts={
        "fold": ["folds"],
        "check": ["checks"],
        "call to": ["calls {chips}{all-in}"],
        "raise to": ["bets {chips}{all-in}", "raises to {chips}{all-in}"],
        "ante": ["posts an ante of {chips}{all-in}"],
        "small": ["posts a small blind of {chips}{all-in}"],
        "big": ["posts a (?:missed |missing )?big blind of {chips}{all-in}"],
        "dead": ["posts a (?:missed|missing|dead) (?:small )?blind of {chips}{all-in}"],
        "straddle": ["posts a straddle of {chips}{all-in}"],
        "show": [r"shows a ([^.\n]{2,12})\."],
        "collected": ["collected {chips} from pot.*"],
    },
    lines={
        "dealer": [rf'{_STARTS}.*\(dealer: "{{name}}"\).*'],
        "stacks": ["Player stacks: (.*)"],
        "board": [r"(?:Flop|Turn|River): .*\[([^\]]{1,40})\]"],
        "second run": [r"(?:Flop|Turn|River) \(second run\): *([^\[]*)\[([^\]]{1,40})\]"],
        "again": [r"(?:Flop|Turn|River) \(second run\).*"],
        "returned": ['Uncalled bet of {chips} returned to "{name}"'],
        "end": ["-- ending hand .*"],
    },
    needs_end=True,
    head_lines=1,
    suffixes=(".csv",),
)


def is_log(text: str) -> bool:
    """Return whether a text begins as a log does."""
    return text.startswith(("entry,at,order", '"entry","at","order"'))


def log_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the entries of a log in order, numbered by the lines of the file.

    The line that begins a hand gets its time; players are named without their ids where that is
    clear. Each line is read for itself: a damaged one costs no other.
    """
    entries: list[tuple[int, str, str, int]] = []
    for place, text in lines:
        try:
            entry, at, order = next(csv.reader([text]))[:3]
            entries.append((place, entry, at, int(order)))
        except (ValueError, csv.Error, StopIteration):
            continue
    entries.sort(key=lambda one: one[3])
    people = {one for _, text, *_ in entries for one in _PLAYER.findall(text)}
    names = Counter(name for name, _ in people)

    def shortened(match: re.Match[str]) -> str:
        return f'"{match[1]}"' if names[match[1]] == 1 else match[0]

    for place, entry, at, _ in entries:
        text = _PLAYER.sub(shortened, entry)
        yield place, f"{text} {at}" if text.startswith(_STARTS) else text


def is_export(text: str) -> bool:
    """Return whether a text begins as an export of hands, or as one hand of it."""
    return text.startswith("{") and ('"hands"' in text or text.startswith('{"playerId"'))


def export_hands(text: str) -> list[str]:
    """Return the hands of an export, each as a text with the id of the player who saved it.

    Raises:
        RecordError: if it is malformed.
    """
    export = _object(text)
    hands = export.get("hands")
    if not isinstance(hands, list):
        raise RecordError("the export has no list of hands")
    hero = str(export.get("playerId", ""))[:100]
    return [json.dumps({"playerId": hero, "hand": hand}, ensure_ascii=False) for hand in hands]


def _object(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError, ArithmeticError):
        raise RecordError("it is not JSON, or nested too deeply") from None
    if not isinstance(fields, dict):
        raise RecordError("it is not an export of PokerNow")
    return fields


_CODES: dict[int, str] = {0: "check", 2: "big", 3: "small", 4: "ante", 5: "straddle", 6: "dead"}
_CODES |= {1: "raise to", 7: "call to", 8: "raise to", 9: "board", 10: "collected", 11: "fold"}
_CODES |= {12: "show", 15: "end", 16: "returned"}
"""What the number of an event means."""


def read_export_hand(text: str) -> SourceHand:
    """Return a hand from its text in ``export_hands``.

    Raises:
        RecordError: if it is malformed.
    """
    fields = _object(text)
    try:
        return _read_events(fields["hand"], fields["playerId"])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, OSError) as error:
        raise RecordError("the hand lacks something: {error}", error=str(error)[:80]) from None


def _read_events(fields: dict[str, Any], hero: str) -> SourceHand:
    if fields["gameType"] != "th" or fields.get("bombPot") or fields.get("doubleBoard"):
        check_game(f"{fields['gameType']} of PokerNow")
    unit = 1 if fields.get("cents") else CENTS
    hand = SourceHand(number=int(fields["number"]), cents=bool(fields.get("cents")))
    hand.time = utc_text(datetime.fromtimestamp(fields["startedAt"] / 1000, UTC))
    hand.blinds = (_amount(fields["smallBlind"], unit), _amount(fields["bigBlind"], unit))
    hand.button = int(fields["dealerSeat"])
    names: dict[int, str] = {}
    said = Counter(str(player["name"]) for player in fields["players"])
    for player in fields["players"]:
        name, seat = str(player["name"])[:100], int(player["seat"])
        names[seat] = name if said[name] == 1 else f"{name} @ {player['id']}"
        hand.seats[names[seat]] = Seat(seat, _amount(player["stack"], unit))
        if player["id"] == hero:
            hand.hero = names[seat]
        if player.get("hand"):
            cards = read_cards(" ".join(player["hand"]))
            hand.steps.append(HandStep(0, names[seat], "show", cards=cards))
    again: dict[int, tuple[Card, ...]] = {}  # what later runs deal
    for place, event in enumerate(fields["events"], 1):
        what = event["payload"]
        run = int(what.get("run", 1))
        if _CODES.get(what["type"]) == "board" and run > 1:
            old, new = again.get(run, ()), read_cards(" ".join(what["cards"]))
            again[run] = new if old and new[: len(old)] == old else (*old, *new)
        else:
            _read_event(hand, place, what, names, unit)
    dealt = [card for step in hand.steps if step.kind == "deal" for card in step.cards]
    hand.runs = max((1, *again))
    hand.boards = [(*dealt[: -len(cards)], *cards) for _, cards in sorted(again.items())]
    hand.over = True
    return hand


def _amount(value: object, unit: int) -> int:
    amount = Decimal(str(value)) * unit
    if not 0 <= amount <= MOST_UNITS * CENTS or amount != int(amount):
        raise ValueError(str(value))
    return int(amount)


def _read_event(
    hand: SourceHand, place: int, what: dict[str, Any], names: dict[int, str], unit: int
) -> None:
    kind = _CODES.get(what["type"], "")
    if kind == "board":
        hand.steps.append(HandStep(place, "", "deal", cards=read_cards(" ".join(what["cards"]))))
        return
    if kind in ("", "end"):
        return
    name = names[int(what["seat"])]
    amount = _amount(what.get("value") or 0, unit)
    if kind == "show":
        hand.steps.append(HandStep(place, name, "show", cards=read_cards(" ".join(what["cards"]))))
    elif kind in ("fold", "call to", "raise to"):
        hand.steps.append(HandStep(place, name, cast(StepKind, kind), amount))
    elif kind == "check":
        hand.steps.append(HandStep(place, name, "call", 0))
    elif kind in ("collected", "returned"):
        hand.collected[name] = hand.collected.get(name, 0) + amount
        hand.returned |= kind == "returned"
    else:
        hand.posts.append(Post(place, name, cast(PostKind, kind), amount))
