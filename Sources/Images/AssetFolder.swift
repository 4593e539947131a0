package import GalleyFiles
public import GalleyPrimitives
internal import Glibc

/// The folder with all images that a feed may name.
///
/// A name cannot lead out of the folder, even by dots and links. Pipes and devices are refused at once.
public final class AssetFolder: Sendable {
  /// The most bytes that an image's file may have.
  public static let byteLimit = 64 << 20

  /// The most bytes that an image's name may have, the folders in it included.
  public static let nameByteLimit = 1023

  /// Where the folder is.
  public let path: String
  private let folder: ConfinedFolder
  // Each row asks for the sizes of its images, and rows share images.
  private let sizes = Monitor(
    BoundedCache<String, Result<ImageSize, ImageError>>(costLimit: AssetFolder.rememberedCount))

  // Read at the first URL, and then kept.
  private let index = Monitor(FetchedIndex?.none)

  /// The bytes at the start of a file that say the size of most images.
  private static let headByteCount = 64 << 10

  /// How many answers are remembered.
  private static let rememberedCount = 8192

  /// Opens the folder at `path`.
  ///
  /// - Throws: ``ImageError`` with ``ImageError/Cause/noFolder(errno:)``.
  public init(path: String) throws(ImageError) {
    do throws(ReadFailure) { folder = try ConfinedFolder(path: path) } catch {
      throw ImageError(name: path, cause: .noFolder(errno: Int(error.errno)))
    }
    self.path = path
  }

  /// The size of an image by its file's header; its pixels are not decoded.
  ///
  /// The name is a path within the folder, with or without `.png`, `.jpg`, `.jpeg`, `.webp`, `.gif`, `.avif` or
  /// `.heic`; or a URL whose file `galley fetch` has brought into the folder; or a `data:` URI.
  ///
  /// An answer is remembered, even if the file changes, as long as the name is asked for again before 4,096
  /// other names.
  ///
  /// - Throws: ``ImageError``.
  public func imageSize(named name: String) throws(ImageError) -> ImageSize {
    // A name that is refused as it stands is not remembered: it may be long.
    if let cause = refusal(of: name) { throw ImageError(name: name, cause: cause) }
    let key = Self.key(of: name)
    if let known = sizes.withLock({ $0.value(for: key) }) {
      do throws(ImageError) { return try known.get() } catch {
        throw ImageError(name: name, cause: error.cause)
      }
    }
    let result = Result { () throws(ImageError) in
      // A large file is read as a whole only if its head does not say enough.
      let head = try file(named: name, headCount: Self.headByteCount)
      let isEnough = head.bytes.count == head.byteCount || ImageReader.isDecided(byHead: head.bytes)
      return try Self.size(of: isEnough ? head : file(named: name))
    }
    // The error of a URI does not keep the URI itself.
    let kept = result.mapError { ImageError(name: key, cause: $0.cause) }
    sizes.withLock { $0.insert(kept, for: key, cost: 1) }
    return try result.get()
  }

  /// The size of an image that is found in a folder or, for a `data:` URI, without one.
  ///
  /// - Throws: ``ImageError``.
  package static func imageSize(
    named name: String, in folder: AssetFolder?
  ) throws(ImageError) -> ImageSize {
    if let folder { return try folder.imageSize(named: name) }
    return try size(of: file(named: name, in: nil))
  }

  private static func size(of file: ImageFile) throws(ImageError) -> ImageSize {
    ImageSize(pixels: try ImageReader.header(of: file).orientedSize, scale: file.scale)
  }

  /// The bytes of an image that is found in a folder or, for a `data:` URI, without one.
  ///
  /// - Throws: ``ImageError``.
  package static func file(
    named name: String, in folder: AssetFolder?
  ) throws(ImageError) -> ImageFile {
    if EmbeddedImage.isEmbedded(name) {
      do throws(ImageError.Cause) {
        return ImageFile(
          name: name, bytes: try EmbeddedImage.bytes(of: name), isEmbedded: true)
      } catch { throw ImageError(name: name, cause: error) }
    }
    guard let folder else { throw ImageError(name: name, cause: .notFound) }
    return try folder.file(named: name)
  }

  /// Whether the bytes of an image are in its name: a `data:` URI.
  package static func isEmbedded(_ name: String) -> Bool { EmbeddedImage.isEmbedded(name) }

  /// A name for caches, which is short for a `data:` URI.
  package static func key(of name: String) -> String {
    EmbeddedImage.isEmbedded(name) ? EmbeddedImage.key(of: name) : name
  }

  /// The bytes of an image's file.
  package func file(named name: String) throws(ImageError) -> ImageFile {
    try file(named: name, headCount: .max)
  }

  /// The file of an image, with at most so many of its bytes.
  private func file(named name: String, headCount: Int) throws(ImageError) -> ImageFile {
    if EmbeddedImage.isEmbedded(name) { return try Self.file(named: name, in: nil) }
    if let cause = refusal(of: name) { throw ImageError(name: name, cause: cause) }
    if FetchedIndex.isURL(name) || Self.refusal(of: name) != nil {
      return try fetchedFile(of: name, headCount)
    }
    // The first failure of a candidate that exists; a missing candidate says less.
    var failure = ImageError.Cause.notFound
    for (suffix, scale) in Self.candidates {
      switch read(name + suffix, headCount) {
      case .success(let read):
        let isDoubled = scale == 2 || Self.marksDoubleScale(name)
        return ImageFile(
          name: name, bytes: read.bytes, byteCount: read.fileByteCount, scale: isDoubled ? 2 : 1)
      case .failure(.notFound): continue
      // The name alone may still be short enough for the system.
      case .failure(.nameTooLong) where !suffix.isEmpty: continue
      case .failure(let cause):
        if failure == .notFound { failure = cause }
      }
    }
    if fetchedName(of: name) != nil { return try fetchedFile(of: name, headCount) }
    throw ImageError(name: name, cause: failure)
  }

