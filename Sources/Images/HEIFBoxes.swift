/// Reads the boxes and numbers of a part of an HEIF file in turn.
///
/// - SeeAlso: ISO/IEC 14496-12, 4.2.
struct HEIFBoxReader {
  /// A box: its type of four bytes, and the place of its content in the file.
  struct Box {
    var type: String
    var content: Range<Int>
  }

  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  /// Reads `part`, which lies within `bytes`.
  init(_ bytes: [UInt8], _ part: Range<Int>) {
    self.bytes = bytes
    index = part.lowerBound
    end = part.upperBound
  }

  /// How many bytes are left.
  var remaining: Int { end - index }

  /// The next `count` bytes as a number, the highest first.
  ///
  /// - Throws: If there are not so many, or the number exceeds that of an `Int`.
  mutating func number(_ count: Int) throws(ImageError.Cause) -> Int {
    guard count <= remaining else { throw .damaged("a box breaks off") }
    var value: UInt64 = 0
    for byte in bytes[index..<index + count] { value = value << 8 | UInt64(byte) }
    index += count
    guard let value = Int(exactly: value) else { throw .damaged("a number is too large") }
    return value
  }

  /// The next four bytes as text.
  mutating func type() throws(ImageError.Cause) -> String {
    guard remaining >= 4 else { throw .damaged("a box breaks off") }
    index += 4
    return String(decoding: bytes[index - 4..<index], as: UTF8.self)
  }

  /// The next `count` bytes.
  mutating func part(_ count: Int) throws(ImageError.Cause) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .damaged("a box breaks off") }
    index += count
    return bytes[index - count..<index]
  }

  mutating func skip(_ count: Int) throws(ImageError.Cause) {
    guard count <= remaining else { throw .damaged("a box breaks off") }
    index += count
  }

  /// The version and the flags of a box that has them.
  mutating func version() throws(ImageError.Cause) -> (version: Int, flags: Int) {
    (try number(1), try number(3))
  }

  /// The next box, of which the last one of a file itself (`isFile`) may be cut off; `nil` at the end.
  mutating func box(isFile: Bool = false) throws(ImageError.Cause) -> Box? {
    guard remaining > 0 else { return nil }
    if isFile, remaining < 8 { return nil }
    let start = index
    var size = try number(4)
    let type = try type()
    if size == 1 { size = try number(8) }
    // A type of this name is followed by its own 16 bytes, in each table: libheif goes by that too.
    if type == "uuid" { try skip(16) }
    if size == 0 { size = end - start }
    guard size >= index - start, isFile || size <= end - start else {
      throw .damaged("a box has a wrong size")
    }
    let content = index..<start + min(size, end - start)
    index = content.upperBound
    return Box(type: type, content: content)
  }
}
