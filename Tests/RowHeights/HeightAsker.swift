import GalleyPrimitives
import GalleyRowHeights
import Testing

/// A table of names that requests heights and never sets them.
struct HeightAsker {
  var names: [[String]]
  var heights: TableHeights<String>
  var cache: RowHeightCache<String>
  /// The names whose content was requested, in order.
  private(set) var told: [String] = []
  private(set) var measured: [String] = []

  init(_ names: [[String]], limits: RowHeightLimits = RowHeightLimits()) {
    self.names = names
    heights = TableHeights(rowCounts: names.map(\.count))
    cache = RowHeightCache(limits: limits)
    for path in paths { ask(.place(.row(path)), names[path.section][path.row]) }
    _ = takeTold()
  }

  var paths: [RowPath] {
    names.enumerated().flatMap { section, rows in
      rows.indices.map { RowPath(section: section, row: $0) }
    }
  }

  static func key(_ name: String) -> ContentKey {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return ContentKey(high: 7, low: hash)
  }

  static func height(_ name: String, width: Double) -> Double {
    Double(key(name).low % 1000) + width
  }

  @discardableResult mutating func ask(
    _ question: HeightQuestion<String>, _ name: String, width: Double = 375
  ) -> HeightAnswer {
    var (told, measured) = (self.told, self.measured)
    let answer = heights.height(
      question, width: width, scale: 2, in: &cache,
      content: {
        told.append(name)
        return KeyedContent(name, key: Self.key(name), byteCount: name.utf8.count)
      },
      measure: {
        measured.append($0)
        return Self.height($0, width: width)
      })
    (self.told, self.measured) = (told, measured)
    #expect(answer.height == Self.height(name, width: width))
    return answer
  }

  mutating func askRow(_ row: Int, section: Int = 0, width: Double = 375) -> HeightAnswer.Source {
    ask(
      .place(.row(RowPath(section: section, row: row))), names[section][row], width: width
    ).source
  }

  /// Returns the names whose content was requested, and those measured, since the last call.
  mutating func takeTold() -> (told: [String], measured: [String]) {
    defer { (told, measured) = ([], []) }
    return (told, measured)
  }

  /// Requests the heights of all rows, and returns the names whose place had no height.
  mutating func askAll() -> [String] {
    for path in paths { ask(.place(.row(path)), names[path.section][path.row]) }
    return takeTold().told
  }

  /// Edits the names and the heights; a run's inserted rows take the new names.
  mutating func edit(_ map: RowPathMap, inserting new: [String] = []) {
    var new = new[...]
    names = map.sections.map { section in
      section.runs.flatMap { run in
        (0..<run.count).map { place in
          switch run.source {
          case .kept(let from): names[from.section][from.row + place]
          case .inserted, .reloaded: new.popFirst() ?? "?"
          }
        }
      }
    }
    heights.apply(map)
    #expect(heights.rowCounts == names.map(\.count))
  }
}
