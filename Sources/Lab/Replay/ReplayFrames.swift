package import Galley
import GalleyFrameAssembly
import GalleyLive
import GalleyPNG
import GalleyPrimitives
import GalleyTable

/// The pictures of a replayed table: after each step, a live view shows the table's visible rows.
///
/// The view takes each step as the difference from the rows before, with workers and the pictures of earlier
/// steps. All its rows are laid out before a frame, so that estimates do not move the frame.
@MainActor
package final class ReplayFrames {
  private let base: ScrollOptions
  private var view: TableView<ReplayItem>
  private var look: Look

  private struct Look: Hashable {
    var width: Double
    var fontFactor: Double
    var viewport: Double
  }

  /// Makes a view for the frames of `run`, in the cells of `options`.
  ///
  /// - Throws: ``/GalleyLive/ScrollError`` and ``/GalleyCellRendering/RenderError`` if an option is out of
  ///   bounds, ``/GalleyLayout/FontError`` if there are no fonts.
  package init(_ options: RenderOptions, of run: ReplayRun) async throws {
    base = try ScrollOptions(rendering: options)
    look = Self.look(of: run)
    view = try await TableView(Self.options(base, look, .async)) { $0.feedItem }
  }

  /// Returns the frame of the table after a step.
  ///
  /// - Throws: ``ReplayError/noPicture(_:)`` for a visible row without an item, ``ReplayError/difference(_:)`` if
  ///   the run is checked and the frame differs from that of a new view of the naive table in sync mode;
  ///   errors of drawing.
  /// - Complexity: O(rows).
  package func frame(of run: ReplayRun) async throws -> AssembledPNG {
    let look = Self.look(of: run)
    if look != self.look {
      self.look = look
      try await view.change(Self.options(base, look, .async))
    }
    let rows = run.table.visible
    var items: [UInt64: ReplayItem] = [:]
    var sections = (0..<rows.sectionCount).map { section in
      TableSnapshot<UInt64>.Section(id: rows.id(ofSection: section).number, rows: [])
    }
    var blank: RowPath?
    rows.forEachRow { row in
      guard case .item(let item)? = run.heights.contents[row.id] else {
        blank = row.path
        return false
      }
      items[row.id.number] = item
      sections[row.path.section].rows.append(
        TableSnapshot.Row(id: row.id.number, content: RowContent.item(item).key))
      return true
    }
    if let blank { throw ReplayError.noPicture(blank) }
    try view.apply(TableSnapshot(sections)) { id in
      guard let item = items[id] else { preconditionFailure("no item of row \(id)") }
      return item
    }
    let frame = try await Self.frame(
      of: view, anchor: run.table.anchor.map { ($0.path, $0.screenY) }, else: run.table.viewport)
    if let naive = run.naive {
      let bytes = try await freshFrame(of: naive, run).bytes
      guard bytes == frame.bytes else {
        throw ReplayError.difference("the frame differs from that of a new view in sync mode")
      }
    }
    return frame
  }

  /// Returns the frame of a new view of the naive table.
  private func freshFrame(of naive: NaiveTable, _ run: ReplayRun) async throws -> AssembledPNG {
    let fresh = try await TableView<ReplayItem>(Self.options(base, look, .sync)) { $0.feedItem }
    let rows = naive.visible.map { section in section.rows.map(\.name) }
    var anchor: (RowPath, Int)?
    for (section, names) in rows.enumerated() {
      for (row, name) in names.enumerated() where name == naive.anchor?.name {
        anchor = (RowPath(section: section, row: row), naive.anchor?.screenY ?? 0)
      }
    }
    try fresh.reloadData(rowCounts: rows.map(\.count)) { path in
      guard case .item(let item)? = run.naiveContent(of: rows[path.section][path.row]) else {
        preconditionFailure("no item of row \(path)")
      }
      return item
    }
    let frame = try await Self.frame(of: fresh, anchor: anchor, else: run.table.viewport)
    await fresh.close()
    return frame
  }

  /// Ends the view and its workers.
  package func close() async { await view.close() }

  /// Scrolls so that the anchor has its place on the screen, and makes the frame.
  private static func frame(
    of view: LiveView, anchor: (path: RowPath, screenY: Int)?, else viewport: Viewport
  ) async throws -> AssembledPNG {
    try await view.layOutRows()
    if let anchor {
      try view.scroll(to: anchor.path, at: .top)
      view.scroll(toPixel: view.pixelOffset - anchor.screenY)
    } else {
      view.scroll(toPixel: viewport.offset)
    }
    return try await view.settle().png()
  }

  private static func look(of run: ReplayRun) -> Look {
    Look(
      width: run.heights.width, fontFactor: run.heights.fontFactor,
      viewport: Double(run.table.viewport.size.height) / run.heights.scale)
  }

  private static func options(
    _ base: ScrollOptions, _ look: Look, _ mode: RenderMode
  ) -> ScrollOptions {
    var options = base
    options.rendering.mode = mode
    options.rendering.template.width = look.width
    options.rendering.template.theme.scaleFonts(by: look.fontFactor)
    options.viewportHeight = look.viewport
    return options
  }
}
