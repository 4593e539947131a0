import ArgumentParser
package import GalleyFrames

/// Changes of the rows at times of a scroll, from an option: `reload@0.4,insert@1`.
package struct TimedEdits: ExpressibleByArgument {
  /// The changes, at least one.
  package let edits: [TimedEdit]

  /// More changes would make the bench longer, and show nothing else.
  private static let limit = 64

  package init?(argument: String) {
    var edits: [TimedEdit] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, let kind = TimedEdit.Kind(rawValue: String(parts[0])),
        let seconds = Double(parts[1]), seconds >= 0, seconds <= 3600, edits.count < Self.limit
      else { return nil }
      edits.append(TimedEdit(kind, at: .seconds(seconds)))
    }
    self.edits = edits
  }
}
