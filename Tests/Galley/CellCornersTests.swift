import Foundation
import Galley
import GalleyCells
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

@testable import GalleyCellRendering

@Suite("Corners of cells", .timeLimit(.minutes(15)))
struct CellCornersTests {
  private static let feed = FeedInput.bytes(
    Array(
      #"""
      {"title": "Round", "body": "Corners.", "author": "Mara Lindqvist", "avatar": "mara", "image": "harbour"}
      {"body": "Initials.", "author": "Tomás Arrieta", "time": "now"}

      """#.utf8))

  /// Lays out both rows at a scale.
  private static func layouts(scale: Double) throws -> [CellLayout] {
    var options = RenderOptions()
    options.template = CellTemplate(theme: .light, width: 240, scale: scale)
    options.assets = Repository.assets
    let inspector = try FeedInspector(options)
    return try (0..<2).map { try inspector.inspect(feed, row: $0).layout }
  }

  private static func worst(_ one: [UInt32], _ other: [UInt32]) -> Int {
    var worst = one.count == other.count ? 0 : 255
    for (a, b) in zip(one, other) where a != b {
      for shift: UInt32 in [0, 8, 16, 24] {
        worst = max(worst, abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)))
      }
    }
    return worst
  }

  @Test("look alike however they are made round", arguments: [1.0, 2, 3])
  func alike(scale: Double) throws {
    let painter = try Painter(pool: SurfacePool(), assets: AssetFolder(path: Repository.assets))
    var theme = Theme.light
    theme.cornerRadii = CornerRadii(topLeft: 14, topRight: 3, bottomRight: 0, bottomLeft: 20)
    for layout in try Self.layouts(scale: scale) {
      for dashes in [[], [5.0, 3]] {
        func pixels(_ rounding: CornerRounding) throws -> [UInt32] {
          theme.cornerRounding = rounding
          theme.borderDashes = dashes
          return try painter.draw(
            layout.displayList(theme: theme, page: theme.pageColor), size: layout.size,
            scale: scale, background: theme.pageColor
          ).withPixels { bytes, _ in
            bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
          }
        }
        let drawn = try pixels(.drawn)
        #expect(Self.worst(drawn, try pixels(.covered)) <= 2)
        #expect(Self.worst(drawn, try pixels(.masked)) <= 2)
        #expect(Self.worst(drawn, try pixels(.none)) > 10)
      }
    }
    #expect(painter.takeImageFailures().isEmpty)
  }

  @Test("are drawn if the ground below is not one opaque color")
  func notCovered() {
    func list(
      _ rounding: CornerRounding, _ rect: Rect, card: Color = .white, page: Color = .white
    ) -> [DisplayItem] {
      var theme = Theme.light
      theme.cornerRounding = rounding
      theme.cardColor = card
      let image = CellImage(name: "harbour", size: Size(width: 4, height: 3))
      let layout = CellLayout(
        size: Size(width: 240, height: 110), scale: 2,
        card: Rect(x: 10, y: 5, width: 220, height: 100),
        parts: [CellPart(kind: .image, rect: rect, image: image)])
      return layout.displayList(theme: theme, page: page).items
    }
    let glass = Color(red: 255, green: 255, blue: 255, alpha: 100)
    let inside = Rect(x: 22, y: 17, width: 196, height: 70)
    // Over the border, in a corner, out of the card.
    for rect in [
      Rect(x: 10, y: 20, width: 90, height: 60), Rect(x: 12, y: 7, width: 90, height: 60),
      Rect(x: 0, y: 20, width: 90, height: 60),
    ] {
      #expect(list(.covered, rect).dropFirst().dropLast() == list(.drawn, rect).dropFirst())
    }
    #expect(list(.covered, inside).dropFirst().dropLast() != list(.drawn, inside).dropFirst())
    // A card without a ground is drawn round, and the parts on it are covered.
    #expect(list(.covered, inside, page: .clear).first == list(.drawn, inside).first)
    #expect(list(.covered, inside, page: .clear).count == 3)
    // A translucent card on nothing has no colour to cover with, one on a page has.
    #expect(
      list(.covered, inside, card: glass, page: .clear)
        == list(.drawn, inside, card: glass, page: .clear))
    let pieces = list(.covered, inside, card: glass, page: Color(rgb: 0x00_00FF))[2]
    #expect(
      pieces
        == .cornerPieces(inside, radii: Theme.light.imageRadii, color: Color(rgb: 0x6464FF)))
  }
}
