// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// A file that appears under its name whole or not at all.
///
/// Bytes go to a temporary in the same folder, which ``commit(durable:)`` renames. Without a successful commit,
/// the temporary is removed, and an older file of that name stays. A destination that cannot be replaced
/// (a pipe, a terminal, a device, standard output) gets the bytes at the commit, from an unlinked temporary.
///
/// The commit makes missing folders. Until then the temporary is in the nearest folder that exists.
///
/// Small writes are buffered, so that a later call may throw the error of an earlier one.
package struct AtomicFile: ~Copyable, Sendable {
  private enum Destination: Sendable {
    case name(OutputPlace, TemporaryFiles.Entry)
    case special(Descriptor)
  }

  private static let bufferSize = 64 * 1024

  /// The path that was asked for, for messages.
  package let path: String
  /// The path that messages name for a failure before the commit.
  private let writtenPath: String
  /// The bytes written so far.
  package private(set) var byteCount = 0
  private let temporaries: TemporaryFiles
  private let destination: Destination
  private let folder: Descriptor
  private let file: Descriptor
  private var pending: [UInt8] = []
  private var isCommitted = false

  /// Starts the file at `path`; if a file is there, its permissions are kept, and a link is followed.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``: a file in a folder's place, a folder of that
  ///   name, a name that is too long, no right to write there.
  package init(
    _ path: String, temporaries: TemporaryFiles = .shared
  ) throws(FileError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    switch exists ? status.st_mode & S_IFMT : S_IFREG {
    case S_IFREG:
      break
    case S_IFDIR:
      throw .cannotCreate(path: path, errno: EISDIR)
    default:
      let special = open(path, O_WRONLY | O_CLOEXEC)
      guard special >= 0 else { throw .cannotCreate(path: path, errno: errno) }
      let target = Descriptor(special)
      try self.init(path, spooledFor: target, temporaries)
      return
    }
    let place: OutputPlace
    do throws(ReadFailure) { place = try OutputPlace(path) } catch {
      throw .cannotCreate(path: path, errno: error.errno)
    }
    try self.init(path, temporaryIn: place.folder, reportedAs: path, temporaries) {
      .name(place, $0)
    }
    if exists { fchmod(file.number, status.st_mode & 0o777) }
  }

  /// Starts a file whose bytes go to the open `descriptor` at the commit, for example to standard output;
  /// messages call it `name`.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)`` if there is no place for temporary files.
  package init(
    spoolingTo descriptor: Int32, named name: String, temporaries: TemporaryFiles = .shared
  ) throws(FileError) {
    try self.init(name, spooledFor: Descriptor(descriptor, closes: false), temporaries)
  }

  private init(
    _ path: String, spooledFor target: Descriptor, _ temporaries: TemporaryFiles
  ) throws(FileError) {
    let folder = Self.spoolFolder
    let spool = "a temporary file in \(folder)"
    try self.init(path, temporaryIn: folder, reportedAs: spool, temporaries) { entry in
      temporaries.abandon(entry)
      return .special(target)
    }
  }

  private init(
    _ path: String, temporaryIn folder: String, reportedAs place: String,
    _ temporaries: TemporaryFiles, _ destination: (TemporaryFiles.Entry) -> Destination
  ) throws(FileError) {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .cannotCreate(path: place, errno: errno) }
    let openFolder = Descriptor(directory)
    let (entry, descriptor) = temporaries.create(in: directory)
    guard descriptor >= 0 else { throw .cannotCreate(path: place, errno: -descriptor) }
    self.path = path
    self.writtenPath = place
    self.temporaries = temporaries
    self.destination = destination(entry)
    self.folder = openFolder
    self.file = Descriptor(descriptor)
  }

  private static var spoolFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  deinit {
    if case .name(_, let entry) = destination, !isCommitted {
      temporaries.abandon(entry)
    }
  }

  /// Appends `bytes`.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    byteCount += bytes.count
    if pending.count + bytes.count > Self.bufferSize { try flush() }
    guard bytes.count < Self.bufferSize / 2 else {
      try flush()
      try check(file.write(bytes))
      return
    }
    pending.append(contentsOf: bytes)
  }

  /// Appends `bytes`.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Replaces written bytes, from `offset` on.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    precondition(
      offset >= 0 && offset + bytes.count <= byteCount, "only written bytes are replaced")
    try flush()
    let code = bytes.withUnsafeBytes { file.write($0, at: offset) }
    try check(code)
  }

  /// Ends the file and gives it its name.
  ///
  /// - Parameter durable: whether to wait until the disk has it and its name.
  /// - Throws: ``FileError/writeFailed(path:errno:)``; the destination is then unchanged, except for a pipe or
  ///   a device.
  package consuming func commit(durable: Bool) throws(FileError) {
    try flush()
    switch destination {
    case .special(let target):
      let code = file.copy(to: target)
      if code != 0 { throw .writeFailed(path: path, errno: code) }
    case .name(let place, let entry):
      if durable { try check(fsync(file.number) == 0 ? 0 : errno) }
      try check(temporaries.rename(entry, to: place))
      isCommitted = true
      // The file is whole; some file systems cannot flush a folder, which is no error.
      if durable { flushFolders(place) }
    }
  }

  /// Waits until the disk has the file's name and the names of the folders that the commit made.
  private borrowing func flushFolders(_ place: OutputPlace) {
    fsync(folder.number)
    for count in place.missingFolders.indices {
      let path = place.missingFolders[...count].joined(separator: "/")
      let made = openat(folder.number, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard made >= 0 else { continue }
      fsync(made)
      close(made)
    }
  }

  /// Whether the destination cannot be replaced, and gets the bytes at the commit.
  package var isStream: Bool {
    if case .special = destination { true } else { false }
  }

  /// Writes the buffer, so that a full disk is noticed before the commit.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func flush() throws(FileError) {
    guard !pending.isEmpty else { return }
    let code = pending.withUnsafeBytes { file.write($0) }
    pending.removeAll(keepingCapacity: true)
    try check(code)
  }

  private borrowing func check(_ code: Int32) throws(FileError) {
    if code != 0 { throw .writeFailed(path: writtenPath, errno: code) }
  }
}
