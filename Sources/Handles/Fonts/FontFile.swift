internal import CHarfBuzz
internal import CLinux
import GalleyFiles
import GalleyPrimitives
import Glibc

/// A font file mapped into memory, once for all workers that draw with it.
///
/// FreeType would map it for each worker. The pages that are read count for each mapping, and the Han fonts
/// alone are 50 MB.
///
/// HarfBuzz and FreeType check a table once, and read it again later: a file that is overwritten in between can end the
/// process. So a file that is no package's, up to ``copyLimit`` bytes, is copied to memory, and the copy is mapped.
final class FontFile: Sendable {
  // Invariant: the file is mapped for reading in `init`, never written, and unmapped in `deinit`.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// Whether a copy is mapped instead of the file.
  private let isCopy: Bool
  /// Whether the file is one of a package of the system, by its folder.
  let isPackaged: Bool

  /// The largest file that is copied, in bytes.
  private static let copyLimit = 64 << 20

  /// The folder whose files packages replace by new ones, and do not overwrite.
  private static let packagedFolder = "/usr/share/"

  /// The file at `path`, by the present mapping if the file is unchanged; `nil` if it is empty or cannot be read.
  static func shared(_ path: String) -> FontFile? {
    guard let stamp = FileStamp(path: path) else { return nil }
    return files.withLock { files in
      if let known = files[path], known.stamp == stamp, let file = known.file { return file }
      guard let file = FontFile(path, isCopied: true) else { return nil }
      files = files.filter { $0.value.file != nil }
      files[path] = Known(stamp: stamp, file: file)
      return file
    }
  }

  /// HarfBuzz's face with number `index` of this file, for fonts of any worker; it ends with the file.
  ///
  /// A face is immutable, and HarfBuzz caches what it computes for it with atomics, so that workers may share a
  /// face like the file's pages.
  func harfBuzzFace(_ index: Int) -> OpaquePointer {
    OpaquePointer(
      faces.withLock { faces in
        if let known = faces[index] { return known }
        let blob: OpaquePointer = hb_blob_create(
          bytes.assumingMemoryBound(to: CChar.self).baseAddress, UInt32(clamping: bytes.count),
          HB_MEMORY_MODE_READONLY, nil, nil)
        let face: OpaquePointer = hb_face_create(blob, UInt32(index))
        hb_face_make_immutable(face)
        hb_blob_destroy(blob)
        let result = UnsafeMutableRawPointer(face)
        faces[index] = result
        return result
      })
  }

  private let faces = Monitor<[Int: UnsafeMutableRawPointer]>([:])

  private struct Known {
    var stamp: FileStamp
    weak var file: FontFile?
  }

  private static let files = Monitor<[String: Known]>([:])

  /// Maps the file at `path`, or a copy of it if that `isCopied` and no package's; `nil` if it is empty or cannot be
  /// read.
  init?(_ path: String, isCopied: Bool) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    var count = Int(status.st_size)
    var copy: Int32 = -1
    defer { if copy >= 0 { close(copy) } }
    isPackaged = path.hasPrefix(Self.packagedFolder)
    if isCopied, count <= Self.copyLimit, !isPackaged {
      // Without memory or descriptors for it, the file itself is mapped.
      copy = max(-1, galley_copy_to_memory(descriptor, count))
      // The file may have become shorter.
      if copy >= 0, fstat(copy, &status) == 0 { count = Int(status.st_size) }
    }
    // Only a shared mapping can be there twice.
    let start =
      copy >= 0
      ? mmap(nil, count, PROT_READ, MAP_SHARED, copy, 0)
      : mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
    self.isCopy = copy >= 0
  }

  /// Lets `mapping`, which a library made of this file, show the copy instead, if there is one.
  ///
  /// No other thread reads the mapping yet.
  func replace(_ mapping: UnsafeRawBufferPointer) {
    // Content that the library has read is in writable memory.
    guard isCopy, mapping.count == bytes.count, let place = mapping.baseAddress,
      galley_is_read_only(place)
    else { return }
    galley_map_again(bytes.baseAddress, bytes.count, place)
  }

  /// The first face of a collection with the glyphs of face `index`: both have the same glyph tables in the file,
  /// and differ in characters, names and substitutions only.
  ///
  /// A face with 65,535 glyphs takes a megabyte in FreeType. The upper 16 bits of `index`, a named instance,
  /// stay.
  func firstFace(like index: Int) -> Int {
    let face = index & 0xFFFF
    guard let tables = glyphTables(face) else { return index }
    return (0..<face).first { glyphTables($0) == tables }.map { $0 | index & ~0xFFFF } ?? index
  }

  /// The records of the tables that drawing a face depends on; `nil` if the file is no collection or is
  /// truncated.
  private func glyphTables(_ face: Int) -> Set<[UInt8]>? {
    func part(_ place: Int, _ count: Int) -> [UInt8]? {
      place >= 0 && place + count <= bytes.count ? Array(bytes[place..<place + count]) : nil
    }
    func number(_ place: Int, _ count: Int) -> Int? {
      part(place, count)?.reduce(0) { $0 << 8 | Int($1) }
    }
    // `ttcf`, version, number of faces, and for each where its table directory begins.
    guard number(0, 4) == 0x7474_6366, let faceCount = number(8, 4), face < min(faceCount, 256),
      let start = number(12 + 4 * face, 4), let tableCount = number(start + 4, 2),
      tableCount <= 256
    else { return nil }
    var records: Set<[UInt8]> = []
    for table in 0..<tableCount {
      guard let record = part(start + 12 + 16 * table, 16) else { return nil }
      switch String(decoding: record.prefix(4), as: UTF8.self) {
      case "cmap", "name", "GSUB", "GPOS", "GDEF", "BASE", "DSIG": break
      case "head":
        // One for each face, since it holds a checksum of all the others, and dates.
        guard let place = number(start + 20 + 16 * table, 4), let units = part(place + 16, 4),
          let rest = part(place + 36, 18)
        else { return nil }
        records.insert(units + rest)
      default:
        // Tag, place and length, without the checksum.
        records.insert(Array(record.prefix(4)) + Array(record.suffix(8)))
      }
    }
    return records
  }

  /// Releases the pages that were read; a later read gets them from the page cache.
  ///
  /// The pages around all glyphs that are drawn once would add up to the whole file.
  func releasePages() {
    madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
  }

  /// Releases the pages behind `bytes`, the content of a file, if they are a mapping of the file.
  ///
  /// A copy of the content is in writable memory and is not released: it would be lost. The caller keeps `bytes`
  /// alive during the call.
  static func releasePages(of bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, galley_is_read_only(start) else { return }
    madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
  }

  deinit {
    faces.withLock { for face in $0.values { hb_face_destroy(OpaquePointer(face)) } }
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
