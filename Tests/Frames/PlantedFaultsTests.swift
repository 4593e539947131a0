import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyWorkers
import Testing

@Suite("PlantedFaults", .timeLimit(.minutes(15)))
struct PlantedFaultsTests {
  @Test("a planted growth makes each layout longer, and a planted pause one frame in so many")
  func slows() throws {
    var scroll = FrameSimulation(
      rows: (0..<1000).map {
        SimulatedRow(
          key: ContentKey(high: 0, low: UInt64($0)), height: 10, work: WorkAmount(pixels: 1000))
      },
      size: PixelSize(width: 100, height: 20), script: .constant(speed: 1000),
      model: try CostModel(
        json: #"{"layout":{"fixed":2e6},"raster":{},"encode":{},"build":{},"composite":{}}"#.utf8))
    (scroll.scale, scroll.mode, scroll.budget) = (1, .sync, FrameBudget(hertz: 100))
    let plain = try scroll.run(vsyncCount: 12)
    scroll.faults.layoutGrowth = 0.5
    let slow = try scroll.run(vsyncCount: 12)
    // Two rows of 2 ms of layout, and then one row a vsync.
    #expect(plain.times(of: .build).max == .milliseconds(4))
    #expect(slow.times(of: .build).max == .milliseconds(6))
    scroll.faults = PlantedFaults()
    (scroll.faults.pause, scroll.faults.pauseInterval) = (.milliseconds(3), 4)
    let paused = try scroll.run(vsyncCount: 12)
    let builds = paused.records.compactMap { $0.frame?.timings.duration(of: .build) }
    #expect(builds.enumerated().filter { $1 >= .milliseconds(5) }.map(\.offset) == [2, 6, 10])
  }

  @Test("a planted leak forgets the given share of the known heights")
  func forgets() {
    var demand = HeightDemand(.key, .template)
    demand.faults.forgottenShare = 0.1
    func key(_ row: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(row % 10)) }
    for row in 0..<110 { _ = demand.measured(in: row..<row + 1, key: key) { _ in false } }
    #expect(demand.askedCount == 110 && demand.hitCount == 90)
  }
}
