import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Collects the entries of RSS and Atom from the parts of a document.
///
/// Entries are found at any depth, and end at their own end tag, at the next entry, or at the end of
/// the feed. An end tag closes all elements within its own; one without an open element is passed.
/// Names are compared in small letters.
struct SyndicationReader {
  /// The text of a field that is being read.
  private struct Capture {
    var slot: SyndicationSlot
    /// The number of open elements around the field's own.
    var depth: Int
    var isXHTML: Bool
    /// The address to which those in the text are relative.
    var base: BaseAddress?
    /// The addresses of tags of the feed in the text.
    var addresses: [BaseAddresses.TagAddress] = []
    var text = SyndicationText()

    /// Makes addresses of a text whole.
    mutating func resolve(in bases: inout BaseAddresses, limit: Int) {
      switch slot.field {
      case .url, .image, .avatar:
        guard let base else { return }
        let text = String(decoding: text.bytes, as: UTF8.self)
        self.text.bytes = Array(bases.resolved(text, relativeTo: base).utf8)
      case .body where text.isHTML && (base != nil || !addresses.isEmpty):
        // XHTML has no tags in its text.
        text.bytes = bases.resolved(
          html: text.bytes, relativeTo: isXHTML ? nil : base, tags: addresses, limit: limit)
      default: return
      }
    }
  }

  private let maximumDepth: Int
  private let maximumBytes: Int
  /// The names of the open elements.
  private var open: [String] = []
  /// The number of open elements beyond the limit of depth.
  private var unnamedDepth = 0
  private var entry: SyndicationEntry?
  private var entryDepth = 0
  private var capture: Capture?
  /// The depth of the element whose content is ignored.
  private var ignoredDepth: Int?
  private var namespaces = XMLNamespaces()
  private var bases = BaseAddresses()
  /// Keeps the elements of entries, and those of the feed itself.
  private var recorder: ElementRecorder
  /// The properties of the feed, which its entries inherit.
  private var header = SyndicationEntry(offset: 0)
  /// The number of bytes of its elements, of which the last ones may not be kept.
  private var headerByteCount = 0

  init(limits: FeedLimits) {
    maximumDepth = limits.maximumDepth
    maximumBytes = limits.maximumHTMLBytes
    recorder = ElementRecorder(byteLimit: limits.keptMemberBytes)
  }

  /// The last entry, until the next one begins.
  var held: SyndicationEntry?

  /// Whether an entry is open.
  var isInEntry: Bool { entry != nil }

  /// Whether the element of the whole feed has ended: elements that are open behind it are none of the feed.
  private var hasEnded = false

  /// Whether a script behind the feed is open: its text may have tags.
  private var isInScript: Bool { hasEnded && open.contains("script") }

  /// The elements that a whole feed may be.
  private static let rootNames: Set = ["rss", "rdf:rdf", "rdf", "feed", "channel"]

  /// The entry that is open, or else the outermost open element of the feed.
  var missingEndTag: String? {
    isInEntry && entryDepth < open.count ? open[entryDepth] : hasEnded ? nil : open.first
  }

  /// The address of the feed itself.
  private(set) var feedURL: String?

  /// What the feed says of itself; entries without a language or an author have its own.
  var inherited: SyndicationEntry { fixed ?? header }

  /// What the whole feed says of itself, if another reader has found it.
  private var fixed: SyndicationEntry?

  /// Takes the head of the whole feed in place of the elements before each entry.
  mutating func fix(_ whole: SyndicationEntry) { fixed = whole }

