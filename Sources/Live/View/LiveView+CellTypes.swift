import GalleyCellRendering
public import GalleyElements
import GalleyPictures
import GalleyWorkers

/// The registered types of cells.
struct CellTypes {
  /// The registered types by their identifiers.
  private(set) var types: [String: any Cell.Type] = [:]
  /// The examples of types, by their identifiers.
  private(set) var examples: [String: RowCell] = [:]

  mutating func register<Type: Cell>(_ type: Type.Type) throws(ScrollError) {
    let identifier = Type.reuseIdentifier
    if let known = types[identifier], ObjectIdentifier(known) != ObjectIdentifier(type) {
      throw .identifierTaken(identifier, by: "\(String(reflecting: known))")
    }
    types[identifier] = type
  }

  mutating func keep(_ example: RowCell) { examples[example.reuseIdentifier] = example }
}

extension LiveView {
  /// Registers a type of cell by its identifier, before its first row.
  ///
  /// A row needs no registration: its model makes its cell, and the cell has the identifier. A registered type is among
  /// ``LiveViewStatistics/cells`` at once, with zeros, and no other type can be registered with its identifier. After
  /// the types of a table are registered, rows of another one are visible as
  /// ``LiveViewStatistics/CellCounts/isRegistered``.
  ///
  /// - Throws: ``ScrollError/identifierTaken(_:by:)``; then nothing changes. The same type can be registered again.
  public func register<Type: Cell>(_ type: Type.Type) throws(ScrollError) {
    try cellTypes.register(type)
  }

  /// Registers the type of an example, and prepares workers for cells like it.
  ///
  /// Each worker that is free lays the example out and draws it, off the main queue, so that the first rows find fonts,
  /// glyphs and pictures that they share with it. An example has the scripts and the emoji that are usual in rows. In
  /// mode sync, the main queue prepares itself before the call returns. New options prepare their workers again.
  ///
  /// An example that cannot be drawn prepares nothing. It is no row, and only its surfaces are counted.
  ///
  /// - Throws: ``ScrollError/identifierTaken(_:by:)``; then nothing changes.
  /// - Complexity: One hop to the workers; tens of milliseconds on each of them, for fonts that are not open.
  public func register(example: some Cell) throws(ScrollError) {
    try cellTypes.register(type(of: example))
    let cell = RowCell(example)
    cellTypes.keep(cell)
    prepare(for: [cell])
  }

  /// Lets the workers, or the main queue in mode sync, draw cells whose pictures are not kept.
  func prepare(for cells: [RowCell]) {
    guard !cells.isEmpty, !isClosed else { return }
    if let painter {
      for cell in cells { painter.prepare(for: cell) }
      return
    }
    pool.repeatedly(count: pool.count) { worker in
      if let worker = try? worker.preparedResources() {
        for cell in cells { worker.prepare(for: cell) }
      }
      return false
    }
  }
}
