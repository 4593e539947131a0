import GalleyHandles
import GalleyPrimitives
import GalleyRaster

/// Collects the content of a page of a PDF, and the resources that it names.
final class PDFPage {
  /// The part of a page that is composited as a whole.
  struct Form {
    var number: Int
    var content: [UInt8]
  }

  /// The graphics state, which `q` and `Q` save and restore.
  private struct State: Hashable {
    var fill = Color.black
    var stroke = Color.black
    var name = ""
  }

  private let writer: PDFWriter
  private let size: PixelSize
  private var state = State()
  private var saved: [State] = []
  /// The content of the page and of open forms, the innermost last.
  private var contents: [[UInt8]] = [[]]
  /// The opacities of the open groups.
  private var groups: [Double] = []
  private(set) var forms: [Form] = []
  private(set) var links: [PDFLink] = []
  private var usedFonts: Set<Int> = []
  private var usedObjects: Set<Int> = []
  private var usedStates: [String: (alpha: Double, mode: BlendMode)] = [:]
  private var top = 0

  init(_ writer: PDFWriter, size: PixelSize) {
    self.writer = writer
    self.size = size
  }

  func begin(factor: Double, height: Double) {
    emit { bytes in
      bytes.append(factor, 0, 0, -factor, 0, height, digits: 6)
      bytes.append(" cm\n")
    }
  }

  func finish() -> [UInt8] { contents[0] }

  /// Draws the part of a drawing that may show on the page, at a distance from the page's top.
  func draw(_ drawing: VectorDrawing, top: Int) {
    self.top = top
    save()
    if top != 0 { emit("1 0 0 1 0 \(top) cm\n") }
    for operation in drawing.operations { draw(operation) }
    restore()
  }

  private func draw(_ operation: VectorDrawing.Operation) {
    switch operation {
    case .fill(let path, let color, let isEvenOdd):
      select(fill: color)
      append(path)
      emit(isEvenOdd ? "f*\n" : "f\n")
    case .boxes(let boxes, let x, let y, let color):
      select(fill: color)
      for box in boxes {
        emit("\(x + Int(box.left)) \(y + Int(box.top)) ")
        emit("\(box.right - box.left) \(box.bottom - box.top) re\n")
      }
      emit("f\n")
    case .stroke(let path, let stroke, let color): draw(path, stroke, color)
    case .image(let image, let place): draw(image, place)
    case .text(let text):
      usedFonts.formUnion(PDFText(text, fonts: writer.fonts, writer: writer).draw(on: self))
    case .beginGroup(let clip, let opacity): beginGroup(clip, opacity)
    case .endGroup: endGroup()
    case .link(let address, let rect):
      if let address = LinkAddress.safe(address) { addLink(address, rect) }
    case .description: break
    }
  }

  /// The dictionary of the fonts, images, forms and states that the content names.
  var resources: [UInt8] {
    var result: [UInt8] = []
    result.append("<< /Font <<")
    for number in usedFonts.sorted() { result.append(" /F\(number) \(number) 0 R") }
    result.append(" >> /XObject <<")
    for number in usedObjects.sorted() { result.append(" /X\(number) \(number) 0 R") }
    result.append(" >> /ExtGState <<")
    for (name, state) in usedStates.sorted(by: { $0.key < $1.key }) {
      result.append(" /\(name) << /CA")
      result.append(state.alpha)
      result.append(" /ca")
      result.append(state.alpha)
      result.append(" /BM /\(state.mode.pdfName) >>")
    }
    result.append(" >> >>")
    return result
  }

  // MARK: - Content

  func emit(_ text: String) { contents[contents.count - 1].append(text) }

  func emit(_ body: (inout [UInt8]) -> Void) { body(&contents[contents.count - 1]) }

  func save() {
    saved.append(state)
    emit("q\n")
  }

  func restore() {
    if let last = saved.popLast() { state = last }
    emit("Q\n")
  }

  func select(alpha: Double, mode: BlendMode = .normal) {
    let share = Int((min(1, max(0, alpha)) * 255).rounded())
    let name = "G\(share)\(mode == .normal ? "" : mode.pdfName)"
    guard name != state.name else { return }
    // A page begins opaque.
    guard !(state.name.isEmpty && name == "G255") else { return }
    state.name = name
    usedStates[name] = (Double(share) / 255, mode)
    emit("/\(name) gs\n")
  }

