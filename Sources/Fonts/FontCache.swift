import Foundation
import GalleyHandles

/// The folder of fontconfig's cache.
package enum FontCache {
  /// The folder of Galley's own cache, separate from the host's; ``FontConfiguration/noCache`` if no folder
  /// is writable.
  package static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    func place(_ variable: String, _ path: String) -> String? {
      guard let base = environment[variable], base.hasPrefix("/") else { return nil }
      return base + path
    }
    let own =
      place("XDG_CACHE_HOME", "/galley/fontconfig") ?? place("HOME", "/.cache/galley/fontconfig")
    // Other users may write to this folder's parent, so its name has the user's number, and its owner is
    // checked.
    let shared = NSTemporaryDirectory() + "galley-fontconfig-\(geteuid())"
    if let own, isWritable(own) { return own }
    return isOwn(shared) && isWritable(shared) ? shared : FontConfiguration.noCache
  }

  /// Whether the folder is writable; a missing folder is made.
  ///
  /// Only an attempt to make it is reliable: the superuser may write anywhere, but cannot make folders in
  /// `/proc`.
  private static func isWritable(_ path: String) -> Bool {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && access(path, W_OK | X_OK) == 0
  }

  /// Whether the folder belongs to this user alone, or does not exist.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o022 == 0
  }
}
