/// The content of a frame in a row whose current picture is missing.
public enum BlankPolicy: String, Hashable, Sendable, CaseIterable, Codable {
  /// The page's colour.
  case clear
  /// The row's older picture, or an empty card if there is none.
  case keep
  /// An empty card.
  case placeholder
  /// Nothing: the frame waits for its pictures, at the cost of dropped frames.
  case wait
}

extension BlankPolicy {
  /// Whether a frame waits for its pictures.
  package var waits: Bool { self == .wait }

  /// Whether a row's older picture replaces a missing one.
  var keepsOlderPicture: Bool { self == .keep }

  /// Whether the page's colour replaces a missing picture, and not an empty card.
  package var showsPage: Bool { self == .clear }
}
