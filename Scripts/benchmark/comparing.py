"""The rows on comparing: `diff`, `blame` and `find`."""

import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

import samples
import stranger
import timing
import writing
from timing import Work

# Real documents with real histories, which are no part of the project.
BESIDE = [Path(__file__).resolve().parents[up] / "shared" / "histories" for up in (3, 4)]
HISTORIES = next((folder for folder in BESIDE if folder.exists()), BESIDE[0])
MANUAL = "manual.md"


@dataclass
class Sizes:
    """How large the documents are."""

    lines: int
    edits: int
    words: int
    emojis: tuple[int, int]
    json: int
    versions: int


FULL = Sizes(
    lines=200_000, edits=200, words=14_000, emojis=(1_000, 10_000), json=10_000_000, versions=1_000)
QUICK = Sizes(lines=2_000, edits=20, words=500, emojis=(30, 300), json=100_000, versions=60)


class Comparing:
    """Prints the rows; `bench` has the command and the folders, `table` takes what is measured."""

    def __init__(self, bench, table, sizes: Sizes) -> None:
        self.bench = bench
        self.table = table
        self.sizes = sizes
        self.runs = bench.scale.runs

    def run(self) -> None:
        name = f"samples-{self.sizes.lines}-{self.sizes.json}"
        library = self.bench.made(name, self.make_samples, ".versions")
        self.large_text(library)
        self.small_text(library)
        self.long_line(library)
        self.drawings(library)
        self.json(library)
        self.blame()
        self.find()

    # What is measured on

    def make_samples(self, folder: Path) -> None:
        """A library with both documents of each pair; the first of them has both as versions."""
        command = self.bench.command
        subprocess.run([command, "init", str(folder)], check=True, stdout=subprocess.DEVNULL)
        for name, (old, new) in self.pairs().items():
            stem, dot, suffix = name.partition(".")
            (folder / name).write_bytes(old)
            (folder / f"{stem}-new{dot}{suffix}").write_bytes(new)
        save = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([command, "autosave"], **save)
        (folder / "small.txt").write_bytes((folder / "small-new.txt").read_bytes())
        subprocess.run([command, "save", "small.txt"], **save)

    def pairs(self) -> dict[str, samples.Pair]:
        sizes = self.sizes
        pairs = {
            "text.txt": samples.text(sizes.lines, sizes.edits),
            "small.txt": samples.text(40, 3),
            "line.txt": samples.one_line(sizes.words),
            "data.json": samples.structured(sizes.json),
            "one.json": samples.structured(1),
        }
        for count in (1, *sizes.emojis):
            for identified in (True, False):
                for kind, moved in (("some", 0.1), ("all", 1.0)):
                    name = drawing(count, identified, kind)
                    pairs[name] = samples.drawing(count, identified, moved)
        return pairs

    def comparison(self, library: Path, name: str, *options: str) -> Work:
        stem, dot, suffix = name.partition(".")
        words = ["diff", name, "--with", f"{stem}-new{dot}{suffix}", *options]
        return Work("versions " + " ".join(words), [[self.bench.command, *words]], library, exit=1)

    def started(self, name: str, ours: Work, empty: Work, bar: float) -> None:
        """A row on what a piece of work takes beyond the same work on next to nothing."""
        value = ours.milliseconds - empty.milliseconds
        self.table.limit(name, value, "ms", bar, f"beyond {empty.name} {empty.milliseconds:.2f} ms")

    # The rows

    def large_text(self, library: Path) -> None:
        works = [
            ("", self.comparison(library, "text.txt")),
            ("  --patience", self.comparison(library, "text.txt", "--patience")),
            ("  --format unified", self.comparison(library, "text.txt", "--format", "unified")),
        ]
        # Outside any repository, as git reads nothing of one then.
        command = ["git", "diff", "--no-index", "--patience"]
        files = [str(library / "text.txt"), str(library / "text-new.txt")]
        peer = Work("git diff --no-index --patience", [[*command, *files]], library.parent, exit=1)
        timing.by_turns([*(work for _, work in works), peer], self.runs)
        title = f"diff, {self.sizes.lines:,} lines, {self.sizes.edits} edits"
        for name, work in works:
            self.table.ratio(name or title, work, peer, 1.3)

    def small_text(self, library: Path) -> None:
        words = ["diff", "small.txt", "1", "2"]
        ours = Work("versions diff", [[self.bench.command, *words]], library, exit=1)
        store = f"--git-dir={library / '.versions'}"
        blobs = [stranger.blob(content) for content in samples.text(40, 3)]
        peer = Work("git diff blob blob", [["git", store, "diff", *blobs]], library)
        timing.by_turns([ours, peer], self.runs)
        self.table.allowance("diff, 40 lines, two versions", ours, peer, 1, 3)

    def long_line(self, library: Path) -> None:
        works = [
            (f"diff, one line of {self.sizes.words:,} other words",
             self.comparison(library, "line.txt")),
            ("  --word", self.comparison(library, "line.txt", "--word")),
        ]
        timing.by_turns([work for _, work in works], self.runs)
        for name, work in works:
            self.table.limit(name, work.milliseconds, "ms", 1_000)
            self.memory(work, 100)

    def drawings(self, library: Path) -> None:
        bars = dict(zip(self.sizes.emojis, (15, 200)))
        empty = self.comparison(library, drawing(1, True, "all"))
        empty.name = "one emoji"
        works = {
            (count, identified, kind): self.comparison(library, drawing(count, identified, kind))
            for count in self.sizes.emojis
            for identified in (True, False)
            for kind in ("some", "all")
        }
        timing.by_turns([empty, *works.values()], self.runs)
        for (count, identified, kind), work in works.items():
            identifiers = "" if identified else ", no ids"
            moved = "a tenth moved" if kind == "some" else "all moved"
            self.started(
                f"diff, {count:,} emojis{identifiers}, {moved}", work, empty, bars[count])
        # What the process has anyway is left out. It differs from run to run by some pages, which
        # are much of what a small drawing needs: a fifth more than linear is allowed.
        small, large = self.sizes.emojis
        for identified in (True, False):
            measured = [
                self.usual_memory(work)
                for work in (empty, works[small, identified, "all"], works[large, identified, "all"])
            ]
            if None in measured:
                continue
            none, less, more = measured
            self.table.limit(
                f"  memory{'' if identified else ', no ids'}",
                (more - none) / max(less - none, 0.1), "x", 1.2 * large / small,
                f"{none:.1f}, {less:.1f} and {more:.1f} MB for 1, {small:,} and {large:,}")

    def json(self, library: Path) -> None:
        ours = self.comparison(library, "data.json")
        empty = self.comparison(library, "one.json")
        files, small = (
            [str(library / f"{stem}.json"), str(library / f"{stem}-new.json")]
            for stem in ("data", "one"))
        size = sum(Path(file).stat().st_size for file in files) / 1e6
        title = f"diff, JSON of {size / 2:.0f} MB, one element"
        if self.bench.calls:
            call = str(self.bench.calls / "comparing-call")
            parse = Work("", [[call, *files, "0"]], library)
            start = Work("", [[call, *small, "0"]], library)
            timing.by_turns([ours, empty, parse, start], self.runs)
            self.table.ratio(
                title, beyond(ours, empty, "versions diff"),
                beyond(parse, start, "reading and parsing both"), 1.5)
            lines = subprocess.run(
                [call, *files, str(self.runs)], check=True, capture_output=True,
                text=True).stdout.splitlines()
            pairs = [tuple(map(int, line.split())) for line in lines]
            whole = Work("", [], library, seconds=[pair[0] / 1e6 for pair in pairs])
            alone = Work("parsing both", [], library, seconds=[pair[1] / 1e6 for pair in pairs])
            self.table.ratio("  in a running process", whole, alone, 1.5)
        self.memory(ours, 10 * size)

    def memory(self, work: Work, bar: float) -> None:
        megabytes = timing.memory(work.commands[-1], work.folder, work.exit)
        if megabytes is not None:
            self.table.limit("  memory", megabytes, "MB", bar)

    def usual_memory(self, work: Work) -> float | None:
        values = [timing.memory(work.commands[-1], work.folder, work.exit) for _ in range(9)]
        return None if None in values else statistics.median(values)

    def blame(self) -> None:
        title = f"blame {MANUAL}"
        bundle = HISTORIES / f"{MANUAL}.bundle"
        if not bundle.exists():
            self.table.line(title, "", "skipped: there is no ../shared/histories")
            return
        peer = self.bench.made(
            f"git-{MANUAL}", lambda folder: stranger.unpacked(bundle, folder), ".git")
        revisions = stranger.answer("git", peer, "rev-list", "--reverse", "HEAD").decode().split()
        contents = [
            stranger.answer("git", peer, "cat-file", "blob", f"{revision}:{MANUAL}")
            for revision in revisions
        ]
        library = self.bench.made(
            f"library-{MANUAL}", lambda folder: stranger.one(
                self.bench.command, folder, MANUAL, contents), ".versions")
        ours = Work("versions blame", [[self.bench.command, "blame", MANUAL]], library)
        theirs = Work("git blame", [["git", "blame", MANUAL]], peer)
        chain = stranger.reference(library, MANUAL)
        store = f"--git-dir={library / '.versions'}"
        own = Work("git blame chain", [["git", store, "blame", chain, "--", MANUAL]], library)
        timing.by_turns([ours, theirs, own], self.runs)
        fastest = min(theirs, own, key=lambda work: work.milliseconds)
        self.table.ratio(f"{title}, {len(revisions)} versions", ours, fastest, 1)

    def find(self) -> None:
        count = self.sizes.versions
        name = "diary.txt"
        text = writing.Writing(count, lines=300)
        contents = [text.next() for _ in range(count)]
        library = self.bench.made(
            f"library-find-{count}", lambda folder: stranger.one(
                self.bench.command, folder, name, contents), ".versions")
        word = max(set(contents[count // 2].split()), key=lambda word: (len(word), word)).decode()
        store = f"--git-dir={library / '.versions'}"
        chain = stranger.reference(library, name)
        for title, needle, code in (
            (f"find a word, {count:,} versions", word, 0), ("  a word that never stood", "honey", 1)
        ):
            ours = Work(
                "versions find", [[self.bench.command, "find", needle, name]], library, exit=code)
            peer = Work(
                "git log -S", [["git", store, "log", "--oneline", "-S", needle, chain]], library)
            timing.by_turns([ours, peer], self.runs)
            self.table.ratio(title, ours, peer, 0.7)


def drawing(count: int, identified: bool, kind: str) -> str:
    return f"drawing-{count}-{'ids' if identified else 'plain'}-{kind}.emojiart"


def beyond(work: Work, start: Work, name: str) -> Work:
    """What a piece of work takes beyond the start of the same process, run by run."""
    seconds = [taken - began for taken, began in zip(work.seconds, start.seconds)]
    return Work(f"{name}, after start", [], work.folder, seconds=seconds)
