import Foundation
public import GalleyCellRendering
import GalleyFrameAssembly
import GalleyFrames
import GalleyLive
import GalleyPNG
import GalleyPrimitives

extension FeedScroll {
  /// Scrolls through rows of any cells, as ``run(_:onEvent:)`` does through the rows of a feed.
  ///
  /// ```swift
  /// let summary = try await FeedScroll(options).run(rowCount: posts.count) { row in
  ///   RowCell(PostCell(posts[row]))
  /// }
  /// print(summary.frames.droppedCount)
  /// ```
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows; below 0 stands for 0.
  ///   - cell: Returns the cell of the row at an index, from 0. Workers call it, and in mode sync the main queue; it
  ///     needs equal cells for equal indices.
  ///   - onEvent: Called for each vsync, and for rows that cannot be laid out or drawn, in order.
  /// - Returns: The account of the scroll.
  /// - Throws: ``/GalleyPNG/PNGError``, an error of `onEvent`, or `CancellationError`.
  /// - Complexity: O(rows reached + vsyncs × rows near the viewport).
  public func run(
    rowCount: Int, cell: @escaping @Sendable (Int) -> RowCell,
    onEvent: @MainActor (FeedScroll.Event) throws -> Void = { _ in }
  ) async throws -> FeedScroll.Summary {
    let workers = try makeWorkers()
    var survey = FeedSurvey(options)
    try await survey.read(
      rowCount: rowCount, cell: cell, with: workers.painter, or: workers.pool
    ) { try onEvent(FeedScroll.Event($0)) }
    return try await run(survey, [], with: workers, onEvent: onEvent)
  }

  /// Scrolls through the same rows in mode sync, and in mode async with each number of workers; then compares the
  /// frames of all of them, byte for byte.
  ///
  /// ```swift
  /// var options = try ScrollOptions(script: .fling())
  /// options.clock = .real
  /// let comparison = try await FeedScroll(options).compareModes(rowCount: posts.count) { row in
  ///   RowCell(PostCell(posts[row]))
  /// }
  /// print(comparison)
  /// ```
  ///
  /// All heights are known before the scrolls, which share the script and the rows. In mode sync, a pass draws
  /// missing pictures on the main queue. On the virtual clock, times come from the cost model, so that the figures
  /// depend on rows and options alone. On the real clock they are measured, and other programs take part: call it
  /// on an idle machine and in a release build. Scrolls take turns, ``FeedScroll/ModeComparison/Scroll/runs`` has each of them, and
  /// ``FeedScroll/ModeComparison/refusals`` the reasons for which the figures decide nothing. The mode and the number of workers of
  /// ``/GalleyLive/ScrollOptions/rendering`` have no effect, and no frame is written.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows; below 0 stands for 0.
  ///   - workerCounts: The numbers of workers, limited to 1...64; by default 1 to as many as there are cores.
  ///   - offsetCount: The number of offsets, all over the table, at which frames are compared; at least 1.
  ///   - repeatCount: The number of runs of each scroll, limited to 1...100; by default 5 on the real clock, and 1 on the
  ///     virtual one, whose runs are equal.
  ///   - cell: As in ``run(rowCount:cell:onEvent:)``.
  /// - Returns: The figures of each scroll, and the offsets at which frames differ.
  /// - Throws: The error of a row that cannot be drawn, or `CancellationError`.
  /// - Complexity: O(rows + scrolls × runs × vsyncs × rows near the viewport).
  public func compareModes(
    rowCount: Int, workerCounts: ClosedRange<Int> = FeedScroll.coreCounts, offsetCount: Int = 12,
    repeatCount: Int? = nil, cell: @escaping @Sendable (Int) -> RowCell
  ) async throws -> FeedScroll.ModeComparison {
    let workerCounts = workerCounts.clamped(to: 1...64)
    let workers = try Workers(shop, options, countsSights: options.costModel.countsSights)
    var survey = FeedSurvey()
    try await survey.read(
      rowCount: rowCount, cell: cell, with: nil, or: workers.pool
    ) { _ in }
    // Frames first, so that code and fonts are in memory before the first scroll is measured.
    let expected = try await frames(of: survey, options(.sync, 1), count: offsetCount)
    let offsets = expected.map(\.offset)
    var differences: [FeedScroll.ModeComparison.Difference] = []
    for count in workerCounts {
      let found = try await frames(of: survey, options(.async, count), count: offsetCount)
      differences += FeedScroll.ModeComparison.differences(
        of: found.map(\.png), from: expected.map(\.png), at: offsets, workerCount: count)
    }
    let isMeasured = options.clock == .real
    let scrolls = [options(.sync, 1)] + workerCounts.map { options(.async, $0) }
    var runs = scrolls.map { _ in [FeedScroll.Summary]() }
    for _ in 0..<min(max(1, repeatCount ?? (isMeasured ? 5 : 1)), 100) {
      for (index, options) in scrolls.enumerated() {
        runs[index].append(try await FeedScroll(options).run(survey))
      }
    }
    let figures = zip(runs, scrolls).map { FeedScroll.ModeComparison.Scroll($0, options: $1) }
    return FeedScroll.ModeComparison(
      sync: figures[0], async: Array(figures[1...]), offsets: offsets, differences: differences,
      isMeasured: isMeasured)
  }

  /// The numbers of workers from 1 to the number of cores, at most 64.
  public nonisolated static var coreCounts: ClosedRange<Int> {
    1...min(max(1, ProcessInfo.processInfo.activeProcessorCount), 64)
  }

  private func options(_ mode: RenderMode, _ workerCount: Int) -> ScrollOptions {
    var options = options
    (options.rendering.mode, options.rendering.workerCount) = (mode, workerCount)
    (options.frameFolder, options.encodesPictures) = (nil, false)
    return options
  }

  /// Makes the frames at offsets that alternate between distant parts of the table, so that no picture is prepared.
  private func frames(
    of survey: FeedSurvey, _ options: ScrollOptions, count: Int
  ) async throws -> [(offset: Double, png: [UInt8])] {
    var options = options
    options.costModel.throttle = 1
    let view = try await FeedView(options)
    view.append(survey)
    let count = max(1, count)
    let limit = max(0, view.contentHeight - options.viewportHeight)
    var frames: [(offset: Double, png: [UInt8])] = []
    for number in 0..<count {
      let place = number.isMultiple(of: 2) ? number / 2 : (count + number) / 2
      view.offset = limit * Double(place) / Double(max(1, count - 1))
      let frame = try await view.settle()
      frames.append((view.offset, try frame.png().bytes))
    }
    await view.close()
    return frames
  }
}
