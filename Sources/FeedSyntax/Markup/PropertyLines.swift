import GalleyPrimitives

/// The lines of front matter, which are read one after another.
struct PropertyLines {
  private let lines: [Substring]
  /// The index of the next line.
  private(set) var index = 0
  /// Whether a value has no end.
  private var hasOpenValue = false

  init(_ lines: [Substring]) { self.lines = lines }

  /// The next line, which is passed; `nil` behind the last one.
  mutating func next() -> Substring? {
    guard index < lines.count else { return nil }
    index += 1
    return lines[index - 1]
  }

  /// The lines up to the next one for which `isEnd` is true, which are passed.
  mutating func prefix(until isEnd: (Substring) -> Bool) -> ArraySlice<Substring> {
    let end = lines[index...].firstIndex(where: isEnd) ?? lines.count
    defer { index = end }
    return lines[index..<end]
  }

  /// A value with the lines after its own that belong to it, which are passed: those of a bracket, of a brace, or of a text
  /// in three quotation marks, as TOML has it.
  ///
  /// - Returns: The value without white space at its ends; a text in three quotation marks is in those of one line.
  /// - Complexity: O(bytes of the value); of the values without an end, the first one takes O(bytes of all lines).
  mutating func whole(_ value: Substring, isTOML: Bool) -> String {
    let own = value.trimmingBlanks
    // The lines after a value that never ends are searched once.
    guard !hasOpenValue else { return own }
    if isTOML, let quote = MultilineQuote.allCases.first(where: { own.hasPrefix(bytes: $0.sign) }) {
      return closed(value.droppingBlanks, by: quote) ?? own
    }
    guard own.hasPrefix(bytes: "[") || own.hasPrefix(bytes: "{") else { return own }
    var end = FlowEnd()
    guard !end.take(own) else { return own }
    var text = own
    for place in index..<lines.count {
      text += "\n" + lines[place]
      guard end.take(lines[place]) else { continue }
      // Lines of YAML behind an open bracket may be properties that a later bracket only seems to end.
      guard isTOML || PropertyValue(flow: text) != nil else { break }
      index = place + 1
      return text
    }
    hasOpenValue = true
    return own
  }

  /// A text in three quotation marks, with the lines up to the closing ones; `nil` without these.
  private mutating func closed(_ value: Substring, by quote: MultilineQuote) -> String? {
    var text = String(value.unicodeScalars.dropFirst(3))
    var place = index
    var isClosed = quote.end(of: text) != nil
    // A line's end right behind the opening marks is none of the text.
    var isFirst = text.isEmpty
    while !isClosed, place < lines.count {
      isClosed = quote.end(of: String(lines[place])) != nil
      text += (isFirst ? "" : "\n") + lines[place]
      isFirst = false
      place += 1
    }
    guard isClosed, let end = quote.end(of: text) else {
      hasOpenValue = true
      return nil
    }
    index = place
    return quote.onOneLine(text[..<end])
  }
}
