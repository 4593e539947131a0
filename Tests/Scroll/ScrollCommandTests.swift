import Foundation
import TestSupport
import Testing

@Suite("galley scroll", .timeLimit(.minutes(15)))
struct ScrollCommandTests {
  private let everyday = Repository.feed("everyday.jsonl")

  @Test("prints a record for each vsync and a summary, and writes each presented frame")
  func records() throws {
    let folder = try TestFolder()
    let frames = folder.path("new/frames")
    let run = try GalleyRunner.scroll([
      everyday, "--script", "constant", "--hz", "60", "--clock", "virtual", "--mode", "async",
      "--jobs", "1", "--cpu-throttle", "20", "--seconds", "0.5", "--frames", frames, "--json",
      "--quiet",
    ])
    // The process stops itself wherever the main queue is not the main thread.
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(run.lines.count == 31)
    var names: Set<String> = []
    for index in 0..<30 {
      let record = try run.record(index)
      #expect(
        Set(record.keys) == [
          "vsync", "offset", "outcome", "frame", "buildMs", "rasterMs", "compositeMs", "hitchMs",
          "blankArea", "schemaVersion",
        ])
      #expect(record["vsync"] as? Int == index)
      #expect(record["offset"] as? Double == 25 * Double(index))
      if let path = record["frame"] as? String {
        names.insert(path)
        _ = try DecodedPNG(TestFolder.bytes(at: path))
      }
    }
    let summary = try run.record(30)
    #expect(summary["summary"] as? Bool == true)
    #expect(summary["vsyncs"] as? Int == 30)
    #expect(summary["presented"] as? Int == names.count)
    #expect(summary["files"] as? Int == names.count)
    #expect(summary["cpuThrottle"] as? Double == 20)
    #expect((summary["blank"] as? Int ?? 0) > 0)
    let bins = try #require(summary["frameHistogram"] as? [[String: Any]])
    #expect(bins.reduce(0) { $0 + ($1["frames"] as? Int ?? 0) } == names.count)
    #expect(bins.last?["upToMs"] == nil && bins.count == 8)
    #expect((summary["cancelLatencyMs"] as? [String: Double])?.count == 5)
    #expect((summary["mostPictureBytes"] as? Int ?? 0) > 0)
    #expect(summary["pictureByteLimit"] as? Int == 64 << 20)
    #expect(summary["capsPictures"] as? Bool == false)
    // Half a second is no whole one.
    #expect((summary["fps"] as? [Double]) == [] && summary["smoothSeconds"] as? Int == 0)
    #expect((summary["costModel"] as? [String: Any])?.count == 5)
    // The frames, and the list of them.
    #expect(try FileManager.default.contentsOfDirectory(atPath: frames).count == names.count + 1)
  }

  @Test("prints the same in each run")
  func isDeterministic() throws {
    let arguments = [everyday, "--json", "--jobs", "3", "--cpu-throttle", "50", "--hz", "120"]
    #expect(try GalleyRunner.scroll(arguments).lines == GalleyRunner.scroll(arguments).lines)
  }

  @Test("prints a table without --json")
  func words() throws {
    let run = try GalleyRunner.scroll([everyday, "--mode", "sync", "--quiet"])
    #expect(run.status == 0)
    #expect(run.lines.contains { $0.hasPrefix("dropped") })
    #expect(run.lines.contains { $0.hasPrefix("rate") && $0.contains("smooth") })
    #expect(run.lines.contains { $0.hasPrefix("frame ms") })
  }

  @Test(
    "moves by each script, from cold and from warm",
    arguments: ["fling", "jump", "keyframes"], ["--cold", "--warm"])
  func scripts(script: String, start: String) throws {
    let folder = try TestFolder()
    let file = folder.path("script.json")
    try Data(#"[{"ms":0,"offset":0},{"ms":300,"offset":2000},{"ms":500,"offset":100}]"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let run = try GalleyRunner.scroll([
      everyday, "--script", script == "keyframes" ? file : script, start, "--hz", "120",
      "--cpu-throttle", "30", "--json", "--quiet",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let summary = try run.record(run.lines.count - 1)
    #expect(summary["script"] as? String == script)
    #expect(summary["isWarm"] as? Bool == (start == "--warm"))
    #expect(try run.record(0)["outcome"] as? String == (start == "--warm" ? "presented" : "blank"))
    let offsets = try (0..<run.lines.count - 1).map { try run.record($0)["offset"] as? Double }
    let last = offsets.last
    #expect(last == (script == "keyframes" ? 100 : offsets.compactMap { $0 }.max()))
  }

  @Test("waits for pictures if that is the policy, and names the stage to blame")
  func waits() throws {
    let run = try GalleyRunner.scroll([
      everyday, "--script", "fling", "--blank", "wait", "--cpu-throttle", "60", "--json", "--quiet",
    ])
    let summary = try run.record(run.lines.count - 1)
    let dropped = try #require(summary["dropped"] as? Int)
    #expect(dropped > 0 && summary["blank"] as? Int == 0)
    #expect(summary["droppedBy"] as? [String: Int] == ["raster": dropped])
  }

  @Test("plays on the real clock too, and accounts for every vsync", arguments: ["async", "sync"])
  func realClock(mode: String) throws {
    let folder = try TestFolder()
    let run = try GalleyRunner.scroll([
      everyday, "--clock", "real", "--hz", "60", "--seconds", "0.3", "--script", "fling", "--mode",
      mode, "--frames", folder.path, "--json", "--quiet",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 19)
    let summary = try run.record(18)
    func count(_ name: String) throws -> Int { try #require(summary[name] as? Int) }
    #expect(summary["clock"] as? String == "real")
    #expect(try count("vsyncs") == 18)
    // How many are dropped is this machine's affair; that all are accounted for is not.
    #expect(try count("presented") + count("dropped") + count("unchanged") == 18)
    // On a busy machine the last frame may come after the last vsync: it is written all the same.
    #expect(try 0...1 ~= count("files") - count("presented"))
    #expect(try folder.visibleNames().count == count("files"))
    if mode == "sync" { #expect(try count("blank") == 0) }
    for index in 0..<18 {
      let record = try run.record(index)
      #expect(record["vsync"] as? Int == index)
      if let path = record["frame"] as? String { _ = try DecodedPNG(TestFolder.bytes(at: path)) }
    }
  }

  @Test("writes a trace that is valid, on either clock", arguments: ["virtual", "real"])
  func trace(clock: String) throws {
    let folder = try TestFolder()
    let file = folder.path("trace.json")
    let tracks: Set = ["main queue", "idle", "vsyncs", "blank", "worker 0", "row 0"]
    let names: Set = ["build", "composite", "idle", "layout", "raster", "encode"]
    // On the real clock a scroll to the end waits there for its pictures.
    let length = clock == "real" ? ["--speed", "3000"] : ["--speed", "100", "--seconds", "0.5"]
    let run = try GalleyRunner.scroll(
      [everyday, "--trace", file, "--frames", folder.path("frames"), "--clock", clock, "--quiet"]
        + ["--jobs", "2"] + length)
    #expect(run.status == 0, "\(run.errors)")
    let trace = try TraceCheck(TestFolder.bytes(at: file))
    #expect(trace.problems == [])
    #expect(trace.tracks.isSuperset(of: tracks), "\(trace.tracks)")
    #expect(trace.names.isSuperset(of: names), "\(trace.names)")
    #expect(trace.counters == ["blank pixels", "busy workers"])
  }

  @Test(
    "names the row for which a dropped frame of mode sync waited, on either clock",
    arguments: ["virtual", "real"])
  func syncTrace(clock: String) throws {
    let folder = try TestFolder()
    let file = folder.path("trace.json")
    let run = try GalleyRunner.scroll([
      everyday, "--mode", "sync", "--trace", file, "--clock", clock, "--quiet", "--speed", "3000",
      "--seconds", "1", "--cpu-throttle", "400",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let trace = try TraceCheck(TestFolder.bytes(at: file))
    #expect(trace.problems == [])
    #expect(trace.tracks.isSuperset(of: ["main queue", "row 0"]), "\(trace.tracks)")
    #expect(trace.names.contains("raster"), "\(trace.names)")
    let text = String(decoding: try TestFolder.bytes(at: file), as: UTF8.self)
    #expect(text.contains(/"waitedFor":"(layout|raster) of row \d+"/))
  }

  @Test("a frame that is not handed over keeps the main queue", arguments: ["virtual", "real"])
  func unfinishedFrame(clock: String) throws {
    let folder = try TestFolder()
    let file = folder.path("trace.json")
    let run = try GalleyRunner.scroll([
      everyday, "--mode", "sync", "--trace", file, "--clock", clock, "--quiet", "--seconds",
      clock == "real" ? "1" : "0.2", "--cpu-throttle", clock == "real" ? "500" : "1000",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let trace = try TraceCheck(TestFolder.bytes(at: file))
    #expect(trace.problems == [])
    #expect(trace.names.isSuperset(of: ["unfinished frame", "raster"]), "\(trace.names)")
    let document = try JSONSerialization.jsonObject(with: Data(TestFolder.bytes(at: file)))
    let events = try #require((document as? [String: Any])?["traceEvents"] as? [[String: Any]])
    func microseconds(_ name: String) -> Double {
      events.filter { $0["name"] as? String == name }.reduce(0) { $0 + ($1["dur"] as? Double ?? 0) }
    }
    // The whole time but that before the frame.
    #expect(microseconds("unfinished frame") > 2 * microseconds("idle"))
  }

  @Test("ends with the status that the failure has")
  func status() throws {
    #expect(try GalleyRunner.scroll(["/nonexistent"]).status == 66)
    #expect(try GalleyRunner.scroll([everyday, "--height", "0.3"]).status == 65)
    #expect(try GalleyRunner.scroll([everyday, "--width", "1"]).status == 65)
    #expect(try GalleyRunner.scroll([everyday, "--script", everyday]).status == 65)
    #expect(try GalleyRunner.scroll([everyday, "--script", "."]).status == 66)
    #expect(
      try GalleyRunner.scroll([everyday, "--frames", Repository.feed("cjk.json")]).status == 73)
    #expect(try GalleyRunner.scroll([everyday, "--frames", everyday]).status == 64)
  }
}
