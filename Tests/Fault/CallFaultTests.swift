import Foundation
import TestSupport
import Testing

/// Runs of the command in which the system refuses a call.
@Suite("Refused calls", .serialized, .timeLimit(.minutes(60)))
struct CallFaultTests {
  /// A command, the files that it writes, and its arguments.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var arguments: [String]
    var outputs: [String]
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "render", arguments: ["render", "feed.jsonl", "-o", "a.png", "--durable", "--quiet"],
      outputs: ["a.png"]),
    Sample(
      name: "cards",
      arguments: [
        "render", "feed.jsonl", "--cards", "-o", "c{index}.png", "--json=a.json", "--quiet",
      ],
      outputs: ["c0.png", "c1.png", "c2.png", "a.json"]),
    Sample(
      name: "measure",
      arguments: [
        "measure", "feed.jsonl", "--heights", "--height-cache", "a.heights", "--json=a.json",
        "--quiet",
      ], outputs: ["a.heights", "a.json"]),
    Sample(
      name: "scroll",
      arguments: [
        "scroll", "feed.jsonl", "--seconds", "0.05", "--frames", "frames", "--json=a.json",
        "--quiet",
      ], outputs: ["frames", "a.json"]),
    Sample(
      name: "scroll by the clock",
      arguments: [
        "scroll", "feed.jsonl", "--seconds", "0.05", "--clock", "real", "--frames", "frames",
        "--json=a.json", "--quiet",
      ], outputs: ["frames", "a.json"]),
    Sample(
      name: "replay",
      arguments: [
        "replay", "script.json", "feed.jsonl", "--frames", "frames", "--save-script", "a.json",
        "--quiet",
      ], outputs: ["frames", "a.json"]),
  ]

  /// Kinds of calls, and the error of each.
  static let faults = [
    ("open", EMFILE), ("write", EIO), ("write", ENOSPC), ("rename", EXDEV), ("fsync", EIO),
    ("mmap", ENOMEM), ("thread", EAGAIN),
  ]

  /// The statuses that the help of the command lists.
  static let statuses: Set<Int32> = [0, 1, 64, 65, 66, 69, 70, 71, 73, 74, 130, 141, 143]

  private static let shim = Result { try compiledShim() }

  /// The compiled shim, which lives as long as the process.
  private static func compiledShim() throws -> (folder: TestFolder, path: String) {
    let folder = try TestFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "clang", "-shared", "-fPIC", "-O1", "-o", folder.path("faults.so"),
      Repository.path("Tests/Fault/Shim/faults.c"), "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return (folder, folder.path("faults.so"))
  }

  @Test(
    "leave old files or whole new ones, no others, and a documented status", arguments: samples,
    faults.indices)
  func refusedCalls(sample: Sample, fault: Int) throws {
    let (kind, code) = Self.faults[fault]
    // A full disk stays full.
    let mark = code == ENOSPC ? "+" : ""
    // A process starts few threads: all are refused, that of a live run's writer too.
    let numbers =
      Effort.isFull ? Array(1...60) : kind == "thread" ? Array(1...8) : [1 + 3 * fault]
    for number in numbers {
      let hasFailed = try check(sample, fault: "\(kind):\(number)\(mark):\(code)")
      if !hasFailed { break }
    }
  }

  @Test(
    "leave the same where memory is refused, one large allocation after the other",
    arguments: samples)
  func refusedMemory(sample: Sample) throws {
    // Under a limit, which is far away here, a lack of memory has a status; else it is a fault to debug.
    let numbers = Effort.isFull ? Array(1...1_000) : [1, 2, 5, 12, 30]
    for number in numbers {
      let hasFailed = try check(
        sample, fault: "malloc:\(number):\(ENOMEM)", limit: "ulimit -v \(1 << 34)")
      if !hasFailed { break }
    }
  }

  /// Runs a sample with a fault, under a limit of the shell, and returns whether a call failed.
  private func check(_ sample: Sample, fault: String, limit: String = "true") throws -> Bool {
    let galley = try GalleyRunner()
    let seen = try TestFolder()
    let feed = (0..<3).map { #"{"title":"row \#($0)","body":"some words","author":"n"}"# }
    _ = try galley.write(feed.joined(separator: "\n"), to: "feed.jsonl")
    _ = try galley.write(
      #"{"heights":[20],"steps":[{"load":[3]},{"delete":["0:0"]}]}"#, to: "script.json")
    for name in sample.outputs where name.hasSuffix("png") || name.hasSuffix("json") {
      _ = try galley.write("old", to: name)
    }
    let variables = [
      "LD_PRELOAD": try Self.shim.get().path, "GALLEY_FAULT": fault,
      "GALLEY_FAULT_SEEN": seen.path("seen"), "TMPDIR": galley.folder.path,
      "XDG_CACHE_HOME": seen.path,
      "SWIFT_BACKTRACE": fault.hasPrefix("thread") ? "enable=yes,color=no" : "enable=no",
    ]
    // The shell itself runs without the shim.
    let words = variables.map { "\($0)=\($1)" } + ["$0"] + sample.arguments
    let command = words.map { $0 == "$0" ? "\"$0\"" : "'\($0)'" }.joined(separator: " ")
    let run = try galley.shell("\(limit) && exec env \(command)", "")
    let context = "\(sample.name), \(fault): status \(run.status), \(run.errors)"
    // GLib ends the process if Pango cannot start a thread for fontconfig; the files are as always.
    // Its message is lost at times; the backtrace names the library.
    let isGLib =
      run.status == 133
      && (run.errors.contains("creating thread '[pango]") || run.errors.contains("libglib"))
    #expect(Self.statuses.contains(run.status) || isGLib, "\(context)")
    for name in try galley.folder.names() {
      #expect(
        sample.outputs.contains(name) || ["feed.jsonl", "script.json"].contains(name),
        "\(name) is left, \(context)")
      guard name.hasSuffix(".png") else { continue }
      let bytes = try galley.folder.bytes(name)
      if bytes != Array("old".utf8) || run.status == 0 {
        #expect(throws: Never.self, "\(name), \(context)") { try DecodedPNG(bytes) }
      }
    }
    let frames = galley.folder.path("frames")
    for name in (try? FileManager.default.contentsOfDirectory(atPath: frames)) ?? []
    where name.hasSuffix(".png") {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(frames)/\(name)")))
      #expect(throws: Never.self, "frames/\(name), \(context)") { try DecodedPNG(bytes) }
    }
    return try seen.names().contains("seen")
  }
}
