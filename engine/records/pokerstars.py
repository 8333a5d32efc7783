"""Writes PokerStars hand histories: no-limit hold'em with blinds.

The format has no specification; PokerKit reads the files written here and gets the same stacks.
Chips are whole numbers; where a file counts money, a chip is a cent. Positions have seats 1 to 6 in
their order, the button last. ``texts.py`` reads them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from engine.cards import Card, card_name
from engine.errors import CardError, RecordError
from engine.evaluator import describe
from engine.game import NO_CAP, UNLIMITED, Game
from engine.hand import BoardDealt, Event, HandState, PotWon, Returned, Shown
from engine.player import Action, ActionKind, PublicState
from engine.records._follow import only_check
from engine.records.hand_files import written
from engine.records.record import CURRENCIES, HandRecord
from engine.wording import Wording

_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029:()\[\]]")
_STREETS = ("", "Flop", "Turn", "River")
_RUNS = ("FIRST ", "SECOND ", "THIRD ")
_GAP = "\n\n\n"


def write_pokerstars(path: Path, records: Iterable[HandRecord]) -> tuple[int, ...]:
    """Write hands to a file; returns the indices of those left out.

    In names ``:``, brackets and control characters become ``_``. A showdown needs the cards shown.
    """
    left_out: list[int] = []
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(written(records, pokerstars_text, left_out))
    return tuple(left_out)


def _names(record: HandRecord) -> tuple[str, ...]:
    """Names that the format can hold, made unique."""
    names: list[str] = []
    for seat, name in enumerate(record.players):
        plain = " ".join(_NOT_IN_NAMES.sub("_", name).split()) or f"Player {seat + 1}"
        same = plain
        count = 1
        while same in names:
            count += 1
            same = f"{plain} {count}"
        names.append(same)
    return tuple(names)


def pokerstars_lacks(game: Game) -> Wording | None:
    """Return the reason why the format cannot describe a game; None where it can."""
    if not game.has_holdem_cards or game.is_limit:
        return Wording("it is not no-limit hold'em")
    if not game.is_holdem or set(game.max_raises) != {NO_CAP}:
        return Wording("it is not no-limit hold'em as it is usually played")
    if not _posts(game) or game.dead:
        return Wording("its blinds are not those of a table with a button")
    return Wording("stacks are limited") if UNLIMITED in game.stacks else None


@lru_cache(maxsize=256)
def _posts(game: Game) -> tuple[tuple[int, str, int], ...]:
    """Return who posts which blind and how much, in order; empty where that is unusual."""
    big, small_seat, big_seat = game.big_blind, *((1, 0) if game.is_heads_up else (0, 1))
    if game.blinds[big_seat] != big:
        return ()
    posts = [(big_seat, "big blind", big)]
    if game.blinds[small_seat]:
        posts.insert(0, (small_seat, "small blind", game.blinds[small_seat]))
    opener = big_seat
    for seat, blind in enumerate(game.blinds[2:], 2):
        if blind > big:
            opener = seat
        if blind:
            posts.append((seat, "straddle" if blind > big else "big blind", blind))
    usual = all(blind in (0, big) or blind > big for blind in game.blinds[2:])
    usual = usual and 0 <= game.blinds[small_seat] <= big
    same = len(set(game.antes)) == 1 and max(game.antes_paid) == game.antes[0]
    whole = not game.antes or same or game.antes == game.antes_paid
    straddles = [seat for seat, word, _ in posts if word == "straddle"]
    whole = whole and all(
        game.blinds[seat] in (min(game.blinds[seat], game.betting_stacks[seat]), big << place)
        for place, seat in enumerate(straddles, 1)
    )
    usual = usual and whole  # what is posted short of an unusual amount cannot be told
    first = (opener + 1) % game.num_players
    return tuple(posts) if usual and game.first_player == (first, 0, 0, 0) else ()


class _Writer:
    """Writes one hand from the events of its replay."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.game = record.game
        self.names = _names(record)
        self.every_board = (record.board, *record.boards)
        self.hand = HandState(self.game, record.holes, record.board, record.told)
        self.folded: dict[int, int] = {}  # street by seat
        self.lines: list[str] = []

    def write(self) -> str:
        """Write the lines of the hand."""
        self.head()
        events = list(self.hand.opening_events)
        for action in self.record.actions:
            before = self.hand.spot
            events = list(self.hand.apply(action))
            if not only_check(before):
                self.act(before, action)
            if not self.hand.finished:
                self.boards(events)
        self.end(events)
        return "\n".join(self.lines) + "\n"

    def chips(self, amount: int) -> str:
        """An amount in the hand's currency."""
        return self.record.money.text(amount).replace(",", "")

    def head(self) -> None:
        """Write the header, the seats, the blinds and the deal."""
        game, record = self.game, self.record
        players = game.num_players
        blinds = {word: chips for _, word, chips in reversed(_posts(game))}
        small, big = blinds.get("small blind", 0), game.big_blind
        time = ""
        if record.time:
            time = f" - {datetime.fromisoformat(record.time):%Y/%m/%d %H:%M:%S} UTC"
        symbol = record.money.symbol
        stakes = f"{self.chips(small)}/{self.chips(big)}"
        if record.money.unit > 1 and not symbol:  # a decimal point marks cents
            stakes = f"{small / record.money.unit:.2f}/{big / record.money.unit:.2f}"
        code = f" {CURRENCIES[symbol]}" if symbol in CURRENCIES else ""
        play = "" if symbol else " (Play Money)"
        self.lines += [
            f"PokerStars Hand #{record.number}: Hold'em No Limit ({stakes}{code}){time}",
            f"Table 'pokergui' {players}-max{play} Seat #{players} is the button",
        ]
        for seat, (name, stack) in enumerate(zip(self.names, game.stacks, strict=True), 1):
            self.lines.append(f"Seat {seat}: {name} ({self.chips(stack)} in chips)")
        left = list(game.stacks)
        antes = [(seat, "the ante", chips) for seat, chips in enumerate(game.antes) if chips]
        for seat, word, chips in (*antes, *_posts(game)):
            amount = min(chips, left[seat])
            left[seat] -= amount
            all_in = "" if left[seat] else " and is all-in"
            if amount:
                self.lines.append(f"{self.names[seat]}: posts {word} {self.chips(amount)}{all_in}")
        self.lines.append("*** HOLE CARDS ***")
        for seat, (name, hole) in enumerate(zip(self.names, record.holes, strict=True)):
            if hole is not None and record.hero in (-1, seat):
                self.lines.append(f"Dealt to {name} {_cards(hole)}")

    def act(self, before: PublicState, action: Action) -> None:
        """Write an action; raises give the amount beyond the previous bet and the total."""
        seat, call = before.to_act, before.legal.call
        match action.kind:
            case ActionKind.FOLD:
                words = "folds"
                self.folded[seat] = before.street
                hole = self.record.holes[seat]
                if hole is not None and self.record.hero not in (-1, seat):
                    words += f" {_cards(hole)}"
            case ActionKind.CALL:
                words = f"calls {self.chips(call)}" if call else "checks"
            case ActionKind.RAISE if before.max_bet == 0:
                words = f"bets {self.chips(action.raise_to)}"
            case ActionKind.RAISE:
                more, total = action.raise_to - before.max_bet, action.raise_to
                words = f"raises {self.chips(more)} to {self.chips(total)}"
        if self.hand.spot.stack(seat) == 0 and action.kind is not ActionKind.FOLD:
            words += " and is all-in"
        self.lines.append(f"{self.names[seat]}: {words}")

    def boards(self, events: Sequence[Event], run: str = "") -> None:
        """Write the streets that were dealt."""
        for event in events:
            if isinstance(event, BoardDealt):
                self.street(self.record.board, event.street, run)

    def street(self, board: Sequence[Card], street: int, run: str) -> None:
        """Write a street of a board."""
        start, end = self.game.board_sizes[street - 1 : street + 1]
        known = f"{_cards(board[:start])} " if start else ""
        name = f"{run}{_STREETS[street].upper()}"
        self.lines.append(f"*** {name} *** {known}{_cards(board[start:end])}")

    def further_boards(self) -> None:
        """Write the streets of further boards that are not those of the first one."""
        board, sizes = self.record.board, self.game.board_sizes
        for run, other in zip(_RUNS[1:], self.record.boards, strict=False):
            for street in range(1, self.game.num_rounds):
                if other[: sizes[street]] != board[: sizes[street]]:
                    self.street(other, street, run)

    def end(self, events: Sequence[Event]) -> None:
        """Write the events after the last action."""
        won: dict[int, int] = {}
        pots = max((e.pot for e in events if isinstance(e, PotWon)), default=0)
        shown = [event for event in events if isinstance(event, Shown)]
        every = self.every_board
        kinds = [{show.seat: _kind(show.cards, board) for show in shown} for board in every]
        runs = _RUNS[: len(every)] if len(every) > 1 else ("",)
        for event in events:
            if isinstance(event, Returned):
                name = self.names[event.seat]
                self.lines.append(f"Uncalled bet ({self.chips(event.amount)}) returned to {name}")
        self.boards(events, runs[0])
        self.further_boards()
        live = [seat for seat in range(self.game.num_players) if seat not in self.folded]
        mucked = [seat for seat in live if shown and seat not in kinds[0]]
        ends = ["", ""] if pots < 2 else [f"-{pot}" for pot in range(pots + 1)]
        sizes = [0] * (pots + 1)
        owed = list(self.record.taken or (0,) * self.game.num_players)
        for number, run in enumerate(runs):
            if shown:
                self.lines.append(f"*** {run}SHOW DOWN ***")
            for show in shown:
                cards, kind = self.record.holes[show.seat] or show.cards, kinds[number][show.seat]
                self.lines.append(f"{self.names[show.seat]}: shows {_cards(cards)} ({kind})")
            self.lines += [f"{self.names[seat]}: mucks hand" for seat in mucked if not number]
            for event in events:
                if not isinstance(event, PotWon) or event.board != number or not event.amount:
                    continue
                pot = f"side pot{ends[event.pot]}" if event.pot else "main pot" if pots else "pot"
                rake = min(owed[event.seat], event.amount)
                owed[event.seat] -= rake
                sizes[event.pot] += event.amount
                got = event.amount - rake
                won[event.seat] = won.get(event.seat, 0) + got
                if got:
                    name = self.names[event.seat]
                    self.lines.append(f"{name} collected {self.chips(got)} from {pot}")
        for name, paid in zip(self.names, self.record.cashed, strict=False):
            if paid:
                self.lines.append(f"{name} cashed out the hand for {self.chips(paid)}")
        if not shown:
            self.show_rest()
        parts = [f"Main pot {self.chips(sizes[0])}."] if pots else []
        parts += [f"Side pot{ends[pot]} {self.chips(sizes[pot])}." for pot in range(1, pots + 1)]
        self.summary(won, kinds, "".join(f" {part}" for part in parts))

    def show_rest(self) -> None:
        """Write the cards of a winner without showdown that are known besides the hero's."""
        for seat, (name, hole) in enumerate(zip(self.names, self.record.holes, strict=True)):
            known = hole is not None and self.record.hero not in (-1, seat)
            if known and seat not in self.folded:
                self.lines.append(f"{name}: shows {_cards(hole or ())}")

    def summary(self, won: dict[int, int], kinds: Sequence[dict[int, str]], pots: str) -> None:
        """Write the summary.

        Args:
            won: chips collected by position.
            kinds: names of the hands shown, on each board.
            pots: follow the total.
        """
        rake = sum(self.record.taken)
        total = self.chips(sum(won.values()) + rake)
        self.lines += ["*** SUMMARY ***", f"Total pot {total}{pots} | Rake {self.chips(rake)}"]
        if self.record.boards:
            times = "twice" if len(kinds) == 2 else "three times"
            self.lines.append(f"Hand was run {times}")
            for run, board in zip(_RUNS, self.every_board, strict=False):
                self.lines.append(f"{run}Board {_cards(board)}")
        elif self.hand.board:
            self.lines.append(f"Board {_cards(self.hand.board)}")
        blinds = {seat: f" ({word})" for seat, word, _ in _posts(self.game)[:2]}
        for seat, name in enumerate(self.names):
            role = " (button)" if seat == self.game.dealer else ""
            role += blinds.get(seat, "")
            hole = self.record.holes[seat]
            if seat in self.folded:
                street = self.folded[seat]
                end = f"folded {f'on the {_STREETS[street]}' if street else 'before Flop'}"
            elif seat in kinds[0] and hole is not None:
                end = f"showed {_cards(hole)} and "
                end += f"won ({self.chips(won[seat])})" if seat in won else "lost"
                end += f" with {' and '.join(dict.fromkeys(each[seat] for each in kinds))}"
            elif kinds[0] and seat not in won:
                end = "mucked"
            else:
                end = f"collected ({self.chips(won.get(seat, 0))})"
            self.lines.append(f"Seat {seat + 1}: {name}{role} {end}")


def _kind(hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return the name of a hand on a whole board."""
    text = describe((*hole, *board)).text
    return text[0].lower() + text[1:]


def _cards(cards: Sequence[Card]) -> str:
    return f"[{' '.join(map(card_name, cards))}]"


def pokerstars_text(record: HandRecord) -> str:
    """A hand as text.

    Raises RecordError if it is not no-limit hold'em, or a showdown lacks its cards.
    """
    problem = pokerstars_lacks(record.game)
    often = len(record.boards) >= len(_RUNS)
    if problem := problem or (Wording("it was run more than three times") if often else None):
        raise RecordError(
            "{title} cannot be written as PokerStars text: {problem}",
            title=Wording(record.game.title),
            problem=problem,
        )
    try:
        return _Writer(record).write() + _GAP
    except CardError as error:
        raise RecordError(
            "hand {number} cannot be written: {error}", number=record.number, error=error
        ) from None
