import Foundation
import Galley
import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyParagraphs
import GalleyShaping
import TestSupport
import Testing

@Suite("Skipped fonts", .timeLimit(.minutes(15)))
struct SkippedFontTests {
  private let folder: TestFolder
  private let samples: [(name: String, bytes: [UInt8], reason: String)]
  private let feed = FeedInput.bytes(Array(#"{"title":"One","body":"two words"}"#.utf8))

  init() throws {
    folder = try TestFolder()
    samples = try SampleFonts.unusable()
  }

  private func write(_ sample: (name: String, bytes: [UInt8], reason: String)) throws {
    try Data(sample.bytes).write(to: folder.url.appendingPathComponent(sample.name))
  }

  private func addSoundFont() throws {
    try FileManager.default.copyItem(
      atPath: SampleFonts.soundPath, toPath: folder.path("sound.ttf"))
  }

  @Test("a folder with one unusable font has no fonts, and the error names the file and the reason")
  func alone() throws {
    for sample in samples {
      try write(sample)
      let error = #expect(throws: FontError.self) { try FontLibrary(.folder(folder.path)) }
      guard case .noFonts(.folder, let skipped) = error else {
        Issue.record("\(sample.name): \(String(describing: error))")
        continue
      }
      #expect(skipped.map(\.path) == [folder.path(sample.name)])
      #expect(skipped.first?.description.contains(sample.reason) == true, "\(skipped)")
      #expect(error?.description.contains(sample.name) == true)
      #expect(error?.description.contains("\n") == false)
      try FileManager.default.removeItem(atPath: folder.path(sample.name))
    }
  }

  @Test("rows are drawn with the sound font of a folder, and each unusable font is a warning")
  func amongSound() async throws {
    for sample in samples { try write(sample) }
    try addSoundFont()
    let options = RenderOptions(fonts: .folder(folder.path), mode: .sync)
    let renderer = try FeedRenderer(options)
    let skipped = renderer.fontWarnings.compactMap {
      if case .skipped(let font) = $0 { font } else { nil }
    }
    #expect(skipped.map(\.path) == samples.map { folder.path($0.name) }.sorted())
    let output = try TestFolder()
    var fonts: [[String]] = []
    let summary = try await renderer.render(feed, to: .tall(path: output.path("a.png"))) {
      if case .row(let row) = $0 { fonts.append(row.fonts) }
    }
    #expect(fonts.count == 1 && Set(fonts.joined()) == ["Noto Sans"])
    #expect(summary.missingGlyphCount == 0)
    #expect(summary.warningCount == samples.count)
    let measured = try await FeedMeasurer(options).measure(feed)
    #expect(measured.rowCount == 1 && measured.warningCount == samples.count)
    let measurer = try TextMeasurer(TextMeasureOptions(fonts: .folder(folder.path), mode: .sync))
    let text = try await measurer.measure(.bytes(Array("two words".utf8)))
    #expect(text.missingGlyphCount == 0 && text.warningCount == samples.count)
    let survey = try FontSurvey(.folder(folder.path))
    #expect(survey.fontCount == 1 && survey.skippedFonts == skipped)
  }

  @Test("a sound folder, and the Noto fonts, have no skipped fonts")
  func sound() throws {
    try addSoundFont()
    // However the folder is written.
    let name = folder.url.lastPathComponent
    for path in [folder.path, folder.path + "//", folder.path + "/../\(name)", folder.path + "/."] {
      #expect(try FontLibrary(.folder(path)).skippedFonts == [], "\(path)")
    }
    #expect(try FontLibrary(.noto).skippedFonts == [])
  }

  @Test("folders in a folder, and links, are read once; other files and pipes are left alone")
  func folders() throws {
    try addSoundFont()
    let files = FileManager.default
    let sub = folder.path("sub")
    try files.createDirectory(atPath: sub, withIntermediateDirectories: false)
    try files.copyItem(atPath: SampleFonts.soundPath, toPath: sub + "/b.ttf")
    try files.createSymbolicLink(atPath: sub + "/around", withDestinationPath: folder.path)
    try files.createSymbolicLink(atPath: folder.path("twice"), withDestinationPath: sub)
    try files.createSymbolicLink(atPath: folder.path("gone.ttf"), withDestinationPath: "nothing")
    try Data("Licence".utf8).write(to: folder.url.appendingPathComponent("OFL.txt"))
    try Data(samples[0].bytes).write(to: folder.url.appendingPathComponent(".hidden.ttf"))
    #expect(mkfifo(folder.path("pipe.ttf"), 0o600) == 0)
    // A name that is no UTF-8.
    let odd = Array(folder.path("z").utf8CString.dropLast()) + [-1] + ".ttf".utf8CString
    close(creat(odd, 0o600))
    let library = try FontLibrary(.folder(folder.path))
    #expect(library.skippedFonts.map(\.path) == ["pipe.ttf", "z\u{FFFD}.ttf"].map(folder.path))
    #expect(library.skippedFonts.map(\.reason) == [.unreadable, .unreadable])
    #expect(library.configuration.fontCount == 2)
    #expect(library.folders == [folder.path, sub])
  }

  @Test("a file whose name has a wildcard is skipped alone")
  func wildcards() throws {
    try Data(samples[0].bytes).write(to: folder.url.appendingPathComponent("s?und.ttf"))
    try addSoundFont()
    let library = try FontLibrary(.folder(folder.path))
    #expect(library.skippedFonts.map(\.path) == [folder.path("s?und.ttf")])
    #expect(library.configuration.fontCount == 1)
  }

  @Test("text for which there is no font at all is laid out as missing characters")
  func glyphless() throws {
    // By its name it is a usual font, so that it is not looked into.
    try Data(samples[0].bytes).write(to: folder.url.appendingPathComponent("disguised.ttf"))
    let configuration = try #require(
      FontConfiguration(
        xml: """
          <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
          <dir>\(folder.path)</dir><cachedir>\(folder.path)/cache</cachedir></fontconfig>
          """))
    let fonts = FontEnvironment(configuration: configuration)
    for string in ["two words", "אחת 😀", "\u{301}\u{200D}"] {
      let request = FontRequest(family: "Noto Sans", size: 14, weight: 400, isItalic: false)
      var items: [TextItem] = []
      var flags: [BreakFlags] = []
      var glyphs: [ShapedGlyph] = []
      Array(string.utf8).withUnsafeBufferPointer { text in
        fonts.itemizer.itemize(
          text,
          attributes: [ItemizerAttributes(bytes: 0..<text.count, font: request, language: "en")],
          direction: .leftToRight, items: &items, flags: &flags)
        for item in items {
          fonts.shaper.shape(item, of: text, into: &glyphs)
          #expect(fonts.map.metrics(item.font).ascent >= 0)
        }
      }
      #expect(items.reduce(0) { $0 + $1.bytes.count } == string.utf8.count)
      #expect(glyphs.count > 0)
    }
  }
}
