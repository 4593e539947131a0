#!/usr/bin/env python3
"""Measures Galley and its peers side by side, and writes the tables of Benchmarks/README.md.

  bench.py [--runs N] [--long] [--readme]

The feed and the peers are in Benchmarks/Peers; a peer whose program is not installed has no figure. --long adds
1,000,000 rows, and counts instructions for the growth, which takes Callgrind some minutes; --readme writes the tables
to Benchmarks/README.md.
Figures are medians; compare only ratios within one run, on an idle machine.
"""
import argparse
import json
import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = os.path.join(ROOT, "Benchmarks", "Peers")
GALLEY = os.path.join(ROOT, ".build", "release", "galley")
# Pictures are written to memory: a disk's file system takes long for new files after many were deleted.
MEMORY = "/dev/shm"
PAGES = ["--pages", "667", "-o", "out/{page:06}.png", "--theme", "plain", "--quiet"]


class Run:
    """A process, with the time and memory it took."""

    def __init__(self, command, folder, env=None):
        start = time.perf_counter()
        with open(os.path.join(folder, "log"), "w") as log:
            process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=env)
            _, status, usage = os.wait4(process.pid, 0)
        self.wall = time.perf_counter() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024
        if status:
            raise RuntimeError(f"{command[:3]} failed: {open(os.path.join(folder, 'log')).read()[-500:]}")
        process.returncode = 0


def median(runs, what):
    return statistics.median(getattr(run, what) for run in runs) if runs else None


