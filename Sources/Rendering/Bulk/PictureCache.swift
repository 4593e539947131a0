import GalleyFiles
import GalleyHandles
import GalleyPrimitives

/// Pictures by content key in a folder, which later runs and other machines copy.
///
/// A file has the content of its cell beside the picture, and a hit compares it: a feed cannot be made so that
/// one picture stands for another. A damaged file is no hit.
struct PictureCache: Sendable {
  private static let signature = Array("GalleyP1".utf8)

  private let folder: BoundedFolder

  init(path: String, byteLimit: Int) throws(BulkError) {
    do throws(FileError) { folder = try BoundedFolder(path: path, byteLimit: byteLimit) } catch {
      switch error {
      case .cannotCreate(_, let code), .writeFailed(_, let code):
        throw .unusableCache(path: path, errno: code)
      }
    }
  }

  /// Returns the picture of a key, if it is that of `content`.
  ///
  /// - Complexity: O(bytes).
  func picture(for key: ContentKey, content: [UInt8]) -> [UInt8]? {
    guard let bytes = folder.read("\(key)") else { return nil }
    let head = Self.head(content)
    guard bytes.starts(with: head), bytes.count > head.count + 16 else { return nil }
    let picture = Array(bytes[(head.count + 16)...])
    guard bytes[head.count..<head.count + 16].elementsEqual(Self.checksum(picture)) else {
      return nil
    }
    return picture
  }

  /// Adds the picture of a key.
  func insert(_ picture: [UInt8], for key: ContentKey, content: [UInt8]) {
    folder.add("\(key)", Self.head(content) + Self.checksum(picture) + picture)
  }

  private static func head(_ content: [UInt8]) -> [UInt8] {
    signature + withUnsafeBytes(of: UInt64(content.count).littleEndian) { Array($0) } + content
  }

  private static func checksum(_ picture: [UInt8]) -> [UInt8] {
    let digest = picture.withUnsafeBytes { ContentKey(hashing: $0) }
    return withUnsafeBytes(of: digest.high.littleEndian) { Array($0) }
      + withUnsafeBytes(of: digest.low.littleEndian) { Array($0) }
  }
}
