/// Adds up what the references of a text take, each definition as often as its label is used.
///
/// Everything that may be a definition counts, in code too: a label in brackets with a colon behind it, if nothing is before
/// it in its line but signs of quotations and lists, and other labels. It goes on up to the end of its paragraph, or to the
/// next one, unless its address or title may go on there.
struct MarkdownReferences {
  /// The hash of a label's normal form, and `nil` for one over several lines of a quotation, which may be any.
  ///
  /// Labels of one hash count as one, which errs upwards.
  private typealias Label = Int?

  /// A part of a definition, which decides whether a sign begins a title.
  private enum Part {
    case beforeAddress, address, behindAddress, rest
    /// Where the address cannot be told, each sign behind a blank may begin a title.
    case any
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The greatest length of the definitions of a label.
  private var lengths: [Label: Int] = [:]
  private var uses: [Label: Int] = [:]
  /// Definitions that may go on, with the length of the text before them.
  private var open: [(label: Label, start: Int)] = []
  /// What may come next in the last of them.
  private var part = Part.rest
  /// The bytes of the text so far, as HTML escapes them.
  private var length = 0
  /// The bracket of a label that may end, and whether a definition may begin or an address may be there.
  private var bracket: (place: Int, isFirst: Bool, isAddress: Bool)?
  /// The signs that would end a title, for each that may have begun one.
  private var titleEnds: Set<UInt8> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// An upper bound of the bytes of addresses and titles in HTML, for the paragraphs that were ended.
  ///
  /// - Complexity: O(labels).
  var byteCount: Int {
    let known = lengths.filter { $0.key != nil }
    // One of the places of a label is its definition.
    let sum = known.reduce(0) { $0 + $1.value * max(0, (uses[$1.key] ?? 0) - 1) }
    return sum + (known.values.max() ?? 0) * (uses[nil] ?? 0)
      + (lengths[nil] ?? 0) * uses.values.reduce(0, +)
  }

  /// Ends all definitions, as a blank line does.
  mutating func endParagraph() {
    endDefinitions()
    bracket = nil
    titleEnds = []
  }

  private mutating func endDefinitions() {
    for definition in open {
      lengths[definition.label] = max(lengths[definition.label] ?? 0, length - definition.start)
    }
    open = []
    part = .rest
  }

  /// Adds a line that is not blank.
  ///
  /// - Complexity: O(bytes).
  mutating func addLine(_ line: Range<Int>) {
    var (index, isFirst, isLineStart) = (line.lowerBound, true, true)
    if part == .address { part = .behindAddress }
    while index < line.upperBound {
      let byte = bytes[index]
      var (count, isDefinition) = (1, false)
      let isAddress = part == .beforeAddress
      pass(
        byte, behind: index > line.lowerBound ? bytes[index - 1] : nil, isAtStart: isLineStart)
      switch byte {
      case UInt8(ascii: "["): bracket = (index, isFirst, isAddress)
      case UInt8(ascii: "]"):
        isDefinition = endLabel(at: index, in: line)
        if isDefinition { count = 2 }
      case UInt8(ascii: "\\"): count = min(2, line.upperBound - index)
      default: break
      }
      if bracket == nil, byte != UInt8(ascii: "]"), !Self.isPrefix(byte) { isFirst = false }
      if isDefinition || !Self.isPrefix(byte) { isLineStart = false }
      for place in index..<index + count { length += Self.length(of: bytes[place]) }
      // The bytes behind the colon of a definition count.
      if isDefinition { open[open.count - 1].start = length }
      index += count
    }
  }

  /// Counts the use of a label that ends at a bracket; whether it may begin a definition.
  private mutating func endLabel(at place: Int, in line: Range<Int>) -> Bool {
    guard let start = bracket else { return false }
    bracket = nil
    let label = label(start.place + 1..<place)
    uses[label, default: 0] += 1
    guard start.isFirst, place + 1 < line.upperBound, bytes[place + 1] == UInt8(ascii: ":") else {
      return false
    }
    if titleEnds.isEmpty, !start.isAddress { endDefinitions() }
    guard !isFootnote(start.place..<place, in: line) else { return false }
    open.append((label, length))
    part = start.isAddress ? .any : .beforeAddress
    return true
  }

