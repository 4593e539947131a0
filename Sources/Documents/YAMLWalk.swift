internal import CYaml
import GalleyPrimitives
import Glibc

/// What a text of YAML has that may take Yams more than linear time or memory.
package enum YAMLExcess: Hashable, Sendable {
  /// A list, an object, an alias, or a text with a long row of combining marks is a name: ``StreamSafeText``.
  case name
  /// A name has more bytes than the limit.
  case nameBytes
  /// More lists and objects within each other than the limit.
  case depth
  /// More aliases than the limit.
  case aliases
  /// More bytes of tags than the limit; a text may define long prefixes of them.
  case tags
}

/// A walk over the events of YAML, before Yams makes nodes of them.
///
/// Yams looks for equal names in each object, and sorts those that it finds. Names that are lists or objects take it the product
/// of their levels and their length, or two to the power of their levels. The events are those of the parser in Yams.
package struct YAMLWalk {
  /// The most bytes of all tags.
  private static let tagLimit = 1 << 20

  private enum Place {
    case element, name, value
  }

  private let depthLimit: Int
  private let aliasLimit: Int
  private let nameLimit: Int
  /// The place of the next node in each list and object that is open.
  private var places: [Place] = []
  private var aliasCount = 0
  private var tagByteCount = 0

  /// Returns the first excess of a text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - depthLimit: The most lists and objects within each other.
  ///   - aliasLimit: The most aliases.
  ///   - nameLimit: The most bytes of a name.
  /// - Returns: The excess; `nil` if there is none before the text's end, or before a fault, which Yams finds too.
  /// - Complexity: O(bytes × `depthLimit`).
  package static func firstExcess(
    of yaml: String, depthLimit: Int, aliasLimit: Int, nameLimit: Int = .max
  ) -> YAMLExcess? {
    var walk = YAMLWalk(depthLimit: depthLimit, aliasLimit: aliasLimit, nameLimit: nameLimit)
    var parser = yaml_parser_t()
    var yaml = yaml
    // The parser keeps its own address.
    return withUnsafeMutablePointer(to: &parser) { parser in
      guard yaml_parser_initialize(parser) == 1 else { return .depth }
      defer { yaml_parser_delete(parser) }
      return yaml.withUTF8 { bytes in
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        return walk.firstExcess(of: parser)
      }
    }
  }

  private init(depthLimit: Int, aliasLimit: Int, nameLimit: Int) {
    self.depthLimit = depthLimit
    self.aliasLimit = aliasLimit
    self.nameLimit = nameLimit
  }

  private mutating func firstExcess(of parser: UnsafeMutablePointer<yaml_parser_t>) -> YAMLExcess? {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { return nil }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { return nil }
      if let excess = excess(of: event) { return excess }
    }
  }

  /// The excess at an event, in its turn.
  private mutating func excess(of event: yaml_event_t) -> YAMLExcess? {
    let isName = places.last == .name
    switch event.type {
    case YAML_SCALAR_EVENT:
      endNode()
      let scalar = event.data.scalar
      if isName {
        if scalar.length > nameLimit { return .nameBytes }
        // A comparison of names sorts rows of marks.
        let name = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        guard StreamSafeText.isSafe(name) else { return .name }
      }
      return count(scalar.tag)
    case YAML_ALIAS_EVENT:
      endNode()
      aliasCount += 1
      return isName ? .name : aliasCount > aliasLimit ? .aliases : nil
    case YAML_SEQUENCE_START_EVENT:
      places.append(.element)
      return isName ? .name : count(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      places.append(.name)
      return isName ? .name : count(event.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      places.removeLast()
      endNode()
      return nil
    default: return nil
    }
  }

  private mutating func endNode() {
    switch places.popLast() {
    case .element?: places.append(.element)
    case .name?: places.append(.value)
    case .value?: places.append(.name)
    case nil: return
    }
  }

  private mutating func count(_ tag: UnsafePointer<yaml_char_t>?) -> YAMLExcess? {
    if let tag { tagByteCount += strlen(UnsafeRawPointer(tag).assumingMemoryBound(to: CChar.self)) }
    if places.count > depthLimit { return .depth }
    return tagByteCount > Self.tagLimit ? .tags : nil
  }
}
