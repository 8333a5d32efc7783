import pytest

from engine.typed import plain_number, whole_number


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        *(("2.5", "2.5"), ("2,5", "2.5"), ("33,25", "33.25"), ("0,125", "0.125"), (",5", ".5")),
        *(("-2,5", "-2.5"), ("1,5e-6", "1.5e-6"), ("1,500", "1500"), ("1,500.5", "1500.5")),
        *(("12,345,678", "12345678"), ("1.500,5", "1500.5"), ("1.234.500,25", "1234500.25")),
        *(("1 500,5", "1500.5"), ("1_000", "1000"), ("1,2345", "1.2345"), ("many", "many")),
        *(("", ""), ("2,5,6", None), ("1,50,000", None), ("1,500,5", None), ("2.5,6.7", None)),
        *(("1.50,5", None), ("5,", None), (",", None), ("a,b", None)),
    ],
)
def test_commas(text, plain):
    assert plain_number(text) == plain


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("5,000", 5_000), (" 12 000 ", 12_000), ("0", 0), ("5,00", None), ("2,5", None)),
        *(("-3", None), ("1000000", None), ("٣", None), ("", None), ("1e3", None)),
    ],
)
def test_whole_numbers(text, number):
    assert whole_number(text, 6) == number
