internal import CXML2
import GalleyPrimitives

/// What an ``HTMLReader`` meets; what it lends is valid until the receiver returns.
package enum HTMLEvent {
  /// An element begins.
  case start(HTMLStartTag)
  /// The element of this name ends, by its tag or because HTML implies it.
  case end(String)
  /// Text, references resolved, in pieces.
  case text(UnsafeBufferPointer<UInt8>)
}

/// The tag that begins an element.
package struct HTMLStartTag {
  /// The element's name in small letters.
  package let name: String
  // Name and value in turn, ended by a null pointer: libxml2's, for the time of the event only.
  fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  /// Whether the tag has an attribute, with a value or without.
  package func has(_ name: String) -> Bool {
    guard var attribute = attributes else { return false }
    while let key = attribute[0] {
      if String(cString: key) == name { return true }
      attribute += 2
    }
    return false
  }

  /// The value of an attribute, in the small letters libxml2 gives its name.
  package func value(of name: String) -> String? {
    guard var attribute = attributes else { return nil }
    while let key = attribute[0] {
      if String(cString: key) == name { return attribute[1].map { String(cString: $0).streamSafe } }
      attribute += 2
    }
    return nil
  }
}

extension HTMLStartTag {
  /// Whether the tag is that of a picture in the size of letters: a custom emoji, or a smiley.
  package var isEmoji: Bool {
    guard name == "img", let classes = value(of: "class") else { return false }
    return classes.split(whereSeparator: \.isWhitespace).contains { Self.emojiClasses.contains($0) }
  }

  /// The name of the picture of an `img`; `nil` without any.
  ///
  /// Pages that load pictures late have a placeholder as the source, and the name in another attribute. Without a source,
  /// the first picture of a set counts.
  package var pictureName: String? {
    let source = value(of: "src").flatMap { $0.isEmpty ? nil : $0 }
    if let source, !source.hasPrefix("data:"), !has("data-src"), !has("data-lazy-src") {
      return source
    }
    let late = Self.lateNames.lazy.compactMap { value(of: $0) }.first { !$0.isEmpty }
    if let late { return late }
    let sets = ["data-srcset", "data-lazy-srcset", "srcset"].lazy.compactMap { value(of: $0) }
    return sets.compactMap { Self.firstName(ofSet: $0) }.first ?? source
  }

  private static let lateNames = [
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-orig-file",
  ]

  /// The first name of a set of pictures, such as `a.jpg 1x, b.jpg 2x`.
  private static func firstName(ofSet set: String) -> String? {
    let name = set.drop { $0.isWhitespace || $0 == "," }.prefix { !$0.isWhitespace }
    return name.isEmpty ? nil : String(name.last == "," ? name.dropLast() : name)
  }

  private static let emojiClasses: Set<Substring> = [
    "emoji", "custom-emoji", "emojione", "wp-smiley", "twemoji",
  ]

  /// Whether a browser lays out the element, and whether its text is visible if the tag says so.
  fileprivate var look: (isLaidOut: Bool, isVisible: Bool?) {
    guard attributes != nil else { return (true, nil) }
    // A style comes before the attribute.
    guard let style = value(of: "style"), style.utf8.count <= 4096 else {
      return (!has("hidden"), nil)
    }
    var isLaidOut: Bool?
    var isVisible: Bool?
    for declaration in style.lowercased().split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = declaration[..<colon].filter { !$0.isWhitespace }
      let value = declaration[declaration.index(after: colon)...].prefix { $0 != "!" }
        .filter { !$0.isWhitespace }
      guard !value.isEmpty else { continue }
      if name == "display" { isLaidOut = value != "none" }
      if name == "visibility" { isVisible = value != "hidden" && value != "collapse" }
    }
    return (isLaidOut ?? !has("hidden"), isVisible)
  }
}

