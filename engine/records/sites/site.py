"""Reads a hand of a site by its table of patterns.

Lines of players begin with their names, so that any name is read: of several, the longest counts.
Chat and announcements of the software are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias, cast

from engine.cards import Card
from engine.errors import OtherGameError, PokerError, RecordError
from engine.records.playing import at_line
from engine.records.sites.words import CHIPS, currency, hundredths, moment, read_cards
from engine.records.source import HandStep, Post, PostKind, Seat, SourceHand, StepKind

Lines: TypeAlias = Sequence[tuple[int, str]]
Patterns: TypeAlias = Mapping[str, Sequence[str]]

MOST_HEAD, MOST_LETTERS = 400, 2_000
"""Characters of a line that are read: in the head of a hand, and after it."""
MOST_DIGITS = 18
"""Digits of a hand's number."""
_PARTS = {
    "{chips}": f"({CHIPS})",
    "{cards}": r"\[([^\]]{0,40})\]",
    "{board}": r"(?:\[[^\]]{0,40}\] {0,2}){0,3}\[([^\]]{0,40})\]",
    "{name}": "(.{1,100}?)",
    "{seat}": "([0-9]{1,4})",
    "{any}": r"\S.{0,24}?",
    "{all-in}": "(?:,? and (?:is all[ -]in|go all in))?",
}
"""What stands for a part of a line: groups of it, and parts without one."""
_HEAD_PARTS = {
    "{number}": "(?P<number>[0-9]{1,18})",
    "{small}": r"(?P<small>[^/()\n]{1,40})",
    "{big}": r"(?P<big>[^-/()\n0-9]{0,8}[0-9][^-/()\n]{0,18}?)",
    "{small2}": r"(?P<small2>[^/()\n]{1,40})",
    "{big2}": r"(?P<big2>[^-/()\n0-9]{0,8}[0-9][^-/()\n]{0,18}?)",
    "{game}": r"(?P<game>[^\n]{0,160}?)",
    "{time}": r"(?P<time>[^\n]*)",
    "{any}": r"[^\n]{0,160}?",
}
_STACK = rf'#([0-9]{{1,2}}) "(.{{1,100}}?)" \(({CHIPS})\)'
_STAKES = re.compile(r" *\([^()A-Za-z]*(?:[A-Z]{3})?\)| - Level.*")
_NO_LIMIT = re.compile(r"\bno[ -]?limit\b|\bNL\b", re.IGNORECASE)
_HOLDEM = re.compile(r"\bhold ?[`'’]?em", re.IGNORECASE)
_ANOTHER = re.compile(
    r"omaha|\b6\+|six.?plus|short ?deck|\bcap\b|split|pot.?limit|\bPL|fixed|\bFL|8-game"
    r"|h\.?o\.?r\.?s|double|pineapple|draw|stud|courchevel|razz|badugi|\bmix",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def check_game(name: str, *, no_limit: bool = False) -> None:
    """Check the name of a game in a source.

    Args:
        no_limit: whether a game that names no limit is no-limit.

    Raises OtherGameError if it is not no-limit hold'em as it is usually played.
    """
    plain = bool(_NO_LIMIT.search(name)) or (no_limit and "limit" not in name.lower())
    if not plain or not _HOLDEM.search(name) or _ANOTHER.search(name):
        raise _other_game(" ".join(_STAKES.sub("", name).split())[:60])


def check_not_another(text: str) -> None:
    """Raise OtherGameError if a text names another game."""
    if another := _ANOTHER.search(text):
        raise _other_game(another[0])


def _other_game(name: str) -> OtherGameError:
    return OtherGameError(
        "the header is of {game!r}; only hands of Hold'em No Limit are read", game=name
    )


def _spelled(pattern: str, parts: Mapping[str, str]) -> str:
    """Return a pattern with what its parts stand for."""
    for short, long in parts.items():
        pattern = pattern.replace(short, long)
    return pattern


class _Alternatives:
    """Patterns of several kinds of lines, tried at once."""

    def __init__(self, patterns: Patterns) -> None:
        self._kinds: dict[int, tuple[str, int]] = {}
        parts, group = [], 1
        for kind, texts in patterns.items():
            for text in texts:
                long = _spelled(text, _PARTS)
                parts.append(f"({long})")
                inner = re.compile(long).groups
                self._kinds[group] = (kind, inner)
                group += inner + 1
        self._pattern = re.compile("|".join(parts)) if parts else None
        self.match = lru_cache(maxsize=4096)(self._match)  # many lines are the same

    def _match(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the kind of a text and its values; None if it has none."""
        match = self._pattern.fullmatch(text) if self._pattern else None
        if match is None or match.lastindex is None:
            return None
        kind, inner = self._kinds[match.lastindex]
        return kind, match.groups()[match.lastindex : match.lastindex + inner]


class _SitePatterns(NamedTuple):
    """Compiled patterns of a site; ``strangers`` are actions of players without a seat."""

    head: re.Pattern[str]
    acts: _Alternatives
    lines: _Alternatives
    summary: _Alternatives
    strangers: _Alternatives


@dataclass(frozen=True)
class Site:
    """How a site writes its hands.

    Attributes:
        name: of the format.
        title: of the format, for people.
        begins: pattern of the first line of a hand.
        head: pattern of the first lines, joined; its parts are in ``_HEAD_PARTS``.
        acts: kinds of what players do, after their names.
        lines: kinds of other lines.
        summary: kinds of lines after the line ``end``; None if the same lines follow it.
        before: what stands before a name at the beginning of a line, after it.
        after: what stands between a name and what the player does; a colon marks a player's line,
            which must be known.
        needs_end: whether a hand without a line ``end`` is incomplete.
        names_limit: whether games without a limit in their names are not no-limit.
        head_lines: how many lines may hold the head.
        places: names of the players in the order of the table, where they are the places.
        hero_mark: what marks the hero's name, in texts that may repeat lines by mistake.
        early_all_in: whether an all-in before the line ``cards`` is an ante or a blind.
        suffixes: of its files.
    """

    name: str
    title: str
    begins: str
    head: str
    acts: Patterns
    lines: Patterns
    summary: Patterns | None = None
    before: str = ""
    after: str = " "
    needs_end: bool = False
    names_limit: bool = True
    head_lines: int = 4
    places: tuple[str, ...] = ()
    hero_mark: str = ""
    early_all_in: bool = False
    suffixes: tuple[str, ...] = (".txt",)

    @cached_property
    def tables(self) -> _SitePatterns:
        """The compiled patterns."""
        head = re.compile(_spelled(self.head, _HEAD_PARTS), re.DOTALL)
        acts, lines = _Alternatives(self.acts), _Alternatives(self.lines)
        summary = lines if self.summary is None else _Alternatives(self.summary)
        names = f"{re.escape(self.before)}(.{{0,60}}?){self.after}"
        moves = [text for kind in (*_POSTS, *_MOVES) for text in self.acts.get(kind, ())]
        strangers = {"stranger": [f"{names}(?:{text})" for text in moves]}
        return _SitePatterns(head, acts, lines, summary, _Alternatives(strangers))

    def read(self, lines: Lines) -> SourceHand:
        """Return a hand from its numbered lines.

        Raises RecordError naming the line that cannot be read.
        """
        return _SiteReader(self).read(lines)


class _SiteReader:
    """Reads the lines of one hand."""

    def __init__(self, site: Site) -> None:
        self.site, self.hand = site, SourceHand()
        self._tables = site.tables
        self._leader, self._after = site.before, site.after
        self._mark = site.hero_mark
        self._starts: dict[str, list[tuple[str, str]]] = {}  # by the first word; the longest first
        self._dealt: dict[str, list[str]] = {}  # cards that are named one by one
        self._names: dict[int, str] = {}
        self._awarded: dict[str, str] = {}
        self._whole_board: tuple[Card, ...] = ()
        self._button = ""
        self._ended = self._in_summary = False
        self._dealing = self._marked = False
        self._before = ""

    def read(self, lines: Lines) -> SourceHand:
        """Read all lines; errors as ``Site.read``."""
        place, head_lines = lines[0][0], lines[: self.site.head_lines]
        find, after, leader = self._starts.get, self._after, self._leader
        try:
            self.head("\n".join(text[:MOST_HEAD] for _, text in head_lines))
            for place, line in lines:
                text = line[:MOST_LETTERS]
                if self._mark:
                    text = self._plain(text)
                if self._in_summary:
                    self._summary(place, text)
                    continue
                if text[:5] in _SEATS and self._seated(text):
                    continue
                words = text.removeprefix(leader)
                for start, name in find(words.partition(after)[0], ()):
                    if words.startswith(start) and text.startswith(leader):
                        self._act(place, name, text, words[len(start) :])
                        break
                else:
                    self._announced(place, text)
            return self.finished()
        except PokerError as error:
            raise at_line(place, error) from None

    def head(self, text: str) -> None:
        """Read the head: number, game, blinds and time."""
        match = self._tables.head.search(text)
        if match is None:
            check_not_another(text)
            raise RecordError(
                "{line!r} does not begin a hand of {site}", line=text[:60], site=self.site.title
            )
        hand = self.hand
        found = {key.rstrip("2"): text for key, text in match.groupdict().items() if text}
        check_game(found["game"], no_limit=not self.site.names_limit)
        digits = "".join(filter(str.isdigit, found["number"]))
        hand.number = int(digits[:MOST_DIGITS])
        small, big = found.get("small") or "", found.get("big") or ""
        if big:
            hand.blinds = (hundredths(small), hundredths(big))
            hand.symbol = currency(big) or currency(small)
            hand.cents = bool(re.search("[.,][0-9]{2}(?![0-9])", f"{small} {big}"))
        hand.time = moment(found.get("time") or text)

    def _plain(self, text: str) -> str:
        """Return a line without the mark of the hero; empty if it is repeated by mistake."""
        before, self._before = self._before, text
        if text == before:
            return ""
        self._marked = self._mark in text
        if self._marked or "  " in text:
            return " ".join(text.replace(self._mark, "").split())
        return text

    def _summary(self, place: int, text: str) -> None:
        found = self._tables.summary.match(text)
        if found is None and text.startswith(("** ", "*** ")):
            raise RecordError("another hand begins here, without a first line")
        self._other(place, found)

    def _seated(self, text: str) -> bool:
        """Read the line of a player's seat; return False for other lines."""
        found = self._tables.lines.match(text)
        if found is None or found[0] != "seat":
            return False
        self._seat(*found[1])
        if self._marked:
            self.hand.hero = found[1][1]
        return True

    def _announced(self, place: int, text: str) -> None:
        """Read a line that does not begin with the name of a player at the table."""
        found = self._tables.lines.match(text)
        self._other(place, found)
        if found is None and not ('"' in text.removeprefix(self._leader) or ": " in text):
            self._stranger(place, text)

    def _stranger(self, place: int, text: str) -> None:
        """Read the line of a player who acts without having a seat, maybe without a name."""
        found = self._tables.strangers.match(text)
        if found is None:
            return
        said = found[1][0]
        name = said or "(unnamed)"
        self.hand.seats[name] = Seat(0, 0)
        self._follow(said, name)
        self._act(place, name, text, text.removeprefix(f"{self.site.before}{said}{self._after}"))

    def _seat(self, number: str, name: str, stack: str) -> None:
        hand = self.hand
        if self._names.get(int(number), name) != name or name in hand.seats:
            raise RecordError("two players have the same name")
        places = self.site.places
        place = places.index(name) + 1 if name in places else int(number)
        hand.seats[name] = Seat(place, hundredths(stack))
        hand.symbol = hand.symbol or currency(stack)
        self._names[int(number)] = name
        self._follow(name, name)

    def _follow(self, said: str, name: str) -> None:
        """Read the lines that begin with what is said as lines of a player."""
        starts = self._starts.setdefault(said.partition(self._after)[0], [])
        starts.append((f"{said}{self._after}", name))
        if len(starts) > 1:
            starts.sort(key=lambda one: -len(one[0]))

    def _act(self, place: int, name: str, text: str, words: str) -> None:
        found = self._tables.acts.match(words)
        if found is None:
            if ":" in self._after:
                raise RecordError("{words!r} is not an action of a player", words=words[:40])
            self._other(place, self._tables.lines.match(text))
            return
        kind, values = found
        if kind == "add" and self.site.early_all_in and not self._dealing:
            kind = "ante" if name not in _BLINDS or self._antes() else _BLINDS[name]
        if kind in _MOVES:
            move, amount = _MOVES[kind]
            amount = hundredths(values[0]) if values else amount
            self.hand.steps.append(HandStep(place, name, move, amount))
        elif kind in _POSTS:
            self._post(place, name, cast(PostKind, kind), values)
        elif kind == "show":
            self._show(place, name, values[0])
        elif kind == "fold":
            self.hand.steps.append(HandStep(place, name, "fold"))
            if values and values[0]:
                self._show(place, name, values[0])
        elif kind == "capped":
            raise _other_game(kind)
        elif kind == "dealt one":
            self._dealt.setdefault(name, []).append(values[0])
        elif kind == "button":
            self.hand.button = int(values[0])
        elif kind != "none":
            self._money(place, kind, name, values[0])

    def _antes(self) -> bool:
        """Return whether antes are posted, and no blind yet."""
        kinds = {post.kind for post in self.hand.posts}
        return "ante" in kinds and not kinds & {"small", "big"}

    def _post(self, place: int, name: str, kind: PostKind, values: Sequence[str]) -> None:
        amounts = [hundredths(value) for value in values if value]
        self.hand.symbol = self.hand.symbol or currency(values[0])
        self.hand.posts.append(Post(place, name, kind, sum(amounts)))

    def _show(self, place: int, name: str, text: str) -> None:
        if name in self.hand.seats and "X" not in text.upper():
            self.hand.steps.append(HandStep(place, name, "show", cards=read_cards(text)))

    def _money(self, place: int, kind: str, name: str, amount: str) -> None:
        """Note chips that a player collected, got back, or sold the hand for."""
        hand = self.hand
        if name not in hand.seats:
            raise RecordError("{name!r} is not in the hand", name=name[:40])
        chips = hand.cashed if kind == "cashed" else hand.collected
        chips[name] = chips.get(name, 0) + hundredths(amount)
        if kind == "returned":
            hand.returned = True
        elif kind == "collected":
            hand.paid_at = place

    def _other(self, place: int, found: tuple[str, Sequence[str]] | None) -> None:
        """Read a line that does not begin with a player's name."""
        if found is None:
            return
        (kind, values), hand = found, self.hand
        if kind == "seat":
            self._seat(values[0], values[1], values[2])
        elif kind == "button":
            hand.button = int(values[0])
        elif kind == "dealer":
            self._button = values[0]
        elif kind == "dealt":
            name = values[0]
            self._show(place, name, values[1])
            self._dealt[name] = []
        elif kind == "board" and hand.runs == 1:
            hand.steps.append(HandStep(place, "", "deal", cards=read_cards(values[0])))
        elif kind == "whole board":
            self._whole_board = read_cards(values[0])
        elif kind == "again":
            hand.runs = max(hand.runs, 2)
        elif kind in _RUNS:
            hand.runs = max(hand.runs, _RUNS[kind])
            cards = re.findall(r"\[([^\]]*)\]", values[0]) or values
            board = read_cards(" ".join(cards))
            hand.boards[_RUNS[kind] - 2 :] = [board]
        elif kind in ("collected", "returned", "cashed"):
            name, amount = values if kind != "returned" else values[::-1]
            self._money(place, kind, name, amount)
        elif kind == "rake":
            hand.rake = sum(map(hundredths, re.findall(CHIPS, values[0])))
        elif kind in ("summed", "awarded", "not awarded"):
            self._sum_up(place, kind, int(values[0]), values[1])
        elif kind == "result":
            name, cards, chips = values
            if cards:
                self._show(place, name, cards)
            if hundredths(chips):
                self._money(place, "collected", name, chips)
        elif kind == "stacks":
            for seat in re.findall(_STACK, values[0]):
                self._seat(*seat)
        elif kind == "cards":
            self._dealing = True
        elif kind == "end":
            self._ended = True
            self._in_summary = self.site.summary is not None
        elif kind == "wrong":
            raise RecordError("{line!r} is not supported", line=values[0][:40])

    def _sum_up(self, place: int, kind: str, seat: int, text: str) -> None:
        """Read cards, or a pot that was not collected, from a player's line of the summary."""
        name = self._names.get(seat, "")
        if kind == "summed":
            self._show(place, name, text)
        elif name and kind == "awarded":
            self._awarded[name] = text
        elif name:
            self._money(0, kind, name, text)

    def finished(self) -> SourceHand:
        """The hand, once all lines are read."""
        hand = self.hand
        hand.over = self._ended or not self.site.needs_end
        if self._button in hand.seats:
            hand.button = hand.seats[self._button].number
        if not hand.paid_at:  # some texts tell only there who won
            for name, chips in self._awarded.items():
                self._money(0, "awarded", name, chips)
        dealt = sum(len(step.cards) for step in hand.steps if step.kind == "deal")
        for start, end in ((0, 3), (3, 4), (4, 5)):  # some texts omit the last streets
            if dealt <= start and len(self._whole_board) >= end:
                hand.steps.append(HandStep(0, "", "deal", cards=self._whole_board[start:end]))
        self._infer_blinds()
        for name, cards in self._dealt.items():
            if len(cards) > 1:
                self._show(0, name, " ".join(cards))
        if len(self._dealt) == 1:
            hand.hero = next(iter(self._dealt))
        return hand

    def _infer_blinds(self) -> None:
        """Post the blinds that the text names without saying who posts them."""
        hand, kinds = self.hand, {post.kind for post in self.hand.posts}
        if (
            kinds & {"small", "big", "both", "straddle"}
            or not hand.blinds[1]
            or len(hand.seats) < 2
        ):
            return
        seats = sorted(hand.seats, key=lambda name: hand.seats[name].number)
        after = sum(hand.seats[name].number <= hand.button for name in seats)
        first = after - (len(seats) == 2)
        for kind, blind, at in (
            ("small", hand.blinds[0], first),
            ("big", hand.blinds[1], first + 1),
        ):
            name = seats[at % len(seats)]
            paid = sum(post.amount for post in hand.posts if post.name == name)
            amount = min(blind, hand.seats[name].stack - paid)
            if amount > 0:
                hand.posts.append(Post(0, name, cast(PostKind, kind), amount))
        hand.dealt_in = set(seats)


_SEATS = frozenset({"Seat ", "seat ", " Seat"})
_RUNS = {"second run": 2, "third run": 3}
_BLINDS = {"Small Blind": "small", "Big Blind": "big"}
_POSTS = frozenset({"small", "big", "ante", "dead", "both", "straddle"})
_MOVES: dict[str, tuple[StepKind, int]] = {
    "check": ("call", 0),
    "call": ("call", -1),
    "call to": ("call to", -1),
    "raise to": ("raise to", 0),
    "add": ("add", 0),
}
