"""A campaign on two machines: nodes of a cluster of Ray, started here."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heraut.lab.campaign import Campaign, Part, plan, play_part
from heraut.lab.notes import Played
from heraut.lab.simulate import simulate
from tests.lab.test_campaign import timeless

ray: Any = pytest.importorskip("ray", reason="the extra `cluster` is not installed: pip install 'heraut[cluster]'")


@pytest.fixture(scope="module")
def nodes() -> Iterator[str]:
    """The address of a cluster of two nodes with a processor each, as Ray's own tests start one."""
    from ray.cluster_utils import Cluster

    from heraut.lab import cluster as machines

    two = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    two.add_node(num_cpus=1)
    try:
        machines.join(two.address)
        yield two.address
    finally:
        ray.shutdown()
        two.shutdown()


def where(part: Part) -> tuple[str, list[Played]]:
    """Plays a part and says on which node."""
    return ray.get_runtime_context().get_node_id(), play_part(part)[1]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999", ":0"])
def test_an_address_where_nobody_listens_is_told_at_once(address: str) -> None:
    from heraut.lab import cluster as machines

    begun = time.monotonic()
    with pytest.raises(ConnectionError):
        machines.join(address)
    assert time.monotonic() - begun < 10


@pytest.mark.slow
def test_two_machines_find_what_one_process_finds(nodes: str, tmp_path: Path) -> None:
    from heraut.lab import cluster as machines

    assert len(ray.nodes()) == 2
    made = plan("fief", bots=("player", "random"), seats=2, seed="01", max_turns=8, trajectories=True)
    alone = Campaign.begin(tmp_path / "alone", made)
    shared = Campaign.begin(tmp_path / "shared", made)
    assert list(alone.run(45))[-1] == list(shared.run(45, machines.over_machines, machines.processors()))[-1] == 45
    assert machines.processors() == 2
    assert timeless(alone) == timeless(shared)
    parts = [Part(made, first, first + 2) for first in range(0, 24, 2)]
    found = list(machines.over_machines(where, parts))
    assert [[one.number for one in played] for _, played in found] == [[p.first, p.first + 1] for p in parts]
    assert {node for node, _ in found} == {node["NodeID"] for node in ray.nodes()}


@pytest.mark.slow
def test_a_simulation_is_shared_too(nodes: str) -> None:
    from heraut.lab import cluster as machines

    words: dict[str, Any] = {"options": {}, "seats": 2, "matches": 3, "bots": ["player"], "seed": b"x", "max_turns": 9}
    shared = [result.result for result in simulate("fief", **words, parallel=machines.over_machines)]
    assert shared == [result.result for result in simulate("fief", **words)]
