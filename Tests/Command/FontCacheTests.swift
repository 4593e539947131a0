import Foundation
import TestFolders
import Testing

@Suite("The cache of fonts")
struct FontCacheTests {
  private let feed = Galley.sample("everyday.jsonl")

  @Test("is left out, and fontconfig stays silent, where no folder can be written")
  func cacheFolder() throws {
    let galley = try Galley()
    let folder = try TestFolder()
    let font = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
    try FileManager.default.copyItem(atPath: font, toPath: folder.path("a.ttf"))
    try FileManager.default.createSymbolicLink(
      atPath: galley.folder.path("fonts"), withDestinationPath: folder.path)
    for fonts in [[], ["--font-dir", "fonts"], ["--system-fonts"]] {
      let run = try galley.run(
        ["render", feed, "-o", "a.png", "--quiet"] + fonts,
        environment: ["HOME": "/nonexistent", "XDG_CACHE_HOME": "/proc/x", "TMPDIR": "/proc/x"])
      #expect(run.status == 0)
      #expect(run.errors.isEmpty, "\(fonts): \(run.errors)")
    }
  }
}
