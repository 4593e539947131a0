package import GalleyCellRendering
import GalleyCells
import GalleyElements
import GalleyFiles
import GalleyFonts
import GalleyHandles
import GalleyImages
import GalleyLayout
import GalleyLibraryVersions
import GalleyPNG
package import GalleyPrimitives
import GalleyText

/// Makes the content keys of pictures: of all inputs of the bytes of a PNG.
///
/// These are the content key of the cell, the files of its images, the width, the scale, the profile, the
/// background, and the versions of fonts and libraries. Equal keys mean equal bytes, on every machine.
package struct PictureKeys: Sendable {
  /// The hash of all settings and versions, which those of a continued run and of all shards must have.
  package let settings: ContentKey
  /// The settings by name, each in a few words or as a hash.
  package let options: [String: String]
  /// The hash of the settings and versions that draw a content.
  private let pictureSettings: ContentKey
  /// The fonts of the run.
  package let fonts: ManifestHead.Fonts
  private let source: CellSource
  private let images = Monitor(
    BoundedCache<String, ContentKey?>(costLimit: PictureKeys.rememberedCount))

  private static let rememberedCount = 8192

  /// Makes the keys of pictures of `shop`.
  package init(_ shop: CellShop) {
    source = shop.source
    fonts = ManifestHead.Fonts(shop.library)
    var options = [
      "width": "\(shop.template.width)", "scale": "\(shop.template.scale)",
      "format": "\(shop.picture)", "profile": shop.profile.rawValue,
      "colors": "\(shop.colorType)", "background": "\(shop.background)",
    ]
    let versions =
      LibraryVersion.all.map { "\($0.name) \($0.version)" }
      + [ProgramVersion.text, fonts.fingerprint]
    pictureSettings = Self.hash(versions + Self.lines(options))
    options.merge(shop.contentSettings) { first, _ in first }
    settings = Self.hash(versions + Self.lines(options))
    self.options = options.mapValues { value in
      value.utf8.count > 48 ? String("\(Self.hash([value]))".prefix(8)) : value
    }
  }

  private static func lines(_ options: [String: String]) -> [String] {
    options.map { "\($0.key) \($0.value)" }.sorted()
  }

  /// Returns the content key of a row's picture.
  ///
  /// - Complexity: O(1), and O(bytes) of an image at its first use.
  func key(cell: ContentKey, content: CellContent) -> ContentKey {
    var halves = [pictureSettings.high, pictureSettings.low, cell.high, cell.low]
    for name in content.imageNames {
      guard let key = key(ofImage: name) else { continue }
      halves += [key.high, key.low]
    }
    for index in halves.indices { halves[index] = halves[index].littleEndian }
    return halves.withUnsafeBytes { ContentKey(hashing: $0) }
  }

  private func key(ofImage name: String) -> ContentKey? {
    // The key of the content has the bytes of such an image.
    guard !AssetFolder.isEmbedded(name) else { return nil }
    if let known = images.withLock({ $0.value(for: name) }) { return known }
    let key = currentKey(ofImage: name)
    images.withLock { $0.insert(key, for: name, cost: 1) }
    return key
  }

  private func currentKey(ofImage name: String) -> ContentKey? {
    guard !AssetFolder.isEmbedded(name) else { return nil }
    return (try? source.assets.file(named: name)).map { file in
      file.bytes.withUnsafeBytes { ContentKey(hashing: $0) }
    }
  }

  /// Whether the images of a cell are those of its key: none has changed since it was first read.
  ///
  /// - Complexity: O(bytes) of the images.
  func isCurrent(for content: CellContent) -> Bool {
    content.imageNames.allSatisfy { key(ofImage: $0) == currentKey(ofImage: $0) }
  }

  /// The hash of the names, the sizes and the table directories of font files.
  ///
  /// A table directory has a checksum of each table, so that font files need not be read as a whole. Folders
  /// do not count: they differ from machine to machine.
  fileprivate static func fingerprint(of paths: [String]) -> ContentKey {
    var words: [String] = []
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let stamp = FileStamp(path: path),
        let head = try? RandomAccessFile(path: path).bytes(at: 0, count: 4096)
      else { continue }
      let hash = head.withUnsafeBytes { ContentKey(hashing: $0) }
      words.append("\(name) \(stamp.byteCount) \(hash)")
    }
    return hash(words.sorted())
  }

  private static func hash(_ words: [String]) -> ContentKey {
    Array(words.joined(separator: "\n").utf8).withUnsafeBytes { ContentKey(hashing: $0) }
  }
}

extension ManifestHead.Fonts {
  /// The fonts of a library.
  ///
  /// - Complexity: O(fonts): the head of each font file is read.
  init(_ library: FontLibrary) {
    let paths = library.configuration.paths
    self.init(count: paths.count, fingerprint: "\(PictureKeys.fingerprint(of: paths))")
  }
}

extension CellContent {
  /// The names of the images among the assets that a cell shows, in drawing order.
  package var imageNames: [String] {
    switch self {
    case .card(let card):
      [card.avatar, card.image].compactMap { $0?.name }
        + card.furtherPictures.map(\.image.name) + card.inlineImages.map(\.name)
        + card.emojis.map(\.image.name)
    case .tree(let tree): tree.imageNames
    }
  }
}

extension ElementTree {
  fileprivate var imageNames: [String] {
    var names: [String] = []
    switch content {
    case .none, .constraints: break
    case .image(let image): names = [image.name]
    case .text(let text):
      names = text.text.runs.compactMap { run in
        guard case .image(let name)? = run.attributes.attachment?.content else { return nil }
        return name
      }
      names += text.html?.images.map(\.name) ?? []
    }
    for child in children { names += child.imageNames }
    return names
  }
}
