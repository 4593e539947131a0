import Foundation
import TestSupport
import Testing

/// Runs of the command that are suspended, whose clocks jump, or that share a cold cache.
@Suite("Disturbed runs", .serialized, .timeLimit(.minutes(60)))
struct DisturbedRunTests {
  /// Commands whose outputs do not depend on the time.
  static let samples: [(arguments: [String], outputs: [String])] = [
    (["render", "feed.jsonl", "-o", "a.png", "--quiet"], ["a.png"]),
    (["render", "feed.jsonl", "--mode", "sync", "-o", "a.png", "--quiet"], ["a.png"]),
    (["measure", "feed.jsonl", "--heights", "--quiet"], []),
    (
      ["scroll", "feed.jsonl", "--seconds", "0.3", "--frames", "frames", "--quiet"],
      ["frames/frame-000000.png", "frames/frame-000017.png"]
    ),
  ]

  private let galley: GalleyRunner

  init() throws {
    galley = try GalleyRunner()
    let rows = (0..<400).map {
      #"{"title":"row \#($0)","body":"words \#($0 * 7) that are laid out","author":"n"}"#
    }
    _ = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
  }

  /// The bytes of standard output and of the files of a run, which are removed.
  private func results(
    _ run: CommandOutput, _ outputs: [String]
  ) throws -> [[UInt8]] {
    let files = try outputs.map { try galley.folder.bytes($0) }
    for name in try galley.folder.names() where name != "feed.jsonl" {
      try FileManager.default.removeItem(atPath: galley.folder.path(name))
    }
    return [run.output] + files
  }

  @Test("that are suspended again and again give the same bytes", arguments: samples.indices)
  func suspended(index: Int) throws {
    let (arguments, outputs) = Self.samples[index]
    let expected = try results(galley.run(arguments), outputs)
    for round in 0..<Effort.count(3, full: 100) {
      let running = try galley.start(arguments, isDirect: true)
      let process = running.process.processIdentifier
      while running.process.isRunning {
        usleep(UInt32.random(in: 0...20_000))
        kill(process, SIGSTOP)
        usleep(UInt32.random(in: 0...5000))
        kill(process, SIGCONT)
      }
      let run = try running.wait()
      #expect(run.status == 0, "round \(round): \(run.errors)")
      #expect(try results(run, outputs) == expected, "round \(round)")
    }
  }

  @Test("whose clocks jump give the same bytes", arguments: samples.indices, ["clock", "uptime"])
  func clocksJump(index: Int, kind: String) throws {
    let (arguments, outputs) = Self.samples[index]
    let expected = try results(galley.run(arguments), outputs)
    let seen = try TestFolder()
    var hasJumped = false
    for round in 0..<Effort.count(4, full: 200) {
      let number = round == 0 ? 1 : Int.random(in: 1...200)
      // A year back or ahead; the clocks of uptime go ahead only.
      let seconds = kind == "clock" && round % 2 == 1 ? -31_536_000 : 31_536_000
      let run = try galley.run(
        arguments,
        environment: [
          "LD_PRELOAD": try CallFaultTests.shim.get().path,
          "GALLEY_FAULT": "\(kind):\(number):\(seconds)",
          "GALLEY_FAULT_SEEN": seen.path("seen"),
        ])
      let context = "\(kind):\(number):\(seconds)"
      #expect(run.status == 0, "\(context): \(run.errors)")
      #expect(try results(run, outputs) == expected, "\(context)")
      hasJumped = try hasJumped || seen.names() == ["seen"]
    }
    #expect(hasJumped)
  }

