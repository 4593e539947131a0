#!/usr/bin/env python3
"""Compares the dropped frames of the virtual clock with those of the real clock.

  agreement.py GALLEY [--throttles 1,10,50] [--repeat N] [--seconds S] [FEED...]

For each feed and throttle, `galley bench run` fits the cost model to this machine and scrolls on the real clock; the
same scrolls are played on the virtual clock. A line has the dropped frames of both, and their difference as a share of
all vsyncs. Of the frames that other programs dropped, some would have been dropped without them: the clock says
from how many to how many frames the scroll itself drops, and the difference is that to the nearest of them. The last lines have the
intervals that contain the differences of each throttle. Without feeds, they are the samples and 1,000, 2,000 and 10,000
rows of the samples in turn. The load of the machine is beside each line.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SAMPLES = os.path.join(ROOT, "Samples", "Feeds")


def repeated_samples(count, path):
    """Writes so many rows: those of the everyday sample in turn, each with words of its own."""
    rows = [json.loads(line) for line in open(os.path.join(SAMPLES, "everyday.jsonl")) if line.strip()]
    with open(path, "w") as output:
        for number in range(count):
            row = dict(rows[number % len(rows)], id=f"row {number}")
            row["body"] = f"{row.get('body') or ''} {number}"
            output.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def measure(options, feed, throttle):
    command = [
        options.galley, "bench", "run", feed, "--cpu-throttle", str(throttle), "--repeat", str(options.repeat),
        "--seconds", str(options.seconds), "--quiet", "--verdict-only", "--json"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 75):
        sys.exit(run.stderr)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    models = {json.dumps(model["cell"], sort_keys=True): model["run"] for model in records[-1]["models"]}
    for record in records[:-1]:
        model = models[json.dumps(record["cell"], sort_keys=True)]
        clock = [one["dropped"] - one["hostDropped"] for one in record["runs"]]
        host = statistics.mean(one["hostDropped"] for one in record["runs"])
        yield record["cell"], statistics.mean(clock), host, model["dropped"] - model["hostDropped"], model["vsyncs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley")
    parser.add_argument("feeds", nargs="*")
    parser.add_argument("--throttles", default="1,10,50")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    print("| feed | throttle | scroll | by the clock | by the host | by the model | difference | load |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    shares = {}
    with tempfile.TemporaryDirectory() as folder:
        feeds = options.feeds or [os.path.join(SAMPLES, "everyday.jsonl")] + [
            repeated_samples(count, os.path.join(folder, f"{count} rows.jsonl")) for count in (1000, 2000, 10_000)]
        for feed in feeds:
            for throttle in options.throttles.split(","):
                for cell, clock, host, model, vsyncs in measure(options, feed, throttle):
                    share = 100 * (model - min(max(model, clock), clock + host)) / vsyncs
                    shares.setdefault(throttle, []).append(share)
                    name = f"{'warm' if cell['isWarm'] else 'cold'} {cell['mode']} {cell.get('policy') or ''}".strip()
                    print(
                        f"| {os.path.basename(feed)} | {throttle} | {name} | {clock:.1f} | {host:.1f} | {model} "
                        f"| {share:+.1f} % | {os.getloadavg()[0]:.1f} |", flush=True)
    print("\nThe model's dropped frames less those of the clock, as a share of the vsyncs:")
    for throttle, some in shares.items():
        print(
            f"throttle {throttle}: within {min(some):+.1f} % to {max(some):+.1f} % in {len(some)} scrolls, "
            f"{statistics.median(some):+.1f} % in the median")


if __name__ == "__main__":
    main()
