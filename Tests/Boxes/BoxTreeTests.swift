import GalleyBoxes
import GalleyPrimitives
import Testing

@Suite("BoxTree", .timeLimit(.minutes(15)))
struct BoxTreeTests {
  private let square = BoxMeasurement(size: Size(width: 10, height: 10))

  @Test(
    "refuses numbers that are not usable",
    arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
  func refusesNumbers(number: Double) {
    var tree = BoxTree()
    var style = FlexStyle()
    style.padding.top = .units(number)
    #expect(throws: BoxError.unusableNumber(box: 0, property: "padding", value: "\(number)")) {
      try tree.addBox(style)
    }
    style = FlexStyle()
    style.grow = number
    #expect(throws: BoxError.unusableNumber(box: 0, property: "grow", value: "\(number)")) {
      try tree.addBox(style)
    }
    style = FlexStyle()
    style.aspectRatio = number
    #expect(throws: BoxError.self) { try tree.addBox(style) }
    #expect(tree.count == 0)
  }

  @Test("refuses sizes of leaves that are not usable", arguments: [Double.nan, .infinity, -1])
  func refusesMeasurements(number: Double) throws {
    var tree = BoxTree()
    _ = try tree.addLeaf(FlexStyle())
    #expect(throws: BoxError.self) {
      try tree.layout(width: .atMost(10)) { _, _ in
        BoxMeasurement(size: Size(width: number, height: 1))
      }
    }
    #expect(throws: BoxError.unusableSpace("\(number)")) {
      try tree.layout(width: .exactly(number)) { _, _ in square }
    }
  }

  @Test("refuses boxes beyond the depth limit, and lays out those within it")
  func limitsDepth() throws {
    var tree = BoxTree()
    var style = FlexStyle(.column)
    var box = try tree.addBox(style)
    for depth in 1...BoxTree.depthLimit {
      style = FlexStyle(depth.isMultiple(of: 2) ? .column : .row)
      style.alignItems = depth.isMultiple(of: 3) ? .center : .stretch
      style.grow = depth.isMultiple(of: 5) ? 1 : 0
      style.wrap = depth.isMultiple(of: 7) ? .wrap : .none
      style.padding.leading = 0.25
      box = try tree.addBox(style, to: box)
    }
    #expect(throws: BoxError.tooDeep(limit: BoxTree.depthLimit)) {
      try tree.addLeaf(FlexStyle(), to: box)
    }
    let layout = try tree.layout(width: .exactly(300)) { _, _ in square }
    #expect(layout.placements.count == BoxTree.depthLimit + 1)
    #expect(layout.placements[box].rect.minX >= 0.25 * Double(BoxTree.depthLimit - 1))
  }

  @Test("offers text its space, and uses the height that it answers with")
  func measuresText() throws {
    var tree = BoxTree()
    let root = try tree.addBox(FlexStyle(.row))
    var fixed = FlexStyle()
    (fixed.size.width, fixed.shrink) = (40, 0)
    _ = try tree.addLeaf(fixed, to: root)
    let text = try tree.addLeaf(FlexStyle(), to: root)
    // A text of 20 words, each 10 wide and 5 high.
    let layout = try tree.layout(width: .exactly(100)) { leaf, proposal in
      guard leaf == text else { return square }
      let width: Double =
        switch proposal.width {
        case .exactly(let width), .atMost(let width): width
        case .minContent: 10
        case .maxContent: 200
        }
      let words = max(1, (width / 10).rounded(.down))
      return BoxMeasurement(
        size: Size(width: min(width, 200), height: 5 * (20 / words).rounded(.up)),
        firstBaseline: 4)
    }
    #expect(layout.placements[text].rect == Rect(x: 40, y: 0, width: 60, height: 20))
    #expect(layout.placements[text].firstBaseline == 4)
    #expect(layout.size == Size(width: 100, height: 20))
  }

  @Test("rounds edges to device pixels, so that boxes that touch still touch")
  func rounds() throws {
    var tree = BoxTree()
    let root = try tree.addBox(FlexStyle(.row))
    for _ in 0..<3 {
      var style = FlexStyle()
      style.grow = 1
      _ = try tree.addLeaf(style, to: root)
    }
    let layout = try tree.layout(width: .exactly(100)) { _, _ in square }.rounded(scale: 2)
    let rects = layout.placements.dropFirst().map(\.rect)
    #expect(rects.map(\.minX) == [0, 33.5, 66.5])
    #expect(rects.map(\.maxX) == [33.5, 66.5, 100])
  }
}
