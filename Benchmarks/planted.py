#!/usr/bin/env python3
"""Plants faults in scrolls, and counts the tries in which `galley bench compare` finds them.

  planted.py GALLEY [--clock real|virtual] [--tries N] [--rounds N] [--seconds S] [--throttle T] [--only FAULT] [FEED]

A try compares two benches of the verdict's scrolls for each fault, the later one with the fault, and two without one. On the real
clock they are made in turns (`bench turns`). All metrics that `bench compare` takes without --fail-on are compared: a fault is found if the metric for it got worse, and the benches
without one show how often chance is taken for a fault. A comparison without a verdict counts as neither. Beside each try is
the load of the machine.

On the virtual clock equal benches give equal files, so that all tries give the same.
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Each fault, and the metrics that may find it: stalls are counted on the real clock alone.
FAULTS = {
    "layout=5%": ["layout"], "pause=1/100": ["stalls", "slowest"], "hits=10%": ["hits"],
    "frames=20%": ["dropped", "hitch", "p50", "p95", "p99"],
}


def check(done):
    if done.returncode not in (0, 75):
        sys.exit(done.stderr)


def measure(options, before, after, fault):
    """Makes two benches, the later one with a fault, if there is one."""
    scrolls = [options.feed, "--clock", options.clock, "--cpu-throttle", str(options.throttle), "--verdict-only"]
    scrolls += ["--seconds", str(options.seconds)] if options.seconds else []
    plant = ["--plant", fault] if fault else []
    if options.clock == "real":
        check(subprocess.run(
            [options.galley, "bench", "turns", options.galley, options.galley, "--before", before, "--after", after,
             "--rounds", str(options.rounds), "--pairs", str(options.pairs), "--quiet", *plant, "--", *scrolls],
            capture_output=True, text=True))
        return
    for path, fault in (before, []), (after, plant):
        check(subprocess.run(
            [options.galley, "bench", "run", *scrolls, "--quiet", f"--json={path}", *fault],
            capture_output=True, text=True))


def compare(options, before, after, metrics):
    """Compares two benches: the result, and the lines that say why."""
    compared = subprocess.run(
        [options.galley, "bench", "compare", before, after, *options.fail_on], capture_output=True, text=True)
    lines = compared.stdout.strip().split("\n")
    if compared.returncode not in (0, 1):
        return "no verdict", compared.stderr.strip()
    if metrics is None:
        return ("found" if compared.returncode == 1 else "not found"), "\n  ".join(lines)
    named = lines[-1].startswith("failed") and any(f"{metric} of " in lines[-1] for metric in metrics)
    return ("found" if named else "not found"), "\n  ".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley")
    parser.add_argument("feed", nargs="?", default=os.path.join(ROOT, "Samples", "Feeds", "everyday.jsonl"))
    parser.add_argument("--clock", default="real", choices=["real", "virtual"])
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--throttle", type=float, default=10)
    parser.add_argument("--only", help="plant this fault alone, and compare benches without one")
    parser.add_argument("--fail-on", help="compare these metrics alone")
    options = parser.parse_args()
    options.fail_on = ["--fail-on", options.fail_on] if options.fail_on else []
    faults = {options.only: FAULTS[options.only]} if options.only else FAULTS
    counts = {fault: {"found": 0, "not found": 0, "no verdict": 0} for fault in [*faults, None]}
    loads = []
    for number in range(options.tries):
        for fault in counts:
            with tempfile.TemporaryDirectory() as folder:
                before, after = (os.path.join(folder, name) for name in ("before", "after"))
                measure(options, before, after, fault)
                loads.append(os.getloadavg()[0])
                result, words = compare(options, before, after, faults.get(fault))
            counts[fault][result] += 1
            print(
                f"{fault or 'none'}, try {number + 1}, load {loads[-1]:.1f}: {result}:\n  {words}",
                file=sys.stderr, flush=True)
    print("| fault | found | not found | no verdict |")
    print("| --- | ---: | ---: | ---: |")
    for fault, count in counts.items():
        print(f"| {fault or 'none'} | {count['found']} | {count['not found']} | {count['no verdict']} |")
    print(f"\nThe load of the machine was {min(loads):.1f} to {max(loads):.1f}.")


if __name__ == "__main__":
    main()
