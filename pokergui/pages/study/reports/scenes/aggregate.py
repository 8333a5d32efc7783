"""The aggregate report: its form, from typed text to a line and boards; its table of rows."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from math import ceil
from pathlib import Path
from typing import Any

from ai.reading.reach import RangeReader
from ai.reports.aggregate import (
    BoardFigures,
    Means,
    by_texture,
    check_line,
    means,
    sources,
    weight_share,
)
from ai.reports.boardsets import (
    FLOP,
    MOST_SAMPLED,
    NUM_FLOPS,
    WeightedBoard,
    every_flop,
    named_boards,
    sampled_boards,
)
from ai.reports.flop_agent import reader_of
from ai.reports.flop_set import MANIFEST, FlopSet, file_of, read_set, solved_part
from ai.reports.lines import action_word, line_words, read_line
from ai.reports.texture import KINDS, Texture
from ai.values.node_values import EXACT
from engine import timing
from engine.cards import RANKS, Card, card_rank, parse_cards
from engine.errors import CancelledError, CardError, GameError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import parse_action
from engine.player import Action, PublicState
from engine.typed_numbers import whole_number
from pokergui.formatting.handname import texture_text
from pokergui.formatting.notices import capital, go_on, good, sentence
from pokergui.formatting.numbers import clock, took
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import MenuItem, legal_extras, menu_of
from pokergui.formatting.words import card_view, chips, ev_unit, percent, street_name
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.study.reading.scenes.narrow import guess_words
from pokergui.pages.study.reading.scenes.scene import crumbs
from pokergui.pages.study.reports.viewmodel import AggregateColumn, AggregateRow, AggregateTable
from pokergui.ranges.grid_values import shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject
from pokergui.ranges.worth import unsaid, whose
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import (
    Choice,
    ChoiceList,
    ProgressScene,
    SpotField,
    form_fields,
)
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene

log = logging.getLogger(__name__)

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
FIRST, WEIGHT, EV, EQUITY, OTHER, TEXTURE = (
    "first",
    "weight",
    "ev",
    "equity",
    "other",
    "texture",
)
UNKNOWN = "–"

Figures = BoardFigures | Means


@dataclass(frozen=True)
class ReportLook:
    """The view of a report.

    Attributes:
        group: ``boards``, or a kind of texture.
        sort: key of a column; empty for the order of the set.
    """

    group: str = BOARDS
    sort: str = ""
    falling: bool = True
    filter: str = ""

    def sorted_by(self, key: str) -> ReportLook:
        if key == self.sort:
            return replace(self, falling=not self.falling)
        return replace(self, sort=key, falling=key not in (FIRST, TEXTURE))


def kind_words(kind: str, name: str) -> str:
    """Return a kind of texture as text: "two-tone", "king high"."""
    if kind == "high":
        return tr("{rank} high").format(rank=name.replace("T", "10"))
    return texture_text(name)


def texture_words(texture: Texture) -> str:
    """Return the texture of a board whose cards are shown: "two-tone, paired"."""
    names = texture.names.items()
    shown = ((kind, name) for kind, name in names if kind != _HIGH and name != "unpaired")
    return phrases(kind_words(kind, name) for kind, name in shown)


class TableMaker:
    """Builds tables of the rows of one report; the row of a board is built once."""

    def __init__(self, betting: PublicState) -> None:
        self._betting = betting
        self._actions: tuple[Action, ...] = ()
        self._menu: tuple[MenuItem, ...] = ()
        self._made: dict[tuple[Card, ...], AggregateRow] = {}

    def table(self, rows: Sequence[BoardFigures], shown: ReportLook, empty: str) -> AggregateTable:
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
        actions = tuple(dict.fromkeys(action for row in rows for action in row.shares))
        if set(actions) != set(self._actions):
            self._actions, self._menu = actions, menu_of(self._betting, actions)
            self._made.clear()

    def _rows(
        self, kept: Sequence[BoardFigures], whole: Means, shown: ReportLook
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
        if key == TEXTURE:
            return lambda figures, made: figures.boards if isinstance(figures, Means) else made.note
        if key == FIRST:
            return lambda figures, made: _cards_of(figures)
        numbers: dict[str, Callable[[Figures], float]] = {
            **{item.head.key: partial(_share, item=item) for item in self._menu},
            WEIGHT: lambda figures: weight_share(figures, whole),
            EV: lambda figures: figures.ev,
            EQUITY: lambda figures: figures.equity,
            OTHER: lambda figures: 1.0 - figures.equity,
        }
        if key not in numbers:  # an action that no board has any longer
            return lambda figures, made: 0
        number = numbers[key]
        return lambda figures, made: known_first(number(figures))

    def _board(self, row: BoardFigures, whole: Means) -> AggregateRow:
        made = self._made.get(row.board.cards)
        if made is None:
            game, note = self._betting.game, texture_words(row.texture)
            made = replace(
                self._figures(row),
                key=row.board.name,
                cards=tuple(card_view(game, card) for card in row.board.cards),
                note=note,
                faint=row.guessed,
            )
            made = replace(made, spoken=self._spoken(made, row.board.name))
            self._made[row.board.cards] = made
        return replace(made, weight=weight_text(weight_share(row, whole)))

    def _group(self, key: str, words: str, figures: Means, whole: Means) -> AggregateRow:
        title = capital(words)
        count = figures.boards
        note = tr.plural("1 board", "{count} boards", count).format(count=chips(count))
        made = replace(self._figures(figures), key=key, title=title, note=note)
        made = replace(made, weight=weight_text(weight_share(figures, whole)))
        return replace(made, spoken=self._spoken(made, title))

    def _figures(self, figures: Figures) -> AggregateRow:
        unit = ev_unit(self._betting.game)
        shares = tuple(_share(figures, item) for item in self._menu)
        ev = unit.number(figures.ev) if figures.ev == figures.ev else UNKNOWN
        return AggregateRow(
            "",
            shares=tuple(share if share == share else 0.0 for share in shares),
            percents=tuple(percent(share) for share in shares),
            ev=ev,
            equity=equity_text(figures.equity),
            other=equity_text(1.0 - figures.equity),
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

    def _columns(
        self, shown: ReportLook, rows: Sequence[BoardFigures]
    ) -> tuple[AggregateColumn, ...]:
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
        told = (_source(basis, trouble) for basis, trouble in sources(rows))
        worth = sentences([worth.format(name=names[seat]), *told])
        equity = tr("Equity of the range of {name} with no further betting")
        last = tr("Texture") if shown.group == BOARDS else tr("Boards")
        columns = [
            AggregateColumn(FIRST, first),
            AggregateColumn(
                WEIGHT,
                tr("Weight"),
                tr("Share of all deals reaching this line that have the board"),
            ),
            *(
                AggregateColumn(item.head.key, item.head.short or item.head.title, "", item.head)
                for item in self._menu
            ),
            AggregateColumn(EV, ev_unit(betting.game).caption, worth),
            AggregateColumn(EQUITY, tr("Equity"), equity.format(name=names[seat])),
            AggregateColumn(OTHER, tr("Other’s"), equity.format(name=names[1 - seat])),
            AggregateColumn(TEXTURE, last),
        ]
        way = -1 if shown.falling else 1
        return tuple(
            replace(column, sorted=way) if column.key == shown.sort else column
            for column in columns
        )


def _source(basis: str, trouble: str) -> str:
    if basis == EXACT:
        return tr("EV: exact in the solution")
    return whose(basis, trouble) or unsaid()


@lru_cache(maxsize=8)
def read_filter(text: str) -> tuple[Matches | None, str]:
    if not text.strip():
        return None, ""
    try:
        return parse_filter(text), ""
    except CardError as error:
        return None, str(error)


def _share(figures: Figures, item: MenuItem) -> float:
    return sum(figures.shares.get(action, 0.0) for action in item.actions)


def weight_text(share: float) -> str:
    """Return a share of all: "12.5%", "0.057%", "0%"."""
    if share != share:
        return UNKNOWN
    if not share:
        return "0%"
    value = 100.0 * share
    digits = 1 if value >= 9.95 else 2 if value >= 0.995 else 3
    return f"{value:.{digits}f}%"


def equity_text(share: float) -> str:
    return f"{100 * share:.1f}%" if share == share else UNKNOWN


def known_first(number: float) -> tuple[bool, float]:
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
        menu: actions that may follow; keys are betting texts. Empty if nobody is to act.
    """

    text: str
    scene: LineScene
    counts: tuple[int, ...]
    menu: tuple[GridAction, ...]


