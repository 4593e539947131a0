internal import CXML2

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
      if String(cString: key) == name { return attribute[1].map { String(cString: $0) } }
      attribute += 2
    }
    return nil
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
  /// - Returns: Whether all of it was read: neither a limit nor `receive` stopped it.
  /// - Complexity: O(bytes), by the two limits.
  package static func read(
    _ html: UnsafeBufferPointer<UInt8>, _ receive: (HTMLEvent) -> Bool
  ) -> Bool {
    let count = soundCount(html)
    guard count > 0 else { return html.isEmpty }
    return withoutActuallyEscaping(receive) { receive in
      let relay = HTMLRelay(receive)
      return parse(UnsafeBufferPointer(rebasing: html[..<count]), relay)
        && !relay.isStopped && count == html.count
    }
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
      HTMLRelay.at(user).send(.end(String(cString: name)))
    }
    handler.characters = { user, text, count in
      guard let user else { return }
      HTMLRelay.at(user).send(.text(UnsafeBufferPointer(start: text, count: Int(count))))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    return handler
  }

  private static func at(_ user: UnsafeMutableRawPointer) -> HTMLRelay {
    Unmanaged<HTMLRelay>.fromOpaque(user).takeUnretainedValue()
  }

  private func start(_ tag: HTMLStartTag) {
    send(.start(tag))
    if let parser, parser.pointee.nameNr > HTMLReader.maximumDepth { stop() }
  }

  private func send(_ event: HTMLEvent) {
    if !isStopped, !receive(event) { stop() }
  }

  private func stop() {
    guard !isStopped else { return }
    isStopped = true
    xmlStopParser(parser)
  }
}
