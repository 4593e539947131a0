#!/usr/bin/env python3
"""Plants faults in scrolls, and counts the tries in which `galley bench compare` finds them.

  planted.py GALLEY [--clock real|virtual] [--tries N] [--repeat N] [--seconds S] [--throttle T] [FEED]

Each try runs a bench of the verdict's scrolls without a fault, one with each fault, and another without, and compares
each with the first by the metrics of the fault. The last shows how often chance is taken for a fault. Beside each try is
the load of the machine, because the real clock can tell only on an idle one: a bench without a verdict counts as neither.
On the virtual clock equal benches give equal files, so that all tries give the same.
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAULTS = [
    ("layout=5%", "layout"),
    ("pause=1/100", "slowest"),
    ("hits=10%", "hits"),
    (None, "dropped,hitch,p50,p95,p99,slowest,layout,raster,blank,hits"),
]


def bench(options, path, fault):
    command = [
        options.galley, "bench", "run", options.feed, "--clock", options.clock, "--cpu-throttle", str(options.throttle),
        "--repeat", str(options.repeat), "--quiet", "--verdict-only", f"--json={path}"]
    if options.seconds:
        command += ["--seconds", str(options.seconds)]
    if fault:
        command += ["--plant", fault]
    return subprocess.run(command, capture_output=True, text=True)


def attempt(options, before, after, metrics):
    """Compares two benches: the result, and the line that says why."""
    compared = subprocess.run(
        [options.galley, "bench", "compare", before, after, "--fail-on", metrics], capture_output=True, text=True)
    if compared.returncode not in (0, 1):
        return "no verdict", compared.stderr.strip()
    return ("found" if compared.returncode == 1 else "not found"), compared.stdout.strip().split("\n")[-1]


def measure(options, path, fault):
    """Runs a bench: the reason for which it has no verdict, or None."""
    run = bench(options, path, fault)
    if run.returncode not in (0, 75):
        sys.exit(run.stderr)
    return run.stderr.strip().removeprefix("galley: no verdict: ") if run.returncode == 75 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley")
    parser.add_argument("feed", nargs="?", default=os.path.join(ROOT, "Samples", "Feeds", "everyday.jsonl"))
    parser.add_argument("--clock", default="real", choices=["real", "virtual"])
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--throttle", type=float, default=10)
    options = parser.parse_args()
    counts = {fault: {"found": 0, "not found": 0, "no verdict": 0} for fault, _ in FAULTS}
    loads = {fault: [] for fault, _ in FAULTS}
    with tempfile.TemporaryDirectory() as folder:
        before, after = os.path.join(folder, "before.json"), os.path.join(folder, "after.json")
        for number in range(options.tries):
            refusal = measure(options, before, None)
            for fault, metrics in FAULTS:
                why = refusal or measure(options, after, fault)
                result, words = ("no verdict", why) if why else attempt(options, before, after, metrics)
                counts[fault][result] += 1
                loads[fault].append(os.getloadavg()[0])
                print(
                    f"{fault or 'none'}, try {number + 1}, load {loads[fault][-1]:.1f}: {result}: {words}",
                    file=sys.stderr, flush=True)
    print("| fault | found | not found | no verdict | load |")
    print("| --- | ---: | ---: | ---: | --- |")
    for fault, count in counts.items():
        print(
            f"| {fault or 'none'} | {count['found']} | {count['not found']} | {count['no verdict']} "
            f"| {min(loads[fault]):.1f} to {max(loads[fault]):.1f} |")


if __name__ == "__main__":
    main()
