"""Write docs/reference from the declarations: python -m scripts.reference.

Keys come from the pages of the window, commands from their help, games and formats from their
tables, strength from ``ai/strength/measured.json`` and the shipped strategies. A test compares.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from click import Argument, Command, Context, Group, Option

from ai.agents.sparring import NAME, RUNGS
from ai.networks.learners import LEARNERS
from ai.registry import engines, find_engine
from ai.strength.figures import GAMES, TABLE_GAMES, strength
from ai.strength.ladder import Rung, best_response, ladder, won_from_folders
from ai.strength.tables import LINE_UPS, MIXED, result_at
from engine.game import UNLIMITED, Game, built_in_games, get_game
from engine.records.formats import FORMATS
from pokergui.cli import COMMANDS, help_text, root
from pokergui.formatting.ladder import table_lbr
from scripts.catalogue import PAGES

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"
HEADS = ("Kuhn, mA", "Leduc, mA", "limit, mbb", "20 bb", "50 bb", "100 bb", "200 bb")
TABLE_HEADS = ("three, 100 bb", "three, 200 bb", "six, 20 bb", "six, 100 bb", "six, 200 bb")
"""Of the columns of strength: ``GAMES`` and ``TABLE_GAMES`` in short."""
_EVERYWHERE = ("home", "as_json", "help")
"""Options of all commands."""
_SETTINGS = {name for learner in LEARNERS for name in learner.settings}
_SHARED = 2
"""Options of as many commands are described once."""


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a Markdown table."""
    yield ""
    for line in (heads, ["---"] * len(heads), *rows):
        yield f"|{'|'.join(str(cell).replace('|', chr(92) + '|') for cell in line)}|"


def keys() -> Iterator[str]:
    """Yield the keys of every page, in the groups of the window's sheet of keys."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from pokergui.pages.play.views.page import PlayPage
    from pokergui.theme.look import apply_look
    from pokergui.viewmodel import SettingsScene
    from pokergui.widgets.page import KeyedPage
    from pokergui.window.keysheet import key_lines
    from pokergui.window.window import MainWindow

    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    apply_look(SettingsScene())
    window = MainWindow()
    yield from ("# Keys", "", "**F1** to **F7** and **Ctrl+,** go to the pages.")
    yield "**?** shows the keys of the page and of what is open on it; **Ctrl+K** finds an action."
    written: dict[str, str] = {}
    for name in PAGES:
        page = window.page(name)
        assert isinstance(page, KeyedPage)
        sections = {name.capitalize(): [page, *page.findChildren(KeyedPage)]}
        if isinstance(page, PlayPage):
            sections["Drills"] = [page.drills]
        for title, rooms in sections.items():
            yield from ("", f"## {title}", "")
            for head, *lines in key_lines([entry for room in rooms for entry in room.entries]):
                text = "; ".join(f"{_caps(line.keys)} {line.words}" for line in lines)
                same = written.setdefault(text, title)
                yield f"* {head.words}: {text if same == title else f'as in {same}'}"
    window.close()
    window.deleteLater()


def _caps(keys: Sequence[str]) -> str:
    """Return keys with the same action."""
    if set(keys) == {"Left", "Right", "Up", "Down"}:
        return "`Arrows`"
    return " ".join(f"`{key}`" for key in keys)


def commands() -> Iterator[str]:
    """Yield the purpose, arguments and options of every command; shared options once."""
    found = [(command, name, option_lines(command, name)) for command, name in all_commands()]
    filters = next(lines for _, name, lines in found if name == "hands list")
    settings = [
        line
        for _, name, lines in found
        for line in lines
        if name == "train" and _name(line)[2:].replace("-", "_") in _SETTINGS
    ]
    counts = Counter(line for _, _, lines in found for line in lines if line not in filters)
    often: dict[str, str] = {}  # names of two meanings stand for the more frequent one
    for line, count in counts.most_common():
        if count >= _SHARED:
            often.setdefault(_name(line), line)
    shared = list(often.values())
    yield from ("# Commands", "")
    yield "`pokergui` alone opens the window. Every command takes `--help`, `--home DIR` (a folder"
    yield "for data, settings and logs) and, if it prints figures, `--json` (one JSON object)."
    yield "`--help` says more; defaults are in brackets. Options of several commands:"
    yield from ("", *shared)
    yield from ("", "Filters of hands:", "", *filters)
    for command, name, lines in found:
        arguments = [param for param in command.params if isinstance(param, Argument)]
        words = [param.make_metavar(Context(command, info_name=name)) for param in arguments]
        yield from ("", f"## `{' '.join([name, *words])}`", "")
        purpose, _, _ = help_text(command).partition("\n\n")
        yield purpose.replace("FORMATS", "[formats](formats.md)")
        own = [line for line in lines if line not in (*shared, *filters, *settings)]
        if name == "train":
            brief = (f"`{_name(line)}` {line[line.rindex('[') :]}" for line in settings)
            own.append(f"* Settings of the networks (`--help` explains them): {', '.join(brief)}.")
        above = [f"`{_name(line)}`" for line in lines if line in shared]
        words = [*above, *["filters"] * (filters[0] in lines)]
        if words:
            own.append(f"* Also {', '.join(words)}.")
        if own:
            yield from ("", *own)


def all_commands() -> Iterator[tuple[Command, str]]:
    """Yield all commands and the commands of groups, with their names."""
    for name in COMMANDS:
        command = root.get_command(Context(root), name)
        assert command is not None
        yield command, name
        if isinstance(command, Group):
            for own in command.list_commands(Context(command)):
                found = command.get_command(Context(command), own)
                assert found is not None
                yield found, f"{name} {own}"


def option_lines(command: Command, name: str) -> list[str]:
    """Return the options of a command, each with its values, help and default."""
    context = Context(command, info_name=name)
    return [
        option_line(option, context)
        for option in command.params
        if isinstance(option, Option) and option.name not in _EVERYWHERE and not option.hidden
    ]


def _name(line: str) -> str:
    """Return the option's name of an ``option_line``."""
    return line.split("`")[1].split()[0]


