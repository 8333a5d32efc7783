"""The form of a new tournament."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

from engine.game import Game, get_game
from engine.sanitise import plain
from pokergui.formatting.choices import (
    engine_choices,
    engine_title,
    game_with,
    options_choices,
    rivals_of,
    table_words,
    valid_options,
)
from pokergui.formatting.notices import DISMISS, go_on, sentence
from pokergui.formatting.numbers import ResultUnit, time_title
from pokergui.formatting.words import chips
from pokergui.language import tr_watch as tr
from pokergui.language.joins import clauses, enumerated, labelled, phrases, sentences
from pokergui.pages.watch.scenes.choices import DEFAULT_GAME, game_choices, rake_list, valid_rake
from pokergui.pages.watch.tournament.viewmodel import (
    CrossCell,
    CrossScene,
    PairScene,
    PlaceRow,
    State,
    Ticked,
    TournamentForm,
    TournamentRow,
    TournamentScene,
)
from pokergui.tournaments.blocks import Cell, Placed
from pokergui.tournaments.plan import Plan, StoredTournament, tables_of
from pokergui.tournaments.results import cross_table, standing
from pokergui.tournaments.run import Progress
from pokergui.viewmodel import Choice, ChoiceList, Notice, NoticeButton, ProgressScene

HANDS = (1_000, 10_000, 20_000, 100_000, 1_000_000)
_SEPARATOR = ", "


@dataclass(frozen=True)
class TournamentChoice:
    """The choices of a new tournament.

    Attributes:
        gauntlet: True if the first one sits at every table.
        options: antes and straddle, as after the colon of a game's name; empty for none.
        rake: one of ``RAKES``, at tables for more than two.
    """

    game: str = DEFAULT_GAME
    engines: tuple[str, ...] = ("cfr", "equity", "call")
    gauntlet: bool = False
    hands: int = HANDS[1]
    options: str = ""
    rake: str = ""

    @classmethod
    def of(cls, table: Mapping[str, str]) -> TournamentChoice:
        """Return the remembered choices; invalid ones get their defaults."""
        hands = table.get("hands", "")
        names = [game.key for game in game_choices()]
        game = table.get("game", "")
        game = game if game in names else DEFAULT_GAME
        engines = tuple(name for name in table.get("engines", "").split(_SEPARATOR) if name)
        return cls(
            game,
            engines or cls.engines,
            table.get("kind") == "gauntlet",
            int(hands) if hands in map(str, HANDS) else HANDS[1],
            valid_options(game, table.get("options", "")),
            valid_rake(get_game(game), table.get("rake", "")),
        )

    @property
    def table(self) -> dict[str, str]:
        return {
            "game": self.game,
            "engines": _SEPARATOR.join(self.engines),
            "kind": "gauntlet" if self.gauntlet else "robin",
            "hands": str(self.hands),
            "options": self.options,
            "rake": self.rake,
        }

    def build_game(self) -> Game:
        return game_with(self.game, self.options)

    def valid(self, home: Path) -> TournamentChoice:
        choice = replace(self, options=valid_options(self.game, self.options))
        game = choice.build_game()
        choice = replace(choice, rake=valid_rake(game, self.rake))
        known = [engine.name for engine in rivals_of(game, home)]
        return replace(choice, engines=tuple(name for name in self.engines if name in known))

    def ticked(self, name: str) -> TournamentChoice:
        kept = tuple(one for one in self.engines if one != name)
        return replace(self, engines=kept if name in self.engines else (*self.engines, name))

    @property
    def tables(self) -> int:
        """The number of tables; with two seats they are pairs."""
        seats = self.build_game().num_players
        return len(tables_of(len(self.engines), seats, self.gauntlet, 0))


def form_scene(choice: TournamentChoice, home: Path, *, busy: bool) -> TournamentForm:
    engines = tuple(
        Ticked(
            one.key,
            one.title,
            phrases((one.title, one.note, one.value, one.second)),
            one.key in choice.engines,
        )
        for one in engine_choices(choice.build_game(), home)
        if one.usable
    )
    titles = {one.key: one.title for one in engines}
    seats = choice.build_game().num_players
    ready = len(choice.engines) >= seats
    least = tr("Choose two engines or more."), tr("Choose {seats} engines or more.")
    summary = _of(seats, *least).format(seats=seats)
    if ready:
        words = _of(
            seats,
            tr("{tables} pairs, {hands} hands, each deal from both seats"),
            tr.plural(
                "{tables} table of {seats}, {hands} hands, each deal from every seat",
                "{tables} tables of {seats}, {hands} hands, each deal from every seat",
                choice.tables,
            ),
        )
        hands = choice.tables * (choice.hands + -choice.hands % seats)
        summary = words.format(tables=chips(choice.tables), seats=seats, hands=chips(hands))
        if choice.gauntlet:
            first = _of(seats, tr("{name} meets all others"), tr("{name} sits at every table"))
            summary = labelled(first.format(name=titles[choice.engines[0]]), summary)
    every = tr("every combination, or a balanced sample")
    robin = _of(seats, tr("Every pair"), tr("Every table")), _of(seats, tr("round robin"), every)
    gauntlet = _of(seats, tr("One against all"), tr("One at every table"))
    kinds = (
        Choice("robin", *robin),
        Choice("gauntlet", gauntlet, tr("the engine chosen first")),
    )
    length = _of(seats, tr("Each pair"), tr("Each table"))
    lengths = tuple(Choice(str(n), tr("{count} hands").format(count=chips(n))) for n in HANDS)
    return TournamentForm(
        ChoiceList(tr("Game"), game_choices(), choice.game),
        ChoiceList(tr("Pairings"), kinds, "gauntlet" if choice.gauntlet else "robin"),
        ChoiceList(length, lengths, str(choice.hands)),
        options_choices(choice.build_game(), choice.options),
        rake_list(choice.build_game(), choice.rake),
        engines,
        summary,
        ready,
        busy,
    )


def _of(seats: int, pairs: str, tables: str) -> str:
    """Return the words about tournaments of pairs, or of tables for more."""
    return pairs if seats == 2 else tables


RUN = "run"
_MOST = 1_000
"""Most letters of a program's name."""


