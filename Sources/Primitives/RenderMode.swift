/// The threads that lay out and draw rows.
///
/// The pixels are the same in both modes: the synchronous mode is the specification of the
/// asynchronous one.
public enum RenderMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Workers, while the caller continues; a frame shows placeholders for missing pictures.
  case async
  /// The caller's own thread, with the same code; a frame waits for missing pictures.
  case sync
}
