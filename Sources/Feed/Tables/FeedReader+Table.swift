import GalleyFeedItems
import GalleyFeedSyntax

/// Reads CSV and TSV with a header.
extension FeedReader {
  /// The delimiters of tables: the comma, and the semicolon of some spreadsheets, or the tabulator.
  private static func delimiters(of format: FeedFormat) -> [UInt8] {
    format == .tsv ? [0x09] : [.comma, UInt8(ascii: ";")]
  }

  /// The format of a table in a file of this name.
  static func tableFormat(ofName path: String) -> FeedFormat? {
    var name = path.lowercased()
    for end in [".gz", ".zst"] where name.hasSuffix(end) { name.removeLast(end.count) }
    return name.hasSuffix(".csv") ? .csv : name.hasSuffix(".tsv") ? .tsv : nil
  }

  /// Reads the header.
  func beginTable(_ format: FeedFormat) throws(FeedError) {
    stage = .records
    while try window.peek() != nil {
      _ = try passRecord(delimiter: 0)
      defer { window.letGo() }
      let header = window.withKept { Array($0) }
      try passLineEnd()
      guard !header.allSatisfy(\.isJSONSpace) else { continue }
      // A first line of some spreadsheets names the delimiter.
      guard !header.starts(with: "sep=".utf8) else { continue }
      columns = Self.columns(of: header, format)
      return
    }
  }

  /// The columns of a header, divided by the delimiter that gives most of them.
  private static func columns(of header: [UInt8], _ format: FeedFormat) -> TableColumns? {
    delimiters(of: format).map { TableColumns(header: header, delimiter: $0) }
      .max { $0.names.count < $1.names.count }
  }

  /// The element of the next record that is not blank; `nil` at the end of the feed.
  func nextRecord() throws(FeedError) -> FeedElement? {
    while let columns, try window.peek() != nil {
      let offset = window.offset
      let start = line + 1
      let isKept = try passRecord(delimiter: columns.delimiter)
      defer { window.letGo() }
      // Spreadsheets write rows of empty cells, which are no items.
      let isBlank =
        isKept && window.withKept { $0.allSatisfy { $0.isJSONSpace || $0 == columns.delimiter } }
      if isBlank, isKept, window.withKept({ $0.contains(columns.delimiter) }) { emptyRecords += 1 }
      var element: FeedElement?
      if !isBlank {
        var place = try beginElement(line: start)
        place.byteOffset = offset
        elementCount += 1
        if isKept {
          var item = FeedItem(index: place.index, byteOffset: offset)
          window.withKept { columns.fill(&item, $0, FieldTexts(limits: limits)) }
          item.emptyRecordCount = emptyRecords
          emptyRecords = 0
          element = .item(item)
        } else {
          element = .bad(place.error(.tooLarge(limit: limits.maximumElementBytes)))
        }
      }
      try passLineEnd()
      if let element { return element }
    }
    stage = .finished
    return nil
  }

  /// Passes the bytes of a record, and returns whether they are kept.
  ///
  /// They are not kept if they are more than an element may have.
  private func passRecord(delimiter: UInt8) throws(FeedError) -> Bool {
    var record = TableRecord(delimiter: delimiter)
    window.keep()
    var isKept = true
    while true {
      var hasEnded = false
      window.consume { bytes in
        let end = record.end(in: bytes)
        hasEnded = end != nil
        line += bytes[..<(end ?? bytes.count)].count { $0 == .newline }
        return end ?? bytes.count
      }
      if isKept, window.keptCount > limits.maximumElementBytes {
        window.letGo()
        isKept = false
      }
      if !hasEnded {
        guard try window.fill() else { return isKept }
      } else if record.isOpen, try closesQuote(delimiter) {
        record.confirmQuote()
      } else {
        return isKept
      }
    }
  }

  /// Whether the next mark behind this line end closes the cell that is open here, and ends it.
  private func closesQuote(_ delimiter: UInt8) throws(FeedError) -> Bool {
    window.beginPeek(limit: Self.detectionByteCount)
    defer { window.endPeek() }
    var isLast = false
    while true {
      var closes: Bool?
      window.consume { bytes in
        closes = TableRecord.closes(bytes, delimiter: delimiter, isLast: isLast)
        return 0
      }
      if let closes { return closes }
      isLast = try !window.fill()
    }
  }

  /// Passes the byte that ends a record.
  private func passLineEnd() throws(FeedError) {
    guard let byte = try window.peek() else { return }
    if byte == .newline { line += 1 }
    window.advance()
  }

  /// The format of a table, or of none; the bytes remain to be read.
  ///
  /// The first line names a field, in one of two cells or more; in a file with the name of a table it may be alone.
  ///
  /// - Throws: ``FeedError/unrecognized(byteOffset:reason:)`` for a table that names no field.
  func detectTable() throws(FeedError) -> FeedFormat? {
    window.beginPeek(limit: 64 << 10)
    defer { window.endPeek() }
    while try window.fill() {}
    var lines: [[UInt8]] = []
    window.consume { bytes in
      lines = bytes.split(maxSplits: 3, whereSeparator: { $0 == .newline || $0 == 0x0D })
        .prefix(3).map { Array($0) }
      return 0
    }
    if lines.first?.starts(with: "sep=".utf8) == true { lines.removeFirst() }
    guard let header = lines.first else { return nil }
    for format in [FeedFormat.tsv, .csv] {
      guard let columns = Self.columns(of: header, format),
        columns.names.count > 1 || format == namedFormat
      else { continue }
      if columns.hasField { return format }
      let cells = lines.dropFirst().first.map {
        TableRecord.cells(of: $0, delimiter: columns.delimiter, limit: TableColumns.limit)
      }
      if cells?.count == columns.names.count {
        throw .unrecognized(
          byteOffset: window.offset,
          reason: "this is a table whose first line names no column `title`, `body` or the like")
      }
    }
    return nil
  }
}