def stopped(error: Exception) -> Notice:
    """Report that a tournament cannot continue; what was written stays."""
    title = tr("The tournament stopped")
    text = tr("{reason}. Everything shown so far is saved; Resume continues from there.")
    words = text.format(reason=sentence(error))
    return Notice("error", title, words, (go_on(),), repr(error))


def ask_programs(names: Sequence[str]) -> Notice:
    """Ask whether external programs named in the database may run."""
    title = tr("This tournament runs programs that you have not added here")
    text = tr("{programs}. They can do anything that you can do on this computer.")
    words = text.format(programs=enumerated(plain(name, _MOST) for name in names))
    buttons = (NoticeButton(RUN, tr("Run them")), NoticeButton(DISMISS, tr("Do not run them")))
    return Notice("warning", title, words, buttons)


Pair = tuple[int, int]


def titles_of(tournament: StoredTournament, home: Path) -> tuple[str, ...]:
    """Return the titles of the engines; numbers make equal titles distinct."""
    names = [engine_title(name, home, tournament.game) for name in tournament.plan.names]
    before = [names[:place].count(name) for place, name in enumerate(names)]
    return tuple(
        f"{name} {count + 1}" if names.count(name) > 1 else name
        for name, count in zip(names, before, strict=True)
    )


def row_of(progress: Progress, now: datetime.datetime, *, running: bool) -> TournamentRow:
    tournament, plan = progress.tournament, progress.tournament.plan
    state: State = "finished" if progress.finished else "running" if running else "paused"
    done = progress.finished
    note = time_title(tournament.updated, now)[0] if done else f"{progress.share:.0%}"
    return TournamentRow(
        tournament.number,
        tr("{number}. {game}").format(
            number=chips(tournament.number), game=table_words(tournament.game)
        ),
        _of(
            plan.seats,
            tr("{engines} engines, {hands} hands a pair"),
            tr("{engines} engines, {hands} hands a table"),
        ).format(engines=len(plan.engines), hands=chips(plan.hands)),
        state,
        note,
        progress.share,
    )


