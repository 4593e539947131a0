package import GalleyCells
package import GalleyFrames
package import GalleyRowHeights

/// Says how high rows are, as UITableView+FDTemplateLayoutCell does: by the fitting chain, with one
/// cell that only measures and is configured anew for each row.
///
/// Cells lay themselves out in code. A constraint solver, which that library is mostly used with, is
/// not there: it would only add to what the template costs.
package final class CellSizer {
  /// What cells of a feed are called.
  package static let identifier = "item"

  /// Who says a row's height.
  package let sizing: CellSizing
  /// The cell that only measures, once it was needed.
  package private(set) var template: CellObject?

  /// A sizer without a template cell.
  package init(_ sizing: CellSizing) { self.sizing = sizing }

  /// The height of a content by the fitting chain, without a separator.
  ///
  /// - Parameters:
  ///   - content: What the row shows.
  ///   - fitting: The chain; ``sizing`` says which of its steps there are.
  ///   - layOut: Lays a content out at a width.
  /// - Returns: The height in layout units; where frames said it, also these, to show the row with.
  /// - Throws: What `layOut` throws.
  package func fit(
    _ content: CellContent, _ fitting: CellFitting,
    layOut: (CellContent, Double) throws -> CellLayout
  ) throws -> (height: Double, frames: CellLayout?) {
    var fitting = fitting
    fitting.usesFrames = sizing == .frames
    var frames: CellLayout?
    let fitted = try fitting.height(
      layout: { width in
        let cell = template ?? CellObject(identifier: Self.identifier, isTemplate: true)
        template = cell
        cell.prepareForReuse()
        cell.accessory = fitting.accessory
        cell.render(content)
        return try layOut(cell.content, width).size.height
      },
      sizeThatFits: { width in
        guard sizing == .frames, width > 0 else { return 0 }
        let layout = try layOut(content, width)
        frames = layout
        return layout.size.height
      })
    return (fitted.height, frames)
  }
}
