/// Who lays out and draws rows.
///
/// The pixels are the same with each: the synchronous mode is the specification of the other.
public enum RenderMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Workers, while the caller goes on; a frame shows placeholders for what is not there.
  case async
  /// The caller's own thread, in line, with the same code; a frame waits for what it lacks.
  case sync
}
