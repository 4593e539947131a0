package import GalleyFiles
public import GalleyPrimitives
internal import Glibc

/// The folder with all images that a feed may name.
///
/// A name cannot lead out of the folder, even by dots and links. Pipes and devices are refused at once.
public final class AssetFolder: Sendable {
  /// The most bytes that an image's file may have.
  public static let byteLimit = 8 << 20

  /// The most bytes that an image's name may have, the folders in it included.
  public static let nameByteLimit = 1023

  /// Where the folder is.
  public let path: String
  private let folder: ConfinedFolder
  // Each row asks for the sizes of its images, and rows share images.
  private let sizes = Monitor(
    BoundedCache<String, Result<ImageSize, ImageError>>(costLimit: AssetFolder.rememberedCount))

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
  /// The name is a path within the folder, with or without `.png`, `.jpg`, `.jpeg` or `.webp`.
  ///
  /// An answer is remembered, even if the file changes, as long as the name is asked for again before 4,096
  /// other names.
  ///
  /// - Throws: ``ImageError``.
  public func imageSize(named name: String) throws(ImageError) -> ImageSize {
    // A name that is refused as it stands is not remembered: it may be long.
    if let cause = Self.refusal(of: name) { throw ImageError(name: name, cause: cause) }
    if let known = sizes.withLock({ $0.value(for: name) }) { return try known.get() }
    let result = Result { () throws(ImageError) in
      let file = try file(named: name)
      let header = try ImageReader.header(of: file)
      return ImageSize(pixels: header.orientedSize, scale: file.scale)
    }
    sizes.withLock { $0.insert(result, for: name, cost: 1) }
    return try result.get()
  }

  /// The bytes of an image's file.
  package func file(named name: String) throws(ImageError) -> ImageFile {
    if let cause = Self.refusal(of: name) { throw ImageError(name: name, cause: cause) }
    // The first failure of a candidate that exists; a missing candidate says less.
    var failure = ImageError.Cause.notFound
    for (suffix, scale) in Self.candidates {
      switch read(name + suffix) {
      case .success(let bytes):
        let isDoubled = scale == 2 || Self.marksDoubleScale(name)
        return ImageFile(name: name, bytes: bytes, scale: isDoubled ? 2 : 1)
      case .failure(.notFound): continue
      // The name alone may still be short enough for the system.
      case .failure(.nameTooLong) where !suffix.isEmpty: continue
      case .failure(let cause):
        if failure == .notFound { failure = cause }
      }
    }
    throw ImageError(name: name, cause: failure)
  }

  /// The identity of the file that an image's name leads to; `nil` if no such file can be read.
  ///
  /// - Complexity: O(extensions) system calls; nothing is remembered.
  package func identity(of name: String) -> FileIdentity? {
    guard Self.refusal(of: name) == nil else { return nil }
    return Self.candidates.lazy
      .compactMap { self.folder.identity(of: name + $0.suffix, byteLimit: Self.byteLimit) }.first
  }

  /// Why a name cannot be that of an image, whatever the folder has.
  private static func refusal(of name: String) -> ImageError.Cause? {
    if name.utf8.isEmpty { return .emptyName }
    if name.utf8.count > nameByteLimit { return .nameTooLong(byteLimit: nameByteLimit) }
    if name.utf8.contains(0) { return .nulInName }
    return name.utf8.first == UInt8(ascii: "/") ? .outsideFolder : nil
  }

  private static let candidates: [(suffix: String, scale: Int)] =
    [("", 1)]
    + [1, 2].flatMap { scale in
      [".png", ".jpg", ".jpeg", ".webp"].map { ((scale == 2 ? "@2x" : "") + $0, scale) }
    }

  private static func marksDoubleScale(_ name: String) -> Bool {
    let stem = name.split(separator: "/").last?.split(separator: ".").first ?? ""
    return stem.hasSuffix("@2x")
  }

  private func read(_ name: String) -> Result<[UInt8], ImageError.Cause> {
    do throws(ReadFailure) {
      return .success(try folder.read(name, byteLimit: Self.byteLimit))
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
  package let scale: Int

  package init(name: String, bytes: [UInt8], scale: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.scale = scale
  }
}
