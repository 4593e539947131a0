internal import CLinux
public import GalleyPrimitives
internal import Glibc

/// The folder that images come from, and the only place that they come from.
///
/// A name cannot lead out of it, by whatever dots or links: the kernel resolves it beneath the
/// folder. Pipes and devices are refused without waiting for them.
///
/// - SeeAlso: openat2(2), `RESOLVE_BENEATH`.
public final class AssetFolder: Sendable {
  /// The most bytes that an image's file may have.
  public static let byteLimit = 8 << 20

  /// The most bytes that an image's name may have, the folders in it included.
  public static let nameByteLimit = 1023

  /// Where the folder is.
  public let path: String
  private let descriptor: Int32
  // Sizes are asked for once a row, and rows share images.
  private let sizes = Monitor(
    BoundedCache<String, Result<ImageSize, ImageError>>(costLimit: AssetFolder.rememberedCount))

  /// How many answers are remembered.
  private static let rememberedCount = 8192

  /// Opens the folder at `path`.
  ///
  /// - Throws: ``ImageError`` with ``ImageError/Cause/unreadable(errno:)``.
  public init(path: String) throws(ImageError) {
    let descriptor = galley_open_folder(path)
    guard descriptor >= 0 else {
      throw ImageError(name: path, cause: .unreadable(errno: Int(-descriptor)))
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The size of an image by its file's header; its pixels are not decoded.
  ///
  /// The name is a path within the folder, with or without `.png`, `.jpg`, `.jpeg` or `.webp`.
  ///
  /// - Throws: ``ImageError``. An answer is remembered as long as fewer than 4,096 other names are asked
  ///   for between two times, whatever becomes of the file.
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
    // The most telling failure: a refusal says more than a candidate that is not there.
    var failure = ImageError.Cause.notFound
    for (suffix, scale) in Self.candidates {
      switch open(name + suffix) {
      case .success(let bytes):
        let isDoubled = scale == 2 || Self.marksDoubleScale(name)
        return ImageFile(name: name, bytes: bytes, scale: isDoubled ? 2 : 1)
      case .failure(.notFound): continue
      // Only with an extension is it too long for the system.
      case .failure(.nameTooLong) where !suffix.isEmpty: continue
      case .failure(let cause):
        if failure == .notFound { failure = cause }
      }
    }
    throw ImageError(name: name, cause: failure)
  }

  /// Which file an image's name leads to; `nil` where it leads to none that is read.
  ///
  /// - Complexity: O(extensions) system calls; nothing is remembered.
  package func identity(of name: String) -> FileIdentity? {
    guard Self.refusal(of: name) == nil else { return nil }
    for (suffix, _) in Self.candidates {
      let file = galley_open_beneath(descriptor, name + suffix)
      guard file >= 0 else { continue }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size <= Self.byteLimit
      else { continue }
      return FileIdentity(descriptor: file)
    }
    return nil
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

  private func open(_ name: String) -> Result<[UInt8], ImageError.Cause> {
    let file = galley_open_beneath(descriptor, name)
    guard file >= 0 else {
      switch -file {
      case ENOENT, ENOTDIR: return .failure(.notFound)
      case EXDEV: return .failure(.outsideFolder)
      case ELOOP: return .failure(.symbolicLink)
      case ENAMETOOLONG: return .failure(.nameTooLong(byteLimit: Int(NAME_MAX)))
      case ENXIO: return .failure(.notRegularFile)
      case let number: return .failure(.unreadable(errno: Int(number)))
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .failure(.unreadable(errno: Int(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegularFile) }
    guard status.st_size <= Self.byteLimit else {
      return .failure(.fileTooLarge(byteLimit: Self.byteLimit))
    }
    return Self.read(file, count: Int(status.st_size))
  }

  private static func read(_ file: Int32, count: Int) -> Result<[UInt8], ImageError.Cause> {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Glibc.read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        // A file cut short meanwhile is the decoder's to judge.
        if got <= 0 { break }
        filled += got
      }
    }
    return failure == 0 ? .success(bytes) : .failure(.unreadable(errno: Int(failure)))
  }
}

/// How large an image is.
public struct ImageSize: Hashable, Sendable {
  /// The extent as it is shown, in its own pixels.
  public let pixels: PixelSize
  /// How many of its pixels make a layout unit: 2 where the name ends in `@2x`.
  public let scale: Int

  /// The natural extent, in layout units.
  public var size: Size {
    Size(
      width: Double(pixels.width) / Double(scale), height: Double(pixels.height) / Double(scale))
  }
}

/// An image's file in memory.
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
