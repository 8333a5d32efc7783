"""Host of Python engines that speaks the engine protocol: ``python -m ai.external.host PATH``.

Output of the file goes to stderr, so that stdout has only the protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ai.external.plugin import Plugin, one_line
from ai.external.protocol import END_OF_GAME, parse_go, parse_position, parse_result, plain
from ai.external.rows import strategy_lines
from engine.errors import PokerError
from engine.game import Game
from engine.lines import action_text
from engine.player import SeatView


class Host:
    """Answers protocol commands for one Python file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._plugin: Plugin | None = None
        self._options: dict[str, str] = {}
        self._game: Game | None = None
        self._view: SeatView | None = None

    def answer(self, line: str, lines: Iterator[str]) -> list[str]:
        """Return the answer to a command.

        Args:
            lines: the following lines; a game's definition takes some of them.

        Raises:
            ValueError: with the words of an ``error``.
        """
        word, _, rest = line.partition(" ")
        if word == "hello":
            self._plugin = Plugin(self._path)
            return [*self._plugin.hello.lines(), "ready"]
        if self._plugin is None:
            raise ValueError("hello comes first")
        if word == "set":
            name, _, value = rest.partition(" ")
            self._options[name] = value
        elif word == "game":
            definition = [*_until(lines, END_OF_GAME), END_OF_GAME]
            self._game = Game.from_acpc("\n".join(definition), rest)
            self._plugin.build(self._game, self._options)
            return ["ready"]
        elif self._game is None:
            raise ValueError(f"no game before {word[:20]!r}")
        elif word == "position":
            self._view = parse_position(self._game, rest)
        elif word == "result":
            self._plugin.observe(parse_result(self._game, rest))
        elif self._view is None:
            raise ValueError(f"no position before {word[:20]!r}")
        elif word == "go":
            spot = self._view.spot
            seed = int(parse_go(rest)["seed"])
            action = self._plugin.act(self._view, np.random.default_rng(seed))
            return [f"act {action_text(spot, action)}"]
        elif word == "range":
            return list(strategy_lines(self._view.spot, self._plugin.strategy(self._view.spot)))
        return []


def _until(lines: Iterator[str], last: str) -> Iterator[str]:
    for line in lines:
        if line.strip().upper() == last:
            return
        yield line


def _serve(path: Path, come: BinaryIO, out: BinaryIO) -> None:
    host = Host(path)
    lines = (line.decode("utf-8", "replace").rstrip("\r\n") for line in come)
    for line in lines:
        if line == "quit":
            return
        try:
            answer = host.answer(line, lines)
        except (ValueError, PokerError) as error:
            answer = [f"error {plain(str(error))}"]
        except BaseException as error:  # untrusted code may raise anything
            answer = [f"error {one_line(error)}"]
        if answer:
            out.write("".join(f"{said}\n" for said in answer).encode())
            out.flush()


def main() -> None:
    """Serve the file that the command line names, until ``quit`` or the end of stdin."""
    come, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # the file must not read protocol input
    os.dup2(2, 1)  # output of the file or its libraries must not mix with its lines
    sys.stdout = sys.stderr
    _serve(Path(sys.argv[1]), come, out)
    os._exit(0)  # even if threads are left


if __name__ == "__main__":
    main()
