import GalleyFrames
import Glibc
import TestSupport
import Testing

@Suite("galley bench stages", .timeLimit(.minutes(15)))
struct BenchTests {
  private static let stages = [
    "feed", "layout", "cell", "layout Pango", "layout HarfBuzz", "20 parts by frames",
    "20 parts by boxes", "20 parts by constraints", "demo cell by frames", "demo cell by boxes",
    "demo cell by constraints", "relayout", "relayout placed", "size", "relayout Pango",
    "heights hit", "raster", "raster memset", "png", "page fast",
    "page small", "page Cairo", "page igzip", "table find", "table offset", "table insert",
    "table delete", "table move", "table memory", "compositing", "layout 1 worker",
    "layout 2 workers", "layout 2 workers over 1", "raster 1 worker", "raster 2 workers",
    "raster 2 workers over 1", "live insert", "live pass", "live frame", "live frame p99",
    "live delete", "live move", "live reload", "live snapshot", "live append", "live memory",
    "live memory, edited", "live memory, snapshots",
  ]

  @Test("has a record for each stage, with the same counts in each run")
  func stages() throws {
    let galley = try GalleyRunner()
    let arguments = [
      "bench", "stages", "--rows", "6", "--repeat", "1", "--json", "--table-rows", "10000",
    ]
    let first = try galley.run(arguments).records()
    let second = try galley.run(arguments).records()
    let stages = first.compactMap { $0["stage"] as? String }
    #expect(stages == Self.stages)
    for (one, other) in zip(first, second).dropLast() {
      let counters = try #require(one["counters"] as? [String: Double])
      #expect(counters == other["counters"] as? [String: Double])
      #expect(counters.values.allSatisfy { $0 > 0 }, "\(one)")
      let stage = one["stage"] as? String ?? ""
      if stage.contains("memory"), isSanitized { continue }
      let median = try #require(one["median"] as? Double)
      // The time of starting workers is taken off, and a busy machine may take longer for that than for six rows.
      #expect(stage.contains("workers") ? median.isFinite : median > 0, "\(one)")
    }
    #expect(["debug", "release"].contains(first.last?["build"] as? String))
  }

  @Test("measures a feed of one's own, and prints a table")
  func table() throws {
    let run = try GalleyRunner().run(
      "bench", "stages", Repository.feed("journal.json"), "--repeat", "1",
      "--table-rows", "1000")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == Self.stages.count + 2)
    #expect(run.lines[1].hasSuffix("6 rows"))
  }

  @Test("says so where a feed has no rows")
  func empty() throws {
    let run = try GalleyRunner().run(["bench", "stages", "-", "--json"], input: [])
    #expect(run.status == 65)
    #expect(run.errors.contains("no rows"))
  }

  @Test("fits a cost model that can be read again")
  func fit() throws {
    let run = try GalleyRunner().run("bench", "stages", "--rows", "40", "--repeat", "5", "--fit")
    #expect(run.status == 0, "\(run.errors)")
    let model = try CostModel(json: run.output)
    #expect(model.layout != StageCost() && model.encode.perPixel > 0)
    #expect(model.composite == (try CostModel.committed()).composite)
    #expect(run.errors.contains("raster"))
  }
}
