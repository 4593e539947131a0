#!/usr/bin/env python3
"""Runs the commands of README and of the manual, and compiles their Swift, from the text itself.

  run_snippets.py GALLEY [MODULES] [--only sh|swift]

Each block of sh runs in a folder with sample feeds: each command of `galley` has to end with status 0, or with the
status that its comment names (`# status 1`). Commands of other programs are not run, except in a pipe with `galley`,
where `curl` gives a sample feed. Each block of swift is checked by the compiler with the modules that `swift build
--build-tests` left in MODULES; without MODULES, or if they are not there, only the commands run. A comment before a
block says what the compiler cannot know:

  <!-- snippet: skip, REASON -->                    the block is not run
  <!-- snippet: view: FeedView, items: [FeedItem] -->  these names have these types
  <!-- snippet: struct Post {} ;; post: Post -->       this type is declared, too
"""
import argparse
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ["README.md", "Benchmarks/README.md", "Sources/Galley/Galley.docc/**/*.md", "Samples/**/README.md"]
BLOCK = re.compile(r"(?:<!-- snippet: (?P<note>[^\n]*?) -->\n)?```(?P<language>swift|sh)\n(?P<code>.*?)\n```", re.S)
FEEDS = ROOT / "Samples" / "Feeds"

POST = """{"type":"doc","title":"A title","subtitle":"Words","likes":3,"author":{"handle":"ann"}}"""
FILES = {
    "brand.yaml": 'base: dark\ncardColor: "#2A1F3D"\n',
    "poem.txt": "The ferry\nruns again\n",
    "book.txt": "A paragraph.\n\nAnother one.\n",
    "article.md": "# The ferry\n\nIt *runs* again.\n",
    "table.csv": "title,body\nThe ferry,It runs again.\n",
    "outbox.json": '{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":['
                   '{"type":"Create","actor":"https://m.example/users/ann","object":{"type":"Note","content":"<p>Hi</p>"}}]}',
    "post.json": POST,
}


def pages():
    for pattern in PAGES:
        for path in sorted(glob.glob(str(ROOT / pattern), recursive=True)):
            yield pathlib.Path(path)


def blocks(path):
    """The blocks of a page: their line, language, note and code."""
    text = path.read_text()
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start("code")) + 1
        yield line, match["language"], match["note"], match["code"]


# Commands.

def commands(code):
    """The commands of a block: a command may go on after a backslash, and ends with its line."""
    lines = code.replace("\\\n", " ").split("\n")
    return [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]


def prepare(folder):
    """Fills a folder with the files that the pages name."""
    for name, source in [("feed.jsonl", "everyday.jsonl"), ("feed.json", "journal.json"), ("feed.xml", "harbour.rss"),
                         ("a.jsonl", "everyday.jsonl"), ("feed.rss", "harbour.rss")]:
        shutil.copy(FEEDS / source, folder / name)
    shutil.copytree(ROOT / "Samples" / "Assets", folder / "pictures")
    shutil.copytree(ROOT / "Samples", folder / "Samples", ignore=shutil.ignore_patterns(".build*"))
    for name in FILES:
        (folder / name).write_text(FILES[name])
    shutil.copy(ROOT / "Samples" / "Replay" / "inbox.json", folder / "script.json")
    for name in ("goldens", "out"):
        (folder / name).mkdir()
        shutil.copy(ROOT / "Samples" / "Assets" / "glyph.png", folder / name / "a.png")
    programs = folder / ".programs"
    programs.mkdir()
    curl = programs / "curl"
    curl.write_text('#!/bin/sh\nfor last; do :; done\nexec cat "$(dirname "$0")/../feed.${last##*.}"\n')
    curl.chmod(0o755)


