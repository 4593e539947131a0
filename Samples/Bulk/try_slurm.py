#!/usr/bin/env python3
"""Tries the Slurm recipe: three nodes on this host, of which one is killed while it renders.

    Samples/Bulk/try_slurm.py GALLEY [ROWS]

Starts munged, slurmctld and three slurmd in a temporary folder, submits render.sbatch as an array of 12 tasks
and merge.sbatch after it, kills a node with its tasks, and compares the merged files with those of one run.
Everything that it starts ends with it. Debian has the programs in slurm-wlm and munge; it runs as root.
"""

import hashlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TASKS = 12
NODES = 3
PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo"]


def free_ports(count):
    """Ports that are free now."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    """A Slurm cluster on this host, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.children = {}
        host = socket.gethostname().split(".")[0]
        ports = free_ports(NODES + 1)
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o400)
        for name in ["state", "log", *(f"spool-n{number}" for number in range(1, NODES + 1))]:
            (folder / name).mkdir()
        lines = [
            "ClusterName=galley", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={ports[0]}",
            "AuthType=auth/munge", f"AuthInfo=socket={folder}/munge.socket",
            "SlurmUser=root", "SlurmdUser=root", f"StateSaveLocation={folder}/state",
            f"SlurmdSpoolDir={folder}/spool-%n", f"SlurmctldPidFile={folder}/slurmctld.pid",
            f"SlurmdPidFile={folder}/slurmd-%n.pid", f"SlurmctldLogFile={folder}/log/slurmctld",
            f"SlurmdLogFile={folder}/log/%n", "ProctrackType=proctrack/linuxproc",
            "TaskPlugin=task/none", "MpiDefault=none", "SelectType=select/cons_tres",
            "SelectTypeParameters=CR_CPU", "SlurmdParameters=config_overrides",
            "ReturnToService=0", "SlurmdTimeout=10", "SlurmctldTimeout=30", "InactiveLimit=0",
            "KillWait=5", "JobRequeue=1", "SchedulerType=sched/backfill",
            "SchedulerParameters=batch_sched_delay=0", "AccountingStorageType=accounting_storage/none",
            "JobAcctGatherType=jobacct_gather/none",
        ]
        for number in range(1, NODES + 1):
            lines.append(
                f"NodeName=n{number} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[number]} "
                "CPUs=1 RealMemory=256 State=UNKNOWN")
        lines.append("PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP")
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        self.environment = dict(os.environ, SLURM_CONF=str(folder / "slurm.conf"))

    def start(self, name, *arguments):
        log = open(self.folder / "log" / f"{name}.out", "ab")
        self.children[name] = subprocess.Popen(
            arguments, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def begin(self):
        self.start(
            "munged", "munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
            f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
            f"--log-file={self.folder}/log/munged", f"--seed-file={self.folder}/munged.seed")
        wait("munged", lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "slurmctld", "-D")
        for number in range(1, NODES + 1):
            self.start(f"n{number}", "slurmd", "-D", "-N", f"n{number}")
        wait("three idle nodes", lambda: self.run("sinfo", "-h", "-N", "-o", "%T").split().count("idle") == NODES)

    def run(self, *arguments):
        done = subprocess.run(arguments, env=self.environment, capture_output=True, text=True)
        return done.stdout

    def submit(self, folder, *arguments):
        done = subprocess.run(
            ["sbatch", "--parsable", *arguments], env=self.environment, cwd=folder, check=True,
            capture_output=True, text=True)
        return done.stdout.strip()

    def processes(self, node):
        """The processes of a node: its slurmd, and all that its jobs started."""
        found = {self.children[node].pid}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                variables = (path / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            ours = f"SLURM_CONF={self.folder}/slurm.conf".encode() in variables
            if ours and f"SLURMD_NODENAME={node}".encode() in variables:
                found.add(int(path.name))
                # The daemon of a task is the parent of its first process.
                parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if not self.is_job(parent):
                    found.add(parent)
        return found

    def kill(self, node):
        """Ends a node and its jobs at once, as a loss of power does."""
        # All stop before one ends: the daemons must not report the end of a job.
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for _ in range(3):
                daemons_first = sorted(self.processes(node), key=self.is_job)
                for process in daemons_first:
                    try:
                        os.kill(process, number)
                    except ProcessLookupError:
                        pass
        self.children.pop(node).wait()

    @staticmethod
    def is_job(process):
        """Whether a process is not one of the node's daemons."""
        try:
            return b"slurm" not in pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]
        except OSError:
            return True

    def end(self):
        self.run("scancel", "--signal=KILL", "--user=root")
        for node in [name for name in self.children if re.fullmatch(r"n\d", name)]:
            self.kill(node)
        for child in self.children.values():
            child.kill()
            child.wait()


def wait(name, holds, seconds=120):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"slurm: there is no {name} after {seconds} s")
        time.sleep(0.2)


