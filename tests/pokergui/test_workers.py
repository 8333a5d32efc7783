"""Schedulers on a network need TLS or an explicit word: whoever reaches one can run code here."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from pokergui.workers import WorkersError, check_network, workers
from tests.pokergui.cli_runner import Cli

COMMANDS = (
    ("match", "kuhn", "call", "call"),
    ("tournament", "kuhn", "call", "call"),
    ("evaluate", "--match", "1", "--target", "call"),
    ("exploitability", "holdem-limit", "call"),
)


@pytest.mark.parametrize(
    ("address", "trusted"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("127.1.2.3:8786", True),
        ("localhost:1", True),
        ("tcp://[::1]:8786", True),
        ("tls://10.0.0.1:1", True),
        ("tcp://10.0.0.1:8786", False),
        ("10.0.0.1:8786", False),
        ("tcp://[fe80::1]:1", False),
        ("localhost.evil:1", False),
        ("ws://x:1", False),
        ("", False),
    ],
)
def test_this_machine_and_tls_are_trusted(address: str, trusted: bool) -> None:
    refusal = nullcontext() if trusted else pytest.raises(WorkersError, match="is on the network")
    with refusal:
        check_network(address)


@pytest.mark.slow
@pytest.mark.parametrize("args", COMMANDS)
def test_every_command_asks_for_the_word(cli: Cli, args: tuple[str, ...]) -> None:
    assert "--trust-network" in cli.refused(*args, "--scheduler", "tcp://192.0.2.1:8786")


@pytest.mark.slow
def test_the_word_is_enough(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokergui.workers.CONNECT_S", 0.01)
    said = cli.refused(*COMMANDS[0], "--trust-network", "--scheduler", "tcp://192.0.2.1:8786")
    assert "no scheduler answers" in said


@pytest.mark.slow
def test_tls_needs_certificates() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkersError, match="certificates"), workers("tls://192.0.2.1:1"):
        pass
