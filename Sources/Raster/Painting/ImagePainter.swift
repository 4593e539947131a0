import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyShapes
import GalleyText

/// Draws images from the assets folder, decoded and scaled once per size.
struct ImagePainter {
  private struct Key: Hashable {
    /// The name for caches, which is short.
    let name: String
    let width: Int
    let height: Int
    let radii: CornerRadii
    let mode: TextAttachment.ContentMode
    let focus: FocalPoint
    /// Device pixels per layout unit, if the content mode depends on them.
    let scale: Double
  }

  /// An image scaled and clipped to its drawn size.
  private struct Drawn {
    let image: PixelImage
    /// The rows that are opaque over their whole width.
    let opaqueRows: Range<Int>
  }

  private let assets: AssetFolder
  private let profiles = ColorProfiles()
  private var cache: BoundedCache<Key, Drawn?>
  /// The reasons why images were left out, once per name, until the list is taken.
  private(set) var failures: [ImageError] = []

  /// The maximum number of pixels of an image as drawn.
  private static let drawnPixelLimit = 32 << 20
  /// The longest edge of an image as it is drawn, in pixels.
  private static let drawnEdgeLimit = 16_384

  init(assets: AssetFolder?, byteLimit: Int) {
    self.assets = assets ?? AssetFolder()
    cache = BoundedCache(costLimit: byteLimit)
  }

  /// The number of images that were decoded.
  var missCount: Int { cache.missCount }

  /// Returns the failures so far and empties the list.
  mutating func takeFailures() -> [ImageError] {
    defer { failures = [] }
    return failures
  }

  /// Draws an image into `box`; a missing or broken image leaves the box unchanged.
  mutating func draw(
    _ reference: ImageReference, in box: SnappedBox, radii: CornerRadii,
    mode: TextAttachment.ContentMode = .scaleAspectFill, scale: Double, masks: CornerMasks,
    onto target: borrowing PixelTarget, top: Int
  ) {
    guard box.width > 0, box.height > 0, box.bottom > top, box.top < top + target.height,
      box.right > 0, box.left < target.width
    else { return }
    guard
      let drawn = drawn(
        reference, in: box, radii: radii, mode: mode, scale: scale, masks: masks)
    else { return }
    let opaque = drawn.opaqueRows
    let (x, y) = (box.left, box.top - top)
    target.composite(drawn.image, rows: 0..<opaque.lowerBound, x: x, y: y)
    target.copy(drawn.image, rows: opaque, x: x, y: y)
    target.composite(drawn.image, rows: opaque.upperBound..<box.height, x: x, y: y)
  }

  /// Returns an image with square corners at the size of `box`; `nil` if it is missing or broken.
  mutating func image(
    _ reference: ImageReference, in box: SnappedBox, mode: TextAttachment.ContentMode,
    scale: Double, masks: CornerMasks
  ) -> PixelImage? {
    drawn(reference, in: box, radii: .zero, mode: mode, scale: scale, masks: masks)?.image
  }

  private mutating func drawn(
    _ reference: ImageReference, in box: SnappedBox, radii: CornerRadii,
    mode: TextAttachment.ContentMode, scale: Double, masks: CornerMasks
  ) -> Drawn? {
    let key = Key(
      name: AssetFolder.key(of: reference.name), width: box.width, height: box.height, radii: radii,
      mode: mode,
      focus: reference.focus, scale: mode.isScaled ? 0 : scale)
    var failure: ImageError?
    let (assets, profiles) = (assets, profiles)
    let drawn = cache.value(for: key, cost: { ($0?.image.byteCount ?? 0) + 256 }) {
      do throws(ImageError) {
        return try Self.make(reference, assets, profiles, box, radii, mode, scale, masks)
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { failures.append(failure) }
    return drawn ?? nil
  }

  private static func make(
    _ reference: ImageReference, _ assets: AssetFolder, _ profiles: ColorProfiles,
    _ box: SnappedBox, _ radii: CornerRadii, _ mode: TextAttachment.ContentMode, _ scale: Double,
    _ masks: CornerMasks
  ) throws(ImageError) -> Drawn {
    let name = reference.name
    let size = PixelSize(width: box.width, height: box.height)
    guard size.width <= drawnEdgeLimit, size.height <= drawnEdgeLimit,
      size.width * size.height <= drawnPixelLimit
    else {
      throw ImageError(
        name: name,
        cause: .drawnTooLarge(size, edgeLimit: drawnEdgeLimit, pixelLimit: drawnPixelLimit))
    }
    let file = try assets.file(named: name)
    // An image shown at its own size is read at that size, or what memory allows of it.
    let own = mode.isScaled ? nil : try ImageReader.header(of: file).orientedSize
    let image = try ImageReader.image(of: file, atLeast: own ?? size, profiles: profiles)
    let reduction = own.map { Double($0.width) / Double(image.width) } ?? 1
    let placed =
      mode == .scaleAspectFill
      ? image.filling(size, focus: reference.focus)
      : image.placed(
        mode.source(of: image, in: size, scale: scale * reduction, focus: reference.focus), in: size
      )
    guard let covered = placed else {
      throw ImageError(name: name, cause: .outOfMemory)
    }
    let shape = RoundedShape(
      box: box, radii: radii, fill: .white, border: nil, scale: scale, masks: masks)
    covered.clip(to: shape)
    let straight = shape.straightRows
    let rows = straight.lowerBound - box.top..<straight.upperBound - box.top
    return Drawn(image: covered, opaqueRows: covered.isOpaque(in: rows) ? rows : 0..<0)
  }
}

extension PixelImage {
  /// Returns the part of this image around a point, scaled to cover `size`; `nil` if memory runs out.
  fileprivate func filling(_ size: PixelSize, focus: FocalPoint) -> PixelImage? {
    let factor = min(
      Double(width) / Double(size.width), Double(height) / Double(size.height))
    // Cairo's filter reads only a few pixels per output pixel, so whole blocks are averaged first.
    let block = Int(factor / 2)
    if block > 1 { return averaged(block: block)?.filling(size, focus: focus) }
    let (sourceWidth, sourceHeight) = (Double(size.width) * factor, Double(size.height) * factor)
    let source = Rect(
      x: (Double(width) - sourceWidth) * focus.x, y: (Double(height) - sourceHeight) * focus.y,
      width: sourceWidth, height: sourceHeight)
    return scaled(source, to: size, edge: .padded)
  }

  /// Returns this image with each square of `block` pixels averaged; the remainder at the far edges
  /// is dropped.
  func averaged(block: Int) -> PixelImage? {
    guard let result = PixelImage(width: width / block, height: height / block) else { return nil }
    let area = UInt32(block * block)
    for y in 0..<result.height {
      for x in 0..<result.width {
        var (alpha, red, green, blue) = (area / 2, area / 2, area / 2, area / 2)
        for row in 0..<block {
          let start = pixels + (y * block + row) * width + x * block
          for column in 0..<block {
            let pixel = start[column]
            alpha += pixel >> 24
            red += pixel >> 16 & 0xFF
            green += pixel >> 8 & 0xFF
            blue += pixel & 0xFF
          }
        }
        result.pixels[y * result.width + x] =
          (alpha / area) << 24 | (red / area) << 16 | (green / area) << 8 | blue / area
      }
    }
    return result
  }

  /// Whether all pixels of those rows are opaque.
  fileprivate func isOpaque(in rows: Range<Int>) -> Bool {
    (rows.lowerBound * width..<rows.upperBound * width).allSatisfy { pixels[$0] >> 24 == 255 }
  }
}
