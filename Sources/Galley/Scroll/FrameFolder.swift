import GalleyFiles
import GalleyPNG
import Glibc

/// The folder that the frames of one scroll are written to, by one thread.
///
/// Nothing is touched before the first frame is there to be written. Then the frames that an earlier
/// scroll wrote there are removed, as they would be taken for frames of this one; a list in the folder
/// says which they are. Any other file stays: a frame of its name is an error.
struct FrameFolder: ~Copyable {
  private let path: String
  private let pattern: PathPattern
  private var list: WrittenFileList
  /// The folder once it is there, and the frames of an earlier scroll are not.
  private var identity: FileIdentity?

  init(_ path: String) {
    self.path = path
    pattern = .frames(in: path)
    list = WrittenFileList(folder: path, isName: Self.isFrameName)
  }

  /// Has `body` write frame `number`, of `byteCount` bytes, to the path that it is given.
  ///
  /// The list has the frame before there is its file: whenever the process ends, a later scroll can
  /// remove it. Where the folder is made for the first frame, the file comes first.
  ///
  /// - Throws: What `body` throws, or ``GalleyPNG/PNGError`` where a file of that name is there
  ///   already, or the folder is no longer.
  mutating func write(_ number: Int, byteCount: Int, _ body: (String) throws -> Void) throws {
    let file = pattern.path(number)
    if let identity {
      guard FileIdentity(existingPath: path) == identity else {
        throw PNGError.cannotCreate(path: file, errno: ENOENT)
      }
    } else {
      list.removeListed()
      identity = FileIdentity(existingPath: path)
    }
    guard !fileExists(file) else { throw PNGError.cannotCreate(path: file, errno: EEXIST) }
    guard identity == nil else {
      try enter(number, byteCount: byteCount)
      return try body(file)
    }
    try body(file)
    identity = FileIdentity(existingPath: path)
    do {
      try enter(number, byteCount: byteCount)
    } catch {
      // No later scroll would remove it.
      unlink(file)
      throw error
    }
  }

  private mutating func enter(_ number: Int, byteCount: Int) throws(PNGError) {
    do { try list.add(Self.name(number), byteCount: byteCount) } catch { throw PNGError(error) }
  }

  /// Whether a file is one that a scroll writes.
  private static func isFrameName(_ name: String) -> Bool {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png"),
      let number = Int(name.dropFirst(6).dropLast(4)), number >= 0
    else { return false }
    return name == Self.name(number)
  }

  private static func name(_ number: Int) -> String { PathPattern.frames.path(number) }
}

extension PathPattern {
  /// The names of frames.
  fileprivate static let frames = PathPattern(head: "frame-", digits: 6, tail: ".png")

  /// The files of frames in `folder`.
  package static func frames(in folder: String) -> PathPattern {
    PathPattern(
      head: (folder.hasSuffix("/") ? folder : folder + "/") + "frame-", digits: 6, tail: ".png")
  }
}
