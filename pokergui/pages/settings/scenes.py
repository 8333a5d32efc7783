"""Engines and backups: the lists, the selected engine, and questions about them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ai.external.program import LEAST_SECONDS, Added, Told
from ai.external.protocol import EngineOption
from ai.external.report import Report
from ai.external.testing import HANDS, usual_game
from ai.solver.memory import size_text
from engine.cards import RANKS
from engine.game import Game, built_in_games, get_game
from pokergui.formatting.choices import DEPTHS, table_games, table_words
from pokergui.formatting.ladder import engine_choice, engine_note
from pokergui.formatting.notices import DISMISS, capital, sentence
from pokergui.formatting.numbers import day_text, shares_by_card, time_title, took
from pokergui.formatting.words import NOTHING, chips, game_words, hands_text
from pokergui.language import name_text
from pokergui.language import tr_settings as tr
from pokergui.language.joins import enumerated, full_stop, phrases
from pokergui.localtime import LOCAL
from pokergui.pages.settings.viewmodel import (
    BackupRow,
    BackupsScene,
    EngineListScene,
    EngineOptionScene,
    EngineRow,
    EngineScene,
    FormScene,
    Mood,
    ReportRow,
    ReportScene,
)
from pokergui.pages.settings.work import KnownEngines, ListedEngine, OwnEngine
from pokergui.store import Backup
from pokergui.units import unit_of
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, Notice, NoticeButton, ProgressScene

REMOVE, KEEP = "remove", "keep"
"""Keys of the buttons that remove an engine, or do not."""


def intro_scene(listed: KnownEngines) -> EngineScene:
    facts = (
        (tr("Add"), tr("Choose a program that speaks the engine protocol, or a Python file.")),
        (tr("Test"), tr("A hundred hands show whether it answers in time and follows the rules.")),
        (tr("Play"), tr("It then appears in the lists of Play, Watch and Study.")),
        (tr("Safe"), tr("It runs in its own process: a crash or a hang ends only its hand.")),
    )
    title = tr("Your own engines")
    return EngineScene(title, "" if listed.own else tr("None so far"), facts)


def listed_scene(one: ListedEngine) -> EngineScene:
    """Build an engine that comes with the program or was trained here: nothing can be set."""
    engine = one.engine
    facts = [
        (tr("Playing style"), name_text(str(engine.character))),
        (tr("Games"), capital(str(engine.needs))),
    ]
    if one.rung is not None and one.game is not None:
        choice = engine_choice(one.rung, one.game)
        facts += [(tr("Strength"), line) for line in choice.detail.split("\n")[:-1] if line]
    facts.append((tr("Command line"), engine.name))
    if engine.path is not None:
        facts.append((tr("File"), str(engine.path)))
    what = tr("Comes with the program") if engine.path is None else tr("Trained here")
    return EngineScene(name_text(engine.title), what, tuple(_once(facts)))


def _once(facts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return facts in which a repeated name is written only over its first line."""
    names = [name for name, _ in facts]
    return [("" if name in names[:at] else name, words) for at, (name, words) in enumerate(facts)]


def own_scene(
    one: OwnEngine,
    typed: Mapping[str, str],
    errors: Mapping[str, str],
    *,
    busy: str = "",
    testing: str = "",
    log: str = "",
) -> EngineScene:
    """Build an engine that the user added.

    Args:
        typed: invalid texts of fields, by key.
        errors: their errors, by key.
        busy: the work in progress on it.
        testing: name of the engine being tested; empty for none.
    """
    entry = one.entry
    problem = sentence_of(str(one.problem)) if one.problem else ""
    why_not = tr("{name} is being tested.").format(name=testing) if testing else problem
    return EngineScene(
        entry.name,
        _about(entry.told),
        form=_form(entry, typed, {"command": problem, **errors}),
        busy=busy,
        can_test=not (why_not or busy),
        why_not=why_not,
        log=log,
    )


def draft_scene(
    entry: Added, typed: Mapping[str, str], errors: Mapping[str, str], busy: str
) -> EngineScene:
    what = tr("A program that speaks the engine protocol, or a Python file with one class")
    form = _form(entry, typed, errors)
    return EngineScene(tr("New engine"), what, form=form, draft=True, busy=busy)


def _about(told: Told | None) -> str:
    if told is None:
        return tr("Your own program")
    name = told.hello.title
    listed = built_in_games()
    if all(game.name in told.games for game in listed):
        return tr("{name}; plays all games").format(name=name)
    games = enumerated(game_words(game) for game in listed if game.name in told.games)
    return tr("{name}; plays {games}").format(name=name, games=games)


