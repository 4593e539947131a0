extension FeedFrame {
  /// A kind of overlay on frames, which shows the pipeline's work.
  public enum Overlay: String, Hashable, Sendable, CaseIterable, Codable {
    /// The number of new frames of the last second, in the colours of the usual label of applications.
    case fps
    /// The rows of the preload range, and within them those of the display range and the visible rows.
    case ranges
    /// The edges of the pixel rows that differ from the last frame.
    case damage
    /// The areas of cells that react to a tap, as in ``/GalleyCellRendering/CellOverlay/areas``.
    case areas
    /// The pictures that are drawn at another size than that of their files, as in
    /// ``/GalleyCellRendering/CellOverlay/scale``.
    case scale
  }
}
