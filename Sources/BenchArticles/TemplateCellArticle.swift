import Foundation
import Galley
import GalleyFrames
import GalleyLab
import GalleyLive
import GalleyPrimitives
import GalleyScrolling
import GalleyStageBenches
import GalleySyncTable
import GalleyWorkers

/// Article 000: a template cell, and one height measured in each idle pass of the run loop.
@MainActor
struct TemplateCellArticle {
  private let rendering: RenderOptions
  private static let rowCount = 200

  init(_ rendering: RenderOptions) { self.rendering = rendering }

  func tables() async throws -> [MarkdownTable] { [try precache(), try await rates()] }

  private func precache() throws -> MarkdownTable {
    var options = SyncTable.Options()
    options.estimatedHeight = 88
    let table = try SyncTable(rendering, options)
    try table.load(BenchArticle.feed(Self.rowCount))
    let source = ManualIdleSource()
    let precacher = HeightPrecacher(table, source: source)
    var rows: [[String]] = []
    func record(_ moment: String) {
      rows.append([
        moment, "\(table.counts.askedCount)", "\(table.counts.measuredCount)",
        "\(precacher.statistics.measuredCount)",
        "\(table.poolStatistics.createdCount)",
      ])
    }
    record("after the load, with estimates")
    precacher.start()
    for _ in 0..<10 { source.pass() }
    record("after 10 idle passes")
    table.isTracking = true
    for _ in 0..<10 { source.pass() }
    record("after 10 passes while the user drags")
    table.isTracking = false
    while source.isRunning { source.pass() }
    record("after the last pass")
    try table.scroll(to: .max)
    record("at the end of the table")
    return MarkdownTable(
      "\(Self.rowCount) rows, one template cell, heights remembered by path.",
      ["moment", "heightForRow", "heights measured", "of them in idle passes", "cells made"], rows)
  }

  private func rates() async throws -> MarkdownTable {
    var rows: [[String]] = []
    let feeds = [
      ("words in ten languages", BenchArticle.feed(Self.rowCount)),
      ("10 emoji a row", BenchArticle.emojiFeed(Self.rowCount, emojiCount: 10)),
    ]
    for (name, feed) in feeds {
      for throttle in [1.0, 20] {
        for mode in [RenderMode.sync, .async] {
          var rendering = rendering
          (rendering.mode, rendering.workerCount) = (mode, 1)
          var options = try ScrollOptions(
            rendering: rendering, script: .constant(speed: 4000), duration: .seconds(3))
          options.costModel.throttle = throttle
          var counter = FramesPerSecond()
          var rates: [Double] = []
          let summary = try await FeedScroll(options).run(feed) { event in
            guard case .vsync(let record) = event, let at = record.timings?.presented else {
              return
            }
            let before = counter.value
            counter.count(at: at)
            if let rate = counter.value, rate != before { rates.append(rate) }
          }
          rows.append([
            name, throttle.plain, mode.rawValue,
            rates.map { String(format: "%.1f", $0) }.joined(separator: ", "),
            "\(summary.frames.droppedCount)",
            rates.min().map { $0 >= summary.frames.smoothRate } == true ? "yes" : "no",
          ])
        }
      }
    }
    return MarkdownTable(
      "The label's rate on the virtual clock, at 4,000 units a second.",
      [
        "feed", "throttle", "mode", "frames a second, changes of the label", "dropped frames",
        "55 or more",
      ],
      rows)
  }
}
