import Foundation
import TestSupport
import Testing

@Suite("galley inspect", .timeLimit(.minutes(15)))
struct InspectTests {
  @Test("prints a row's layout, and draws it")
  func prints() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      "inspect", Repository.feed("everyday.jsonl"), "--row", "1", "--overlay", "row.png")
    #expect(run.status == 0)
    let record = try #require(try run.records().first)
    #expect(record["index"] as? Int == 1)
    let height = try #require(record["height"] as? Double)
    let parts = try #require(record["parts"] as? [[String: Any]])
    let texts = parts.compactMap { $0["text"] as? [String: Any] }
    #expect(!texts.isEmpty)
    for part in parts where part["part"] as? String == "initials" {
      // Their letters stand in the middle of the circle.
      let circle = try #require(part["rect"] as? [String: Double])
      let bounds = try #require((part["text"] as? [String: Any])?["bounds"] as? [String: Double])
      for (place, extent) in [("x", "width"), ("y", "height")] {
        let (near, room) = (circle[place] ?? 0, circle[extent] ?? 0)
        let (start, length) = (bounds[place] ?? 0, bounds[extent] ?? 0)
        #expect(abs(start + length / 2 - near - room / 2) < 3)
      }
    }
    #expect(parts.contains { $0["part"] as? String == "initials" })
    for text in texts {
      let fonts = try #require(text["fonts"] as? [[String: Any]])
      for line in try #require(text["lines"] as? [[String: Any]]) {
        let range = try #require(line["range"] as? [Int])
        let rect = try #require(line["rect"] as? [String: Double])
        #expect(rect["y"] ?? -1 >= 0 && (rect["y"] ?? 0) + (rect["height"] ?? 0) <= height)
        for run in try #require(line["runs"] as? [[String: Any]]) {
          #expect(fonts.indices.contains(run["font"] as? Int ?? -1))
          for cluster in try #require(run["clusters"] as? [[String: Any]]) {
            let offset = try #require(cluster["offset"] as? Int)
            #expect(range[0] <= offset && offset <= range[1])
            #expect((cluster["glyphs"] as? [Any])?.isEmpty == false)
          }
        }
      }
    }
    let again = try galley.run("inspect", Repository.feed("everyday.jsonl"), "--row", "1")
    #expect(again.output == run.output)
  }

  @Test("reports a failure in one line")
  func refuses() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("everyday.jsonl")
    let far = try galley.run("inspect", feed, "--row", "100000")
    #expect(far.status == 65)
    #expect(far.errors.contains("no row 100000"))
    #expect(far.errors.split(separator: "\n").count == 1)
    #expect(far.output.isEmpty)
    #expect(try galley.run("inspect", "none.json", "--row", "0").status == 66)
    let folder = try galley.run("inspect", feed, "--row", "0", "--overlay", "/dev/null/a.png")
    #expect(folder.status == 73)
  }
}
