from contextlib import closing

import pytest

from pokergui.store import OpponentReader, OpponentStore, Store
from pokergui.store.fitting import MOST_MODELS
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
FIT = "opponents fit leduc.log"


@pytest.fixture
def log(cli, home):
    cli.json("match leduc passive bluffer --hands 80 --seed 3 --acpc leduc.log")
    return home / "leduc.log"


def known(cli):
    return [(one["name"], one["hands"]) for one in cli.json("opponents list")["opponents"]]


def test_players_in_a_log_are_modelled(cli, log):
    done = cli.json(FIT)
    assert (done["skipped"], done["reasons"]) == (0, [])
    assert known(cli) == [("bluffer", 80), ("passive", 80)]
    assert "rarer situations" in cli.text("opponents show passive --game leduc --most 2")
    (again,) = cli.json(f"{FIT} --name passive")["opponents"]
    assert (again["hands"], again["hands_in_all"]) == (80, 160)
    cli.json(f"{FIT} --hero bluffer")
    assert known(cli) == [("bluffer", 80), ("passive", 240), ("you", 80)]


def test_exported_models_round_trip(cli, home, log):
    cli.json(f"{FIT} --name passive")
    assert cli.json("opponents export passive --out p.safetensors")["hands"] == 80
    reader = OpponentReader(home / "hands.db")
    (kept,) = reader.list()
    before = reader.load(kept.name, kept.family)
    fit = "opponents fit p.safetensors"
    assert "reset it first" in cli.refused(f"{fit} --name passive")
    forgotten = cli.json("opponents reset passive --yes")["forgotten"]
    assert [one["hands"] for one in forgotten] == [80] and known(cli) == []
    assert "with --name for its player" in cli.refused(fit)
    cli.json(f"{fit} --name Zoe")
    assert known(cli) == [("Zoe", 80)]
    after = reader.load("Zoe", kept.family)
    assert before is not None and after is not None and before.keys() == after.keys()
    assert all(repr(before[part]) == repr(after[part]) for part in before)


def test_contradictory_hands_are_skipped_with_a_count(cli, log):
    lines = log.read_text("utf-8").splitlines()
    states = [i for i, line in enumerate(lines) if line.startswith("STATE")]
    parts = lines[states[3]].split(":")
    lines[states[3]] = ":".join([*parts[:4], "99|-99", *parts[5:]])
    lines[states[7]] = lines[states[7]].replace("STATE:7:", "STATE:7:ffff")
    lines[states[9]] = "nothing like a hand"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    done = cli.json(FIT)
    assert (done["skipped"], known(cli)) == (3, [("bluffer", 77), ("passive", 77)])
    wrong = [f"leduc.log, line {states[i] + 1}" for i in (3, 7, 9)]
    assert [reason.split(":")[0] for reason in done["reasons"]] == wrong
    assert cli.text(FIT).splitlines()[-1] == "3 hands skipped"


@pytest.mark.ci
def test_hands_in_a_database_are_modelled_by_player(cli, home):
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 6, games=("leduc", "kuhn"))
        play_into(store, 2, games=("holdem-nolimit@20", "holdem-nolimit@50"))
        OpponentStore(store).save("Zoe", "odd-game", 5, {"format": 1}).result()
    done = cli.json("opponents fit hands.db --name random")["opponents"]
    found = {one["game"]: (one["hands"], one["other_depths"]) for one in done}
    assert found == {"leduc": (3, 0), "kuhn": (3, 0), "holdem-nolimit": (2, 1)}
    told = "1 hand at other depths, counted with the rest"
    assert told in cli.text("opponents fit hands.db --name you")
    odd = next(one for one in cli.json("opponents list")["opponents"] if one["name"] == "Zoe")
    assert (odd["family"], odd["game"], odd["hands"]) == ("odd-game", None, 5)
    (model,) = cli.json("opponents show Zoe")["models"]
    assert (model["hands"], model["situations"]) == (5, [])


def test_odd_names_are_kept_and_too_many_rejected(cli, log):
    lines = log.read_text("utf-8").splitlines()
    named = [f"{line.rsplit(':', 1)[0]}:a{i}|b{i}" for i, line in enumerate(lines[-80:])]
    (log.parent / "many.log").write_text("\n".join([*lines[:-80], *named]) + "\n", "utf-8")
    assert f"more than {MOST_MODELS} players" in cli.refused("opponents fit many.log")
    text = log.read_text("utf-8").replace("passive", "P\u00e9 \u00ad\u2028x").replace("bluffer", "")
    log.write_text(text, "utf-8")
    cli.json(FIT)
    assert known(cli) == [("P\u00e9 \u00ad_x", 80)]
    assert cli.json("opponents show", "P\u00e9 \u00ad_x")["models"][0]["hands"] == 80
