"""Commands of external engines, parsed from engine names."""

from __future__ import annotations

from ai.external.agent import python_command
from ai.external.program import PYTHON, words_of
from engine.errors import EngineError
from engine.named_file import path_after
from engine.wording import Wording

PROCESS = "process:"
"""Prefix of the command of a program that speaks the engine protocol."""


def unparsed(error: ValueError) -> Wording:
    """Return why a text cannot be split into command-line arguments."""
    if "quotation" in str(error):
        return Wording("no closing quotation")
    return Wording("no escaped character")


def command_of(name: str) -> tuple[str, ...]:
    """Return the program and arguments of an external engine.

    Raises:
        EngineError: if there is no such file, or no such command.
    """
    if name.startswith(PYTHON):
        path = path_after(PYTHON, name)
        if not path.is_file():
            raise EngineError("{name}: there is no such file", name=name)
        return python_command(path)
    try:
        command = tuple(words_of(name.removeprefix(PROCESS)))
    except ValueError as error:
        raise EngineError(
            "{name}: no command: {error}", name=name[:60], error=unparsed(error)
        ) from None
    if not command:
        raise EngineError(
            "{process}COMMAND names a program, as in '{process}./engine --fast'", process=PROCESS
        )
    return command
