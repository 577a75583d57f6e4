"""Other programs read the folder of a run while it is being played."""

import duckdb
import fakegame
import pandas as pd
import polars
import pyarrow.parquet as pq
import pytest

from tsurolab.games import catalogue
from tsurolab.simulate import Run, Store, simulate


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 25)
    yield
    catalogue.family.cache_clear()


def play(folder, look, **changes):
    """Play, and look at the folder with each part that is finished."""
    seen = []

    def report(done, total):
        if done:
            (folder / "games-0-9.parquet.1-ab.part").write_bytes(b"half of a part")
            seen.append((look(), done))
            (folder / "games-0-9.parquet.1-ab.part").unlink()

    run = simulate("race/short", players=3, games=200, seed=5, out=folder, progress=report, **changes)
    assert [found for found, _ in seen] == [done for _, done in seen]
    assert len(seen) == 8
    return run


def test_duckdb(tmp_path):
    parts = f"{tmp_path}/run/games-*.parquet"
    run = play(tmp_path / "run", lambda: duckdb.sql(f"SELECT count(DISTINCT game) FROM '{parts}'").fetchall()[0][0])
    found = duckdb.sql(f"SELECT avg(steps), sum(at_2), max(game) FROM '{parts}' WHERE reason = 1").fetchall()[0]
    rows = run.results[run.results["reason"] == 1]
    numbers = run.numbers[run.results["reason"] == 1]
    assert found == (pytest.approx(rows["steps"].mean()), rows["at"][:, 2].sum(), numbers.max())


def test_polars(tmp_path):
    parts = str(tmp_path / "run" / "games-*.parquet")
    run = play(tmp_path / "run", lambda: polars.scan_parquet(parts).select("game").collect().n_unique(), workers=2)
    frame = polars.scan_parquet(parts).sort("game").collect()
    assert frame["at_1"].to_list() == run.results["at"][:, 1].tolist()
    assert frame["winners"].dtype == polars.UInt8


def test_pandas(tmp_path):
    def frame():
        return pd.concat(pd.read_parquet(path) for path in sorted((tmp_path / "run").glob("games-*.parquet")))

    run = play(tmp_path / "run", lambda: frame()["game"].nunique(), keep="rows")
    assert frame().sort_values("game")["steps"].tolist() == run.results["steps"].tolist()


def test_tsurolab(tmp_path):
    run = play(tmp_path / "run", lambda: len(Run.load(tmp_path / "run").results), workers=2)
    assert Run.load(tmp_path / "run").tallies == run.tallies


def test_tallies_can_be_queried(tmp_path):
    run = play(tmp_path / "run", lambda: len(Run.load(tmp_path / "run")), keep="tallies")
    table = f"{tmp_path}/run/tallies-*.parquet"
    won = duckdb.sql(f"SELECT sum(count) FROM '{table}' WHERE field = 'winners' AND value = 1").fetchall()[0][0]
    assert won == run.tallies.winner_masks[1]
    mean = duckdb.sql(f"SELECT sum(sum::HUGEINT) / sum(count) FROM '{table}' WHERE field = 'steps'").fetchall()[0][0]
    assert mean == pytest.approx(float(run.tallies.tally("steps").mean))


def test_columns_say_what_they_are(tmp_path):
    simulate("race/short", players=3, games=200, seed=5, out=tmp_path / "run", progress=False)
    schema = pq.read_schema(Store.open(tmp_path / "run").parts[0].path)
    assert schema.names[:3] == ["game", "winners", "reason"]
    assert "at_2" in schema.names
    assert "at_3" not in schema.names  # an empty seat takes no room
    assert (str(schema.field("winners").type), str(schema.field("at_0").type)) == ("uint8", "int64")
