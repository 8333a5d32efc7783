"""The form of an aggregate report: from typed text to a line and a set of boards."""

from __future__ import annotations

from dataclasses import dataclass, field

from ai.reports.aggregate import check_line
from ai.reports.boardsets import (
    FLOP,
    MOST_SAMPLED,
    NUM_FLOPS,
    WeightedBoard,
    every_flop,
    named_boards,
    sampled_boards,
)
from engine.errors import CardError, PokerError
from engine.game import Game
from engine.lines import line_spot
from engine.player import PublicState
from engine.typed_numbers import whole_number
from pokergui.formatting.notices import sentence
from pokergui.formatting.players import player_names
from pokergui.formatting.words import chips, street_name
from pokergui.language import tr_study as tr
from pokergui.viewmodel.fields import SpotField

ALL, SAMPLE, NAMED = "all", "sample", "named"
_MOST_LETTERS = 60_000
_LARGEST_SEED = 2**64


@dataclass(frozen=True)
class Draft:
    """The texts of the form.

    Attributes:
        line: betting text.
        kind: ``all``, ``sample`` or ``named`` boards.
        size, seed: of a sample.
        named: boards by name.
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
        draft: the form.
        betting: the line; None if invalid.
        boards: the set; empty if invalid.
        notes: the meaning of fields, by key: ``line``, ``boards``.
        errors: the errors of fields, by key: those, ``size``, ``seed``, ``named``.
    """

    draft: Draft
    betting: PublicState | None = None
    boards: tuple[WeightedBoard, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """True if it can be run."""
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
    return Read(draft, betting, boards, notes, errors)


def fields_of(draft: Draft, read: Read) -> tuple[SpotField, ...]:
    """Return the fields to show: their text, and how it was understood."""
    texts = {
        "line": draft.line,
        "boards": "",
        "size": draft.size,
        "seed": draft.seed,
        "named": draft.named,
    }
    return tuple(
        SpotField(key, text, read.notes.get(key, ""), read.errors.get(key, ""))
        for key, text in texts.items()
    )


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
    """Describe a set briefly."""
    if kind == ALL:
        return tr("Up to suit symmetry, weighted by the {count} flops they represent").format(
            count=chips(NUM_FLOPS)
        )
    if kind == SAMPLE:
        return tr("Spread evenly over the textures of all flops")
    count = len(boards)
    return tr.plural("1 board", "{count} boards", count).format(count=chips(count))
