import Foundation
import TestSupport
import Testing

@Suite("Command line", .timeLimit(.minutes(15)))
struct CommandLineTests {
  private static let row = Array(#"{"title":"a row"}"#.utf8)

  @Test("takes bench without a command for bench run")
  func benchRun() throws {
    let run = try GalleyRunner().run("bench", "missing.json", "--json")
    #expect(run.status == 66)
    #expect(run.errors.contains("missing.json"))
  }

  @Test("takes names of pictures in capitals and without an extension")
  func plainNames() throws {
    let galley = try GalleyRunner()
    for name in ["A.PNG", "a", "new.d/a"] {
      let run = try galley.run(["render", "-", "-o", name, "--quiet"], input: Self.row)
      #expect(run.status == 0, "\(run.errors)")
      _ = try DecodedPNG(galley.folder.bytes(name))
    }
  }

  @Test("writes cards and pages to folders that were not there")
  func makesFolders() throws {
    let galley = try GalleyRunner()
    let cards = try galley.run(
      ["render", "-", "--cards", "-o", "cards/{index:06}.png", "--quiet"], input: Self.row)
    let pages = try galley.run(
      ["render", "-", "--pages", "100", "-o", "p/q/{page}.png", "--quiet"], input: Self.row)
    #expect(cards.status == 0 && pages.status == 0, "\(cards.errors)\(pages.errors)")
    _ = try DecodedPNG(galley.folder.bytes("cards/000000.png"))
    _ = try DecodedPNG(galley.folder.bytes("p/q/0.png"))
  }
}
