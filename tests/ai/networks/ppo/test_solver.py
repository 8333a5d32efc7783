import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.network import answers
from ai.networks.ppo._learn import ask_policy
from ai.networks.ppo.parameters import PpoParameters
from ai.networks.ppo.solver import PpoSolver
from engine.game import get_game

pytestmark = pytest.mark.slow


def objective(logits, mask, action, chance, beyond, clip, entropy):
    legal = np.array([slot for slot in range(len(logits)) if mask >> slot & 1])
    now = np.exp(logits[legal] - logits[legal].max())
    now /= now.sum()
    ratio = now[list(legal).index(action)] / chance
    gain = min(ratio * beyond, np.clip(ratio, 1 - clip, 1 + clip) * beyond)
    return gain - entropy * (now * np.log(now)).sum()


@pytest.mark.parametrize("chance", [0.15, 0.25, 0.7])
@pytest.mark.parametrize("beyond", [1.3, -0.8])
def test_steps_ascend_the_clipped_objective(chance, beyond):
    logits, mask, action, clip, entropy = np.array([0.3, -0.4, 9.0, 0.1]), 0b1011, 1, 0.2, 0.15
    outputs, steps = np.zeros(16), np.zeros(16)
    outputs[:4] = logits
    ask_policy(outputs, steps, 0, 4, mask, action, chance, beyond, clip, entropy, 0.5)
    expected = np.zeros(4)
    for slot in range(4):
        moved = [logits.copy() for _ in range(2)]
        moved[0][slot] += 1e-6
        moved[1][slot] -= 1e-6
        up, down = (objective(m, mask, action, chance, beyond, clip, entropy) for m in moved)
        expected[slot] = 0.5 * (up - down) / 2e-6
    assert steps[:4] == pytest.approx(expected, abs=1e-6)
    assert steps[4:].max() == 0.0


def test_rollouts_store_action_probabilities_payoffs_and_advantages():
    settings = PpoParameters(hidden=(16,), hands=60, batch=16, epochs=2)
    run = PpoSolver(environment(get_game("kuhn")), settings, 1)
    policies, values = run.averages, run.values
    run.step(1)
    rows, numbers, counts = run.played
    assert counts.sum() == run.nodes
    for seat in range(2):
        for row, number in zip(rows[seat, : counts[seat]], numbers[seat], strict=False):
            (count, action, mask), none = row[:3].tolist(), np.zeros((1, 0), np.uint16)
            ids, (chance, won, beyond) = row[3:][:count], number
            slots = [slot for slot in range(3) if mask >> slot & 1]
            chances = answers(policies[seat], ids, none, mask, softmax=True)[0]
            worth = answers(values[seat], ids, none, mask, softmax=False)[0]
            assert chance == pytest.approx(chances[action], abs=1e-5)
            expected = sum(chances[slot] * worth[slot] for slot in slots)
            assert beyond == pytest.approx(won - expected, abs=1e-5)
    assert set(np.unique(np.abs(numbers[0, : counts[0], 1]))) == {0.5, 1.0}
    assert numbers[0, 0, 1] == -numbers[1, 0, 1]  # from the same hand
