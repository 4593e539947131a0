/// Bounds the searches of cmark-gfm that go to the end of a paragraph or a word from each sign that begins one.
///
/// Version 0.29.0.gfm.6 of Debian 12 looks for the end of `<?`, `<![CDATA[` and `<!A` from each of them, and for that of an
/// address from each `@`, `://` and `www.`: 256 KB of one of them took up to nine seconds.
struct MarkdownSearches {
  /// The most steps of a kind, each of which takes about a nanosecond.
  static let stepLimit = 256 << 20

  /// The steps to the ends of raw markup, at most.
  private var markupSteps = 0
  /// The steps to the ends of addresses, at most.
  private var addressSteps = 0

  /// The syntax whose ends take too many steps.
  var excess: Set<MarkdownSyntax> {
    Set(markupSteps > Self.stepLimit ? [.markup] : [])
      .union(addressSteps > Self.stepLimit ? [.addresses] : [])
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var paragraph = Run()
  private var word = Run()
  /// The beginnings of raw markup in a line, or in a cell of a table, that no end of their kind follows.
  private var openings = (instructions: 0, sections: 0, declarations: 0)

  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var isBlank = true
    for (index, byte) in bytes.enumerated() {
      paragraph.length += 1
      word.length += 1
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endCell()
        if isBlank { markupSteps += paragraph.end() }
        isBlank = true
        addressSteps += word.end()
      case UInt8(ascii: " "), 9, 11, 12:
        addressSteps += word.end()
        // Others than these two are no blanks of a blank line.
        if byte > 9, byte < 13 { isBlank = false }
      default:
        isBlank = false
        pass(byte, at: index)
      }
    }
    endCell()
    markupSteps += paragraph.end()
    addressSteps += word.end()
  }

  private mutating func pass(_ byte: UInt8, at index: Int) {
    switch byte {
    case UInt8(ascii: "|"): endCell()
    case UInt8(ascii: "<"):
      if has("?", at: index + 1) {
        openings.instructions += 1
      } else if has("![", at: index + 1) {
        openings.sections += 1
      } else if has("!", at: index + 1) {
        openings.declarations += 1
      }
    case UInt8(ascii: ">"):
      openings.declarations = 0
      // cmark passes two question marks at once, and two brackets with the sign behind them.
      if has("?", at: index - 1), !has("?", at: index - 2) { openings.instructions = 0 }
      if has("]]", at: index - 2), !has("]", at: index - 3) { openings.sections = 0 }
    case UInt8(ascii: "@"): word.openings += 1
    case UInt8(ascii: ":") where has("//", at: index + 1): word.openings += 1
    case UInt8(ascii: "w") where has("ww.", at: index + 1): word.openings += 1
    default: break
    }
  }

  private func has(_ sign: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + sign.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<sign.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == sign.utf8Start[$0] }
  }

  private mutating func endCell() {
    paragraph.openings += openings.instructions + openings.sections + openings.declarations
    openings = (0, 0, 0)
  }

  /// A paragraph or a word so far.
  private struct Run {
    var openings = 0
    var length = 0

    /// The steps of its searches; the next one begins.
    mutating func end() -> Int {
      defer { self = Run() }
      return openings * length
    }
  }
}