  /// Jumps of the clock of the day alone: timers of the kernel do not follow a clock that the library moves.
  @Test("by the clock end, with whole frames, suspended or not", arguments: ["", "clock"])
  func scrollsByTheClock(kind: String) throws {
    for round in 0..<Effort.count(2, full: 40) {
      let fault = [
        "LD_PRELOAD": try CallFaultTests.shim.get().path,
        "GALLEY_FAULT": "\(kind):\(Int.random(in: 1...400)):3600",
      ]
      let running = try galley.start(
        [
          "scroll", "feed.jsonl", "--seconds", "0.5", "--clock", "real", "--frames", "frames",
          "--json=a.json", "--quiet",
        ], environment: kind.isEmpty ? [:] : fault, isDirect: true)
      while kind.isEmpty, running.process.isRunning {
        usleep(UInt32.random(in: 0...50_000))
        kill(running.process.processIdentifier, SIGSTOP)
        usleep(UInt32.random(in: 0...100_000))
        kill(running.process.processIdentifier, SIGCONT)
      }
      let run = try running.wait()
      #expect(run.status == 0, "round \(round): \(run.errors)")
      let folder = galley.folder.path("frames")
      for frame in try FileManager.default.contentsOfDirectory(atPath: folder)
      where frame.hasSuffix(".png") {
        #expect(throws: Never.self, "round \(round): \(frame)") {
          try DecodedPNG(galley.folder.bytes("frames/\(frame)"))
        }
      }
      _ = try results(run, ["a.json"])
    }
  }

  @Test("of eight processes that share a cold cache of fonts give the same bytes")
  func coldCache() throws {
    let arguments = ["render", "feed.jsonl", "-o", "a.png", "--quiet"]
    let expected = try results(galley.run(arguments), ["a.png"])[1]
    for round in 0..<Effort.count(1, full: 25) {
      let cache = try TestFolder()
      let runs = try (0..<8).map { number in
        try galley.start(
          ["render", "feed.jsonl", "-o", "a\(number).png", "--quiet"],
          environment: ["XDG_CACHE_HOME": cache.url.path])
      }
      for (number, running) in runs.enumerated() {
        let run = try running.wait()
        #expect(run.status == 0, "round \(round): \(run.errors)")
        #expect(try galley.folder.bytes("a\(number).png") == expected, "round \(round)")
      }
    }
  }

  /// What the kernel counts for a process.
  private struct Counts {
    var residentPages: Int
    var descriptors: Int
    var threads: Int

    /// `nil` if the process has ended.
    init?(_ process: Int32) {
      func count(_ name: String) -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(name)").count
      }
      guard let words = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
        let pages = words.split(separator: " ").dropFirst().first.flatMap({ Int($0) }), pages > 0,
        let descriptors = count("fd"), let threads = count("task")
      else { return nil }
      (residentPages, self.descriptors, self.threads) = (pages, descriptors, threads)
    }
  }

  @Test("of many frames keep their memory, descriptors and threads")
  func steady() throws {
    let seconds = Effort.isFull ? 170 : 6
    let running = try galley.start(
      [
        "scroll", "feed.jsonl", "--seconds", "\(seconds)", "--clock", "real", "--quiet",
        "--json=a.json",
      ], isDirect: true)
    // Samples of a tenth of a second; the first third is for the caches to fill.
    var samples: [Counts] = []
    while let counts = Counts(running.process.processIdentifier) {
      samples.append(counts)
      usleep(100_000)
    }
    let run = try running.wait()
    #expect(run.status == 0, "\(run.errors)")
    // The end, when the report is written, does not count.
    let counted = samples.dropLast(5)
    try #require(counted.count > 5 * seconds)
    let third = counted.count / 3
    let (middle, last) = (counted.dropFirst(third).prefix(third), counted.suffix(third))
    func highest(_ samples: ArraySlice<Counts>, _ value: (Counts) -> Int) -> Int {
      samples.map(value).max() ?? 0
    }
    #expect(
      20 * highest(last, \.residentPages) <= 21 * highest(middle, \.residentPages),
      "the memory of the last third is within 5 % of that of the second one")
    #expect(Set(counted.dropFirst(third).map(\.descriptors)).count == 1)
    #expect(Set(counted.dropFirst(third).map(\.threads)).count == 1)
  }
}
