import Foundation
import Galley
import TestSupport
import Testing

/// A card of which there is a golden picture.
struct GoldenCard: Sendable, CustomTestStringConvertible {
  var name: String
  var theme: Theme
  var scale: Int
  var item: String

  var testDescription: String { file }
  /// The name of the picture's file, without its extension.
  var file: String { "\(name)-\(theme.name)@\(scale)x" }

  /// Every golden picture there is: a file that is not of this list is an error.
  static let all: [GoldenCard] =
    [1, 2].flatMap { scale in
      [Theme.light, .dark, .plain].map { theme in
        GoldenCard(name: "card", theme: theme, scale: scale, item: plain)
      } + [
        GoldenCard(name: "avatar", theme: .dark, scale: scale, item: withAvatar),
        GoldenCard(name: "mirrored", theme: .light, scale: scale, item: hebrew),
      ]
    }

  private static let plain = #"""
    {"title": "The ferry runs again", "body": "After eleven weeks in dry dock 🚲 she is back: \#
    bring a bicycle.", "author": "Tomás Arrieta", "time": "9 min"}
    """#
  private static let withAvatar = #"""
    {"body": "Put the kettle on.", "author": "Mara Lindqvist", "time": "9 min", "avatar": "mara"}
    """#
  private static let hebrew = #"""
    {"title": "ספרייה ברחוב", "body": "ארון ספרים ישן ליד תחנת האוטובוס.", "author": "נועה ברק"}
    """#
}

@Suite("Golden cards", .timeLimit(.minutes(15)))
struct CardGoldenTests {
  @Test("are drawn to the pixel, in both modes", arguments: GoldenCard.all)
  func card(_ card: GoldenCard) async throws {
    let folder = try TestFolder()
    for mode in RenderMode.allCases {
      let template = CellTemplate(theme: card.theme, width: 300, scale: Double(card.scale))
      let renderer = try FeedRenderer(
        RenderOptions(
          template: template, assets: Repository.assets, profile: .small, mode: mode, workerCount: 2
        ))
      let pattern = try #require(
        PictureNames(folder.path("\(mode)-{index}.png")))
      let summary = try await renderer.render(
        .bytes(Array(card.item.utf8)), to: .cards(pattern))
      #expect(summary.rowCount == 1 && summary.warningCount == 0)
      let bytes = try folder.bytes("\(mode)-0.png")
      try Golden(name: card.file).expect(bytes, from: mode.rawValue)
    }
  }

  @Test("are all asked for by a test")
  func unused() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path)
    let known = Set(GoldenCard.all.map { $0.file + ".png" } + ["GENERATED_BY"])
    #expect(names.filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted() == [])
    #expect(names.contains("GENERATED_BY"))
  }
}
