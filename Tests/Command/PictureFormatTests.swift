import Foundation
import TestSupport
import Testing

@Suite("Formats of pictures", .timeLimit(.minutes(15)))
struct PictureFormatTests {
  private let feed = Repository.feed("everyday.jsonl")
  private static let magic: [(name: String, bytes: [UInt8])] = [
    ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpg", [0xFF, 0xD8, 0xFF]), ("webp", Array("RIFF".utf8)),
  ]

  @Test("follow the extension, for a tall picture, pages and cards")
  func extensions() throws {
    let galley = try GalleyRunner()
    for (name, magic) in Self.magic {
      for arguments in [
        ["-o", "tall.\(name)"], ["-o", "page{page}.\(name)", "--pages", "400"],
        ["-o", "card{index}.\(name)", "--cards"],
      ] {
        let run = try galley.run(
          ["render", feed, "--rows", "3", "--scale", "1", "--quiet"] + arguments)
        #expect(run.status == 0, "\(run.errors)")
      }
      for file in ["tall", "page0", "card0", "card2"] {
        let bytes = try galley.folder.bytes("\(file).\(name)")
        #expect(bytes.starts(with: magic), "\(file).\(name)")
      }
    }
  }

  @Test("are equal in both modes", arguments: ["webp", "jpg"])
  func modes(name: String) throws {
    let galley = try GalleyRunner()
    for mode in ["sync", "async"] {
      let run = try galley.run(
        "render", feed, "--rows", "12", "--scale", "1", "--quiet", "--mode", mode, "-o",
        "\(mode).\(name)")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("sync.\(name)") == galley.folder.bytes("async.\(name)"))
  }

  @Test("may be named for standard output, and for a name without an extension")
  func named() throws {
    let galley = try GalleyRunner()
    let piped = try galley.run(
      "render", feed, "--rows", "1", "--scale", "1", "-o", "-", "--format", "jpeg")
    #expect(piped.status == 0 && piped.output.starts(with: [0xFF, 0xD8, 0xFF]), "\(piped.errors)")
    let run = try galley.run(
      "render", feed, "--rows", "1", "--scale", "1", "-o", "a", "--format", "webp")
    #expect(run.status == 0)
    #expect(try galley.folder.bytes("a").starts(with: Array("RIFF".utf8)))
  }

  @Test(
    "in greys have the same pixels as cards, strips and whole pictures",
    arguments: [("gray1", UInt8(1)), ("gray4", 4), ("gray8", 8)])
  func grays(name: String, bitDepth: UInt8) throws {
    let galley = try GalleyRunner()
    var pictures: [DecodedPNG] = []
    for profile in ["fast", "small"] {
      let run = try galley.run(
        "render", feed, "--rows", "1", "--scale", "1", "--colors", name, "--cards",
        "--png-profile", profile, "--quiet", "-o", "\(profile){index}.png")
      #expect(run.status == 0, "\(run.errors)")
      pictures.append(try DecodedPNG(galley.folder.bytes("\(profile)0.png")))
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].colorType == 0 && pictures[0].bitDepth == bitDepth)
    #expect(Set(pictures[0].pixels).count <= 1 << Int(bitDepth))
  }

  @Test("refuse a feed taller than their longest edge, and leave no file")
  func tooTall() throws {
    let galley = try GalleyRunner()
    let line = #"{"title":"a row"}"# + "\n"
    let input = Array(String(repeating: line, count: 300).utf8)
    let run = try galley.run(["render", "-", "--scale", "2", "-o", "a.webp"], input: input)
    #expect(run.status == 65)
    #expect(run.errors.contains("16383") && run.errors.contains("--pages"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
    let pages = try galley.run(
      ["render", "-", "--pages", "9000", "-o", "{page}.webp"], input: Array(line.utf8))
    #expect(pages.status == 65)
    #expect(pages.errors.contains("16383"), "\(pages.errors)")
  }
}