class Bench:
    def __init__(self, options, folder):
        self.runs, self.folder = options.runs, folder
        self.lines, self.limits = [], []
        os.mkdir(os.path.join(folder, "out"))
        self.baseline = self.build_baseline()

    # Programs and feeds.

    def build_baseline(self):
        """The program in C; None without a compiler."""
        if not shutil.which("gcc"):
            return None
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "pangocairo"], capture_output=True, text=True, check=True
        ).stdout.split()
        program = os.path.join(self.folder, "pango_cairo")
        source = os.path.join(PEERS, "pango_cairo.c")
        subprocess.run(["gcc", "-O2", "-o", program, source, *flags, "-lm"], check=True)
        return program

    def feed(self, rows, *more):
        """A feed of so many rows, and the same for the C program."""
        name = "-".join([str(rows), *more])
        path, nul = (os.path.join(self.folder, name + end) for end in (".json", ".nul"))
        if not os.path.exists(path):
            subprocess.run([sys.executable, os.path.join(PEERS, "feed.py"), str(rows), path, nul, *more], check=True)
        return path, nul

    def emoji_feed(self):
        """The emoji-rich rows of the feed."""
        path = os.path.join(self.folder, "emoji.json")
        rows = [row for row in json.load(open(self.feed(1000)[0]))["feed"] if row["kind"] == "emoji"]
        json.dump({"feed": rows}, open(path, "w"), ensure_ascii=False)
        return path

    # Measuring.

    def run(self, command, env=None):
        run = Run(command, self.folder, env)
        run.files = self.empty_out()
        return run

    def empty_out(self):
        out = os.path.join(self.folder, "out")
        names = os.listdir(out)
        for name in names:
            os.remove(os.path.join(out, name))
        return len(names)

    def stages(self, feed, *more):
        """The medians of `galley bench stages`, with counters, by stage."""
        path = os.path.join(self.folder, "stages")
        self.run([GALLEY, "bench", "stages", feed, "--theme", "plain", "--repeat", str(max(3, self.runs)),
                  "--table-rows", "1000", f"--json={path}", *more])
        records = [json.loads(line) for line in open(path)]
        self.model = records[-1]
        return {record["stage"]: record for record in records[:-1]}

    def c_stages(self, nul, *more):
        """The C program's layout and raster, µs of processor time a row, warm."""
        if not self.baseline:
            return None, None
        self.run([self.baseline, nul, "--repeat", str(max(3, self.runs)), *more])
        found = dict(line.split() for line in open(os.path.join(self.folder, "log")))
        return float(found["layout"]), float(found["raster"])

    # Output.

    def row(self, stage, ours, peer, ratio, bar):
        self.lines.append((stage, ours, peer, ratio, bar))
        print("  ".join(str(part) for part in self.lines[-1]), flush=True)

    def compare(self, stage, ours, theirs, form, peer, bar):
        """A row of a quotient: how many times less ours is, by the middle one of all turns."""
        middle = statistics.median(ours)
        if None in theirs:
            return self.row(stage, form.format(middle), f"{peer} is not there", "", bar)
        ratio = statistics.median(their / our for our, their in zip(ours, theirs))
        self.row(stage, form.format(middle), f"{form.format(statistics.median(theirs))}, {peer}", f"{ratio:.1f}×", bar)

    def two_workers(self, name, times, alone):
        """A row of the middle quotient of all turns, which is not that of the middle times."""
        self.row(name, f"{alone / times:.1f} µs a row", f"{alone:.1f} µs a row, one worker", f"{times:.2f}×",
                 "1.85×, aim 1.95×")

    def whole_job(self):
        feed, nul = self.feed(1000)
        one, two, peers = [], [], {"C": [], "typst": [], "Chromium": []}
        for _ in range(self.runs):
            # Short runs, so that three of them alternate with the others.
            for _ in range(3):
                one.append(self.run([GALLEY, "render", feed, *PAGES, "--jobs", "1"]))
                two.append(self.run([GALLEY, "render", feed, *PAGES, "--jobs", "2"]))
            if self.baseline:
                peers["C"].append(self.run([self.baseline, nul, "--pages", "out/c"]))
            for name, script, is_there in [
                ("typst", "typst_pages.py", has_module("typst")),
                ("Chromium", "chromium_pages.py", bool(shutil.which("chromium"))),
            ]:
                if is_there:
                    peers[name].append(self.run([sys.executable, os.path.join(PEERS, script), feed, "out/p"]))
        # All make the same number of pages of one size, so the ratio of times is also that per megapixel.
        megapixels = one[0].files * 750 * 1334 / 1e6
        c = median(peers["C"], "cpu")
        self.compare("whole job, processor time, one worker", [1e3 * median(one, "cpu") / megapixels],
                     [c and 1e3 * c / megapixels], "{:.2f} ms/Mpx", "C", "12×, aim 20×")
        for name, bar in [("C", "20×, aim 40×"), ("typst", "10×, aim 20×"), ("Chromium", "35×, aim 70×")]:
            self.compare(f"whole job, wall time, two workers, against {name}", [median(two, "wall")],
                         [median(peers[name], "wall")], "{:.2f} s", name, bar)

    def stage_rows(self):
        feed, nul = self.feed(1000)
        # Runs alternate, because the machine's speed varies.
        turns = [(self.stages(feed), self.c_stages(nul)) for _ in range(3)]
        layout, raster = zip(*(c for _, c in turns))
        stages = turns[-1][0]

        def values(name):
            return [stages[name]["median"] for stages, _ in turns]

        def value(name):
            return statistics.median(values(name))

        def per_row(name, of):
            counters = of["raster"]["counters"]
            return of[name]["median"] * 1e3 * counters["megapixels"] / counters["rows"]

        self.compare("layout, first sight", values("layout"), layout, "{:.1f} µs a row", "C", "3×, aim 6×")
        self.compare("layout, first sight, in one process", values("layout"), values("layout Pango"),
                     "{:.1f} µs a row", "PangoLayout", "3×, aim 6×")
        # PangoLayout computes lines and extents too, and does not place glyphs for drawing either.
        for name, stage, bar in [
            ("a size at a new width", "size", "40×, aim 100×"),
            ("a whole layout at a new width", "relayout", "40×, aim 100×"),
            ("the same with every glyph placed", "relayout placed", "")]:
            self.compare(name, values(stage), values("relayout Pango"), "{:.2f} µs a row", "PangoLayout", bar)
        self.two_workers("cells set, two workers over one", value("layout 2 workers over 1"), value("layout 1 worker"))
        self.compare("raster", [per_row("raster", of) for of, _ in turns], raster, "{:.1f} µs a row", "C",
                     "1.8×, aim 3×")
        self.two_workers("raster, two workers over one", value("raster 2 workers over 1"),
                         per_row("raster 1 worker", stages))
        emoji = self.stages(self.emoji_feed())
        c = self.c_stages(nul, "--kind", "emoji")
        self.compare("emoji-rich rows, layout and raster", [emoji["layout"]["median"] + per_row("raster", emoji)],
                     [c[0] and sum(c)], "{:.1f} µs a row", "C", "1.8×, aim 3×")
        for name, time_bar, byte_bar in [
            ("fast", "16×, aim 25×", "1.1×, aim 0.9×"), ("small", "3×, aim 4×", "0.8×, aim 0.7×")]:
            page, cairo = stages[f"page {name}"], stages["page Cairo"]
            self.compare(f"PNG, profile {name}, time", values(f"page {name}"), values("page Cairo"),
                         "{:.2f} ms/Mpx", "Cairo's writer", time_bar)
            ours, theirs = (one["counters"]["bytes"] / one["counters"]["pages"] / 1e3 for one in (page, cairo))
            self.row(f"PNG, profile {name}, bytes", f"{ours:.0f} KB a page", f"{theirs:.0f} KB, Cairo's writer",
                     f"{ours / theirs:.2f}×", byte_bar)
        for stage, limit, words in [
            ("layout", "layout HarfBuzz", "HarfBuzz alone"), ("raster", "raster memset", "memset of the cells"),
            ("page fast", "page igzip", "igzip alone")]:
            self.limits.append((stage, f"{value(stage):.2f} {stages[stage]['unit']}", f"{value(limit):.2f}",
                                words, f"{value(stage) / value(limit):.2f}×"))

    def other_feeds(self):
        """Whether the ratios of the benchmarks' feed hold for others."""
        for name in ["everyday.jsonl", "cjk.json", "right-to-left.jsonl", "emoji.json"]:
            stages = self.stages(os.path.join(ROOT, "Samples", "Feeds", name))
            for stage, other, bar in [("layout", "layout", "2×"), ("size", "relayout", "27×")]:
                self.compare(f"sample {name.split('.')[0]}, {stage}", [stages[stage]["median"]],
                             [stages[f"{other} Pango"]["median"]], "{:.1f} µs a row", "PangoLayout", bar)
        stages = self.stages(self.feed(1000, "new")[0])
        self.compare("each word a new one, layout", [stages["layout"]["median"]],
                     [stages["layout Pango"]["median"]], "{:.1f} µs a row", "PangoLayout", "1.5×")

    def main_queue(self):
        feed, _ = self.feed(10_000)
        path = os.path.join(self.folder, "scroll")
        self.run([GALLEY, "scroll", feed, "--theme", "plain", "--script", "constant", "--clock", "real",
                  "--jobs", "1", f"--json={path}"])
        main = json.loads(open(path).readlines()[-1])["mainMs"]
        self.row("main queue, a frame, median", f"{1e3 * main['p50']:.0f} µs", "", "", "50 µs, aim 10")
        self.row("main queue, a frame, p99", f"{main['p99']:.2f} ms", "", "", "0.5 ms, aim 0.1")

    def start(self):
        feed, nul = self.feed(1)
        ours, theirs = [], []
        for _ in range(5 * self.runs):
            ours.append(self.run([GALLEY, "render", feed, *PAGES, "--jobs", "1"]))
            if self.baseline:
                theirs.append(self.run([self.baseline, nul, "--pages", "out/c"]))
        wall, other = 1e3 * median(ours, "wall"), theirs and 1e3 * median(theirs, "wall")
        self.row("start: one row to PNG, wall", f"{wall:.0f} ms", f"{other:.0f} ms, C" if other else "C is not there",
                 f"{wall / other:.2f}×" if other else "", "1.2×, aim 0.9×")
        return median(ours, "cpu")

    def two_processes(self):
        """What two workers can gain where they compute: two processes share nothing but the machine."""
        command = [GALLEY, "measure", self.feed(10_000)[0], "--json", "--jobs", "1"]

        def wall(count):
            start = time.perf_counter()
            processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                         for _ in range(count)]
            if any([process.wait() for process in processes]):
                raise RuntimeError(f"{command[:2]} failed")
            return time.perf_counter() - start

        walls = [(wall(1), wall(2)) for _ in range(3 * self.runs)]
        one, two = (statistics.median(times) for times in zip(*walls))
        self.row("10,000 rows measured by each of two processes, over one process", f"{two / 2:.2f} s",
                 f"{one:.2f} s, one process", f"{2 * one / two:.2f}×", "")

    def memory(self, start):
        feeds = {rows: self.feed(rows)[0] for rows in (1000, 10_000)}
        # Generating feeds is not Galley's work: they all exist before its processes run.
        cpu = {}
        for rows, feed in feeds.items():
            runs = [self.run([GALLEY, "render", feed, *PAGES, "--jobs", "1"]) for _ in range(self.runs)]
            cpu[rows] = median(runs, "cpu")
        two = self.run([GALLEY, "render", feeds[10_000], *PAGES, "--jobs", "2"])
        self.row("memory, 10,000 rows to pages", f"{median(runs, 'megabytes'):.0f} MB, one worker",
                 f"{two.megabytes:.0f} MB, two workers", "", "100 MB, aim 60")
        scroll = self.run([GALLEY, "scroll", feeds[10_000], "--theme", "plain", "--script", "fling", "--clock", "real",
                           "--jobs", "1", "--quiet"])
        self.row("memory, scrolling 10,000 rows", f"{scroll.megabytes:.0f} MB", "", "", "150 MB, aim 80")
        self.growth("processor time", {1: start, **cpu}, lambda value: f"{1e3 * value:.3f} ms")

    def growth(self, what, totals, text):
        """What a row costs beyond the first 1,000, and within them."""
        small, large = (totals[1000] - totals[1]) / 999, (totals[10_000] - totals[1000]) / 9000
        self.row(f"growth, {what} a row, from 1,000 rows to 10,000", text(large), text(small),
                 f"{large / small - 1:+.1%}", "within 5 %")

    def instructions(self):
        galley = os.path.join(self.folder, "stripped")
        # Valgrind 3.19 fails on Swift's debug information.
        subprocess.run(["strip", "--strip-debug", "-o", galley, GALLEY], check=True)

        def count(rows):
            folder = os.path.join(self.folder, f"counted-{rows}")
            os.makedirs(os.path.join(folder, "out"))
            Run(["valgrind", "--tool=callgrind", "--callgrind-out-file=profile", galley, "render", self.feed(rows)[0],
                 *PAGES, "--jobs", "1"], folder, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
            shutil.rmtree(os.path.join(folder, "out"))
            with open(os.path.join(folder, "profile")) as profile:
                return next(int(line.split()[1]) for line in profile if line.startswith(("summary:", "totals:")))

        with ThreadPoolExecutor() as pool:
            sizes = [10_000, 1000, 1]
            totals = dict(zip(sizes, pool.map(count, sizes)))
        self.growth("instructions", totals, lambda value: f"{value / 1e6:.2f} million")

    def million(self):
        path = os.path.join(self.folder, "million.jsonl")
        with open(path, "w") as file:
            for row in range(1_000_000):
                file.write(f'{{"id":"{row}","title":"Row {row}","body":"A short one, number {row * 7919 % 1_000_003}."}}\n')
        pages = PageChecker(os.path.join(self.folder, "out"))
        run = Run([GALLEY, "render", path, *PAGES, "--jobs", "2"], self.folder)
        count = pages.finish()
        self.row("memory, 1,000,000 short rows to pages", f"{run.megabytes:.0f} MB", f"{count:,} pages checked", "",
                 "256 MB, aim 120")

    def table(self):
        model = self.model
        libraries = ", ".join(f"{name} {model['libraries'][name]}" for name in ["Pango", "HarfBuzz", "Cairo", "ISA-L"])
        lines = ["| | Galley | measured against | ratio | bar |", "|---|---|---|---|---|"]
        lines += ["| " + " | ".join(line) + " |" for line in self.lines]
        lines += ["", "| stage | takes | its limit | which is | of the limit |", "|---|---|---|---|---|"]
        lines += ["| " + " | ".join(line) + " |" for line in self.limits]
        lines += ["", f"{model['processors']} × {model['processor']}, {model['build']} build, {libraries}; medians of "
                  f"{self.runs} runs and more, written by `make bench`."]
        return "\n".join(lines) + "\n"


class PageChecker:
    """Checks each page as it appears, by its checksums, and deletes it."""

    def __init__(self, folder):
        self.folder, self.count, self.is_over = folder, 0, threading.Event()
        self.failure = None
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def work(self):
        while True:
            was_over = self.is_over.is_set()
            for name in os.listdir(self.folder):
                if name.endswith(".png") and name[:-4].isdigit():
                    path = os.path.join(self.folder, name)
                    try:
                        self.check(open(path, "rb").read())
                    except ValueError as error:
                        self.failure = f"{name}: {error}"
                    os.remove(path)
                    self.count += 1
            if was_over:
                return
            time.sleep(0.05)

    @staticmethod
    def check(data):
        if data[:8] != b"\x89PNG\r\n\x1a\n" or data[-8:-4] != b"IEND":
            raise ValueError("no whole PNG")
        place = 8
        while place < len(data):
            (length,) = struct.unpack_from(">I", data, place)
            end = place + 8 + length
            if zlib.crc32(data[place + 4:end]) != struct.unpack_from(">I", data, end)[0]:
                raise ValueError("a wrong checksum")
            place = end + 4

    def finish(self):
        self.is_over.set()
        self.thread.join()
        if self.failure:
            raise RuntimeError(self.failure)
        return self.count


def has_module(name):
    return subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode == 0


def put_into_readme(table):
    path = os.path.join(ROOT, "Benchmarks", "README.md")
    text = open(path).read()
    begin, end = "<!-- make bench -->\n", "<!-- end of make bench -->\n"
    head, rest = text.split(begin)
    with open(path, "w") as file:
        file.write(head + begin + table + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="how often each is measured")
    parser.add_argument("--long", action="store_true", help="1,000,000 rows, and instructions, too")
    parser.add_argument("--readme", action="store_true", help="put the tables into Benchmarks/README.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if os.path.isdir(MEMORY) else None) as folder:
        bench = Bench(options, folder)
        start = bench.start()
        bench.whole_job()
        bench.stage_rows()
        bench.other_feeds()
        bench.two_processes()
        bench.main_queue()
        bench.memory(start)
        if options.long:
            if shutil.which("valgrind"):
                bench.instructions()
            bench.million()
        table = bench.table()
    os.makedirs(os.path.join(ROOT, "out"), exist_ok=True)
    with open(os.path.join(ROOT, "out", "bench.md"), "w") as file:
        file.write(table)
    print(table)
    if options.readme:
        put_into_readme(table)


if __name__ == "__main__":
    main()
