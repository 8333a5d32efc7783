"""NFSP episodes per second, compared with OpenSpiel's PyTorch NFSP in the same run.

``nfsp-leduc`` is ``pokergui train leduc --method nfsp`` with its defaults. In ``nfsp-leduc-peer``
both have one hidden layer of 128, batches of 128, memories of 200,000 and 2,000,000 and the
settings of OpenSpiel's example for Leduc; ours has at least as many updates per decision as
measured for the peer. Both learn from the first counted episode on, on one core; torch is limited
to one thread. Exploitability evaluations are excluded. Seconds are CPU time, to exclude other load.

The peer needs the extra named peer-nfsp.
"""

from __future__ import annotations

import time
from typing import Any

from ai.networks.environment import environment
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.solver import NfspSolver
from bench import figure
from engine.game import get_game

_EPISODES = 200_000
_RUNS = 3
_PEER_SECONDS = 15.0
_BATCH, _LEAST, _LEARN_EVERY = 128, 1000, 64
_HIDDEN = (128,)
_SEATS = 2


def _rate(parameters: NfspParameters, warm: int) -> tuple[float, float]:
    """Episodes per second, the best of some runs, and decisions per episode."""
    best, solver = 0.0, NfspSolver(environment(get_game("leduc")), parameters, 0)
    solver.step(warm)
    for _ in range(_RUNS):
        start = time.process_time()
        before = solver.iteration
        solver.step(_EPISODES)
        best = max(best, (solver.iteration - before) / (time.process_time() - start))
    return best, solver.nodes / solver.iteration


class _Peer:
    """OpenSpiel's two agents at a table, with the settings of its example."""

    def __init__(self) -> None:
        import torch  # only with the extra named peer-nfsp
        from open_spiel.python import rl_environment
        from open_spiel.python.pytorch import nfsp

        torch.set_num_threads(1)
        self.env = rl_environment.Environment("leduc_poker", players=_SEATS)
        self.agents = [
            nfsp.NFSP(
                seat,
                self.env.observation_spec()["info_state"][0],
                self.env.action_spec()["num_actions"],
                list(_HIDDEN),
                reservoir_buffer_capacity=2_000_000,
                anticipatory_param=0.1,
                batch_size=_BATCH,
                rl_learning_rate=0.01,
                sl_learning_rate=0.01,
                min_buffer_size_to_learn=_LEAST,
                learn_every=_LEARN_EVERY,
                optimizer_str="sgd",
                loss_str="mse",
                replay_buffer_capacity=200_000,
                update_target_network_every=19_200,
                discount_factor=1.0,
                epsilon_decay_duration=20_000_000,
                epsilon_start=0.06,
                epsilon_end=0.001,
            )
            for seat in range(_SEATS)
        ]
        self.updates = self.decisions = 0
        for agent in self.agents:
            self._count(agent, "_learn")
            self._count(agent._rl_agent, "learn")

    def _count(self, owner: Any, name: str) -> None:
        """Count the updates: calls that return a loss."""
        learn = getattr(owner, name)

        def counted() -> Any:
            loss = learn()
            self.updates += loss is not None
            return loss

        setattr(owner, name, counted)

    def play(self, episodes: int) -> None:
        """Play some hands as the loop of its example does."""
        for _ in range(episodes):
            step = self.env.reset()
            while not step.last():
                output = self.agents[step.observations["current_player"]].step(step)
                step = self.env.step([output.action])
                self.decisions += 1
            for agent in self.agents:
                agent.step(step)

    @property
    def ready(self) -> bool:
        """True once all four memories are being sampled."""
        return all(
            memory is not None and len(memory) >= _LEAST
            for agent in self.agents
            for memory in (agent._reservoir_buffer, agent._rl_agent._replay_buffer)
        )


def _peer_rate() -> tuple[float, float, float]:
    """Episodes per second, decisions per episode, and own decisions between a network's updates."""
    peer = _Peer()
    while not peer.ready:
        peer.play(100)
    peer.updates = peer.decisions = done = 0
    start = time.process_time()
    while time.process_time() - start < _PEER_SECONDS:
        peer.play(100)
        done += 100
    took = time.process_time() - start
    return done / took, peer.decisions / done, 2 * peer.decisions / peer.updates


def figures() -> dict[str, dict[str, Any]]:
    """Episodes per second with the defaults, and compared with the peer."""
    rate, decisions = _rate(NfspParameters(), _EPISODES)
    found = {"nfsp-leduc": figure(rate, "episodes/s", decisions=round(decisions, 2))}
    try:
        theirs, peer_decisions, between = _peer_rate()
    except ImportError as error:
        found["nfsp-leduc"]["peer"] = f"left out: {error.name} is missing (extra peer-nfsp)"
        return found
    same = NfspParameters(
        hidden=_HIDDEN,
        batch=_BATCH,
        learn_every=int(between),
        updates=1,
        rl_memory=200_000,
        sl_memory=2_000_000,
        rl_rate=0.01,
        sl_rate=0.01,
        least_memory=_LEAST,
        target_every=300,
        eta=0.1,
    )
    ours, decisions = _rate(same, _EPISODES)
    found["nfsp-leduc-peer"] = figure(
        ours,
        "episodes/s",
        openspiel=round(theirs),
        ratio=round(ours / theirs, 1),
        decisions=round(decisions, 2),
        openspiel_decisions=round(peer_decisions, 2),
        decisions_between_updates=int(between),
        openspiel_between_updates=round(between, 1),
    )
    return found
