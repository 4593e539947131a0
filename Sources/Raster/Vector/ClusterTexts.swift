import GalleyLayout
import GalleyText

/// Finds the characters that the glyphs of a layout show.
struct ClusterTexts {
  /// Adjacent glyphs of a run, and their characters.
  struct Cluster {
    var text: String
    /// The glyphs, as indices into the layout's.
    var glyphs: Range<Int>
  }

  private let bytes: [UInt8]
  private let tokenTexts: TokenTexts

  init(_ layout: TextLayout) {
    bytes = Array((layout.text ?? "").utf8)
    tokenTexts = layout.content.tokenTexts
  }

  /// Returns the clusters of a run along its line.
  ///
  /// A character belongs to the last cluster that starts at or before it in the text. The glyphs of a token in
  /// a run are one cluster.
  ///
  /// - Complexity: O(glyphs · log glyphs).
  func clusters(of run: GlyphRun, glyphs: [PlacedGlyph]) -> [Cluster] {
    let own = run.glyphs.clamped(to: glyphs.indices)
    let starts = Array(Set(glyphs[own].map { Int($0.cluster) })).sorted()
    var ends: [Int: Int] = [:]
    for (index, start) in starts.enumerated() {
      ends[start] = index + 1 < starts.count ? starts[index + 1] : run.range.upperBound
    }
    var result: [Cluster] = []
    var last: Int?
    for index in own {
      let start = Int(glyphs[index].cluster)
      if start == last, let end = result.indices.last {
        result[end].glyphs = result[end].glyphs.lowerBound..<index + 1
        continue
      }
      last = start
      result.append(Cluster(text: "", glyphs: index..<index + 1))
      // Glyphs that return to a cluster, as some marks do, show no more characters.
      guard let end = ends.removeValue(forKey: start) else { continue }
      guard start < run.range.upperBound else {
        result[result.count - 1].text = tokenTexts[run.glyphs.lowerBound] ?? ""
        continue
      }
      let first = start == starts[0] ? min(start, run.range.lowerBound) : start
      result[result.count - 1].text = text(first..<min(end, run.range.upperBound))
    }
    return result
  }

  /// The characters at offsets, without those that control a terminal or a paragraph.
  private func text(_ range: Range<Int>) -> String {
    let range = range.clamped(to: bytes.indices)
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard text.unicodeScalars.contains(where: { $0.value < 32 || 0x7F...0x9F ~= $0.value }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\t" {
        result.append(" ")
      } else if scalar.value >= 32, !(0x7F...0x9F ~= scalar.value) {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
