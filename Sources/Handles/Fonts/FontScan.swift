internal import CFreeType
import CLinux
// Its headers hold FreeType's, and Swift finds a declaration in the module that was read first.
internal import CPango
import Glibc

/// Reads fonts as fontconfig does when it scans them, up to a limit of time.
///
/// fontconfig walks over the characters of each face and named instance until it has met three different advances. A
/// font of 3 KB can so take ten seconds, and one of 120 KB minutes.
///
/// Source: fontconfig 2.14, `src/fcfreetype.c`, `FcFreeTypeQueryAll`, `FcFreeTypeCharSet` and `FcFreeTypeSpacing`.
package struct FontScan {
  /// The seconds of the thread's processor time that are left for all files.
  private var timeLeft = 2.0
  private let library: FreeTypeLibrary?

  /// The seconds that each file adds; real fonts take about a millisecond.
  private static let share = 0.02

  /// The most characters between two looks at the clock: such that load glyphs, and others.
  private static let strides = (glyphs: 8, characters: 4096)

  /// A scan of files one after the other, with two seconds and 20 ms for each.
  package init() { library = FreeTypeLibrary() }

  /// Why fontconfig cannot use a file: its scan does not end within the time that is left, or it divides by 0.
  ///
  /// - Complexity: O(faces × instances × characters), up to that time and one more character.
  mutating func fault(of bytes: UnsafeRawBufferPointer) -> SkippedFont.Reason? {
    guard let library else { return nil }
    timeLeft += Self.share
    let end = Self.now + timeLeft
    let fault = Walk(library: library.handle, bytes: bytes, end: end).fault()
    timeLeft = max(0, end - Self.now)
    return fault
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The walk over one file.
  private struct Walk {
    let library: FT_Library
    let bytes: UnsafeRawBufferPointer
    let end: Double

    private static let flags =
      FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_IGNORE_GLOBAL_ADVANCE_WIDTH)

    func fault() -> SkippedFont.Reason? {
      var index = 0
      var faceCount = 1
      while index < faceCount {
        var face: FT_Face?
        let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        guard FT_New_Memory_Face(library, start, FT_Long(bytes.count), index, &face) == 0,
          let face
        else { return nil }
        defer { FT_Done_Face(face) }
        faceCount = face.pointee.num_faces
        if hasEmptySize(face) { return .emptyBitmaps }
        guard isBounded(face) else { return .slow }
        index += 1
      }
      return nil
    }

    /// Whether a size of bitmaps is 0 pixels per em for FreeType, by which fontconfig divides.
    ///
    /// FreeType takes some numbers of the file for 0, and leaves out others.
    private func hasEmptySize(_ face: FT_Face) -> Bool {
      let sizes = UnsafeBufferPointer(
        start: face.pointee.available_sizes, count: Int(face.pointee.num_fixed_sizes))
      return sizes.contains { $0.y_ppem <= 0 }
    }

    private func isBounded(_ face: FT_Face) -> Bool {
      let isListed = walk(face, stride: FontScan.strides.characters) { character, glyph in
        // Of control characters, the outlines are looked at.
        if character < 0x20 { FT_Load_Glyph(face, glyph, Self.flags) }
        return true
      }
      guard isListed, hasTimeForAdvances(face) else { return false }
      var axes: UnsafeMutablePointer<FT_MM_Var>?
      guard FT_Get_MM_Var(face, &axes) == 0, let axes else { return true }
      defer { FT_Done_MM_Var(library, axes) }
      // The upper bits of the style flags hold the number of named instances.
      for instance in 0..<(face.pointee.style_flags >> 16) {
        FT_Set_Var_Design_Coordinates(
          face, axes.pointee.num_axis, axes.pointee.namedstyle[instance].coords)
        guard hasTimeForAdvances(face) else { return false }
      }
      return true
    }

    /// Calls `body` for the characters of a face until it returns `false`; whether there is time for it.
    private func walk(
      _ face: FT_Face, stride: Int, each body: (FT_ULong, FT_UInt) -> Bool
    ) -> Bool {
      for encoding in [FT_ENCODING_UNICODE, FT_ENCODING_MS_SYMBOL] {
        guard FT_Select_Charmap(face, encoding) == 0 else { continue }
        var glyph: FT_UInt = 0
        var character = FT_Get_First_Char(face, &glyph)
        var count = 0
        while glyph != 0, body(character, glyph) {
          count += 1
          if count.isMultiple(of: stride), FontScan.now > end { return false }
          character = FT_Get_Next_Char(face, character, &glyph)
        }
        break
      }
      return FontScan.now <= end
    }

    /// Looks up the advance of each glyph, until three are different; whether there is time for it.
    private func hasTimeForAdvances(_ face: FT_Face) -> Bool {
      let isScalable = face.pointee.face_flags & Int(FT_FACE_FLAG_SCALABLE) != 0
      let flags = isScalable ? Self.flags | FT_Int32(FT_LOAD_NO_BITMAP) : Self.flags
      var found: [Int] = []
      return walk(face, stride: FontScan.strides.glyphs) { _, glyph in
        var advance: FT_Fixed = 0
        guard FT_Get_Advance(face, glyph, flags, &advance) == 0, advance != 0 else { return true }
        let isKnown = found.contains { abs($0 - advance) * 33 <= max(abs($0), abs(advance)) }
        if !isKnown { found.append(advance) }
        return found.count < 3
      }
    }
  }
}
