/// How often a JPEG's decoder goes over the picture: the scans that its markers announce.
///
/// - SeeAlso: ITU-T T.81, annex B.
struct JPEGScans: Hashable {
  /// How many scans there are.
  private(set) var count = 0
  /// How many components all scans have together: each is gone over once a scan.
  private(set) var componentCount = 0
  /// Whether the first scan has all there is, whatever follows.
  private(set) var isOne = false

  /// Counts the scans of `bytes`, a JPEG file.
  ///
  /// Markers are found as libjpeg finds them, so that no scan is hidden: a length below 2 is that of an
  /// empty segment, and a reserved marker has no segment.
  ///
  /// - Complexity: O(bytes); of a file whose first scan has all there is, O(bytes before it).
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { read($0) }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    /// How many components a frame has that needs no second scan of them.
    var sequentialCount: Int?
    var index = 2
    while let place = Self.marker(in: bytes, from: index) {
      let marker = bytes[place]
      index = place + 1
      switch marker {
      case 0x01...0xBF, 0xD0...0xD8: continue
      case 0xD9: return
      default: break
      }
      guard index + 2 <= bytes.count else { return }
      let length = max(2, Int(bytes[index]) << 8 | Int(bytes[index + 1]))
      guard index + length <= bytes.count else { return }
      switch marker {
      case 0xC0, 0xC1, 0xC9:
        if length >= 8 { sequentialCount = Int(bytes[index + 7]) }
      case 0xDA:
        let scanned = length >= 3 ? Int(bytes[index + 2]) : 0
        count += 1
        componentCount += scanned
        // The decoder takes such a scan for the only one.
        isOne = count == 1 && scanned == sequentialCount
        if isOne { return }
      default: break
      }
      index += length
    }
  }

  /// The place of the next marker's number.
  private static func marker(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      guard bytes[index] == 0xFF else {
        index += 1
        continue
      }
      while index < bytes.count, bytes[index] == 0xFF { index += 1 }
      // A zero says that the byte before it belongs to the scan.
      if index < bytes.count, bytes[index] != 0 { return index }
    }
    return nil
  }
}
