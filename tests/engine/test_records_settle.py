import pytest

from engine.errors import RecordMismatchError
from engine.records.phh import read_phh
from engine.records.pokerstars import read_pokerstars
from tests.engine.sample_files import sample

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
OLD = sample("old.txt")


@pytest.mark.parametrize(
    ("stated", "taken", "said"),
    [
        ("", (), ()),
        ("winnings = [120, 0]", (), ()),
        ("winnings = [220, 0]", (), ()),  # with the bet that nobody called
        ("winnings = [114, 0]", (6, 0), ()),
        ("winnings = [107, 0]", (13, 0), ()),  # a tenth and a chip
        ("finishing_stacks = [2054, 1940]", (6, 0), ()),
        ("winnings = [0, 0]", (), (-60, -60)),  # as some collections write all hands
        ("winnings = [106, 0]", (), (46, -60)),  # no house takes so much
        ("winnings = [0, 120]", (), (-60, 60)),
        ("winnings = [60, 60]", (), (0, 0)),
        ("finishing_stacks = [2060, 1934]", (), (60, -66)),  # one who lost does not pay
    ],
)
def test_a_result_that_can_be_is_believed_or_kept_beside_that_by_the_rules(stated, taken, said):
    (record,) = read_phh(f"{FOLDED}{stated}\n")
    assert (record.payoffs, record.taken, record.stated) == ((60, -60), taken, said)
    record.verify_payoffs()
    if said:
        assert record.results == (60, -60)
        with pytest.raises(RecordMismatchError, match="the payoffs are"):
            record.verify()
    else:
        record.verify()


def test_a_returned_bet_pays_no_rake():
    shown = FOLDED.replace("[2000, 2000]", "[2000, 100]").replace(
        "'p1 cbr 100', 'p2 f'", "'p1 cbr 100', 'p2 cc', 'd db 3c', 'd db 4s'"
    )
    shown = shown.replace("d dh p1 ????", "d dh p1 QsJs").replace("d dh p2 ????", "d dh p2 AsAh")
    for stacks, taken, said in (("1900, 195", (0, 5), ()), ("1895, 200", (), (-105, 100))):
        (record,) = read_phh(f"{shown}finishing_stacks = [{stacks}]\n")
        assert (record.payoffs, record.taken, record.stated) == ((-100, 100), taken, said)


@pytest.mark.parametrize(
    ("collected", "rake", "stated"),
    [
        ("anna collected 200", 0, ()),
        ("Uncalled bet (150) returned to anna\nanna collected 200", 0, ()),
        ("anna collected 350", 0, ()),  # old texts do not say that a bet goes back
        ("anna collected 50", 150, (-100, -50)),  # a rake of most of the pot
    ],
)
def test_texts_state_a_result(collected, rake, stated):
    text = OLD.replace("anna collected 200", collected).replace("Rake 0", f"Rake {rake}")
    (record,) = read_pokerstars(text)
    assert (record.results, record.taken, record.stated) == ((-100, 100), (), stated)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("Rake 0", "Rake 8", "line 14: collected 200, but the pot is 200 less 8 rake"),
        ("ed 200", "ed 192", "line 14: collected 192, but the pot is 200 less 0 rake"),
        ("ed 200", "ed 2,000", "collected 2,000, but the pot is 200 less 0 rake"),
    ],
)
def test_what_was_collected_and_the_rake_make_the_pot(old, new, words):
    with pytest.raises(RecordMismatchError, match=words):
        read_pokerstars(OLD.replace(old, new))