def _form(entry: Added, typed: Mapping[str, str], errors: Mapping[str, str]) -> FormScene:
    def field(key: str, text: str, hint: str = "") -> FieldScene:
        return FieldScene(typed.get(key, text), hint, errors.get(key, ""))

    listed = () if entry.told is None else entry.told.hello.options
    values = dict(entry.options)
    options = tuple(_option(one, values.get(one.name), typed, errors) for one in listed)
    return FormScene(
        field("name", entry.name),
        field("command", entry.command),
        field("seconds", f"{entry.seconds:g}", tr("seconds; late answers become a check or fold")),
        options,
        tr("from the engine, {count}").format(count=len(options)),
        bool(values),
    )


def _option(
    one: EngineOption, value: str | None, typed: Mapping[str, str], errors: Mapping[str, str]
) -> EngineOptionScene:
    text = typed.get(option_key(one.name), one.default if value is None else value)
    kind = {"bool": "switch", "choice": "choice"}.get(one.kind, "text")
    least, most = one.least, one.most
    hint = ""
    if least is not None and most is not None:
        hint = tr("{least} to {most}").format(least=_number(least), most=_number(most))
    elif least is not None:
        hint = tr("at least {least}").format(least=_number(least))
    elif most is not None:
        hint = tr("at most {most}").format(most=_number(most))
    tip = tr("{name}: {needs}; by default {default}")
    default = one.default or tr("empty")
    return EngineOptionScene(
        one.name,
        capital(one.name.replace("_", " ").replace("-", " ")),
        kind,  # type: ignore[arg-type]
        FieldScene(text, hint, errors.get(option_key(one.name), "")),
        one.choices,
        tip.format(name=one.name, needs=one.needs, default=default),
    )


def option_key(name: str) -> str:
    return f"option {name}"


def _number(bound: float) -> str:
    return chips(int(bound)) if bound == int(bound) else f"{bound:g}"


def sentence_of(problem: str) -> str:
    return full_stop(capital(problem)) if problem else ""


def seconds_error() -> str:
    words = tr("A number of seconds: {least} to 3,600.")
    return words.format(least=f"{LEAST_SECONDS:g}")


def ask_remove(name: str) -> Notice:
    title = tr("Remove {name} from all lists?").format(name=name)
    text = tr("Its options, report and log are removed as well. The program itself stays on disk.")
    buttons = (NoticeButton(REMOVE, tr("Remove")), NoticeButton(KEEP, tr("Keep")))
    return Notice("warning", title, text, buttons)


def not_done(title: str, error: Exception) -> Notice:
    buttons = (NoticeButton(KEEP, tr("OK")),)
    return Notice("error", title, sentence_of(str(error)), buttons, repr(error))


def not_understood(trouble: str) -> Notice:
    title = tr("Some of your engines cannot be read")
    text = tr("{reason} The file is not overwritten: repair it or move it away.")
    return Notice("error", title, text.format(reason=sentence_of(trouble)))


def list_scene(
    listed: KnownEngines, front: str, testing: str, now: datetime.datetime
) -> EngineListScene:
    """Build the list of all engines in groups; ``testing`` is the name of one, empty for none."""
    groups: tuple[tuple[str, list[EngineRow]], ...] = (
        (tr("Built in"), [_listed(one) for one in listed.built_in]),
        (tr("Trained here"), [_listed(one) for one in listed.trained]),
        (tr("Added by you"), [_own(one, testing, now) for one in listed.own]),
    )
    rows = []
    for heading, group in groups:
        for at, row in enumerate(group):
            rows.append(replace(row, heading="" if at else heading, front=row.key == front))
    return EngineListScene(tuple(rows), _foot(listed))


def _foot(listed: KnownEngines) -> str:
    if not listed.rival:
        return ""
    words = tr("Strength in {game}: {unit}/hand v. {engine}, 95% intervals")
    return words.format(
        game=table_words(listed.game), unit=unit_of(listed.game), engine=name_text(listed.rival)
    )


def _listed(one: ListedEngine) -> EngineRow:
    engine = one.engine
    detail = engine_note(engine) if engine.game is None else table_words(engine.game)
    if one.game is None or one.rung is None:
        needs = str(engine.needs)
        return EngineRow(one.key, name_text(engine.title), detail, NOTHING, "quiet", needs)
    choice = engine_choice(one.rung, one.game)
    known = one.rung.measured and not one.rung.is_reference
    state = choice.value or choice.second
    if engine.game is not None and choice.second:
        state = choice.second
    return EngineRow(
        one.key,
        name_text(engine.title),
        detail,
        state,
        "plain" if known else "quiet",
        choice.detail,
    )


