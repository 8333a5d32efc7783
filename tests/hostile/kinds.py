"""Every kind of file that the program reads: valid examples and their readers."""

import io
import json
import lzma
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ai.abstraction.cards import load_abstraction, save_abstraction
from ai.agents.baselines import RandomAgent
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.record import save_blueprint
from ai.blueprint.run import BlueprintRun
from ai.cfr.run import CfrRecipe, CfrRun
from ai.external.added import read_added
from ai.files.arrays import Record, read_tensor_bytes
from ai.files.strategy import StrategyInfo, read_info, save_strategy
from ai.networks.learners import LEARNERS
from ai.networks.record import save_network
from ai.opponent.model import BehaviourModel
from ai.opponent.record import read_state, state_of_bytes, write_state
from ai.reading.reach import RangeReader
from ai.reports.aggregate import aggregate, csv_text
from ai.reports.boardsets import named_boards
from ai.solver.locks import read_locks
from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.strength.figures import strengths
from ai.three_way.run import ThreeWayRun
from ai.three_way.spot import ThreeWaySpot
from ai.trained import load_agent
from ai.training.run import Bounds
from engine.errors import NotPlayedError, PokerError
from engine.game import get_game
from engine.lines import line_spot
from engine.match import play
from engine.records.acpc import read_definition, write_log
from engine.records.formats import recorded_hands
from engine.records.phh import write_phh_file
from engine.records.pokerstars import write_pokerstars
from pokergui.cli import main
from pokergui.drills.sources import read_report
from pokergui.settings import Settings, load_settings, save_settings
from pokergui.store import Store, import_hands
from tests.ai.blueprint.coarse import GAME as BLIND_GAME
from tests.ai.blueprint.coarse import use_coarse_buckets
from tests.ai.opponent.known import records as seat_records
from tests.ai.solver.spot_files import LOCKS, SPOT
from tests.engine.test_records_not_played import CASES, HEAD, NINE
from tests.engine.test_records_not_played import phh as phh_of
from tests.engine.test_records_phh import DATED, HAND
from tests.engine.test_records_pokerstars import MONEY, OTHER_SITES
from tests.naive.blueprints import few_buckets, random_blueprint
from tests.naive.learned import SMALL, random_networks
from tests.naive.other_sites import TEXTS, export, ipoker, pokernow, told
from tests.naive.random_hands import finished
from tests.naive.site_files import HERO, SHAPES, site_hand

Arrays = dict[str, Any]
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]><session><general><gametype>Holdem NL $1/$2</gametype>'
    '</general><game gamecode="1"><general><players><player seat="1" name="&c;" chips="$5"/>'
    "</players></general></game></session>"
)
"""Entities that would grow without end."""


