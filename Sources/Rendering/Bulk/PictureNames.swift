import GalleyHandles
public import GalleyPrimitives

/// The names of card pictures: a path with placeholders for the properties of a row.
///
/// `{index}` is the row's index in the feed, and `{index:06}` has at least six digits. `{id}` is the item's
/// identifier, written with letters, digits, `-`, `_` and `%` only. `{hash}` is the content key in 32
/// hexadecimal digits, and `{hash:2}` its first two, for folders. A path has at least one of `{index}`, `{id}`
/// and the whole `{hash}`, so that different pictures have different names.
public struct PictureNames: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case index(digits: Int)
    case id
    case hash(digits: Int)
  }

  /// The text of the pattern.
  public let text: String
  private let pieces: [Piece]

  /// Makes the names of the pattern `text`; `nil` if it has none of the placeholders that are needed, or other
  /// braces.
  public init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"),
        let piece = Self.piece(rest[rest.index(after: open)..<close])
      else { return nil }
      pieces += [.text(String(rest[..<open])), piece]
      rest = rest[rest.index(after: close)...]
    }
    pieces.append(.text(String(rest)))
    let isDistinct = pieces.contains { piece in
      switch piece {
      case .index, .id, .hash(digits: 32): true
      case .text, .hash: false
      }
    }
    let hasBraces = pieces.contains { piece in
      if case .text(let text) = piece { text.contains("}") } else { false }
    }
    guard isDistinct, !hasBraces else { return nil }
    self.text = text
    self.pieces = pieces
  }

  private static func piece(_ text: Substring) -> Piece? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count > 1 ? Int(parts[1]) : nil
    guard parts.count == 1 || digits != nil && parts[1].allSatisfy(\.isNumber) else { return nil }
    switch parts[0] {
    case "index": return (digits ?? 0) <= 20 ? .index(digits: digits ?? 0) : nil
    case "id": return digits == nil ? .id : nil
    case "hash": return 1...32 ~= digits ?? 32 ? .hash(digits: digits ?? 32) : nil
    default: return nil
    }
  }

  /// Whether names contain a part of the content key.
  var usesKey: Bool {
    pieces.contains { piece in
      if case .hash = piece { true } else { false }
    }
  }

  /// Whether equal pictures have one name: the whole key is in it, and nothing else of a row.
  var areByContent: Bool {
    pieces.contains(.hash(digits: 32))
      && pieces.allSatisfy { piece in
        switch piece {
        case .text, .hash: true
        case .index, .id: false
        }
      }
  }

  /// Whether different rows may have one name: names of identifiers, which a feed may repeat.
  ///
  /// An index does not help, since an identifier beside it may end in digits: `a1` and 2 are as `a` and 12.
  package var mayCollide: Bool {
    pieces.contains(.id) && !pieces.contains(.hash(digits: 32))
  }

  /// The file of a row.
  ///
  /// - Parameters:
  ///   - index: The row's index in the feed.
  ///   - id: The item's identifier in the feed.
  ///   - key: The content key of its picture.
  /// - Returns: The path.
  public func path(index: Int, id: String?, key: ContentKey) -> String {
    var path = ""
    for piece in pieces {
      switch piece {
      case .text(let text): path += text
      case .index(let digits):
        let number = String(index)
        path += String(repeating: "0", count: max(0, digits - number.count)) + number
      case .id: path += Self.name(ofID: id, index: index)
      case .hash(let digits): path += String(key.description.prefix(digits))
      }
    }
    return path
  }

  /// The most bytes of an identifier in a name.
  private static let idByteLimit = 64

  /// An identifier in letters, digits and the signs `-`, `_`, `%`; different identifiers have different names.
  ///
  /// Other bytes are written as `%` and two digits. Of a long identifier, the start and a hash remain, joined
  /// by `~`; a missing one is `~` and the row's index.
  private static func name(ofID id: String?, index: Int) -> String {
    guard let id, !id.isEmpty else { return "~\(index)" }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    guard bytes.count > idByteLimit else { return String(decoding: bytes, as: UTF8.self) }
    let hash = Array(id.utf8).withUnsafeBytes { ContentKey(hashing: $0) }
    return String(decoding: bytes.prefix(idByteLimit - 33), as: UTF8.self) + "~\(hash)"
  }

  /// The name of a further row with the name `path`: `~2` before the extension.
  static func numbered(_ path: String, _ number: Int) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let end = path[name...].lastIndex(of: ".") ?? path.endIndex
    return path[..<end] + "~\(number)" + path[end...]
  }
}
