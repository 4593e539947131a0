/// The clock of a scroll.
public enum ScrollClock: String, Hashable, Sendable, CaseIterable, Codable {
  /// Virtual time by the cost model: equal scrolls give equal counts on any machine.
  case virtual
  /// Real time, with vsyncs at absolute times on the main queue.
  case real
}
