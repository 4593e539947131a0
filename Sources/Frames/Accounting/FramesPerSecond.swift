public import GalleyPrimitives

/// Counts new frames in windows of a second, for a label in an application under development.
///
/// YYKit's label counts calls of the main queue; this type counts presented frames. A window begins
/// with a frame, and ends with the first frame at least a second later. So a window without frames
/// is as long as the wait for the next one.
public struct FramesPerSecond: Hashable, Sendable {
  /// Frames a second in the last complete window; `nil` during the first one.
  public private(set) var value: Double?
  private var start: Duration?
  private var count = 0

  /// A counter without frames.
  public init() {}

  /// Counts a frame presented at `instant`.
  public mutating func count(at instant: Duration) {
    guard let start else { return self.start = instant }
    count += 1
    let elapsed = instant - start
    guard elapsed >= .seconds(1) else { return }
    value = Double(count) / (elapsed / .seconds(1))
    self.start = instant
    count = 0
  }

  /// The colour of a rate: from red through yellow to green at 60 and more.
  ///
  /// - SeeAlso: YYKit's `YYFPSLabel`: hue 0.27 · (rate / 60 − 0.2), saturation 1, brightness 0.9.
  public static func color(of rate: Double) -> Color {
    let hue = 0.27 * (min(max(rate / 60, 0.2), 1) - 0.2)
    // Hues up to a third of the circle consist of red and green alone.
    func channel(_ share: Double) -> UInt8 { UInt8((0.9 * 255 * min(max(share, 0), 1)).rounded()) }
    return Color(red: channel(2 - 6 * hue), green: channel(6 * hue), blue: 0)
  }
}
