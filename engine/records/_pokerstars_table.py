"""Players, stacks and posts in the lines of a PokerStars hand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import RecordError
from engine.game import MAX_PLAYERS, Game
from engine.records._follow import holdem_game
from engine.records._pokerstars_head import MONEY, Head, Lines
from engine.records.wide import MOST_PLAYERS, WideTable, too_many

_BUTTON = re.compile(r"Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(rf"Seat ([0-9]{{1,2}}): (.{{1,100}}) \({MONEY} in chips\b[^)]*\)")
_IN_HAND = re.compile(r"posts |folds|checks|calls|bets|raises")
_BOTH = re.compile("small (?:&|and) big blinds")
_DEAD = re.compile("the ante|(?:a )?dead (?:small )?blind")
POST = re.compile(
    rf"posts (?P<what>small blind|big blind|(?:button )?straddle|{_BOTH.pattern}|{_DEAD.pattern})"
    rf" {MONEY}(?: and is all-in)?"
)
"""A post before the deal; the second group is its amount."""


@dataclass(frozen=True)
class PokerStarsTable:
    """The players at the table, in the order of positions.

    Attributes:
        blinds: the small and the big blind, whole.
        stacks: chips at the start.
        names: of the players.
        seats: their seat numbers.
        posted: each post in order: position, kind, amount.
    """

    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    seats: tuple[int, ...]
    posted: tuple[tuple[int, str, int], ...]

    @property
    def num_players(self) -> int:
        """The number of players dealt in."""
        return len(self.names)

    @classmethod
    def of(cls, head: Head, lines: Lines) -> PokerStarsTable:
        """Parse the seats, the button, the blinds and the posts."""
        players: dict[int, tuple[str, int]] = {}
        button = 0
        for _, line in lines:
            if line.startswith("***"):
                break
            if match := _SEAT.match(line):
                players[int(match[1])] = (match[2], head.chips(match[3]))
            elif match := _BUTTON.search(line):
                button = int(match[1])
        texts = [line for _, line in lines]
        starts = {seat: f"{name}: " for seat, (name, _) in players.items()}
        seats = [
            seat
            for seat, start in sorted(starts.items())
            if any(text.startswith(start) and _IN_HAND.match(text, len(start)) for text in texts)
        ]
        if not 2 <= len(seats) <= MOST_PLAYERS:
            raise RecordError(
                "{count} players are in the hand; 2 to {most} are read",
                count=len(seats),
                most=MOST_PLAYERS,
            )
        if len({players[seat][0] for seat in seats}) < len(seats):
            raise RecordError("two players have the same name")
        after = [seat for seat in seats if seat > button]
        order = after + [seat for seat in seats if seat <= button]
        two = (head.big, head.small) if len(order) == 2 else (head.small, head.big)
        names = tuple(players[seat][0] for seat in order)
        posted = tuple(
            (place, match["what"], head.chips(match[2]))
            for text in texts
            if (place := seat_of(names, text)) is not None
            and (match := POST.fullmatch(text, len(names[place]) + 2))
        )
        return cls(
            (*two, *(0,) * (len(order) - 2)),
            tuple(players[seat][1] for seat in order),
            names,
            tuple(order),
            posted,
        )

    def game(self) -> Game:
        """The game of the hand.

        Raises:
            TooManyPlayersError: if there are more players than the rulebook supports.
        """
        if self.num_players > MAX_PLAYERS:
            raise too_many(self.num_players)
        return holdem_game(self.stacks, self.blinds)

    def wide(self, head: Head) -> WideTable:
        """The table with all posts; a second small blind is dead money.

        Raises:
            RecordError: if a player posts chips that are not there.
        """
        posts, dead = [0] * self.num_players, [0] * self.num_players
        small = False
        for place, what, amount in self.posted:
            live = 0 if _DEAD.fullmatch(what) or (what == "small blind" and small) else amount
            if _BOTH.fullmatch(what):
                live = min(amount, head.big)
            small |= what == "small blind"
            posts[place] = max(posts[place], live)
            dead[place] += amount - live
            if posts[place] + dead[place] > self.stacks[place]:
                raise RecordError("{name} posts more than the stack", name=self.names[place][:40])
        return WideTable(self.stacks, self.blinds, posts=tuple(posts), dead=tuple(dead))


def seat_of(names: tuple[str, ...], line: str) -> int | None:
    """Return the position of a line's player: the longest name that the line begins with."""
    fitting = [seat for seat in range(len(names)) if line.startswith(f"{names[seat]}: ")]
    return max(fitting, key=lambda seat: len(names[seat]), default=None)
