"""Stored hands as rows of the list, and the choices that narrow it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path

from ai.solver.spot_of_hand import no_spot
from ai.solver.whole_hand import no_whole_hand
from engine.cards import Card, parse_cards
from engine.game import Game
from engine.player import PublicState
from engine.records import HandRecord
from pokergui.formatting.choices import engine_title
from pokergui.formatting.handname import PLAYED, TRAINING, game_title, listed_game, result_text
from pokergui.formatting.notices import SALVAGE, capital, go_on, sentence
from pokergui.formatting.numbers import ResultUnit, time_title
from pokergui.formatting.words import card_view, chips, hands_text, signed, street_name
from pokergui.handtext import remarks, stakes_text
from pokergui.judging.hands import find_match
from pokergui.language import tr_history as tr
from pokergui.language.joins import enumerated, full_sentences, full_stop, labelled, phrases
from pokergui.pages.history.scenes.replay import HandToReplay, Replay, viewpoint
from pokergui.pages.history.viewmodel import (
    HandFilterScene,
    HandRow,
    HistoryHeader,
    ReplayScene,
    WayOn,
)
from pokergui.store import (
    IMPORTED,
    NO_NOTE,
    Exported,
    Facets,
    GameStats,
    HandNote,
    HandReader,
    HandSelection,
    Imported,
    Page,
    Player,
    Refusal,
    StoredHand,
    StoreError,
    Summary,
    Total,
    VerifyReport,
    time_text,
)
from pokergui.store.matches import StoredMatch
from pokergui.viewmodel import CardView, Choice, ChoiceList, Figure, Notice, NoticeButton

_DAYS = {"today": 0, "7": 6, "30": 29, "365": 364}
_LEAST_BB = {"bb10": 10.0, "bb50": 50.0}
_ICONS = {TRAINING: "undo", IMPORTED: "upload"}


@dataclass(frozen=True)
class ListFilter:
    """The filter of the list; an empty field matches all hands.

    Attributes:
        opponent: name of an engine or of another human.
        game: name of the game with its depth.
        date: ``today``, or a number of last days including today.
        result: ``won``, ``lost``, ``even``, or ``bb10`` for at least that many big blinds.
    """

    opponent: str = ""
    game: str = ""
    date: str = ""
    result: str = ""
    mode: str = ""
    text: str = ""

    def filter(self, now: datetime.datetime) -> HandSelection:
        """Return the filter for the store; days are those of ``now``'s time zone."""
        since = ""
        if self.date:
            midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
            since = time_text(midnight - datetime.timedelta(days=_DAYS[self.date]))
        least = _LEAST_BB.get(self.result, 0.0)
        return HandSelection(
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


def rows_of(
    page: Page, notes: Mapping[int, HandNote], now: datetime.datetime
) -> tuple[HandRow, ...]:
    """Return the rows of a page, newest first, with damaged hands in their places."""
    rows = [row_of(hand, now, notes.get(hand.number, NO_NOTE)) for hand in page.hands]
    rows += [damaged_row(number) for number in page.damaged]
    return tuple(sorted(rows, key=lambda row: -row.number))


def damaged_row(number: int, last: int = 0) -> HandRow:
    """Build the row of a damaged hand, or of all up to ``last``, without its content."""
    text = tr("damaged: its checksum does not match")
    if last > number:
        text = tr("damaged up to hand {last}").format(last=chips(last))
    return HandRow(number, chips(number), damaged=text, tip=text)


def row_of(hand: StoredHand, now: datetime.datetime, note: HandNote) -> HandRow:
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
    if hand.worth is not None:
        mark = tr("ICM {change}").format(change=signed(hand.worth[1] - hand.worth[0], 2))
    name = game_title(hand.listed_game)
    brief = name.replace(tr(" hold’em"), "")
    tags = " ".join(f"#{tag}" for tag in note.tags)
    names = [" ".join(card.name for card in part) for part in (cards, board) if part]
    words = [tr("Hand {number}").format(number=chips(hand.number)), full, opponent, name]
    words += [
        *names,
        f"{result} {unit}".strip(),
        stakes_text(hand),
        mark,
        *hand.other_notes,
        *remarks(hand),
        tags,
        note.text,
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
        game=brief,
        mark=mark,
        icon=_ICONS.get(hand.mode, ""),
        tags=tags,
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


def filter_scene(
    wanted: ListFilter, facets: Facets, matches: Sequence[Choice] = ()
) -> HandFilterScene:
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
    return HandFilterScene(
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


MOST_MATCHES = 30
"""Maximum number of matches that are offered, the newest ones."""
_KEY = "match:"


def match_number(mode: str) -> int:
    """Parse a choice of kind into a match number; 0 for none."""
    return int(mode.removeprefix(_KEY)) if mode.startswith(_KEY) else 0


def match_key(number: int) -> str:
    return f"{_KEY}{number}"


def match_choices(matches: Sequence[StoredMatch], now: datetime.datetime) -> tuple[Choice, ...]:
    newest = sorted(matches, key=lambda match: -match.number)[:MOST_MATCHES]
    return tuple(_choice(match, now) for match in newest)


def _choice(match: StoredMatch, now: datetime.datetime) -> Choice:
    title = tr("Match {number}").format(number=chips(match.number))
    count = hands_text(match.hands)
    note = phrases((tr(" v. ").join(match.players), game_title(match.game_name), count))
    return Choice(match_key(match.number), title, note, detail=time_title(match.time, now)[1])


def match_rows(
    reader: HandReader, number: int, first: int, count: int, now: datetime.datetime
) -> tuple[tuple[HandRow, ...], int | None]:
    """Return rows of a match's hands in the order of play, and the start of the next ones."""
    match = find_match(reader, number)
    hands = _hands(reader, match, first, count)
    time = time_title(match.time, now)[0]
    rows: list[HandRow] = []
    end = first
    for hand in hands:
        place = hand[0].number
        if place > end:
            rows.append(damaged_row(end + 1, place))
        rows.append(_row(match, hand, place + 1, time))
        end = place + 1
    return tuple(rows), end if hands and end < match.hands else None


def _hands(
    reader: HandReader, match: StoredMatch, first: int, count: int
) -> list[tuple[HandRecord, int]]:
    hands: list[tuple[HandRecord, int]] = []
    for chunk in reader.match_hands(match, first):
        for hand in range(max(0, first - chunk.first), chunk.hands):
            hands.append((chunk.record(hand, match.players), int(chunk.positions[hand])))
            if len(hands) == count:
                return hands
    return hands


def _row(match: StoredMatch, hand: tuple[HandRecord, int], number: int, time: str) -> HandRow:
    """Build the row of one hand, seen from the first player's seat."""
    record, own = hand
    game = match.game
    won = record.results[own] / game.big_blind
    result, unit = result_text(won, ante=game.ante > 0)
    return HandRow(
        number=number,
        title=chips(number),
        time=time,
        opponent=tr(" v. ").join(match.players),
        cards=cards_of(match.game, record.holes[own] or ()),
        board=cards_of(match.game, record.board, ordered=True),
        result=result,
        unit=unit,
        game=game_title(match.game_name),
        tip=tr("Hand {number} of match {match}, {name} {result} {unit}").format(
            number=chips(number),
            match=chips(match.number),
            name=match.players[0],
            result=result,
            unit=unit,
        ),
    )


def match_hand(reader: HandReader, match: int, number: int) -> HandToReplay:
    """Return a hand of a match to be replayed.

    Raises:
        StoreError: if it does not exist or is damaged.
    """
    stored = find_match(reader, match)
    hands = _hands(reader, stored, number - 1, 1)
    if not hands or hands[0][0].number != number - 1:
        raise StoreError("match {match} has no hand {number}", match=match, number=number)
    record, own = hands[0]
    title = tr("Match {match}, hand {number}").format(match=chips(match), number=chips(number))
    players = len(stored.engines)
    engines = tuple(stored.engines[(seat - own) % players] for seat in range(players))
    return HandToReplay(f"match {match} {number}", title, engines, -1, lambda: record, own)


def match_header(match: StoredMatch) -> HistoryHeader:
    """Build the header: the number of hands, and who leads by how much."""
    result, unit = match.interval(), ResultUnit.of(match.game)
    mean = unit.text(result.mean)
    if isfinite(result.half_width):
        mean += f" \u00b1 {unit.half(result.half_width)}"
    rest = tr("hands of match {number}").format(number=chips(match.number))
    figure = Figure(match.players[0], mean, unit.name)
    return HistoryHeader(chips(match.hands), rest, (figure,), tr("Mean with its 95% interval"))


def match_stats(match: StoredMatch) -> GameStats:
    """Return the statistics of each player by name; letters make equal names distinct."""
    names = match.players
    if len(set(names)) < len(names):
        names = tuple(f"{name} {letter}" for name, letter in zip(names, "ABCDEF", strict=False))
    players = (Player("other", name) for name in names)
    counted = dict(zip(players, match.stats, strict=True))
    return GameStats(match.game_name, match.hands, counted)


def replay_scene(replay: Replay, *, playing: bool) -> ReplayScene:
    """Build the replayer; ``playing`` while the hand is replayed automatically."""
    play, study, solve = _ways_on(replay)
    return ReplayScene(
        dots=replay.dots(),
        position=replay.position,
        label=replay.label(),
        playing=playing,
        show_all=replay.show_all,
        can_show_all=replay.can_show_all,
        play=play,
        study=study,
        solve=solve,
        hand=_solve_hand(replay),
    )


def _ways_on(replay: Replay) -> tuple[WayOn, WayOn, WayOn]:
    """Build the buttons for playing on, Study, and solving the street."""
    play, act = replay.act_to_play(), replay.act_in_view()
    if play is None or act is None:
        nobody = WayOn(tr("Nobody had a decision to make in this hand"))
        return nobody, nobody, nobody
    words = tr("Play on from {where}, in training mode")
    if len(replay.record.deck) < len(replay.game.deck):
        words = tr("Play on from {where}, in training mode; unknown cards are drawn")
    spot = replay.stops[act].spot
    where, problem = _where(replay, spot), no_spot(spot)
    street = tr("Solve the street of {where}").format(where=where)
    study = WayOn(tr("Open {where} in Study").format(where=where), can=True)
    on = WayOn(words.format(where=_where(replay, replay.stops[play].spot)), can=True)
    return (
        on,
        study,
        WayOn(capital(str(problem)) if problem else street, can=not problem),
    )


def _solve_hand(replay: Replay) -> WayOn:
    problem = no_whole_hand(replay.end)
    if problem:
        return WayOn(capital(str(problem)))
    return WayOn(tr("Solve the hand from the flop on, and judge its decisions"), can=True)


def _where(replay: Replay, spot: PublicState) -> str:
    street = street_name(spot.game, spot.street).lower()
    if spot.to_act == replay.hero:
        return tr("your decision ({street})").format(street=street)
    name = replay.names[spot.to_act]
    return tr("the decision of {name} ({street})").format(name=name, street=street)


CLEAR, RELOAD, PLAY, IMPORT = "clear", "reload", "play", "import"
"""Keys of the buttons."""


def header_scene(matching: Summary, whole: Summary, wanted: ListFilter) -> HistoryHeader:
    """Build the header: how many hands match, and the user's result if they are of one game."""
    if wanted == ListFilter():
        rest = tr.plural("hand", "hands", whole.hands)
    else:
        word = tr.plural("of {count} hand matches", "of {count} hands match", whole.hands)
        rest = word.format(count=chips(whole.hands))
    figures: tuple[Figure, ...] = ()
    tip = tr("Results of different games are not added up; each game has its own below.")
    if len(matching.totals) == 1:
        figures = (total_figure(matching.totals[0]),)
        tip = tr("Won after rake, not luck-adjusted, in hands that count: {count}")
        tip = tip.format(count=chips(matching.totals[0].hands))
    elif matching.totals:
        words = tr("results of {count} games below").format(count=len(matching.totals))
        figures = (Figure("", "", words),)
    return HistoryHeader(chips(matching.hands), rest, figures, tip)


def total_figure(total: Total) -> Figure:
    ante = listed_game(total.game).unit == "antes"
    return Figure(tr("raw"), *result_text(total.big_blinds, ante=ante))


def nothing_yet() -> Notice:
    return Notice(
        "plain",
        tr("No hands yet"),
        tr("Every hand you finish appears here, to be replayed and studied."),
        (NoticeButton(PLAY, tr("Play a hand")), NoticeButton(IMPORT, tr("Import hands"))),
    )


def nothing_matches() -> Notice:
    return Notice(
        "plain",
        tr("No hand matches"),
        tr("All hands are still on disk; none of them matches the filter above."),
        (NoticeButton(CLEAR, tr("Clear the filter")),),
    )


def unreadable(error: Exception) -> Notice:
    text = tr("{reason}. Nothing was changed.").format(reason=sentence(error))
    button = NoticeButton(RELOAD, tr("Try again"))
    return Notice("error", tr("Hands cannot be read"), text, (button,), repr(error))


_MOST_NUMBERS = 12


def exported_notice(result: Exported, damaged: int, file: Path) -> Notice:
    title = tr.plural(
        "1 hand exported to {file}", "{count} hands exported to {file}", result.hands
    ).format(count=chips(result.hands), file=file.name)
    parts = []
    if result.left_out:
        words = tr("{count} left out, as the format cannot express their game: {numbers}.")
        count = chips(len(result.left_out))
        parts.append(words.format(count=count, numbers=_numbers(result.left_out)))
    if damaged:
        parts.append(tr("{count} left out, as they are damaged.").format(count=chips(damaged)))
    details = enumerated(map(str, result.left_out)) if len(result.left_out) > _MOST_NUMBERS else ""
    if not parts:
        return Notice("plain", title, str(file), (go_on(),))
    return Notice("warning", title, full_sentences(parts), (go_on(),), details)


def _numbers(numbers: tuple[int, ...]) -> str:
    shown = enumerated(chips(number) for number in numbers[:_MOST_NUMBERS])
    return enumerated((shown, "…")) if len(numbers) > _MOST_NUMBERS else shown


def verified_notice(report: VerifyReport) -> Notice:
    sound = tr("{count} hands are intact")
    if report.hands < report.written:
        sound = tr("{count} of {written} hands are intact")
    sound = sound.format(count=chips(report.hands), written=chips(report.written))
    if report.sound:
        text = tr("Their decks are those that were committed before play.")
        return Notice("plain", sound, text, (go_on(),))
    count = len(report.problems)
    title = tr.plural("1 problem found", "{count} problems found", count)
    details = "\n".join(problem.text for problem in report.problems)
    first = report.problems[0].text
    text = tr("{first}. {sound}.").format(first=first[:1].upper() + first[1:], sound=sound)
    buttons = (NoticeButton(SALVAGE, tr("Salvage")), go_on())
    return Notice("error", title.format(count=chips(count)), text, buttons, details)


def imported_notice(report: Imported) -> Notice:
    title = tr.plural("1 hand imported", "{count} hands imported", report.imported)
    title = title.format(count=chips(report.imported))
    parts = []
    if report.skipped:
        words = tr("{count} were imported before.")
        parts.append(words.format(count=chips(report.skipped)))
    parts += [full_stop(capital(remark)) for remark in report.remarks]
    if not report.refused:
        text = full_sentences(parts) or tr("They count in statistics if Imported is switched on.")
        return Notice("plain", title, text, (go_on(),))
    words = tr.plural("1 refused: {first}.", "{count} refused: {first}.", report.refused)
    first = _refusal(report.refusals[0]).rstrip(".")
    parts.append(words.format(count=chips(report.refused), first=first))
    details = "\n".join(_refusal(refusal) for refusal in report.refusals)
    return Notice("warning", title, full_sentences(parts), (go_on(),), details)


def _refusal(refusal: Refusal) -> str:
    where = refusal.file
    if not refusal.place and refusal.reason.startswith(where):
        return refusal.reason
    if refusal.place:
        word = tr("{file}, hand {place}") if refusal.where == "hand" else tr("{file}, line {place}")
        where = word.format(file=refusal.file, place=refusal.place)
    return labelled(where, refusal.reason)


def nothing_changed(title: str, error: Exception) -> Notice:
    text = tr("{reason}. No hand was changed.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))


def match_not_exported() -> Notice:
    title = tr("The hands of a match cannot be exported here")
    text = tr("Nothing was written. Choose another kind to export hands.")
    return Notice("warning", title, text, (go_on(),))


def match_not_noted() -> Notice:
    title = tr("The hands of a match take no tags and notes")
    text = tr("Choose another kind to write notes on hands.")
    return Notice("warning", title, text, (go_on(),))


def copied_notice(count: int) -> Notice:
    title = tr.plural("1 hand copied as text", "{count} hands copied as text", count)
    return Notice("plain", title.format(count=chips(count)), "", (go_on(),))
