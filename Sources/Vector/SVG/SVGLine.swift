import GalleyPrimitives
import GalleyRaster

/// Writes the runs of a line as one text in the order of reading.
///
/// A viewer finds and copies the characters in their order in the document, and shows each word at its place.
struct SVGLine {
  private let runs: [SVGText]

  /// The line of runs in the order of reading.
  init(_ texts: [VectorText], fonts: VectorFonts) {
    runs = texts.map { SVGText($0, face: fonts.face($0.font)) }
  }

  /// Appends a text for each stretch of one slant, after the outlines of letters that viewers would not choose.
  func append(to bytes: inout [UInt8]) {
    for run in runs { run.appendGlyphs(to: &bytes) }
    var rest = runs[...]
    while let slant = rest.first.map(\.slant) {
      let part = rest.prefix { $0.slant == slant }
      rest = rest.dropFirst(part.count)
      append(part, slant, to: &bytes)
    }
  }

  private func append(_ runs: ArraySlice<SVGText>, _ slant: SVGSlant?, to bytes: inout [UInt8]) {
    guard runs.contains(where: \.hasWords) else { return }
    // Viewers order parts of several directions by themselves, but each run has one.
    let isMixed = runs.contains { $0.text.isRightToLeft } && runs.count > 1
    bytes.append("<text xml:space=\"preserve\"")
    if let slant {
      bytes.append(" transform=\"matrix(")
      bytes.append(slant.a, slant.b, slant.c, slant.d, 0, 0, digits: 5)
      bytes.append(")\"")
    }
    bytes.append(">")
    var space: Point?
    for run in runs { run.append(spanAfter: &space, isMixed: isMixed, to: &bytes) }
    bytes.append("</text>\n")
  }
}

/// The slant of letters, or another transform of a font, as a matrix of SVG without a translation.
struct SVGSlant: Equatable {
  let a, b, c, d: Double

  /// `nil` for a transform that changes nothing, or that cannot be undone.
  init?(_ transform: FontTransform) {
    (a, b, c, d) = (transform.xx, -transform.yx, -transform.xy, transform.yy)
    guard (a, b, c, d) != (1, 0, 0, 1), abs(a * d - b * c) > 1e-6, abs(a) > 1e-6 else { return nil }
  }

  /// The point that the matrix moves to `point`.
  func upright(_ point: Point) -> Point {
    let determinant = a * d - b * c
    return Point(
      x: (d * point.x - c * point.y) / determinant, y: (a * point.y - b * point.x) / determinant)
  }
}