  /// Whether a label begins a footnote, which no quotation or list holds: nothing of it is copied.
  private func isFootnote(_ label: Range<Int>, in line: Range<Int>) -> Bool {
    let start = label.lowerBound
    guard start >= line.lowerBound, start - line.lowerBound < 4, label.count > 2,
      bytes[start + 1] == UInt8(ascii: "^")
    else { return false }
    return bytes[line.lowerBound..<start].allSatisfy { $0 == UInt8(ascii: " ") }
      && bytes[label].allSatisfy { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "]") }
  }

  /// Passes a byte of a definition: notes a sign that may begin a title, behind its address and a blank, or end one.
  ///
  /// At the start of a line, a sign of a quotation is none of the definition; one of a list may be.
  private mutating func pass(_ byte: UInt8, behind last: UInt8?, isAtStart: Bool) {
    let isBlank = Self.isSpace(byte) || isAtStart && byte == UInt8(ascii: ">")
    let isUnclear = isAtStart && Self.isPrefix(byte)
    let isStart =
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(")
    let isBehindBlank = last.map { Self.isSpace($0) || $0 == UInt8(ascii: ">") } ?? true
    switch part {
    case .beforeAddress where !isBlank:
      part = isUnclear || byte == UInt8(ascii: "<") ? .any : .address
    case .address where isBlank: part = .behindAddress
    case .behindAddress, .any:
      if isStart, isBehindBlank { return beginTitle(byte) }
      if part == .behindAddress, !isBlank { part = isUnclear ? .any : .rest }
    default: break
    }
    // cmark takes the longest title, so that a sign behind a backslash may belong to it.
    if last != UInt8(ascii: "\\") { titleEnds.remove(byte) }
  }

  private mutating func beginTitle(_ sign: UInt8) {
    guard !open.isEmpty else { return }
    titleEnds.insert(sign == UInt8(ascii: "(") ? UInt8(ascii: ")") : sign)
    if part == .behindAddress { part = .rest }
  }

  /// cmark folds letters, takes blanks in a row for one, and in tables `\|` for `|`.
  private func label(_ range: Range<Int>) -> Label {
    // FNV-1a.
    var hash: UInt64 = 14_695_981_039_346_656_037
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    var (hasLetters, isBehindBlank, isBehindEnd) = (false, false, false)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if Self.isSpace(byte) {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { isBehindEnd = true }
        isBehindBlank = true
        index += 1
        continue
      }
      guard !isBehindEnd || byte != UInt8(ascii: ">") else { return nil }
      if hasLetters, isBehindBlank { add(UInt8(ascii: " ")) }
      (hasLetters, isBehindBlank, isBehindEnd) = (true, false, false)
      if byte >= 0x80 {
        let end = bytes[index..<range.upperBound].firstIndex { $0 < 0x80 } ?? range.upperBound
        for byte in Self.folded(bytes[index..<end]) { add(byte) }
        index = end
        continue
      }
      index += 1
      let isEscape =
        byte == UInt8(ascii: "\\") && index < range.upperBound && bytes[index] == UInt8(ascii: "|")
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      // NUL is U+FFFD for cmark.
      if byte == 0 {
        for byte in "\u{FFFD}".utf8 { add(byte) }
      } else if !isEscape {
        add(isCapital ? byte | 0x20 : byte)
      }
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// Text in a form that is equal for all texts that Unicode's full folding makes equal.
  private static func folded(_ text: some Sequence<UInt8>) -> String.UTF8View {
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          result.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(result).utf8
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    (9...13).contains(byte) || byte == UInt8(ascii: " ")
  }

  /// Whether a byte may stand before a definition in its line.
  private static func isPrefix(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: isSpace(byte)
    }
  }

  /// The most bytes of a byte of an address or a title in HTML.
  ///
  /// `&#x27;` is the longest one of a byte, and some entities are two characters of three bytes in nine each.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "&"): 16
    case 0x80...: 3
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "="), UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "?"),
      UInt8(ascii: ","), UInt8(ascii: ";"):
      1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): 1
    // NUL becomes U+FFFD.
    case 0: 9
    default: 6
    }
  }
}
