internal import CPango
import GalleyPrimitives

extension FontConfiguration {
  /// Takes the fonts that are of no use out of `config`, and names them.
  ///
  /// fontconfig lists every file that FreeType opens. A rule rejects each file of no use, then fontconfig
  /// reads its caches again. Most sources have no such file.
  static func skipFonts(of config: OpaquePointer) -> [SkippedFont] {
    var checked: Set<String> = []
    var skipped: [SkippedFont] = []
    forEachFont(of: config) { font in
      guard let path = string(FC_FILE, of: font), !checked.contains(path),
        !isUsual(font, path: path)
      else { return }
      checked.insert(path)
      if let reason = FontFileCheck.fault(at: path) {
        skipped.append(SkippedFont(path: path, reason: reason))
      }
    }
    guard !skipped.isEmpty else { return [] }
    let rejections = rejectionXML(skipped.map(\.path))
    rejections.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: rejections.utf8.count + 1) { bytes in
        _ = FcConfigParseAndLoadFromMemory(config, bytes, 1)
      }
    }
    FcConfigBuildFonts(config)
    return skipped.sorted { $0.path < $1.path }
  }

  /// Whether what fontconfig knows of a font says that FreeType and HarfBuzz can both use it.
  private static func isUsual(_ font: OpaquePointer?, path: String) -> Bool {
    let usualNames = [".ttf", ".otf", ".ttc", ".otc"]
    guard usualNames.contains(where: { path.lowercased().hasSuffix($0) }),
      let format = string(FC_FONTFORMAT, of: font)
    else { return false }
    return (format == "TrueType" || format == "CFF")
      && (bool(FC_OUTLINE, of: font) || bool(FC_COLOR, of: font))
  }

  private static func rejectionXML(_ paths: [String]) -> String {
    let rules = paths.map { path in
      let name = FontConfiguration.escaped(path)
      // A pattern ignores case, a glob takes two characters for wildcards.
      return path.contains("*") || path.contains("?")
        ? "<pattern><patelt name=\"file\"><string>\(name)</string></patelt></pattern>"
        : "<glob>\(name)</glob>"
    }
    return """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
      <selectfont><rejectfont>\(rules.joined())</rejectfont></selectfont></fontconfig>
      """
  }

  /// Calls `body` for the fonts of folders, and then for those of single files.
  static func forEachFont(of config: OpaquePointer, _ body: (OpaquePointer?) -> Void) {
    for kind in [FcSetSystem, FcSetApplication] {
      guard let set = FcConfigGetFonts(config, kind) else { continue }
      for index in 0..<Int(set.pointee.nfont) { body(set.pointee.fonts[index]) }
    }
  }

  static func string(
    _ name: String, at index: Int32 = 0, of font: OpaquePointer?
  ) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(font, name, index, &value) == FcResultMatch, let value else {
      return nil
    }
    let string = String(cString: value)
    // Names are compared; a path has to stay as it is.
    return name == FC_FILE ? string : string.streamSafe
  }

  private static func bool(_ name: String, of font: OpaquePointer?) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(font, name, 0, &value) == FcResultMatch && value != 0
  }
}