def digest(folder):
    """The digests of the files of a merged run."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.glob("cards*"))}


def write_feed(path, rows):
    """Writes a feed of short rows."""
    with open(path, "w", encoding="utf-8") as feed:
        for row in range(rows):
            feed.write(f'{{"id":{row},"title":"Card {row}","body":"Some words {row * 7919 % 9973}"}}\n')


def attempt(galley, rows, folder, cluster):
    """Renders on the cluster, kills a node, and compares; returns whether all is as on one machine."""
    work, whole = folder / "work", folder / "whole"
    for each in [work / "shards", whole]:
        each.mkdir(parents=True)
    feed = folder / "feed.jsonl"
    write_feed(feed, rows)
    cluster.environment["GALLEY"] = str(galley)
    cluster.begin()
    start = time.monotonic()
    options = ["--width", "200", "--scale", "1"]
    render = cluster.submit(
        work, f"--array=1-{TASKS}", "--requeue", HERE / "render.sbatch", feed, *options)
    cluster.submit(work, f"--dependency=afterok:{render}", HERE / "merge.sbatch")

    def victim():
        for line in cluster.run("squeue", "-h", "-t", "R", "-o", "%N %K").splitlines():
            node, task = line.split()
            manifest = work / "shards" / f"{int(task):04}.jsonl"
            if node == "n2" and manifest.exists() and manifest.stat().st_size > 100_000:
                return task
        return None

    wait("task on node n2", victim)
    task = victim()
    cluster.kill("n2")
    print(f"slurm: killed node n2, which rendered part {task}")
    wait("end of the jobs", lambda: not cluster.run("squeue", "-h").strip(), seconds=3600)
    print(f"slurm: {TASKS} parts and the merge took {time.monotonic() - start:.0f} s")
    resumed = [
        path.name for path in sorted((work / "shards").glob("task-*.log"))
        if "by the manifest" in path.read_text()]
    subprocess.run(
        [galley, "render", feed, "--cards", "-o", "cards-{archive:05}.tar", "--manifest",
         "cards.jsonl", "--quiet", *options], cwd=whole, check=True)
    merged, expected = digest(work), digest(whole)
    print(f"slurm: {len(expected)} files; continued by the manifest: {', '.join(resumed) or 'none'}")
    if not resumed:
        print("slurm: no part was continued", file=sys.stderr)
    if merged != expected:
        print("slurm: the merged files are not those of one run", file=sys.stderr)
        for log in sorted((work / "shards").glob("*.log")):
            print(f"{log.name}: {log.read_text()[-300:]}", file=sys.stderr)
    return merged == expected and bool(resumed)


def main():
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing or len(sys.argv) < 2:
        raise SystemExit(f"slurm: missing {' '.join(missing)}: apt-get install slurm-wlm munge" if missing else __doc__)
    galley = pathlib.Path(sys.argv[1]).resolve()
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory(prefix="galley-slurm-") as name:
        folder = pathlib.Path(name)
        cluster = Cluster(folder)
        try:
            holds = attempt(galley, rows, folder, cluster)
        finally:
            cluster.end()
    print("slurm: the merged files are those of one run" if holds else "slurm: FAILED")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
