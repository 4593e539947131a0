public import ArgumentParser
public import Logging

/// Writes each log entry to standard error as one line: level, message, metadata.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let words = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    printToStandardError("galley: \(event.level): \(event.message)\(words)")
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
