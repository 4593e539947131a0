internal import CHarfBuzz
internal import CPango

/// A language as Pango knows it.
@usableFromInline
package struct TextLanguage: Equatable, Sendable {
  // Invariant: a PangoLanguage is never freed and never changed, so that any thread may read it.
  @usableFromInline nonisolated(unsafe) let handle: OpaquePointer

  init?(_ handle: OpaquePointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  /// The language of a BCP 47 tag; Pango keeps each tag for good.
  package init?(tag: String) { self.init(pango_language_from_string(tag)) }

  /// The BCP 47 tag.
  package var tag: String {
    pango_language_to_string(handle).map { String(cString: $0) } ?? ""
  }

  /// Whether text in this language has the characters of a script, as far as Pango knows.
  func includes(_ script: UnicodeScript) -> Bool {
    pango_language_includes_script(handle, script.pango) != 0
  }

  @inlinable package static func == (one: TextLanguage, other: TextLanguage) -> Bool {
    one.handle == other.handle
  }
}

/// A language as HarfBuzz knows it.
package struct ShapingLanguage {
  let handle: hb_language_t?

  /// HarfBuzz's name for a language.
  package init(_ language: TextLanguage?) {
    handle = language.flatMap { hb_language_from_string(pango_language_to_string($0.handle), -1) }
  }

  var tag: String { handle.flatMap { hb_language_to_string($0) }.map { String(cString: $0) } ?? "" }
}
