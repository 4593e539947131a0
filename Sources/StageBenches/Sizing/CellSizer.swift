package import GalleyCells
import GalleyFrames
import GalleyPrimitives
package import GalleyRowHeights
package import GalleyTrials

/// Finds the heights of rows as UITableView+FDTemplateLayoutCell does: by the fitting chain, with one
/// template cell that is configured for each row.
///
/// Cells compute their layout in code. That library is mostly used with a constraint solver, whose cost
/// ``ArrangementBench`` shows.
package final class CellSizer {
  /// The reuse identifier of a feed's cells.
  package static let identifier = "item"

  /// The source of a row's height.
  package let sizing: CellSizing
  /// The template cell; `nil` before its first use.
  package private(set) var template: CellObject?

  /// Makes a sizer without a template cell.
  package init(_ sizing: CellSizing) { self.sizing = sizing }

  /// Returns the height of a content by the fitting chain, without a separator.
  ///
  /// - Parameters:
  ///   - content: The row's content.
  ///   - fitting: The chain; ``sizing`` selects its steps.
  ///   - layOut: Lays a content out at a width.
  /// - Returns: The height in layout units, and the layout if the height comes from frames.
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