  /// Takes the next part of the document, before `offset`, and returns the entry that it ends.
  mutating func take(_ token: XMLToken, before offset: Int) -> SyndicationEntry? {
    switch token {
    case .start(let given, let start):
      namespaces.declare(given)
      let name = namespaces.name(given.name)
      let isEntry = (name == "item" || name == "entry") && !isInScript
      let ended = isEntry ? end(at: start) : nil
      if isEntry { bases.beginEntry() }
      let tag = bases.opened(given, at: open.count + unnamedDepth)
      if isEntry {
        beginEntry(at: start, tag)
      } else if tag[SyndicationElement.derivedKey] != nil {
        pass(tag)
      } else {
        record(tag, name)
        begin(tag, name)
      }
      if !tag.isEmpty {
        push(name)
      } else if isEntry {
        return ended ?? end(at: offset)
      } else if capture?.depth == open.count {
        endCapture()
      }
      return ended
    case .end(let raw):
      let name = namespaces.name(raw)
      return pop(name, before: offset)
    case .text(let bytes, let isLiteral):
      bases.add(bytes: bytes.count)
      append(bytes, isLiteral: isLiteral)
      return nil
    }
  }

  /// What decides about the next part of the field that is being read.
  ///
  /// A copy of the field would copy its text at each part.
  private var captured: (slot: SyndicationSlot, depth: Int, isXHTML: Bool, isHTML: Bool)? {
    capture.map { ($0.slot, $0.depth, $0.isXHTML, $0.text.isHTML) }
  }

  /// The entry that the document ends in.
  mutating func end(at offset: Int) -> SyndicationEntry? {
    guard var ended = entry else { return nil }
    endCapture()
    ended = entry ?? ended
    ended.endOffset = offset
    ended.elements = recorder.take()
    entry = nil
    ignoredDepth = nil
    unnamedDepth = 0
    open.removeLast(max(open.count - entryDepth, 0))
    return ended
  }

  private mutating func beginEntry(at offset: Int, _ tag: XMLTag) {
    endCapture()
    ignoredDepth = nil
    endHeader()
    var entry = SyndicationEntry(offset: offset)
    if let language = tag["xml:lang"] { entry.take(language, as: SyndicationSlot(.language, 0)) }
    if let about = tag["rdf:about"] { entry.take(about, as: SyndicationSlot(.id, 1)) }
    self.entry = entry
    entryDepth = open.count
  }

  /// Keeps the elements of the feed that came before an entry.
  private mutating func endHeader() {
    for element in recorder.take() {
      headerByteCount += element.byteCount
      guard headerByteCount <= recorder.byteLimit else { return }
      header.elements.append(element)
    }
  }

  /// The entries are at an end; an entry that is open is ended before.
  mutating func finish() { endHeader() }

  /// Passes an element that a writer has made because the format requires it.
  private mutating func pass(_ tag: XMLTag) {
    if capture?.isXHTML == false { endCapture() }
    if !tag.isEmpty, ignoredDepth == nil { ignoredDepth = open.count }
  }

  /// Keeps a tag that begins no entry, with all that is in it, if it is an element of an entry or of the feed.
  private mutating func record(_ tag: XMLTag, _ name: String) {
    guard recorder.isUsed else { return }
    let isKept =
      ignoredDepth == nil && (entry != nil ? open.count == entryDepth + 1 : isInChannel)
    guard isKept || recorder.isOpen else { return }
    recorder.begin(
      SyndicationElement(bases.resolved(tag, isKept: true), key: name, namespaces),
      at: open.count + unnamedDepth,
      isEmpty: tag.isEmpty)
  }

