"""Stored hands as rows of the list, and the choices that narrow it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import Card, parse_cards
from engine.game import Game
from pokergui.formatting.choices import engine_title
from pokergui.formatting.dates import time_title
from pokergui.formatting.hand_results import PLAYED, TRAINING, game_title, result_text
from pokergui.formatting.words import card_view, chips
from pokergui.handtext import remarks, stakes_text
from pokergui.language import tr_history as tr
from pokergui.language.joins import enumerated, phrases
from pokergui.pages.history.scenes.replay import viewpoint
from pokergui.pages.history.viewmodel.history import FilterScene, HandRow
from pokergui.store import IMPORTED, Facets, HandFilter, Page, StoredHand, time_text
from pokergui.viewmodel import CardView, Choice, ChoiceList

_DAYS = {"today": 0, "7": 6, "30": 29, "365": 364}
_LEAST_BB = {"bb10": 10.0, "bb50": 50.0}
_ICONS = {TRAINING: "undo", IMPORTED: "upload"}


@dataclass(frozen=True)
class Wanted:
    """The filter of the list; an empty field matches all hands.

    Attributes:
        opponent: name of an engine or of another human.
        game: name of the game with its depth.
        date: ``today``, or a number of last days including today.
        result: ``won``, ``lost``, ``even``, or ``bb10`` for at least that many big blinds.
        mode: the mode of the hand.
        text: the search.
    """

    opponent: str = ""
    game: str = ""
    date: str = ""
    result: str = ""
    mode: str = ""
    text: str = ""

    def filter(self, now: datetime.datetime) -> HandFilter:
        """Return the filter for the store; days are those of ``now``'s time zone."""
        since = ""
        if self.date:
            midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
            since = time_text(midnight - datetime.timedelta(days=_DAYS[self.date]))
        least = _LEAST_BB.get(self.result, 0.0)
        return HandFilter(
            game=self.game,
            opponent=self.opponent,
            modes=(self.mode,) if self.mode else (),
            since=since,
            result=self.result if self.result in ("won", "lost", "even") else "",  # type: ignore[arg-type]  # the line says so
            least_bb=least,
            text=self.text,
        )


def mode_title(mode: str) -> str:
    """Return the name of a mode in the list; empty for hands that count."""
    if mode == PLAYED:
        return ""
    return tr("training") if mode == TRAINING else tr("imported") if mode == IMPORTED else mode


def rows_of(page: Page, now: datetime.datetime) -> tuple[HandRow, ...]:
    """Return the rows of a page, newest first, with damaged hands in their places."""
    rows = [row_of(hand, now) for hand in page.hands]
    rows += [damaged_row(number) for number in page.damaged]
    return tuple(sorted(rows, key=lambda row: -row.number))


def damaged_row(number: int, last: int = 0) -> HandRow:
    """Build the row of a damaged hand, or of all up to ``last``, without its content."""
    text = tr("damaged: its checksum does not match")
    if last > number:
        text = tr("damaged up to hand {last}").format(last=chips(last))
    return HandRow(number, chips(number), damaged=text, tip=text)


def row_of(hand: StoredHand, now: datetime.datetime) -> HandRow:
    """Build the row of one hand; its result is after the rake."""
    game = hand.deck_game
    own = viewpoint(hand.hero, hand.holes)
    others = [name for seat, name in enumerate(hand.players) if seat != hand.hero]
    opponent = tr(" v. ").join(others) if hand.hero < 0 else enumerated(others)
    short, full = time_title(hand.time, now)
    known = hand.hero >= 0
    ante = not hand.is_wide and hand.game.ante > 0
    result, unit = result_text(hand.result / hand.big_blind, ante=ante) if known else ("", "")
    cards, board = _cards(game, hand.holes[own] or ""), _cards(game, hand.board, ordered=True)
    mark = mode_title(hand.mode)
    name = game_title(hand.listed_game)
    brief = name.replace(tr(" hold’em"), "")
    names = [" ".join(card.name for card in part) for part in (cards, board) if part]
    words = [tr("Hand {number}").format(number=chips(hand.number)), full, opponent, name]
    words += [
        *names,
        f"{result} {unit}".strip(),
        stakes_text(hand),
        mark,
        *hand.notes,
        *remarks(hand),
    ]
    return HandRow(
        number=hand.number,
        title=chips(hand.number),
        time=short,
        opponent=opponent,
        cards=cards,
        board=board,
        result=result,
        unit=unit,
        words=(("game", brief),),
        mark=mark,
        icon=_ICONS.get(hand.mode, ""),
        tip=phrases(words),
    )


def _cards(game: Game, text: str, *, ordered: bool = False) -> tuple[CardView, ...]:
    return cards_of(game, parse_cards(text) if text else (), ordered=ordered)


def cards_of(game: Game, cards: Sequence[Card], *, ordered: bool = False) -> tuple[CardView, ...]:
    """Return cards of a row, highest first unless their order matters."""
    shown = cards if ordered else sorted(cards, reverse=True)
    return tuple(_shared(card_view(game, card)) for card in shown)


@lru_cache(maxsize=256)
def _shared(card: CardView) -> CardView:
    """Intern equal cards: a long list has hundreds of thousands of them."""
    return card


def filter_scene(wanted: Wanted, facets: Facets, matches: Sequence[Choice] = ()) -> FilterScene:
    """Build all current choices; a chosen value is listed even if it no longer exists."""
    opponents = _told_apart(_values(facets.opponents, wanted.opponent, engine_title))
    games = _values(facets.games, wanted.game, game_title)
    any_ = Choice("", tr("Any"))
    dates = (
        any_,
        Choice("today", tr("Today")),
        Choice("7", tr("Last 7 days")),
        Choice("30", tr("Last 30 days")),
        Choice("365", tr("Last 365 days")),
    )
    results = (
        any_,
        Choice("won", tr("Won")),
        Choice("lost", tr("Lost")),
        Choice("even", tr("Even")),
        Choice("bb10", tr("10 bb or more")),
        Choice("bb50", tr("50 bb or more")),
    )
    titles = {PLAYED: tr("Played"), TRAINING: tr("Training"), IMPORTED: tr("Imported")}
    modes = dict.fromkeys((*titles, *facets.modes, *filter(None, [wanted.mode])))
    known = {choice.key for choice in matches}
    plain = (Choice(mode, titles.get(mode, mode)) for mode in modes if mode not in known)
    kinds = (Choice("", tr("All")), *plain, *matches)
    return FilterScene(
        ChoiceList(tr("Opponent"), (any_, *opponents), wanted.opponent),
        ChoiceList(tr("Game"), (any_, *games), wanted.game),
        ChoiceList(tr("Date"), dates, wanted.date),
        ChoiceList(tr("Result"), results, wanted.result),
        ChoiceList(tr("Kind"), kinds, wanted.mode),
        text=wanted.text,
    )


def _told_apart(choices: list[Choice]) -> list[Choice]:
    """Return choices with the name of the engine or person if several have the same title."""
    titles = [choice.title for choice in choices]
    return [
        replace(choice, note=choice.key) if titles.count(choice.title) > 1 else choice
        for choice in choices
    ]


def _values(there: Iterable[str], chosen: str, title: Callable[[str], str]) -> list[Choice]:
    names = dict.fromkeys((*there, *filter(None, [chosen])))
    return sorted((Choice(name, title(name)) for name in names), key=lambda c: c.title.casefold())
