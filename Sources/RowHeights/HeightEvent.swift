/// One step of a height look-up, for a log.
///
/// Its description is one line of the log: the question, the event and the height. A calculated
/// height also has its cause and the number of edits of the table so far.
///
/// ```
/// 0:5 calculated 44.5 (mutated, after edit 3)
/// 0:5 cached 44.5
/// 0:5 hit 44.5
/// ```
///
/// `galley measure --log-heights` prints them.
public enum HeightEvent<Key: Hashable & Sendable>: Hashable, Sendable {
  /// A measuring cell was made for a reuse identifier.
  case created(identifier: String)
  /// A height was measured; the cause is `nil` if there was no look-up.
  case calculated(HeightQuestion<Key>, height: Double, cause: RowHeightMiss?, mutation: Int)
  /// A height was stored in the cache.
  case cached(HeightQuestion<Key>, height: Double)
  /// A height was found in the cache.
  case hit(HeightQuestion<Key>, height: Double)
  /// A height was read from a file.
  case stored(HeightQuestion<Key>, height: Double)

  /// Returns the events of an answer, in order.
  public static func events(
    of question: HeightQuestion<Key>, _ answer: HeightAnswer
  ) -> [HeightEvent] {
    let height = answer.height
    return switch answer.source {
    case .hit: [.hit(question, height: height)]
    case .stored: [.stored(question, height: height)]
    case .uncached: [.calculated(question, height: height, cause: nil, mutation: 0)]
    case .calculated(let cause):
      [
        .calculated(question, height: height, cause: cause, mutation: 0),
        .cached(question, height: height),
      ]
    }
  }
}

extension HeightEvent: CustomStringConvertible {
  /// A line of the log, without its line end.
  public var description: String {
    switch self {
    case .created(let identifier): "\(identifier) created"
    case .calculated(let question, let height, nil, _): "\(question) calculated \(height)"
    case .calculated(let question, let height, let cause?, let mutation):
      "\(question) calculated \(height) (\(cause)"
        + (cause == .mutated ? ", after edit \(mutation))" : ")")
    case .cached(let question, let height): "\(question) cached \(height)"
    case .hit(let question, let height): "\(question) hit \(height)"
    case .stored(let question, let height): "\(question) stored \(height)"
    }
  }
}

extension HeightQuestion: CustomStringConvertible {
  /// A path as `0:5`, a header as `0:header`, a key in quotation marks.
  public var description: String {
    switch self {
    case .uncached: "uncached"
    case .content: "content"
    case .place(.row(let path)): "\(path)"
    case .place(.header(let section)): "\(section):header"
    case .place(.footer(let section)): "\(section):footer"
    case .key(let key): "'\(key)'"
    }
  }
}

/// The most recent events, oldest first.
public struct HeightLog<Key: Hashable & Sendable>: Sendable {
  /// The maximum number of events kept.
  ///
  /// When half as many new events have arrived, the older half is dropped.
  public static var limit: Int { 1 << 16 }

  private var old: [HeightEvent<Key>] = []
  private var young: [HeightEvent<Key>] = []

  /// Makes a log without events.
  public init() {}

  /// Adds an event at the end.
  public mutating func append(_ event: HeightEvent<Key>) {
    if young.count >= Self.limit / 2 {
      old = young
      young = []
    }
    young.append(event)
  }

  /// Adds that a cell was made, before the height that it measured first: the last one of the log.
  mutating func insertCreation(of identifier: String) {
    let index = young.lastIndex { event in
      if case .calculated = event { true } else { false }
    }
    young.insert(.created(identifier: identifier), at: index ?? young.endIndex)
  }

  /// Returns all events and empties the log.
  public mutating func take() -> [HeightEvent<Key>] {
    defer {
      old = []
      young = []
    }
    return old + young
  }
}