@dataclass
class Kind:
    """A kind of file, read and used in a folder; ``tampered`` ones have checksums."""

    name: str
    suffix: str
    read: Callable[[Path, Path], object]
    command: tuple[str, ...] = ()  # FILE stands for the path
    place: str = ""  # within the folder, if that matters
    seeds: list[bytes] = field(default_factory=list)
    tampered: list[tuple[Record, Arrays]] = field(default_factory=list)

    def put(self, home, data):
        path = home / (self.place or f"input{self.suffix}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


def run_command(words, path):
    """Run a command of the program on a file; raises a PokerError if it refuses."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        main([word.replace("FILE", str(path)) for word in words])
    said, status = err.getvalue().splitlines(), leaving.value.code
    assert status in (0, 1, 2), (status, said)
    if status == 2:  # a sentence for each thing that is refused
        assert all(line.startswith("pokergui: ") for line in said), said
        raise PokerError(said[0])
    assert len(said) <= 1, said


def _hands(path, home):
    for hand in islice(recorded_hands(path), 2_000):
        with suppress(PokerError):
            try:
                hand.read().verify()
            except NotPlayedError:
                if hand.read_wide is not None:
                    hand.read_wide()


def _import(path, home):
    with closing(Store.open(home / "hands.db")) as store:
        import_hands(store, [path])


def _hands_or_import(path, home):
    (_import if path.stat().st_size % 4 == 3 else _hands)(path, home)


def _agent(path, home):
    game = read_info(path).game
    play(game, [load_agent("file", path, game, home), RandomAgent(game)], 4, 1)


def _spot(path, home):
    read_kept(path).spot()
    SpotRun.load(path, workers=1).trainer.step(1)


def _three_way(path, home):
    read_kept(path)
    ThreeWayRun.load(path).trainer.step(1)


def _run(cls, path, home):
    cls.read(path)
    cls.load(path).trainer.step(1)


def _learned(path, home):
    model = BehaviourModel(get_game("leduc"))
    model.load_state(read_state(path))
    model.save_state()


def kinds():
    hands, end = _hands_or_import, ".safetensors"
    match = ("match", "leduc", "file:FILE", "random", "--hands", "4")
    solve = ("solve", "leduc", "--algorithm", "cfr+", "--iterations", "12", "--checkpoint", "FILE")
    report = ("drill", "FILE", "call", "--spots", "1", "--answer", "c")
    profile, trained = ("lab", "kuhn", "--profile", "FILE"), "strategies/trained/x.safetensors"
    runs = {learner.run.__name__: learner.run for learner in LEARNERS}
    return [
        Kind("PHH", ".phh", hands, ("replay", "FILE")),
        Kind("PHH, many", ".phhs", hands, ("hands", "import", "FILE")),
        Kind("ACPC log", ".log", hands, ("replay", "FILE")),
        Kind("ACPC log, packed", ".log.xz", hands, ("opponents", "fit", "FILE")),
        Kind("site text", ".txt", hands, ("hands", "import", "FILE")),
        Kind("iPoker session", ".xml", hands, ("hands", "import", "FILE")),
        Kind("PokerNow log", ".csv", hands, ("hands", "import", "FILE")),
        Kind("PokerNow export", ".json", hands, ("hands", "import", "FILE")),
        Kind("game definition", ".game", lambda p, h: finished(Random(1), read_definition(p))),
        Kind("locks", ".json", lambda path, home: read_locks(path, SPOT)),
        Kind("report", ".csv", lambda path, home: read_report(path), report),
        Kind("profile", ".json", lambda path, home: run_command(profile, path)),
        Kind("settings", ".json", lambda path, home: load_settings(path)[0].theme),
        Kind("list of engines", ".json", lambda path, home: read_added(home), place="engines.json"),
        Kind(
            *("measurements", ".json", lambda path, home: strengths((), get_game("leduc"), home)),
            place="measured.json",
        ),
        Kind("strategy", end, _agent, match),
        Kind("networks", end, _agent, match),
        Kind("blueprint", end, _agent, ("engines",), trained),
        Kind("card buckets", end, lambda path, home: load_abstraction(path).rows_on((1, 2, 3, 4))),
        Kind("spot", end, _spot, ("solve-spot", "FILE", "--iterations", "3")),
        Kind("three-way spot", end, _three_way, ("solve-spot", "FILE", "--iterations", "3")),
        Kind("run", end, partial(_run, CfrRun), solve),
        *(Kind(name, end, partial(_run, run)) for name, run in runs.items()),
        Kind("run of a blueprint", end, partial(_run, BlueprintRun)),
        Kind("learned model", end, _learned, ("opponents", "fit", "FILE", "--name", "x")),
        Kind("learned row", ".bin", lambda path, home: state_of_bytes(path.read_bytes())),
    ]


def prepare(folder, patch):
    """All kinds with valid files, made in a folder; ``patch`` sets an attribute."""
    use_coarse_buckets(patch)
    found = kinds()
    made = _made(folder, Random(1))
    for kind in found:
        kind.seeds = [path.read_bytes() for path in made[kind.name]]
        if kind.suffix in (".safetensors", ".bin"):
            kind.tampered = [_taken_apart(data) for data in kind.seeds]
    return found


def _taken_apart(data):
    header = int.from_bytes(data[:8], "little")
    record = json.loads(json.loads(data[8 : 8 + header])["__metadata__"]["record"])
    return read_tensor_bytes(data, "a seed", record["format_version"])


def _made(folder, rng):
    made = {}

    def at(kind, suffix):
        found = made.setdefault(kind, [])
        found.append(folder / f"{kind.replace(' ', '-')}-{len(found)}{suffix}")
        return found[-1]

    leduc, kuhn, holdem = map(get_game, ("leduc", "kuhn", "holdem-nolimit@10"))
    for game in (leduc, kuhn, holdem, get_game("holdem-nolimit-6")):
        records = [replace(finished(rng, game), number=number) for number in range(6)]
        write_log(at("ACPC log", ".log"), records)
        write_log(at("ACPC log, packed", ".log.xz"), records)
        at("game definition", ".game").write_text(game.to_acpc())
        if game.has_holdem_cards:
            write_phh_file(at("PHH, many", ".phhs"), records)
            write_phh_file(at("PHH", ".phh"), records[:1])
            write_pokerstars(at("site text", ".txt"), records)
    for text in (HAND, DATED, phh_of("2, 2, 2", "5, 10, 20", "'p1 f', 'p2 f'")):
        at("PHH", ".phh").write_text(text)
    at("site text", ".txt").write_text(NINE)
    at("site text", ".txt").write_text(MONEY, "utf-16")
    at("site text", ".txt").write_text(f"{MONEY}\n{OTHER_SITES[1]}\n{MONEY}", "cp1252", "replace")
    for rest, _ in CASES.values():
        at("site text", ".txt").write_text(HEAD + rest)
    for number, shape in enumerate(SHAPES):
        hands = [site_hand(rng, shape, 10 * number + place).text for place in range(3)]
        at("site text", ".txt").write_text("\n\n\n".join(hands), "utf-8")
    events = [told(site_hand(rng, shape, number, 5)) for number, shape in enumerate(SHAPES)]
    for write in TEXTS.values():
        at("site text", ".txt").write_text("".join(map(write, deepcopy(events))), "utf-8")
    at("iPoker session", ".xml").write_text(ipoker(events, HERO), "utf-8")
    at("iPoker session", ".xml").write_text(BOMB, "utf-8")
    whole = [told(site_hand(rng, SHAPES[0], number, 4)) for number in range(3)]
    at("PokerNow log", ".csv").write_text(pokernow(whole), "utf-8")
    at("PokerNow export", ".json").write_text(export(whole), "utf-8")
    at("ACPC log, packed", ".log.xz").write_bytes(lzma.compress(b"# \n" * 100_000))
    at("locks", ".json").write_text(LOCKS)
    limit = get_game("holdem-limit")
    betting, rows = line_spot(limit, "rc/"), []
    boards = named_boards("AhTd7c KsQs2d 9h8h7h", 3)
    aggregate(RangeReader(RandomAgent(limit)), betting, boards, rows.append)
    at("report", ".csv").write_text(csv_text(betting, "random", rows))
    profile = io.StringIO()
    with redirect_stdout(profile), pytest.raises(SystemExit):
        main(["strategy", "kuhn", "cfr", "--all", "--json"])
    at("profile", ".json").write_text(profile.getvalue())
    save_settings(Settings().playing("leduc", 13, "cfr"), at("settings", ".json"))
    engine = {"name": "x", "command": "python:/x.py", "seconds": 1.0, "options": {"a": "b"}}
    answers = {"hello": ["name X", "option depth int 3 1 9", "can act range"], "games": ["leduc"]}
    listed = {"engines": [engine, {**engine, "name": "y", "told": answers}]}
    at("list of engines", ".json").write_text(json.dumps(listed))
    kept = {"leduc": {"trained:x": {"method": "duplicate", "mbb": 1.0, "stamp": [1, 2, 3]}}}
    at("measurements", ".json").write_text(json.dumps(kept))
    _learned_files(at, leduc, kuhn, holdem)
    return made


def _learned_files(at, leduc, kuhn, holdem):
    end = ".safetensors"
    for game in (leduc, kuhn):
        run = CfrRun(CfrRecipe(game, "cfr+"))
        run.run(Bounds(iterations=9))
        run.save(at("run", end))
        info = StrategyInfo(game, "cfr+", "none", iterations=9, title="A title")
        save_strategy(at("strategy", end), run.trainer.average(), info)
        save_network(at("networks", end), random_networks(game, hidden=(16,)))
        sampled = CfrRun(CfrRecipe(game, "es-mccfr", seed=1))
        sampled.run(Bounds(iterations=200))
        sampled.save(at("run", end))
    blueprint = BlueprintRun(BlueprintRecipe(BLIND_GAME, "100,a/a", seed=1))
    blueprint.run(Bounds(iterations=20))
    blueprint.save(at("run of a blueprint", end))
    for learner in LEARNERS:
        settings = learner.parameters
        known = {name: value for name, value in SMALL.items() if name in learner.settings}
        run = learner.run(learner.recipe(kuhn, settings(**known), seed=1))
        run.run(Bounds(iterations=300 if learner.counted == "episodes" else 9))
        run.save(at(learner.run.__name__, end))
    groups = few_buckets()
    save_abstraction(at("card buckets", end), groups, {"seed": 1})
    save_blueprint(at("blueprint", end), replace(random_blueprint(holdem, "50,a/a"), cards=groups))
    spot = SpotRun(SPOT, "dcfr", workers=1)
    spot.run(Bounds(iterations=2))
    spot.save(at("spot", end))
    river = ThreeWaySpot.parse("QsJh2h8c5d", "AA", "KK", "TT,99", 90, "30/20/30", "a", "")
    three_way = ThreeWayRun(river)
    three_way.run(Bounds(iterations=2))
    three_way.save(at("three-way spot", end))
    model = BehaviourModel(leduc)
    for record in seat_records(leduc, 12, seed=2):
        model.learn(record, 1)
    for kind in ("learned model", "learned row"):
        write_state(at(kind, end), model.save_state())