  /// Takes a tag that begins no entry.
  private mutating func begin(_ tag: XMLTag, _ name: String) {
    guard ignoredDepth == nil else { return }
    if name == "channel" || name == "feed" { header.feedElement = header.feedElement ?? name }
    let slot = SyndicationSlot(element: name, parent: open.last)
    if let current = captured {
      // A field of RSS ends a text before it whose end tag is missing.
      let isNested = current.slot.field == .author && name == "name"
      // A link of HTML has its address in an attribute.
      let isOfHTML = Self.namesOfHTML.contains(name) && (name != "link" || !tag.attributes.isEmpty)
      let isNext = slot != nil && !current.isXHTML && !isOfHTML
      guard isNested || isNext else {
        appendMarkup(tag, name)
        return
      }
      if isNested { capture = nil } else { endCapture() }
    }
    let tag = bases.resolved(tag)
    if entry == nil {
      if let language = tag["xml:lang"] { header.take(language, as: SyndicationSlot(.language, 0)) }
    } else if open.count == entryDepth + 1 {
      entry?.note(tag.name)
    }
    entry?.take(tag, named: name, parent: open.last)
    if name == "guid" { entry?.hasPermalink = tag["isPermaLink"] != "false" }
    // Atom has the name of a category in an attribute.
    let isOfFeed = entry == nil && isInChannel
    if name == "category", let term = tag["label"] ?? tag["term"] {
      entry?.take(term, as: .tag)
      if isOfFeed { header.take(term, as: .tag) }
    }
    if name == "link", isOfFeed, tag["rel"] == "self", feedURL == nil { feedURL = tag["href"] }
    // The source of an entry of Atom has a title and authors of its own, and a content may be bytes in base64.
    let address = SyndicationSlot.address(of: tag, named: name, in: open.last)
    if let (slot, text) = address {
      entry?.take(text, as: slot)
      if isOfFeed { header.take(text, as: slot) }
    }
    if name == "source" || name == "content" && Self.isBinary(tag["type"]) {
      if !tag.isEmpty { ignoredDepth = open.count }
    } else if address == nil, let slot, isInChannel || entry != nil || isOfFeedAnywhere(slot) {
      // The picture of a feed's own element comes before that of a podcast.
      let isOwnPicture = entry == nil && slot.field == .image
      capture = Capture(
        slot: isOwnPicture ? SyndicationSlot(.image, 0) : slot, depth: open.count,
        isXHTML: tag["type"]?.lowercased() == "xhtml" || name == "xhtml:body", base: bases.current,
        text: SyndicationText(isHTML: isHTML(tag, name, slot)))
    }
  }

  /// Whether the content of a type is bytes in base64.
  ///
  /// - SeeAlso: RFC 4287, 4.1.3.3 "Processing Model".
  private static func isBinary(_ type: String?) -> Bool {
    guard let type = type?.lowercased().prefix(while: { $0 != ";" }), type.contains("/") else {
      return false
    }
    return !type.hasPrefix("text/") && !type.hasSuffix("xml") && !type.contains(bytes: "html")
  }

  /// Whether the feed has a part from an element that is no child of its own: some feeds have them beside the channel.
  private func isOfFeedAnywhere(_ slot: SyndicationSlot) -> Bool {
    slot.field == .language || slot.field == .author || slot.field == .image && open.last == "image"
  }

  /// Whether the parent of the next element is that of the feed's own properties.
  private var isInChannel: Bool { open.last == "channel" || open.last == "feed" }

  /// Whether the content of an element is HTML: the type of Atom and of Media RSS tells, and RSS has HTML.
  private func isHTML(_ tag: XMLTag, _ name: String, _ slot: SyndicationSlot) -> Bool {
    guard slot.field == .body || slot.field == .title else { return false }
    if let type = tag["type"] { return type.contains(anyCaseOf: "html") }
    if name == "media:description" || name == "media:title" { return false }
    return open.first != "feed" || name.contains(":")
  }

  /// The elements of HTML that have the name of a field.
  private static let namesOfHTML: Set<String> = [
    "title", "link", "summary", "content", "author", "id", "name", "language",
  ]

  private mutating func push(_ name: String) {
    guard open.count < maximumDepth else {
      unnamedDepth += 1
      entry?.isTooDeep = true
      return
    }
    open.append(name)
  }

