package import GalleyFiles
public import GalleyPrimitives
internal import Glibc

/// The folder with all images that a feed may name, and the limits of these and of images within the feed.
///
/// A name cannot lead out of the folder, even by dots and links. Pipes and devices are refused at once.
public final class AssetFolder: Sendable {
  /// The most bytes that an image's name may have, the folders in it included.
  public static let nameByteLimit = 1023

  /// Where the folder is; `nil` for none, so that only `data:` URIs are found.
  public let path: String?
  /// The limits above which an image counts as missing, each in its range.
  public let limits: ImageLimits
  private let folder: ConfinedFolder?
  // Each row asks for the sizes of its images, and rows share images.
  private let sizes = Monitor(
    BoundedCache<String, Result<ImageSize, ImageError>>(costLimit: AssetFolder.rememberedCount))

  // Read at the first URL, and then kept.
  private let index = Monitor(FetchedIndex?.none)

  /// The bytes at the start of a file that say the size of most images.
  private static let headByteCount = 64 << 10

  /// How many answers are remembered.
  private static let rememberedCount = 8192

  /// Opens the folder at `path`; `nil` for none.
  ///
  /// - Throws: ``ImageError`` with ``ImageError/Cause/noFolder(errno:)``.
  public init(path: String?, limits: ImageLimits = ImageLimits()) throws(ImageError) {
    do throws(ReadFailure) {
      folder = try path.map { path throws(ReadFailure) in try ConfinedFolder(path: path) }
    } catch {
      throw ImageError(name: path ?? "", cause: .noFolder(errno: Int(error.errno)))
    }
    self.path = path
    self.limits = limits.inRange
  }

  /// Images of `data:` URIs alone, within the largest limits.
  package init() {
    (path, limits, folder) = (nil, ImageLimits(), nil)
  }

  /// Whether an image of this name can be there.
  package func mayHave(_ name: String) -> Bool { folder != nil || EmbeddedImage.isEmbedded(name) }

