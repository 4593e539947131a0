package import GalleyFiles
import GalleyPNG
import Glibc

/// The folder for the frames of one scroll, which one thread writes.
///
/// The folder does not change before the first frame. Then the frames of an earlier scroll are removed,
/// because they could be mistaken for frames of this one; a list in the folder has their names. All other
/// files stay, and a frame with the name of one is an error.
struct FrameFolder: ~Copyable {
  private let path: String
  private let pattern: PathPattern
  private var list: WrittenFileList
  /// The identity of the folder, after it exists and the frames of an earlier scroll are removed.
  private var identity: FileIdentity?

  init(_ path: String) {
    self.path = path
    pattern = .frames(in: path)
    list = WrittenFileList(folder: path, isName: Self.isFrameName)
  }

  /// Calls `body` with the path of frame `number`, of `byteCount` bytes, to write it.
  ///
  /// The frame is added to the list before its file exists, so that a later scroll can remove it even if the
  /// process ends here. If the folder is made for the first frame, the file is written first.
  ///
  /// - Throws: An error of `body`, or `PNGError` if a file of that name exists or the folder does not exist
  ///   any more.
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
      // A later scroll could not remove the file.
      unlink(file)
      throw error
    }
  }

  private mutating func enter(_ number: Int, byteCount: Int) throws(PNGError) {
    do { try list.add(Self.name(number), byteCount: byteCount) } catch { throw PNGError(error) }
  }

  /// Whether a name is that of a frame.
  private static func isFrameName(_ name: String) -> Bool {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png"),
      let number = Int(name.dropFirst(6).dropLast(4)), number >= 0
    else { return false }
    return name == Self.name(number)
  }

  private static func name(_ number: Int) -> String { PathPattern.frames.path(number) }
}

extension PathPattern {
  /// The pattern of the names of frames.
  fileprivate static let frames = PathPattern(head: "frame-", digits: 6, tail: ".png")

  /// Returns the pattern of the paths of frames in `folder`.
  package static func frames(in folder: String) -> PathPattern {
    PathPattern(
      head: (folder.hasSuffix("/") ? folder : folder + "/") + "frame-", digits: 6, tail: ".png")
  }
}
