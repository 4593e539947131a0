import Glibc

/// A file system of a few pages; mounting it needs root and a system that permits it.
package final class SmallDisk {
  struct Unavailable: Error {}

  package static let isAvailable = (try? SmallDisk(size: "64k")) != nil

  package let folder: TestFolder

  package init(size: String, isReadOnly: Bool = false) throws {
    folder = try TestFolder()
    let flags = isReadOnly ? UInt(1) : 0
    guard mount("tmpfs", folder.path, "tmpfs", flags, "size=" + size) == 0 else {
      throw Unavailable()
    }
  }

  deinit { umount2(folder.path, 2) }
}
