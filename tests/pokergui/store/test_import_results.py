"""Imported hands whose files say more than cards and betting, or what cannot be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.errors import NotPlayedError
from engine.records.phh import read_phh, write_phh
from pokergui.handtext import hand_text, remarks
from pokergui.pages.history.scenes.notices import imported_notice
from pokergui.pages.history.scenes.openhand import OpenHand
from pokergui.pages.history.scenes.rows import row_of
from pokergui.store import (
    IMPORTED,
    HandFilter,
    HandReader,
    Imported,
    Refusal,
    export,
    import_hands,
    verify,
)
from pokergui.store.facts import Facts
from tests.engine.test_records_not_played import CASES, HEAD
from tests.engine.test_records_pokerstars import MONEY
from tests.engine.test_records_settle import FOLDED
from tests.pokergui.cli_runner import Cli

SOLD = MONEY.replace("*** SUMMARY", "John (1) cashed out the hand for $1\n*** SUMMARY")
NONSENSE = f"{FOLDED}winnings = [0, 0]\nplayers = ['Ann', 'Bob']\n"


def taken(store, tmp_path, name, text, encoding="utf-8"):
    file = tmp_path / name
    file.write_bytes(text.encode(encoding))
    return import_hands(store, [file])


def stored(store):
    with HandReader(store.path) as reader:
        return reader.list(HandFilter()).hands


def test_a_result_that_cannot_be_is_told_with_the_hand(store, tmp_path):
    assert taken(store, tmp_path, "a.phh", NONSENSE).imported == 1
    (hand,) = stored(store)
    assert (hand.results, hand.facts.rake, hand.facts.stated) == ((60, -60), 0, (-60, -60))
    told = "the result is by the rules; the file states what cannot be: Ann -60, Bob -60"
    assert remarks(hand) == (told,)
    assert hand_text(hand).endswith(told[1:])
    assert told in row_of(hand, datetime(2026, 1, 1, tzinfo=UTC)).tip
    assert OpenHand.of(hand).stakes == f"10/20, {told}"
    assert verify(store.path).sound


def test_a_hand_that_was_sold_is_told_with_the_hand(store, tmp_path):
    assert taken(store, tmp_path, "a.txt", SOLD).imported == 1
    (hand,) = stored(store)
    assert hand.facts.cashed == (0, 0, 100)
    assert remarks(hand) == ("John (1) sold the hand to the house for $1",)
    assert verify(store.path).sound


@pytest.mark.parametrize("name", CASES)
def test_hands_that_are_not_played_are_kept_as_text(name, store, tmp_path):
    rest, payoffs = CASES[name]
    done = taken(store, tmp_path, "a.txt", HEAD + rest)
    assert (done.imported, done.refusals) == (1, [])
    (hand,) = stored(store)
    assert hand.is_wide and hand.results == payoffs
    assert hand_text(hand) == (HEAD + rest).strip()
    assert hand.listed_game == "holdem-nolimit-$1/$2-4"
    assert OpenHand.of(hand).kept_as_text
    with pytest.raises(NotPlayedError, match="the rulebook does not play it"):
        assert hand.record
    assert verify(store.path).sound


@pytest.mark.parametrize("form", ["pokerstars", "phh"])
@pytest.mark.parametrize("text", [MONEY, SOLD], ids=["money", "sold"])
def test_what_was_exported_is_known_when_it_comes_back(form, text, store, tmp_path):
    names = text.replace("a: b", "ab").replace("John (1)", "John")
    assert taken(store, tmp_path, "a.txt", names).imported == 1
    back = tmp_path / f"back.{'txt' if form == 'pokerstars' else 'phhs'}"
    export(stored(store), form, back)
    assert "200123456789" in back.read_text("utf-8")
    done = import_hands(store, [back])
    assert (done.imported, done.skipped, done.refusals) == (0, 1, [])


def test_a_hand_played_here_keeps_its_number_in_the_database(store, tmp_path):
    assert taken(store, tmp_path, "a.txt", MONEY).imported == 1
    (hand,) = stored(store)
    assert (hand.number, hand.own_number) == (1, 200123456789)
    assert replace(hand, mode="play").own_number == 1
    assert replace(hand, notes=("# 5",)).own_number == replace(hand, notes=()).own_number == 1


def test_how_a_file_was_read_is_said_once(store, tmp_path):
    text = MONEY.removeprefix("\ufeff")
    done = taken(store, tmp_path, "a.txt", text + text.replace("#2001", "#2002"), "cp1252")
    assert (done.imported, len(done.remarks)) == (2, 1)
    assert "read as Windows-1252" in done.remarks[0]
    done.add(done)
    assert len(done.remarks) == 2


def test_the_date_of_a_file_comes_back(store, tmp_path):
    (record,) = read_phh(NONSENSE)
    text = write_phh(replace(record, time="2009-07-01T04:00:09.250Z"))
    assert taken(store, tmp_path, "a.phh", text).imported == 1
    assert stored(store)[0].time == "2009-07-01T04:00:09.250Z"


@pytest.mark.parametrize("key", ["taken", "stated", "cashed"])
def test_facts_of_other_kinds_are_no_facts(key):
    facts = Facts(rake=3, taken=(1, 2), stated=(-3, 2), cashed=(0, 5), text="a")
    assert Facts.of(facts.packed()) == facts
    for wrong in ('"x"', "[1.5]", "[true]", "3", "null"):
        with pytest.raises((ValueError, TypeError)):
            Facts.of(f'{{"{key}":{wrong}}}')


def test_commands_tell_it(cli: Cli, home):
    file = home / "a.phh"
    file.write_text(NONSENSE)
    assert cli.json("hands", "import", str(file))["remarks"] == []
    shown = cli.json("hands", "show", "1")
    assert "states what cannot be" in shown["notes"][1]
    assert shown["payoffs"] == [60, -60] and shown["mode"] == IMPORTED
    status, out, err = cli.run("replay", str(file))
    assert (status, err) == (1, "") and out.startswith("1 hands, 1 mismatches")
    mixed = home / "a.txt"
    mixed.write_text(f"{MONEY}\nPoker Hand #RC5: Hold'em No Limit ($1/$2) - 2024/03/01\n", "utf-8")
    status, out, err = cli.run("replay", str(mixed))
    assert (status, out) == (2, "2 hands, 0 mismatches\nnot read: 1 hand\n")
    assert 'a.txt, line 35: "Poker Hand #RC5' in err


def test_the_window_says_how_a_file_was_read():
    notice = imported_notice(Imported(imported=1, remarks=["a.txt is read as Windows-1252"]))
    assert (notice.title, notice.text) == ("1 hand imported", "a.txt is read as Windows-1252.")
    refused = Imported(imported=1, refused=1, refusals=[Refusal("a.txt", "line", 3, "no")])
    refused.remarks = ["a.txt is read as Windows-1252"]
    assert imported_notice(refused).text.startswith("a.txt is read as Windows-1252. 1 refused")
