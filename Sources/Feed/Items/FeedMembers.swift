/// All members of a feed's element, also those that no field of ``FeedItem`` has; of RSS and Atom, these alone.
///
/// A reader keeps them if ``FeedLimits/keptMemberBytes`` says so.
public enum FeedMembers: Hashable, Sendable {
  /// The element as a JSON object, as the feed has it; ill-formed bytes are not repaired. Of RSS and Atom, an object with
  /// the elements that no field has: texts, or objects with `@` before the names of attributes, and `#text`.
  case json([UInt8])
  /// The cells of a table's record by the names of their columns; empty cells are left out.
  case columns([String: String])
}
