internal import CPango

extension FontConfiguration {
  /// The folders that fonts are looked for in, those within them included.
  package var folders: [String] { Self.strings(FcConfigGetFontDirs(handle)) }

  /// The folders of fontconfig's cache files.
  package var cacheFolders: [String] {
    Self.strings(FcConfigGetCacheDirs(handle)).filter { $0 != Self.noCache }
  }

  /// The strings of a list, which this ends.
  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }
}
