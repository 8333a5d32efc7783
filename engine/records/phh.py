"""PHH, the poker hand history format: reading and writing hold'em hands of 2 to 10 players.

Source: Kim, "Recording and Describing Poker Hands", 2024, as PokerKit implements it. Players are in
our order of positions, except that the list of blinds begins with the small blind heads-up too. A
``.phh`` file is one hand, a ``.phhs`` file many. PokerKit writes the text but does not read it: its
loader passes any key of a file on as an argument, ``divmod`` among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cards import card_names
from engine.errors import PokerError, RecordError
from engine.game import NO_CAP, UNLIMITED, Game, first_players
from engine.player import ActionKind, PublicState
from engine.records._follow import only_check
from engine.records._phh_read import read_hand, read_toml, read_wide_hand
from engine.records.hand_files import RecordedHand, read_file, written
from engine.records.record import CURRENCIES, HandRecord, Money
from engine.records.wide import WideHand
from engine.wording import Wording

if TYPE_CHECKING:
    from pokerkit import HandHistory

MAX_BYTES = 64 * 2**20
_PHH_CAP = 4
"""Raises in each round of limit hold'em in PHH; ACPC allows 3 before the flop heads-up."""
_HEAD = re.compile(r"^\[[ \t]*([\w-]+)[ \t]*\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*[^#\s]", re.MULTILINE)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_NOT_IN_NAMES = re.compile(r"[\x00-\x1f\x7f]|'{3,}")


def write_phh(record: HandRecord) -> str:
    """Return a hand as the text of a ``.phh`` file.

    Raises RecordError if PHH cannot represent the hand's game.
    """
    return f"{_history(record).dumps()}\n"


def write_phh_file(path: Path, records: Iterable[HandRecord]) -> tuple[int, ...]:
    """Write hands to a file, one to a ``.phh`` file; returns the indices of those left out.

    Raises RecordError if several hands are to go to a ``.phh`` file.
    """
    left_out: list[int] = []
    texts = written(records, write_phh, left_out)
    if path.suffix.lower() == ".phh":
        (text, *more) = [*texts] or [""]
        if more:
            count = 1 + len(more)
            raise RecordError(
                "a .phh file holds one hand, not {count}; name the file .phhs", count=count
            )
        path.write_text(text, "utf-8", newline="\n")
        return tuple(left_out)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(texts, 1):
            file.write(f"{chr(10) if number > 1 else ''}[{number}]\n{text}")
    return tuple(left_out)


def read_phh(text: str) -> tuple[HandRecord, ...]:
    """The hands of a ``.phh`` or ``.phhs`` text.

    Raises:
        RecordError: if the text is malformed or not hold'em.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or cards come at the wrong time.
    """
    return tuple(part.read() for part in _hand_texts(text))


def phh_hands(path: Path) -> Iterator[RecordedHand]:
    """The hands of a file of bounded size.

    Raises RecordError naming the file, if it cannot be read.
    """
    text, remarks = read_file(path, MAX_BYTES)
    for place, part in enumerate(_hand_texts(text), 1):
        yield RecordedHand(place, "hand", part.text, part.read, part.read_wide, remarks)


def read_wide_phh(text: str) -> WideHand:
    """Read one hand that the rulebook does not support; errors as ``read_phh``."""
    (part,) = _hand_texts(text)
    return part.read_wide()


def is_phh_text(text: str) -> bool:
    """Return whether a text has the fields of PHH."""
    return _VARIANT.search(text) is not None


def phh_lacks(game: Game) -> Wording | None:
    """Return the reason why PHH cannot describe a game; None where it can."""
    if not game.has_holdem_cards:
        return Wording("it is not hold'em")
    if not game.is_holdem or game.ante:
        return Wording("it is not hold'em with blinds")
    if game.dead:
        return Wording("it has dead money")
    if game.first_player != first_players(game.blinds):
        return Wording("the seat after the big blind acts first, then position 0")
    if game.is_limit and (
        len(set(game.raise_sizes[:2])) > 1
        or len(set(game.raise_sizes[2:])) > 1
        or max(game.max_raises) > _PHH_CAP
    ):
        return Wording(
            "limit bets come in two sizes with {most} raises a round at most", most=_PHH_CAP
        )
    if game.is_limit or set(game.max_raises) == {NO_CAP}:
        return None
    return Wording("no-limit raises have no cap")


def _hand_texts(text: str) -> Iterator[_Part]:
    """Yield the unparsed text of each hand; one of many begins with its bracketed key."""
    heads = _HEAD.finditer(text)  # lazily: a hostile file has millions
    head = next(heads, None)
    if head is None or _FIELD.search(text, 0, head.start()):
        yield _Part(0, None, text)
        return
    for number in count(1):
        after = next(heads, None)
        end = len(text) if after is None else after.start()
        name = Wording("hand [{key}]", key=head[1][:20])
        yield _Part(number, name, text[head.end() : end])
        if after is None:
            return
        head = after


