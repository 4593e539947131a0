#!/usr/bin/env python3
"""Runs libFuzzer on the targets of Galley, and prints executions, coverage and findings of each.

New inputs are kept in .build-fuzz/corpus, so that a later run goes on from them. A finding is written to
out/fuzz. After the fault is mended, move it to Fuzz/Corpus/TARGET, which CorpusTests replays, and remove
.build-fuzz/ledger.json: it adds up executions and processor time of all runs.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build-fuzz/release/galley-fuzz"
LEDGER = ROOT / ".build-fuzz/ledger.json"
DICTIONARIES = {
    "feed-rss": "xml", "feed-atom": "xml", "feed-auto": "xml", "feed-csv": "table", "feed-tsv": "table",
    "feed-markdown": "markdown", "html": "html", "markdown": "markdown", "repair": "text",
    "layout": "text", "replay": "replay", "theme": "theme", "images": "images", "feed-fd": "json",
    "feed-jsonl": "json", "feed-jsonfeed": "json", "feed-mastodon": "json",
    "feed-activitystreams": "json", "feed-bluesky": "json", "feed-twitter": "json",
    "coded-layout": "json", "coded-text": "json", "template": "template",
    "attributed-html": "html", "markup": "markup", "coded-cell": "json",
}


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def fuzz(target, seconds, max_len, total):
    """Runs a target and adds its work to `total`; returns its row of the table, and whether it found nothing."""
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
    start = processor_seconds()
    run = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    (found / "log").write_text(run.stdout)
    executions = re.findall(r"stat::number_of_executed_units:\s*(\d+)", run.stdout)
    edges = re.findall(r" cov: (\d+) ft: (\d+) corp: (\d+)", run.stdout)
    cov, features, inputs = edges[-1] if edges else ("0", "0", "0")
    new = sorted(set(os.listdir(found)) - before - {"log"})
    total["executions"] = total.get("executions", 0) + int(executions[-1] if executions else 0)
    total["seconds"] = total.get("seconds", 0) + processor_seconds() - start
    total["edges"] = int(cov)
    row = (
        f"{target:22} {total['executions']:>11} {total['seconds'] / 60:>9.1f} {cov:>7} {features:>8} {inputs:>6}"
        f"  {' '.join(new) or '-'}"
    )
    return row, run.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="the time for each target")
    parser.add_argument(
        "--budget", type=float, help="skip a target with so many processor minutes in the ledger")
    parser.add_argument("--max-len", type=int, default=4096, help="the longest input in bytes")
    parser.add_argument("targets", nargs="*", help="the targets; all without any")
    options = parser.parse_args()
    names = subprocess.run([PROGRAM], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    print(f"{'target':22} {'executions':>11} {'processor':>9} {'edges':>7} {'features':>8} {'inputs':>6}  findings")
    is_sound = True
    ledger = json.loads(LEDGER.read_text()) if LEDGER.exists() else {}
    for name in options.targets or names:
        total = ledger.setdefault(name, {})
        if options.budget is not None and total.get("seconds", 0) >= 60 * options.budget:
            continue
        row, is_clean = fuzz(name, options.seconds, options.max_len, total)
        LEDGER.write_text(json.dumps(ledger, indent=2) + "\n")
        print(row, flush=True)
        is_sound = is_sound and is_clean
    sys.exit(0 if is_sound else 1)


main()
