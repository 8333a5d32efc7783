"""Rules by which ``match`` stops."""

from __future__ import annotations

import pytest

from engine.stopping import LEAST_UNITS
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on

LEDUC = ("match", "leduc", "cfr", "random", "--duplicate", "--hands", "100000")


def test_a_sequence_stops_once_it_leaves_out_0(cli: Cli) -> None:
    found = cli.json(*LEDUC, "--stop", "sequence")
    stop = found["stop"]
    assert (stop["rule"], stop["decided"]) == ("sequence", "better")
    assert 2 * LEAST_UNITS <= stop["stopped_at"] == found["hands"] < 200_000
    low, high = stop["interval_mbb"]
    assert 0 < low < found["mean_mbb"] < high
    assert high - low > 2 * found["ci95_mbb"]
    status, out, _ = cli.run(*LEDUC, "--stop", "sequence")
    assert status == 0
    assert "watched +- " in out and "it wins" in out


def test_a_test_of_two_hypotheses_accepts_one(cli: Cli) -> None:
    args = ("--stop", "sprt", "--null", "-500", "--alternative", "500")
    stop = cli.json(*LEDUC, *args)["stop"]
    assert (stop["decided"], stop["null"], stop["alternative"]) == ("alternative", -500, 500)
    assert stop["log_ratio"] > 2.9
    assert "accepts 500" in cli.run(*LEDUC, *args)[1]


def test_what_does_not_decide_is_played_to_its_end(cli: Cli) -> None:
    args = ("match", "leduc", "cfr", "cfr", "--hands", "300")
    found = cli.json(*args, "--stop", "sequence")
    assert (found["hands"], found["stop"]["decided"]) == (300, None)
    assert "no winner yet" in cli.run(*args, "--stop", "sequence")[1]
    assert cli.json(*args)["stop"] is None


def test_a_match_that_is_cut_short_of_its_fixed_length_names_no_winner(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "cfr wins" in cli.run(*LEDUC[:-1], "2000")[1]
    interrupt_once_it_goes_on(monkeypatch)
    status, out, _ = cli.run(*LEDUC[:-1], "50000000")
    assert status == 130
    assert "mA/hand; no verdict before all 100,000,000 hands are played" in out
    assert "wins" not in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--stop", "sprt"), "needs --null and --alternative"),
        (("--stop", "sprt", "--null", "5", "--alternative", "-5"), "must be more than the null"),
        (("--null", "5"), "belong to --stop sprt"),
    ],
)
def test_hypotheses_that_make_no_sense_are_refused(
    cli: Cli, args: tuple[str, ...], words: str
) -> None:
    status, _, err = cli.run(*LEDUC, *args)
    assert status == 2
    assert words in err
