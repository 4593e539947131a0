import Foundation
import TestSupport
import Testing

@Suite("The cache of fonts", .timeLimit(.minutes(15)))
struct FontCacheTests {
  private let feed = Repository.feed("everyday.jsonl")

  @Test("is left out, and fontconfig stays silent, where no folder can be written")
  func cacheFolder() throws {
    let galley = try GalleyRunner()
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: SampleFonts.soundPath, toPath: folder.path("a.ttf"))
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
