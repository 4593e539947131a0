import Foundation
import Galley
import TestSupport
import Testing

@Suite("The template card", .timeLimit(.minutes(15)))
struct CardTemplateTests {
  private func picture(
    _ feed: String, _ theme: Theme, scale: Double, isTemplate: Bool
  ) async throws -> Data {
    let folder = try TestFolder()
    let path = folder.path("feed.png")
    var options = RenderOptions(
      template: CellTemplate(theme: theme, width: 375, scale: scale), assets: Repository.assets,
      mode: .sync)
    if isTemplate {
      options.cell = FeedCell(try #require(try Template(named: "card", theme: theme)))
    }
    // The tiles of several pictures are rounded to pixels in another way.
    if feed == "posts.jsonl" { options.rows = 1..<4 }
    try await FeedRenderer(options).render(.path(Repository.feed(feed)), to: .tall(path: path))
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(
    "draws the bytes of the built-in card, of each sample feed",
    arguments: [
      "cjk.json", "emoji.json", "everyday.jsonl", "harbour.rss", "hostile.jsonl", "journal.json",
      "posts.jsonl", "right-to-left.jsonl", "south-and-southeast-asia.jsonl",
    ])
  func sameBytes(feed: String) async throws {
    for theme in [Theme.light, .plain, .dark] {
      let scale = theme.name == "dark" ? 2.0 : 1
      let card = try await picture(feed, theme, scale: scale, isTemplate: false)
      let template = try await picture(feed, theme, scale: scale, isTemplate: true)
      #expect(card == template, "\(theme.name)")
    }
  }
}
