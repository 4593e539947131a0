import GalleyHandles
package import GalleyPrimitives
package import GalleyRaster

/// Writes vector drawings as one SVG, drawing by drawing.
///
/// The bytes depend on the drawings alone. Memory grows with the distinct images, each by some bytes; the caller
/// takes the bytes so far. The header has a fixed length, because the height is known at the end.
package final class SVGWriter {
  private let scale: Double
  private let fonts: VectorFonts
  private var bytes: [UInt8] = []
  private var imageNumbers: [ContentKey: Int] = [:]
  private var clipCount = 0

  private static let headerLength = 320

  /// Starts a document of drawings with `scale` device pixels per layout unit.
  package init(scale: Double, fonts: VectorFonts) {
    self.scale = scale
    self.fonts = fonts
  }

  /// Begins the document, with the place of its header, and fills it with a colour.
  package func begin(background: Color) {
    bytes.append(String(repeating: " ", count: Self.headerLength))
    guard background.alpha > 0 else { return }
    bytes.append("<rect width=\"100%\" height=\"100%\"")
    bytes.append(paint: "fill", background)
    bytes.append("/>\n")
  }

  /// The bytes that are ready, each once.
  package func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The end of the document.
  package func end() -> [UInt8] { take() + Array("</svg>\n".utf8) }

  /// The header of a document of a size in device pixels, with spaces at its end.
  package func header(size: PixelSize) -> [UInt8] {
    var result: [UInt8] = []
    result.append(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
    result.append(" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"")
    result.append(number: Double(size.width) / scale)
    result.append("\" height=\"")
    result.append(number: Double(size.height) / scale)
    result.append("\" viewBox=\"0 0 \(size.width) \(size.height)\"")
    let room = Self.headerLength - result.count - 2
    result.append(String(repeating: " ", count: max(0, room)) + ">\n")
    return result
  }

  /// Writes a whole document of the drawings so far.
  package func finished(size: PixelSize) -> [UInt8] { header(size: size) + end() }

  /// Adds a drawing, whose images are encoded, at a distance from the document's top in device pixels.
  package func append(_ drawing: VectorDrawing, top: Int) {
    bytes.append(top == 0 ? "<g>\n" : "<g transform=\"translate(0 \(top))\">\n")
    var index = 0
    while index < drawing.operations.count {
      let end = drawing.endOfLine(from: index)
      var texts: [VectorText] = []
      for operation in drawing.operations[index..<end] {
        if case .text(let text) = operation { texts.append(text) } else { append(operation) }
      }
      SVGLine(texts, fonts: fonts).append(to: &bytes)
      index = end
    }
    bytes.append("</g>\n")
  }

  private func append(_ operation: VectorDrawing.Operation) {
    switch operation {
    case .fill(let path, let color, let isEvenOdd):
      append(path)
      bytes.append(paint: "fill", color)
      bytes.append(isEvenOdd ? " fill-rule=\"evenodd\"/>\n" : "/>\n")
    case .boxes(let boxes, let x, let y, let color):
      bytes.append("<path d=\"")
      for box in boxes {
        bytes.append("M\(x + Int(box.left)) \(y + Int(box.top))h\(box.right - box.left)")
        bytes.append("v\(box.bottom - box.top)h\(box.left - box.right)z")
      }
      bytes.append("\"")
      bytes.append(paint: "fill", color)
      bytes.append("/>\n")
    case .stroke(let path, let stroke, let color): append(path, stroke, color)
    case .image(let image, let place): append(image, place)
    case .text(let text): SVGLine([text], fonts: fonts).append(to: &bytes)
    case .beginGroup(let clip, let opacity): beginGroup(clip, opacity)
    case .endGroup: bytes.append("</g>\n")
    case .link(let address, let rect): append(link: address, rect)
    case .description(let words, let rect): append(description: words, rect)
    }
  }

  private func append(_ path: VectorPath) {
    bytes.append("<path d=\"")
    bytes.append(steps: path)
    bytes.append("\"")
  }

  private func append(_ path: VectorPath, _ stroke: Stroke, _ color: Color) {
    append(path)
    bytes.append(" fill=\"none\"")
    bytes.append(paint: "stroke", color)
    bytes.append(attribute: "stroke-width", stroke.width)
    if stroke.isRound { bytes.append(" stroke-linecap=\"round\"") }
    if stroke.join != .miter { bytes.append(" stroke-linejoin=\"\(stroke.join.rawValue)\"") }
    if !stroke.dashes.isEmpty {
      bytes.append(" stroke-dasharray=\"")
      for dash in stroke.dashes { bytes.append(dash) }
      bytes.append("\"")
      bytes.append(attribute: "stroke-dashoffset", stroke.phase)
    }
    bytes.append("/>\n")
  }

  /// Appends an image; its pixels are in the document once.
  private func append(_ image: VectorImage, _ place: VectorImagePlace) {
    guard case .encoded(let png, _) = image.content else { return }
    let number: Int
    if let known = imageNumbers[image.key] {
      number = known
    } else {
      number = imageNumbers.count + 1
      imageNumbers[image.key] = number
      bytes.append("<defs><image id=\"i\(number)\" width=\"\(image.size.width)\"")
      bytes.append(" height=\"\(image.size.height)\" preserveAspectRatio=\"none\"")
      bytes.append(" xlink:href=\"data:image/png;base64,")
      bytes.append(base64: png)
      bytes.append("\"/></defs>\n")
    }
    bytes.append("<use xlink:href=\"#i\(number)\" transform=\"matrix(")
    bytes.append(
      place.right.x, place.right.y, place.down.x, place.down.y, place.origin.x, place.origin.y,
      digits: 5)
    bytes.append(")\"")
    if place.alpha < 1 { bytes.append(attribute: "opacity", place.alpha) }
    if place.mode != .normal { bytes.append(" style=\"mix-blend-mode:\(place.mode.cssName)\"") }
    bytes.append("/>\n")
  }

  private func beginGroup(_ clip: VectorPath, _ opacity: Double) {
    clipCount += 1
    bytes.append("<clipPath id=\"c\(clipCount)\">")
    append(clip)
    bytes.append("/></clipPath>\n<g clip-path=\"url(#c\(clipCount))\"")
    if opacity < 1 { bytes.append(attribute: "opacity", opacity) }
    bytes.append(">\n")
  }

  private func append(link address: String, _ rect: Rect) {
    guard let address = LinkAddress.safe(address) else { return }
    bytes.append("<a xlink:href=\"")
    bytes.append(escaped: address)
    bytes.append("\">")
    append(target: rect)
    bytes.append("/></a>\n")
  }

  /// Appends the description of a picture, which a reader speaks or shows above it.
  private func append(description words: String, _ rect: Rect) {
    append(target: rect)
    bytes.append(" role=\"img\"><title>")
    bytes.append(escaped: words)
    bytes.append("</title></rect>\n")
  }

  /// Appends the beginning of an element that is not drawn, and that a pointer finds.
  private func append(target rect: Rect) {
    bytes.append("<rect")
    bytes.append(attribute: "x", rect.minX)
    bytes.append(attribute: "y", rect.minY)
    bytes.append(attribute: "width", rect.width)
    bytes.append(attribute: "height", rect.height)
    bytes.append(" fill=\"none\" pointer-events=\"all\"")
  }
}

extension VectorDrawing {
  /// The end of the operations of a line's text from one of them on; other operations are apart.
  ///
  /// The images and boxes of coloured and missing glyphs are among those of the text.
  fileprivate func endOfLine(from start: Int) -> Int {
    guard case .text(let text) = operations[start], let line = text.line else { return start + 1 }
    var end = start + 1
    for index in end..<operations.count {
      switch operations[index] {
      case .text(let next) where next.line == line: end = index + 1
      case .image, .fill, .boxes: continue
      default: return end
      }
    }
    return end
  }
}

extension BlendMode {
  /// The mode's name in CSS.
  fileprivate var cssName: String {
    rawValue.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
