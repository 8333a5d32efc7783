"""Notices of the Study page: waiting, missing answers and errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pokergui.formatting.choices import PlayChoice, engine_choices, table_games, top_bar
from pokergui.formatting.ladder import ladder_caption
from pokergui.formatting.notices import RETRY, at_work, go_on, sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.scenes import Comparison, compared
from pokergui.pages.study.reading.scenes.narrow import narrowed
from pokergui.pages.study.reading.scenes.scene import narrowed_grid, over_last, study_scene, widened
from pokergui.pages.study.reading.scenes.state import StudyChoice, StudyState
from pokergui.pages.study.solving.scenes.saved import Locked
from pokergui.pages.study.solving.viewmodel import SolutionScene
from pokergui.pages.study.viewmodel import StudyScene, StudyTop
from pokergui.pages.study.whole.viewmodel import SheetScene
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import cell_mark
from pokergui.viewmodel import Choice, ChoiceList, LineScene, Notice, NoticeButton
from pokergui.viewmodel.grid import CellDetail

USE = "use:"
"""Prefix of the name of the engine that a button chooses."""

Offers = Sequence[tuple[str, str]]
"""(name, title) of engines to offer instead."""


def preparing(title: str, fraction: float, text: str) -> Notice:
    words = tr("{name} is getting ready").format(name=title)
    return at_work(words, fraction, text)


def no_ranges(title: str, others: Offers) -> Notice:
    words = tr("{name} cannot show ranges").format(name=title)
    text = tr("It only plays the cards it holds and gives no strategy for its whole range.")
    return Notice("plain", words, text, _offers(others))


def engine_failed(title: str, error: Exception, others: Offers) -> Notice:
    words = tr("{name} gave no answer").format(name=title)
    again = NoticeButton(RETRY, tr("Try again"))
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("error", words, text, (again, *_offers(others)), repr(error))


def no_sheet(title: str, others: Offers) -> Notice:
    words = tr("The whole game cannot be shown")
    text = tr("{name} has no ranges here, so there is nothing to list.")
    return Notice("warning", words, text.format(name=title), _offers(others))


def cannot_open(error: Exception) -> Notice:
    text = tr("{reason}. The game is shown from its first decision.").format(reason=sentence(error))
    return Notice("warning", tr("This decision cannot be shown"), text, (go_on(),))


def _offers(others: Offers) -> tuple[NoticeButton, ...]:
    return tuple(
        NoticeButton(USE + name, tr("Use {name}").format(name=title)) for name, title in others[:2]
    )


@dataclass(frozen=True, eq=False)
class Known:
    """Readings and solutions for the view.

    Attributes:
        last: the last reading of any subject, which may stay visible.
        locked: the locks at the decision in the grid; None if nothing can be locked.
    """

    title: str = ""
    reading: Reading | None = None
    path: Reading | None = None
    last: Reading | None = None
    thinking: bool = False
    note: str = ""
    versus: Comparison | None = None
    sheet: SheetScene | None = None
    solution: SolutionScene | None = None
    locked: Locked | None = None
    hand: LineScene | None = None


@dataclass(frozen=True, eq=False)
class StudySnapshot:
    """A scene of Study and its sources."""

    scene: StudyScene
    state: StudyState
    known: Known

    def like(self, state: StudyState) -> bool:
        """Return whether the next state shows the same kinds of grid."""
        looks = [(one.visit, one.rival, one.which, one.both) for one in (self.state, state)]
        return looks[0] == looks[1]


def draw(state: StudyState, known: Known, last: StudySnapshot | None) -> StudySnapshot:
    reading = known.reading
    alone = study_scene(state, known.path, known.title, thinking=known.thinking)
    alone = replace(alone, note=" ".join(filter(None, (known.note, alone.note))))
    stays = last.scene if last is not None and last.like(state) else None
    scene = compared(alone, state, reading, known.versus, stays)
    if known.locked is not None and state.which in ("first", "both") and reading is not None:
        grid = narrowed_grid(reading, state.seat, state.narrow)
        if grid is not None and scene.grid is not None:
            scene = replace(scene, grid=known.locked.grid(scene.grid, grid))
    shown = known.versus.second if known.versus and state.which == "second" else reading
    if shown is not None:
        bar, hands = narrowed(state.narrow, shown, state.seat)
        scene = replace(scene, filter=bar, hands=hands)
    elif scene.thinking and stays is not None:
        scene = replace(scene, filter=stays.filter, hands=stays.hands)
    if known.thinking and reading is None and last is not None and last.state.visit == state.visit:
        scene = replace(over_last(scene, last.scene), beside=last.scene.beside)
    if known.sheet is not None or scene.grid is None:
        scene = replace(scene, filter=None, hands=None)
    game = state.place.game
    solved = game.is_heads_up or game.is_part_of_holdem or known.solution is not None
    unsolvable = "" if solved else tr("Spots are solved in hold'em only")
    parts = {
        "sheet": known.sheet,
        "solution": known.solution,
        "unsolvable": unsolvable,
        "hand": known.hand,
    }
    return StudySnapshot(widened(StudyScene, scene, **parts), state, known)


def detail_of(state: StudyState, known: Known) -> CellDetail | None:
    second = known.versus is not None and state.which == "second"
    reading = known.versus.second if known.versus is not None and second else known.last
    if reading is None or (second and known.reading is None):
        return None
    cell, side = state.cell, state.seat_at(reading.place)
    grid = narrowed_grid(reading, side, state.narrow)
    if grid is None or not 0 <= cell < grid.num_cells:
        return None
    detail = grid.detail(cell, pinned=cell == state.pinned)
    if not second:
        detail = replace(detail, mark=cell_mark(reading, side, cell))
    if known.locked is None or state.which not in ("first", "both"):
        return detail
    return known.locked.combos(detail)


def study_top(choice: StudyChoice, spot: bool = False) -> StudyTop:
    """Return the current choices; values missing in the lists are added to them.

    While a ``spot`` is shown it takes the place of the engine; choosing an engine leaves it.
    """
    games = table_games()
    listed = choice.name in [game.name for game in games]
    name = choice.name if listed else games[0].name
    played = PlayChoice(name, choice.depth).against(choice.engine)
    bar = top_bar(played, choice.home, games)
    shown = Choice("", tr("Solved spot")) if spot else Choice(choice.engine, choice.title)
    entries = engine_choices(choice.game, choice.home)
    # A spot belongs to no engine, so there is no result against one.
    caption = "" if spot else ladder_caption(choice.game)
    engine = _with_current(ChoiceList(tr("Engine"), entries, shown.key, caption), shown)
    game = _with_current(
        replace(bar.game, current=choice.name), Choice(choice.name, game_words(choice.game))
    )
    return StudyTop(engine, game, bar.depth if choice.game.has_stacks else None)


def _with_current(entries: ChoiceList, current: Choice) -> ChoiceList:
    if any(choice.key == current.key for choice in entries.choices):
        return entries
    return replace(entries, choices=(*entries.choices, current))