def option_line(option: Option, context: Context) -> str:
    """Return an option as an item of a list; the limits of its number are left to errors."""
    names, _ = option.get_help_record(context) or ("", "")
    for long, short in (("INTEGER RANGE", "N"), ("FLOAT RANGE", "X")):
        names = names.replace(long, short)
    extra = option.get_help_extra(context)
    more = [extra[key] for key in ("default", "required") if key in extra]
    text = (option.help or "").replace("  [default: ", " [")
    return " ".join([f"* `{names}`", *text.split(), *([f"[{'; '.join(more)}]"] if more else [])])


def games() -> Iterator[str]:
    """Yield the built-in games."""
    playing = {
        game.name: dict.fromkeys(engine.name for engine in engines(game))
        for game in built_in_games()
    }
    everywhere = [name for name in playing["kuhn"] if all(name in one for one in playing.values())]
    yield from ("# Games", "", "A depth in big blinds may follow a name: `holdem-nolimit@100`.")
    yield f"All are played by {', '.join(f'`{name}`' for name in everywhere)}."
    heads = ("name", "game", "players", "betting", "blinds or antes", "stacks", "more engines")
    fitting = (
        [name for name in playing[game.name] if name not in everywhere] for game in built_in_games()
    )
    yield from table(heads, map(game_row, built_in_games(), fitting))


def game_row(game: Game, fitting: Iterable[str]) -> tuple[object, ...]:
    """Return what a game is played with, and by which engines."""
    stack = game.stacks[0]
    return (
        f"`{game.name}`",
        game.title,
        game.num_players,
        game.betting,
        " ".join(map(str, game.blinds)),
        "no limit" if stack == UNLIMITED else f"{stack:,}",
        " ".join(f"`{name}`" for name in fitting),
    )


def formats() -> Iterator[str]:
    """Yield the formats of hands."""
    yield from ("# Formats of hands", "")
    yield "Hands of a file that cannot be read are listed; the others are imported. A file may mix"
    yield "texts of several sites, which are known by the first lines of hands, not by the suffix."
    yield "Other games (Omaha, short deck, limit hold'em in texts of sites) are passed over."
    yield "[How hands are read](../internals/records.md), and the share that is."
    heads = ("name", "format", "suffixes", "holds", "hands of one file", "`--format`")
    yield from table(
        heads,
        (
            (
                f"`{one.name}`",
                one.title,
                " ".join(f"`{suffix}`" for suffix in one.suffixes),
                one.holds,
                "of one game" if one.one_game else "of any games",
                "read and written" if one.write else "read",
            )
            for one in FORMATS
        ),
    )


def result(rung: Rung, game: Game) -> str:
    """Return what an engine wins from the reference."""
    del game
    if rung.is_reference:
        return "reference"
    assert rung.figures is not None and rung.figures.mbb is not None
    if rung.figures.ci95 is None:
        return f"{rung.figures.mbb:,.1f}"
    return f"{rung.figures.mbb:,.0f} ± {rung.figures.ci95:,.0f}"


def lost(rung: Rung, game: Game) -> str:
    """Return what a (local) best response wins from an engine; bold if more than by folding."""
    found = best_response(rung.figures, game)
    if found is None:
        return ""
    text = f"{found[0]:,.0f} ± {found[1]:,.0f}" if found[1] else f"{found[0]:,.1f}"
    return f"**{text}**" if rung.worse_than_folding else text


