/// What a frame shows where a row's current picture is not there yet.
public enum BlankPolicy: String, Hashable, Sendable, CaseIterable, Codable {
  /// The page's colour.
  case clear
  /// The row's older picture, and an empty card where there is none.
  case keep
  /// An empty card.
  case placeholder
  /// Nothing: the frame waits for its pictures, which costs frames instead.
  case wait
}
