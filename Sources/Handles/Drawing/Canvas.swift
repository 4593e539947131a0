internal import CCairo
package import GalleyPrimitives

/// A path in device pixels, y down.
package struct VectorPath: Hashable, Sendable {
  /// A step of a path.
  package enum Element: Hashable, Sendable {
    case move(Double, Double)
    case line(Double, Double)
    case curve(Double, Double, Double, Double, Double, Double)
    case close
  }

  /// The steps, in their order.
  package private(set) var elements: [Element] = []
  /// Whether all numbers are finite and near enough for Cairo, which hangs on huge ones.
  package private(set) var isSound = true

  package init() {}

  /// A line from one point to another.
  package init(from start: Point, to end: Point) {
    append(.move(start.x, start.y))
    append(.line(end.x, end.y))
  }

  /// A rectangle with a radius for each corner, held to its sides.
  package init(_ rect: Rect, radii: CornerRadii) {
    let radii = radii.fitted(to: rect.size)
    // How far the control points of an arc's curve lie from its corners.
    let far = 1 - 0.552_284_749_8
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (tl, tr, br, bl) = (radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft)
    append(.move(left + tl, top))
    append(.line(right - tr, top))
    if tr > 0 {
      append(.curve(right - tr * far, top, right, top + tr * far, right, top + tr))
    }
    append(.line(right, bottom - br))
    if br > 0 {
      append(.curve(right, bottom - br * far, right - br * far, bottom, right - br, bottom))
    }
    append(.line(left + bl, bottom))
    if bl > 0 {
      append(.curve(left + bl * far, bottom, left, bottom - bl * far, left, bottom - bl))
    }
    append(.line(left, top + tl))
    if tl > 0 { append(.curve(left, top + tl * far, left + tl * far, top, left + tl, top)) }
    append(.close)
  }

  /// The lowest and the highest y of the steps; `nil` without one.
  ///
  /// A curve lies between its points.
  package var rows: ClosedRange<Double>? {
    var (least, most) = (Double.infinity, -Double.infinity)
    func add(_ y: Double) { (least, most) = (min(least, y), max(most, y)) }
    for element in elements {
      switch element {
      case .move(_, let y), .line(_, let y): add(y)
      case .curve(_, let y1, _, let y2, _, let y):
        add(y1)
        add(y2)
        add(y)
      case .close: break
      }
    }
    return least <= most ? least...most : nil
  }

  /// Adds the steps of another path.
  package mutating func append(_ path: VectorPath) {
    elements += path.elements
    if !path.isSound { isSound = false }
  }

  /// Adds a step.
  package mutating func append(_ element: Element) {
    func expect(_ numbers: Double...) {
      // Cairo's numbers have 24 bits before the point.
      if !numbers.allSatisfy({ abs($0) < 4_000_000 }) { isSound = false }
    }
    switch element {
    case .move(let x, let y), .line(let x, let y): expect(x, y)
    case .curve(let x1, let y1, let x2, let y2, let x, let y): expect(x1, y1, x2, y2, x, y)
    case .close: break
    }
    elements.append(element)
  }
}

/// How a path is stroked, in device pixels.
package struct Stroke: Hashable, Sendable {
  /// The line's width, 0…4,096.
  package var width: Double
  /// Lengths drawn and left free in turn; none for a whole line.
  package var dashes: [Double]
  /// How far into the dashes the line begins.
  package var phase: Double
  /// Whether dashes end in half circles.
  package var isRound: Bool
  /// How corners are joined.
  package var join: LineJoin

  package init(
    width: Double, dashes: [Double] = [], phase: Double = 0, isRound: Bool = false,
    join: LineJoin = .miter
  ) {
    self.width = width
    self.dashes = dashes
    self.phase = phase
    self.isRound = isRound
    self.join = join
  }
}

