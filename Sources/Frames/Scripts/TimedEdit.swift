/// A change of a table at a time of a scroll.
package struct TimedEdit: Hashable, Sendable {
  /// The kinds of changes.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// All rows get another content, and keep their identities.
    case reload
    /// A row comes to the top of the table.
    case insert
    /// The texts get larger: rows are laid out anew, by workers that open their fonts again.
    case fontSize = "font-size"
    /// Width and height of the viewport change places: rows are laid out anew, as for another font size.
    case rotate
  }

  /// The kind.
  package var kind: Kind
  /// The time since the start of the scroll.
  package var time: Duration

  /// A change.
  package init(_ kind: Kind, at time: Duration) {
    self.kind = kind
    self.time = time
  }

  /// The change as an option has it: `reload@0.4`.
  package var words: String { "\(kind.rawValue)@\(time / .seconds(1))" }

  /// One change of each kind, evenly over a scroll.
  package static func each(over duration: Duration) -> [TimedEdit] {
    Kind.allCases.enumerated().map { number, kind in
      TimedEdit(kind, at: duration * (number + 1) / (Kind.allCases.count + 1))
    }
  }
}
