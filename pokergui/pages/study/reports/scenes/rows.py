"""The table of an aggregate report: rows by board or texture, sorted, filtered, summed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from ai.reading.reach import RangeReader
from ai.reports.aggregate import (
    BoardFigures,
    Means,
    by_texture,
    means,
    sources,
    weight_share,
)
from ai.reports.texture import KINDS
from engine.cards import RANKS, Card, card_rank, parse_cards
from engine.errors import CancelledError, CardError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import action_text, line_spot, line_text, parse_action
from engine.player import Action, PublicState
from pokergui.formatting.handname import texture_text
from pokergui.formatting.notices import capital
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import MenuItem, legal_extras, menu_of
from pokergui.formatting.words import card_view, chips, ev_unit, percent
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.study.reading.scenes.line import crumbs
from pokergui.pages.study.reports.viewmodel import (
    AggregateColumn,
    AggregateRow,
    AggregateTable,
)
from pokergui.ranges.place import Place
from pokergui.ranges.worth import unsaid, whose
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene

Matches = Callable[[BoardFigures], bool]
_LEAST_LETTERS = 3
_HIGH = "high"


def parse_filter(text: str) -> Matches:
    """Return a test whether a board has everything named.

    Words are cards (``Ks``, ``AhTd``), ranks that must all be there (``AT``, ``77``), ``A-high``,
    or the beginning of a texture's name, three letters or more (``two-tone``, ``mono``), also in
    the language of the program.

    Raises:
        CardError: naming the word that is not understood.
    """
    shown = tr("{rank} high").format(rank="")
    text = re.sub(
        rf"[\s-]*({_HIGH}|{re.escape(shown.strip())})(?=[\s,，、]|$)",
        f"-{_HIGH}",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(r"\bstraight\s+possible\b", "straight", text, flags=re.IGNORECASE)
    tests = [_word(word) for word in re.split(r"[\s,，、]+", text) if word]
    return lambda row: all(test(row) for test in tests)


def _word(word: str) -> Matches:
    upper, lower = word.upper().replace("10", "T"), word.lower().replace("10", "t")
    if len(upper) > 1 and lower[1:].lstrip("-") == _HIGH and upper[0] in RANKS:
        return lambda row: RANKS[row.texture.high] == upper[0]
    if all(letter in RANKS for letter in upper):
        wanted = Counter(upper)
        return lambda row: wanted <= Counter(RANKS[card_rank(card)] for card in row.board.cards)
    names = {name for kind in KINDS if kind != _HIGH for name in KINDS[kind]}
    found = {name for name in names if len(lower) >= _LEAST_LETTERS and name.startswith(lower)}
    if not lower.isascii():
        found = {name for name in names if texture_text(name).startswith(lower)}
    if found:
        return lambda row: not found.isdisjoint(row.texture.names.values())
    try:
        cards = set(parse_cards(word))
    except CardError:
        words = tr("“{word}” is not a card, rank or texture").format(word=word[:20])
        raise CardError(words) from None
    return lambda row: cards <= set(row.board.cards)


BOARDS = "boards"
"""The key of ungrouped rows; other groups are ``KINDS``."""
_FIRST, _WEIGHT, _EV, _EQUITY, _OTHER, _TEXTURE = (
    "first",
    "weight",
    "ev",
    "equity",
    "other",
    "texture",
)
_UNKNOWN = "–"

Figures = BoardFigures | Means


@dataclass(frozen=True)
class Shown:
    """The view of a report.

    Attributes:
        group: ``boards``, or a kind of texture.
        sort: key of a column; empty for the order of the set.
        falling: whether the order is descending.
    """

    group: str = BOARDS
    sort: str = ""
    falling: bool = True
    filter: str = ""

    def sorted_by(self, key: str) -> Shown:
        if key == self.sort:
            return replace(self, falling=not self.falling)
        return replace(self, sort=key, falling=key not in (_FIRST, _TEXTURE))


def kind_words(kind: str, name: str) -> str:
    """Return a kind of texture as text: "two-tone", "king high"."""
    if kind == "high":
        return tr("{rank} high").format(rank=name.replace("T", "10"))
    return texture_text(name)


class TableMaker:
    """Builds tables of the rows of one report; the row of a board is built once."""

    def __init__(self, betting: PublicState) -> None:
        self._betting = betting
        self._actions: tuple[Action, ...] = ()
        self._menu: tuple[MenuItem, ...] = ()
        self._made: dict[tuple[Card, ...], AggregateRow] = {}

    def table(self, rows: Sequence[BoardFigures], shown: Shown, empty: str) -> AggregateTable:
        self._learn(rows)
        matches, wrong = read_filter(shown.filter)
        kept = [row for row in rows if matches(row)] if matches else list(rows)
        whole = means(rows)
        note = wrong
        if not wrong and matches:
            note = tr("{count} of {all}").format(count=chips(len(kept)), all=chips(len(rows)))
        if rows and not kept:
            empty = tr("No board matches all of this.")
        total = self._group("", tr("all"), means(kept), whole) if kept else None
        made = self._rows(kept, whole, shown)
        return AggregateTable(
            shown.group,
            self._columns(shown, rows),
            made,
            total,
            shown.filter,
            note,
            bool(wrong),
            empty if not made else "",
        )

    def _learn(self, rows: Sequence[BoardFigures]) -> None:
        """Add actions to the menu; the engine may have others on other boards."""
        actions = tuple(dict.fromkeys(action for row in rows for action in row.shares))
        if set(actions) != set(self._actions):
            self._actions, self._menu = actions, menu_of(self._betting, actions)
            self._made.clear()

    def _rows(
        self, kept: Sequence[BoardFigures], whole: Means, shown: Shown
    ) -> tuple[AggregateRow, ...]:
        pairs: list[tuple[Figures, AggregateRow]]
        if shown.group == BOARDS:
            pairs = [(row, self._board(row, whole)) for row in kept]
        else:
            groups = [(name, means(members)) for name, members in by_texture(kept, shown.group)]
            pairs = [
                (figures, self._group(name, kind_words(shown.group, name), figures, whole))
                for name, figures in groups
            ]
        if shown.sort:
            by = self._sorter(shown.sort, whole)
            pairs.sort(key=lambda pair: by(*pair), reverse=shown.falling)
        return tuple(made for _, made in pairs)

    def _sorter(self, key: str, whole: Means) -> Callable[[Figures, AggregateRow], Any]:
        """Return the sort key of rows; unknown values come last in descending order."""
        if key == _TEXTURE:
            return lambda figures, made: figures.boards if isinstance(figures, Means) else made.note
        if key == _FIRST:
            return lambda figures, made: _cards_of(figures)
        numbers: dict[str, Callable[[Figures], float]] = {
            **{item.head.key: partial(_share, item=item) for item in self._menu},
            _WEIGHT: lambda figures: weight_share(figures, whole),
            _EV: lambda figures: figures.ev,
            _EQUITY: lambda figures: figures.equity,
            _OTHER: lambda figures: 1.0 - figures.equity,
        }
        if key not in numbers:  # an action that no board has any longer
            return lambda figures, made: 0
        number = numbers[key]
        return lambda figures, made: _known(number(figures))

    # Rows

    def _board(self, row: BoardFigures, whole: Means) -> AggregateRow:
        made = self._made.get(row.board.cards)
        if made is None:
            game, names = self._betting.game, row.texture.names
            note = phrases(
                kind_words(kind, name)
                for kind, name in names.items()
                if kind != "high" and name != "unpaired"  # the cards show these
            )
            made = replace(
                self._figures(row),
                key=row.board.name,
                cards=tuple(card_view(game, card) for card in row.board.cards),
                note=note,
                faint=row.guessed,
            )
            made = replace(made, spoken=self._spoken(made, row.board.name))
            self._made[row.board.cards] = made
        return replace(made, weight=_weight(weight_share(row, whole)))

    def _group(self, key: str, words: str, figures: Means, whole: Means) -> AggregateRow:
        title = capital(words)
        count = figures.boards
        note = tr.plural("1 board", "{count} boards", count).format(count=chips(count))
        made = replace(self._figures(figures), key=key, title=title, note=note)
        made = replace(made, weight=_weight(weight_share(figures, whole)))
        return replace(made, spoken=self._spoken(made, title))

    def _figures(self, figures: Figures) -> AggregateRow:
        unit = ev_unit(self._betting.game)
        shares = tuple(_share(figures, item) for item in self._menu)
        ev = unit.number(figures.ev) if figures.ev == figures.ev else _UNKNOWN
        return AggregateRow(
            "",
            shares=tuple(share if share == share else 0.0 for share in shares),
            percents=tuple(percent(share) for share in shares),
            ev=ev,
            equity=_equity(figures.equity),
            other=_equity(1.0 - figures.equity),
        )

    def _spoken(self, row: AggregateRow, name: str) -> str:
        parts = [name, row.note]
        parts += [
            f"{item.head.title} {text}" for item, text in zip(self._menu, row.percents, strict=True)
        ]
        parts += [f"{ev_unit(self._betting.game).caption} {row.ev}"]
        parts += [tr("equity {percent}").format(percent=row.equity)]
        if row.faint:
            parts.append(tr("not reached by one range: a guess, not counted"))
        return phrases(parts)

    def _columns(self, shown: Shown, rows: Sequence[BoardFigures]) -> tuple[AggregateColumn, ...]:
        betting = self._betting
        names = player_names(betting.game)
        seat = betting.to_act
        first = {
            BOARDS: tr("Board"),
            "suits": tr("Suits"),
            "pairing": tr("Pairing"),
            "high": tr("High card"),
            "connection": tr("Connectedness"),
        }[shown.group]
        worth = tr("EV of the range of {name} from here on")
        worth = sentences([worth.format(name=names[seat]), *_sources(rows)])
        equity = tr("Equity of the range of {name} with no further betting")
        last = tr("Texture") if shown.group == BOARDS else tr("Boards")
        columns = [
            AggregateColumn(_FIRST, first),
            AggregateColumn(
                _WEIGHT,
                tr("Weight"),
                tr("Share of all deals reaching this line that have the board"),
            ),
            *(
                AggregateColumn(item.head.key, item.head.short or item.head.title, "", item.head)
                for item in self._menu
            ),
            AggregateColumn(_EV, ev_unit(betting.game).caption, worth),
            AggregateColumn(_EQUITY, tr("Equity"), equity.format(name=names[seat])),
            AggregateColumn(_OTHER, tr("Other’s"), equity.format(name=names[1 - seat])),
            AggregateColumn(_TEXTURE, last),
        ]
        way = -1 if shown.falling else 1
        return tuple(
            replace(column, sorted=way) if column.key == shown.sort else column
            for column in columns
        )


@lru_cache(maxsize=8)
def read_filter(text: str) -> tuple[Matches | None, str]:
    """Return the test of rows, and the error if the text cannot be read."""
    if not text.strip():
        return None, ""
    try:
        return parse_filter(text), ""
    except CardError as error:
        return None, str(error)


def _share(figures: Figures, item: MenuItem) -> float:
    return sum(figures.shares.get(action, 0.0) for action in item.actions)


def _sources(rows: Sequence[BoardFigures]) -> list[str]:
    return [whose(basis, trouble) or unsaid() for basis, trouble in sources(rows)]


def _weight(share: float) -> str:
    """Return a share of all: "12.5%", "0.057%", "0%"."""
    if share != share:
        return _UNKNOWN
    if not share:
        return "0%"
    value = 100.0 * share
    digits = 1 if value >= 9.95 else 2 if value >= 0.995 else 3
    return f"{value:.{digits}f}%"


def _equity(share: float) -> str:
    return f"{100 * share:.1f}%" if share == share else _UNKNOWN


def _known(number: float) -> tuple[bool, float]:
    """Return a sort key for a number, below all others if it is unknown."""
    return (True, number) if number == number else (False, 0.0)


def _cards_of(figures: Figures) -> tuple[object, ...]:
    if isinstance(figures, Means):
        return ()
    cards = figures.board.cards
    return ([card >> 2 for card in cards], cards)


_APART = 11
"""Distance in the deck between the cards of the board for which an engine's menu is asked."""


