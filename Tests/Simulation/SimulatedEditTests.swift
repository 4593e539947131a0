import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleySimulation
import GalleyTable
import Testing

@Suite("SimulatedEdit", .timeLimit(.minutes(15)))
struct SimulatedEditTests {
  @Test("shows older pictures, the page or empty cards after an edit, as the policy says")
  func edited() throws {
    // Two rows of 10 pixels on a screen, each of which takes 5 ms.
    var model = CostModel()
    (model.layout.fixed, model.raster.fixed) = (2e6, 3e6)
    var scroll = FrameSimulation(
      rows: (0..<100).map {
        SimulatedRow(
          key: ContentKey(high: 0, low: UInt64($0)), height: 10, work: WorkAmount(pixels: 1000))
      },
      size: PixelSize(width: 100, height: 20), script: .constant(speed: 0), model: model)
    scroll.scale = 1
    scroll.budget = FrameBudget(hertz: 100)
    scroll.displayRange = ScreenRange(ahead: 1, behind: 0)
    (scroll.isWarm, scroll.encodesPictures) = (true, false)
    var rows = scroll.rows
    for row in rows.indices { rows[row].key.high = 1 }
    // Another row comes to the top, and the others keep their places on the screen.
    rows.insert(
      SimulatedRow(key: ContentKey(high: 2, low: 0), height: 15, work: WorkAmount()), at: 0)
    scroll.edits = [
      SimulatedEdit(
        time: .milliseconds(20), rows: rows, origins: [nil] + scroll.rows.indices.map { $0 },
        size: scroll.size, isAnew: false)
    ]
    var shares: [BlankPolicy: (older: Double, page: Double)] = [:]
    for policy in BlankPolicy.allCases {
      scroll.policy = policy
      let report = try scroll.run(vsyncCount: 6)
      #expect(report.timeline == (policy == .wait ? "P.P..." : "P.BP.."), "\(policy)")
      let shown = report.records.compactMap { $0.frame?.content }
      shares[policy] = (
        shown.reduce(0) { $0 + $1.olderShare }, shown.reduce(0) { $0 + $1.pageShare }
      )
      #expect(report.records.last?.offset == 15)
    }
    #expect(shares[.keep]?.older == 1 && shares[.keep]?.page == 0)
    #expect(shares[.clear]?.older == 0 && shares[.clear]?.page == 1)
    #expect(shares[.placeholder]?.older == 0 && shares[.placeholder]?.page == 0)
    // Workers that open their fonts again have no older picture, and rows keep their places.
    scroll.policy = .keep
    scroll.edits[0].isAnew = true
    let anew = try scroll.run(vsyncCount: 6)
    #expect(anew.records.compactMap { $0.frame?.content?.olderShare }.reduce(0, +) == 0)
    scroll.edits[0].origins.removeLast()
    #expect(throws: FrameError.unsupported(.row)) { try scroll.run(vsyncCount: 1) }
  }
}
