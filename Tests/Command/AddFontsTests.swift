import Foundation
import TestSupport
import Testing

@Suite("--add-fonts", .timeLimit(.minutes(15)))
struct AddFontsTests {
  private let galley: GalleyRunner
  private let theme = "title: {font: {family: Neue Serif}}\nfamilies: {Arab: Noto Naskh Arabic}\n"
  private let feed = Array(#"{"title":"Ahoy مرحبا 骨","body":"one"}"#.utf8)

  init() throws {
    galley = try GalleyRunner()
    try galley.folder.write(theme, to: "theme.yaml")
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("fonts"), withIntermediateDirectories: false)
    try writeFont("NotoSerif-Regular")
  }

  private func writeFont(_ name: String) throws {
    let font = try SampleFonts.renamed(name)
    try Data(font).write(to: galley.folder.url.appendingPathComponent("fonts/a.ttf"))
  }

  @Test("gives a theme's text its font, in a sandbox too, and is read by --height-cache")
  func draws() throws {
    for (name, options) in [("a.png", []), ("b.png", ["--sandbox"]), ("c.png", [])] {
      let run = try galley.run(
        ["render", "-", "-o", name, "--theme", "theme.yaml", "--add-fonts", "fonts", "--strict"]
          + options, input: feed)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("c.png"))
    func stored(_ options: String...) throws -> Int? {
      let arguments = [
        "measure", "-", "--json", "--heights", "--theme", "theme.yaml", "--height-cache", "heights",
      ]
      return try galley.run(arguments + options, input: feed).records().last?["heightsStored"]
        as? Int
    }
    #expect(try stored("--add-fonts", "fonts") == 0)
    #expect(try stored("--add-fonts", "fonts") == 1)
    #expect(try stored() == 0)
    try writeFont("NotoSerif-Italic")
    #expect(try stored("--add-fonts", "fonts") == 0, "the font has changed")
  }

  @Test("makes a missing family a warning with near names, and an error with --strict")
  func missing() throws {
    try galley.folder.write("title: {font: {family: Neue Serf}}\n", to: "theme.yaml")
    for command in [["measure", "-"], ["render", "-", "-o", "d.png"]] {
      let arguments = command + ["--theme", "theme.yaml", "--add-fonts", "fonts"]
      let run = try galley.run(arguments, input: feed)
      #expect(run.status == 0)
      #expect(
        run.errors.contains("'Neue Serf' for title; Noto Sans is used; near names: Neue Serif"))
      #expect(try galley.run(arguments + ["--strict"], input: feed).status == 1)
    }
    let text = ["text", "Ahoy", "--add-fonts", "fonts", "-o", "e.png", "--font"]
    #expect(try !galley.run(text + ["Neue Serif 14"]).errors.contains("no font family"))
    #expect(try galley.run(text + ["Neue Serf 14"]).errors.contains("near names: Neue Serif"))
  }

  @Test("is told by doctor, with the files that cannot be used, and guards its fonts")
  func doctor() throws {
    try galley.folder.write("no font", to: "fonts/b.ttf")
    let run = try galley.run("doctor", "--add-fonts", "fonts")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.contains { $0.hasSuffix(" (Noto and a folder) in") })
    #expect(run.lines.contains { $0.hasPrefix("  /") && $0.hasSuffix("/fonts") })
    #expect(run.lines.contains { $0.hasPrefix("skipped: ") && $0.contains("/fonts/b.ttf: ") })
    let records = try galley.run("doctor", "--add-fonts", "fonts", "--json").records()
    #expect(records.contains { $0["source"] as? String == "notoAndFolder" })
    #expect(try galley.run("doctor", "--add-fonts", "fonts", "--strict").status == 1)
    let refused = try galley.run(
      "measure", "theme.yaml", "--json=fonts/a.ttf", "--add-fonts", "fonts")
    #expect(refused.status == 64 && refused.errors.contains("is the same file as the font fonts/"))
    let empty = try galley.run(["measure", "-", "--add-fonts", "nowhere"], input: feed)
    #expect(empty.status == 69)
    #expect(empty.errors.contains("no fonts found in nowhere to add to the Noto fonts"))
  }
}
