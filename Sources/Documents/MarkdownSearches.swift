/// Bounds the searches of cmark-gfm that go to the end of a paragraph or a word from each sign that begins one.
///
/// Version 0.29.0.gfm.6 of Debian 12 looks for the end of `<?`, `<![CDATA[` and `<!A` from each of them, for that of an address
/// from each `@`, `://` and `www.`, and again for each bracket that may end it, goes through all open brackets of images for each
/// link, through all signs of emphasis for each link without any, and through all tildes for each of them:
/// 256 KB of one of these took up to 40 seconds.
struct MarkdownSearches {
  /// The most steps of a kind, each of which takes one to five nanoseconds.
  static let stepLimit = 256 << 20

  private var markupSteps = 0
  private var addressSteps = 0
  private var imageSteps = 0
  private var emphasisSteps = 0
  private var strikethroughSteps = 0

  /// The syntax whose ends take too many steps.
  var excess: Set<MarkdownSyntax> {
    // A line of minified JSON may have thousands of addresses, and a step to the end of one is a byte.
    let steps: [(MarkdownSyntax, Int)] = [
      (.markup, markupSteps), (.addresses, addressSteps / 2), (.images, imageSteps),
      (.emphasis, emphasisSteps), (.strikethrough, strikethroughSteps),
    ]
    return Set(steps.filter { $0.1 > Self.stepLimit }.map(\.0))
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The paragraph and the word so far, from their starts.
  private var paragraph = (start: 0, markup: 0, images: 0, ends: 0, emphases: 0, strikes: 0)
  private var word = (start: 0, addresses: 0, distance: 0, brackets: 0)
  /// The beginnings of raw markup in a line, or in a cell of a table, that no end of their kind follows.
  private var openings = (instructions: 0, sections: 0, declarations: 0)

  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var isBlank = true
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endCell()
        if isBlank { endParagraph(at: index) }
        isBlank = true
        endWord(at: index)
      case UInt8(ascii: " "), 9: endWord(at: index)
      case 11, 12:
        // No blanks of a blank line.
        isBlank = false
        endWord(at: index)
      default:
        isBlank = false
        pass(byte, at: index)
      }
    }
    endCell()
    endParagraph(at: bytes.count)
    endWord(at: bytes.count)
  }

  private mutating func pass(_ byte: UInt8, at index: Int) {
    switch byte {
    case UInt8(ascii: "|"): endCell()
    case UInt8(ascii: "<"):
      if bytes.has("?", at: index + 1) {
        openings.instructions += 1
      } else if bytes.has("![", at: index + 1) {
        openings.sections += 1
      } else if bytes.has("!", at: index + 1) {
        openings.declarations += 1
      }
    case UInt8(ascii: ">"):
      openings.declarations = 0
      // cmark passes two question marks at once, and two brackets with the sign behind them.
      if bytes.has("?", at: index - 1), !bytes.has("?", at: index - 2) {
        openings.instructions = 0
      }
      if bytes.has("]]", at: index - 2), !bytes.has("]", at: index - 3) { openings.sections = 0 }
    case UInt8(ascii: "@"): passAddress(at: index)
    case UInt8(ascii: ":") where bytes.has("//", at: index + 1): passAddress(at: index)
    case UInt8(ascii: "w") where bytes.has("ww.", at: index + 1): passAddress(at: index)
    case UInt8(ascii: ")"): word.brackets += 1
    case UInt8(ascii: "!") where bytes.has("[", at: index + 1): paragraph.images += 1
    case UInt8(ascii: "]"): paragraph.ends += 1
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      // Signs in a row are one run.
      guard index == 0 || bytes[index - 1] != byte else { break }
      paragraph.emphases += 1
      if byte == UInt8(ascii: "~") { paragraph.strikes += 1 }
    default: break
    }
  }

  private mutating func passAddress(at index: Int) {
    word.addresses += 1
    word.distance += index
  }

  private mutating func endCell() {
    paragraph.markup += openings.instructions + openings.sections + openings.declarations
    openings = (0, 0, 0)
  }

  private mutating func endParagraph(at end: Int) {
    markupSteps += paragraph.markup * (end - paragraph.start)
    imageSteps += paragraph.images * paragraph.ends
    emphasisSteps += paragraph.emphases * paragraph.ends
    strikethroughSteps += paragraph.strikes * paragraph.strikes / 2
    paragraph = (end, 0, 0, 0, 0, 0)
  }

  /// Adds the way from each address to the end of the word, and one through the word for each bracket.
  private mutating func endWord(at end: Int) {
    if word.addresses > 0 {
      addressSteps += word.addresses * end - word.distance + word.brackets * (end - word.start)
    }
    word = (end, 0, 0, 0)
  }
}