  /// Closes the innermost element called `name` and all elements within it.
  private mutating func pop(_ name: String, before offset: Int) -> SyndicationEntry? {
    if unnamedDepth > 0, name != "item", name != "entry" {
      unnamedDepth -= 1
      return nil
    }
    guard let index = open.lastIndex(of: name) else { return nil }
    unnamedDepth = 0
    if let ignored = ignoredDepth, index <= ignored { ignoredDepth = nil }
    if let current = captured {
      if index <= current.depth {
        endCapture()
      } else if current.isHTML {
        append(raw: "</\(name)>")
      }
    }
    open.removeLast(open.count - index)
    if open.isEmpty, Self.rootNames.contains(name) { hasEnded = true }
    recorder.end(at: open.count)
    guard entry != nil, index <= entryDepth else { return nil }
    return end(at: offset)
  }

  private mutating func endCapture() {
    guard var ended = capture else { return }
    capture = nil
    if ended.base != nil, ended.slot.field == .url {
      let address = String(decoding: ended.text.bytes, as: UTF8.self).streamSafe.trimmingBlanks
      if entry != nil { entry?.relativeURL = address } else { header.relativeURL = address }
    }
    ended.resolve(in: &bases, limit: maximumBytes)
    ended.text.bytes.makeStreamSafe()
    if entry != nil {
      if ended.slot.field == .title, ended.depth > 0, ended.depth <= open.count,
        open[ended.depth - 1] == "media:content"
      {
        entry?.entitleLastMedium(ended.text)
      }
      entry?.take(ended.text, as: ended.slot)
    } else {
      header.take(ended.text, as: ended.slot)
    }
  }

  /// Adds text to the field that is being read.
  private mutating func append(_ bytes: [UInt8], isLiteral: Bool) {
    if recorder.isOpen { recorder.append(isLiteral ? bytes : XMLReferences.resolved(bytes)) }
    guard let current = captured, ignoredDepth == nil else { return }
    // A field of one line, such as an author, has no elements whose text counts.
    guard current.isHTML || open.count + unnamedDepth <= current.depth + 1 else { return }
    if current.isXHTML {
      // The references of XHTML are those of its HTML, which are resolved later.
      append(isLiteral ? bytes.flatMap(Self.reference) : bytes)
    } else {
      append(isLiteral ? bytes : XMLReferences.resolved(bytes))
    }
  }

  /// A byte of text in HTML.
  private static func reference(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case .lessThan: Array("&lt;".utf8)
    case UInt8(ascii: "&"): Array("&amp;".utf8)
    default: [byte]
    }
  }

  /// Adds an element within HTML as a tag.
  private mutating func appendMarkup(_ tag: XMLTag, _ name: String) {
    guard let start = capture?.text.bytes.count, capture?.text.isHTML == true else { return }
    var markup = Array("<\(name)".utf8)
    for attribute in tag.attributes.prefix(16) {
      markup += " \(attribute.name)=\"".utf8
      let value = attribute.value.xml.utf8
      let place = start + markup.count
      if capture?.slot.field == .body, BaseAddresses.hasAddress(attribute.name), !value.isEmpty,
        !BaseAddress.hasScheme(attribute.value), place + value.count <= maximumBytes,
        let base = bases.ofTag
      {
        capture?.addresses.append(
          BaseAddresses.TagAddress(range: place..<(place + value.count), base: base))
      }
      markup += value
      markup.append(.quote)
    }
    append(markup + [UInt8(ascii: ">")])
    if tag.isEmpty, !Self.emptyElements.contains(name) { append(raw: "</\(name)>") }
  }

  /// The elements of HTML that have no end tag.
  private static let emptyElements: Set<String> = ["br", "hr", "img", "wbr", "input", "source"]

  private mutating func append(raw text: String) { append(Array(text.utf8)) }

  private mutating func append(_ bytes: [UInt8]) {
    guard let count = capture?.text.bytes.count else { return }
    let room = maximumBytes - count
    capture?.text.bytes += bytes.prefix(max(room, 0))
    if bytes.count > room { capture?.text.isCut = true }
  }
}
