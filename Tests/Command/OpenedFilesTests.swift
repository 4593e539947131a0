import Foundation
import TestSupport
import Testing

/// The kernel's calls say which files and connections a run opens, whatever its inputs name.
@Suite(
  "What a run opens", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: TracedRun.obstacle == nil, "strace cannot trace here, which TracingTests reports"))
struct OpenedFilesTests {
  private let material: HostileMaterial
  private let assets: [String]

  init() throws {
    material = try HostileMaterial()
    assets = ["--assets", material.path("assets")]
  }

  /// Runs the command with arguments in groups on hostile files, and expects that it opens no others.
  ///
  /// `named` are the files that the inputs may name.
  @discardableResult
  private func check(_ groups: [String]..., named: [String] = []) throws -> CommandOutput {
    let arguments = groups.flatMap { $0 }
    let run = try TracedRun(arguments, in: material.own)
    let words = "galley " + arguments.joined(separator: " ")
    #expect([0, 1, 65].contains(run.output.status), "\(words): \(run.output.errors)")
    let expected = ExpectedCalls(arguments, in: material.own, named: named)
    #expect(expected.faults(in: run.calls) == [], "\(words)")
    // The trace has the calls of the run, and the run has not ended before its input.
    if let input = expected.inputs.first {
      let isRead = run.calls.contains { call in
        call.paths.contains { $0.name == input || $0.name.hasPrefix(input + "/") }
      }
      #expect(isRead, "\(words)")
    }
    return run.output
  }

  /// The text of a file that a run has written.
  private func text(of name: String) throws -> String {
    String(decoding: try material.own.bytes(name), as: UTF8.self)
  }

  @Test(
    "has no socket, no other program, and no file but inputs, assets, fonts, libraries and outputs",
    arguments: [0, 1])
  func commands(index: Int) throws {
    let feed = [Repository.feed("hostile.jsonl"), material.path("names.jsonl")][index]
    let fonts = material.path("fonts")
    try check(["render", feed, "--add-fonts", fonts, "-o", "a.png", "--quiet"], assets)
    try check(
      [
        "render", feed, "--cards", "-o", "cards/{id}.png", "--same-names", "number", "--manifest",
        "m.jsonl", "--metadata", "r.json", "--hit-map", "h.jsonl", "--json=a.jsonl",
        "--picture-cache", "pictures", "--quiet",
      ], assets)
    try check(["verify", "r.json"])
    try check(["merge", "m.jsonl", "-o", "merged.jsonl", "--check-files"])
    try check(
      ["measure", feed, "--heights", "--height-cache", "heights", "--json=b.jsonl", "--quiet"],
      assets)
    try check(
      ["scroll", feed, "--seconds", "0.1", "--frames", "frames", "--json=c.jsonl", "--quiet"],
      assets)
    try check(["inspect", feed, "--row", "0", "--overlay", "b.png"], assets)
    try check(["doctor", feed], assets)
    try check(["convert", feed, "-o", "articles", "--to", "markdown"])
  }

  @Test("names no other file for a feed of any format")
  func feeds() throws {
    for (format, path) in try HostileMaterial.corpusFeeds() {
      let feed = format == "auto" ? [path] : [path, "--from", format]
      try check(["convert"], feed, ["-o", "a.jsonl"])
      guard Effort.isFull else { continue }
      try check(["render"], feed, ["-o", "a.png"], assets)
      try check(["measure"], feed, ["--json"], assets)
      try check(["doctor"], feed, assets)
      let frames = "frames-" + UUID().uuidString
      try check(["scroll"], feed, ["--seconds", "0.05", "--frames", frames], assets)
    }
    for name in HostileMaterial.feeds.keys.sorted() + ["articles"] {
      let feed = material.path(name)
      let run = try check(["render", feed, "-o", "b.png"], assets)
      #expect(run.status == 0, "\(name): \(run.errors)")
      try check(["convert", feed, "-o", "b.jsonl"])
      let written = try text(of: "b.jsonl")
      #expect(!written.contains("root:") && !written.contains("Secret"), "\(name)")
    }
  }

