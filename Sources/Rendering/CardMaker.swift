import GalleyCellRendering
import GalleyCells
import GalleyFiles
import GalleyHandles
import GalleyPrimitives

/// A card picture, and where it comes from.
struct CardPicture: Sendable {
  /// The origin of the bytes.
  enum Origin: Sendable {
    /// The row was drawn.
    case drawn
    /// The bytes are those of the picture cache.
    case copied
    /// The file was there, and stays.
    case existing
  }

  var bytes: [UInt8]
  var origin = Origin.drawn
  /// The hash of the bytes, for a manifest.
  var digest: ContentKey?
}

/// Makes card pictures on workers, and avoids to draw those that exist.
struct CardMaker: Sendable {
  /// The keys of pictures, if names, a manifest or a cache need them.
  let keys: PictureKeys?
  let cache: PictureCache?
  let skipsExisting: Bool
  let hasDigests: Bool

  init(_ names: PictureNames, _ bulk: BulkOptions, shop: CellShop) throws(BulkError) {
    let isKeyed = names.usesKey || bulk.manifest != nil || bulk.pictureCache != nil
    keys = isKeyed ? PictureKeys(shop) : nil
    var cache: PictureCache?
    if let path = bulk.pictureCache {
      cache = try PictureCache(path: path, byteLimit: bulk.pictureCacheByteLimit)
    }
    self.cache = cache
    skipsExisting = bulk.skipsExisting
    hasDigests = bulk.manifest != nil
  }

  /// Returns the content key of a row's picture; that of its cell if no picture needs one.
  func key(cell: ContentKey, content: CellContent) -> ContentKey {
    keys?.key(cell: cell, content: content) ?? cell
  }

  /// Returns the picture of a row with the file `name`.
  func picture(
    of row: MeasuredRow, key: ContentKey, name: String, with renderer: CellRenderer
  ) throws -> (picture: CardPicture, imageFailures: [RowWarning]) {
    var picture: CardPicture
    var warnings: [RowWarning] = []
    if skipsExisting, let bytes = existing(name) {
      picture = CardPicture(bytes: bytes, origin: .existing)
    } else if let cache {
      let content = renderer.shop.keys.bytes(of: row.content)
      if let bytes = cache.picture(for: key, content: content) {
        picture = CardPicture(bytes: bytes, origin: .copied)
      } else {
        picture = CardPicture(bytes: try renderer.picture(of: row))
        warnings = .about(renderer.takeImageFailures(), of: row.item)
        // A later run is to warn again, and an image that changes during the run has another key.
        if warnings.isEmpty, keys?.isCurrent(for: row.content) ?? true {
          cache.insert(picture.bytes, for: key, content: content)
        }
      }
    } else {
      picture = CardPicture(bytes: try renderer.picture(of: row))
      warnings = .about(renderer.takeImageFailures(), of: row.item)
    }
    if hasDigests {
      picture.digest = picture.bytes.withUnsafeBytes { ContentKey(hashing: $0) }
    }
    return (picture, warnings)
  }

  /// The bytes of the file `name`, if it has any; for a run without a manifest, which needs none, no bytes.
  private func existing(_ name: String) -> [UInt8]? {
    guard hasDigests else {
      return FileStamp(path: name).flatMap { $0.isRegular && $0.byteCount > 0 ? [] : nil }
    }
    return (try? readFile(name, byteLimit: .max)).flatMap { $0.isEmpty ? nil : $0 }
  }
}
