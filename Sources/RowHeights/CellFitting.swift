/// What stands at the right of a cell, and how much of its width that takes, in layout units.
///
/// - SeeAlso: UITableView+FDTemplateLayoutCell.m, `fd_systemFittingHeightForConfiguratedCell:`, for
///   all widths.
public enum CellAccessory: Hashable, Sendable {
  /// Nothing.
  case none
  /// A chevron: 34.
  case disclosureIndicator
  /// A chevron and a button: 68.
  case detailDisclosureButton
  /// A check mark: 40.
  case checkmark
  /// A button: 48.
  case detailButton
  /// A view of the caller's: its width and 16 beside it. It hides the others.
  case custom(width: Double)

  /// The width that is taken from the content.
  public var width: Double {
    switch self {
    case .none: 0
    case .disclosureIndicator: 34
    case .detailDisclosureButton: 68
    case .checkmark: 40
    case .detailButton: 48
    case .custom(let width): 16 + width
    }
  }
}

/// The chain by which UITableView and FDTemplateLayoutCell come to a row's height, as a value.
///
/// The content gets the table's width less what the system puts at the right. Then the first of these
/// that is more than 0 is the height: that of the cell's layout, the one that the cell says fits, 44.
/// A separator of one device pixel comes on top.
///
/// The separator is not part of what is cached, so that turning it off leaves no stale height; and a
/// height at no width at all, before the table has one, is never taken: the width is part of the
/// height key. Both were otherwise in the original.
///
/// - SeeAlso: UITableView+FDTemplateLayoutCell.m; its index strip and the 4 units came with 1.7.
public struct CellFitting: Hashable, Sendable {
  /// A row's height where nothing else says one: `UITableView`'s own default.
  public static let fallbackHeight = 44.0

  /// What large telephones of three pixels a unit take more at the right.
  public static let largeScreenMargin = 4.0

  /// The table's width, in layout units.
  public var tableWidth: Double
  /// Device pixels per layout unit.
  public var scale: Double
  /// The width of the strip of section titles; 0 where there is none.
  public var indexStripWidth = 0.0
  /// What stands at the right of the cell.
  public var accessory = CellAccessory.none
  /// The width of the screen, in layout units; 0 where there is none.
  public var screenWidth = 0.0
  /// Whether a line of a device pixel separates rows.
  public var hasSeparator = true
  /// Whether cells are laid out by hand: the first step is skipped (`fd_enforceFrameLayout`).
  public var usesFrames = false

  /// The chain for a table of a width.
  public init(tableWidth: Double, scale: Double) {
    self.tableWidth = tableWidth
    self.scale = scale
  }

  /// What is left for the content.
  public var contentWidth: Double {
    let isLarge = scale >= 3 && screenWidth >= 414
    return tableWidth - indexStripWidth - accessory.width - (isLarge ? Self.largeScreenMargin : 0)
  }

  /// The height of the line below a row.
  public var separatorHeight: Double { hasSeparator ? 1 / scale : 0 }

  /// The height of a cell's content, which is what a cache keeps.
  ///
  /// A step whose result is not finite, or not above 0, gives no height.
  ///
  /// - Parameters:
  ///   - layout: The height of the cell's layout at a width.
  ///   - fit: The height that the cell says it needs at a width, without a separator.
  /// - Returns: The height, and which step gave it.
  /// - Throws: What `layout` and `fit` throw.
  public func height<Failure: Error>(
    layout: (_ width: Double) throws(Failure) -> Double,
    sizeThatFits fit: (_ width: Double) throws(Failure) -> Double
  ) throws(Failure) -> FittedHeight {
    try fitted(width: contentWidth, layout: layout, sizeThatFits: fit)
      ?? FittedHeight(height: Self.fallbackHeight, step: .fallback)
  }

  /// The height of a section's header or footer: at the table's whole width, without a separator,
  /// and 0 where no step gives one.
  ///
  /// - Parameters:
  ///   - layout: The height of the view's layout at a width.
  ///   - fit: The height that the view says it needs at a width.
  /// - Returns: The height, and which step gave it.
  /// - Throws: What `layout` and `fit` throw.
  public func supplementaryHeight<Failure: Error>(
    layout: (_ width: Double) throws(Failure) -> Double,
    sizeThatFits fit: (_ width: Double) throws(Failure) -> Double
  ) throws(Failure) -> FittedHeight {
    try fitted(width: tableWidth, layout: layout, sizeThatFits: fit)
      ?? FittedHeight(height: 0, step: .fallback)
  }

  private func fitted<Failure: Error>(
    width: Double, layout: (Double) throws(Failure) -> Double,
    sizeThatFits fit: (Double) throws(Failure) -> Double
  ) throws(Failure) -> FittedHeight? {
    if !usesFrames, width > 0 {
      let height = try layout(width)
      if height.isFinite, height > 0 { return FittedHeight(height: height, step: .layout) }
    }
    let height = try fit(width)
    guard height.isFinite, height > 0 else { return nil }
    return FittedHeight(height: height, step: .sizeThatFits)
  }
}

/// A height, and the step of the chain that gave it.
public struct FittedHeight: Hashable, Sendable {
  /// The steps of the chain.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// The cell's layout.
    case layout
    /// What the cell says that fits.
    case sizeThatFits
    /// Neither said anything.
    case fallback
  }

  /// In layout units, without a separator.
  public var height: Double
  /// What gave it.
  public var step: Step

  /// A height from a step.
  public init(height: Double, step: Step) {
    self.height = height
    self.step = step
  }
}
