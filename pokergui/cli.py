"""The command line: every command by name, loaded when it is called.

A user error gives one line on stderr and exit status 2, never a traceback.
"""

from __future__ import annotations

import importlib
import inspect
import io
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from engine.errors import CancelledError, PokerError
from engine.sanitise import plain
from pokergui.language import command_text, tr_later, use_environment
from pokergui.language import tr_commands as tr

COMMANDS = {
    "games": tr_later("List the games."),
    "engines": tr_later("List the engines."),
    "match": tr_later("Play engines against each other."),
    "tournament": tr_later("Play a resumable tournament of engines."),
    "sit-and-go": tr_later("Play sit-and-go tournaments of engines."),
    "equity": tr_later("Compute the equity of hands or ranges."),
    "classes": tr_later("Show the made hands and draws of a range."),
    "strategy": tr_later("Show an engine's strategy for its whole range."),
    "aggregate": tr_later("Show an engine's aggregate strategy over many boards."),
    "compare": tr_later("Compare two strategies, and list deviations by EV loss."),
    "study": tr_later("Open the window with a decision in Study."),
    "solve": tr_later("Solve a small game."),
    "blueprint": tr_later("Train a blueprint of hold'em."),
    "train": tr_later("Train networks of any game by self-play."),
    "preflop": tr_later("Solve jam or fold before the flop, for chips or prizes."),
    "solve-spot": tr_later("Solve a flop, turn or river exactly, range against range."),
    "runouts": tr_later("Show a decision of a solved spot after each card that may come."),
    "blockers": tr_later("Show what each card changes at a decision of a solved spot."),
    "solve-flops": tr_later("Solve a spot on many flops, for aggregate reports."),
    "solve-hand": tr_later("Solve a hand from the flop on, and judge its decisions."),
    "exploit": tr_later(
        "Find strategies that exploit an opponent profile in a solved spot, and their risk."
    ),
    "exploitability": tr_later("Compute an engine's exploitability."),
    "evaluate": tr_later("Evaluate other engines off-policy on recorded hands."),
    "review": tr_later("Have an engine review your decisions, and separate luck from skill."),
    "drill": tr_later("Practise misplayed spots by spaced repetition."),
    "lab": tr_later("Step through regret matching and CFR."),
    "replay": tr_later("Replay recorded hands through the rulebook."),
    "tree": tr_later("Count the betting tree of a game."),
    "hands": tr_later("List, show, verify and back up the hands played."),
    "opponents": tr_later("Show and fit engines' opponent models."),
    "move-data": tr_later("Move the data folder to another place."),
    "bench": tr_later("Run the benchmarks (from a clone)."),
    "doctor": tr_later("Show versions, folders and problems."),
}
"""Name and summary of every command, which is ``command`` in its module of pokergui/commands."""

_FORMATS = "FORMATS"
"""Placeholder in help texts for the hand file formats."""
_NO_LOG = logging.NullHandler()
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells use it, and after SIGTERM."""


def _module(name: str) -> str:
    return f"pokergui.commands.{name.replace('-', '_')}"


@contextmanager
def worded(command: click.Command) -> Iterator[None]:
    """Translate the help of a command and its options within the block."""
    options = [one for one in command.params if isinstance(one, click.Option) and one.help]
    english = command.help, [option.help for option in options]
    command.help = command_text(help_text(command))
    if _FORMATS in command.help:
        from engine.records.formats import FORMATS  # needed only for help

        command.help = command.help.replace(_FORMATS, ", ".join(form.words for form in FORMATS))
    for option in options:
        option.help = command_text(option.help or "")
    try:
        yield
    finally:
        command.help, helps = english
        for option, text in zip(options, helps, strict=True):
            option.help = text


def help_text(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "")


class WordedCommand(click.Command):
    """A command with translated help."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with worded(self):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        with worded(self):
            return super().get_short_help_str(limit)


class NamingGroup(WordedCommand, click.Group):
    """A group that lists its commands after a wrong or missing one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments.

        Raises:
            click.UsageError: if there are none, though one is needed.
        """
        if not args and not self.invoke_without_command:
            names = ", ".join(self.list_commands(ctx))
            raise click.UsageError(
                tr("'{name}' needs one of {names}").format(name=self.name, names=names)
            )
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command.

        Raises:
            click.UsageError: naming the existing commands.
        """
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            raise click.UsageError(
                tr("there is no command '{name}'; choose one of {names}").format(
                    name=args[0][:60], names=", ".join(names)
                )
            )
        return super().resolve_command(ctx, args)


class LazyGroup(NamingGroup):
    """A group that imports a command's module lazily, to run it or to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(_module(cmd_name)).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section(tr("Commands")):
            formatter.write_dl(
                [(name, command_text(purpose)) for name, purpose in COMMANDS.items()]
            )


def set_home(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Put data, settings and logs under one folder from now on."""
    if value:
        os.environ["POKERGUI_HOME"] = value


home_option = click.option(
    "--home",
    metavar="DIR",
    expose_value=False,
    is_eager=True,
    callback=set_home,
    help="Keep data, settings and logs under this folder.",
)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@home_option
@click.version_option(package_name="pokergui", message="%(prog)s %(version)s")
@click.pass_context
def root(ctx: click.Context) -> None:
    """Play, watch and inspect poker engines. Without a command the window opens."""
    if ctx.invoked_subcommand is None:
        from pokergui.app import run  # Qt is loaded only for the window

        ctx.exit(run())
    # Warnings go to the window's log: those that concern a command are in its output.
    logging.getLogger().addHandler(_NO_LOG)


def fail(message: str) -> None:
    """Print an error in one line on stderr."""
    print(f"pokergui: {' '.join(plain(message).split())}", file=sys.stderr)


def main(args: Sequence[str] | None = None) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Names of files and players may have characters that the terminal's encoding lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    use_environment()
    try:
        status = root.main(
            None if args is None else list(args), prog_name="pokergui", standalone_mode=False
        )
        print(end="", flush=True)
    except click.exceptions.Exit as leaving:
        status = leaving.exit_code
    except click.ClickException as error:
        fail(error.format_message())
        status = 2
    except (click.Abort, KeyboardInterrupt, CancelledError):
        fail(tr("stopped"))
        status = INTERRUPTED
    except PokerError as error:
        fail(str(error))
        status = 2
    except MemoryError:
        fail(tr("there is not enough memory for this"))
        status = 2
    except BrokenPipeError:
        # Broken pipe: keep the interpreter from reporting it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = INTERRUPTED
    except OSError as error:
        what = error.strerror or str(error)
        fail(f"{error.filename}: {what}" if error.filename else what)
        status = 2
    sys.exit(status if isinstance(status, int) else 0)
