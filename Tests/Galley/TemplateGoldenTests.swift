import Foundation
import Galley
import GalleyTemplates
import TestSupport
import Testing

/// The pictures of a built-in template in the manual: the posts are Latin with pictures, Hebrew, Japanese, and
/// emoji with an author's name of a forum.
struct TemplatePicture: Sendable, CustomTestStringConvertible {
  var name: String
  var theme: Theme
  var scale: Int

  var testDescription: String { file }
  /// The name of the file, by which the manual chooses the picture for the reader's screen.
  var file: String {
    "template-\(name)" + (theme.name == "dark" ? "~dark" : "") + (scale > 1 ? "@\(scale)x" : "")
  }

  /// The device pixels per layout unit: the wide cards of social are shown at half of their size.
  var pixelScale: Double { name == "social" ? Double(scale) / 2 : Double(scale) }

  static let all: [TemplatePicture] = BuiltInTemplate.all.flatMap { builtIn in
    [Theme.light, .dark].flatMap { theme in
      [1, 2].map { TemplatePicture(name: builtIn.name, theme: theme, scale: $0) }
    }
  }
}

@Suite("Golden pictures of templates", .timeLimit(.minutes(15)))
struct TemplateGoldenTests {
  @Test("are drawn to the pixel, in both modes", arguments: TemplatePicture.all)
  func picture(_ picture: TemplatePicture) async throws {
    let folder = try TestFolder()
    let template = try #require(try Template(named: picture.name, theme: picture.theme))
    for mode in RenderMode.allCases {
      var options = RenderOptions(
        template: CellTemplate(
          theme: picture.theme, width: template.width ?? 340, scale: picture.pixelScale),
        assets: Repository.assets, profile: .small, mode: mode, workerCount: 2)
      options.cell = FeedCell(template)
      options.limits.keptMemberBytes = 1 << 20
      options.now = Date(timeIntervalSince1970: 1_777_636_800)
      let path = folder.path("\(mode).png")
      let summary = try await FeedRenderer(options).render(
        .path(Repository.feed("posts.jsonl")), to: .tall(path: path))
      #expect(summary.rowCount == 4 && summary.warningCount == 0)
      try Golden(name: picture.file, folder: Repository.documentedPictures)
        .expect(try folder.bytes("\(mode).png"), from: mode.rawValue)
    }
  }

  @Test("are all shown by the manual, and belong to a template")
  func unused() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.documentedPictures.path)
    let known = Set(TemplatePicture.all.map { $0.file + ".png" })
    #expect(names.filter { $0.hasPrefix("template-") && !known.contains($0) } == [])
    let page = try String(
      contentsOf: Repository.url("Sources/Galley/Galley.docc/Templates.md"), encoding: .utf8)
    for builtIn in BuiltInTemplate.all {
      #expect(page.contains("(template-\(builtIn.name))"), "\(builtIn.name)")
    }
  }
}
