import Foundation
import TestSupport
import Testing

@testable import GalleyCommandLine

@Suite("Limits of a run", .serialized, .timeLimit(.minutes(15)))
struct RunLimitTests {
  @Test("are kept at the limit, and exceeded one above it")
  func bounds() {
    let limits = RunLimits(time: .seconds(5), rowTime: .seconds(2), byteCount: 1 << 20)
    let kept = RunLimits.State(
      time: .seconds(5), count: 7, countTime: .seconds(3), byteCount: 1 << 20)
    #expect(limits.excess(kept) == nil)
    var state = kept
    state.byteCount += 1
    #expect(limits.excess(state)?.status == .internalError)
    #expect(
      limits.excess(state)?.description.contains("row 7: the run takes more than 1MiB") == true)
    state = kept
    state.time += .nanoseconds(1)
    state.countTime += .nanoseconds(1)
    #expect(limits.excess(state)?.status == .dataOutOfBounds)
    #expect(limits.excess(state)?.description.contains("--max-time") == true)
    state = kept
    state.countTime -= .nanoseconds(1)
    #expect(limits.excess(state)?.description.contains("--max-row-time") == true)
    #expect(RunLimits().excess(state) == nil)
  }

  private func slowFeed(_ galley: GalleyRunner) throws -> String {
    let rows = (0..<20_000).map { #"{"title":"row \#($0)","body":"words \#($0 * 7)"}"# }
    return try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
  }

  @Test(
    "end a run with the limit's name, the row and no file",
    arguments: [("--max-time=0.3", 65), ("--max-memory=1MiB", 70), ("--max-row-time=0.001", 65)])
  func ended(option: String, status: Int32) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(["render", slowFeed(galley), "-o", "a.png", "--quiet", option])
    #expect(run.status == status, "\(run.errors)")
    let name = option.prefix { $0 != "=" }
    #expect(run.errors.hasPrefix("galley: row ") && run.errors.contains(name), "\(run.errors)")
    #expect(try galley.folder.names() == ["feed.jsonl"])
  }

  @Test("end a run whose input stalls")
  func stalled() throws {
    let galley = try GalleyRunner()
    let run = try galley.shell(
      #"(echo '{"title":"a"}'; sleep 20) | "$0" render - -o "$1/a.png" --max-row-time 0.5"#,
      galley.folder.path)
    #expect(run.status == 65 && run.errors.contains("--max-row-time"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test("of the feed are options: the last row and byte pass, one more is refused")
  func feed() throws {
    let galley = try GalleyRunner()
    let text = "{\"title\":\"a\"}\n{\"title\":\"b\"}\n"
    let feed = try galley.write(text, to: "feed.jsonl")
    for (option, limit, word) in [
      ("--max-feed-rows", 2, "2 rows"),
      ("--max-bytes", text.utf8.count, "\(text.utf8.count) bytes"),
    ] {
      for (command, name) in [("render", "png"), ("convert", "csv")] {
        let arguments = [command, feed, "--quiet", option]
        let kept = try galley.run(arguments + ["\(limit)", "-o", "a.\(name)"])
        #expect(kept.status == 0, "\(kept.errors)")
        let refused = try galley.run(arguments + ["\(limit - 1)", "-o", "b.\(name)"])
        #expect(
          refused.status == 65 && refused.errors.contains("limit of"), "\(word) \(refused.errors)")
      }
    }
    #expect(try galley.folder.names().sorted() == ["a.csv", "a.png", "feed.jsonl"])
    let deep = try galley.write(#"{"title":"a","x":[[1]]}"# + "\n", to: "deep.jsonl")
    #expect(
      try galley.run(["render", deep, "-o", "c.png", "--quiet", "--max-depth", "3"]).status == 0)
    let refused = try galley.run(["render", deep, "-o", "d.png", "--quiet", "--max-depth", "2"])
    #expect(
      refused.status == 1 && refused.errors.contains("item 0") && refused.errors.contains("2"),
      "\(refused.errors)")
  }

  @Test(
    "of marks and images are options: the last passes, one more is left out with row, field and limit"
  )
  func marksAndImages() throws {
    let galley = try GalleyRunner()
    let image = try TestFolder.bytes(at: Repository.assets + "/mara.png")
    let size = try DecodedPNG(image)
    let uri = "data:image/png;base64," + Data(image).base64EncodedString()
    let feed = try galley.write(
      #"{"title":"b"}"# + "\n" + #"{"title":"a\u0301\u0301","image":"\#(uri)"}"# + "\n"
        + #"{"title":"c","avatar":"mara.png"}"#, to: "feed.jsonl")
    for (option, limit, rows) in [
      ("--max-marks", 2, ["row 1: title"]),
      ("--max-image-bytes", image.count, ["row 1: image", "row 2: avatar"]),
      (
        "--max-image-pixels", size.width * size.height, ["row 1: image", "row 2: avatar"]
      ),
      ("--max-image-edge", max(size.width, size.height), ["row 1: image", "row 2: avatar"]),
    ] {
      let arguments = ["render", feed, "--assets", Repository.assets, "-o", "a.png", option]
      let kept = try galley.run(arguments + ["\(limit)"])
      #expect(kept.status == 0 && !kept.errors.contains("warning"), "\(kept.errors)")
      let refused = try galley.run(arguments + ["\(limit - 1)"])
      #expect(refused.status == 0, "\(refused.errors)")
      let warnings = refused.errors.split(separator: "\n").filter { $0.contains("row ") }
      #expect(warnings.count == rows.count, "\(refused.errors)")
      for (row, warning) in zip(rows, warnings) {
        #expect(warning.contains(row) && warning.contains(" \(limit - 1)"), "\(warning)")
      }
      let usage = try Refusal(["render", "feed", "-o", "a.png", "\(option)=-1"])
      #expect(usage?.message.contains(option) == true)
    }
  }

  @Test("of texts and marks are options of convert, whose warnings name them")
  func conversion() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(#"{"title":"a\u0301\u0301","body":"four"}"#, to: "feed.jsonl")
    let arguments = ["convert", feed, "-o", "a.csv"]
    let kept = try galley.run(arguments + ["--max-text", "5", "--max-marks", "2", "--strict"])
    #expect(kept.status == 0, "\(kept.errors)")
    let cut = try galley.run(arguments + ["--max-text", "3", "--strict"])
    #expect(
      cut.status == 1 && cut.errors.contains("row 0: body is cut at the limit of 3 bytes"),
      "\(cut.errors)")
    let dropped = try galley.run(arguments + ["--max-marks", "1", "--strict"])
    #expect(
      dropped.status == 1 && dropped.errors.contains("row 0: title")
        && dropped.errors.contains(" 1"),
      "\(dropped.errors)")
  }

  @Test(
    "of a row's pixels is an option: the last pixel passes, one more fails the row and no other")
  func rowPixels() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      "{\"title\":\"a\"}\n{\"title\":\"a\",\"body\":\"b\"}\n", to: "feed.jsonl")
    let arguments = ["render", feed, "--cards", "-o", "{index}.png", "--quiet"]
    #expect(try galley.run(arguments).status == 0)
    let small = try DecodedPNG(galley.folder.bytes("0.png"))
    let limit = small.width * small.height
    for (limit, failures) in [(limit, ["item 1"]), (limit - 1, ["item 0", "item 1"])] {
      let run = try galley.run(arguments + ["--max-row-pixels", "\(limit)"])
      #expect(run.status == 1)
      #expect(run.errors.components(separatedBy: "more than \(limit)").count == failures.count + 1)
      for failure in failures { #expect(run.errors.contains(failure), "\(run.errors)") }
    }
  }

  @Test("of a row's pixels holds without an option: a row of large emoji fails at once")
  func hugeRow() throws {
    let galley = try GalleyRunner()
    let theme = try galley.write("body: {font: {size: 512}}\n", to: "large.yaml")
    let emoji = String(repeating: "😀", count: 800)
    let feed = try galley.write("{\"body\":\"\(emoji)\"}\n", to: "feed.jsonl")
    let run = try galley.run([
      "render", feed, "--theme", theme, "--width", "4096", "--scale", "4", "-o", "a.png",
    ])
    #expect(run.status == 1 && run.errors.contains("more than 1073741824"), "\(run.errors)")
  }

  @Test("in a sandbox, a run writes the same bytes and reads assets")
  func sandbox() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("everyday.jsonl")
    for (name, options) in [("a.png", [String]()), ("b.png", ["--sandbox"])] {
      let run = try galley.run(
        ["render", feed, "--assets", Repository.assets, "-o", name, "--quiet"] + options)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
    for arguments in [
      ["measure", feed, "--heights", "--height-cache", "h", "--json=new/m.json"],
      ["scroll", feed, "--seconds", "0.05", "--frames", "frames", "--json=s.json"],
      ["render", feed, "--cards", "-o", "cards/{index}.png"],
    ] {
      let run = try galley.run(arguments + ["--sandbox", "--quiet"])
      #expect(run.status == 0, "\(arguments) \(run.errors)")
    }
  }

  /// Commands that read strangers' files and make no rows, and whether they read standard input.
  private static let others: [(arguments: [String], outputs: [String])] = [
    (["convert", "feed.jsonl", "-o", "a.xml", "--to", "rss"], ["a.xml"]),
    (["convert", "feed.jsonl", "-o", "articles", "--to", "markdown"], ["articles/000000.md"]),
    (["doctor", "feed.jsonl", "--assets", "assets", "--json=a.json"], ["a.json"]),
    (["text", "words and :image:", "--assets", "assets", "-o", "a.png"], ["a.png"]),
    (
      ["inspect", "feed.jsonl", "--row", "1", "--assets", "assets", "--overlay", "a.png"],
      ["a.png"]
    ),
    (
      ["templates", "social", "--data", "item.json", "--assets", "assets", "-o", "a.png"],
      ["a.png"]
    ),
    (["compare", "assets/mara.png", "assets/mara.png"], []),
    (
      ["replay", "--random=20", "feed.jsonl", "--assets", "assets", "--frames", "frames"],
      ["frames/step-0019.png"]
    ),
  ]

  @Test(
    "bound other commands too, which write the same bytes in a sandbox", arguments: others.indices)
  func otherCommands(index: Int) throws {
    let galley = try GalleyRunner()
    let rows = (0..<3).map { #"{"title":"row \#($0)","body":"words","image":"mara.png"}"# }
    _ = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
    _ = try galley.write(#"{"title":"a","body":"b","avatar":"mara.png"}"#, to: "item.json")
    try FileManager.default.copyItem(
      atPath: Repository.assets, toPath: galley.folder.path("assets"))
    let inputs = Set(try galley.folder.names())
    let (arguments, outputs) = Self.others[index]
    let results = try [[], ["--sandbox"], ["--max-time=100", "--max-memory=16GiB"]].map { options in
      let run = try galley.run(arguments + options)
      #expect(run.status == 0, "\(run.errors)")
      let files = try outputs.map { try galley.folder.bytes($0) }
      for name in try galley.folder.names() where !inputs.contains(name) {
        try FileManager.default.removeItem(atPath: galley.folder.path(name))
      }
      return [run.output] + files
    }
    #expect(results.allSatisfy { $0 == results[0] })
    let refused = try galley.run(arguments + ["--max-memory=1MiB"])
    #expect(refused.status == 70, "\(refused.errors)")
    #expect(refused.errors.hasPrefix("galley: the run takes more than 1MiB"), "\(refused.errors)")
    #expect(Set(try galley.folder.names()) == inputs)
  }

  @Test("bound commands that open the files that their input names")
  func namedFiles() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("everyday.jsonl")
    let run = try galley.run(
      ["render", feed, "--cards", "-o", "{index}.png", "--manifest", "m.jsonl"]
        + ["--metadata", "r.json", "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
    let inputs = Set(try galley.folder.names())
    for arguments in [
      ["verify", "r.json"], ["merge", "m.jsonl", "-o", "n.jsonl", "--check-files"],
    ] {
      let refused = try galley.run(arguments + ["--max-memory=1MiB"])
      #expect(refused.status == 70, "\(refused.errors)")
      #expect(Set(try galley.folder.names()) == inputs)
      let kept = try galley.run(arguments + ["--max-memory=16GiB", "--max-time=100"])
      #expect(kept.status == 0, "\(kept.errors)")
    }
  }

  @Test("end a conversion whose input stalls")
  func stalledConversion() throws {
    let galley = try GalleyRunner()
    let run = try galley.shell(
      #"(echo '{"title":"a"}'; sleep 20) | "$0" convert - --from jsonl -o "$1/a.xml" --max-time 0.3"#,
      galley.folder.path)
    #expect(run.status == 65 && run.errors.contains("--max-time"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test("end a run of fetch whose input stalls, although no picture is fetched yet")
  func stalledFetch() throws {
    let galley = try GalleyRunner()
    let run = try galley.shell(
      #"(echo '{"title":"a"}'; sleep 20) | "$0" fetch - --from jsonl --to "$1/pictures" --max-time 0.2"#,
      galley.folder.path)
    #expect(
      run.status == 65 && run.errors.contains("0.2 s, the limit of --max-time"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test("in a sandbox, a template includes files of its folder, and no output replaces one of them")
  func sandboxedTemplates() throws {
    let (galley, templates) = (try GalleyRunner(), try TestFolder())
    let feed = try galley.write(#"{"title":"One","author":"Ann"}"#, to: "feed.jsonl")
    try FileManager.default.createDirectory(
      atPath: templates.path("parts"), withIntermediateDirectories: false)
    let own = try templates.write(
      "body: {column: [{include: parts/byline.yaml}, {include: quote}], padding: 12}\n",
      to: "own.yaml")
    let byline = try templates.write(
      "body: {row: [{text: '{author}'}, {include: parts/dot.yaml}]}\n", to: "parts/byline.yaml")
    try templates.write(
      "body: {shape: circle, width: 8, height: 8, background: text}\n", to: "parts/dot.yaml")
    for (name, options) in [("a.png", [String]()), ("b.png", ["--sandbox"])] {
      let run = try galley.run(
        ["render", feed, "--template", own, "-o", name, "--quiet"] + options)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
    let replacing = try galley.run(
      "render", feed, "--template", own, "-o", "c.png", "--json=" + byline)
    #expect(
      replacing.status == 64 && replacing.errors.contains("the included template"),
      "\(replacing.errors)")
    // A file that is missing is named, as without a sandbox.
    try FileManager.default.removeItem(atPath: templates.path("parts/dot.yaml"))
    let run = try galley.run(
      "render", feed, "--template", own, "-o", "d.png", "--quiet", "--sandbox")
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == 65 && lines.count == 1, "\(run.errors)")
    #expect(run.errors.contains("byline.yaml:1:") && run.errors.contains("dot.yaml"))
  }
}
