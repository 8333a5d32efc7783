"""Results that files state: believed only where they can be."""

from __future__ import annotations

import pytest

from engine.errors import RecordMismatchError
from engine.records import HandRecord
from engine.records.phh import read_phh
from engine.records.pokerstars import read_pokerstars

FOLDED = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [10, 20]
min_bet = 20
starting_stacks = [2000, 2000]
actions = [
  'd dh p1 ????', 'd dh p2 ????', 'p2 cbr 60', 'p1 cc', 'd db 2c7dKh', 'p1 cbr 100', 'p2 f',
]
"""
OLD = """\
PokerStars Game #771: Tournament #5, Hold'em No Limit - Level I (20/40) - 2008/03/01 12:00:00 ET
Table 'T' 9-max Seat #2 is the button
Seat 2: anna (1500 in chips)
Seat 3: ben (1500 in chips)
anna: posts small blind 20
ben: posts big blind 40
*** HOLE CARDS ***
anna: raises 60 to 100
ben: calls 60
*** FLOP *** [4h Qc 3s]
ben: checks
anna: bets 150
ben: folds
anna collected 200 from pot
*** SUMMARY ***
Total pot 200 | Rake 0
Board [4h Qc 3s]
"""


def phh(stated: str) -> HandRecord:
    (record,) = read_phh(f"{FOLDED}{stated}\n")
    return record


def text(old: str = "", new: str = "") -> HandRecord:
    assert old in OLD
    (record,) = read_pokerstars(OLD.replace(old, new))
    return record


@pytest.mark.parametrize(
    ("stated", "taken"),
    [
        ("", ()),
        ("winnings = [120, 0]", ()),
        ("winnings = [220, 0]", ()),  # with the bet that nobody called
        ("winnings = [114, 0]", (6, 0)),
        ("winnings = [107, 0]", (13, 0)),  # a tenth and a chip
        ("finishing_stacks = [2054, 1940]", (6, 0)),
    ],
)
def test_a_result_that_can_be_is_believed(stated: str, taken: tuple[int, ...]) -> None:
    record = phh(stated)
    assert (record.payoffs, record.taken, record.stated) == ((60, -60), taken, ())
    record.verify()


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("winnings = [0, 0]", (-60, -60)),  # as some collections write all hands
        ("winnings = [106, 0]", (46, -60)),  # no house takes so much
        ("winnings = [0, 120]", (-60, 60)),
        ("winnings = [60, 60]", (0, 0)),
        ("finishing_stacks = [2060, 1934]", (60, -66)),  # one who lost does not pay
    ],
)
def test_any_other_is_kept_beside_the_result_by_the_rules(
    stated: str, said: tuple[int, ...]
) -> None:
    record = phh(stated)
    assert (record.payoffs, record.results, record.taken) == ((60, -60), (60, -60), ())
    assert record.stated == said
    record.verify_payoffs()
    with pytest.raises(RecordMismatchError, match="the payoffs are"):
        record.verify()


def test_one_who_only_gets_a_bet_back_pays_no_rake() -> None:
    shown = FOLDED.replace("[2000, 2000]", "[2000, 100]").replace(
        "'p1 cbr 100', 'p2 f'", "'p1 cbr 100', 'p2 cc', 'd db 3c', 'd db 4s'"
    )
    shown = shown.replace("d dh p1 ????", "d dh p1 QsJs").replace("d dh p2 ????", "d dh p2 AsAh")
    (fair,) = read_phh(shown + "finishing_stacks = [1900, 195]\n")
    assert (fair.payoffs, fair.taken, fair.stated) == ((-100, 100), (0, 5), ())
    (unfair,) = read_phh(shown + "finishing_stacks = [1895, 200]\n")
    assert (unfair.payoffs, unfair.taken, unfair.stated) == ((-100, 100), (), (-105, 100))


def test_old_texts_do_not_say_that_a_bet_goes_back() -> None:
    assert (text().results, text().taken) == ((-100, 100), ())
    returned = text("anna collected 200", "Uncalled bet (150) returned to anna\nanna collected 200")
    assert returned.results == (-100, 100)
    assert text("collected 200", "collected 350").results == (-100, 100)


def test_a_rake_of_most_of_the_pot_is_kept_beside_the_result_by_the_rules() -> None:
    (record,) = read_pokerstars(
        OLD.replace("collected 200", "collected 50").replace("Rake 0", "Rake 150")
    )
    assert (record.results, record.stated) == ((-100, 100), (-100, -50))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Rake 0", "Rake 8", "line 14: collected 200, but the pot is 200 less 8 rake"),
        (
            "collected 200",
            "collected 192",
            "line 14: collected 192, but the pot is 200 less 0 rake",
        ),
        ("collected 200", "collected 2,000", "collected 2,000, but the pot is 200 less 0 rake"),
    ],
)
def test_what_was_collected_and_the_rake_make_the_pot(old: str, new: str, words: str) -> None:
    with pytest.raises(RecordMismatchError, match=words):
        text(old, new)
