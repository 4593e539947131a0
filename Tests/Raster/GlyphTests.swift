import GalleyGlyphs
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import RasterOracle
import Testing

@Suite("Glyphs", .timeLimit(.minutes(15)))
struct GlyphTests {
  static let samples: [(font: String, text: String)] = [
    (Fonts.sans, "Sphinx of black quartz, judge my vow! ÅÉîõü 0123456789"),
    (Fonts.bold, "AVATAR Typography fjord & Wave"),
    (Fonts.cjk, "漢字かな交じり文、한국어 中文排版。"),
    (Fonts.arabic, "السلام عليكم ورحمة الله"),
    (Fonts.devanagari, "नमस्ते दुनिया क्षत्रिय"),
  ]

  @Test(
    "equal Cairo's pixels at whole-pixel positions", arguments: samples, [14.0, 21, 33.5])
  func equalCairo(sample: (font: String, text: String), size: Double) throws {
    let layout = SampleText.line(sample.text, font: sample.font, size: size)
    let (width, height) = (900, 80)
    let painter = try Painter(
      pool: SurfacePool(), positioning: .wholePixels, contrast: .linear)
    let surface = try painter.draw(
      DisplayList([.text(layout, origin: Point(x: 5, y: 30))]),
      size: Size(width: Double(width), height: Double(height)), scale: 1, background: .white)
    var expected = [UInt32](repeating: 0xFFFF_FFFF, count: width * height)
    for run in layout.runs {
      let glyphs = layout.glyphs[run.glyphs]
      let status = oracle_draw_glyphs(
        sample.font, 0, size, glyphs.map(\.id),
        glyphs.map { 5 + run.origin.x + $0.x.length },
        glyphs.map { 30 + run.origin.y + $0.y.length },
        Int32(glyphs.count), 0, &expected, Int32(width), Int32(height))
      #expect(status == 0)
    }
    let pixels = surface.copyPixels()
    #expect(pixels.contains { $0 == 0xFF00_0000 } && layout.glyphs.count > 10)
    let differing = zip(pixels, expected).count { $0 != $1 }
    #expect(differing == 0)
  }

  @Test("stop after the item or line during which the picture is cancelled")
  func cancelled() throws {
    let list = DisplayList(
      Self.samples.enumerated().map { index, sample in
        .text(
          SampleText.line(sample.text, font: sample.font, size: 14),
          origin: Point(x: 2, y: 20 * Double(index)))
      })
    let painter = try Painter(pool: SurfacePool())
    func draw() throws -> [UInt32] {
      try painter.draw(list, size: Size(width: 400, height: 110), scale: 2, background: .white)
        .copyPixels()
    }
    let pixels = try draw()
    var (askedCount, limit) = (0, 0)
    painter.isCancelled = {
      askedCount += 1
      return askedCount > limit
    }
    for count in 0..<2 * Self.samples.count {
      (askedCount, limit) = (0, count)
      #expect(throws: RasterError.cancelled) { try draw() }
      #expect(askedCount == count + 1)
    }
    (askedCount, limit) = (0, .max)
    #expect(try draw() == pixels)
    #expect(askedCount == 2 * Self.samples.count)
  }

  @Test(
    "blend any colour over any other by their masks", arguments: samples,
    [Color(rgb: 0x16181D), Color(red: 250, green: 20, blue: 130, alpha: 140)])
  func colors(sample: (font: String, text: String), color: Color) throws {
    let size = Size(width: 460, height: 60)
    func draw(_ color: Color, on background: Color) throws -> [UInt32] {
      let layout = SampleText.line(sample.text, font: sample.font, size: 14, color: color)
      return try Painter(pool: SurfacePool(), contrast: .linear).draw(
        DisplayList([.text(layout, origin: Point(x: 2, y: 6))]), size: size, scale: 2,
        background: background
      ).copyPixels()
    }
    // Black on white shows the mask itself.
    let masks = try draw(.black, on: .white).map { 255 - $0 & 0xFF }
    let ground = Color(rgb: 0x3E6FD9)
    let drawn = try draw(color, on: ground)
    let (ink, below) = (color.premultipliedPixel, ground.premultipliedPixel)
    func product(_ pixel: UInt32, _ shift: UInt32, _ factor: UInt32) -> UInt32 {
      let value = (pixel >> shift & 0xFF) * factor + 128
      return (value + value >> 8) >> 8
    }
    var differing = 0
    for (pixel, mask) in zip(drawn, masks) {
      let rest = 255 - product(ink, 24, mask)
      let expected = [UInt32(0), 8, 16, 24].reduce(0) {
        $0 | (product(ink, $1, mask) + product(below, $1, rest)) << $1
      }
      if pixel != expected { differing += 1 }
    }
    #expect(differing == 0)
    #expect(Set(masks).count > 100)
  }

