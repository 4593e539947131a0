package import GalleyPrimitives
package import GalleyTable

/// A script of changes to a table, played step by step.
///
/// Lengths are layout units.
package struct ReplayScript: Hashable, Sendable {
  /// The width of rows; `nil` for the player's default.
  package var width: Double?
  /// The height of the viewport.
  package var viewport = 667.0
  /// The estimated height of a row.
  package var estimate = 88.0
  /// The policy for requesting heights.
  package var asking = HeightAsking.whenShown
  /// Heights of rows without texts, which are used in turn without a feed.
  package var heights: [Double] = []
  /// The steps, in order.
  package var steps: [ReplayStep] = []

  package init() {}
}

/// A step: an action on a table, after which the table requests heights.
package struct ReplayStep: Hashable, Sendable {
  /// The action.
  package var action: Action
  /// The contents of new rows, by their paths after the step; other rows show the feed's next
  /// items.
  package var contents: [RowPath: Source] = [:]
  /// The contents of reloaded rows, by their paths before the step; other rows keep their contents.
  package var reloaded: [RowPath: Source] = [:]
  /// Whether the changes are shown later, together with others.
  package var waits = false
  /// Whether the table should refuse the change.
  package var isRefused = false

  package init(_ action: Action) { self.action = action }

  package enum Action: Hashable, Sendable {
    /// Reloads all data: the number of rows of each section.
    case load([Int])
    /// Makes changes together.
    case change(ReplayBatch)
    /// Shows waiting changes.
    case commit
    /// Moves the viewport by a length, downwards if it is positive.
    case scroll(by: Double)
    /// Moves the viewport's top to a y of the table.
    case scrollTo(Double)
    /// Changes the width of rows and the height of the viewport.
    case rotate(width: Double, viewport: Double?)
    /// Multiplies the sizes of all fonts of the theme.
    case fontSize(Double)
    /// Invalidates the heights of these visible rows.
    case invalidate([RowPath])
  }

  /// The source of a row's content.
  package enum Source: Hashable, Sendable {
    /// An item of the feed, by its index.
    case feed(Int)
    /// The script.
    case content(RowContent)
  }
}

/// Changes that are made together, and batches within them.
package struct ReplayBatch: Hashable, Sendable {
  package var members: [Member]
  /// The announced number of rows of each section, which is checked; `nil` without a check.
  package var announced: [Int]?

  package init(_ members: [Member], announced: [Int]? = nil) {
    self.members = members
    self.announced = announced
  }

  package indirect enum Member: Hashable, Sendable {
    case change(ChangeSet.Change)
    case batch([Member])
  }

  /// All changes, in order.
  package var changes: [ChangeSet.Change] { Self.changes(members) }

  private static func changes(_ members: [Member]) -> [ChangeSet.Change] {
    members.flatMap { member in
      switch member {
      case .change(let change): [change]
      case .batch(let members): changes(members)
      }
    }
  }
}
