internal import CLinux
import Glibc

/// The files that a process may still open once it is confined; all others, and all connections, are refused.
///
/// The kernel refuses them: Landlock the files, and seccomp sockets, new programs, and calls that reach into other
/// processes or signal them.
///
/// - SeeAlso: landlock(7), seccomp(2).
package struct Sandbox: Sendable {
  /// Files and folders to read.
  private(set) var readable: Set<String> = []
  /// Folders to write to.
  private(set) var writable: Set<String> = []

  /// A part of the sandbox that the kernel does not have, or refuses.
  package enum Gap: Hashable, Sendable, CustomStringConvertible {
    case files(errno: Int32)
    case calls(errno: Int32)

    package var description: String {
      switch self {
      case .files(let code):
        "this kernel has no Landlock (\(kernelMessage(code))): files are not confined"
      case .calls(let code):
        "this kernel has no seccomp (\(kernelMessage(code))): connections are not refused"
      }
    }
  }

  /// What each process of Galley reads: the C library's and the kernel's files, fonts and fonts' caches.
  package init() {
    readable = [
      "/dev/null", "/dev/urandom", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/lib",
      "/lib64",
      // libdispatch reads `/proc/TID/stat` of each of its threads, and traps if it cannot. Memory and
      // environment of other processes stay closed, since Landlock refuses ptrace out of the sandbox.
      "/proc",
      "/sys/devices/system/cpu", "/sys/fs/cgroup", "/usr/lib", "/usr/local/share/fonts",
      "/usr/share/fontconfig", "/usr/share/fonts", "/usr/share/libthai", "/usr/share/locale",
      "/usr/share/X11/locale",
      "/usr/share/zoneinfo", "/var/cache/fontconfig",
    ]
    if let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty {
      readable.formUnion([
        home + "/.fonts", home + "/.local/share/fonts", home + "/.cache/fontconfig",
      ])
    }
  }

  /// Allows to read the file or folder at `path`; `-` is standard input, which is open.
  package mutating func read(_ path: String) {
    if path != "-" { readable.insert(path) }
  }

  /// Allows to read and write the file at `path`, and with it all below the nearest folder of it that exists.
  ///
  /// The bytes for standard output, `-`, are collected in the folder for temporary files.
  package mutating func write(fileAt path: String) {
    guard path != "-" else {
      writable.insert(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
      return
    }
    if let folder = (try? OutputPlace(path))?.folder { writable.insert(folder) }
    // A pipe or a device is opened itself.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { writable.insert(path) }
  }

  /// Confines this thread, and the threads that it starts from now on; nothing can undo it.
  ///
  /// Call it before any other thread is started. Paths that do not exist are left out.
  ///
  /// - Returns: What the kernel does not have; the rest is in force.
  package func enter() -> [Gap] { enter(landlockVersion: Self.landlockVersion) }

  /// The version of Landlock of this kernel; a negative `errno` if it has none.
  static var landlockVersion: Int32 { galley_landlock_version() }

  /// Confines this thread as a kernel with a version of Landlock does; a negative `errno` if it has none.
  func enter(landlockVersion: Int32) -> [Gap] {
    var gaps: [Gap] = []
    let code = confineFiles(version: landlockVersion)
    if code != 0 { gaps.append(.files(errno: code)) }
    let refused = galley_refuse_calls(landlockVersion)
    if refused != 0 { gaps.append(.calls(errno: refused)) }
    return gaps
  }

  /// 0, or an `errno`.
  private func confineFiles(version: Int32) -> Int32 {
    guard version > 0 else { return -version }
    let rules = galley_landlock_begin(version)
    guard rules >= 0 else { return -rules }
    defer { close(rules) }
    for (paths, writes) in [(readable, false), (writable, true)] {
      for path in paths {
        let code = galley_landlock_allow(rules, version, path, writes)
        // A path that cannot be opened needs no rule, and a pipe has none. A kernel that refuses other rules would
        // leave the run without its files.
        guard code >= 0 || code == -EBADFD else { return -code }
      }
    }
    return galley_landlock_enforce(rules)
  }
}
