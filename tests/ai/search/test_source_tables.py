import json

import pytest

from ai.search.effort import RANGES, Effort
from engine.game import get_game
from scripts import source_matches, source_several
from tests.naive.learned import random_networks

pytestmark = pytest.mark.ci


def test_matches_of_a_seed_are_played_by_all_pairs_of_the_paper(monkeypatch):
    for game in (get_game("holdem-nolimit@3"), get_game("holdem-nolimit-3@3")):
        trained = random_networks(game)
        found = (trained.environment, trained.networks)
        monkeypatch.setattr(source_matches, "learned", lambda *given, found=found: found)
        monkeypatch.setattr(source_matches, "EFFORT", Effort(20, belief=RANGES))
        for module, deals in ((source_matches, 2), (source_several, 12)):
            monkeypatch.setattr(module, "DEALS", dict.fromkeys(module.DEALS, deals))
        monkeypatch.setattr(source_matches, "LBR_DEALS", 2)
        row = source_matches.holdem_row if game.is_heads_up else source_several.several_row
        found = row(game, 1, 0.1)
        # All have the same networks here, and the same deals.
        won = found["won"]
        assert won["nfsp"] == won["nfsp-per"] == won["nfsp-plt"]
        if game.is_heads_up:
            assert list(won) == ["nfsp", "nfsp-per", "nfsp-plt", "deep-cfr"]
            assert won["nfsp"]["random"] == won["deep-cfr"]["random"]
            assert all(found["lbr"]["nfsp"] == other for other in found["lbr"].values())
            assert len(source_matches.holdem_lines([json.loads(json.dumps(found))])) == 6
        else:
            assert all(abs(mean) <= 6.0 and half > 0.0 for mean, half in won["nfsp"].values())
