import GalleyVector
import Testing

@Suite("Pages of a document", .timeLimit(.minutes(5)))
struct PageFlowTests {
  /// The pages of rows of some heights: each row's number and top.
  private func pages(_ heights: [Int], pageHeight: Int?, limit: Int) -> [(String, Int)] {
    var flow = PageFlow(pageHeight: pageHeight, limit: limit)
    let pages = heights.flatMap { flow.place(height: $0) } + flow.finish()
    return pages.map { page in
      (page.rows.map { "\($0.number)@\($0.top)" }.joined(separator: " "), page.height)
    }
  }

  @Test("rows that fit share a page; the next row begins one")
  func fitting() {
    let found = pages([40, 50, 30, 100, 1], pageHeight: 100, limit: 1000)
    #expect(found.map(\.0) == ["0@0 1@40", "2@0", "3@0", "4@0"])
    #expect(found.allSatisfy { $0.1 == 100 })
  }

  @Test("a row that is higher than a page goes on on further pages")
  func high() {
    let found = pages([10, 250, 40], pageHeight: 100, limit: 1000)
    #expect(found.map(\.0) == ["0@0", "1@0", "1@-100", "1@-200 2@50"])
  }

  @Test("without a page height, pages are as high as their rows, up to the limit")
  func tall() {
    let found = pages([300, 400, 400], pageHeight: nil, limit: 1000)
    #expect(found.map(\.0) == ["0@0 1@300", "2@0"])
    #expect(found.map(\.1) == [700, 400])
    #expect(pages([], pageHeight: nil, limit: 10).isEmpty)
  }

  @Test("the pages of the last row are known")
  func lastPages() {
    var flow = PageFlow(pageHeight: 100, limit: 100)
    _ = flow.place(height: 60)
    #expect(flow.lastPages == 0...0)
    _ = flow.place(height: 250)
    #expect(flow.lastPages == 1...3)
  }
}
