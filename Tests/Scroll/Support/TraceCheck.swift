import Foundation

/// A trace, held against what the Trace Event Format says of the events that we write.
struct TraceCheck {
  /// The faults, in words.
  private(set) var problems: [String] = []
  /// The names of tracks.
  private(set) var tracks: Set<String> = []
  /// The names of events that have a duration.
  private(set) var names: Set<String> = []
  /// The names of counters.
  private(set) var counters: Set<String> = []

  /// The keys that the format has for events of a phase.
  private static let keys: [String: Set<String>] = [
    "X": ["name", "cat", "ph", "ts", "dur", "pid", "tid", "args"],
    "C": ["name", "ph", "ts", "pid", "tid", "args"],
    "M": ["name", "ph", "ts", "pid", "tid", "args"],
  ]

  private struct Stretch {
    var name: String
    var start: Double
    var end: Double
  }

  init(_ bytes: [UInt8]) throws {
    let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    guard let events = document?["traceEvents"] as? [[String: Any]], !events.isEmpty else {
      problems = ["no traceEvents"]
      return
    }
    var stretches: [Int: [Stretch]] = [:]
    var named: Set<Int> = []
    var (processes, namedProcesses): ([Int: Int], Set<Int>) = ([:], [])
    for (index, event) in events.enumerated() {
      guard let name = event["name"] as? String, let phase = event["ph"] as? String,
        let start = event["ts"] as? Double, start >= 0, start.isFinite,
        let process = event["pid"] as? Int, let track = event["tid"] as? Int
      else {
        problems.append("event \(index) lacks what each event has: \(event)")
        continue
      }
      let unknown = Set(event.keys).subtracting(Self.keys[phase] ?? [])
      if !unknown.isEmpty { problems.append("event \(index) of phase \(phase) has \(unknown)") }
      if let other = processes.updateValue(process, forKey: track), other != process {
        problems.append("track \(track) is in processes \(other) and \(process)")
      }
      // Viewers take 0 for an idle processor, and the number of the process for its main thread.
      if track <= 0 { problems.append("event \(index) is on track \(track)") }
      let arguments = event["args"] as? [String: Any] ?? [:]
      switch phase {
      case "X":
        guard let duration = event["dur"] as? Double, duration >= 0, event["cat"] is String else {
          problems.append("event \(index) has no duration or category")
          continue
        }
        names.insert(name)
        stretches[track, default: []].append(
          Stretch(name: name, start: start, end: start + duration))
      case "C":
        counters.insert(name)
        if !(arguments["value"] is Double) { problems.append("counter \(index) has no value") }
      case "M":
        if name == "thread_name", let title = arguments["name"] as? String {
          tracks.insert(title)
          named.insert(track)
        } else if name == "process_name", arguments["name"] is String {
          namedProcesses.insert(process)
        } else if name != "thread_sort_index" || !(arguments["sort_index"] is Int) {
          problems.append("event \(index) is unknown metadata")
        }
      default: problems.append("event \(index) has phase \(phase)")
      }
    }
    for process in Set(processes.values).subtracting(namedProcesses) {
      problems.append("process \(process) has no name")
    }
    for (track, stretches) in stretches {
      if !named.contains(track) { problems.append("track \(track) has no name") }
      checkNesting(stretches, on: track)
    }
  }

  /// Two events of a track lie apart, or one within the other.
  private mutating func checkNesting(_ stretches: [Stretch], on track: Int) {
    var open: [Stretch] = []
    for stretch in stretches.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
      while let last = open.last, last.end <= stretch.start + 1e-6 { open.removeLast() }
      if let last = open.last, stretch.end > last.end + 1e-6 {
        problems.append("\(stretch) overlaps \(last) on track \(track)")
      }
      open.append(stretch)
    }
  }
}
