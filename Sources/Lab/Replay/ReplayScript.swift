package import GalleyPrimitives
package import GalleyTable

/// A script of changes to a table, to be played step by step.
///
/// Lengths are layout units.
package struct ReplayScript: Hashable, Sendable {
  /// How wide rows are; `nil` for the player's choice.
  package var width: Double?
  /// How high the viewport is.
  package var viewport = 667.0
  /// How high a row counts before its height is known.
  package var estimate = 88.0
  /// When rows are asked for their heights.
  package var asking = HeightAsking.whenShown
  /// Heights of rows without texts, which rows have in turn where no feed is given.
  package var heights: [Double] = []
  /// What happens, in order.
  package var steps: [ReplayStep] = []

  package init() {}
}

/// Something that happens to a table, and is then seen: heights are asked for after each step.
package struct ReplayStep: Hashable, Sendable {
  /// What happens.
  package var action: Action
  /// What new rows show, at their places after the step; others show what comes next in the feed.
  package var contents: [RowPath: Source] = [:]
  /// What reloaded rows show, at their places before the step; others show what they did.
  package var reloaded: [RowPath: Source] = [:]
  /// Whether changes wait, to be shown with later ones.
  package var waits = false
  /// Whether the change is to be refused.
  package var isRefused = false

  package init(_ action: Action) { self.action = action }

  package enum Action: Hashable, Sendable {
    /// All data is reloaded: the rows of each section.
    case load([Int])
    /// Changes that come into force together.
    case change(ReplayBatch)
    /// Changes that wait are shown.
    case commit
    /// The viewport moves by a length, downwards if it is above 0.
    case scroll(by: Double)
    /// The viewport's top goes to a y of the table.
    case scrollTo(Double)
    /// Rows get another width, and the viewport another height.
    case rotate(width: Double, viewport: Double?)
    /// All fonts get a size, as a factor of the theme's.
    case fontSize(Double)
    /// Heights are invalidated: of these visible rows.
    case invalidate([RowPath])
  }

  /// Where a row's content comes from.
  package enum Source: Hashable, Sendable {
    /// An item of the feed, by its place there.
    case feed(Int)
    /// The script.
    case content(RowContent)
  }
}

/// Changes that come into force together, and batches within them.
package struct ReplayBatch: Hashable, Sendable {
  package var members: [Member]
  /// How many rows each section then has; checked where it is given.
  package var announced: [Int]?

  package init(_ members: [Member], announced: [Int]? = nil) {
    self.members = members
    self.announced = announced
  }

  package indirect enum Member: Hashable, Sendable {
    case change(TableChange)
    case batch([Member])
  }

  /// All changes, in order.
  package var changes: [TableChange] { Self.changes(members) }

  private static func changes(_ members: [Member]) -> [TableChange] {
    members.flatMap { member in
      switch member {
      case .change(let change): [change]
      case .batch(let members): changes(members)
      }
    }
  }
}
