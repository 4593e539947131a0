import Foundation
import TestSupport
import Testing

@Suite("galley replay", .timeLimit(.minutes(15)))
struct ReplayTests {
  @Test("plays the sample, and finds the table as the naive one has it")
  func sample() throws {
    let run = try GalleyRunner().run(
      "replay", Repository.path("Samples/Replay/inbox.json"), Repository.feed("everyday.jsonl"),
      "--check")
    #expect(run.status == 0, "\(run.errors)")
    let records = try run.records()
    #expect(records.last?["isChecked"] as? Bool == true)
    #expect(records.last?["steps"] as? Int == records.count - 1)
    let actions = records.dropLast().compactMap { $0["action"] as? String }
    #expect(actions.prefix(4) == ["load", "scroll", "insert", "batch"])
    let causes = records.dropLast().flatMap { record in
      (record["rows"] as? [[String: Any]] ?? []).compactMap { $0["cause"] as? String }
    }
    #expect(Set(causes).isSuperset(of: ["firstUse", "widthChanged", "invalidated"]))
    // Rows are inserted above the visible ones, which stay.
    let anchors = records.dropLast().compactMap { $0["anchor"] as? [String: Any] }
    #expect(anchors[1]["id"] as? Int == anchors[2]["id"] as? Int)
    #expect(anchors[1]["screenY"] as? Double == anchors[2]["screenY"] as? Double)
    #expect(anchors[1]["row"] as? String != anchors[2]["row"] as? String)
  }

  @Test(
    "refuses sizes out of bounds, as render does",
    arguments: ["--scale=nan", "--scale=inf", "--scale=0", "--scale=-1", "--width=8193"])
  func sizes(option: String) throws {
    let run = try GalleyRunner().run("replay", "--random", "5", "--rows", "none", option)
    #expect(run.status == 65 && run.errors.contains("scale 0.5 to 4"), "\(run.errors)")
  }

  @Test("draws the sample's screen after each step, as a new table does")
  func frames() throws {
    let galley = try GalleyRunner()
    let script = Repository.path("Samples/Replay/inbox.json")
    let run = try galley.run(
      "replay", script, Repository.feed("everyday.jsonl"), "--check", "--frames", "frames",
      "--scale",
      "1")
    #expect(run.status == 0, "\(run.errors)")
    let files = try run.records().dropLast().map { $0["file"] as? String }
    #expect(files.first == "frames/step-0000.png" && files.count > 8)
    for file in files {
      let png = try DecodedPNG(galley.folder.bytes(try #require(file)))
      #expect(png.width > 0 && Set(png.pixels).count > 2)
    }
    let blank = try galley.run(
      ["replay", "-", "--frames", "blank"],
      input: Array(#"{"heights": [40], "steps": [{"load": [1]}]}"#.utf8))
    #expect(blank.status == 65 && blank.errors.contains("row 0:0 has a height and no texts"))
  }

  @Test("plays random steps, and saves them as a script that expects the same refusals")
  func random() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      "replay", "--random", "30", "--seed", "5", "--check", "--rows", "visible", "--save-script",
      "saved.json")
    #expect(run.status == 0, "\(run.errors)")
    let again = try galley.run("replay", "saved.json", "--check", "--list", "visible")
    #expect(again.status == 0 && again.output == run.output)
    let summary = try #require(try run.records().last)
    #expect(summary["steps"] as? Int == 30 && (summary["refused"] as? Int ?? 0) > 0)
    let frames = try galley.run(
      "replay", "--random", "8", Repository.feed("everyday.jsonl"), "--check", "--frames", "frames",
      "--scale", "1", "--rows", "none", "--rows", "0...40")
    #expect(frames.status == 0, "\(frames.errors)")
    #expect(try frames.records().dropLast().allSatisfy { ($0["rows"] as? [Any])?.isEmpty == true })
    let wrong = try galley.run("replay", "--random", "2", "--rows", "seen")
    #expect(wrong.status == 64 && wrong.errors.contains("--rows is all, visible, none"))
    #expect(try galley.run("replay").status == 64)
    #expect(try galley.run("replay", "--random", "0").status == 64)
    #expect(try galley.run("replay", "--random", "2", "a", "b").status == 64)
  }

  @Test("has the heights that measure has")
  func heights() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("journal.json")
    let measured = try galley.run("measure", feed, "--json", "--width", "320").records().dropLast()
    let script =
      #"{"asking": "allAtOnce", "width": 320, "steps": [{"load": [\#(measured.count)]}]}"#
    let state = try galley.run(["replay", "-", feed], input: Array(script.utf8)).records()[0]
    let rows = try #require(state["rows"] as? [[String: Any]])
    #expect(
      rows.compactMap { $0["height"] as? Double } == measured.compactMap { $0["height"] as? Double }
    )
  }

  @Test("reports changes that are refused, and those that should have been refused")
  func refusals() throws {
    let galley = try GalleyRunner()
    func run(_ step: String) throws -> CommandOutput {
      let script = #"{"heights": [40], "steps": [{"load": [2]}, \#(step)]}"#
      return try galley.run(["replay", "-", "--check"], input: Array(script.utf8))
    }
    let refused = try run(#"{"delete": ["0:2"]}"#)
    #expect(refused.status == 1 && refused.errors.contains("steps[1]: refused: row 0:2"))
    #expect(try refused.records()[1]["refusal"] as? String != nil)
    #expect(try run(#"{"delete": ["0:2"], "refused": true}"#).status == 0)
    #expect(try run(#"{"delete": ["0:1"], "refused": true}"#).status == 1)
    #expect(try run(#"{"batch": [{"delete": ["0:1"]}], "announce": [2]}"#).status == 1)
  }

  @Test("refuses a file that is no script, with one line")
  func badScripts() throws {
    let galley = try GalleyRunner()
    for (script, words) in [
      ("[", "no JSON"), (#"{"steps": [{"load": [2]}]}"#, "steps[0].load: rows show items"),
      (#"{"steps": [{"jump": 3}]}"#, "steps[0]: no word"),
    ] {
      let run = try galley.run(["replay", "-"], input: Array(script.utf8))
      #expect(run.status == 65 && run.output.isEmpty)
      #expect(run.errors.contains(words) && run.errors.split(separator: "\n").count == 1)
    }
    #expect(try galley.run("replay", "missing.json").status == 66)
  }
}
