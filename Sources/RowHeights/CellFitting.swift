/// The accessory at the right of a cell, and the width that it takes, in layout units.
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
  /// A custom view: its width plus 16 beside it. It replaces the standard accessory.
  case custom(width: Double)

  /// The width that the accessory takes from the content.
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

/// The steps by which UITableView and FDTemplateLayoutCell compute a row's height, as a value.
///
/// The content gets the table's width without the accessories at the right. The height is the first
/// of these that is greater than 0: the height of the cell's layout, the height that the cell
/// reports as fitting, 44. A separator of one device pixel is added.
///
/// Two things differ from the original. The separator is not part of the cached height, so that
/// turning it off leaves no stale height. The width is part of the height key, so that a height
/// computed before the table has a width is never used.
///
/// - SeeAlso: UITableView+FDTemplateLayoutCell.m; the index strip and the 4 units were added in
///   1.7.
public struct CellFitting: Hashable, Sendable {
  /// The height of a row if no step gives one: the default of `UITableView`.
  public static let fallbackHeight = 44.0

  /// The additional right margin on large phones with three pixels per unit.
  public static let largeScreenMargin = 4.0

  /// The table's width, in layout units.
  public var tableWidth: Double
  /// Device pixels per layout unit.
  public var scale: Double
  /// The width of the strip of section titles; 0 if there is none.
  public var indexStripWidth = 0.0
  /// The accessory at the right of the cell.
  public var accessory = CellAccessory.none
  /// The width of the screen, in layout units; 0 if there is none.
  public var screenWidth = 0.0
  /// Whether a line of one device pixel separates rows.
  public var hasSeparator = true
  /// Whether cells are laid out by hand, which skips the first step (`fd_enforceFrameLayout`).
  public var usesFrames = false

  /// Makes the steps for a table of this width.
  public init(tableWidth: Double, scale: Double) {
    self.tableWidth = tableWidth
    self.scale = scale
  }

  /// The width that remains for the content.
  public var contentWidth: Double {
    let isLarge = scale >= 3 && screenWidth >= 414
    return tableWidth - indexStripWidth - accessory.width - (isLarge ? Self.largeScreenMargin : 0)
  }

  /// The height of the separator below a row.
  public var separatorHeight: Double { hasSeparator ? 1 / scale : 0 }

  /// Returns the height of a cell's content, which is the cached part.
  ///
  /// A step gives no height if its result is not finite or not above 0.
  ///
  /// - Parameters:
  ///   - layout: The height of the cell's layout at a width.
  ///   - fit: The height that the cell reports as fitting at a width, without a separator.
  /// - Returns: The height, and the step that gave it.
  /// - Throws: The errors of `layout` and `fit`.
  public func height<Failure: Error>(
    layout: (_ width: Double) throws(Failure) -> Double,
    sizeThatFits fit: (_ width: Double) throws(Failure) -> Double
  ) throws(Failure) -> FittedHeight {
    try fitted(width: contentWidth, layout: layout, sizeThatFits: fit)
      ?? FittedHeight(height: Self.fallbackHeight, step: .fallback)
  }

  /// Returns the height of a section's header or footer.
  ///
  /// It is computed at the table's full width and without a separator, and is 0 if no step gives a
  /// height.
  ///
  /// - Parameters:
  ///   - layout: The height of the view's layout at a width.
  ///   - fit: The height that the view reports as fitting at a width.
  /// - Returns: The height, and the step that gave it.
  /// - Throws: The errors of `layout` and `fit`.
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

/// A height with the step that gave it.
public struct FittedHeight: Hashable, Sendable {
  /// The steps, in order.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    /// The cell's layout.
    case layout
    /// The height that the cell reports as fitting.
    case sizeThatFits
    /// The default, because neither step gave a height.
    case fallback
  }

  /// The height in layout units, without a separator.
  public var height: Double
  /// The step that gave the height.
  public var step: Step

  /// Makes a height from a step.
  public init(height: Double, step: Step) {
    self.height = height
    self.step = step
  }
}
