"""The selected engine: description, settings, log, and questions about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.external.log import LogLine
from ai.external.program import LEAST_SECONDS, Added, Told
from ai.external.protocol import EngineOption
from engine.game import built_in_games
from pokergui.formatting.ladder import engine_choice
from pokergui.formatting.notices import capital
from pokergui.formatting.words import chips, game_words
from pokergui.language import name_text
from pokergui.language import tr_settings as tr
from pokergui.language.joins import enumerated, full_stop
from pokergui.pages.settings.viewmodel.engines import (
    EngineScene,
    FormScene,
    LogRow,
    LogScene,
    OptionScene,
)
from pokergui.pages.settings.work.engines import Found, Listed, Own
from pokergui.viewmodel import FieldScene, Notice, NoticeButton

REMOVE, KEEP = "remove", "keep"
"""Keys of the buttons that remove an engine, or do not."""
_MOST_LINES = 500
_SIGNS = {"": "day", ">": "in", "<": "out", "!": "stderr", "*": "event"}


def intro_scene(listed: Found) -> EngineScene:
    """Build the introduction before anything was added."""
    facts = (
        (tr("Add"), tr("Choose a program that speaks the engine protocol, or a Python file.")),
        (tr("Test"), tr("A hundred hands show whether it answers in time and follows the rules.")),
        (tr("Play"), tr("It then appears in the lists of Play, Watch and Study.")),
        (tr("Safe"), tr("It runs in its own process: a crash or a hang ends only its hand.")),
    )
    title = tr("Your own engines")
    return EngineScene(title, "" if listed.own else tr("None so far"), facts)


def listed_scene(one: Listed) -> EngineScene:
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
    one: Own,
    typed: Mapping[str, str],
    errors: Mapping[str, str],
    *,
    busy: str = "",
    testing: str = "",
) -> EngineScene:
    """Build an engine that the user added.

    Args:
        one: the engine.
        typed: invalid texts of fields, by key.
        errors: their errors, by key.
        busy: the work in progress on it.
        testing: name of the engine being tested; empty for none.
    """
    entry = one.entry
    problem_words = sentence_of(str(one.problem)) if one.problem else ""
    why_not = problem_words
    if testing:
        why_not = tr("{name} is being tested.").format(name=testing)
    problem = {} if "command" in errors else {"command": problem_words}
    return EngineScene(
        entry.name,
        _about(entry.told),
        form=_form(entry, typed, {**errors, **problem}),
        busy=busy,
        can_test=not (why_not or busy),
        why_not=why_not,
    )


def draft_scene(
    entry: Added, typed: Mapping[str, str], errors: Mapping[str, str], busy: str
) -> EngineScene:
    """Build an engine that is about to be added."""
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
) -> OptionScene:
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
    return OptionScene(
        one.name,
        capital(one.name.replace("_", " ").replace("-", " ")),
        kind,  # type: ignore[arg-type]
        FieldScene(text, hint, errors.get(option_key(one.name), "")),
        one.choices,
        tip.format(name=one.name, needs=one.needs, default=default),
    )


def option_key(name: str) -> str:
    """Return the key of an option's field among all fields of the form."""
    return f"option {name}"


def _number(bound: float) -> str:
    return chips(int(bound)) if bound == int(bound) else f"{bound:g}"


def sentence_of(problem: str) -> str:
    """Write a problem as a sentence of its own; empty for none."""
    return full_stop(capital(problem)) if problem else ""


def seconds_error() -> str:
    """Return why a time is not valid."""
    words = tr("A number of seconds: {least} to 3,600.")
    return words.format(least=f"{LEAST_SECONDS:g}")


def log_scene(lines: Sequence[LogLine], *, only_errors: bool) -> LogScene:
    """Build the end of a log."""
    errors = sum(line.is_error for line in lines)
    shown = [(at, line) for at, line in enumerate(lines) if line.is_error or not only_errors]
    rows = tuple(
        LogRow(
            at,
            line.time,
            "error" if line.is_error else _SIGNS[line.mark],  # type: ignore[arg-type]
            line.words,
        )
        for at, line in shown[-_MOST_LINES:]
    )
    note = ""
    if not rows:
        note = tr("No errors in the log.") if lines else tr("No messages yet.")
    return LogScene(rows, errors, only_errors, note)


def ask_remove(name: str) -> Notice:
    """Ask whether to remove an engine."""
    title = tr("Remove {name} from all lists?").format(name=name)
    text = tr("Its options, report and log are removed as well. The program itself stays on disk.")
    buttons = (NoticeButton(REMOVE, tr("Remove")), NoticeButton(KEEP, tr("Keep")))
    return Notice("warning", title, text, buttons)


def not_done(title: str, error: Exception) -> Notice:
    """Report that an operation failed."""
    buttons = (NoticeButton(KEEP, tr("OK")),)
    return Notice("error", title, sentence_of(str(error)), buttons, repr(error))


def not_understood(trouble: str) -> Notice:
    """Report that the list of added engines is damaged."""
    title = tr("Some of your engines cannot be read")
    text = tr("{reason} The file is not overwritten: repair it or move it away.")
    return Notice("error", title, text.format(reason=sentence_of(trouble)))