  @Test("are clipped at a picture's edges as inside a larger picture", arguments: samples)
  func cuts(sample: (font: String, text: String)) throws {
    let layout = SampleText.line(sample.text, font: sample.font, size: 14)
    let painter = try Painter(pool: SurfacePool())
    func draw(at origin: Point, width: Int, height: Int) throws -> [UInt32] {
      try painter.draw(
        DisplayList([.text(layout, origin: origin)]),
        size: Size(width: Double(width), height: Double(height)), scale: 1, background: .white
      ).copyPixels()
    }
    let (width, height) = (260, 40)
    let whole = try draw(at: Point(x: 40, y: 10), width: width, height: height)
    let (narrow, low) = (21, 9)
    for left in 30..<80 {
      let top = 10 + left % 14
      let part = try draw(
        at: Point(x: 40 - Double(left), y: 10 - Double(top)), width: narrow, height: low)
      let expected = (top..<top + low).flatMap {
        whole[$0 * width + left..<$0 * width + left + narrow]
      }
      #expect(part == expected, "from \(left), \(top)")
    }
    #expect(whole.contains { $0 & 0xFF < 64 })
  }

  @Test("keep the distance between equal letters within half a pixel")
  func evenSpacing() throws {
    // At this size an l advances by about 3.6 pixels: whole pixels would alternate between 3 and 4.
    let layout = SampleText.line("llllllllllllllll", size: 14)
    let centers = try columnCenters(of: layout, positioning: .quarterPixels)
    let whole = try columnCenters(of: layout, positioning: .wholePixels)
    #expect(centers.count == 16)
    func spread(_ centers: [Double]) -> Double {
      let gaps = zip(centers.dropFirst(), centers).map { $0 - $1 }
      return (gaps.max() ?? 0) - (gaps.min() ?? 0)
    }
    #expect(spread(centers) <= 0.5)
    #expect(spread(whole) >= 0.9)
  }

  /// The darkness-weighted centres of stems, left to right.
  private func columnCenters(
    of layout: TextLayout, positioning: GlyphPositioning
  ) throws -> [Double] {
    let width = 100
    let painter = try Painter(pool: SurfacePool(), positioning: positioning)
    let surface = try painter.draw(
      DisplayList([.text(layout, origin: Point(x: 3, y: 0))]),
      size: Size(width: Double(width), height: 20), scale: 1, background: .white)
    let row = surface.copyPixels()[10 * width..<11 * width]
    let pen = layout.glyphs[0].advance.length
    var centers: [Double] = []
    for index in layout.glyphs.indices {
      let start = Int((3 + Double(index) * pen).rounded(.down))
      let columns = start..<min(width, start + 4)
      let ink = columns.map { Double(255 - row[10 * width + $0] & 0xFF) }
      let total = ink.reduce(0, +)
      guard total > 0 else { continue }
      centers.append(zip(columns, ink).map { Double($0) * $1 }.reduce(0, +) / total)
    }
    return centers
  }

