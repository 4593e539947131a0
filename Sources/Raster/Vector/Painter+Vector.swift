import GalleyHandles
package import GalleyLayout
package import GalleyPrimitives
import GalleyShapes
import GalleyText

extension Painter {
  /// Makes a drawing of paths, images and texts that looks as the pixels of ``draw(_:size:scale:background:)``.
  ///
  /// - Parameters:
  ///   - list: The drawing, in layout units from its top-left corner.
  ///   - size: The extent in device pixels.
  ///   - scale: Device pixels per layout unit.
  ///   - background: The colour below everything; transparent for none.
  /// - Returns: The drawing; its images are copies at the resolution of `scale`.
  /// - Throws: ``RasterError``; a missing image is not an error, see ``takeImageFailures()``.
  /// - Complexity: O(glyphs + pixels of images and shadows).
  package func vectorDrawing(
    of list: DisplayList, size: PixelSize, scale: Double, background: Color
  ) throws(RasterError) -> VectorDrawing {
    guard scale >= 0.25, scale <= 8 else { throw .scaleOutOfRange(scale) }
    guard size.width > 0, size.height > 0, size.width <= Self.surfaceLimit.width,
      size.height < 1 << 40
    else { throw .sizeOutOfRange(size) }
    let recorder = VectorRecorder(size)
    let page = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    recorder.fill(VectorPath(page, radii: .zero), color: background)
    try record(list.items, scale: scale, into: recorder)
    return VectorDrawing(recorder.operations, size: size)
  }

  /// The box of a text's lines, letters, shadows and borders, in layout units from its container's corner, which is in
  /// it.
  ///
  /// - Throws: ``RasterError``, if a font cannot be opened.
  /// - Complexity: O(glyphs).
  package func drawnBox(of layout: TextLayout, scale: Double) throws(RasterError) -> Rect {
    try text.drawnBox(of: layout, scale: scale)
  }

  private func record(
    _ items: [DisplayItem], scale: Double, into recorder: VectorRecorder
  ) throws(RasterError) {
    // Masked groups lie above all other items.
    var masked: [DisplayGroup] = []
    for item in items {
      try text.checkCancelled()
      switch item {
      case .group(let group) where group.isMasked: masked.append(group)
      case .group(let group): try record(group, scale: scale, into: recorder)
      case .fill(let rect, let color):
        let box = try SnappedBox(checking: rect, scale: scale)
        recorder.fill(VectorPath(box.rect, radii: .zero), color: color)
      case .roundedRect(let rect, let radii, let fill, let border, let isSquare):
        let box = try SnappedBox(checking: rect, scale: scale)
        let shape = VectorShape(box: box, radii: radii, scale: scale, isSquare: isSquare)
        shape.record(fill: fill, border: border, into: recorder)
      case .text(let layout, let origin):
        try text.record(
          layout, origin: origin, scale: scale, into: recorder, images: &images)
      case .image(let reference, let rect, let radii):
        let box = try SnappedBox(checking: rect, scale: scale)
        try images.record(
          reference, in: box, radii: radii.scaled(by: scale), mode: reference.fit.contentMode,
          scale: scale, masks: corners, into: recorder)
      case .cornerPieces(let rect, let radii, let color):
        let box = try SnappedBox(checking: rect, scale: scale)
        var path = VectorPath(box.rect, radii: .zero)
        path.append(VectorPath(box.rect, radii: radii.scaled(by: scale)))
        recorder.fill(path, color: color, isEvenOdd: true)
      case .shadow(let rect, let radii, let shadow):
        try draw(shadow, of: rect, radii: radii, scale: scale, onto: recorder, top: 0)
      }
    }
    for group in masked { try record(group, scale: scale, into: recorder) }
  }

