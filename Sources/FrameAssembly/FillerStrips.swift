package import GalleyCellRendering
import GalleyCells
import GalleyHandles
import GalleyPNG
import GalleyPictures
import GalleyPrimitives
import GalleyRaster

/// Strips that replace missing pictures: the page, and placeholders of rows.
///
/// They are encoded once. Any number of pixel rows is assembled from strips of 1, 2, 4, … rows, and a
/// placeholder of any height from the rows of a card's ends and its middle, so no frame encodes them.
package struct FillerStrips: Sendable {
  /// Strips of 1, 2, 4, … equal pixel rows.
  private struct Powers: Sendable {
    var strips: [Strip]

    func append(_ count: Int, to result: inout [Strip]) {
      var rest = count
      for strip in strips.reversed() {
        while rest >= strip.rowCount {
          result.append(strip)
          rest -= strip.rowCount
        }
      }
    }
  }

  /// The largest number of equal rows in a strip, as a power of two.
  private static let largestPower = 8

  private let page: Powers
  private let middle: Powers
  /// The rows of a card's upper end, one a strip.
  private let top: [Strip]
  /// The rows of a card's lower end, one a strip.
  private let bottom: [Strip]
  /// The card's ends and its middle as pixels, for frames with overlays.
  private let card: Picture
  private let pagePixel: UInt32

  /// Draws and encodes the strips of a run's theme, over white where the page is transparent.
  ///
  /// - Throws: `RasterError`.
  package init(_ shop: CellShop) throws {
    var theme = shop.template.theme
    theme.pageColor = theme.pageColor.over(.white)
    try self.init(
      theme: theme, scale: shop.template.scale, width: shop.template.pixelWidth,
      painter: Painter(pool: SurfacePool(byteLimit: 0)),
      encoder: StripEncoder(profile: shop.profile, colorType: shop.colorType))
  }

  /// Draws and encodes the strips of a theme.
  ///
  /// - Throws: `RasterError`.
  init(
    theme: Theme, scale: Double, width: Int, painter: Painter, encoder: StripEncoder
  ) throws {
    let powers = (0...Self.largestPower).map { 1 << $0 }
    page = Powers(
      strips: powers.map {
        encoder.encode(repeating: theme.pageColor, width: width, rowCount: $0)
      })
    let radii = theme.cornerRounding == .none ? .zero : theme.cornerRadii
    func end(_ inset: Double, _ radii: Double...) -> Int {
      Int(((inset + max(theme.borderWidth, radii.max() ?? 0)) * scale).rounded(.up)) + 1
    }
    let topCount = end(theme.cardInsets.top, radii.topLeft, radii.topRight)
    let bottomCount = end(theme.cardInsets.bottom, radii.bottomLeft, radii.bottomRight)
    let middleCount = 1 << Self.largestPower
    let height = topCount + middleCount + bottomCount
    let cell = Rect(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale)
    var surface = try painter.makeSurface(PixelSize(width: width, height: height))
    let item = DisplayItem.roundedRect(
      cell.inset(by: theme.cardInsets), radii: radii,
      fill: theme.cardColor.mixed(with: theme.pageColor),
      border: Border(
        width: theme.borderWidth, color: theme.borderColor.mixed(with: theme.pageColor)))
    try painter.draw(
      DisplayList([item]), rows: 0..<height, scale: scale, background: theme.pageColor,
      into: &surface)
    (top, middle, bottom) = surface.withPixels { bytes, stride in
      bytes.withUnsafeBytes { pixels in
        func strip(_ rows: Range<Int>) -> Strip {
          encoder.encode(pixels, stride: stride, width: width, rows: rows)
        }
        return (
          (0..<topCount).map { strip($0..<$0 + 1) },
          Powers(strips: powers.map { strip(topCount..<topCount + $0) }),
          (topCount + middleCount..<height).map { strip($0..<$0 + 1) }
        )
      }
    }
    card = surface.freeze()
    pagePixel = theme.pageColor.premultipliedPixel
  }

  /// Appends `count` pixel rows of the page.
  func appendPage(_ count: Int, to pixels: inout [UInt32]) {
    pixels.append(contentsOf: repeatElement(pagePixel, count: count * card.size.width))
  }

  /// Appends some pixel rows of the placeholder for a row of `height` pixels.
  func appendPlaceholder(_ rows: Range<Int>, of height: Int, to pixels: inout [UInt32]) {
    let bottomStart = height - bottom.count
    guard bottomStart >= top.count else { return appendPage(rows.count, to: &pixels) }
    for row in rows {
      let source =
        row < bottomStart
        ? min(row, top.count) : row - bottomStart + card.size.height - bottom.count
      card.append(source..<source + 1, to: &pixels)
    }
  }

  /// Returns strips of `count` pixel rows of the page.
  func page(_ count: Int) -> [Strip] {
    var result: [Strip] = []
    page.append(count, to: &result)
    return result
  }

  /// Returns strips of some pixel rows of the placeholder for a row of `height` pixels: an empty card in
  /// pale colours.
  ///
  /// A row too low for a card's two ends is replaced by the page.
  func placeholder(_ rows: Range<Int>, of height: Int) -> [Strip] {
    let bottomStart = height - bottom.count
    guard bottomStart >= top.count else { return page(rows.count) }
    var result = Array(top[rows.clamped(to: top.indices)])
    middle.append(rows.clamped(to: top.count..<bottomStart).count, to: &result)
    let end = rows.clamped(to: bottomStart..<height)
    result += bottom[end.lowerBound - bottomStart..<end.upperBound - bottomStart]
    return result
  }
}

extension Color {
  /// Returns the mean of two opaque colours.
  fileprivate func mixed(with other: Color) -> Color {
    func mean(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Int(one) + Int(two) + 1) / 2) }
    return Color(
      red: mean(red, other.red), green: mean(green, other.green), blue: mean(blue, other.blue))
  }
}