def at_table(line_up: str) -> Callable[[Rung, Game], str]:
    """Return what gives an engine's result against a line-up, in big blinds per 100 hands."""

    def cell(rung: Rung, game: Game) -> str:
        del game
        found = result_at(rung.figures, line_up)
        if found is None:
            return ""
        return "0" if found.ci95 is None else f"{found.mbb / 10:,.0f} ± {found.ci95 / 10:,.0f}"

    return cell


def alone(rung: Rung, game: Game) -> str:
    """Return what local best response wins in one seat, in big blinds per 100 hands."""
    del game
    return table_lbr(rung.figures).lstrip("+")


def strengths(
    cell: Callable[[Rung, Game], str],
    names: Sequence[str] = GAMES,
    heads: Sequence[str] = HEADS,
) -> Iterator[str]:
    """Yield a row for each engine, a column for each game."""
    games = [get_game(name) for name in names]
    columns = [{rung.engine.name: rung for rung in ladder(game)} for game in games]
    rows = []
    for name in sorted(set().union(*columns), key=lambda name: (name != "cfr", name)):
        cells = [
            "" if rung is None or rung.figures is None else cell(rung, game)
            for rung, game in zip((column.get(name) for column in columns), games, strict=True)
        ]
        if any(cells):  # engines that learn have no figures
            rows.append((f"`{name}`", *cells))
    yield from table(("engine", *heads), rows)


def partners() -> Iterator[str]:
    """Yield a row for each sparring partner: what it wins from the reference."""
    rows = []
    for rung, calls in enumerate(RUNGS, 1):
        engine, cells = find_engine(f"{NAME}:{rung}"), []
        assert engine is not None
        for game in map(get_game, GAMES):
            found = strength(engine, game)
            assert found is not None and found.mbb is not None
            wide = "" if found.ci95 is None else f" ± {found.ci95 / 10:.1f}"
            cells.append(f"{found.mbb / 10:+.1f}{wide}")
        rows.append((f"`{engine.name}`", f"{calls:.0%}", *cells))
    yield from table(("partner", "calls in", *(head.partition(",")[0] for head in HEADS)), rows)


def all_engines() -> Iterator[str]:
    """Yield how strong the engines are."""
    yield from ("# Engines", "")
    yield "How they play: [choosing an engine](../guide/engines.md)."
    yield from ("", "## Results against the reference", "")
    yield "The reference is the equilibrium of Kuhn and Leduc and the blueprint in hold'em. Exact"
    yield "in Kuhn and Leduc; in hold'em from duplicate deals, with 95% intervals and, for engines"
    yield "that resolve or search, AIVAT. In thousandths of an ante (mA) or big blind (mbb) a hand."
    yield from strengths(result)
    yield from ("", "## What a best response wins", "")
    yield "Exact in Kuhn and Leduc; in hold'em local best response (menu fcpa, all rounds), a lower"
    yield "bound, of blueprints as trained. Bold: more than always folding loses."
    yield from strengths(lost)
    yield from ("", "## Three and six players", "")
    yield "Results in big blinds per 100 hands, with 95% intervals: each deal is played from all"
    yield "positions, and AIVAT removes the engine's own luck. `python -m scripts.measure_engines`"
    yield "measures them."
    for line_up, listed in LINE_UPS.items():
        words = f"With `{line_up}` in all other seats:"
        if line_up == MIXED:
            words = f"At a mixed table, of {' '.join(f'`{one}`' for one in listed)} (with three"
            words += " players the first two):"
        yield from ("", words)
        yield from strengths(at_table(line_up), TABLE_GAMES, TABLE_HEADS)
    three, six = (won_from_folders(get_game(TABLE_GAMES[at])) / 10 for at in (0, -1))
    yield from (
        "",
        "What local best response wins in one seat, if all others play the engine; if they",
    )
    yield f"always fold, it wins {three:.0f} at tables of three and {six:.0f} at tables of six:"
    yield from strengths(alone, TABLE_GAMES, TABLE_HEADS)
    yield from ("", "## Sparring partners", "")
    yield "They play the reference, but check or call blindly in part of their decisions. Results"
    yield "against the reference, in big blinds (antes) per 100 hands."
    yield from partners()


REFERENCE: dict[str, Callable[[], Iterator[str]]] = {
    "keys.md": keys,
    "commands.md": commands,
    "engines.md": all_engines,
    "games.md": games,
    "formats.md": formats,
}
"""The files and what writes them."""

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, lines in REFERENCE.items():
        (FOLDER / file).write_text("\n".join(lines()) + "\n", "utf-8")