/// Reads HTML as a stream of events, by libxml2's parser, without a tree and without the network.
///
/// Bounded on hostile input: libxml2 compares each end tag with all open elements, and each
/// attribute with all before it, so both are limited, and reading stops there.
package enum HTMLReader {
  /// The most elements open at a time; real documents stay far below.
  package static let maximumDepth = 256
  /// The most blanks and quotes in a tag, which bound the number of its attributes.
  package static let maximumTagSeparators = 512

  /// Reads `html`, well-formed UTF-8 without NUL, and hands each event to `receive`, which returns
  /// whether to go on.
  ///
  /// Elements that a browser does not lay out, by `hidden` or `display: none`, are left out with all that is in them, and
  /// so is text that `visibility: hidden` hides.
  ///
  /// - Returns: Whether all of it was read: neither a limit nor `receive` stopped it.
  /// - Complexity: O(bytes), by the two limits.
  package static func read(
    _ html: UnsafeBufferPointer<UInt8>, _ receive: (HTMLEvent) -> Bool
  ) -> Bool {
    let count = soundCount(html)
    guard count > 0 else { return html.isEmpty }
    return withoutActuallyEscaping(receive) { receive in
      let relay = HTMLRelay(receive)
      let isParsed = with(withoutSections, of: UnsafeBufferPointer(rebasing: html[..<count])) {
        with(withoutLongNames, of: $0) { parse($0, relay) }
      }
      return isParsed && !relay.isStopped && count == html.count
    }
  }

  /// Lends the HTML as `change` makes it, or as it is.
  private static func with(
    _ change: (UnsafeBufferPointer<UInt8>) -> [UInt8]?, of html: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    change(html)?.withUnsafeBufferPointer(body) ?? body(html)
  }

  /// The HTML in which `&` is escaped before a word that is too long for the name of an entity; `nil` without any.
  ///
  /// libxml2 2.9.14 loses the first hundred letters of such a name if its buffer moves meanwhile.
  ///
  /// - Complexity: O(bytes).
  private static func withoutLongNames(_ html: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var start = 0
    var index = 0
    while let sign = html[index...].firstIndex(of: UInt8(ascii: "&")) {
      index = sign + 1
      let name = html[index...].prefix(longestName + 1).prefix(while: isInName)
      guard name.count > longestName else { continue }
      result.append(contentsOf: html[start..<index])
      result.append(contentsOf: "amp;".utf8)
      start = index
    }
    guard start > 0 else { return nil }
    result.append(contentsOf: html[start...])
    return result
  }

  /// More bytes than the name of an entity has: the longest one of HTML 5 has 31.
  private static let longestName = 40

  /// Whether a byte may be one of a name of libxml2, as letters and some signs beyond ASCII are.
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  /// The HTML without sections such as `<![CDATA[…]]>` and `<![endif]>`, which are comments up to the first `>`, and
  /// text to libxml2; `nil` without any.
  ///
  /// - Complexity: O(bytes).
  private static func withoutSections(_ html: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (start, isChanged) = (0, false)
    var index = 0
    while let sign = html[index...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = html[sign...]
      index = sign + 1
      if rest.starts(with: "<!--".utf8) {
        index = end(of: "-->", in: html, from: sign + 4) ?? html.count
      } else if rest.starts(with: "<![".utf8) {
        index = rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? html.count
        // Within a script or a style, its end tag goes on as such.
        guard end(of: "</s", in: UnsafeBufferPointer(rebasing: html[..<index]), from: sign) == nil
        else { continue }
        result.append(contentsOf: html[start..<sign])
        (start, isChanged) = (index, true)
      }
    }
    guard isChanged else { return nil }
    result.append(contentsOf: html[start...])
    return result
  }

  /// The index after the first `text` from an index; `nil` without any.
  private static func end(
    of text: StaticString, in html: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var index = start
    while index < html.count, let found = html[index...].firstIndex(of: text[0]) {
      if html[found...].starts(with: text) { return found + text.count }
      index = found + 1
    }
    return nil
  }

  /// The character of HTML's entity `name`; `nil` if HTML has none of this name.
  package static func scalar(named name: String) -> UInt32? {
    guard let entity = htmlEntityLookup(name) else { return nil }
    return entity.pointee.value
  }

  private static func parse(_ html: UnsafeBufferPointer<UInt8>, _ relay: HTMLRelay) -> Bool {
    HTMLRelay.prepareLibrary
    guard let parser = htmlNewParserCtxt() else { return false }
    defer { htmlFreeParserCtxt(parser) }
    relay.parser = parser
    parser.pointee.sax.pointee = HTMLRelay.handler
    // The relay outlives the parser: the caller holds it until this function has returned.
    parser.pointee.userData = Unmanaged.passUnretained(relay).toOpaque()
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    return html.withMemoryRebound(to: CChar.self) { bytes in
      // There is no tree to return, so the result says nothing.
      _ = htmlCtxtReadMemory(
        parser, bytes.baseAddress, Int32(clamping: bytes.count), nil, "UTF-8",
        Int32(bitPattern: options))
      return true
    }
  }

  /// How many bytes come before the first tag with too many separators.
  private static func soundCount(_ html: UnsafeBufferPointer<UInt8>) -> Int {
    var tagStart: Int?
    var separators = 0
    for (index, byte) in html.enumerated() {
      switch byte {
      case UInt8(ascii: "<"):
        guard index + 1 < html.count, html[index + 1] | 0x20 >= UInt8(ascii: "a") else { continue }
        if tagStart == nil { (tagStart, separators) = (index, 0) }
      case UInt8(ascii: ">"):
        tagStart = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"), 0x09...0x0D, 0x20:
        separators += 1
        if separators > maximumTagSeparators, let tagStart { return tagStart }
      default: continue
      }
    }
    return html.count
  }
}

