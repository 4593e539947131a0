import Foundation
import Galley
import TestSupport
import Testing

@Suite("Documents of feeds", .timeLimit(.minutes(15)))
struct FeedDocumentTests {
  private static func feed(_ count: Int) -> FeedInput {
    let rows = (0..<count).map { index in
      """
      {"id":"\(index)","author":"Ada \(index)","title":"Row number\(index)x","body":"Words of row \(index) 👋 שלום"}
      """
    }
    return .bytes(Array(rows.joined(separator: "\n").utf8))
  }

  private func render(
    _ count: Int, _ format: PictureFormat, to output: (String) -> RenderOutput, name: String,
    mode: RenderMode = .async, workers: Int = 2
  ) async throws -> (bytes: [UInt8], summary: RenderSummary, folder: TestFolder) {
    var options = RenderOptions()
    options.picture = format
    options.mode = mode
    options.workerCount = workers
    let folder = try TestFolder()
    let summary = try await FeedRenderer(options).render(
      Self.feed(count), to: output(folder.path(name)))
    return (try folder.bytes(name), summary, folder)
  }

  @Test("the bytes do not depend on workers", arguments: ["pdf", "svg"])
  func workers(_ name: String) async throws {
    let format: PictureFormat = name == "pdf" ? .pdf : .svg
    let first = try await render(
      60, format, to: { .tall(path: $0) }, name: "a." + name, mode: .sync)
    for workers in [1, 2] {
      let other = try await render(
        60, format, to: { .tall(path: $0) }, name: "a." + name, workers: workers)
      #expect(first.bytes == other.bytes)
    }
    #expect(first.summary.pageCount == 1)
  }

  @Test(
    "a PDF has the rows of a feed in their order, each once",
    .enabled(if: Tool.pdftotext.isInstalled, "pdftotext of poppler-utils is not installed"),
    arguments: [nil, 667] as [Double?])
  func rows(_ height: Double?) async throws {
    let found = try await render(
      300, .pdf,
      to: { path in height.map { .pagedDocument(height: $0, path: path) } ?? .tall(path: path) },
      name: "a.pdf")
    let words = try Tool.pdftotext.run(found.folder.path("a.pdf"), "-").words
    let numbers = words.filter { $0.hasPrefix("number") }
    #expect(numbers == (0..<300).map { "number\($0)x" })
    let info = try Tool.pdfinfo.run(found.folder.path("a.pdf"))
    #expect(info.words.joined(separator: " ").contains("Pages: \(found.summary.pageCount) "))
    #expect(found.summary.pageCount > 1)
  }

  @Test("each card and each page is a document of its own", arguments: ["pdf", "svg"])
  func files(_ name: String) async throws {
    var options = RenderOptions()
    options.picture = name == "pdf" ? .pdf : .svg
    let folder = try TestFolder()
    let cards = try #require(PictureNames(folder.path("c{index}." + name)))
    let pages = try #require(PathPattern(folder.path("p{page}." + name), name: "page"))
    let renderer = try FeedRenderer(options)
    let one = try await renderer.render(Self.feed(9), to: .cards(cards))
    let two = try await renderer.render(Self.feed(9), to: .pages(height: 400, pattern: pages))
    #expect(one.fileCount == 9 && two.fileCount == two.pageCount && two.pageCount > 1)
    let start = name == "pdf" ? "%PDF-1.7" : "<?xml"
    for file in try folder.visibleNames() {
      #expect(try folder.bytes(file).starts(with: Array(start.utf8)))
    }
  }

  @Test("only a PDF has pages in one file; an empty feed is a page")
  func refusals() async throws {
    await #expect(throws: RenderError.self) {
      _ = try await render(
        1, .svg, to: { .pagedDocument(height: 400, path: $0) }, name: "a.svg")
    }
    await #expect(throws: PictureError.pageTooHigh(20_000)) {
      _ = try await render(
        1, .pdf, to: { .pagedDocument(height: 20_000, path: $0) }, name: "a.pdf")
    }
    let empty = try await render(0, .pdf, to: { .tall(path: $0) }, name: "a.pdf")
    #expect(empty.summary.pageCount == 1)
  }
}
