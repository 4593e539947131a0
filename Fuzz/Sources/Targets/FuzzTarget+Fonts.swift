import Foundation
import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import GalleyText
import GalleyTypesetting

extension FuzzTarget {
  /// Attributes and containers: small texts, and large ones with the largest line height, in rows and in columns.
  private static let looks: [(TextAttributes, TextContainer)] = {
    var large = TextAttributes(font: Font(size: 512))
    var style = ParagraphStyle()
    style.lineHeightMultiple = 100
    large.paragraphStyle = style
    var upright = TextAttributes(font: Font(size: 40))
    upright.verticalForm = .upright
    var columns = TextContainer(size: Size(width: 80, height: 120))
    columns.isVertical = true
    return [
      (TextAttributes(font: Font(size: 9)), TextContainer(width: 60)),
      (TextAttributes(font: Font(size: 40)), TextContainer(width: 60)),
      (large, TextContainer(width: 900)), (upright, columns),
    ]
  }()

  /// A font file of a client's folder → a skipped file with a reason, or lines and pictures of finite sizes.
  static let fonts = FuzzTarget(name: "fonts") {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "galley-fuzz-fonts-\(getpid())-\(UUID().uuidString)")
    let fonts = FontFileFolder(url: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let painter = try Painter(pool: SurfacePool())
    return { bytes in
      try fonts.replace(by: bytes)
      let library: FontLibrary
      do throws(FontError) { library = try FontLibrary(.folder(folder.path)) } catch {
        return try BrokenPromise.check(
          !"\(error)".contains("\n"), "an error in several lines: \(error)")
      }
      let typesetter = Typesetter(library)
      for (attributes, container) in Self.looks {
        let text = AttributedText(
          "AB fi Aé א\u{301} 日 \u{1F44B} ab\tA\nba", attributes: attributes)
        let layout = try typesetter.layout(text, in: container)
        let rect = layout.boundingRect
        try BrokenPromise.check(
          [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].allSatisfy(\.isFinite),
          "a bounding rectangle of \(rect)")
        _ = try? painter.draw(
          DisplayList([.text(layout, origin: .zero)]), size: Size(width: 80, height: 120), scale: 1,
          background: .white)
      }
    }
  }
}

/// A folder with one font file, whose name differs from input to input: fontconfig sees by the folder's time that
/// its own cache is out of date.
private final class FontFileFolder: Sendable {
  private let url: URL
  private let count = Monitor(0)

  init(url: URL) { self.url = url }

  func replace(by bytes: [UInt8]) throws {
    let number = count.withLock { number in
      number += 1
      return number
    }
    try? FileManager.default.removeItem(at: url.appendingPathComponent("\(number - 1).ttf"))
    try Data(bytes).write(to: url.appendingPathComponent("\(number).ttf"))
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