/// Hands libxml2's callbacks on to the receiver.
private final class HTMLRelay {
  private let receive: (HTMLEvent) -> Bool
  var parser: htmlParserCtxtPtr?
  private(set) var isStopped = false
  /// The number of open elements that are not laid out.
  private var hiddenDepth = 0
  /// The number of open elements around them.
  private var depth = 0
  /// Whether text is visible within the elements that say so, and the number of open elements around each.
  private var visibilities: [(depth: Int, isVisible: Bool)] = []

  init(_ receive: @escaping (HTMLEvent) -> Bool) { self.receive = receive }

  /// libxml2 sets itself up on first use, which two threads must not do at a time.
  static let prepareLibrary: Void = xmlInitParser()

  /// The callbacks for elements and text; comments, declarations and the rest are not heard.
  static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.startElement = { user, name, attributes in
      guard let user, let name else { return }
      HTMLRelay.at(user).start(HTMLStartTag(name: String(cString: name), attributes: attributes))
    }
    handler.endElement = { user, name in
      guard let user, let name else { return }
      HTMLRelay.at(user).end(String(cString: name))
    }
    handler.characters = { user, text, count in
      guard let user else { return }
      HTMLRelay.at(user).write(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    return handler
  }

  private static func at(_ user: UnsafeMutableRawPointer) -> HTMLRelay {
    Unmanaged<HTMLRelay>.fromOpaque(user).takeUnretainedValue()
  }

  private func start(_ tag: HTMLStartTag) {
    let look = tag.look
    if hiddenDepth > 0 || !look.isLaidOut {
      hiddenDepth += 1
    } else {
      if let isVisible = look.isVisible { visibilities.append((depth, isVisible)) }
      depth += 1
      // A picture that is not visible leaves its place empty.
      if tag.name != "img" || isVisible { send(.start(tag)) }
    }
    if let parser, parser.pointee.nameNr > HTMLReader.maximumDepth { stop() }
  }

  private func end(_ name: String) {
    guard hiddenDepth == 0 else { return hiddenDepth -= 1 }
    depth -= 1
    if name != "img" || isVisible { send(.end(name)) }
    if visibilities.last?.depth == depth { visibilities.removeLast() }
  }

  private func write(_ text: UnsafeBufferPointer<UInt8>) {
    if hiddenDepth == 0, isVisible { send(.text(text)) }
  }

  private var isVisible: Bool { visibilities.last?.isVisible ?? true }

  private func send(_ event: HTMLEvent) {
    if !isStopped, !receive(event) { stop() }
  }

  private func stop() {
    guard !isStopped else { return }
    isStopped = true
    xmlStopParser(parser)
  }
}
