import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives

/// A band across a line, in device pixels of the target: the place of an underline.
struct InkBand {
  /// Along the line.
  var start: Double
  var end: Double
  /// Across the line.
  var across: Double
  var height: Double
  /// The free space beside letters.
  var margin: Double
  /// The length of the shortest part of the line that is drawn beside a letter.
  var least: Double

  /// Gaps in order, where one that leaves only a sliver of the line at an end reaches to that end.
  func withoutSlivers(_ gaps: [Range<Double>]) -> [Range<Double>] {
    guard !gaps.isEmpty else { return gaps }
    var gaps = gaps
    let last = gaps.count - 1
    if gaps[0].lowerBound - start < least {
      gaps[0] = min(start, gaps[0].lowerBound)..<gaps[0].upperBound
    }
    if end - gaps[last].upperBound < least {
      gaps[last] = gaps[last].lowerBound..<max(end, gaps[last].upperBound)
    }
    return gaps
  }
}

/// The places at which letters cross underlines.
extension TextPainter {
  /// Returns the stretches of a band, along its line, that the letters of a stretch of text paint, widened by the
  /// band's margin.
  ///
  /// Ideographs and coloured glyphs are not counted, as in browsers, nor are the upright letters of vertical lines.
  ///
  /// - Complexity: O(letters + pixels of the band).
  func ink(
    of stretch: DrawnStretch, in band: InkBand, runs: DrawableRuns, drawing: DecoratedDrawing,
    gathering gathered: inout JoinedRun
  ) -> [Range<Double>] {
    let reach = Int(band.margin) + 1
    let start = Int(band.start) - reach
    let (length, depth) = (Int(band.end) - start + reach, Int(band.height))
    guard length > 0, depth > 0, length < 1 << 15, depth < 1 << 10 else { return [] }
    let isVertical = drawing.isVertical
    let (left, top) = isVertical ? (-Int(band.across) - depth, start) : (start, Int(band.across))
    guard
      let image = isVertical
        ? PixelImage(width: depth, height: length) : PixelImage(width: length, height: depth)
    else { return [] }
    var isEmpty = true
    image.withTarget { target in
      for run in stretch.runs {
        var black = runs[run.index]
        guard runFonts.indices.contains(black.run.font), !runFonts[black.run.font].isColor,
          !isIdeographic(black.run, drawing.content),
          !isVertical || isTurned(run, drawing.content)
        else { continue }
        isEmpty = false
        black.run.color = .black
        drawGlyphs(
          black, of: drawing, onto: target, left: left, top: drawing.top + top,
          gathering: &gathered)
      }
    }
    return isEmpty ? [] : Self.gaps(in: image, from: start, isVertical: isVertical, band)
  }

  /// Whether a run lies on its side.
  private func isTurned(_ run: DrawnRun, _ content: PlacedContent) -> Bool {
    let font = content.runs[run.index].font
    return content.fonts.indices.contains(font) && content.fonts[font].transform?.yx ?? 0 != 0
  }

  /// Whether a run's glyphs are an em wide.
  private func isIdeographic(_ run: GlyphRun, _ content: PlacedContent) -> Bool {
    let size = content.fonts.indices.contains(run.font) ? content.fonts[run.font].size : 0
    for index in run.glyphs.clamped(to: content.glyphs.indices) {
      let advance = content.glyphs[index].advance.length
      if advance > 0 { return abs(advance - size) < size / 100 }
    }
    return false
  }

  /// Returns the painted columns of an image, or the rows of one of a vertical line, widened; gaps with too little
  /// between them are one.
  private static func gaps(
    in image: PixelImage, from first: Int, isVertical: Bool, _ band: InkBand
  ) -> [Range<Double>] {
    let margin = band.margin
    let (length, depth) =
      isVertical ? (image.height, image.width) : (image.width, image.height)
    let (along, across) = isVertical ? (image.width, 1) : (1, image.width)
    var result: [Range<Double>] = []
    for place in 0..<length {
      let isPainted = (0..<depth).contains {
        image.pixels[place * along + $0 * across] >> 24 > 48
      }
      guard isPainted else { continue }
      let (start, end) = (Double(first + place) - margin, Double(first + place + 1) + margin)
      if let last = result.last, start - last.upperBound < band.least {
        result[result.count - 1] = last.lowerBound..<end
      } else {
        result.append(start..<end)
      }
    }
    return result
  }
}
