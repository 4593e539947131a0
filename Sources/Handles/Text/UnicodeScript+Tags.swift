internal import CPango

extension UnicodeScript {
  /// The script with a tag of ISO 15924, such as `Arab`; `nil` if the tag names no script with letters of its own.
  package init?(tag: String) {
    let bytes = Array(tag.utf8)
    guard bytes.count == 4 else { return nil }
    let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let script = g_unicode_script_from_iso15924(number)
    guard number > 0, script.rawValue >= 0, let own = UInt8(exactly: script.rawValue) else {
      return nil
    }
    self.init(number: own)
    let unknown = UnicodeScript(number: UInt8(G_UNICODE_SCRIPT_UNKNOWN.rawValue))
    guard self != .common, self != .inherited, self != unknown else { return nil }
  }

  /// The tag of ISO 15924.
  package var name: String {
    String(decoding: [24, 16, 8, 0].map { UInt8(tag >> $0 & 0xFF) }, as: UTF8.self)
  }
}
