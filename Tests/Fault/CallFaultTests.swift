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

  /// The library that refuses calls and moves clocks.
  static let shim = Result { try compiledShim() }

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
    // A process starts few threads: all are refused, that of a live run's writer too. Few files are renamed.
    let numbers =
      Effort.isFull
      ? Array(1...60) : kind == "thread" ? Array(1...8) : kind == "open" ? [7, 40] : [1, 2, 3]
    var failedCount = 0
    for number in numbers {
      guard try check(sample, fault: "\(kind):\(number)\(mark):\(code)") else { break }
      failedCount += 1
    }
    // Only a durable output is synchronized.
    let isCalled = kind != "fsync" || sample.arguments.contains("--durable")
    #expect(failedCount > 0 || !isCalled, "no call of \(kind) was refused")
  }

  @Test(
    "leave the same where memory is refused, one large allocation after the other",
    arguments: samples)
  func refusedMemory(sample: Sample) throws {
    // Under a limit, which is far away here, a lack of memory has a status; else it is a fault to debug.
    let numbers = Effort.isFull ? Array(1...1_000) : [1, 2, 5, 12, 30]
    var failedCount = 0
    for number in numbers {
      let hasFailed = try check(
        sample, fault: "malloc:\(number):\(ENOMEM)", limit: "ulimit -v \(1 << 34)")
      guard hasFailed else { break }
      failedCount += 1
    }
    #expect(failedCount > 0)
  }

  /// The bytes that a sample writes if no call fails, by the file's name.
  private static let wholeOutputs = Result {
    try samples.reduce(into: [String: [String: [UInt8]]]()) { outputs, sample in
      let galley = try prepared(sample)
      let run = try galley.run(sample.arguments)
      try #require(run.status == 0, "\(sample.name): \(run.errors)")
      let names = try sample.outputs.flatMap { name in
        name != "frames"
          ? [name]
          : try FileManager.default.contentsOfDirectory(atPath: galley.folder.path(name)).map {
            "frames/" + $0
          }
      }
      outputs[sample.name] = try names.reduce(into: [:]) { $0[$1] = try galley.folder.bytes($1) }
    }
  }

  /// A folder with the inputs of a sample, and old files in the place of its outputs.
  private static func prepared(_ sample: Sample) throws -> GalleyRunner {
    let galley = try GalleyRunner()
    let feed = (0..<3).map { #"{"title":"row \#($0)","body":"some words","author":"n"}"# }
    _ = try galley.write(feed.joined(separator: "\n"), to: "feed.jsonl")
    _ = try galley.write(
      #"{"heights":[20],"steps":[{"load":[3]},{"delete":["0:0"]}]}"#, to: "script.json")
    for name in sample.outputs where name.hasSuffix("png") || name.hasSuffix("json") {
      _ = try galley.write("old", to: name)
    }
    return galley
  }

  /// Runs a sample with a fault, under a limit of the shell, and returns whether a call failed.
  private func check(_ sample: Sample, fault: String, limit: String = "true") throws -> Bool {
    let galley = try Self.prepared(sample)
    let seen = try TestFolder()
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
    let hasFailed = try seen.names().contains("seen")
    #expect(run.status == 0 || hasFailed, "no call was refused, \(context)")
    let names = try galley.folder.names().flatMap { name in
      name != "frames"
        ? [name]
        : try FileManager.default.contentsOfDirectory(atPath: galley.folder.path(name)).map {
          "frames/" + $0
        }
    }
    let whole = try #require(Self.wholeOutputs.get()[sample.name])
    for name in names where !["feed.jsonl", "script.json"].contains(name) {
      let bytes = try galley.folder.bytes(name)
      if bytes == Array("old".utf8), run.status != 0 { continue }
      // By the clock, other frames are dropped each time.
      if sample.name == "scroll by the clock", name.hasPrefix("frames/") {
        if name.hasSuffix(".png") {
          #expect(throws: Never.self, "\(name), \(context)") { try DecodedPNG(bytes) }
        }
        continue
      }
      let expected = try #require(whole[name], "\(name) is left, \(context)")
      // Without memory or a file, fontconfig loses fonts, of which a run warns.
      let losesFonts = ["malloc", "mmap", "open"].contains { fault.hasPrefix($0) }
      // Times differ from run to run.
      if name == "a.json", sample.name != "replay" {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        #expect(bytes.last == UInt8(ascii: "\n"), "\(name), \(context)")
        for line in lines {
          #expect(throws: Never.self, "\(name), \(context)") {
            try JSONSerialization.jsonObject(with: Data(line))
          }
        }
        let isReport = lines.last.map { String(decoding: $0, as: UTF8.self) }
        #expect(isReport?.contains(#""summary""#) == true, "\(name), \(context)")
      } else if name == "frames/.galley-frames" {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          let words = line.split(separator: " ")
          let frame = try? galley.folder.bytes("frames/\(words[0])")
          // A name is listed before its frame is written.
          let isWhole = frame?.count == words.last.flatMap { Int($0) }
          #expect(isWhole || frame == nil && run.status != 0, "\(line), \(context)")
        }
      } else if name == "a.heights" {
        // The keys of a store are salted.
        let reading = try galley.run(
          "measure", "feed.jsonl", "--heights", "--height-cache", "a.heights")
        let isRead = reading.errors.contains("3 from the file")
        #expect(
          isRead || losesFonts && reading.status == 0 && !reading.errors.contains("warning"),
          "\(reading.errors), \(context)")
      } else {
        let isWhole = bytes == expected || losesFonts && (try? DecodedPNG(bytes)) != nil
        #expect(isWhole, "\(name), \(context)")
      }
    }
    return hasFailed
  }
}