def _own(one: OwnEngine, testing: str, now: datetime.datetime) -> EngineRow:
    entry = one.entry
    state, mood = tested(entry.report, now)
    if one.problem:
        state, mood = tr("not usable"), "bad"
    if entry.name == testing:
        state, mood = tr("testing"), "busy"
    problem = str(one.problem) if one.problem else ""
    detail = problem or tr("never started")
    if entry.told is not None and not problem:
        has_ranges = entry.told.hello.has_ranges
        detail = tr("gives ranges") if has_ranges else tr("gives actions only")
    return EngineRow(one.key, entry.name, detail, state, mood, problem)


def tested(report: Report | None, now: datetime.datetime) -> tuple[str, Mood]:
    if report is None:
        return tr("not tested"), "quiet"
    if report.failed:
        return tr("failed its test"), "bad"
    if day(report, now) == now.date():
        return tr("tested today"), "good"
    return tr("tested {date}").format(date=day_text(moment(report))), "plain"


def moment(report: Report) -> datetime.datetime:
    return datetime.datetime.fromisoformat(report.ended).astimezone(LOCAL)


def day(report: Report, now: datetime.datetime) -> datetime.date:
    return moment(report).astimezone(now.tzinfo).date()


_MOST = 3
"""Maximum number of reasons that are shown; the log has all."""


def report_scene(entry: Added, now: datetime.datetime, game: str) -> ReportScene:
    """Build the last test of an engine, or that there was none; ``game`` is the next test's."""
    listed = tuple(Choice(one.name, table_words(one)) for one in test_games(entry))
    games = ChoiceList(tr("Game of the test"), listed, game)
    return replace(_last_test(entry, now), games=games)


def test_games(entry: Added) -> list[Game]:
    taken = [game for game in table_games() if entry.takes(game)]
    return [
        get_game(f"{game.name}@{depth}") if depth else game
        for game in taken
        for depth in (DEPTHS if game.has_stacks else (0,))
    ]


def first_game(entry: Added) -> str:
    """Return the name of the game that a test begins with: that of the last test."""
    names = [game.name for game in test_games(entry)]
    tested = "" if entry.report is None else entry.report.game
    return tested if tested in names else usual_game(entry.told).name


def _last_test(entry: Added, now: datetime.datetime) -> ReportScene:
    report = entry.report
    if report is None:
        note = tr(
            "A test plays a hundred hands, counts late and illegal answers, and repeats every"
            " question to see whether the same seed gives the same play."
        )
        return ReportScene("", tr("Not tested yet"), note)
    when = phrases(
        (
            hands_text(report.hands),
            table_words(get_game(report.game)),
            time_title(report.ended, now)[0],
            took(report.seconds),
        )
    )
    reasons = "\n".join(full_stop(capital(reason)) for reason in report.reasons[:_MOST])
    title, mood = _verdict(report)
    return ReportScene(when, title, reasons, mood, tuple(_rows(report)))


def running_scene(share: float, words: str) -> ReportScene:
    progress = ProgressScene("", words or tr("Starting"), "", share, f"{share:.0%}")
    return ReportScene("", tr("Testing"), running=progress)


def _verdict(report: Report) -> tuple[str, Mood]:
    if not report.engine:
        return tr("Does not start"), "bad"
    if report.failed:
        return tr("Not ready to play"), "bad"
    if report.remarks:
        one, two = tr("Ready to play, one remark"), tr("Ready to play, two remarks")
        return one if report.remarks == 1 else two, "remark"
    return tr("Ready to play"), "good"


def _rows(report: Report) -> list[ReportRow]:
    if not report.engine:
        return []
    asked = chips(report.decisions)
    share = report.answered / max(1, report.decisions)
    slowest = tr("{count} of {all} decisions, slowest {time}").format(
        count=chips(report.answered), all=asked, time=took(report.slowest)
    )
    return [
        ReportRow(
            "start",
            "good",
            tr("Starts and gives its name"),
            report.engine,
            took(report.start_seconds),
        ),
        ReportRow(
            "time",
            _mood(report.late + report.broken),
            tr("Answers in time"),
            slowest,
            f"{share:.0%}" if share in (0.0, 1.0) else f"{share:.1%}",
        ),
        ReportRow(
            "legal",
            _mood(report.illegal),
            tr("Illegal actions"),
            tr("every answer follows the rules")
            if not report.illegal
            else tr("each ends its hand with a check or fold"),
            chips(report.illegal),
        ),
        _ranges(report),
        _seed(report),
        _restart(report),
        *([_cards(report)] if report.raises else []),
    ]


def _cards(report: Report) -> ReportRow:
    """Return the raises with each card in display notation, which differs from the protocol's."""
    sent = RANKS[-len(report.raises) :]
    shown = "".join(rank for rank, _, _ in report.raises)
    note = tr("{shown} is sent as {sent}").format(shown=" ".join(shown), sent=" ".join(sent))
    return ReportRow("cards", "quiet", tr("Raises by card"), note, shares_by_card(report.raises))


