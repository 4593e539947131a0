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

  func append(to bytes: inout [UInt8]) {
    for run in runs where !run.isTurned { run.appendGlyphs(to: &bytes) }
    var rest = runs[...]
    while let run = rest.first {
      if run.isTurned {
        run.append(to: &bytes)
        rest.removeFirst()
        continue
      }
      let part = rest.prefix { !$0.isTurned }
      rest = rest.dropFirst(part.count)
      append(part, to: &bytes)
    }
  }

  private func append(_ runs: ArraySlice<SVGText>, to bytes: inout [UInt8]) {
    guard runs.contains(where: \.hasWords) else { return }
    // Viewers order parts of several directions by themselves, but each run has one.
    let isMixed = runs.contains { $0.text.isRightToLeft } && runs.count > 1
    bytes.append("<text xml:space=\"preserve\">")
    var space: Point?
    for run in runs { run.append(spanAfter: &space, isMixed: isMixed, to: &bytes) }
    bytes.append("</text>\n")
  }
}
