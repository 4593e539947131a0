import Foundation
import Galley
import GalleyFeed
import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

@testable import GalleyFrameAssembly
@testable import GalleyLive

@MainActor
@Suite("Random scripts of a live table", .timeLimit(.minutes(60)))
struct LiveFuzzTests {
  /// The number of scripts: all with `make soak`.
  private static let count = Effort.count(2000, full: 100_000)
  /// The first seed: 0, or that of `GALLEY_SEED=N`.
  private static let first =
    ProcessInfo.processInfo.environment["GALLEY_SEED"].flatMap { UInt64($0) } ?? 0
  /// The number of scripts for which one view is used.
  private static let groupCount = 60

  @Test(
    "settle to the frame of a fresh table in sync mode, hold the anchor, and end each displayed row once"
  )
  func scripts() async throws {
    for group in 0..<UInt64((Self.count + Self.groupCount - 1) / Self.groupCount) {
      let fuzz = try await LiveFuzz(seed: Self.first + group)
      for _ in 0..<Self.groupCount {
        try await fuzz.playScript()
        try #require(fuzz.faults.isEmpty, "\(fuzz.report)")
      }
      try await fuzz.end()
      try #require(fuzz.faults.isEmpty, "\(fuzz.report)")
    }
  }
}
