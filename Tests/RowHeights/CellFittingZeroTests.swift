import GalleyRowHeights
import Testing

@Suite("CellFitting next to zero", .timeLimit(.minutes(15)))
struct CellFittingZeroTests {
  @Test(
    "lays out at any width above 0, and takes any height above 0",
    arguments: [
      (0, 50, FittedHeight(height: 0.5, step: .sizeThatFits)),
      (0.5, 0.25, FittedHeight(height: 0.25, step: .layout)),
      (0.5, 0, FittedHeight(height: 0.5, step: .sizeThatFits)),
    ] as [(Double, Double, FittedHeight)])
  func small(width: Double, layout: Double, expected: FittedHeight) {
    let fitting = CellFitting(tableWidth: width, scale: 2)
    #expect(fitting.height(layout: { _ in layout }, sizeThatFits: { _ in 0.5 }) == expected)
    let supplementary = fitting.supplementaryHeight(
      layout: { _ in layout }, sizeThatFits: { _ in 0.5 })
    #expect(supplementary == expected)
  }
}