def run_commands(page, line, code, galley, folder):
    """The number of commands that ran, and the messages about those that failed."""
    count, faults = 0, []
    for command in commands(code):
        words = command.split("#")[0]
        if not re.search(r"(^|[|&;] *)galley ", words):
            continue
        expected = re.search(r"# .*status (\d+)", command)
        allowed = {0, int(expected[1])} if expected else {0}
        count += 1
        environment = dict(os.environ, PATH=f"{folder}/.programs:{galley.parent}:{os.environ['PATH']}")
        run = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, timeout=300,
                             stdin=subprocess.DEVNULL, capture_output=True)
        if run.returncode not in allowed:
            message = run.stderr.decode(errors="replace").strip().split("\n")[0]
            faults.append(f"{page}:{line}: {command}\n  status {run.returncode}: {message}")
    return count, faults


# Swift.

def as_file(code, note):
    """A source file with the code of a block: its imports, and the rest in a function unless it cannot be in one."""
    lines = code.split("\n")
    imports = [text for text in lines if text.startswith("import ")]
    rest = "\n".join(text for text in lines if not text.startswith("import "))
    if "import Galley" not in imports:
        imports.append("import Galley")
    parts = [part.strip() for part in (note or "").split(";;")]
    declared = [part for part in parts if re.match(r"(struct|enum|final class|protocol) ", part)]
    names = ", ".join(part for part in parts if part not in declared)
    head = "\n".join(imports + declared) + "\n"
    if re.search(r"^(extension|@main|@Test|public|protocol) ?", rest, re.M) and not note:
        return head + rest + "\n"
    return f"{head}@MainActor func snippet({names}) async throws {{\n{rest}\n}}\n"


def flags(modules):
    """What the compiler needs to read Galley's modules."""
    maps = [f"-fmodule-map-file={path}" for path in sorted(glob.glob(str(ROOT / "Sources/System/*/module.modulemap")))]
    packages = set(re.findall(r'^ *system\("C\w+", "([^"]+)"', (ROOT / "Package.swift").read_text(), re.M))
    found = subprocess.run(["pkg-config", "--cflags", *sorted(packages)], capture_output=True, text=True)
    includes = [flag for flag in found.stdout.split() if flag.startswith("-I")]
    checkouts = glob.glob(str(ROOT / ".build/checkouts/*/Sources/*/include/module.modulemap"))
    maps += [f"-fmodule-map-file={path}" for path in sorted(checkouts)]
    return ["-swift-version", "6", "-suppress-warnings", "-I", str(modules)] + [part for one in maps + includes for part in ("-Xcc", one)]


def check_swift(page, line, code, note, options, folder):
    source = folder / "Snippet.swift"
    source.write_text(as_file(code, note))
    run = subprocess.run(["swiftc", "-typecheck", "-parse-as-library", *options, str(source)], capture_output=True,
                         text=True, cwd=ROOT)
    errors = [text.split(source.name)[-1] for text in run.stderr.split("\n")
              if text.startswith(str(source)) and "error:" in text]
    if run.returncode == 0:
        return []
    return [f"{page}:{line}: " + "\n  ".join(errors or [run.stderr[:2000]])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley", type=pathlib.Path)
    parser.add_argument("modules", type=pathlib.Path, nargs="?")
    parser.add_argument("--only", choices=["sh", "swift"])
    arguments = parser.parse_args()
    galley = arguments.galley.resolve()
    modules = arguments.modules and arguments.modules.resolve()
    options = flags(modules) if modules and (modules / "Galley.swiftmodule").exists() else None
    faults, ran, compiled, skipped = [], 0, 0, 0
    for path in pages():
        page = path.relative_to(ROOT)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prepare(folder)
            for line, language, note, code in blocks(path):
                if arguments.only not in (None, language):
                    continue
                if note and note.startswith("skip"):
                    skipped += 1
                elif language == "sh":
                    count, found = run_commands(page, line, code, galley, folder)
                    ran += count
                    faults += found
                elif options:
                    compiled += 1
                    faults += check_swift(page, line, code, note, options, folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    words = f"{compiled} snippets compiled" if options else "no modules to compile snippets with: swift build --build-tests"
    print(f"{ran} commands ran, {words}, {skipped} skipped, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