def way_of(
    game: Game,
    text: str,
    reader: RangeReader | None,
    control: JobControl | None = None,
    flops: FlopSet | None = None,
) -> LineWay | None:
    """Return the line of a betting text, and the actions that the engine considers there.

    If the engine has no answer, the menu is that of the rules; of solved flops that of the tree.

    Returns:
        The line; None if the text is not one.

    Raises:
        CancelledError: if stopped.
    """
    try:
        betting = read_line(game, text.strip())
    except PokerError:
        return None
    scene, counts = crumbs(replace(Place.root(game), actions=betting.actions))
    menu = _menu(betting, reader, control, flops)
    return LineWay(line_words(betting), scene, counts, menu)


def _menu(
    betting: PublicState,
    reader: RangeReader | None,
    control: JobControl | None,
    flops: FlopSet | None,
) -> tuple[GridAction, ...]:
    if betting.finished:
        return ()
    game = betting.game
    known: Sequence[Action] = ()
    if flops is not None:
        tree = flops.spot.tree
        node = tree.find(betting.actions)
        known = tree.actions_at(node) if node >= 0 else ()
    elif reader is not None:
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
        replace(item.head, key=action_word(betting, item.action))
        for item in menu_of(betting, actions)
    )


def line_after(game: Game, text: str, key: str) -> str:
    """Return the betting text with one more action.

    Raises:
        PokerError: if there is no such action.
    """
    betting = read_line(game, text)
    if game.begins_later:
        return line_words(read_line(game, line_words(betting) + key))
    return line_words(betting.after(parse_action(betting, key)))