/// Draws paths and images onto pixels with Cairo.
///
/// Valid only as long as the pixels that it was made on.
package struct Canvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A canvas on a target; `nil` for lack of memory.
  package init?(_ target: borrowing PixelTarget) {
    guard
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(target.pixels).assumingMemoryBound(to: UInt8.self),
        CAIRO_FORMAT_ARGB32, Int32(target.width), Int32(target.height), Int32(target.width * 4)),
      let context = cairo_create(surface)
    else { return nil }
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Fills a path.
  package borrowing func fill(_ path: VectorPath, color: Color) {
    guard add(path) else { return }
    select(color)
    cairo_fill(context)
  }

  /// Strokes a path.
  package borrowing func stroke(_ path: VectorPath, _ stroke: Stroke, color: Color) {
    guard stroke.width > 0, stroke.width <= 4_096, stroke.phase.isFinite, add(path) else { return }
    select(color)
    cairo_set_line_width(context, stroke.width)
    cairo_set_line_cap(context, stroke.isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    let joins = [
      LineJoin.miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND,
      .bevel: CAIRO_LINE_JOIN_BEVEL,
    ]
    cairo_set_line_join(context, joins[stroke.join] ?? CAIRO_LINE_JOIN_MITER)
    // Dashes of no length at all would be an error that ends the canvas.
    let dashes = stroke.dashes.allSatisfy { $0 >= 0 && $0.isFinite } ? stroke.dashes : []
    if dashes.reduce(0, +) > 0.25 {
      cairo_set_dash(context, dashes, Int32(dashes.count), stroke.phase)
    } else {
      cairo_set_dash(context, nil, 0, 0)
    }
    cairo_stroke(context)
  }

  /// Puts an image over the pixels, its top-left corner at `x`, `y`.
  package borrowing func composite(_ image: PixelImage, x: Int, y: Int, mode: BlendMode) {
    guard abs(x) < 1 << 20, abs(y) < 1 << 20, let source = image.wrapped() else { return }
    defer { cairo_surface_destroy(source) }
    cairo_set_source_surface(context, source, Double(x), Double(y))
    cairo_set_operator(context, Self.operator(mode))
    cairo_rectangle(
      context, Double(x), Double(y), Double(image.width), Double(image.height))
    cairo_fill(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    cairo_set_source_rgba(context, 0, 0, 0, 0)
  }

  /// Puts an image over the pixels, each of its places `p` at `transform`·`p` + `origin`.
  package borrowing func composite(
    _ image: PixelImage, transform: (a: Double, b: Double, c: Double, d: Double), origin: Point
  ) {
    let numbers = [transform.a, transform.b, transform.c, transform.d]
    let area = transform.a * transform.d - transform.b * transform.c
    guard numbers.allSatisfy({ abs($0) < 256 }), abs(area) > 1e-6, abs(origin.x) < 1e6,
      abs(origin.y) < 1e6, let source = image.wrapped()
    else { return }
    defer { cairo_surface_destroy(source) }
    cairo_save(context)
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: origin.x,
      y0: origin.y)
    cairo_transform(context, &matrix)
    cairo_set_source_surface(context, source, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_paint(context)
    cairo_restore(context)
    cairo_set_source_rgba(context, 0, 0, 0, 0)
  }

  private borrowing func add(_ path: VectorPath) -> Bool {
    guard path.isSound else { return false }
    cairo_new_path(context)
    for element in path.elements {
      switch element {
      case .move(let x, let y): cairo_move_to(context, x, y)
      case .line(let x, let y): cairo_line_to(context, x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        cairo_curve_to(context, x1, y1, x2, y2, x, y)
      case .close: cairo_close_path(context)
      }
    }
    return true
  }

  private borrowing func select(_ color: Color) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }

  private static func `operator`(_ mode: BlendMode) -> cairo_operator_t {
    switch mode {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .plusLighter: CAIRO_OPERATOR_ADD
    }
  }
}

extension PixelImage {
  /// Lends the pixels for drawing while `body` runs; the target must not outlive it.
  package func withTarget<Result, Failure: Error>(
    _ body: (borrowing PixelTarget) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(PixelTarget(pixels: pixels, width: width, height: height))
  }
}