  @Test("are equal in a cold painter, in a warm painter and after eviction")
  func doNotDependOnCaches() throws {
    // Joined letters overlap, so the pixels would show if the cache became full within a run.
    let layout = SampleText.line("السلام عليكم ورحمة الله", font: Fonts.arabic, size: 18)
    let list = DisplayList([.text(layout, origin: .zero)])
    let size = Size(width: 200, height: 40)
    func draw(_ painter: Painter) throws -> [UInt32] {
      try painter.draw(list, size: size, scale: 2, background: .white).copyPixels()
    }
    let painter = try Painter(pool: SurfacePool())
    let cold = try draw(painter)
    #expect(try draw(painter) == cold)
    let tiny = try Painter(pool: SurfacePool(), cacheByteLimit: 1)
    #expect(try draw(tiny) == cold)
    #expect(try draw(tiny) == cold)
    #expect(tiny.statistics.maskEvictionCount > 0)
    let warmed = try Painter(pool: SurfacePool())
    try warmed.warm(layout, scale: 2)
    let misses = warmed.statistics.maskMissCount
    #expect(try draw(warmed) == cold)
    #expect(warmed.statistics.maskMissCount == misses && misses > 0)
  }

  @Test("in colour are scaled once and faded by the run's alpha")
  func emoji() throws {
    let layout = SampleText.line("😀", font: Fonts.emoji, size: 14)
    let painter = try Painter(pool: SurfacePool())
    let size = Size(width: 24, height: 24)
    func draw(_ layout: TextLayout) throws -> [UInt32] {
      try painter.draw(
        DisplayList([.text(layout, origin: Point(x: 2, y: 2))]), size: size, scale: 2,
        background: .white
      ).copyPixels()
    }
    let full = try draw(layout)
    #expect(try draw(layout) == full)
    #expect(painter.statistics.colorGlyphMissCount == 1)
    // A yellow face has high red and green, and low blue.
    #expect(full.contains { $0 & 0xFF < 0x60 && $0 >> 16 & 0xFF > 0xF0 && $0 >> 8 & 0xFF > 0xA0 })
    let faint = try draw(
      SampleText.line(
        "😀", font: Fonts.emoji, size: 14, color: Color(red: 0, green: 0, blue: 0, alpha: 64)))
    let darkest = { (pixels: [UInt32]) in pixels.map { $0 & 0xFF }.min() ?? 0 }
    #expect(darkest(full) < 0x60)
    #expect(darkest(faint) > 0xB0 && darkest(faint) < 0xF0)
  }

