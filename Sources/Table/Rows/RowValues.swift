/// Values of rows by identity, in pages of adjacent identities.
///
/// A dictionary of all rows would copy itself when it grows, which takes longer than a frame. Its functions are
/// inlinable because a live table reads the values of the rows around the viewport after each edit.
@usableFromInline
package struct RowValues<Value: Sendable>: Sendable {
  @usableFromInline var pages: [UInt64: Page] = [:]

  @usableFromInline struct Page: Sendable {
    @usableFromInline var values = [Value?](repeating: nil, count: 64)
    @usableFromInline var count = 0

    @inlinable init() {}

    /// Sets a value; returns the number of values.
    @inlinable mutating func set(_ value: Value?, at place: Int) -> Int {
      count += (value == nil ? 0 : 1) - (values[place] == nil ? 0 : 1)
      values[place] = value
      return count
    }
  }

  /// Makes an empty store.
  @inlinable package init() {}

  /// Reads the values of many rows; adjacent rows mostly share a page, which is then looked up once.
  @usableFromInline
  package struct Reader {
    @usableFromInline let pages: [UInt64: Page]
    @usableFromInline var number = UInt64.max
    @usableFromInline var values: [Value?] = []

    @inlinable init(_ pages: [UInt64: Page]) { self.pages = pages }

    /// Returns the value of a row; `nil` if it has none.
    @inlinable package mutating func value(of row: RowID) -> Value? {
      if row.number >> 6 != number {
        number = row.number >> 6
        values = pages[number]?.values ?? []
      }
      let place = Int(row.number & 63)
      return values.isEmpty ? nil : values[place]
    }
  }

  /// A reader of the present values.
  @inlinable package var reader: Reader { Reader(pages) }

  /// The value of a row; `nil` if it has none.
  ///
  /// - Complexity: O(1).
  @inlinable package subscript(row: RowID) -> Value? {
    get { pages[row.number >> 6]?.values[Int(row.number & 63)] }
    set {
      let number = row.number >> 6
      guard newValue != nil || pages[number] != nil else { return }
      if pages[number, default: Page()].set(newValue, at: Int(row.number & 63)) == 0 {
        pages[number] = nil
      }
    }
  }
}