@dataclass(frozen=True)
class _Part:
    """The text of one hand.

    Attributes:
        number: its index in the file from 1, 0 in a file of one hand; for hands that state none.
        name: of the hand in messages; None in a file of one hand.
    """

    number: int
    name: Wording | None
    text: str

    def read(self) -> HandRecord:
        """Read the hand; errors as ``read_phh``."""
        try:
            return read_hand(_fields(self.text), self.number)
        except PokerError as error:
            raise self._named(error) from None

    def read_wide(self) -> WideHand:
        """Read a hand that the rulebook does not support; errors as ``read_phh``."""
        try:
            return read_wide_hand(_fields(self.text), self.number, self.text)
        except PokerError as error:
            raise self._named(error) from None

    def _named(self, error: PokerError) -> PokerError:
        if self.name is None:
            return error
        return type(error)("{name}: {error}", name=self.name, error=error)


def _fields(text: str) -> dict[str, Any]:
    """The fields of a hand, not validated."""
    fields = read_toml(text)
    if "variant" not in fields:
        raise RecordError("not PHH: there is no variant")
    return fields


def _history(record: HandRecord) -> HandHistory:
    from pokerkit import HandHistory  # takes half a second; only needed for writing

    game = record.game
    problem = phh_lacks(game)
    if problem := problem or (Wording("it was run more than once") if record.boards else None):
        raise RecordError(
            "{title} cannot be written as PHH: {problem}",
            title=Wording(game.title),
            problem=problem,
        )
    money = record.money

    def chips(amount: int) -> Any:  # PokerKit's annotations have whole chips only
        return amount if money.unit == 1 or amount == UNLIMITED else _decimal(amount, money)

    blinds, antes = game.blinds, game.antes or (0,) * game.num_players
    if game.is_heads_up:
        blinds, antes = blinds[::-1], antes[::-1]
    more: dict[str, Any] = (
        {"small_bet": chips(game.raise_sizes[0]), "big_bet": chips(game.raise_sizes[2])}
        if game.is_limit
        else {"min_bet": chips(game.big_blind)}
    )
    if len(set(game.antes)) == 1:  # whoever cannot pay it in full plays for as much of the others'
        more["ante_trimming_status"] = True
    if money.symbol:
        more["currency_symbol"] = money.symbol
    if money.symbol in CURRENCIES:
        more["currency"] = CURRENCIES[money.symbol]
    if record.time:
        when = datetime.fromisoformat(record.time)
        more |= {"time": when.time(), "time_zone": "UTC"}
        more |= {"year": when.year, "month": when.month, "day": when.day}
    return HandHistory(
        variant="FT" if game.is_limit else "NT",
        antes=list(map(chips, antes)),
        blinds_or_straddles=list(map(chips, blinds)),
        starting_stacks=list(map(chips, game.stacks)),
        actions=_actions(record),
        hand=record.number,
        players=[_NOT_IN_NAMES.sub("_", name) for name in record.players],
        finishing_stacks=[
            chips(stack + net) for stack, net in zip(game.stacks, record.results, strict=True)
        ],
        **more,
    )


def _decimal(amount: int, money: Money) -> Decimal:
    return Decimal(amount).scaleb(1 - len(str(money.unit)))


def _actions(record: HandRecord) -> list[str]:
    """Return the deals, actions and showdowns, in order.

    ACPC requires a check from a player whose opponent went all-in with a blind or by calling one;
    PHH does not, so those checks are omitted.
    """
    game, board = record.game, record.board
    lines = []
    for seat, hole in enumerate(record.holes):
        lines.append(f"d dh p{seat + 1} {'????' if hole is None else card_names(hole)}")
    spot = PublicState(game, (), ())
    for action in record.actions:
        player = f"p{spot.to_act + 1}"
        forced = only_check(spot)
        before, spot = spot, spot.after(action)
        if action.kind is ActionKind.RAISE:
            total, money = action.raise_to, record.money
            amount = total if money.unit == 1 else _decimal(total, money)
            lines.append(f"{player} cbr {amount}")
        elif not forced:
            lines.append(f"{player} {'f' if action.kind is ActionKind.FOLD else 'cc'}")
        if not spot.finished:
            lines += _boards(game, board, before.street, spot.street)
    if spot.showdown:
        for seat, hole in enumerate(record.holes):
            if not spot.folded(seat):
                lines.append(f"p{seat + 1} sm {'-' if hole is None else card_names(hole)}")
        lines += _boards(game, board, spot.street, game.num_rounds - 1)
    return lines


def _boards(game: Game, board: tuple[int, ...], old: int, new: int) -> list[str]:
    sizes = game.board_sizes
    return [
        f"d db {card_names(board[sizes[street - 1] : sizes[street]])}"
        for street in range(old + 1, new + 1)
    ]
