/// The velocity of a viewport, from its offsets at two frames.
package struct ViewportMotion: Sendable {
  /// The velocity towards later rows, in device pixels a second; 0 before the second frame.
  package private(set) var velocity = 0.0
  private var last: (offset: Int, time: Duration)?

  /// Makes a motion without frames.
  package init() {}

  /// Notes the offset of a frame.
  package mutating func move(to offset: Int, at time: Duration) {
    if let last, time > last.time {
      velocity = Double(offset - last.offset) / ((time - last.time) / .seconds(1))
    }
    last = (offset, time)
  }

  /// Notes that an edit has moved the offset with the rows, so that the viewport shows the same rows.
  package mutating func shift(by distance: Int) { last?.offset += distance }
}
