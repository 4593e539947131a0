internal import CLinux
import GalleyPrimitives
import Glibc

/// The temporary files that are being written, so that an interrupted process can remove them.
///
/// If the file system has files without names, a temporary gets its first name at the end, and the system
/// removes it with the process, however the process ends.
///
/// An ordinary thread calls ``abandonAll(then:)`` after a signal, not the signal handler: the call takes a
/// lock.
package final class TemporaryFiles: Sendable {
  /// A temporary: its name in an open folder.
  struct Entry: Hashable, Sendable {
    var directory: Int32
    var name: String
    /// The descriptor, if the file has no name yet; the file may have `name` for a moment before it gets its
    /// final name.
    var unnamed: Int32?
  }

  private struct State {
    var live: Set<Entry> = []
    var folders: Set<String> = []
    /// Files that get their names together.
    var paths: Set<String> = []
    var isClosed = false
    /// The number of groups of files that are getting their names.
    var endingCount = 0
  }

  /// The temporary files of this process.
  package static let shared = TemporaryFiles()

  private let state = Monitor(State())

  /// An empty list.
  package init() {}

  /// The number of temporaries.
  package var count: Int { state.withLock { $0.live.count } }

  /// Unlinks every temporary; open files then fail to commit, and no new one can be made.
  ///
  /// The call waits while files get their names between ``beginEnding()`` and ``endEnding()``.
  ///
  /// - Parameter end: Called last, before another thread can notice that its file is gone. It may end the
  ///   process; it must not use these files.
  /// - Complexity: O(temporaries) system calls.
  package func abandonAll(then end: () -> Void = {}) {
    func abandon() -> Bool {
      state.withLock { state in
        guard state.endingCount == 0 else { return false }
        for entry in state.live { remove(entry) }
        state.live = []
        for folder in state.folders { removeFolder(folder) }
        state.folders = []
        for path in state.paths { unlink(path) }
        state.paths = []
        state.isClosed = true
        end()
        return true
      }
    }
    while !abandon() { usleep(1000) }
  }

  /// Begins to give several files their names: an interruption comes before the first or after the last.
  package func beginEnding() { state.withLock { $0.endingCount += 1 } }

  /// Ends what ``beginEnding()`` began.
  package func endEnding() { state.withLock { $0.endingCount -= 1 } }

  /// Makes a folder with a new name in the folder for temporary files; it is to have files only.
  ///
  /// - Returns: Its path; ``abandonFolder(_:)`` removes it.
  /// - Throws: ``FileError/cannotCreate(path:errno:)``, which names the folder for temporary files.
  package func createFolder() throws(FileError) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let (path, code) = state.withLock { state -> (String, Int32) in
      guard !state.isClosed else { return ("", ECANCELED) }
      let name = parent + "/galley-" + String(UInt64.random(in: .min ... .max), radix: 36)
      guard mkdir(name, 0o700) == 0 else { return ("", errno) }
      state.folders.insert(name)
      return (name, 0)
    }
    guard code == 0 else { throw .cannotCreate(path: parent, errno: code) }
    return path
  }

  /// Removes a folder that ``createFolder()`` made, with the files in it.
  package func abandonFolder(_ path: String) {
    state.withLock { state in
      if state.folders.remove(path) != nil { removeFolder(path) }
    }
  }

  /// Calls `open`, which makes the file at `path`, and adds that file: ``rename(_:)`` gives it its final name with
  /// others, or ``abandon(path:)`` removes it.
  ///
  /// - Throws: The error of `open`, or ``FileError/cannotCreate(path:errno:)`` after ``abandonAll(then:)``.
  package func add(path: String, _ open: () throws(FileError) -> Void) throws(FileError) {
    // Creation and listing are one step, as in `create`.
    let failure = state.withLock { state -> FileError? in
      guard !state.isClosed else { return .cannotCreate(path: path, errno: ECANCELED) }
      do throws(FileError) { try open() } catch { return error }
      state.paths.insert(path)
      return nil
    }
    if let failure { throw failure }
  }

  /// Removes a file that was added.
  package func abandon(path: String) {
    state.withLock { state in
      if state.paths.remove(path) != nil { unlink(path) }
    }
  }

  /// Gives files that were added their final names; an interruption finds all renamed, or none.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``; the files before it have their names then.
  package func rename(_ names: [(path: String, name: String)]) throws(FileError) {
    let failure = state.withLock { state -> FileError? in
      for (path, name) in names {
        guard state.paths.contains(path) else {
          return .cannotCreate(path: name, errno: ECANCELED)
        }
        guard Glibc.rename(path, name) == 0 else { return .cannotCreate(path: name, errno: errno) }
        state.paths.remove(path)
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Creates a file of a new name in `directory`; the result is an open descriptor, or `-errno`.
  ///
  /// The name is hidden, random, and without the extension of a result, so that no reader and no other
  /// process uses it.
  func create(in directory: Int32) -> (entry: Entry, descriptor: Int32) {
    // Creation and listing are one step: an interruption sees both or neither.
    state.withLock { state in
      var entry = Entry(directory: directory, name: "")
      guard !state.isClosed else { return (entry, -ECANCELED) }
      while true {
        entry.name = ".galley-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
        let unnamed = Self.canName ? galley_open_unnamed(directory) : -1
        if unnamed >= 0 {
          entry.unnamed = unnamed
          state.live.insert(entry)
          return (entry, unnamed)
        }
        let descriptor = openat(
          directory, entry.name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if descriptor >= 0 {
          state.live.insert(entry)
          return (entry, descriptor)
        }
        guard errno == EEXIST || errno == EINTR else { return (entry, -errno) }
      }
    }
  }

  /// Gives a temporary its final name in the same folder or below it, and makes missing folders; the result is
  /// 0 or an `errno`.
  func rename(_ entry: Entry, to place: OutputPlace) -> Int32 {
    state.withLock { state in
      guard state.live.contains(entry) else { return ECANCELED }
      let missing = place.missingFolders
      for count in missing.indices {
        let path = missing[...count].joined(separator: "/")
        guard mkdirat(entry.directory, path, 0o777) == 0 || errno == EEXIST else { return errno }
      }
      let path = place.relativePath
      let code =
        entry.unnamed.map { name($0, of: entry, path) }
        ?? (renameat(entry.directory, entry.name, entry.directory, path) == 0 ? 0 : errno)
      if code == 0 { state.live.remove(entry) }
      return code
    }
  }

  /// Unlinks a temporary that has no final name.
  func abandon(_ entry: Entry) {
    state.withLock { state in
      if state.live.remove(entry) != nil { remove(entry) }
    }
  }

  /// Files get names through `/proc`, which a container may lack.
  private static let canName = access("/proc/self/fd", X_OK) == 0

  private func remove(_ entry: Entry) {
    if entry.unnamed == nil { unlinkat(entry.directory, entry.name, 0) }
  }

  /// Gives a file without a name its final one; the result is 0 or an `errno`.
  private func name(_ descriptor: Int32, of entry: Entry, _ path: String) -> Int32 {
    let code = galley_name_file(descriptor, entry.directory, path)
    guard code == EEXIST else { return code }
    // Only a rename replaces an older file in one step, and it needs a first name.
    let named = galley_name_file(descriptor, entry.directory, entry.name)
    guard named == 0 else { return named }
    guard renameat(entry.directory, entry.name, entry.directory, path) == 0 else {
      let code = errno
      unlinkat(entry.directory, entry.name, 0)
      return code
    }
    return 0
  }
}

/// Removes a folder and the files in it, but not a folder with folders in it.
private func removeFolder(_ path: String) {
  if let folder = opendir(path) {
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { unlink(path + "/" + name) }
    }
    closedir(folder)
  }
  rmdir(path)
}
