/// The name and the size of a file in a tar archive, in the format ustar of POSIX.1-1988.
///
/// The other fields are those of all entries: an ordinary file with the permissions 0644, of the user and the
/// group 0, changed at the time 0. So equal files make equal archives.
package struct TarEntry: Hashable, Sendable {
  /// The bytes of a block; headers and contents fill whole blocks.
  package static let blockSize = 512
  /// The two empty blocks that end an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * blockSize)
  /// The largest content: eleven octal digits.
  static let byteCountLimit = (1 << 33) - 1

  /// The path in the archive.
  package let name: String
  /// The bytes of the content.
  package let byteCount: Int

  /// Makes an entry.
  ///
  /// - Throws: ``TarError`` for a name or a content that the format cannot hold.
  package init(name: String, byteCount: Int) throws(TarError) {
    self.name = name
    self.byteCount = byteCount
    guard byteCount <= Self.byteCountLimit else {
      throw .tooLarge(name: name, byteCount: byteCount)
    }
    guard Self.isInside(name) else { throw .nameOutside(name) }
    guard Self.parts(of: name) != nil else { throw .nameTooLong(name) }
  }

  /// Whether a file of this name is written inside the folder into which an archive is unpacked.
  package static func isInside(_ name: String) -> Bool {
    // By bytes: a slash with a mark on it is another character for Swift.
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // A name that ends in a slash or a dot is that of a folder.
    let isFolder = !name.isEmpty && (parts.last == "" || parts.last == ".")
    return name.utf8.first != UInt8(ascii: "/") && !parts.contains("..") && !isFolder
  }

  /// The header block, the content, and the zeros that fill its last block.
  package var storedByteCount: Int {
    Self.blockSize + (byteCount + Self.blockSize - 1) / Self.blockSize * Self.blockSize
  }

  /// The bytes of the header block.
  package var header: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, at offset: Int) {
      var place = offset
      for byte in text.utf8 {
        block[place] = byte
        place += 1
      }
    }
    let (prefix, rest) = Self.parts(of: name) ?? ("", "")
    put(rest, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(Self.octal(byteCount, digits: 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put("0000000", at: 329)
    put("0000000", at: 337)
    put(prefix, at: 345)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(Self.octal(sum, digits: 6) + "\u{0} ", at: 148)
    return block
  }

  /// The two fields of a name: at most 100 bytes after a slash, at most 155 before it.
  private static func parts(of name: String) -> (prefix: String, name: String)? {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    if bytes.count <= 100 { return ("", name) }
    let slash = UInt8(ascii: "/")
    for index in bytes.indices where bytes[index] == slash && index > 0 && index <= 155 {
      let rest = bytes[(index + 1)...]
      guard rest.count <= 100 else { continue }
      guard !rest.isEmpty else { return nil }
      return (
        String(decoding: bytes[..<index], as: UTF8.self), String(decoding: rest, as: UTF8.self)
      )
    }
    return nil
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Why a file cannot be in an archive.
package enum TarError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name has more than 100 bytes, and no slash divides it into at most 155 and at most 100.
  case nameTooLong(String)
  /// The name leads out of the folder into which the archive is unpacked.
  case nameOutside(String)
  /// The content has 8 GiB or more.
  case tooLarge(name: String, byteCount: Int)

  /// One line with the name.
  package var description: String {
    switch self {
    case .nameTooLong(let name):
      "the name \(name) is too long for an archive: 100 bytes, and 155 for the folders before it"
    case .nameOutside(let name):
      "the name \(name) is no file in an archive: it begins with /, has .. as a folder, or ends in / or a dot"
    case .tooLarge(let name, let byteCount):
      "\(name) has \(byteCount) bytes; a file in an archive has less than 8 GiB"
    }
  }
}
