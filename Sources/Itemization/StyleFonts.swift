import GalleyHandles

/// A font request in a language, with the fonts of the scripts that text in it has.
struct StyleFonts {
  let request: FontRequest
  let language: String
  var scripts: [ScriptFonts] = []
  /// The number of the first style in this language: breaks are stored by it, since they depend on no font.
  let breaks: Int
  /// The font of characters without another: not looked up yet, or looked up and possibly missing.
  var base: Int??
}

/// The key of a style.
struct StyleKey: Hashable {
  var request: FontRequest
  var language: String
}
