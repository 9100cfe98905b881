"""Clusters in ``make test-full``: by TLS; hops on a cluster."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import hopwiki
from full_size import full_only
from lydite.core.errors import InputError
from lydite.probes.hop import hop
from spread_work import collection, told

distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
pytestmark = [pytest.mark.extra, full_only]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")
def test_a_cluster_by_tls(tmp_path: Path) -> None:
    """Encrypted with a certificate of its own; without that nobody gets in."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=lydite -keyout key.pem -out ca.pem"
    subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)
    ca, key = str(tmp_path / "ca.pem"), str(tmp_path / "key.pem")
    sides = {f"tls_{side}_{what}": file for side in ("scheduler", "worker", "client")
             for what, file in (("cert", ca), ("key", key))}  # fmt: skip
    security = distributed.Security(tls_ca_file=ca, require_encryption=True, **sides)
    given = collection(60)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, protocol="tls", host="127.0.0.1", security=security,
        dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=50,
    ) as cluster:  # fmt: skip
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        on = f'dask(address="{address}", ca="{ca}", cert="{ca}", key="{key}")'
        assert told(on, *given, chance=10) == told("here", *given, chance=10)
        with pytest.raises(InputError, match="Dask scheduler"):
            told(f'dask(address="{address}")', *given)
        with pytest.raises(InputError, match="Dask scheduler"):
            told(f'dask(address="{address.replace("tls", "tcp")}")', *given)


def test_hops_on_a_cluster(tmp_path: Path) -> None:
    store = hopwiki.build_store(tmp_path)

    def walked(on: str) -> list[Any]:
        done = hop(store, ["first", "second", "random"], hops=20, on=on)
        return [
            (group, s.system, s.ids, [a.tobytes() for a in s.statistics])
            for group, systems in done.blocks
            for s in systems
        ]

    assert walked("dask(workers=2)") == walked("here")