@dataclass(frozen=True)
class LineWay:
    """A line that can be clicked.

    Attributes:
        counts: number of actions before each crumb.
        menu: actions that may follow; keys are betting texts. Empty if nobody is to act.
    """

    text: str
    scene: LineScene
    counts: tuple[int, ...]
    menu: tuple[GridAction, ...]


def way_of(
    game: Game, text: str, reader: RangeReader | None, control: JobControl | None = None
) -> LineWay | None:
    """Return the line of a betting text, and the actions that the engine considers there.

    If the engine has no answer, the menu is that of the rules.

    Returns:
        The line; None if the text is not one.

    Raises:
        CancelledError: if stopped.
    """
    try:
        betting = line_spot(game, text.strip())
    except PokerError:
        return None
    scene, counts = crumbs(replace(Place.root(game), actions=betting.actions))
    line = line_text(game, betting.actions)
    return LineWay(line, scene, counts, _menu(betting, reader, control))


def _menu(
    betting: PublicState, reader: RangeReader | None, control: JobControl | None
) -> tuple[GridAction, ...]:
    if betting.finished:
        return ()
    game = betting.game
    known: Sequence[Action] = ()
    if reader is not None:
        board = game.deck[::_APART][: game.board_sizes[betting.street]]
        spot = PublicState(game, betting.actions, board)
        try:
            known = reader.answer(spot, control, keep=False).actions
        except CancelledError:
            raise
        except PokerError:
            known = ()
    actions = sorted(known or legal_extras(betting, ()), key=lambda one: (one.kind, one.raise_to))
    return tuple(
        replace(item.head, key=action_text(betting, item.action))
        for item in menu_of(betting, actions)
    )


def line_after(game: Game, text: str, key: str) -> str:
    """Return the betting text with one more action.

    Raises:
        PokerError: if there is no such action.
    """
    betting = line_spot(game, text)
    return line_text(game, betting.after(parse_action(betting, key)).actions)


def line_before(game: Game, text: str, count: int) -> str:
    return line_text(game, line_spot(game, text).actions[:count])
