"""Measures `versions` against stock git, by turns in the same run, and prints a table."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import comparing
import stranger
import timing
import upkeep
import watching
import writing
from timing import Work

FAST_OBJECTS = ["git", "-c", "core.fsyncMethod=batch"]


@dataclass
class Scale:
    """How large the libraries are, and how often each piece of work is done."""

    documents: int
    versions: int
    many: int
    long: int
    changed: int
    runs: int
    few: int
    idle: int


FULL = Scale(
    documents=1_000, versions=100, many=100_000, long=10_000, changed=1_000, runs=31, few=7,
    idle=60)
QUICK = Scale(documents=20, versions=60, many=60, long=100, changed=20, runs=3, few=2, idle=1)
# Documents of the large libraries that have a hundred versions, as all have in the smaller one.
LISTED, SAVED, LISTED_IN_MANY, SAVED_IN_MANY = 7, 8, 7, 8


class Table:
    """Prints each row as soon as it is measured, and remembers what was missed."""

    WIDTHS = (42, 10, 54, 9, 26)

    def __init__(self) -> None:
        self.missed: list[str] = []
        self.count = 0
        self.line("work", "versions", "compared with", "result", "bar", "")
        self.line(*("-" * width for width in self.WIDTHS), "")

    def line(self, *cells: str) -> None:
        print("  ".join(
            cell.ljust(width) for cell, width in zip(cells, (*self.WIDTHS, 0))).rstrip(), flush=True)

    def row(self, work: str, ours: str, peer: str, result: str, bar: str, reached: bool) -> None:
        self.count += 1
        if not reached:
            self.missed.append(work)
        self.line(work, ours, peer, result, bar, "reached" if reached else "MISSED")

    def ratio(self, work: str, ours: Work, peer: Work, bar: float) -> None:
        ratio = ours.milliseconds / peer.milliseconds
        self.row(
            work, ms(ours), f"{peer.name} {ms(peer)}", f"{ratio:.3f} x", f"<= {bar} x", ratio <= bar)

    def allowance(
        self, work: str, ours: Work, peer: Work, factor: int, allowed: int = 4
    ) -> None:
        most = allowed + factor * peer.milliseconds
        self.row(
            work, ms(ours), f"{peer.name} {ms(peer)}", ms(ours),
            f"<= {allowed} ms + {factor} x = {most:.2f} ms", ours.milliseconds <= most)

    def limit(
        self, work: str, value: float, unit: str, bar: float, compared: str = ""
    ) -> None:
        shown = f"{value:.4g} {unit}"
        self.row(work, shown, compared, shown, f"<= {bar:.4g} {unit}", value <= bar)


def ms(work: Work) -> str:
    return f"{work.milliseconds:.2f} ms"


class Bench:
    def __init__(self, command: str, calls: Path | None, cache: Path, scale: Scale) -> None:
        self.command = command
        self.calls = calls
        self.cache = cache
        self.scale = scale
        self.seed = int.from_bytes(os.urandom(6))

    # What is measured on

    def made(self, name: str, make: Callable[[Path], None], store: str) -> Path:
        """The folder of that name, made where it is not in the cache, its store as it was made."""
        home = self.cache / name
        tree, pristine = home / "tree", home / "pristine"
        if not pristine.exists():
            print(f"making {name} ...", file=sys.stderr, flush=True)
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir(parents=True)
            make(tree)
            (tree / store).rename(home / "draft")
            (home / "draft").rename(pristine)
        shutil.rmtree(tree / store, ignore_errors=True)
        shutil.copytree(pristine, tree / store, symlinks=True)
        os.sync()
        return tree

    def library(self, name: str, counts: list[int]) -> Path:
        def make(folder: Path) -> None:
            stranger.library(self.command, folder, counts)
            stranger.check(self.command, folder, counts)

        return self.made(name, make, ".versions")

    def peer(self, name: str, counts: list[int]) -> Path:
        return self.made(name, lambda folder: stranger.peer(folder, counts), ".git")

    # Pieces of work

    def versions(self, folder: Path, *words: str, prepare=None) -> Work:
        return Work(f"versions {words[0]}", [[self.command, *words]], folder, prepare)

    def chain(self, library: Path, document: int) -> str:
        return stranger.reference(library, writing.path(document))

    def changing(self, folder: Path, numbers: range | list[int]) -> Callable[[], None]:
        """Writes something new of 4 kB into documents."""

        def change() -> None:
            for number in numbers:
                self.seed += 1
                (folder / writing.path(number)).write_bytes(writing.text(self.seed, 4096))

        return change

    def saving(self, library: Path, number: int) -> Work:
        return self.versions(
            library, "save", writing.path(number), prepare=self.changing(library, [number]))

    def showing(self, library: Path, number: int) -> Work:
        return self.versions(library, "show", writing.path(number), "50")

    def listing(self, library: Path, number: int) -> Work:
        return self.versions(library, "list", writing.path(number))

    # The rows

    def run(self, table: Table, part: str) -> None:
        """The rows of one part."""
        scale = self.scale
        counts = [scale.versions] * scale.documents
        names = (
            f"library-{scale.documents}x{scale.versions}",
            f"git-{scale.documents}x{scale.versions}", f"library-1x{scale.long}")
        library = self.library(names[0], counts)
        if part == "saving":
            peer = self.peer(names[1], counts)
            hundred = min(scale.documents, 100)
            many = self.library(
                f"library-{scale.many}",
                [scale.versions] * min(20, hundred) + [1] * (scale.many - min(20, hundred)))
            long = self.library(names[2], [scale.long])
            self.help(table, library)
            self.list_and_show(table, library, peer)
            self.save(table, library, peer)
            self.size(table, library, many)
            self.long_list(table, long)
            self.autosave(table, library, peer)
            self.call(table, library)
        elif part == "comparing":
            sizes = comparing.QUICK if scale is QUICK else comparing.FULL
            comparing.Comparing(self, table, sizes).run()
        elif part == "autosaving":
            self.documents(table)
            self.watch(table, library)
        else:
            peer = self.peer(names[1], counts)
            self.take_over(table, peer, scale.documents * scale.versions)
            self.audit(table, library)
            upkeep.rows(self, table, counts, names)

    def help(self, table: Table, library: Path) -> None:
        works = [self.versions(library, "--help"), self.versions(library, "--version")]
        timing.by_turns(works, self.scale.runs)
        for work in works:
            table.limit(f"{work.name}", work.milliseconds, "ms", 5)

    def list_and_show(self, table: Table, library: Path, peer: Path) -> None:
        where = f"{self.scale.documents:,} documents"
        path = writing.path(LISTED)
        store = f"--git-dir={library / '.versions'}"
        chain = self.chain(library, LISTED)
        fiftieth = stranger.git(
            library / ".versions", "rev-parse", f"{chain}~{self.scale.versions - 50}:{Path(path).name}",
            capture_output=True, text=True).stdout.strip()
        ours = self.listing(library, LISTED)
        log = Work("git log --oneline -- doc", [["git", "log", "--oneline", "--", path]], peer)
        own = Work("git log --oneline chain", [["git", store, "log", "--oneline", chain]], library)
        show = self.showing(library, LISTED)
        blob = Work("git cat-file blob", [["git", store, "cat-file", "blob", fiftieth]], library)
        timing.by_turns([ours, log, own, show, blob], self.scale.runs)
        table.ratio(f"list {self.scale.versions} versions, {where}", ours, log, 0.05)
        table.allowance("  the same", ours, own, 2)
        table.allowance(f"show version 50, {where}", show, blob, 1)

    def save(self, table: Table, library: Path, peer: Path) -> None:
        path = writing.path(SAVED)
        ours = self.saving(library, SAVED)
        change = self.changing(peer, [SAVED])
        commit = ["commit", "-q", "--no-verify", "-m", f"save {path}"]
        plain = Work(
            "git add + git commit", [["git", "add", path], ["git", *commit]], peer, change)
        batch = Work(
            "git add + git commit, fsyncMethod=batch",
            [[*FAST_OBJECTS, "add", path], [*FAST_OBJECTS, *commit]], peer, change)
        timing.by_turns([ours, plain, batch], self.scale.runs)
        fastest = min(plain, batch, key=lambda work: work.milliseconds)
        table.ratio("save 4 kB, synced", ours, fastest, 0.6)
        count, theirs = timing.syncs(ours), timing.syncs(plain)
        if count is not None:
            table.row(
                "  syncs", str(count), f"{plain.name} {theirs}", str(count), "<= 8", count <= 8)

    def size(self, table: Table, library: Path, many: Path) -> None:
        pairs = [
            ("list", self.listing(many, LISTED_IN_MANY), self.listing(library, LISTED)),
            ("save", self.saving(many, SAVED_IN_MANY), self.saving(library, SAVED)),
            ("show", self.showing(many, LISTED_IN_MANY), self.showing(library, LISTED)),
        ]
        timing.by_turns([work for _, *pair in pairs for work in pair], self.scale.runs)
        for name, large, small in pairs:
            small.name = f"{self.scale.documents:,} documents"
            table.ratio(f"{name}, {self.scale.many:,} documents", large, small, 1.3)

    def long_list(self, table: Table, long: Path) -> None:
        command = [self.command, "list", writing.path(0)]
        timing.first_line(command, long)
        times = [timing.first_line(command, long) for _ in range(self.scale.runs)]
        name = f"list {self.scale.long:,} versions"
        table.limit(f"{name}: first line", statistics.median(t[0] for t in times) * 1000, "ms", 15)
        table.limit("  whole list", statistics.median(t[1] for t in times) * 1000, "ms", 100)
        megabytes = timing.memory(command, long)
        if megabytes is not None:
            table.limit("  memory", megabytes, "MB", 40)

    def autosave(self, table: Table, library: Path, peer: Path) -> None:
        numbers = range(self.scale.changed)
        ours = self.versions(library, "autosave", prepare=self.changing(library, numbers))
        # Object by object git takes several times as long.
        name = "git add -A + git commit, fsyncMethod=batch"
        theirs = Work(name, [
            [*FAST_OBJECTS, "add", "-A"],
            [*FAST_OBJECTS, "commit", "-q", "--no-verify", "-m", "autosave"],
        ], peer, self.changing(peer, numbers))
        timing.by_turns([ours, theirs], self.scale.few)
        table.ratio(
            f"autosave {self.scale.changed:,} changed ({self.scale.few} runs)", ours, theirs, 2)
        count = timing.syncs(ours)
        if count is not None:
            table.line("  syncs", str(count), f"git {timing.syncs(theirs)}")

    def watch(self, table: Table, library: Path) -> None:
        scale = self.scale
        spread = self.made(
            f"spread-{scale.many}",
            lambda folder: watching.spread(self.command, folder, scale.many), ".versions")
        inner = watching.place(scale.many // 2)

        def changing(path: Path) -> Callable[[], None]:
            def change() -> None:
                self.seed += 1
                path.write_bytes(writing.text(self.seed, 4096))

            return change

        # What was changed for other rows would be told before the watcher has caught up.
        for folder in (library, spread):
            subprocess.run(
                [self.command, "autosave"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        save = self.saving(library, SAVED)
        small, large = [], []
        with (watching.Watcher(self.command, library) as few,
              watching.Watcher(self.command, spread) as many):
            for _ in range(scale.runs * 3):
                small.append(few.save(self.changing(library, [LISTED])))
                large.append(many.save(changing(spread / inner)))
                save.seconds.append(timing.once(save))
                # What the command saved wakes the watcher, which finds nothing to do.
                time.sleep(2 * watching.QUIET)
            idle = few.idle_hour(scale.idle)
        ours = Work("watch", [], library, seconds=small)
        bar = 5 + 2 * save.milliseconds
        table.row(
            f"watch-save, {scale.documents:,} documents", ms(ours), f"versions save {ms(save)}",
            ms(ours), f"<= 5 ms + 2 x = {bar:.2f} ms", ours.milliseconds <= bar)
        worst = statistics.quantiles(small, n=100)[98] * 1000
        table.row(
            "  99 % of them", f"{worst:.2f} ms", f"versions save {ms(save)}",
            f"{worst / save.milliseconds:.2f} x", "<= 10 x", worst <= 10 * save.milliseconds)
        ours.name = f"{scale.documents:,} documents"
        table.ratio(
            f"watch-save, {scale.many:,} documents", Work("watch", [], spread, seconds=large),
            ours, 1.5)
        status = Work("git status", [["git", "status", "--short"]], spread)
        warm, cold = (Work("watch", [], spread) for _ in range(2))
        for _ in range(scale.few):
            cold.seconds.append(watching.start(self.command, spread, cold=True))
            warm.seconds.append(watching.start(self.command, spread, cold=False))
            status.seconds.append(timing.once(status))
        table.ratio(f"watch-start, {scale.many:,} documents", warm, status, 2.5)
        table.ratio("  without what it knew before", cold, status, 15)
        table.limit("watch-idle, processor time of an hour", idle, "s", 1)
        self.nothing_changed(table, spread, status)

    def nothing_changed(self, table: Table, spread: Path, status: Work) -> None:
        """A nightly look at a large library in which nothing happened."""
        autosave = self.versions(spread, "autosave")
        changed = self.versions(spread, "list", "--changed")
        add = Work("git add -A", [["git", "add", "-A"]], spread)
        timing.by_turns([autosave, add, changed, status], self.scale.few)
        where = f"{self.scale.many:,} unchanged documents"
        table.ratio(f"autosave, {where}", autosave, add, 2.5)
        table.ratio(f"list --changed, {where}", changed, status, 2.5)

    def take_over(self, table: Table, peer: Path, count: int) -> None:
        """Imports a git repository, beside git importing the same commits."""
        with tempfile.TemporaryDirectory(dir=self.cache) as scratch:
            new, stream = Path(scratch) / "new", Path(scratch) / "stream"
            with stream.open("wb") as output:
                stranger.git(peer, "fast-export", "main", stdout=output)

            def begin(*words: str) -> Callable[[], None]:
                def prepare() -> None:
                    shutil.rmtree(new, ignore_errors=True)
                    subprocess.run([*words, str(new)], check=True, stdout=subprocess.DEVNULL)
                    os.sync()

                return prepare

            ours = Work(
                "versions import",
                [[self.command, "--library", str(new), "import", str(peer)]], Path(scratch),
                begin(self.command, "init"))
            theirs = Work(
                "git fast-import",
                [["sh", "-c", f"git -C '{new}' fast-import --quiet < '{stream}'"]], Path(scratch),
                begin("git", "init", "-q", "--bare"))
            timing.by_turns([ours, theirs], self.scale.few // 2)
            table.ratio(f"import {count:,} versions ({self.scale.few // 2} runs)", ours, theirs, 2)

    def audit(self, table: Table, library: Path) -> None:
        store = f"--git-dir={library / '.versions'}"
        count = f"{self.scale.documents * self.scale.versions:,} versions"
        stranger.git(library / ".versions", "pack-refs", "--all")
        verify = self.versions(library, "verify")
        fsck = Work("git fsck --full", [["git", store, "fsck", "--full", "--no-progress"]], library)
        timing.by_turns([verify, fsck], self.scale.few)
        table.ratio(f"verify {count} ({self.scale.few} runs)", verify, fsck, 1.3)
        # The fields of a version that git has to look up in the message as well.
        keys = ["Document", "Version", "Version-Id", "Event", "Path", "Size", "Type", "Modified",
                "Host", "App", "From"]
        fields = ["%H", "%an", "%ae", "%cI"] + [
            f"%(trailers:key={key},valueonly,separator=%x20)" for key in keys]
        log = self.versions(library, "log", "--json")
        theirs = Work(
            "git log --all, same fields",
            [["git", store, "log", "--all", "--format=" + "%x09".join(fields)]], library)
        plain = Work(
            "git log --all, no trailers",
            [["git", store, "log", "--all", "--format=%H%x09%an%x09%ae%x09%cI%x09%B"]], library)
        timing.by_turns([log, theirs, plain], self.scale.few)
        table.ratio(f"log --json, {count} ({self.scale.few} runs)", log, theirs, 2)
        table.line("  with messages as they are", ms(log), f"{plain.name} {ms(plain)}", "", "", "")
        command = [self.command, "log", "--json"]
        times = [timing.first_line(command, library)[0] for _ in range(self.scale.few)]
        table.limit("  first line", statistics.median(times) * 1000, "ms", 50)

    def call(self, table: Table, library: Path) -> None:
        if not self.calls:
            return
        with tempfile.TemporaryDirectory(dir=self.cache) as scratch:
            lines = subprocess.run(
                [str(self.calls / "library-call"), str(library), writing.path(SAVED), str(self.scale.runs * 3),
                 scratch + "/hand"], check=True, capture_output=True, text=True).stdout.splitlines()
        pairs = [tuple(map(int, line.split())) for line in lines]
        ours = Work("library call", [], library, seconds=[pair[0] / 1e6 for pair in pairs])
        hand = Work("four files by hand", [], library, seconds=[pair[1] / 1e6 for pair in pairs])
        table.ratio("library call save, 4 kB, synced", ours, hand, 1.5)

    def documents(self, table: Table) -> None:
        if not self.calls:
            return
        with tempfile.TemporaryDirectory(dir=self.cache) as scratch:
            subprocess.run([self.command, "init", scratch], check=True, capture_output=True)
            lines = subprocess.run(
                [str(self.calls / "document-call"), scratch, str(self.scale.runs)],
                check=True, capture_output=True, text=True).stdout.splitlines()
        pairs = [tuple(map(int, line.split())) for line in lines]
        counting = statistics.median(pair[0] for pair in pairs) / 1e3
        waiting = statistics.median(pair[1] for pair in pairs) / 1e3
        table.limit("document: updateChangeCount", counting, "us", 2)
        table.limit("document: autosave of 1 MB, caller waits", waiting, "ms", 2)


def surroundings(home: Path) -> None:
    """Nothing of the person's own settings takes part."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "VERSIONS_")):
            del os.environ[name]
    os.environ.update(
        HOME=str(home), GIT_CONFIG_NOSYSTEM="1", GIT_PAGER="cat", LC_ALL="C.UTF-8",
        VERSIONS_AUTHOR="Anna Berg <anna@example.org>")