  @Test("reads no file to which a link in a folder of articles leads")
  func linkedArticles() throws {
    let run = try check(["convert", material.path("linked"), "-o", "a.jsonl"])
    #expect(run.errors.contains("is a symbolic link, which is not followed"), "\(run.errors)")
    let written = try text(of: "a.jsonl")
    #expect(!written.contains("root:") && !written.contains("Secret"))
  }

  @Test("names no other file for templates and themes")
  func templates() throws {
    let names = try HostileMaterial.corpus("template") + HostileMaterial.templates.keys.sorted()
    let feed = material.path("names.jsonl")
    for name in names {
      let template = material.path("templates/\(name).yaml")
      let item = material.path("templates/\(name).json")
      try check(["templates", template, "--data", item, "-o", "a.png"], assets)
      guard Effort.isFull || name == "names" else { continue }
      try check(["render", feed, "--template", template, "-o", "b.png", "--quiet"], assets)
    }
    for name in try HostileMaterial.corpus("theme") + ["names"] {
      let theme = ["--theme", material.path("themes/\(name).yaml")]
      try check(["inspect", feed, "--row", "0"], theme, assets)
      guard Effort.isFull else { continue }
      try check(["render", feed, "-o", "c.png", "--quiet"], theme, assets)
    }
  }

  @Test("names no other file for texts with markup, and with hostile fonts")
  func texts() throws {
    let fonts = ["--font-dir", material.path("fonts")]
    for (target, option) in [
      ("markdown", "--markdown"), ("html", "--html"), ("markup", "--pango-markup"),
      ("attributed-html", "--html"),
    ] {
      for name in try HostileMaterial.corpus(target) {
        let text = ["text", option, "--file", HostileMaterial.corpusPath("\(target)/\(name)")]
        try check(text, ["-o", "a.png"], assets)
        if Effort.isFull { try check(text, ["-o", "b.png"], fonts) }
      }
    }
    let markup = #"<span font_desc="/etc/passwd 12" face=":file=/etc/passwd">a</span>"#
    try check(["text", markup, "--pango-markup", "-o", "c.png"])
    try check(["text", "ABC 123", "-o", "d.png"], fonts)
    try check(["text", "a", "--font", ":file=/etc/passwd 12", "-o", "e.png"])
    try check(
      ["text", "a\u{FFFC}b", "--attachment", "20,20,../secret.png", "-o", "f.png"], assets)
  }

  @Test("names no other file for scripts of changes and files of heights")
  func scripts() throws {
    let feed = material.path("names.jsonl")
    for target in ["replay", "changes"] {
      for name in try HostileMaterial.corpus(target) {
        let script = HostileMaterial.corpusPath("\(target)/\(name)")
        try check(["replay", script, feed, "--frames", "\(target)-\(name)"], assets)
      }
    }
    for name in try HostileMaterial.corpus("heights") {
      let bytes = try TestFolder.bytes(at: HostileMaterial.corpusPath("heights/\(name)"))
      try Data(bytes).write(to: material.own.url.appendingPathComponent(name))
      try check(["measure", feed, "--heights", "--height-cache", name, "--quiet"], assets)
    }
  }

  @Test("names the files that a record or a manifest names, and no others")
  func namedFiles() throws {
    let cards = ["render", material.path("names.jsonl"), "--rows", "2", "--cards", "--quiet"]
    try check(cards, ["-o", "c/{index}.png", "--metadata", "r.json"])
    try check(cards, ["-o", "x.tar", "--manifest", "m.jsonl"])
    let secret = material.path("secret.png")
    for (name, path) in [("r.json", "\"c/0.png\""), ("m.jsonl", "\"x.tar\"")] {
      let named = try text(of: name)
      #expect(named.contains(path))
      try material.own.write(
        named.replacingOccurrences(of: path, with: "\"\(secret)\""), to: name)
    }
    #expect(try check(["verify", "r.json"], named: [secret]).status == 1)
    let merge = ["merge", "m.jsonl", "-o", "n.jsonl", "--archives", "y.tar"]
    #expect(try check(merge, named: [secret]).status == 65)
    let names = try material.own.names()
    #expect(!names.contains("n.jsonl") && !names.contains("y.tar"))
  }
}

