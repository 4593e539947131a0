import Foundation
import TestSupport
import Testing

@Suite("Pictures within a feed", .timeLimit(.minutes(15)))
struct EmbeddedPictureTests {
  /// A feed of one item with the sample's portrait as its image, and `count` further bytes that a decoder passes over.
  private func feed(padding count: Int) throws -> String {
    let picture = try TestFolder.bytes(at: Repository.path("Samples/Assets/mara.png"))
    let base64 = Data(picture + [UInt8](repeating: 0, count: count)).base64EncodedString()
    return #"{"title": "A picture", "image": "data:image/png;base64,\#(base64)"}"#
  }

  @Test("need no folder of assets, and may be longer than a text", arguments: [0, 200_000])
  func shown(padding: Int) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(try feed(padding: padding), to: "feed.jsonl")
    let run = try galley.run("render", "feed.jsonl", "-o", "a.png", "--strict")
    #expect(run.status == 0, "\(run.errors)")
    let other = try galley.run(
      "render", "feed.jsonl", "-o", "b.png", "--strict", "--assets", Repository.assets)
    #expect(other.status == 0, "\(other.errors)")
    let (one, two) = try (galley.folder.bytes("a.png"), galley.folder.bytes("b.png"))
    #expect(one == two)
    // The title alone takes less.
    _ = try galley.write(#"{"title": "A picture"}"#, to: "title.jsonl")
    _ = try galley.run("render", "title.jsonl", "-o", "c.png")
    #expect(try one.count > galley.folder.bytes("c.png").count + 500)
  }

  @Test("that are damaged are a warning of one short line")
  func damaged() throws {
    let galley = try GalleyRunner()
    let broken = try feed(padding: 0).replacingOccurrences(of: "iVBOR", with: "iV*OR")
    _ = try galley.write(broken, to: "feed.jsonl")
    let run = try galley.run("render", "feed.jsonl", "-o", "a.png", "--strict")
    #expect(run.status == 1)
    #expect(run.errors.contains("the data: URI is damaged: it is no base64"))
    #expect(run.errors.utf8.count < 600)
  }

  @Test("that are missing have a placeholder, if the theme says so")
  func placeholder() throws {
    let galley = try GalleyRunner()
    _ = try galley.write(#"{"title": "A picture", "image": "none"}"#, to: "feed.jsonl")
    _ = try galley.write("missingImage: placeholder", to: "theme.yaml")
    func height(_ arguments: String...) throws -> Double {
      let run = try galley.run(
        ["measure", "feed.jsonl", "--assets", Repository.assets, "--json"] + arguments)
      return try #require(run.records().first?["height"] as? Double)
    }
    let (plain, marked) = try (height(), height("--theme", "theme.yaml"))
    #expect(marked == plain + 10 + 186.5)
  }
}
