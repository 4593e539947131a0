/// Values of rows by identity, in pages of adjacent identities.
///
/// A dictionary of all rows would copy itself when it grows, which takes longer than a frame.
package struct RowValues<Value: Sendable>: Sendable {
  private var pages: [UInt64: Page] = [:]
  private struct Page: Sendable {
    var values = [Value?](repeating: nil, count: 64)
    private var count = 0

    /// Sets a value; returns the number of values.
    mutating func set(_ value: Value?, at place: Int) -> Int {
      count += (value == nil ? 0 : 1) - (values[place] == nil ? 0 : 1)
      values[place] = value
      return count
    }
  }

  /// Makes an empty store.
  package init() {}

  /// The value of a row; `nil` if it has none.
  ///
  /// - Complexity: O(1).
  package subscript(row: RowID) -> Value? {
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
