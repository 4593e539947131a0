import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyReplay
import GalleyTable

@testable import GalleyLive

/// The width and the size of fonts of a random script's view.
struct FuzzLook: Hashable {
  static let widths = [120, 180]
  var width = widths[0]
  var fontFactor = 1.0

  /// The options of a view with this look.
  func options(_ base: ScrollOptions) -> ScrollOptions {
    var options = base
    options.rendering.template.width = Double(width)
    options.rendering.template.theme.scaleFonts(by: fontFactor)
    return options
  }
}

/// The steps of a random script, in the form that `galley replay` reads.
///
/// Headers and footers are sections of their own, as they are in the table of the view. Changes are differences of
/// the table before and after a step.
@MainActor
struct FuzzScript {
  private(set) var script = ReplayScript()
  private var last: TableSnapshot<UInt64>
  private var look = FuzzLook()
  private var offset = 0
  private var isWaiting = false

  init(_ options: ScrollOptions) {
    script.width = options.rendering.template.width
    script.viewport = options.viewportHeight
    script.estimate = options.estimatedRowHeight
    script.steps = [ReplayStep(.load([0, 0, 0]))]
    let sections = (0..<3 as Range<UInt64>).map {
      TableSnapshot<UInt64>.Section(id: $0, rows: [])
    }
    do { last = try TableSnapshot(sections) } catch { preconditionFailure("\(error)") }
  }

  /// Notes the view before a step.
  mutating func begin(_ view: FeedView) {
    noteCommit(view)
    offset = view.pixelOffset
  }

  /// Notes the changes of a step.
  mutating func end(_ view: FeedView, _ naive: NaiveSections, _ look: FuzzLook, isScroll: Bool) {
    let now = naive.tableSnapshot(view.table.rows.pending)
    let difference = now.difference(from: last)
    var places: [UInt64: RowPath] = [:]
    for (section, rows) in last.sections.enumerated() {
      for (row, value) in rows.rows.enumerated() {
        places[value.id] = RowPath(section: section, row: row)
      }
    }
    noteCommit(view)
    var step = ReplayStep(.change(ReplayBatch(difference.changes.changes.map { .change($0) })))
    step.contents = difference.insertedRows.mapValues { Self.source($0.content) }
    var after = ReplayStep(
      .change(ReplayBatch(difference.reloadsAfterMoves.changes.map { .change($0) })))
    for (path, content) in difference.contents {
      if difference.reloadsAfterMoves.changes.contains(.reloadRow(path)) {
        after.reloaded[path] = Self.source(content)
      } else if let old = places[now[path].id] {
        step.reloaded[old] = Self.source(content)
      }
    }
    step.waits = view.hasWaitingChanges || !difference.reloadsAfterMoves.changes.isEmpty
    after.waits = view.hasWaitingChanges
    if !difference.changes.isEmpty { script.steps.append(step) }
    if !difference.reloadsAfterMoves.isEmpty { script.steps.append(after) }
    isWaiting = view.hasWaitingChanges
    last = now
    if look.width != self.look.width {
      script.steps.append(ReplayStep(.rotate(width: Double(look.width), viewport: nil)))
    }
    if look.fontFactor != self.look.fontFactor {
      script.steps.append(ReplayStep(.fontSize(look.fontFactor)))
    }
    self.look = look
    if isScroll, view.pixelOffset != offset {
      script.steps.append(ReplayStep(.scroll(by: Double(view.pixelOffset - offset))))
    }
  }

  private mutating func noteCommit(_ view: FeedView) {
    guard isWaiting, !view.hasWaitingChanges else { return }
    script.steps.append(ReplayStep(.commit))
    isWaiting = false
  }

  private static func source(_ content: ContentKey) -> ReplayStep.Source {
    .content(.item(ReplayItem(FuzzItem.item(Int(content.low)))))
  }
}

extension NaiveSections {
  /// The rows of the view's table, of which each section has three.
  func tableSnapshot(_ table: TableRows) -> TableSnapshot<UInt64> {
    var parts: [TableSnapshot<UInt64>.Section] = []
    for section in sections {
      for rows in [
        section.header.map { [$0] } ?? [], section.rows, section.footer.map { [$0] } ?? [],
      ] {
        parts.append(
          TableSnapshot.Section(
            id: table.id(ofSection: parts.count).number,
            rows: rows.map { row in
              TableSnapshot.Row(
                id: row.id.number, content: ContentKey(high: 0, low: UInt64(row.number)))
            }))
      }
    }
    do { return try TableSnapshot(parts) } catch { preconditionFailure("\(error)") }
  }
}
