internal import CPango
import GalleyPrimitives

/// The fonts for text, as fontconfig finds them; workers may share them.
///
/// fontconfig protects a configuration's reference count with atomics and its caches with locks, and no code
/// changes a configuration after `init`.
package final class FontConfiguration: Sendable {
  // Invariant: only `init` writes it, and fontconfig's readers are thread-safe since 2.10.91.
  package nonisolated(unsafe) let handle: OpaquePointer
  /// The files with fonts that cannot be laid out or drawn, in the order of their paths; no font is chosen from
  /// them.
  package let skippedFonts: [SkippedFont]

  /// Reads a configuration and its font folders, and none of the host's files.
  ///
  /// Of the folders' files, those with an unusual name or format are checked. The fonts in `files`, which
  /// ``FontFolder`` has checked, are added after them. Fonts in the files that `isPreferred` names by path have
  /// ``preferredFamily`` too.
  package init?(
    xml: String, adding files: [String] = [], preferring isPreferred: ((String) -> Bool)? = nil
  ) {
    guard let config = FcConfigCreate() else { return nil }
    guard Self.read(xml, into: config, isWhole: true),
      Self.read(Self.variableRule, into: config, isWhole: true), FcConfigBuildFonts(config) != 0
    else {
      FcConfigDestroy(config)
      return nil
    }
    self.handle = config
    skippedFonts = Self.skipFonts(of: config)
    for file in files { FcConfigAppFontAddFile(config, file) }
    if let isPreferred { Self.markPreferred(of: config, isPreferred) }
    serveProcess()
  }

  /// Reads the host's configuration; where none of its cache folders can be written, `cache` is used.
  package init?(hostWithCache cache: String) {
    guard let config = FcInitLoadConfig() else { return nil }
    let xml = "<fontconfig><cachedir>\(Self.escaped(cache))</cachedir></fontconfig>"
    guard Self.read(xml, into: config, isWhole: false),
      Self.read(Self.variableRule, into: config, isWhole: true), FcConfigBuildFonts(config) != 0
    else {
      FcConfigDestroy(config)
      return nil
    }
    self.handle = config
    skippedFonts = Self.skipFonts(of: config)
    serveProcess()
  }

  /// Adds the text of a configuration; whether all of it was read, or some of it suffices.
  private static func read(_ xml: String, into config: OpaquePointer, isWhole: Bool) -> Bool {
    xml.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: xml.utf8.count + 1) { bytes in
        FcConfigParseAndLoadFromMemory(config, bytes, isWhole ? 1 : 0) != 0
      }
    }
  }

  /// Takes the mark of fontconfig for any place on the axes of a variable font, bit 31, from the number of its face,
  /// which FreeType would not open.
  private static let variableRule = """
    <fontconfig><match target="font"><test name="variable" compare="eq"><bool>true</bool></test>
    <test name="index" compare="less"><int>0</int></test>
    <edit name="index" mode="assign"><plus><name>index</name><double>2147483648</double></plus></edit>
    </match></fontconfig>
    """

  /// The cache folder if no folder can be written: a file that can be written, so that fontconfig reports nothing
  /// on standard error, and stores nothing.
  package static let noCache = "/dev/null"

  /// `text` as an element of a configuration holds it.
  package static func escaped(_ text: String) -> String {
    text.replacingSigns(["&": "&amp;", "<": "&lt;"])
  }

  /// Makes each later configuration that of the process, for a program with no other use of fontconfig: else
  /// Pango reads the host's configuration for its first font map, and never uses it.
  package static func serveProcess() { servesProcess.withLock { $0 = true } }

  /// Whether this is the configuration of the process.
  package var isOfProcess: Bool { FcConfigGetCurrent() == handle }

  private static let servesProcess = Monitor(false)

  private func serveProcess() {
    if Self.servesProcess.withLock({ $0 }) { FcConfigSetCurrent(handle) }
  }

  deinit { FcConfigDestroy(handle) }

  /// The number of fonts.
  package var fontCount: Int {
    var count = 0
    Self.forEachFont(of: handle) { _ in count += 1 }
    return count
  }

  /// The names of all families, in all languages of the fonts.
  package var families: Set<String> {
    var families: Set<String> = []
    Self.forEachFont(of: handle) { font in
      for index in Int32(0)..<64 {
        guard let family = Self.string(FC_FAMILY, at: index, of: font) else { break }
        families.insert(family)
      }
    }
    families.remove(Self.preferredFamily)
    return families
  }

  /// Whether a font has a family of exactly this name.
  package func hasFamily(namedExactly name: String) -> Bool {
    guard name != Self.preferredFamily else { return false }
    var isFound = false
    Self.forEachFont(of: handle) { font in
      var index: Int32 = 0
      while !isFound, let family = Self.string(FC_FAMILY, at: index, of: font) {
        isFound = family == name
        index += 1
      }
    }
    return isFound
  }

  /// The family that fontconfig chooses for `family`, which may be missing; `nil` without fonts.
  package func chosenFamily(for family: String) -> String? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    // If a pattern has an undetermined language, fontconfig does not add that of the environment.
    FcPatternAddString(pattern, FC_LANG, "und")
    FcConfigSubstitute(handle, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = FcFontMatch(handle, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    return Self.string(FC_FAMILY, of: match)
  }

  /// The tags of the languages that fontconfig knows, in lower case.
  package static var languageTags: [String] {
    guard let languages = FcGetLangs() else { return [] }
    defer { FcStrSetDestroy(languages) }
    guard let list = FcStrListCreate(languages) else { return [] }
    defer { FcStrListDone(list) }
    var tags: [String] = []
    while let tag = FcStrListNext(list) { tags.append(String(cString: tag)) }
    return tags
  }

  /// The files that fonts and rules come from, in an order of their own, each once.
  package var paths: [String] {
    var paths: Set<String> = []
    Self.forEachFont(of: handle) { font in
      if let path = Self.string(FC_FILE, of: font) { paths.insert(path) }
    }
    if let files = FcConfigGetConfigFiles(handle) {
      defer { FcStrListDone(files) }
      while let path = FcStrListNext(files) { paths.insert(String(cString: path)) }
    }
    return paths.sorted()
  }

  /// The version of fontconfig in use.
  package static var version: Int { Int(FcGetVersion()) }
}
