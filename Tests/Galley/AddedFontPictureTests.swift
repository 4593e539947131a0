import Foundation
import Galley
import GalleyCells
import GalleyFonts
import GalleyHandles
import GalleyPrimitives
import GalleyTypesetting
import TestSupport
import Testing

@Suite("Pictures with added fonts and families of scripts", .timeLimit(.minutes(15)))
struct AddedFontPictureTests {
  private let folder: TestFolder
  private static let feed = """
    {"title":"Ahoy, «مرحبا» 骨","body":"Ёлка مرحبا، (world) 한글","author":"Ann أنا","lang":"ja"}
    {"title":"राम 骨直","body":"one","lang":"zh-Hant"}

    """

  init() throws {
    folder = try TestFolder()
    let font = try SampleFonts.renamed("NotoSerif-Regular")
    try Data(font).write(to: folder.url.appendingPathComponent("serif.ttf"))
  }

  private func theme(_ families: String = "{}") throws -> Theme {
    let font = "{font: {family: Neue Serif}}"
    return try Theme(yaml: "title: \(font)\nbody: \(font)\nfamilies: \(families)")
  }

  private func render(
    _ theme: Theme, mode: RenderMode = .sync, workers: Int = 0
  ) async throws -> (picture: [UInt8], fonts: [[String]], warnings: [String]) {
    var options = RenderOptions(
      template: CellTemplate(theme: theme, width: 240, scale: 1),
      fonts: .notoAnd(folder: folder.path), mode: mode)
    options.workerCount = workers
    let output = try TestFolder()
    var fonts: [[String]] = []
    let renderer = try FeedRenderer(options)
    _ = try await renderer.render(
      .bytes(Array(Self.feed.utf8)), to: .tall(path: output.path("a.png"))
    ) {
      if case .row(let row) = $0 { fonts.append(row.fonts.sorted()) }
    }
    return (try output.bytes("a.png"), fonts, renderer.fontWarnings.map { "\($0)" })
  }

  @Test("are the same by workers as without, and from run to run")
  func deterministic() async throws {
    let theme = try theme("{Arab: Noto Naskh Arabic, Jpan: Noto Serif CJK JP}")
    let first = try await render(theme)
    for (mode, workers) in [(RenderMode.sync, 0), (.async, 1), (.async, 4)] {
      let next = try await render(theme, mode: mode, workers: workers)
      #expect(next.picture == first.picture && next.fonts == first.fonts)
    }
  }

  @Test("have the letters of the folder's font, and of each script the theme's family")
  func families() async throws {
    let plain = try await render(theme())
    #expect(plain.warnings == [])
    #expect(
      plain.fonts.first == [
        "Neue Serif", "Noto Sans Arabic", "Noto Sans Arabic Bold", "Noto Sans Bold",
        "Noto Sans CJK JP", "Noto Sans CJK JP Bold",
      ])
    let theme = try theme(
      "{Arab: Noto Naskh Arabic, Hant: Noto Sans Mono CJK TC, Jpan: Noto Sans Mono CJK JP, Deva: Nowhere}"
    )
    let named = try await render(theme)
    #expect(named.picture != plain.picture)
    #expect(
      named.fonts.first == [
        "Neue Serif", "Noto Naskh Arabic", "Noto Naskh Arabic Bold", "Noto Sans Bold",
        "Noto Sans CJK JP", "Noto Sans Mono CJK JP Bold",
      ])
    #expect(
      named.fonts.last == ["Neue Serif", "Noto Sans Devanagari Bold", "Noto Sans Mono CJK TC Bold"])
    #expect(named.warnings.count == 1)
    #expect(named.warnings.first?.contains("'Nowhere' for families.Deva") == true)
  }

  @Test("of a tree keep the families that the theme does not have")
  func trees() throws {
    var template = CellTemplate(theme: try theme("{Arab: Noto Naskh Arabic}"), width: 300, scale: 1)
    let typesetter = Typesetter(try FontLibrary(.notoAnd(folder: folder.path)))
    func fonts(_ family: String) throws -> Set<String> {
      let text = Text("one مرحبا\n«مرحبا»").font(Font(family: family, size: 14))
      let layout = try template.layout(text.tree, with: typesetter)
      return Set(layout.parts.compactMap(\.text).flatMap(\.content.fonts).map(\.name))
    }
    #expect(try fonts("Neue Serif") == ["Neue Serif", "Noto Naskh Arabic"])
    #expect(try fonts("Noto Serif") == ["Noto Serif", "Noto Sans Arabic"])
    template.theme.families = [:]
    #expect(try fonts("Neue Serif") == ["Neue Serif", "Noto Sans Arabic"])
  }
}
