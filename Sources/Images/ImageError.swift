internal import GalleyFiles
public import GalleyPrimitives

/// Why an image cannot be shown: the requested name, and the cause.
public struct ImageError: Error, Hashable, Sendable {
  /// Why an image cannot be shown.
  public enum Cause: Hashable, Sendable {
    /// There is no file of this name, with or without an image's extension.
    case notFound
    /// The name has no character.
    case emptyName
    /// The name has more bytes than the limit.
    case nameTooLong(byteLimit: Int)
    /// The name has a NUL, which ends a path.
    case nulInName
    /// The name is absolute or leads out of the folder.
    case outsideFolder
    /// The file is a symbolic link, or the name leads through too many of them.
    case symbolicLink
    /// The name belongs to a folder, a pipe or a device.
    case notRegularFile
    /// The file has more bytes than the limit.
    case fileTooLarge(byteLimit: Int)
    /// The system refused to open or read it: the error's number.
    case unreadable(errno: Int)
    /// The assets folder itself cannot be opened: the error's number.
    case noFolder(errno: Int)
    /// The name is a URL that no fetch has brought into the folder.
    case notFetched
    /// A `data:` URI whose type is not that of an image: the type.
    case embeddedType(String)
    /// A `data:` URI that cannot be decoded: the reason.
    case embeddedDamage(String)
    /// The first bytes are those of no image.
    case unknownFormat
    /// The format is recognised and not read: its name.
    case unread(String)
    /// The header has more pixels than a limit, on a side or in all.
    case tooManyPixels(PixelSize, edgeLimit: Int, pixelLimit: Int)
    /// The header has so many pixels for so few bytes that they can hold no picture.
    case tooFewBytes(PixelSize, byteCount: Int, pixelsPerByte: Int)
    /// A picture of this kind is decoded as a whole, and has more pixels than the limit for that.
    case heldTooLarge(PixelSize, String, pixelLimit: Int)
    /// It would be drawn with more pixels than the limit.
    case drawnTooLarge(PixelSize, edgeLimit: Int, pixelLimit: Int)
    /// Its scans together have more pixels than the limit: the number of scans, and the number of pixels of all
    /// their components.
    case tooManyScans(Int, pixelCount: Int, pixelLimit: Int)
    /// The format is read and this use of it is not: an animation.
    case unsupported(String)
    /// The file is truncated or inconsistent: the decoder's words.
    case damaged(String)
    /// There is no memory for its pixels.
    case outOfMemory
  }

  /// The requested name.
  public let name: String
  /// Why it cannot be shown.
  public let cause: Cause

  package init(name: String, cause: Cause) {
    self.name = name
    self.cause = cause
  }
}

extension ImageError {
  /// The limit that the image exceeds; `nil` for other causes.
  public var limit: Int? {
    switch cause {
    case .nameTooLong(let limit), .fileTooLarge(let limit): limit
    case .tooManyPixels(let size, let edgeLimit, let pixelLimit):
      max(size.width, size.height) > edgeLimit ? edgeLimit : pixelLimit
    case .drawnTooLarge(_, _, let limit), .tooManyScans(_, _, let limit),
      .heldTooLarge(_, _, let limit), .tooFewBytes(_, _, let limit):
      limit
    case .notFetched, .embeddedType, .embeddedDamage, .unread, .notFound, .emptyName, .nulInName,
      .outsideFolder, .symbolicLink, .notRegularFile,
      .unreadable, .noFolder, .unknownFormat, .unsupported, .damaged, .outOfMemory:
      nil
    }
  }

  /// One line for a person to read, in which the image is called `noun`.
  package func words(for noun: String) -> String {
    if case .noFolder(let number) = cause {
      return """
        cannot open the assets folder \(name.shown()): \(systemMessage(Int32(number))); name a folder \
        that exists, or leave it out
        """
    }
    return "\(noun) “\(name.shown())”: \(reason)"
  }

  /// Why it cannot be shown, in words.
  package var reason: String {
    switch cause {
    case .notFound: "there is no such image"
    case .emptyName: "the name is empty"
    case .nameTooLong(let limit): "the name has more than \(limit) bytes"
    case .nulInName: "the name has a NUL"
    case .symbolicLink: "it is a symbolic link"
    case .outsideFolder: "the name leads out of the assets folder"
    case .notRegularFile: "it is not a regular file"
    case .fileTooLarge(let limit): "the file has more than \(limit) bytes; write it smaller"
    case .notFetched: "it is not in the assets folder; galley fetch downloads it"
    case .embeddedType(let type):
      "the type of a data: URI is \(type.shown(limit: 40)), which is no image"
    case .embeddedDamage(let words): "the data: URI is damaged: \(words)"
    case .unreadable(let number), .noFolder(let number):
      "it cannot be read: \(systemMessage(Int32(number)))"
    case .unknownFormat: "it is no PNG, JPEG, WebP, GIF, AVIF or HEIF"
    case .unread(let format): "it is \(format); Galley does not read it"
    case .tooManyPixels(let size, let edgeLimit, let pixelLimit):
      "it has \(size.width) by \(size.height) pixels, more than \(edgeLimit) a side or "
        + "\(pixelLimit) in all; scale it down"
    case .tooFewBytes(let size, let byteCount, let limit):
      "it has \(size.width) by \(size.height) pixels in \(byteCount) bytes, more than \(limit) a byte; "
        + "scale it down"
    case .heldTooLarge(let size, let kind, let limit):
      "\(kind) of \(size.width) by \(size.height) pixels has more than \(limit); scale it down"
    case .drawnTooLarge(let size, let edgeLimit, let pixelLimit):
      "drawn with \(size.width) by \(size.height) pixels, it has more than \(edgeLimit) a side, "
        + "or \(pixelLimit) in all"
    case .tooManyScans(let count, let pixelCount, let pixelLimit):
      "its \(count) scans go over \(pixelCount) pixels, more than \(pixelLimit)"
    case .unsupported(let what): "\(what) is not supported"
    case .damaged(let words): "it is damaged: \(words)"
    case .outOfMemory: "there is no memory for its pixels"
    }
  }
}

extension ImageError: CustomStringConvertible {
  /// One line for a person to read.
  public var description: String { words(for: "image") }
}
