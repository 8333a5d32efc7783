"""The form of an aggregate report: from typed text to a line and a set of boards."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from ai.reports.aggregate import BoardFigures, check_line
from ai.reports.boardsets import (
    FLOP,
    MOST_SAMPLED,
    NUM_FLOPS,
    WeightedBoard,
    every_flop,
    named_boards,
    sampled_boards,
)
from engine import timing
from engine.errors import CardError, PokerError
from engine.game import Game
from engine.lines import line_spot, line_text
from engine.player import PublicState
from engine.typed_numbers import whole_number
from pokergui.formatting.notices import go_on, good, sentence
from pokergui.formatting.numbers import clock, took
from pokergui.formatting.players import player_names
from pokergui.formatting.words import chips, street_name
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.scenes.narrow import guess_words
from pokergui.pages.study.reports.scenes.rows import TableMaker
from pokergui.ranges.grid_values import shows_all_boards
from pokergui.ranges.reading import Subject
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import ProgressScene, SpotField, form_fields

ALL, SAMPLE, NAMED = "all", "sample", "named"
_MOST_LETTERS = 60_000
_LARGEST_SEED = 2**64


@dataclass(frozen=True)
class Draft:
    """The texts of the form.

    Attributes:
        kind: ``all``, ``sample`` or ``named`` boards.
        size, seed: of a sample.
    """

    line: str = ""
    kind: str = ALL
    size: str = "95"
    seed: str = "0"
    named: str = ""


@dataclass(frozen=True)
class Read:
    """A form as understood.

    Attributes:
        betting: the line; None if invalid.
        boards: the set; empty if invalid.
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


def read_form(draft: Draft, game: Game) -> Read:
    """Read a form; nothing is raised."""
    notes: dict[str, str] = {}
    errors: dict[str, str] = {}
    betting, num_cards = _line(draft, game, notes, errors)
    boards: tuple[WeightedBoard, ...] = ()
    if draft.kind == SAMPLE:
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
        notes["boards"] = _told(boards, draft.kind)
    return Read(betting, boards, notes, errors)


def fields_of(draft: Draft, read: Read) -> tuple[SpotField, ...]:
    """Return the fields to show: their text, and how it was understood."""
    texts = {
        "line": draft.line,
        "boards": "",
        "size": draft.size,
        "seed": draft.seed,
        "named": draft.named,
    }
    return form_fields(texts, read.notes, read.errors)


def _line(
    draft: Draft, game: Game, notes: dict[str, str], errors: dict[str, str]
) -> tuple[PublicState | None, int]:
    """Return the line and the number of cards of its boards."""
    try:
        betting = line_spot(game, draft.line.strip())
        num_cards = check_line(betting)
    except PokerError as error:
        errors["line"] = sentence(error)
        return None, FLOP
    notes["line"] = tr("{street}, {name} to act, pot {pot}").format(
        street=street_name(game, betting.street),
        name=player_names(game)[betting.to_act],
        pot=chips(betting.pot),
    )
    return betting, num_cards


def _sample(draft: Draft, num_cards: int, errors: dict[str, str]) -> tuple[WeightedBoard, ...]:
    size, seed = _number(draft.size), _number(draft.seed)
    if size is None or not 1 <= size <= MOST_SAMPLED:
        errors["size"] = tr("1 to {most} boards").format(most=chips(MOST_SAMPLED))
    if seed is None or seed >= _LARGEST_SEED:
        errors["seed"] = tr("A whole number from 0")
    if errors.keys() & {"size", "seed"}:
        return ()
    assert size is not None
    assert seed is not None
    return sampled_boards(num_cards, size, seed)


def _number(text: str) -> int | None:
    return whole_number(text, 20)


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
    """Explain why a game has no report; empty if it has one."""
    if not game.is_heads_up:
        return tr("Reports are for two players only")
    if shows_all_boards(game):
        return tr("This game is small: the grid shows all its boards at once")
    if game.begins_later:
        return tr("A solved spot has one board; choose an engine to look at many")
    if not game.is_heads_up_holdem:
        return tr("Reports need heads-up hold\u2019em")
    return ""


def waits(*, busy: bool) -> str:
    if busy:
        return tr("The engine is getting ready")
    return tr("This engine gives no strategy for its whole range: choose another one above")


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
class Report:
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
        own = line_text(self.betting.game, self.betting.actions)
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