  @Test("in colour are scaled once for all painters, during or before drawing")
  func sharedEmoji() throws {
    let layout = SampleText.line("😀🎂🚲😀", font: Fonts.emoji, size: 14)
    func draw(_ painter: Painter) throws -> [UInt32] {
      try painter.draw(
        DisplayList([.text(layout, origin: Point(x: 2, y: 2))]),
        size: Size(width: 90, height: 24), scale: 2, background: .white
      ).copyPixels()
    }
    let alone = try draw(Painter(pool: SurfacePool()))
    let store = ColorGlyphStore()
    let painters = try (0..<3).map { _ in
      try Painter(pool: SurfacePool(), colorGlyphs: store)
    }
    try painters[0].warmColorGlyphs(of: layout, scale: 2)
    #expect(store.scaledCount == 3)
    for painter in painters { #expect(try draw(painter) == alone) }
    #expect(store.scaledCount == 3)
    // Another scale needs another size.
    try painters[1].warmColorGlyphs(of: layout, scale: 3)
    #expect(store.scaledCount == 6)
    // Text without coloured glyphs needs no scaling.
    try painters[0].warmColorGlyphs(of: SampleText.line("Text"), scale: 2)
    #expect(store.scaledCount == 6 && painters[0].statistics.maskMissCount == 0)
    // A glyph that the store cannot keep is scaled again, to the same pixels.
    let tiny = ColorGlyphStore(byteLimit: 1)
    for _ in 0..<2 {
      #expect(try draw(Painter(pool: SurfacePool(), colorGlyphs: tiny)) == alone)
    }
    #expect(tiny.scaledCount == 6)
    // One that no cache can keep is scaled once as long as it repeats.
    let repeated = SampleText.line("😀😀😀🎂🎂", font: Fonts.emoji, size: 14)
    _ = try Painter(pool: SurfacePool(), colorGlyphs: tiny, cacheByteLimit: 1).draw(
      DisplayList([.text(repeated, origin: Point(x: 2, y: 2))]),
      size: Size(width: 90, height: 24), scale: 2, background: .white)
    #expect(tiny.scaledCount == 8)
  }

  @Test("are made once for all painters, and again after the store was full")
  func sharedMasks() throws {
    let layouts = [
      SampleText.line("Several words in a line", size: 14),
      SampleText.line("السلام عليكم ورحمة الله", font: Fonts.arabic, size: 18),
      SampleText.line("漢字かな交じり文", font: Fonts.cjk, face: 2, size: 16),
    ]
    func draw(_ painter: Painter) throws -> [[UInt32]] {
      try layouts.map { layout in
        try painter.draw(
          DisplayList([.text(layout, origin: Point(x: 2, y: 2))]),
          size: Size(width: 200, height: 40), scale: 2, background: .white
        ).copyPixels()
      }
    }
    let alone = try draw(Painter(pool: SurfacePool()))
    let store = GlyphMaskStore()
    for _ in 0..<3 { #expect(try draw(Painter(pool: SurfacePool(), glyphMasks: store)) == alone) }
    let painter = try Painter(pool: SurfacePool())
    #expect(try draw(painter) == alone)
    #expect(store.madeCount == painter.statistics.maskMissCount && store.madeCount > 20)
    // A store that starts over on each use, under the other painter.
    let tiny = GlyphMaskStore(byteLimit: 1)
    let painters = try (0..<2).map { _ in try Painter(pool: SurfacePool(), glyphMasks: tiny) }
    for _ in 0..<3 { for painter in painters { #expect(try draw(painter) == alone) } }
    #expect(tiny.madeCount > 2 * store.madeCount)
  }

  @Test("that are slanted or thickened paint other pixels")
  func synthetic() throws {
    func ink(_ key: FontKey) throws -> Int {
      let layout = SampleText.layout([.init(text: "HIM", font: key, color: .black)])
      let painter = try Painter(pool: SurfacePool())
      return try painter.draw(
        DisplayList([.text(layout, origin: .zero)]), size: Size(width: 60, height: 24), scale: 2,
        background: .white
      ).copyPixels().reduce(0) { $0 + 255 - Int($1 & 0xFF) }
    }
    let plain = try ink(FontKey(path: Fonts.sans, size: 16))
    let bold = try ink(FontKey(path: Fonts.sans, size: 16, isEmboldened: true))
    let slant = FontTransform(xx: 1, xy: 0.2, yx: 0, yy: 1)
    let italic = try ink(FontKey(path: Fonts.sans, size: 16, transform: slant))
    #expect(Double(bold) > Double(plain) * 1.2)
    // A slant keeps the area.
    #expect(abs(italic - plain) < plain / 50 && italic != plain)
  }

  @Test("missing from all fonts become boxes, with digits if they fit")
  func missing() throws {
    func ink(_ scalar: UInt32, size: Double) throws -> Int {
      let key = FontKey(path: Fonts.sans, size: size)
      let advance = PangoUnits(rawValue: Int32(size * 0.9 * 1024))
      let glyph = PlacedGlyph(
        id: PlacedGlyph.missingMark | scalar, x: PangoUnits(rawValue: 0),
        y: PangoUnits(rawValue: 0), advance: advance, cluster: 0)
      let line = SampleText.layout([.init(text: "x", font: key, color: .black)], ascent: size)
      let layout = TextLayout(
        container: line.container, lines: line.lines, runs: line.runs, glyphs: [glyph],
        fonts: line.fonts, boundingRect: line.boundingRect, boundingSize: line.boundingSize,
        rowCount: 1, truncatedRange: nil, missingGlyphCount: 1)
      let painter = try Painter(pool: SurfacePool())
      return try painter.draw(
        DisplayList([.text(layout, origin: .zero)]), size: Size(width: 60, height: 60), scale: 1,
        background: .white
      ).copyPixels().count { $0 == 0xFF00_0000 }
    }
    // A box alone, then the same box with four or six digits.
    #expect(try ink(0xE000, size: 8) == 2 * 3 + 2 * 5)
    #expect(try ink(0xE000, size: 32) > 100)
    #expect(try ink(0x10_FFFF, size: 32) != ink(0xE000, size: 32))
  }
}
