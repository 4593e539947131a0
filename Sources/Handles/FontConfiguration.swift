internal import CPango

/// The fonts that text is set with, as fontconfig sees them; may be shared by workers.
///
/// fontconfig guards a configuration's reference count with atomics and its caches with locks, and
/// nothing changes a configuration once it is built.
package final class FontConfiguration: Sendable {
  // Written only in `init`; fontconfig's readers are thread-safe since 2.10.91.
  package nonisolated(unsafe) let handle: OpaquePointer

  /// Reads a configuration of our own and its font folders; the host's files are not looked at.
  package init?(xml: String) {
    guard let config = FcConfigCreate() else { return nil }
    let isRead = xml.withCString { text in
      text.withMemoryRebound(to: FcChar8.self, capacity: xml.utf8.count + 1) { bytes in
        FcConfigParseAndLoadFromMemory(config, bytes, 1)
      }
    }
    guard isRead != 0, FcConfigBuildFonts(config) != 0 else {
      FcConfigDestroy(config)
      return nil
    }
    self.handle = config
    serveProcess()
  }

  /// Reads the host's configuration.
  package init?(host: Void) {
    guard let config = FcInitLoadConfigAndFonts() else { return nil }
    self.handle = config
    serveProcess()
  }

  /// Makes each configuration from now on that of the process, for a program that has no other use for
  /// fontconfig: for its first font map Pango would read the host's, which nobody asks.
  package static func serveProcess() { servesProcess.withLock { $0 = true } }

  /// Whether it is that of the process.
  package var isOfProcess: Bool { FcConfigGetCurrent() == handle }

  private static let servesProcess = Guarded(false)

  private func serveProcess() {
    if Self.servesProcess.withLock({ $0 }) { FcConfigSetCurrent(handle) }
  }

  deinit { FcConfigDestroy(handle) }

  /// How many fonts there are.
  package var fontCount: Int {
    guard let set = FcConfigGetFonts(handle, FcSetSystem) else { return 0 }
    return Int(set.pointee.nfont)
  }

  /// The files that fonts and rules come from, in an order of their own, each once.
  package var paths: [String] {
    var paths: Set<String> = []
    if let set = FcConfigGetFonts(handle, FcSetSystem) {
      for index in 0..<Int(set.pointee.nfont) {
        var path: UnsafeMutablePointer<FcChar8>?
        if FcPatternGetString(set.pointee.fonts[index], FC_FILE, 0, &path) == FcResultMatch,
          let path
        {
          paths.insert(String(cString: path))
        }
      }
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