  /// The size of an image by its file's header; its pixels are not decoded.
  ///
  /// The name is a path within the folder, with or without `.png`, `.jpg`, `.jpeg`, `.webp`, `.gif`, `.avif` or
  /// `.heic`; or a URL whose file `galley fetch` has brought into the folder; or a `data:` URI. A path that begins
  /// with `/` begins at the folder, and `%20` may stand for a blank, as `%` and two digits may for any byte.
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
      let image = try isEnough ? head : file(named: name)
      return ImageSize(pixels: try ImageReader.header(of: image).orientedSize, scale: image.scale)
    }
    // The error of a URI does not keep the URI itself.
    let kept = result.mapError { ImageError(name: key, cause: $0.cause) }
    sizes.withLock { $0.insert(kept, for: key, cost: 1) }
    return try result.get()
  }

  /// Whether the bytes of an image are in its name: a `data:` URI.
  package static func isEmbedded(_ name: String) -> Bool { EmbeddedImage.isEmbedded(name) }

  /// A name for caches, which is short for a `data:` URI.
  package static func key(of name: String) -> String {
    EmbeddedImage.isEmbedded(name) ? EmbeddedImage.key(of: name) : name
  }

  /// The bytes of an image's file, or of a `data:` URI.
  package func file(named name: String) throws(ImageError) -> ImageFile {
    try file(named: name, headCount: .max)
  }

  /// The file of an image, with at most so many of its bytes; a `data:` URI is whole.
  private func file(named name: String, headCount: Int) throws(ImageError) -> ImageFile {
    if EmbeddedImage.isEmbedded(name) {
      do throws(ImageError.Cause) {
        let bytes = try EmbeddedImage.bytes(of: name)
        guard bytes.count <= limits.maximumBytes else {
          throw ImageError.Cause.fileTooLarge(byteLimit: limits.maximumBytes)
        }
        return ImageFile(name: name, bytes: bytes, isEmbedded: true, limits: limits)
      } catch { throw ImageError(name: name, cause: error) }
    }
    if let cause = refusal(of: name) { throw ImageError(name: name, cause: cause) }
    if FetchedIndex.isURL(name) { return try fetchedFile(of: name, headCount) }
    // The first failure of a candidate that exists; a missing candidate says less.
    var failure = ImageError.Cause.notFound
    for (path, suffix, scale) in Self.candidates(of: name) {
      switch read(path + suffix, headCount) {
      case .success(let read):
        let isDoubled = scale == 2 || Self.marksDoubleScale(name)
        return ImageFile(
          name: name, bytes: read.bytes, byteCount: read.fileByteCount, scale: isDoubled ? 2 : 1,
          limits: limits)
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
    guard let folder, !EmbeddedImage.isEmbedded(name) else { return nil }
    if refusal(of: name) == nil, !FetchedIndex.isURL(name) {
      // A loop asks once for each: a lazy collection asks twice, and the file may vanish in between.
      for candidate in Self.candidates(of: name) {
        let own = folder.identity(
          of: candidate.path + candidate.suffix, byteLimit: limits.maximumBytes)
        if let own { return own }
      }
    }
    return fetchedName(of: name).flatMap {
      folder.identity(of: $0, byteLimit: limits.maximumBytes)
    }
  }

  /// The bytes that a fetch has brought from a URL.
  private func fetchedFile(of url: String, _ headCount: Int) throws(ImageError) -> ImageFile {
    guard let name = fetchedName(of: url) else { throw ImageError(name: url, cause: .notFetched) }
    switch read(name, headCount) {
    case .success(let read):
      return ImageFile(
        name: url, bytes: read.bytes, byteCount: read.fileByteCount, limits: limits)
    case .failure(.notFound): throw ImageError(name: url, cause: .notFetched)
    case .failure(let cause): throw ImageError(name: url, cause: cause)
    }
  }

  /// The name of the file in the folder that has the content of a URL.
  private func fetchedName(of url: String) -> String? {
    index.withLock { index in
      if index == nil {
        let bytes = try? folder?.read(
          FetchedIndex.fileName, byteLimit: FetchedIndex.byteLimit)
        index = FetchedIndex(bytes: bytes ?? [])
      }
      return index?.files[url]
    }
  }

  /// Why a name cannot be that of an image, whatever the folder has.
  private func refusal(of name: String) -> ImageError.Cause? {
    if EmbeddedImage.isEmbedded(name) { return nil }
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) { return .emptyName }
    if name.utf8.count > Self.nameByteLimit {
      return .nameTooLong(byteLimit: Self.nameByteLimit)
    }
    return name.utf8.contains(0) ? .nulInName : nil
  }

  private static let suffixes: [(suffix: String, scale: Int)] =
    [("", 1)]
    + [1, 2].flatMap { scale in
      [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".heic"].map {
        ((scale == 2 ? "@2x" : "") + $0, scale)
      }
    }

  /// The files in the folder that may have an image, in the order in which they are tried.
  private static func candidates(
    of name: String
  ) -> [(path: String, suffix: String, scale: Int)] {
    paths(of: name).flatMap { path in suffixes.map { (path, $0.suffix, $0.scale) } }
  }

  /// The paths in the folder that a name may mean: as it stands, and as the path of a URL, whose bytes may be written
  /// with `%`.
  private static func paths(of name: String) -> [String] {
    let path = String(name.drop { $0 == "/" })
    guard path.utf8.contains(UInt8(ascii: "%")),
      let bytes = try? EmbeddedImage.percentDecoded(Array(path.utf8)[...]),
      let decoded = String(validating: bytes, as: UTF8.self), decoded != path,
      !decoded.utf8.contains(0), decoded.utf8.first != UInt8(ascii: "/")
    else { return [path] }
    return [path, decoded]
  }

  private static func marksDoubleScale(_ name: String) -> Bool {
    let stem = name.split(separator: "/").last?.split(separator: ".").first ?? ""
    return stem.hasSuffix("@2x")
  }

  private func read(
    _ name: String, _ headCount: Int
  ) -> Result<(bytes: [UInt8], fileByteCount: Int), ImageError.Cause> {
    guard let folder else { return .failure(.notFound) }
    do throws(ReadFailure) {
      return .success(
        try folder.readHead(of: name, count: headCount, byteLimit: limits.maximumBytes))
    } catch {
      switch error.errno {
      case ENOENT, ENOTDIR: return .failure(.notFound)
      case EXDEV: return .failure(.outsideFolder)
      case ELOOP: return .failure(.symbolicLink)
      case ENAMETOOLONG: return .failure(.nameTooLong(byteLimit: Int(NAME_MAX)))
      case ENXIO, EISDIR, EINVAL: return .failure(.notRegularFile)
      case EFBIG: return .failure(.fileTooLarge(byteLimit: limits.maximumBytes))
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
  /// The limits by which its header is judged.
  package let limits: ImageLimits

  package init(
    name: String, bytes: [UInt8], byteCount: Int? = nil, scale: Int = 1, isEmbedded: Bool = false,
    limits: ImageLimits = ImageLimits()
  ) {
    self.name = name
    self.bytes = bytes
    self.byteCount = byteCount ?? bytes.count
    self.scale = scale
    self.isEmbedded = isEmbedded
    self.limits = limits
  }
}