  func select(fill color: Color) {
    select(alpha: Double(color.alpha) / 255)
    var opaque = color
    opaque.alpha = 255
    guard opaque != state.fill else { return }
    state.fill = opaque
    emit { bytes in
      bytes.append(color: color)
      bytes.append(" rg\n")
    }
  }

  func select(stroke color: Color, setsAlpha: Bool = true) {
    if setsAlpha { select(alpha: Double(color.alpha) / 255) }
    var opaque = color
    opaque.alpha = 255
    guard opaque != state.stroke else { return }
    state.stroke = opaque
    emit { bytes in
      bytes.append(color: color)
      bytes.append(" RG\n")
    }
  }

  func append(_ path: VectorPath, at origin: Point = Point(x: 0, y: 0)) {
    let (x, y) = (origin.x, origin.y)
    emit { bytes in
      for element in path.elements {
        switch element {
        case .move(let x1, let y1):
          bytes.append(x + x1, y + y1)
          bytes.append(" m\n")
        case .line(let x1, let y1):
          bytes.append(x + x1, y + y1)
          bytes.append(" l\n")
        case .curve(let x1, let y1, let x2, let y2, let x3, let y3):
          bytes.append(x + x1, y + y1, x + x2, y + y2, x + x3, y + y3)
          bytes.append(" c\n")
        case .close: bytes.append("h\n")
        }
      }
    }
  }

  private func draw(_ path: VectorPath, _ stroke: Stroke, _ color: Color) {
    save()
    select(stroke: color)
    let joins = [LineJoin.miter: 0, .round: 1, .bevel: 2]
    emit { bytes in
      bytes.append(stroke.width)
      bytes.append(" w \(stroke.isRound ? 1 : 0) J \(joins[stroke.join] ?? 0) j\n")
      guard !stroke.dashes.isEmpty else { return }
      bytes.append("[")
      for dash in stroke.dashes { bytes.append(dash) }
      bytes.append("]")
      bytes.append(stroke.phase)
      bytes.append(" d\n")
    }
    append(path)
    emit("S\n")
    restore()
  }

  private func draw(_ image: VectorImage, _ place: VectorImagePlace) {
    guard let number = writer.object(of: image) else { return }
    usedObjects.insert(number)
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    save()
    select(alpha: place.alpha, mode: place.mode)
    emit { bytes in
      // An image fills the square from 0 to 1, its last row at 0.
      bytes.append(
        place.right.x * width, place.right.y * width, -place.down.x * height,
        -place.down.y * height, place.origin.x + place.down.x * height,
        place.origin.y + place.down.y * height)
      bytes.append(" cm /X\(number) Do\n")
    }
    restore()
  }

  private func beginGroup(_ clip: VectorPath, _ opacity: Double) {
    groups.append(opacity)
    save()
    append(clip)
    emit("W n\n")
    guard opacity < 1 else { return }
    contents.append([])
    saved.append(state)
    // A form has the colours of its place, and begins opaque.
    state.name = ""
  }

  private func endGroup() {
    guard let opacity = groups.popLast() else { return }
    if opacity < 1 {
      let form = Form(number: writer.reserve(), content: contents.removeLast())
      if let last = saved.popLast() { state = last }
      forms.append(form)
      usedObjects.insert(form.number)
      select(alpha: opacity)
      emit("/X\(form.number) Do\n")
    }
    restore()
  }

  private func addLink(_ address: String, _ rect: Rect) {
    let above = max(0, rect.minY + Double(top))
    let below = min(Double(size.height), rect.maxY + Double(top))
    guard below > above else { return }
    links.append(
      PDFLink(
        address: address,
        rect: Rect(x: rect.minX, y: above, width: rect.width, height: below - above)))
  }
}

extension [UInt8] {
  fileprivate mutating func append(color: Color) {
    append(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, digits: 4)
  }
}

extension BlendMode {
  /// The mode's name in PDF, which has no sum: its nearest mode is `Screen`.
  fileprivate var pdfName: String {
    switch self {
    case .plusLighter: "Screen"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}
