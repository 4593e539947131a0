import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import Testing

@Suite("Hostile numbers", .timeLimit(.minutes(15)))
struct HostileNumberTests {
  static let numbers: [Double] = [0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, 1e15, 1e-300]

  @Test("as an extent or a scale draw nothing or are refused", arguments: numbers, numbers)
  func extents(width: Double, height: Double) throws {
    let painter = try Painter(pool: SurfacePool())
    #expect(throws: RasterError.self) {
      _ = try painter.draw(
        DisplayList(), size: Size(width: width, height: height), scale: 1, background: .white)
    }
    #expect(throws: RasterError.scaleOutOfRange(0)) {
      _ = try painter.draw(
        DisplayList(), size: Size(width: 1, height: 1), scale: 0, background: .white)
    }
  }

  @Test("as a scale are refused", arguments: numbers)
  func scales(scale: Double) throws {
    let painter = try Painter(pool: SurfacePool())
    #expect(throws: RasterError.self) {
      _ = try painter.draw(
        DisplayList(), size: Size(width: 1, height: 1), scale: scale, background: .white)
    }
  }

  @Test("in a shape are refused or bounded", arguments: numbers, [false, true])
  func shapes(number: Double, isFirst: Bool) throws {
    let good = Rect(x: 2, y: 2, width: 10, height: 10)
    let items: [DisplayItem] = [
      .fill(Rect(x: number, y: 0, width: 5, height: 5), .black),
      .fill(Rect(x: 0, y: number, width: 5, height: 5), .black),
      .fill(Rect(x: 0, y: 0, width: number, height: 5), .black),
      .fill(Rect(x: 0, y: 0, width: 5, height: number), .black),
      .roundedRect(good, radii: CornerRadii(all: number), fill: .black),
      .roundedRect(
        good, radii: CornerRadii(topLeft: number, topRight: 1, bottomRight: number, bottomLeft: 2),
        fill: .black, border: .hairline(.white)),
      .roundedRect(
        good, radii: .zero, fill: .black, border: Border(width: number, color: .white)),
      .roundedRect(
        good, radii: CornerRadii(all: 3), fill: .black,
        border: Border(width: 1, color: .white, dashes: [number, 2], phase: 1)),
      .roundedRect(
        Rect(x: 2, y: 2, width: 10, height: number), radii: CornerRadii(all: 3), fill: .black,
        border: Border(width: 2, color: .white, dashes: [3], phase: number)),
      .cornerPieces(
        Rect(x: 2, y: number, width: 10, height: 9), radii: CornerRadii(all: number),
        color: .black),
      .group(
        DisplayGroup(
          [.fill(good, .black)], in: Rect(x: number, y: 2, width: 10, height: number),
          radii: CornerRadii(all: number), opacity: number, isMasked: number > 0)),
      .image(ImageReference(name: "x"), Rect(x: number, y: number, width: number, height: 4)),
    ]
    let painter = try Painter(pool: SurfacePool())
    let size = Size(width: 20, height: 20)
    for item in items {
      let list = DisplayList(isFirst ? [item] : [.fill(.zero, .white), item])
      do throws(RasterError) {
        let surface = try painter.draw(list, size: size, scale: 2, background: .white)
        #expect(surface.copyPixels().count == 1600)
      } catch {
        guard case .placeOutOfRange = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("as a text's origin or a glyph's offset paint nothing outside", arguments: numbers)
  func texts(number: Double) throws {
    let line = SampleText.line("Ag", size: 20)
    var run = line.runs[0]
    run.origin = Point(x: number, y: number)
    let far = [Int32.min, -1, 0, 5000, .max].map { offset in
      PlacedGlyph(
        id: line.glyphs[0].id, x: PangoUnits(rawValue: offset), y: PangoUnits(rawValue: offset),
        advance: PangoUnits(rawValue: .max), cluster: 0)
    }
    run.glyphs = 0..<100
    let layout = TextLayout(
      container: line.container, lines: line.lines, runs: [run], glyphs: far, fonts: line.fonts,
      boundingRect: .zero, boundingSize: .zero, rowCount: 1, truncatedRange: nil,
      missingGlyphCount: 0)
    let painter = try Painter(pool: SurfacePool())
    for origin in [Point.zero, Point(x: number, y: 0), Point(x: 0, y: number)] {
      let list = DisplayList([.text(layout, origin: origin)])
      do throws(RasterError) {
        let surface = try painter.draw(
          list, size: Size(width: 20, height: 20), scale: 2, background: .white)
        #expect(surface.copyPixels().count == 1600)
      } catch {
        guard case .placeOutOfRange = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("as a font's size or an unknown font are refused", arguments: numbers)
  func fonts(size: Double) throws {
    let line = SampleText.line("A", size: 20)
    let bad = FontKey(
      path: size == 0 ? "/nonexistent.ttf" : Fonts.sans, size: size == 0 ? 12 : size)
    let layout = TextLayout(
      container: line.container, lines: line.lines, runs: line.runs, glyphs: line.glyphs,
      fonts: [bad], boundingRect: .zero, boundingSize: .zero, rowCount: 1, truncatedRange: nil,
      missingGlyphCount: 0)
    let painter = try Painter(pool: SurfacePool())
    let list = DisplayList([.text(layout, origin: .zero)])
    guard size > 0, size < 1 else {
      #expect(throws: RasterError.self) {
        _ = try painter.draw(
          list, size: Size(width: 20, height: 20), scale: 2, background: .white)
      }
      return
    }
    // A size too small for FreeType paints nothing.
    let surface = try painter.draw(
      list, size: Size(width: 20, height: 20), scale: 2, background: .white)
    #expect(surface.copyPixels().allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test(
    "of pixels are checked before Cairo receives them",
    arguments: [
      (1.0, 1.0, true), (1, 8192, true), (16_384, 1, true), (16_385, 1, false), (1, 8193, false),
      (0, 1, false), (1, 0, false),
    ])
  func sizes(width: Double, height: Double, isAccepted: Bool) throws {
    let painter = try Painter(pool: SurfacePool())
    let size = Size(width: width, height: height)
    do throws(RasterError) {
      let surface = try painter.draw(DisplayList(), size: size, scale: 1, background: .black)
      #expect(isAccepted)
      #expect(surface.copyPixels().allSatisfy { $0 == 0xFF00_0000 })
    } catch {
      #expect(!isAccepted)
      #expect(
        error == .sizeOutOfRange(PixelSize(width: Int(width), height: Int(height))))
    }
  }
}
