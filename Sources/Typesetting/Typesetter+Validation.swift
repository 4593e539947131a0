import GalleyLayout
import GalleyPrimitives
import GalleyText

extension Typesetter {
  /// Checks a text and a container.
  func validate(
    _ text: AttributedText, _ container: TextContainer
  ) throws(LayoutError) {
    try validateSize(of: container)
    if !container.isSimple { try validateParts(of: container) }
    try validate(text, utf8Limit: 16 << 20)
  }

  /// Checks a text's numbers and length.
  private func validate(_ text: AttributedText, utf8Limit: Int) throws(LayoutError) {
    for run in text.runs where !(1...512).contains(run.attributes.font.size) {
      throw .invalidFontSize(run.attributes.font.size)
    }
    guard text.paragraphStyle.isSound else {
      throw .invalidAttribute("paragraphStyle", 0..<text.utf8Count)
    }
    for run in text.runs
    where !run.attributes.isPlain || !run.attributes.font.variations.isEmpty {
      guard let name = run.attributes.unsoundAttribute else { continue }
      throw .invalidAttribute(name, run.range)
    }
    guard text.string.utf8.count <= utf8Limit else {
      throw .textTooLong(utf8Count: text.string.utf8.count)
    }
  }

  /// Checks the numbers that each container has.
  func validateSize(of container: TextContainer) throws(LayoutError) {
    guard container.hasSoundSize else { throw .invalidContainer(container) }
  }

  /// Checks the properties that a plain container does not have.
  private func validateParts(of container: TextContainer) throws(LayoutError) {
    guard container.pathLineWidth.isFinite, container.pathLineWidth <= Path.limit,
      container.linePositions?.isSound ?? true
    else { throw .invalidContainer(container) }
    for path in container.exclusionPaths + [container.path].compactMap(\.self) {
      guard path.isSound else { throw .invalidPath(path) }
    }
    if let path = container.path {
      guard let bounds = path.bounds, bounds.maxX > 0, bounds.maxY > 0, bounds.width > 0,
        bounds.height > 0
      else { throw .invalidPath(path) }
    }
    for text in [container.truncationToken, container.truncationMessage].compactMap(\.self) {
      try validate(text, utf8Limit: 64 << 10)
    }
  }
}