/// The tests of calls need strace, and a check that finds a call that a run must not make.
@Suite("The tracing of calls", .timeLimit(.minutes(15)))
struct TracingTests {
  @Test("is possible here, or a warning says that opened files stay untested")
  func isPossible() {
    guard let obstacle = TracedRun.obstacle else { return }
    Issue.record("what a run opens is not tested: \(obstacle)", severity: .warning)
  }

  /// The expected calls of a run with assets and a feed.
  private func expected() throws -> ExpectedCalls {
    ExpectedCalls(["render", "/in/feed.jsonl", "--assets", "/in/assets"], in: try TestFolder())
  }

  @Test(
    "finds calls that a run must not make",
    arguments: [
      #"socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 4<UNIX:[1]>"#,
      #"connect(4<UNIX:[1]>, {sa_family=AF_UNIX, sun_path="/run/nscd/socket"}, 110) = -1 ENOENT"#,
      #"vfork() = 7"#, #"wait4(7, 0x7f, 0, NULL) = 7"#,
      #"clone3({flags=CLONE_VM|CLONE_VFORK}, 88) = 7"#,
      #"io_uring_setup(8, {flags=0}) = 5"#,
      #"openat(AT_FDCWD</out>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 5</etc/passwd>"#,
      #"openat(AT_FDCWD</out>, "../etc/passwd", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"newfstatat(AT_FDCWD</out>, "/etc/passwd", 0x7f, 0) = -1 ENOENT (No such file or directory)"#,
      #"openat(AT_FDCWD</out>, "/in/assets/a.png", O_RDONLY) = -1 ENOENT (No such file or directory)"#,
      #"openat(5</in/assets>, "a.png", O_RDONLY|O_NOFOLLOW) = 6</in/assets/a.png>"#,
      #"openat(AT_FDCWD</out>, "/in/feed.jsonl", O_RDONLY) = 5</etc/passwd>"#,
      #"openat(AT_FDCWD</out>, "/in/feed.jsonl", O_RDWR) = 5</in/feed.jsonl>"#,
      #"unlink("/in/feed.jsonl") = 0"#, #"readlink("/proc/self/environ", "", 8) = -1 EINVAL"#,
      #"openat2(5</in/assets>, "a", {flags=O_RDONLY, resolve=0}, 24) = 6</in/assets/a>"#,
      #"openat2(5</in>, "a", {flags=O_RDONLY, resolve=RESOLVE_BENEATH}, 24) = -1 ENOENT (None)"#,
      #"openat2(5</in/assets>, "a", {resolve=RESOLVE_BENEATH}, 24) = 6</etc/passwd>"#,
      #"openat(AT_FDCWD</out>, "/usr/lib/libcurl.so.4", O_RDONLY) = 5</usr/lib/libcurl.so.4>"#,
      "+++ killed by SIGSYS +++",
    ])
  func findsFaults(line: String) throws {
    #expect(try expected().reason(against: SystemCall(line: line[...])) != nil)
  }

  @Test(
    "accepts the calls of a run",
    arguments: [
      #"openat(AT_FDCWD</out>, "/in/feed.jsonl", O_RDONLY|O_CLOEXEC) = 5</in/feed.jsonl>"#,
      #"openat(AT_FDCWD</out>, "/in/assets", O_RDONLY|O_PATH|O_DIRECTORY) = 5</in/assets>"#,
      #"openat2(5</in/assets>, "../a", {resolve=RESOLVE_BENEATH}, 24) = -1 EXDEV (None)"#,
      #"openat(AT_FDCWD</out>, "/etc/localtime", O_RDONLY) = 5</usr/share/zoneinfo/Etc/UTC>"#,
      #"openat(AT_FDCWD</out>, "/proc/thread-self/comm", O_WRONLY) = 5</proc/7/task/8/comm>"#,
      #"newfstatat(5</memfd:font>(deleted), "", {st_mode=S_IFREG|0777}, AT_EMPTY_PATH) = 0"#,
      #"clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, exit_signal=0}, 88) = 7"#,
      #"readlink("/usr/share", 0x7f, 1023) = -1 EINVAL (Invalid argument)"#,
    ])
  func acceptsCalls(line: String) throws {
    #expect(try expected().reason(against: SystemCall(line: line[...])) == nil)
  }
}
