import GalleyFeedSyntax
import GalleyPrimitives

/// Finds the ends of records and cells in CSV and TSV (RFC 4180), in successive pieces of bytes.
///
/// A cell is quoted if it begins with a quotation mark. Text after its closing mark belongs to it. In TSV, which has no
/// quotation by its standard, and behind blanks at the start of a cell, the mark is text unless its closing mark ends
/// the cell. Blanks at the start of a cell are left out.
struct TableRecord {
  private enum State {
    case start, plain, quoted, closing
  }

  /// The effect of a byte.
  private enum Effect {
    case text, none, endOfCell, endOfRecord
  }

  let delimiter: UInt8
  private var state = State.start
  /// Whether blanks begin the cell.
  private var hasBlanks = false
  /// Whether the closing mark of the quoted cell is not found yet, but has to end it.
  private var needsClosing = false

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// The index of the first line end outside of quotes; `nil` if the record continues.
  ///
  /// The record ends there only if ``isOpen`` is `false` then, or its closing mark is not found.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    for (index, byte) in bytes.enumerated() {
      if needsClosing, state == .quoted, byte == .newline || byte == 0x0D { return index }
      if step(byte, isQuote: true) == .endOfRecord { return index }
    }
    return nil
  }

  /// Whether a cell is quoted at the end of the bytes so far if its closing mark follows.
  var isOpen: Bool { state == .quoted && needsClosing }

  /// Notes that the closing mark of the open cell follows, so that line ends before it are text.
  mutating func confirmQuote() { needsClosing = false }

  /// Whether the closing mark of an open cell ends the cell, in the `bytes` that follow.
  ///
  /// - Parameters:
  ///   - bytes: The bytes behind the opening mark.
  ///   - delimiter: The byte between cells.
  ///   - isLast: Whether no bytes follow these.
  /// - Returns: `nil` if later bytes decide.
  /// - Complexity: O(bytes up to the mark).
  static func closes(
    _ bytes: some RandomAccessCollection<UInt8>, delimiter: UInt8, isLast: Bool
  ) -> Bool? {
    var rest = bytes[...]
    while let mark = rest.firstIndex(of: .quote) {
      rest = rest[rest.index(after: mark)...]
      if rest.first == .quote {
        rest = rest.dropFirst()
        continue
      }
      guard let byte = rest.first(where: { $0 != UInt8(ascii: " ") }) else {
        return isLast ? true : nil
      }
      return byte == delimiter || byte == .newline || byte == 0x0D
    }
    return isLast ? false : nil
  }

  /// The cells of one whole record, at most `limit` of them.
  static func cells(
    of record: some RandomAccessCollection<UInt8>, delimiter: UInt8, limit: Int
  ) -> [[UInt8]] {
    var cells = wholeCells(of: record, delimiter: delimiter, limit: limit)
    for index in cells.indices { cells[index].makeStreamSafe() }
    return cells
  }

  private static func wholeCells(
    of record: some RandomAccessCollection<UInt8>, delimiter: UInt8, limit: Int
  ) -> [[UInt8]] {
    var scanner = TableRecord(delimiter: delimiter)
    var cells: [[UInt8]] = [[]]
    var rest = record[...]
    while let byte = rest.popFirst() {
      switch scanner.step(byte, in: rest) {
      case .text: cells[cells.count - 1].append(byte)
      case .none: continue
      case .endOfCell:
        guard cells.count < limit else { return cells }
        cells.append([])
      case .endOfRecord: return cells
      }
    }
    return cells
  }

  /// Whether a record ends within a quoted cell.
  static func endsQuoted(
    _ record: some RandomAccessCollection<UInt8>, delimiter: UInt8
  ) -> Bool {
    // As most records have pairs of marks, the states of few are needed.
    guard !record.count(where: { $0 == .quote }).isMultiple(of: 2) else { return false }
    var scanner = TableRecord(delimiter: delimiter)
    var rest = record[...]
    while let byte = rest.popFirst() { _ = scanner.step(byte, in: rest) }
    return scanner.state == .quoted
  }

  /// Takes a byte of a whole record, of which `rest` follows.
  private mutating func step(
    _ byte: UInt8, in rest: some RandomAccessCollection<UInt8>
  ) -> Effect {
    let isDoubtful = byte == .quote && state == .start && needsEnd
    return step(
      byte,
      isQuote: !isDoubtful || Self.closes(rest, delimiter: delimiter, isLast: true) == true)
  }

  /// Whether the closing mark of a cell that begins here has to end it.
  private var needsEnd: Bool { hasBlanks || delimiter == 0x09 }

  /// Takes a byte; a mark at the start of a cell is one of quotation if `isQuote`.
  private mutating func step(_ byte: UInt8, isQuote: Bool) -> Effect {
    switch (state, byte) {
    case (.start, .quote) where isQuote:
      state = .quoted
      needsClosing = needsEnd
      return .none
    case (.start, UInt8(ascii: " ")):
      hasBlanks = true
      return .none
    case (.quoted, .quote):
      state = .closing
      return .none
    case (.closing, .quote):
      state = .quoted
      return .text
    case (.quoted, _): return .text
    case (_, delimiter):
      state = .start
      (hasBlanks, needsClosing) = (false, false)
      return .endOfCell
    case (_, .newline), (_, 0x0D): return .endOfRecord
    default:
      state = .plain
      return .text
    }
  }
}
