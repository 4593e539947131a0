// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// A file that grows in its place, so that a later process can continue it.
///
/// Unlike an ``AtomicFile`` it is visible from the start, and stays when the process ends. A lock keeps a
/// second process from writing it at the same time.
package struct AppendedFile: ~Copyable, Sendable {
  /// What becomes of a file that exists.
  package enum Start: Sendable {
    /// The file must not exist.
    case new
    /// The file is emptied.
    case emptied
    /// The file exists, and keeps its bytes.
    case continued
  }

  /// The path of the file.
  package let path: String
  /// The bytes so far, those that are not written yet included.
  package private(set) var byteCount: Int
  private let file: Descriptor
  private let place: OutputPlace
  private var pending: [UInt8] = []

  private static let bufferSize = 256 << 10

  /// Opens or makes the file at `path`, and its missing folders.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - start: What becomes of a file that exists.
  ///   - followsLinks: Whether a link at `path` stands for its file; otherwise it is refused with
  ///     ``FileError/notRegular``.
  /// - Throws: ``FileError/cannotCreate(path:errno:)``: `EEXIST` for a new file that exists, `EWOULDBLOCK` for
  ///   a file that another process writes.
  package init(_ path: String, _ start: Start, followsLinks: Bool = true) throws(FileError) {
    func failed(_ code: Int32) -> FileError { .cannotCreate(path: path, errno: code) }
    let place: OutputPlace
    do throws(ReadFailure) { place = try OutputPlace(path, followsLinks: followsLinks) } catch {
      throw failed(error.errno)
    }
    var folder = place.folder
    for name in place.missingFolders {
      folder += "/" + name
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw failed(errno) }
    }
    let file: Descriptor
    do throws(ReadFailure) { file = try Self.lock(folder + "/" + place.name, start) } catch {
      throw failed(error.errno)
    }
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw failed(errno) }
    let kept = if case .continued = start { Int(status.st_size) } else { 0 }
    guard ftruncate(file.number, off_t(kept)) == 0,
      lseek(file.number, off_t(kept), SEEK_SET) == kept
    else { throw failed(errno) }
    self.path = path
    self.place = place
    self.file = file
    byteCount = kept
  }

  /// Opens the file at `path` for this process alone.
  private static func lock(_ path: String, _ start: Start) throws(ReadFailure) -> Descriptor {
    // The place of a link is that of its file, so that a link at `path` leads nowhere or is not followed. Opening
    // a pipe would wait for its reader.
    var flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    switch start {
    case .new: flags |= O_CREAT | O_EXCL
    case .emptied: flags |= O_CREAT
    case .continued: break
    }
    while true {
      let number = open(path, flags, 0o666)
      // The system's words for a link that is not followed are about loops of links.
      guard number >= 0 else {
        throw ReadFailure(errno: errno == ELOOP ? FileError.notRegular : errno)
      }
      let file = Descriptor(number)
      var (status, named) = (stat(), stat())
      guard fstat(number, &status) == 0 else { throw ReadFailure(errno: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw ReadFailure(errno: EINVAL) }
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw ReadFailure(errno: errno) }
      // The process that had the lock may have given the file its last name since it was opened here.
      if lstat(path, &named) == 0, named.st_dev == status.st_dev, named.st_ino == status.st_ino {
        return file
      }
    }
  }

  /// Gives a complete file another name, as that of one that grows.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``.
  package static func reopen(_ path: String, as name: String) throws(FileError) {
    guard rename(path, name) == 0 else { throw .cannotCreate(path: name, errno: errno) }
  }

  /// Removes all but the first `count` bytes.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``, with `ENODATA` for a file with fewer bytes.
  package mutating func cut(to count: Int) throws(FileError) {
    guard count <= byteCount else { throw .writeFailed(path: path, errno: FileError.missingData) }
    try flush()
    guard ftruncate(file.number, off_t(count)) == 0,
      lseek(file.number, off_t(count), SEEK_SET) == count
    else { throw .writeFailed(path: path, errno: errno) }
    byteCount = count
  }

  /// Appends `bytes`, which may stay in the buffer.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func append(_ bytes: [UInt8]) throws(FileError) {
    byteCount += bytes.count
    pending.append(contentsOf: bytes)
    if pending.count >= Self.bufferSize { try flush() }
  }

  /// Appends `count` zeros.
  ///
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func append(zeros count: Int) throws(FileError) {
    byteCount += count
    for _ in 0..<count { pending.append(0) }
  }

  /// Writes the buffer.
  ///
  /// - Parameter durable: Whether to wait until the disk has the bytes.
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package mutating func flush(durable: Bool = false) throws(FileError) {
    if !pending.isEmpty {
      let code = pending.withUnsafeBytes { file.write($0) }
      pending.removeAll(keepingCapacity: true)
      if code != 0 { throw .writeFailed(path: path, errno: code) }
    }
    guard durable else { return }
    guard fsync(file.number) == 0 else { throw .writeFailed(path: path, errno: errno) }
  }

  /// Writes the buffer, and gives the file another name in its folder, which replaces an older file.
  ///
  /// - Returns: The lock of the file, which other processes see as long as it exists.
  /// - Throws: ``FileError/writeFailed(path:errno:)``.
  package consuming func finish(
    renamedTo name: String, durable: Bool
  ) throws(FileError) -> FileLock {
    try flush(durable: durable)
    let folder = ([place.folder] + place.missingFolders).joined(separator: "/")
    guard rename(folder + "/" + place.name, name) == 0 else {
      throw .writeFailed(path: name, errno: errno)
    }
    if durable {
      let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if directory >= 0 {
        fsync(directory)
        close(directory)
      }
    }
    return FileLock(file)
  }
}

/// A lock of a file, by which other processes notice that its writer goes on with other files.
package struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor

  fileprivate init(_ file: Descriptor) { self.file = file }

  /// Locks the file at `path`, if it is there.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``, with ``FileError/inUse`` for a file that another process
  ///   has locked.
  package init?(path: String) throws(FileError) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return nil }
    file = Descriptor(number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw .cannotCreate(path: path, errno: errno)
    }
  }
}