def _restart(report: Report) -> ReportRow:
    title = tr("Survives a restart")
    if report.restarted:
        note = tr("stopped and started at hand {number}").format(number=HANDS // 2)
        return ReportRow("restart", "good", title, note, tr("yes"))
    if report.hands < HANDS // 2:
        return ReportRow("restart", "quiet", title, tr("not reached by the test"), NOTHING)
    return ReportRow("restart", "bad", title, tr("it did not start again"), tr("no"))


def _mood(count: int) -> Mood:
    return "bad" if count else "good"


def _ranges(report: Report) -> ReportRow:
    title = tr("Ranges")
    if not report.has_ranges:
        return ReportRow("ranges", "quiet", title, tr("it gives actions only"), tr("no"))
    if report.rangeless:
        note = tr("none at {count} of {all} decisions, which ended the hand")
        note = note.format(count=chips(report.rangeless), all=chips(report.decisions))
        return ReportRow("ranges", "bad", title, note, tr("no"))
    note = tr("given at {count} of {all} decisions, sum to 1")
    note = note.format(count=chips(report.ranges), all=chips(report.decisions))
    whole = report.ranges == report.decisions
    return ReportRow(
        "ranges", "good" if whole else "remark", title, note, tr("yes") if whole else tr("no")
    )


def _seed(report: Report) -> ReportRow:
    title = tr("Same seed, same play")
    if report.hands < HANDS:
        return ReportRow("seed", "quiet", title, tr("not reached by the test"), NOTHING)
    note = tr("the same at {count} decisions").format(count=chips(report.decisions))
    if report.differs:
        note = tr("differs at {count} of {all} decisions")
        note = note.format(count=chips(report.differs), all=chips(report.decisions))
    return ReportRow(
        "seed",
        "remark" if report.differs else "good",
        title,
        note,
        tr("no") if report.differs else tr("yes"),
    )


RESTORE = "restore"
"""Key of the button that restores the chosen backup."""
MOVE, MOVE_ALL = "move", "move-all"
"""Keys of the buttons that move the data; the second removes the old files, too."""
SALVAGE = "salvage"
"""Key of the button that makes a sound backup of a damaged one."""
STOP = "stop"


def backups_scene(
    backups: Sequence[Backup], chosen: str, now: datetime.datetime, *, busy: bool, stays: str
) -> BackupsScene:
    return BackupsScene(tuple(_row(one, now) for one in backups), chosen, busy, stays)


def _row(one: Backup, now: datetime.datetime) -> BackupRow:
    time, full = time_title(one.time, now)
    readable = one.hands >= 0
    return BackupRow(
        one.path.name,
        time,
        phrases((full, str(one.path))),
        f"{one.hands:,}" if readable else tr("damaged"),
        f"{one.matches:,}" if readable else "",
        size_text(one.size),
    )


def made_notice(one: Backup) -> Notice:
    title = tr("{hands} backed up").format(hands=hands_text(one.hands))
    return Notice("plain", title, str(one.path), (_close(),))


def failed_notice(title: str, error: Exception) -> Notice:
    return Notice("error", title, sentence(error), (_close(),))


def damaged_notice(reason: str) -> Notice:
    """Report that a backup is damaged; its sound part can be taken."""
    text = tr("{reason}. Its intact part can become a new backup.")
    buttons = (NoticeButton(SALVAGE, tr("Salvage")), _cancel())
    title = tr("This backup is damaged")
    return Notice("warning", title, text.format(reason=capital(reason)), buttons)


def restore_notice(one: Backup, present: int, now: datetime.datetime) -> Notice:
    _, full = time_title(one.time, now)
    title = tr("Restore the backup of {time} with {hands}?").format(
        time=full, hands=hands_text(one.hands)
    )
    text = tr(
        "The window restarts. The current {hands} stay in a file beside the database."
    ).format(hands=hands_text(present))
    buttons = (NoticeButton(RESTORE, tr("Restore")), _cancel())
    return Notice("warning", title, text, buttons)


def move_notice(target: Path, source: Path, files: int, size: int) -> Notice:
    title = tr("Move the data to {folder}?").format(folder=target)
    text = tr(
        "{files} files, {size}. The window restarts. The old folder {old} stays"
        " unless its files are removed."
    ).format(files=f"{files:,}", size=size_text(size), old=source)
    buttons = (
        NoticeButton(MOVE, tr("Move")),
        NoticeButton(MOVE_ALL, tr("Move and remove the old files")),
        _cancel(),
    )
    return Notice("warning", title, text, buttons)


def running_notice(title: str, fraction: float) -> Notice:
    return Notice("running", title, "", (NoticeButton(STOP, tr("Stop")),), progress=fraction)


def _close() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Close"))


def _cancel() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Cancel"))
