import GalleyRowHeights
import Testing

@Suite("CellFitting", .timeLimit(.minutes(15)))
struct CellFittingTests {
  @Test(
    "takes the accessory's width from the content",
    arguments: [
      (CellAccessory.none, 320), (.disclosureIndicator, 286), (.detailDisclosureButton, 252),
      (.checkmark, 280), (.detailButton, 272), (.custom(width: 20), 284),
    ] as [(CellAccessory, Double)])
  func accessory(accessory: CellAccessory, width: Double) {
    var fitting = CellFitting(tableWidth: 320, scale: 2)
    fitting.accessory = accessory
    #expect(fitting.contentWidth == width)
    fitting.indexStripWidth = 15
    #expect(fitting.contentWidth == width - 15)
  }

  @Test(
    "takes 4 more units on large screens with three pixels per unit",
    arguments: [
      (3, 414, 410), (3, 413, 414), (2, 414, 414), (3, 430, 410), (3, 0, 414),
    ] as [(Double, Double, Double)])
  func largeScreen(scale: Double, screen: Double, width: Double) {
    var fitting = CellFitting(tableWidth: 414, scale: scale)
    fitting.screenWidth = screen
    #expect(fitting.contentWidth == width)
  }

  @Test(
    "takes the first step that gives a height",
    arguments: [
      (50, 60, FittedHeight(height: 50, step: .layout)),
      (0, 60, FittedHeight(height: 60, step: .sizeThatFits)),
      (0, 0, FittedHeight(height: 44, step: .fallback)),
      (-1, .nan, FittedHeight(height: 44, step: .fallback)),
      (.infinity, 60, FittedHeight(height: 60, step: .sizeThatFits)),
    ] as [(Double, Double, FittedHeight)])
  func steps(layout: Double, fits: Double, expected: FittedHeight) {
    let fitting = CellFitting(tableWidth: 320, scale: 2)
    #expect(fitting.height(layout: { _ in layout }, sizeThatFits: { _ in fits }) == expected)
    let supplementary = fitting.supplementaryHeight(
      layout: { _ in layout }, sizeThatFits: { _ in fits })
    let fallback = FittedHeight(height: 0, step: .fallback)
    #expect(supplementary == (expected.step == .fallback ? fallback : expected))
  }

  @Test("skips the layout of cells that are laid out by hand, and at no width")
  func skips() {
    var fitting = CellFitting(tableWidth: 320, scale: 2)
    fitting.usesFrames = true
    #expect(fitting.height(layout: { _ in 50 }, sizeThatFits: { _ in 60 }).height == 60)
    fitting = CellFitting(tableWidth: 30, scale: 2)
    fitting.accessory = .disclosureIndicator
    #expect(fitting.height(layout: { _ in 50 }, sizeThatFits: { $0 }).step == .fallback)
  }

  @Test("adds a separator of one device pixel, or none, after the cache")
  func separator() {
    var fitting = CellFitting(tableWidth: 320, scale: 2)
    #expect(fitting.separatorHeight == 0.5)
    let height = fitting.height(layout: { _ in 50 }, sizeThatFits: { _ in 0 }).height
    #expect(height == 50)
    fitting.hasSeparator = false
    #expect(fitting.separatorHeight == 0)
  }
}
