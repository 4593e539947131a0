/// The velocity of a viewport, from its offsets at two frames.
package struct ViewportMotion: Sendable {
  private var last: (offset: Int, time: Duration)?
  /// The distance and the time between the last two frames.
  private var step: (distance: Int, time: Duration)?

  /// Makes a motion without frames.
  package init() {}

  /// The velocity towards later rows, in device pixels a second; 0 before the second frame.
  ///
  /// The quotient of two durations is a division of 128 bits, which few frames need.
  package var velocity: Double { step.map { Double($0.distance) / ($0.time / .seconds(1)) } ?? 0 }

  /// Notes the offset of a frame.
  package mutating func move(to offset: Int, at time: Duration) {
    if let last, time > last.time { step = (offset - last.offset, time - last.time) }
    last = (offset, time)
  }

  /// Notes that an edit has moved the offset with the rows, so that the viewport shows the same rows.
  package mutating func shift(by distance: Int) { last?.offset += distance }
}
