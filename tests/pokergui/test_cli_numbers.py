"""No option of any command takes NaN, which lies in every range, or infinity for a number."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.types import FloatParamType

from pokergui.cli import COMMANDS, root
from pokergui.commands.common import Number
from tests.pokergui.cli_runner import Cli


def numbers(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, str, Number]]:
    """Yield the options and arguments of a command and its commands that take fractions."""
    for one in command.params:
        if isinstance(one.type, FloatParamType):
            assert isinstance(one.type, Number), (path, one.name)
            yield " ".join(path), str(one.name), one.type
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from numbers(inner, (*path, name))


def every() -> list[tuple[str, str, Number]]:
    ctx = click.Context(root)
    commands = ((name, root.get_command(ctx, name)) for name in COMMANDS)
    return [
        found
        for name, command in commands
        if command is not None
        for found in numbers(command, (name,))
    ]


def test_every_option_for_a_fraction_refuses_what_is_not_finite() -> None:
    found = every()
    assert {("match", "clock"), ("engines add", "seconds"), ("train", "value_rate")} <= {
        (command, option) for command, option, _ in found
    }
    for command, option, kind in found:
        for text in ("nan", "-nan", "inf", "-inf", "infinity", "1e999", "NaN"):
            with pytest.raises(click.BadParameter):
                raise AssertionError((command, option, text, kind.convert(text, None, None)))


def test_the_sentence_names_option_and_text(cli: Cli) -> None:
    said = cli.refused("match", "kuhn", "call", "call", "--clock", "nan")
    assert said == "pokergui: Invalid value for '--clock': nan is not a number\n"


def test_help_shows_no_range_where_there_is_none(cli: Cli) -> None:
    _, said, _ = cli.run("review", "--help")
    assert "[default: 3.5]" in said
    assert "None" not in said
