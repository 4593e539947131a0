#!/usr/bin/env python3
"""Runs libFuzzer on the targets of Galley, and prints executions, coverage and findings of each.

New inputs are kept in .build-fuzz/corpus, so that a later run goes on from them. A finding is written to
out/fuzz; while one is there, each run names it and fails. After the fault is mended, move it to
Fuzz/Corpus/TARGET, which CorpusTests replays, and run this with --repaired.

Fuzz/ledger.json adds up the executions and the processor time of all runs of a target, and of all targets since
the last repair. It is committed, so that the runs of several machines count together. Targets with the least time run
first. --table prints the ledger as the manual has it, and fuzzes nothing.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build-fuzz/release/galley-fuzz"
LEDGER = ROOT / "Fuzz/ledger.json"
DICTIONARIES = {
    "feed-rss": "xml", "feed-atom": "xml", "feed-auto": "xml", "feed-csv": "table", "feed-tsv": "table",
    "feed-markdown": "markdown", "html": "html", "markdown": "markdown", "repair": "text",
    "layout": "text", "replay": "replay", "theme": "theme", "images": "images", "feed-fd": "json",
    "feed-jsonl": "json", "feed-jsonfeed": "json", "feed-mastodon": "json",
    "feed-activitystreams": "json", "feed-bluesky": "json", "feed-twitter": "json",
    "coded-layout": "json", "coded-text": "json", "template": "template",
    "attributed-html": "html", "written-feed": "html", "markup": "markup", "coded-cell": "json",
}


class Ledger:
    """The work of all runs, in a file that is written after each."""

    def __init__(self):
        self.record = json.loads(LEDGER.read_text()) if LEDGER.exists() else {}
        self.targets = self.record.setdefault("targets", {})
        self.record.setdefault("sinceRepair", {"executions": 0, "seconds": 0})
        self.lock = threading.Lock()

    def seconds(self, target):
        return self.targets.get(target, {}).get("seconds", 0)

    def add(self, target, executions, seconds, edges):
        """Adds a run of a target, and returns the target's sums."""
        with self.lock:
            total = self.targets.setdefault(target, {"executions": 0, "seconds": 0, "edges": 0})
            for sums in total, self.record["sinceRepair"]:
                sums["executions"] += executions
                sums["seconds"] = round(sums["seconds"] + seconds)
            total["edges"] = max(total["edges"], edges)
            total["last"] = datetime.date.today().isoformat()
            self.write()
            return dict(total)

    def note_repair(self):
        self.record["sinceRepair"] = {"date": datetime.date.today().isoformat(), "executions": 0, "seconds": 0}
        self.write()

    def write(self):
        temporary = LEDGER.with_suffix(".new")
        temporary.write_text(json.dumps(self.record, indent=2, sort_keys=True) + "\n")
        temporary.replace(LEDGER)

    def table(self):
        """The ledger as the manual's table, and a line of sums."""
        lines = ["| target | executions | processor minutes | edges reached |", "|---|---:|---:|---:|"]
        for name, total in self.targets.items():
            lines.append(f"| {name} | {total['executions']:,} | {total['seconds'] / 60:.1f} | {total['edges']:,} |")
        since = self.record["sinceRepair"]
        lines.append("")
        lines.append(
            f"Since the last repair{' on ' + since['date'] if 'date' in since else ''}: {since['executions']:,} executions in "
            f"{since['seconds'] / 3600:.1f} hours of processor time.")
        return "\n".join(lines)


def findings():
    """The findings of all runs that are not moved away, also of those that were ended from outside."""
    kinds = ("crash-", "oom-", "timeout-", "leak-")
    return sorted(path for path in (ROOT / "out/fuzz").glob("*/*") if path.name.startswith(kinds))


def fuzz(target, seconds, max_len, ledger):
    """Runs a target; returns its row of the table, and whether it found nothing."""
    corpus = ROOT / ".build-fuzz/corpus" / target
    found = ROOT / "out/fuzz" / target
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    before = set(os.listdir(found))
    command = [
        str(PROGRAM), target, f"-max_total_time={seconds}", f"-max_len={max_len}", "-timeout=10",
        "-rss_limit_mb=2048", "-detect_leaks=0", "-print_final_stats=1", f"-artifact_prefix={found}/",
        str(corpus), str(ROOT / "Fuzz/Corpus" / target),
    ]
    if target in DICTIONARIES:
        command.insert(2, f"-dict={ROOT}/Fuzz/Dictionaries/{DICTIONARIES[target]}.dict")
    # The backtrace program would hold the output open after a trap.
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    log = found / "log"
    with open(log, "wb") as output:
        run = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    text = log.read_text(errors="replace")
    executions = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text) or re.findall(r"^#(\d+)\s", text, re.M)
    edges = re.findall(r" cov: (\d+) ft: (\d+) corp: (\d+)", text)
    cov, features, inputs = edges[-1] if edges else ("0", "0", "0")
    new = sorted(set(os.listdir(found)) - before - {"log"})
    total = ledger.add(
        target, int(executions[-1] if executions else 0), usage.ru_utime + usage.ru_stime, int(cov))
    row = (
        f"{target:22} {total['executions']:>11} {total['seconds'] / 60:>9.1f} {cov:>7} {features:>8} {inputs:>6}"
        f"  {' '.join(new) or '-'}"
    )
    return row, run.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="the time for each target, by the clock")
    parser.add_argument(
        "--budget", type=float, help="skip a target with so many processor minutes in the ledger")
    parser.add_argument("--jobs", type=int, default=1, help="the number of targets that run at the same time")
    parser.add_argument("--max-len", type=int, default=4096, help="the longest input in bytes")
    parser.add_argument("--repaired", action="store_true", help="note a repair in the ledger, and fuzz nothing")
    parser.add_argument("--table", action="store_true", help="print the ledger, and fuzz nothing")
    parser.add_argument("targets", nargs="*", help="the targets; all without any")
    options = parser.parse_args()
    ledger = Ledger()
    if options.repaired:
        return ledger.note_repair()
    if options.table:
        return print(ledger.table())
    names = subprocess.run([PROGRAM], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    chosen = [
        name for name in options.targets or names
        if options.budget is None or ledger.seconds(name) < 60 * options.budget
    ]
    print(f"{'target':22} {'executions':>11} {'processor':>9} {'edges':>7} {'features':>8} {'inputs':>6}  findings")
    is_sound = True
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [
            pool.submit(fuzz, name, options.seconds, options.max_len, ledger)
            for name in sorted(chosen, key=ledger.seconds)
        ]
        for run in concurrent.futures.as_completed(runs):
            row, is_clean = run.result()
            print(row, flush=True)
            is_sound = is_sound and is_clean
    for path in findings():
        print(f"finding: {path.relative_to(ROOT)}")
        is_sound = False
    sys.exit(0 if is_sound else 1)


main()