def line_before(game: Game, text: str, count: int) -> str:
    return line_words(PublicState(game, read_line(game, text).actions[:count], ()))


ALL, SAMPLE, NAMED = "all", "sample", "named"
_MOST_LETTERS = 60_000
_MOST_SETS = 100
_LARGEST_SEED = 2**64


@dataclass(frozen=True)
class ReportDraft:
    """The texts of the form."""

    line: str = ""
    kind: str = ALL
    size: str = "95"
    seed: str = "0"
    named: str = ""


@dataclass(frozen=True)
class ReportSpec:
    """A form as understood.

    Attributes:
        notes: the meaning of fields, by key: ``line``, ``boards``.
        errors: the errors of fields, by key: those, ``size``, ``seed``, ``named``.
    """

    betting: PublicState | None = None
    boards: tuple[WeightedBoard, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.betting is not None and bool(self.boards)


def read_form(draft: ReportDraft, game: Game, flops: FlopSet | None = None) -> ReportSpec:
    """Return what a form asks for.

    Args:
        flops: the solved flops that are reported; None for an engine.
    """
    notes: dict[str, str] = {}
    errors: dict[str, str] = {}
    betting, num_cards = _line(draft, game, notes, errors, flops)
    boards: tuple[WeightedBoard, ...] = ()
    if flops is not None:
        boards = _solved(draft, num_cards, errors, flops) if betting is not None else ()
    elif draft.kind == SAMPLE:
        boards = _sample(draft, num_cards, errors)
    elif draft.kind == NAMED:
        try:
            boards = named_boards(draft.named[:_MOST_LETTERS], num_cards)
        except CardError as error:
            errors["named"] = sentence(error)
    elif num_cards > FLOP:
        errors["boards"] = tr("Only flops can be listed in full: choose a sample, or type boards")
    else:
        boards = every_flop()
    if boards:
        kind = NAMED if flops is not None else draft.kind
        notes["boards"] = _told(boards, kind)
    return ReportSpec(betting, boards, notes, errors)


def fields_of(draft: ReportDraft, read: ReportSpec) -> tuple[SpotField, ...]:
    texts = {
        "line": draft.line,
        "boards": "",
        "size": draft.size,
        "seed": draft.seed,
        "named": draft.named,
    }
    return form_fields(texts, read.notes, read.errors)


def _line(
    draft: ReportDraft,
    game: Game,
    notes: dict[str, str],
    errors: dict[str, str],
    flops: FlopSet | None,
) -> tuple[PublicState | None, int]:
    try:
        betting = read_line(game, draft.line.strip())
        num_cards = check_line(betting)
        if flops is not None and flops.spot.tree.find(betting.actions) < 0:
            raise GameError("the spot was solved without this betting")
    except PokerError as error:
        errors["line"] = sentence(error)
        return None, FLOP
    notes["line"] = tr("{street}, {name} to act, pot {pot}").format(
        street=street_name(game, betting.street),
        name=player_names(game)[betting.to_act],
        pot=chips(betting.pot),
    )
    return betting, num_cards


def _sample(
    draft: ReportDraft, num_cards: int, errors: dict[str, str]
) -> tuple[WeightedBoard, ...]:
    size, seed = whole_number(draft.size, 20), whole_number(draft.seed, 20)
    if size is None or not 1 <= size <= MOST_SAMPLED:
        errors["size"] = tr("1 to {most} boards").format(most=chips(MOST_SAMPLED))
    if seed is None or seed >= _LARGEST_SEED:
        errors["seed"] = tr("A whole number from 0")
    if errors.keys() & {"size", "seed"}:
        return ()
    assert size is not None
    assert seed is not None
    return sampled_boards(num_cards, size, seed)


def _solved(
    draft: ReportDraft, num_cards: int, errors: dict[str, str], flops: FlopSet
) -> tuple[WeightedBoard, ...]:
    """Return the boards of solved flops: all of them, or those named."""
    if draft.kind == SAMPLE:
        errors["boards"] = tr("Solved flops are not drawn: take all of them, or type some")
        return ()
    try:
        chosen = flops.boards_on(num_cards)
    except PokerError as error:
        errors["line"] = sentence(error)
        return ()
    if draft.kind == ALL:
        return chosen
    try:
        named = named_boards(draft.named[:_MOST_LETTERS], FLOP)
    except CardError as error:
        errors["named"] = sentence(error)
        return ()
    solved = {frozenset(board.cards) for board in flops.boards}
    for board in named:
        if frozenset(board.cards) not in solved:
            words = tr("{name} is not one of the solved flops")
            errors["named"] = words.format(name=board.name)
            return ()
    wanted = {frozenset(board.cards) for board in named}
    return tuple(board for board in chosen if frozenset(board.cards[:FLOP]) in wanted)


def _told(boards: tuple[WeightedBoard, ...], kind: str) -> str:
    if kind == ALL:
        return tr("Up to suit symmetry, weighted by the {count} flops they represent").format(
            count=chips(NUM_FLOPS)
        )
    if kind == SAMPLE:
        return tr("Spread evenly over the textures of all flops")
    count = len(boards)
    return tr.plural("1 board", "{count} boards", count).format(count=chips(count))


def not_offered(game: Game) -> str:
    if not game.is_heads_up:
        return tr("Reports are for two players only")
    if shows_all_boards(game):
        return tr("This game is small: the grid shows all its boards at once")
    if game.begins_later:
        return tr("A solved spot has one board: see its run-outs (Shift+R), or choose an engine")
    if not game.is_heads_up_holdem:
        return tr("Reports need heads-up hold\u2019em")
    return ""


def waits(*, busy: bool) -> str:
    if busy:
        return tr("The engine is getting ready")
    return tr("This engine gives no strategy for its whole range: choose another one above")


@dataclass(frozen=True, eq=False)
class SolvedSet:
    """A set of solved flops that a report can be made of.

    Attributes:
        flops: those that are solved.
        asked: the number of flops of the whole set.
    """

    folder: Path
    flops: FlopSet
    asked: int

    @cached_property
    def subject(self) -> Subject:
        name = self.folder.name
        return Subject(name, reader_of(self.folder, self.flops), closed=True, engine=name)

    @property
    def note(self) -> str:
        """Chips, and how many flops are solved."""
        spot = self.flops.spot
        return tr("pot {pot}, {stack} behind, {done} of {all} flops").format(
            pot=spot.amount(spot.pot),
            stack=spot.amount(spot.stack),
            done=chips(len(self.flops.boards)),
            all=chips(self.asked),
        )

    def file_of(self, cards: tuple[Card, ...]) -> Path:
        """Return the file of the flop of a board."""
        flops = (one for one in self.flops.boards if set(one.cards) == set(cards[:FLOP]))
        return file_of(self.folder, next(flops))


def list_sets(folder: Path) -> tuple[SolvedSet, ...]:
    """Return the sets in a folder, by name; those that cannot be read are logged."""
    found = []
    places = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
    for place in places[:_MOST_SETS]:
        try:
            whole = read_set(place)
            found.append(SolvedSet(place, solved_part(place, whole), len(whole.boards)))
        except PokerError as error:
            log.warning("solved flops cannot be read: %s", error)
    return tuple(found)


def source_choices(
    sets: Sequence[SolvedSet], chosen: SolvedSet | None, engine: str
) -> ChoiceList | None:
    """Return what a report can be of: the engine, or solved flops; None without any."""
    if not sets:
        return None
    solved = [Choice(str(one.folder), one.folder.name, one.note) for one in sets]
    current = "" if chosen is None else str(chosen.folder)
    return ChoiceList(tr("Report of"), (Choice("", engine or tr("Engine")), *solved), current)


def no_drill() -> Notice:
    text = tr("Open one of the flops (Enter) and practise its solution there.")
    return Notice("plain", tr("This cannot be practised"), text, (good(),))


def broke_off(error: Exception) -> Notice:
    title = tr("The report stopped with an error")
    text = tr("{reason}. The finished boards are kept.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))


def saved(count: int, name: str) -> Notice:
    words = tr.plural("1 board saved as {file}", "{count} boards saved as {file}", count)
    title = words.format(count=chips(count), file=name)
    text = tr("Frequencies, weights and equities are 0 to 1, values in chips.")
    return Notice("plain", title, text, (go_on(),))


def not_saved(error: Exception) -> Notice:
    text = tr("{reason}. The report stays as it is.").format(reason=sentence(error))
    return Notice("error", tr("The table was not saved"), text, (go_on(),), repr(error))


def never_there() -> Notice:
    text = tr("The line reaches none of the boards shown.")
    return Notice("plain", tr("This cannot be practised"), text, (good(),))


@dataclass
class BoardsReport:
    """A report so far; it may be stopped and continued.

    Attributes:
        before: number finished when work began, or was continued.
    """

    subject: Subject
    betting: PublicState
    boards: tuple[WeightedBoard, ...]
    rows: list[BoardFigures] = field(default_factory=list)
    before: int = 0
    maker: TableMaker = field(init=False)
    _spent: float = 0.0
    _since: float | None = None

    def __post_init__(self) -> None:
        self.maker = TableMaker(self.betting)

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def rest(self) -> tuple[WeightedBoard, ...]:
        return self.boards[len(self.rows) :]

    def begin(self) -> None:
        self._since, self.before = timing.seconds(), len(self.rows)

    def end(self) -> None:
        if self._since is not None:
            self._spent += timing.seconds() - self._since
            self._since = None

    def progress(self, line: str) -> ProgressScene:
        """Return the progress, and the time that the rest will take.

        Args:
            line: of the form; the report's own line is shown if it differs.
        """
        own = line_words(self.betting)
        label = tr("Boards") if line == own else tr("Boards of {line}").format(line=own)
        done, every = len(self.rows), len(self.boards)
        rest = tr("of {all}").format(all=chips(every))
        return ProgressScene(label, chips(done), rest, done / every, self._note(done))

    def _note(self, done: int) -> str:
        if self._since is not None:
            percent = f"{100 * done / len(self.boards):.0f}%"
            fresh = done - self.before
            if not fresh:
                return percent
            seconds = (timing.seconds() - self._since) / fresh * len(self.rest)
            return tr("{percent}, {time} left").format(percent=percent, time=clock(ceil(seconds)))
        if self.rest:
            return tr("stopped, all of this is kept")
        return tr("in {time}").format(time=took(self._spent))

    def warning(self) -> str:
        """Name the action that makes the ranges a guess on every board; empty for none."""
        never = set.intersection(*(set(row.never) for row in self.rows)) if self.rows else ()
        if not never:
            return ""
        place = min(never)
        spot = PublicState(self.betting.game, self.betting.actions[:place], ())
        return guess_words(spot, self.betting.actions[place], self.subject.title, missed=False)
