import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import GalleyTable

@testable import GalleyCellRendering
@testable import GalleyFrameAssembly
@testable import GalleyLive
@testable import GalleyPictures

/// The items of random scripts: few, so that rows share pictures.
enum FuzzItem {
  static let count = 14

  @Sendable static func item(_ number: Int) -> FeedItem {
    FeedItem(
      title: "Row \(number)", body: String(repeating: "some words ", count: number * number % 11))
  }
}

/// Sections and rows in nested arrays.
struct NaiveSections {
  struct Row {
    var id: RowID
    var number: Int
  }

  struct Section {
    var header: Row?
    var rows: [Row] = []
    var footer: Row?

    var allRows: [Row] { (header.map { [$0] } ?? []) + rows + (footer.map { [$0] } ?? []) }
    var allIDs: [RowID] { allRows.map(\.id) }
    var allNumbers: [Int] { allRows.map(\.number) }

    init() {}

    /// A section of two rows that the view has got.
    @MainActor init(_ section: Int, footer number: Int, _ view: FeedView) {
      for row in 0..<2 {
        guard let id = view.id(at: RowPath(section: section, row: row)) else { continue }
        rows.append(Row(id: id, number: row))
      }
      footer = Row(
        id: view.table.rows.pending.id(at: TablePlace.footer(section: section).path),
        number: number)
    }

    /// Takes the header that the view has got.
    @MainActor mutating func setHeader(_ number: Int?, _ view: FeedView, _ section: Int) {
      guard let number else {
        header = nil
        return
      }
      // A header that is replaced keeps its identity.
      let id = view.table.rows.pending.id(at: TablePlace.header(section: section).path)
      header = Row(id: header?.id ?? id, number: number)
    }
  }

  var sections = [Section()]
  /// The rows that the last edit moved or reloaded.
  var lastMoved: Set<RowID> = []
  /// The names of the last snapshots.
  var client = Client()

  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  func randomRow(_ random: inout SeededGenerator) -> (id: RowID, path: RowPath) {
    var index = random.below(rowCount)
    for (section, rows) in sections.enumerated() {
      if index < rows.rows.count {
        return (rows.rows[index].id, RowPath(section: section, row: index))
      }
      index -= rows.rows.count
    }
    preconditionFailure("no row")
  }

  /// Makes deletes, reloads and inserts that fit together; returns the numbers of new contents by new path.
  func randomChanges(
    _ changes: inout ChangeSet, _ random: inout SeededGenerator
  ) -> [RowPath: Int] {
    var numbers: [RowPath: Int] = [:]
    for (section, rows) in sections.enumerated() {
      var new = 0
      for row in rows.rows.indices {
        let path = RowPath(section: section, row: row)
        let target = RowPath(section: section, row: new)
        switch random.below(8) {
        case 0: changes.deleteRows(at: [path])
        case 1:
          changes.reloadRows(at: [path])
          numbers[target] = random.below(FuzzItem.count)
          new += 1
        case 2:
          changes.insertRows(at: [target])
          numbers[target] = random.below(FuzzItem.count)
          new += 2
        default: new += 1
        }
      }
    }
    // The order of changes has no meaning.
    changes.changes.shuffle(using: &random)
    return numbers
  }

  /// Applies the changes one after the other.
  @MainActor mutating func adopt(
    _ changes: ChangeSet, _ numbers: [RowPath: Int], _ view: FeedView
  ) {
    lastMoved = []
    for (section, rows) in sections.enumerated() {
      var (new, kept): ([Row], [Row]) = ([], [])
      for (row, value) in rows.rows.enumerated()
      where !changes.changes.contains(.deleteRow(RowPath(section: section, row: row))) {
        kept.append(value)
      }
      var rest = kept[...]
      while true {
        let path = RowPath(section: section, row: new.count)
        if changes.changes.contains(.insertRow(path)), let number = numbers[path],
          let id = view.id(at: path)
        {
          new.append(Row(id: id, number: number))
        } else if var row = rest.popFirst() {
          if let number = numbers[path] {
            row.number = number
            lastMoved.insert(row.id)
          }
          new.append(row)
        } else {
          break
        }
      }
      sections[section].rows = new
    }
  }
}

/// A table in sync mode that is made anew for each frame.
@MainActor
final class FuzzReference {
  private let view: FeedView
  private let contents: [SurveyedRow]

  init(_ options: ScrollOptions) async throws {
    var options = options
    options.rendering.mode = .sync
    options.policy = .placeholder
    options.crossFade = .zero
    view = try await FeedView(options)
    let worker = ScrollWorker(try CellShop(options.rendering), countsBytes: false)
    contents = try (0..<FuzzItem.count).map { try worker.survey(RowCell(FuzzItem.item($0))) }
  }

  /// Returns the pixels of the frame that has the top of row `row` at `y`.
  ///
  /// Of the rows above and below the screen, the table has one each.
  func pixels(_ numbers: [Int], row: Int, at y: Int) throws -> [UInt32] {
    try view.remove(0..<view.rowCount)
    let first = max(0, row - 1)
    var rows: [SurveyedRow] = []
    var bottom = 0
    for number in numbers[first...] {
      rows.append(contents[number])
      if bottom + y > LiveFuzz.height { break }
      if rows.count > row - first { bottom += contents[number].height }
    }
    view.take(rows, at: 0)
    let offset = rows[..<(row - first)].reduce(0) { $0 + $1.height } - y
    view.scroll(toPixel: offset)
    view.shown = nil
    guard let frame = try view.makeFrame() else { return [] }
    return frame.plan.offset == offset ? frame.pixels(in: 0..<LiveFuzz.height) : []
  }
}