def machine(folder: Path) -> str:
    processor = platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                processor = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    git = subprocess.run(["git", "--version"], capture_output=True, text=True).stdout.strip()
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    kind = subprocess.run(
        ["stat", "-f", "-c", "%T", str(folder)], capture_output=True, text=True).stdout.strip()
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return (
        f"{system}, Linux {platform.release()}, {os.cpu_count()} x {processor}, {git},"
        f" file system {kind}, load {load}")


PARTS = ["saving", "comparing", "autosaving", "upkeep"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="Scripts/bench", description=__doc__)
    parser.add_argument(
        "--cache", type=Path, metavar="FOLDER",
        help="keep the generated libraries (1 GB) in FOLDER, so that the next run begins at once")
    parser.add_argument(
        "--quick", action="store_true", help="small libraries and few runs: shows that all works")
    parser.add_argument(
        "--only", choices=PARTS, help="measure only one part of the rows")
    parser.add_argument("--command", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--calls", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="versions-bench-") as scratch:
        surroundings(Path(scratch))
        cache = (options.cache or Path(scratch)).absolute()
        cache.mkdir(parents=True, exist_ok=True)
        scale = QUICK if options.quick else FULL
        print(machine(cache))
        print(f"medians of {scale.runs} runs by turns, where no other number stands")
        command = str(Path(options.command).absolute())
        bench = Bench(command, options.calls and options.calls.absolute(), cache, scale)
        table = Table()
        for part in [options.only] if options.only else PARTS:
            bench.run(table, part)
        os.chdir("/")
    print()
    print(f"{table.count - len(table.missed)} of {table.count} bars reached")
    if options.quick:
        print("so few runs of so little say nothing about speed")
        return 0
    return 1 if table.missed else 0


if __name__ == "__main__":
    sys.exit(main())
