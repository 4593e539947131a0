import GalleyReplay

/// A step of `galley replay`.
struct ReplayRecord: Encodable {
  private var step: Int
  private var action: String
  /// The reason if the changes were refused.
  private var refusal: String?
  /// The picture of the screen.
  var file: String?
  private var state: ReplayState

  init(_ index: Int, _ step: ReplayStep, _ state: ReplayState, refusal: String?) {
    self.step = index
    action = step.name
    self.refusal = refusal
    self.state = state
  }

  private enum Key: String, CodingKey {
    case step, action, refusal, file
  }

  /// Writes the state's members beside the step's.
  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(step, forKey: .step)
    try values.encode(action, forKey: .action)
    try values.encodeIfPresent(refusal, forKey: .refusal)
    try values.encodeIfPresent(file, forKey: .file)
  }
}

/// The last line of `galley replay`.
struct ReplaySummaryRecord: Encodable {
  var summary = true
  var steps = 0
  /// The steps whose changes were refused, and those whose outcome the script does not expect.
  var refused = 0
  var unexpected = 0
  /// Whether each state was compared with that of the naive table.
  var isChecked = false
  var computed = 0
  var questions = 0
  var rows = 0

  mutating func count(isRefused: Bool, isExpected: Bool) {
    steps += 1
    if isRefused { refused += 1 }
    if !isExpected { unexpected += 1 }
  }

  mutating func finish(_ state: ReplayState, isChecked: Bool) {
    self.isChecked = isChecked
    computed = state.computed
    questions = state.questions
    rows = state.sections.reduce(0, +)
  }
}
