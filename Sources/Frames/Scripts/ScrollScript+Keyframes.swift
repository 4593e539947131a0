import Foundation

extension ScrollScript {
  /// The keyframes of a script file: the viewport moves evenly from one offset to the next.
  public struct Keyframes: Hashable, Sendable {
    /// An offset at a time.
    public struct Keyframe: Hashable, Sendable, Codable {
      /// Milliseconds after the start.
      public var ms: Double
      /// The y of the viewport's top, in layout units.
      public var offset: Double
      /// Whether the viewport keeps the previous offset until then.
      public var jump: Bool?

      /// A keyframe.
      public init(ms: Double, offset: Double, jump: Bool? = nil) {
        self.ms = ms
        self.offset = offset
        self.jump = jump
      }
    }

    /// The keyframes, in order of time.
    public let frames: [Keyframe]

    /// An error in a script.
    public enum ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
      /// The file does not have the JSON of a script.
      case unreadable(String)
      /// There is no keyframe.
      case empty
      /// A time is not finite, negative, over an hour, or not later than the previous one.
      case wrongTime(index: Int, ms: Double)
      /// An offset is not finite, negative, or over 10⁹ layout units.
      case wrongOffset(index: Int, offset: Double)

      /// One line that names the keyframe.
      public var description: String {
        switch self {
        case .unreadable(let why): "no script: \(why)"
        case .empty: "a script without a keyframe"
        case .wrongTime(let index, let ms):
          "keyframe \(index) of the script is at \(ms) ms: at most 3600000, and after the one before"
        case .wrongOffset(let index, let offset):
          "keyframe \(index) of the script is at offset \(offset): 0 to 1000000000"
        }
      }
    }

    /// A script of `frames`.
    ///
    /// - Throws: ``ScriptError``.
    public init(_ frames: [Keyframe]) throws(ScriptError) {
      guard !frames.isEmpty else { throw .empty }
      var last = -1.0
      for (index, frame) in frames.enumerated() {
        guard frame.ms > last, (0...3_600_000).contains(frame.ms) else {
          throw .wrongTime(index: index, ms: frame.ms)
        }
        guard (0...1e9).contains(frame.offset) else {
          throw .wrongOffset(index: index, offset: frame.offset)
        }
        last = frame.ms
      }
      self.frames = frames
    }

    /// A script from JSON: `[{"ms": 0, "offset": 0}, {"ms": 500, "offset": 2000}, …]`.
    ///
    /// - Throws: ``ScriptError``.
    public init(json: some Sequence<UInt8>) throws(ScriptError) {
      let frames: [Keyframe]
      do {
        frames = try JSONDecoder().decode([Keyframe].self, from: Data(json))
      } catch {
        throw .unreadable("a list of objects with ms and offset was expected")
      }
      try self.init(frames)
    }

    /// The time of the last keyframe.
    public var duration: Duration { .milliseconds(frames[frames.count - 1].ms) }

    /// The largest offset, in layout units.
    public var farthest: Double { frames.reduce(0) { max($0, $1.offset) } }

    /// Whether the first movement is towards later rows.
    var isForward: Bool {
      guard let next = frames.first(where: { $0.offset != frames[0].offset }) else { return true }
      return next.offset > frames[0].offset
    }

    /// The offset in layout units at `elapsed` after the start.
    ///
    /// It is the first keyframe's offset before that keyframe, and the last one's after it.
    func offset(after elapsed: Duration) -> Double {
      let ms = elapsed / .milliseconds(1)
      // The time of a vsync is rounded down, and that of a keyframe is not.
      let next = firstIndex(after: ms + 1e-9)
      guard next < frames.count else { return frames[frames.count - 1].offset }
      guard next > 0 else { return frames[0].offset }
      let (from, to) = (frames[next - 1], frames[next])
      if to.jump == true { return from.offset }
      return from.offset + (to.offset - from.offset) * (ms - from.ms) / (to.ms - from.ms)
    }

    /// The index of the first keyframe later than `ms`; the number of keyframes if there is none.
    ///
    /// - Complexity: O(log keyframes), because each vsync calls it.
    private func firstIndex(after ms: Double) -> Int {
      var (low, high) = (0, frames.count)
      while low < high {
        let middle = (low + high) / 2
        if frames[middle].ms > ms { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }
}
