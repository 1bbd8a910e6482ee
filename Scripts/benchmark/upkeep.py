"""The rows about keeping a library small: packing, thinning, and saving meanwhile."""

import os
import signal
import subprocess
import time
from pathlib import Path

import stranger
import timing
import writing


def rows(bench, table, counts: list[int], names: tuple[str, str, str]) -> None:
    """Each row begins with its library as it was made."""
    library, peer, long = names
    size(bench, table, bench.library(library, counts), bench.peer(peer, counts))
    thinning(bench, table, bench.library(library, counts))
    applying(bench, table, long)
    saving(bench, table, bench.library(library, counts))


def objects(store: Path) -> int:
    """Bytes of all packs, without their indexes and other things that can be made again."""
    return sum(pack.stat().st_size for pack in (store / "objects" / "pack").glob("*.pack"))


def size(bench, table, library: Path, peer: Path) -> None:
    begin = time.perf_counter()
    subprocess.run([bench.command, "compact"], cwd=library, check=True, stdout=subprocess.DEVNULL)
    ours_took = time.perf_counter() - begin
    begin = time.perf_counter()
    stranger.git(peer, "repack", "-adfq")
    theirs_took = time.perf_counter() - begin
    ours, theirs = objects(library / ".versions"), objects(peer / ".git")
    table.row(
        f"size of {sum_of(bench)} versions, compacted", f"{ours / 1e6:.2f} MB",
        f"one branch, git repack -adf {theirs / 1e6:.2f} MB", f"{ours / theirs:.3f} x", "<= 1.0 x",
        ours <= theirs)
    table.line("  time of it", f"{ours_took:.1f} s", f"git repack -adf {theirs_took:.1f} s")


def sum_of(bench) -> str:
    return f"{bench.scale.documents * bench.scale.versions:,}"


def thinning(bench, table, library: Path) -> None:
    work = bench.versions(library, "prune", "--keep-last", "5", "--json")
    timing.by_turns([work], 3)
    table.limit(f"prune, planning over {sum_of(bench)}", work.milliseconds / 1000, "s", 5)
    begin = time.perf_counter()
    subprocess.run(
        [bench.command, "prune", "--keep-last", "5", "--yes"], cwd=library, check=True,
        stdout=subprocess.DEVNULL)
    table.line("  applying it", f"{time.perf_counter() - begin:.2f} s")


def applying(bench, table, long: str) -> None:
    """What is after the oldest removed version is written anew, and nothing else."""
    count = bench.scale.long
    seconds: list[float] = []
    for rounds in (0, 1):
        library = bench.library(long, [count])
        path = library / writing.path(0)
        if rounds == 1:
            # Thinned before, with a tenth of the versions after it: only those are written anew.
            thin(bench, library)
            for number in range(count // 100):
                path.write_bytes(writing.text(number, 500))
                subprocess.run(
                    [bench.command, "autosave", writing.path(0)], cwd=library, check=True,
                    stdout=subprocess.DEVNULL)
        seconds.append(thin(bench, library))
    table.line(
        f"prune --yes, chain of {count:,}", f"{seconds[0]:.2f} s",
        f"the same again after {count // 100} more versions {seconds[1]:.2f} s")


def thin(bench, library: Path) -> float:
    begin = time.perf_counter()
    subprocess.run(
        [bench.command, "prune", writing.path(0), "--keep-last", "1", "--yes"], cwd=library,
        check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def saving(bench, table, library: Path) -> None:
    """Saves alone, and while the library is compacted again and again."""
    alone, beside = bench.saving(library, 8), bench.saving(library, 8)
    alone.name = "alone"
    timing.once(alone)
    for _ in range(bench.scale.runs):
        alone.seconds.append(timing.once(alone))
    loop = subprocess.Popen(
        ["sh", "-c", 'while "$0" compact > /dev/null; do :; done', bench.command], cwd=library,
        start_new_session=True)
    time.sleep(0.2)
    try:
        for _ in range(bench.scale.runs * 2):
            beside.seconds.append(timing.once(beside))
    finally:
        os.killpg(loop.pid, signal.SIGTERM)
        loop.wait()
    table.ratio("save 4 kB while compact runs", beside, alone, 2)