  /// The identity of the file that an image's name leads to; `nil` if no such file can be read.
  ///
  /// - Complexity: O(extensions) system calls; nothing is remembered.
  package func identity(of name: String) -> FileIdentity? {
    guard !EmbeddedImage.isEmbedded(name) else { return nil }
    if Self.refusal(of: name) == nil, !FetchedIndex.isURL(name) {
      // A loop asks once for each: a lazy collection asks twice, and the file may vanish in between.
      for candidate in Self.candidates {
        let own = folder.identity(of: name + candidate.suffix, byteLimit: Self.byteLimit)
        if let own { return own }
      }
    }
    return fetchedName(of: name).flatMap { folder.identity(of: $0, byteLimit: Self.byteLimit) }
  }

  /// The bytes that a fetch has brought from a URL.
  private func fetchedFile(of url: String, _ headCount: Int) throws(ImageError) -> ImageFile {
    guard let name = fetchedName(of: url) else { throw ImageError(name: url, cause: .notFetched) }
    switch read(name, headCount) {
    case .success(let read):
      return ImageFile(name: url, bytes: read.bytes, byteCount: read.fileByteCount)
    case .failure(.notFound): throw ImageError(name: url, cause: .notFetched)
    case .failure(let cause): throw ImageError(name: url, cause: cause)
    }
  }

  /// The name of the file in the folder that has the content of a URL.
  private func fetchedName(of url: String) -> String? {
    index.withLock { index in
      if index == nil {
        let bytes = try? folder.read(
          FetchedIndex.fileName, byteLimit: FetchedIndex.byteLimit)
        index = FetchedIndex(bytes: bytes ?? [])
      }
      return index?.files[url]
    }
  }

  /// Why a name cannot be that of an image; `nil` for `/a.png` if a fetch has brought it from the address of its feed.
  private func refusal(of name: String) -> ImageError.Cause? {
    guard let cause = Self.refusal(of: name) else { return nil }
    return cause == .outsideFolder && fetchedName(of: name) != nil ? nil : cause
  }

  /// Why a name cannot be that of an image, whatever the folder has.
  private static func refusal(of name: String) -> ImageError.Cause? {
    if EmbeddedImage.isEmbedded(name) { return nil }
    if name.utf8.isEmpty { return .emptyName }
    if name.utf8.count > nameByteLimit { return .nameTooLong(byteLimit: nameByteLimit) }
    if name.utf8.contains(0) { return .nulInName }
    return name.utf8.first == UInt8(ascii: "/") ? .outsideFolder : nil
  }

  private static let candidates: [(suffix: String, scale: Int)] =
    [("", 1)]
    + [1, 2].flatMap { scale in
      [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".heic"].map {
        ((scale == 2 ? "@2x" : "") + $0, scale)
      }
    }

  private static func marksDoubleScale(_ name: String) -> Bool {
    let stem = name.split(separator: "/").last?.split(separator: ".").first ?? ""
    return stem.hasSuffix("@2x")
  }

  private func read(
    _ name: String, _ headCount: Int
  ) -> Result<(bytes: [UInt8], fileByteCount: Int), ImageError.Cause> {
    do throws(ReadFailure) {
      return .success(
        try folder.readHead(of: name, count: headCount, byteLimit: Self.byteLimit))
    } catch {
      switch error.errno {
      case ENOENT, ENOTDIR: return .failure(.notFound)
      case EXDEV: return .failure(.outsideFolder)
      case ELOOP: return .failure(.symbolicLink)
      case ENAMETOOLONG: return .failure(.nameTooLong(byteLimit: Int(NAME_MAX)))
      case ENXIO, EISDIR, EINVAL: return .failure(.notRegularFile)
      case EFBIG: return .failure(.fileTooLarge(byteLimit: Self.byteLimit))
      case let number: return .failure(.unreadable(errno: Int(number)))
      }
    }
  }
}

/// The size of an image.
public struct ImageSize: Hashable, Sendable {
  /// The size as shown, in pixels of the image.
  public let pixels: PixelSize
  /// Image pixels per layout unit: 2 if the name ends in `@2x`, else 1.
  public let scale: Int

  /// The natural extent, in layout units.
  public var size: Size {
    Size(
      width: Double(pixels.width) / Double(scale), height: Double(pixels.height) / Double(scale))
  }
}

/// The bytes of an image's file.
package struct ImageFile {
  package let name: String
  package let bytes: [UInt8]
  /// The number of bytes of the file, of which ``bytes`` may be the first ones.
  package let byteCount: Int
  package let scale: Int
  /// Whether the bytes come from a feed, in a `data:` URI.
  package let isEmbedded: Bool

  package init(
    name: String, bytes: [UInt8], byteCount: Int? = nil, scale: Int = 1, isEmbedded: Bool = false
  ) {
    self.name = name
    self.bytes = bytes
    self.byteCount = byteCount ?? bytes.count
    self.scale = scale
    self.isEmbedded = isEmbedded
  }
}