  private func record(
    _ group: DisplayGroup, scale: Double, into recorder: VectorRecorder
  ) throws(RasterError) {
    let box = try SnappedBox(checking: group.rect, scale: scale)
    // An opacity of NaN counts as 0.
    let opacity = group.opacity > 0 ? group.opacity : 0
    try recorder.group(box.rect, radii: group.radii.scaled(by: scale), opacity: opacity) {
      () throws(RasterError) in
      try record(group.items, scale: scale, into: recorder)
    }
  }
}

/// A rectangle with round corners and a border, as paths.
private struct VectorShape {
  let box: SnappedBox
  let radii: CornerRadii
  let scale: Double
  let isSquare: Bool

  init(box: SnappedBox, radii: CornerRadii, scale: Double, isSquare: Bool) {
    self.box = box
    self.radii = radii.scaled(by: scale).fitted(to: box.rect.size)
    self.scale = scale
    self.isSquare = isSquare
  }

  func record(fill: Color?, border: Border?, into recorder: VectorRecorder) {
    let outer = VectorPath(box.rect, radii: isSquare ? .zero : radii)
    if let fill { recorder.fill(outer, color: fill) }
    guard let border, box.width > 0, box.height > 0 else { return }
    let reach = Double((min(box.width, box.height) + 1) / 2)
    let given = border.width > 0 ? border.width * scale : 0
    let width = max(1, min(reach, (given + 1e-6).rounded(.down)))
    if !border.dashes.isEmpty, let dashes = DashPattern(border, scale: scale) {
      let middle = VectorPath(
        box.rect.inset(by: EdgeInsets(all: width / 2)), radii: radii.narrowed(by: width / 2))
      recorder.stroke(
        middle, Stroke(width: width, dashes: dashes.lengths, phase: dashes.phase),
        color: border.color)
      return
    }
    var ring = outer
    ring.append(
      VectorPath(box.rect.inset(by: EdgeInsets(all: width)), radii: radii.narrowed(by: width)))
    recorder.fill(ring, color: border.color, isEvenOdd: true)
  }
}

extension SnappedBox {
  /// The box as a rectangle.
  var rect: Rect {
    Rect(x: Double(left), y: Double(top), width: Double(width), height: Double(height))
  }
}

extension CornerRadii {
  /// The radii in device pixels.
  func scaled(by factor: Double) -> CornerRadii {
    let limit = Double(CornerMask.limit)
    func pixels(_ length: Double) -> Double { min(limit, max(0, length * factor)) }
    return CornerRadii(
      topLeft: pixels(topLeft), topRight: pixels(topRight), bottomRight: pixels(bottomRight),
      bottomLeft: pixels(bottomLeft))
  }

  /// The radii of a shape that is smaller by `distance` on all sides.
  fileprivate func narrowed(by distance: Double) -> CornerRadii {
    func narrowed(_ radius: Double) -> Double { max(0, radius - distance) }
    return CornerRadii(
      topLeft: narrowed(topLeft), topRight: narrowed(topRight),
      bottomRight: narrowed(bottomRight), bottomLeft: narrowed(bottomLeft))
  }
}

extension ImagePainter {
  /// Records an image in a box of device pixels, with round corners; a missing or broken image leaves the box
  /// unchanged.
  mutating func record(
    _ reference: ImageReference, in box: SnappedBox, radii: CornerRadii,
    mode: TextAttachment.ContentMode, scale: Double, masks: CornerMasks,
    into recorder: VectorRecorder
  ) throws(RasterError) {
    guard box.width > 0, box.height > 0, box.right > 0, box.left < recorder.width, box.bottom > 0,
      box.top < recorder.height,
      let image = image(reference, in: box, mode: mode, scale: scale, masks: masks)
    else { return }
    let copy = VectorImage(image)
    let place = VectorImagePlace(origin: Point(x: box.rect.minX, y: box.rect.minY))
    guard radii != .zero else { return recorder.image(copy, place) }
    try recorder.group(box.rect, radii: radii) { () throws(RasterError) in
      recorder.image(copy, place)
    }
  }
}