def room_scene(
    listed: Mapping[int, Progress],
    current: int,
    running: int,
    home: Path,
    now: datetime.datetime,
    *,
    finishing: bool = False,
    rate: float = 0.0,
) -> TournamentScene:
    """Build the content of the view.

    Args:
        current: number of the one shown.
        running: number of the one that is being played; 0 for none.
        rate: recent hands a second; 0 while unknown.
    """
    rows = tuple(row_of(one, now, running=number == running) for number, one in listed.items())
    progress = listed.get(current)
    if progress is None:
        return TournamentScene(rows)
    tournament = progress.tournament
    unit, titles = ResultUnit.of(tournament.game), titles_of(tournament, home)
    order = standing(tournament, progress.results)
    seats = tournament.plan.seats
    corner = _of(seats, tr("Row v. column"), tr("Row, column"))
    rating = tr("Rating, 95% interval; ratings sum to 0 and fit the table best")
    legend = _of(seats, rating, tr("Mean of its tables, 95% interval"))
    return TournamentScene(
        rows,
        current,
        tr("Tournament {number}: {game}, {kind}").format(
            number=chips(current), game=table_words(tournament.game), kind=_kind(tournament.plan)
        ),
        _note(tournament.plan).format(unit=unit.name),
        CrossScene(titles, _cells(progress, titles, unit, running == current), corner),
        _places(order, titles, unit, tournament.plan),
        _verdict(order, titles, progress),
        _progress(progress, rate if running == current else 0.0),
        "" if progress.finished else "pause" if running == current else "resume",
        finishing and running == current,
        () if running == current else _joining(tournament, home),
        legend,
    )


def _kind(plan: Plan) -> str:
    if plan.seats == 2:
        return tr("gauntlet") if plan.gauntlet else tr("round robin")
    words = tr("{count} tables of {seats}")
    if plan.drawn:
        words = tr("{count} drawn tables of {seats}")
    if plan.gauntlet:
        words = tr("gauntlet, {count} tables of {seats}")
    return words.format(count=chips(len(plan.tables)), seats=plan.seats)


def _note(plan: Plan) -> str:
    return _of(
        plan.seats,
        tr("{unit}, duplicate, 95% interval below; grey: it includes 0, or hands are missing"),
        tr("{unit} of the row at tables with the column; grey: includes 0, or hands are missing"),
    )


def _joining(tournament: StoredTournament, home: Path) -> tuple[Choice, ...]:
    if tournament.plan.drawn:
        return ()
    there = set(tournament.plan.names)
    return tuple(
        choice
        for choice in engine_choices(tournament.game, home)
        if choice.usable and choice.key not in there
    )


