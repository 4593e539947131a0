import GalleyCellRendering
package import GalleyCells
import GalleyFeedItems
package import GalleyFrames
package import GalleyLive
package import GalleyPictures
import GalleyPrimitives
import GalleySimulation
import GalleyText
import GalleyWorkers

/// A change of the rows of a survey at a time of a scroll.
package struct ScrollEdit: Sendable {
  /// The change.
  package var edit: TimedEdit
  /// All rows after the change, laid out.
  package var rows: [SurveyedRow]
  /// For each of ``rows`` the index before the change of the row with the same identity; `nil` of a new row.
  package var origins: [Int?]
  /// The look of the rows after the change.
  package var template: CellTemplate
  /// The height of the viewport after the change, in layout units.
  package var viewportHeight: Double

  /// Whether rows are laid out anew by workers that open their fonts again.
  var isAnew: Bool { edit.kind == .fontSize || edit.kind == .rotate }

  /// The items of the rows.
  var items: [FeedItem] { rows.compactMap(\.cell.item) }

  /// The viewport's extent after the change, in device pixels.
  var frameSize: PixelSize {
    PixelSize(
      width: template.pixelWidth, height: Int((viewportHeight * template.scale).rounded()))
  }

  /// Returns the settings after the change of a scroll that began with `options`.
  func apply(to options: ScrollOptions) -> ScrollOptions {
    var options = options
    options.rendering.template = template
    options.viewportHeight = viewportHeight
    return options
  }
}

extension FeedScroll {
  /// Lays out the rows of a survey as they are after each of `edits`, in order of time.
  ///
  /// - Throws: ``/GalleyFonts/FontError``, or an error of the assets folder.
  /// - Complexity: O(rows × edits).
  package func plan(
    _ edits: [TimedEdit], of survey: FeedSurvey
  ) async throws -> [ScrollEdit] {
    var plan: [ScrollEdit] = []
    var last = ScrollEdit(
      edit: TimedEdit(.reload, at: .zero), rows: survey.rows,
      origins: Array(survey.rows.indices), template: options.rendering.template,
      viewportHeight: options.viewportHeight)
    for (number, edit) in edits.sorted(by: { $0.time < $1.time }).enumerated() {
      last = try await state(after: edit, number + 1, of: last)
      plan.append(last)
    }
    return plan
  }

  private func state(
    after edit: TimedEdit, _ number: Int, of last: ScrollEdit
  ) async throws -> ScrollEdit {
    var next = last
    next.edit = edit
    next.origins = Array(last.rows.indices)
    switch edit.kind {
    case .reload:
      next.rows = try await layOut(next, last.items.map { $0.marked("(\(number))") }, last.rows)
    case .insert:
      guard let item = last.items.last?.marked("(new \(number))") else { return next }
      next.rows = try await layOut(next, [item], [last.rows[last.rows.count - 1]]) + last.rows
      next.origins.insert(nil, at: 0)
    case .fontSize:
      next.template.theme.title.font.size *= 1.25
      next.template.theme.body.font.size *= 1.25
      next.rows = try await layOut(next, last.items, last.rows)
    case .rotate:
      next.viewportHeight = Double(last.template.pixelWidth) / last.template.scale
      next.template.width = last.viewportHeight
      next.rows = try await layOut(next, last.items, last.rows)
    }
    return next
  }

  /// Lays out items for a survey; one that cannot be laid out keeps its former row.
  private func layOut(
    _ edit: ScrollEdit, _ items: [FeedItem], _ former: [SurveyedRow]
  ) async throws -> [SurveyedRow] {
    let pool = try surveyPool(for: edit.apply(to: options))
    return try await pool.run { worker in
      zip(items, former).map { item, former in
        switch attempt(item, { try worker.survey(RowCell(item)) }) {
        case .success(let row): row
        case .failure: former
        }
      }
    }
  }
}

extension FeedItem {
  /// The item with a longer title.
  fileprivate func marked(_ mark: String) -> FeedItem {
    var item = self
    item.title = (title.map { $0 + " " } ?? "") + mark
    return item
  }
}

extension FrameSimulation {
  /// Adds the edits of a scroll through `rows`.
  ///
  /// One table counts the rows of all edits that do not lay out anew, so that each glyph is new once.
  mutating func add(_ edits: [ScrollEdit], to rows: [SurveyedRow]) {
    var known = rows
    for (number, edit) in edits.enumerated() {
      known = edit.isAnew ? edit.rows : known + edit.rows
      var simulated = Array(LiveTable(known).simulatedRows.suffix(edit.rows.count))
      // A key does not contain the width.
      let round = edits[...number].count(where: \.isAnew)
      for row in simulated.indices {
        simulated[row].key.low &+= UInt64(round) &* 0xD1B5_4A32_D192_ED03
      }
      self.edits.append(
        SimulatedEdit(
          time: edit.edit.time, rows: simulated, origins: edit.origins,
          size: edit.frameSize, isAnew: edit.isAnew))
    }
  }
}
