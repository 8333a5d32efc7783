import numpy as np
import pytest

from engine.errors import CancelledError
from engine.evaluator import CATEGORY_BITS
from engine.evaluator.exhaustive import count_strengths
from engine.jobs import JobControl

# High card, pair, two pair, trips, straight, flush, full house, quads, straight flush.
HANDS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),
}
CLASSES = {
    5: (1277, 2860, 858, 858, 10, 1277, 156, 156, 10),
    6: (770, 2135, 846, 715, 10, 1277, 156, 156, 10),
    7: (407, 1470, 763, 575, 10, 1277, 156, 156, 10),
}


@pytest.mark.parametrize("num_cards", [5, 6, 7])
@pytest.mark.scorecard("E1")
def test_all_hands_have_the_known_counts_and_classes(num_cards):
    counts = count_strengths(num_cards)
    categories = np.arange(counts.size) >> CATEGORY_BITS
    assert tuple(np.bincount(categories, weights=counts)) == HANDS[num_cards]
    assert tuple(np.bincount(categories[counts > 0])) == CLASSES[num_cards]
    assert counts[-1] == {5: 4, 6: 188, 7: 4324}[num_cards]  # royal flushes


def test_counting_can_be_cancelled_and_other_sizes_are_refused():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        count_strengths(7, control)
    with pytest.raises(ValueError, match="not of 8"):
        count_strengths(8)