def _cells(
    progress: Progress, titles: tuple[str, ...], unit: ResultUnit, running: bool
) -> tuple[tuple[CrossCell | None, ...], ...]:
    table = cross_table(progress.tournament, progress.results)
    playing = [{*one} for one in progress.playing] if running else []
    seats = progress.tournament.plan.seats
    beside = _of(seats, tr("{first} v. {second}"), tr("{first} at tables with {second}"))
    return tuple(
        tuple(
            None
            if cell is None
            else _cell(
                cell,
                beside.format(first=titles[row], second=titles[column]),
                unit,
                playing=any({row, column} <= table for table in playing),
            )
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(table)
    )


def _cell(cell: Cell, pair: str, unit: ResultUnit, *, playing: bool) -> CrossCell:
    share = None if cell.done else cell.hands / cell.wanted
    hands = tr("{hands} of {wanted} hands").format(
        hands=chips(cell.hands), wanted=chips(cell.wanted)
    )
    if not cell.known:
        words = tr("playing") if playing or cell.hands else tr("queued")
        return CrossCell(
            "…",
            words,
            words,
            share=share,
            playing=playing,
            tip=labelled(pair, phrases((words, hands))),
        )
    mean, half = cell.interval.mean, cell.interval.half_width
    interval = _interval(unit, mean, half)
    tip = labelled(pair, phrases((f"{unit.text(mean)} {unit.name}", interval, hands)))
    brief = f"± {unit.half(half)}"
    if cell.lost:
        tip = sentences((tip, cell.reason))
        interval = brief = tr("engine failed") if cell.lost < 0 else tr("opponent failed")
    return CrossCell(
        unit.text(mean), interval, brief, cell.even, share, playing, bool(cell.lost), tip
    )


def _interval(unit: ResultUnit, mean: float, half: float) -> str:
    return tr("{low} to {high}").format(low=unit.text(mean - half), high=unit.text(mean + half))


def _places(
    order: tuple[Placed, ...], titles: tuple[str, ...], unit: ResultUnit, plan: Plan
) -> tuple[PlaceRow, ...]:
    whole = _of(plan.seats, tr("all {pairs} pairs complete"), tr("all {pairs} tables complete"))
    part = _of(plan.seats, tr("{done} of {pairs} pairs"), tr("{done} of {pairs} tables"))
    known = [one.rating for one in order if isfinite(one.rating.half_width)]
    reach = max((abs(one.mean) + one.half_width for one in known), default=0.0) or 1.0
    rows = []
    for one in order:
        place = str(one.best) if one.best == one.worst else f"{one.best}–{one.worst}"
        words = whole if one.done == one.tables else part
        done = words.format(done=one.done, pairs=one.tables)
        if one.failed:
            done = tr("{done}, failed in {failed}").format(done=done, failed=one.failed)
        mean, half = one.rating.mean, one.rating.half_width
        if not isfinite(half):
            rows.append(PlaceRow(one.engine, "", titles[one.engine], done=done))
            continue
        marks = ((mean - half) / reach, mean / reach, (mean + half) / reach)
        rows.append(
            PlaceRow(
                one.engine,
                place,
                titles[one.engine],
                unit.text(mean),
                _interval(unit, mean, half),
                done,
                *marks,
                bool(one.failed),
            )
        )
    return tuple(rows)


def _verdict(order: tuple[Placed, ...], titles: tuple[str, ...], progress: Progress) -> str:
    """Return the winner as far as intervals show; only valid at the end."""
    if not progress.finished:
        return tr("No verdict before all hands are played")
    leaders = [titles[one.engine] for one in order if one.best == 1]
    if len(leaders) == 1:
        return tr("{name} wins").format(name=leaders[0])
    if len(leaders) == 2:
        return tr("No clear winner: {first} or {second}").format(
            first=leaders[0], second=leaders[1]
        )
    return tr("No clear winner among the top {count} engines").format(count=len(leaders))


def _progress(progress: Progress, rate: float) -> ProgressScene:
    plan = progress.tournament.plan
    note = f"{progress.share:.0%}"
    if rate > 0:
        left = sum(map(progress.left, plan.tables)) / rate
        note = tr("{rate} hands/s, {left} left").format(rate=chips(round(rate)), left=_span(left))
    done = _of(plan.seats, tr("{done} of {pairs} pairs,"), tr("{done} of {pairs} tables,"))
    return ProgressScene(
        done.format(done=chips(progress.tables_done), pairs=chips(len(plan.tables))),
        chips(progress.hands),
        tr("of {hands} hands").format(hands=chips(len(plan.tables) * plan.hands)),
        progress.share,
        note,
    )


def _span(seconds: float) -> str:
    if seconds < 60:
        return tr("{count} s").format(count=max(1, round(seconds)))
    if seconds < 5400:
        return tr("{count} min").format(count=round(seconds / 60))
    return tr("{count} h").format(count=round(seconds / 3600))


def pair_scene(progress: Progress, pair: Pair, home: Path) -> PairScene:
    """Build the current pair, seen from the first of the two."""
    tournament = progress.tournament
    titles, unit = titles_of(tournament, home), ResultUnit.of(tournament.game)
    cell = cross_table(tournament, progress.results)[pair[0]][pair[1]]
    if cell is None:
        return PairScene()
    shown, seats = _cell(cell, "", unit, playing=False), tournament.plan.seats
    hands = _of(seats, tr("{hands} of {wanted} hands"), tr("{hands} hands"))
    parts = [hands.format(hands=chips(cell.hands), wanted=chips(cell.wanted))]
    if cell.known:
        words = tr("{mean} {unit}, {interval}")
        result = words.format(mean=shown.mean, unit=unit.name, interval=shown.interval)
        parts.insert(0, result)
    if cell.reason:
        parts.append(cell.reason)
    shared = [table for table in tournament.plan.tables if {*pair} <= {*table}]
    match = tournament.state(shared[0]).match if len(shared) == 1 else 0
    beside = _of(seats, tr("{first} v. {second}"), tr("{first} at {count} tables with {second}"))
    title = beside.format(first=titles[pair[0]], second=titles[pair[1]], count=chips(len(shared)))
    return PairScene(title, clauses(parts), match)
