// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// The file that a path or a descriptor stands for: two names of one file have equal identities.
///
/// A regular file or a folder is its device and inode, through links of both kinds. A file that does
/// not exist yet is the nearest folder that does, and the names below it.
package enum FileIdentity: Hashable, Sendable {
  /// A file or a folder that exists.
  case existing(device: UInt64, inode: UInt64)
  /// A file that does not exist yet, by its path from a folder that exists.
  case new(device: UInt64, folder: UInt64, path: String)

  /// The identity of the file or folder at `path`; `nil` for a pipe, a terminal or a device, which an output
  /// never replaces, and if no file can be made there.
  package init?(path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self.init(status.st_mode, UInt64(status.st_dev), UInt64(status.st_ino))
    } else {
      guard let place = try? OutputPlace(path), stat(place.folder, &status) == 0 else { return nil }
      self = .new(
        device: UInt64(status.st_dev), folder: UInt64(status.st_ino), path: place.relativePath)
    }
  }

  /// The identity of the file or folder at `path` if it exists; `nil` for a pipe, a terminal or a
  /// device.
  package init?(existingPath path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status.st_mode, UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// The identity of the open file `descriptor`; `nil` for a pipe, a terminal or a device.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status.st_mode, UInt64(status.st_dev), UInt64(status.st_ino))
  }

  // Without `struct stat`, so that importers of this module need no C module.
  private init?(_ mode: UInt32, _ device: UInt64, _ inode: UInt64) {
    guard [S_IFREG, S_IFDIR].contains(mode & S_IFMT) else { return nil }
    self = .existing(device: device, inode: inode)
  }
}
