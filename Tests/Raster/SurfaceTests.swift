import GalleyGlyphs
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyRaster
import Testing

@Suite("Surfaces", .timeLimit(.minutes(15)))
struct SurfaceTests {
  @Test("return their memory for the next surface")
  func recycled() throws {
    let pool = SurfacePool()
    let painter = try Painter(pool: pool)
    for height in [300.0, 290, 300, 305] {
      let surface = try painter.draw(
        DisplayList(), size: Size(width: 375, height: height), scale: 2, background: .white)
      #expect(surface.copyPixels().allSatisfy { $0 == 0xFFFF_FFFF })
      #expect(pool.statistics.busyByteCount > 0)
    }
    #expect(pool.statistics.allocatedCount == 1 && pool.statistics.reusedCount == 3)
    #expect(pool.statistics.busyByteCount == 0 && pool.statistics.idleByteCount > 0)
    pool.evictAll()
    #expect(pool.statistics.idleByteCount == 0)
  }

  @Test("are counted by their reuse identifiers, which share all memory")
  func identifiers() throws {
    let pool = SurfacePool()
    let painter = try Painter(pool: pool)
    func surface(_ identifier: String) throws -> Surface {
      painter.reuseIdentifier = identifier
      return try painter.makeSurface(PixelSize(width: 256, height: 256))
    }
    func counts(_ identifier: String) -> SurfacePool.Statistics {
      pool.statisticsByIdentifier[identifier] ?? SurfacePool.Statistics()
    }
    do {
      let first = try surface("post")
      let second = try surface("post")
      #expect(first.size == second.size)
      #expect(counts("post").allocatedCount == 2 && counts("post").busyCount == 2)
      #expect(counts("post").idleCount == 0)
    }
    #expect(counts("post").idleCount == 2 && counts("post").idleByteCount == 512 << 10)
    do {
      let header = try surface("header")
      #expect(header.size.width == 256)
      // The header has memory that a post has used.
      #expect(counts("header").reusedCount == 1 && counts("header").allocatedCount == 0)
      #expect(counts("post").idleCount == 1 && counts("post").peakCount == 2)
    }
    #expect(counts("header").idleCount == 1 && counts("post").idleCount == 1)
    #expect(pool.statistics.idleCount == 2 && pool.statistics.peakCount == 2)
    pool.evictAll()
    #expect(counts("header").idleCount == 0 && counts("post").idleByteCount == 0)
  }

  @Test("leave no idle memory above a limit that is lowered")
  func lowered() throws {
    let pool = SurfacePool()
    let painter = try Painter(pool: pool)
    func draw() throws { _ = try painter.makeSurface(PixelSize(width: 256, height: 256)) }
    try draw()
    #expect(pool.statistics.idleCount == 1)
    pool.byteLimit = 0
    #expect(pool.statistics.idleCount == 0 && pool.statisticsByIdentifier[""]?.idleCount == 0)
    try draw()
    #expect(pool.statistics.idleCount == 0 && pool.statistics.allocatedCount == 2)
    pool.byteLimit = SurfacePool.usualByteLimit
    try draw()
    #expect(pool.statistics.idleCount == 1)
  }

  @Test("beyond the pool's limit are freed, and a small one does not reuse a large one's memory")
  func bounded() throws {
    let pool = SurfacePool(byteLimit: 1 << 20)
    let painter = try Painter(pool: pool)
    func draw(_ height: Double) throws {
      _ = try painter.draw(
        DisplayList(), size: Size(width: 256, height: height), scale: 1, background: .white)
    }
    try draw(2048)
    #expect(pool.statistics.idleByteCount == 0)
    try draw(1024)
    #expect(pool.statistics.idleByteCount == 1 << 20)
    try draw(64)
    #expect(pool.statistics.reusedCount == 0)
    try draw(1024)
    #expect(pool.statistics.reusedCount == 1)
  }

  @Test("of passing sizes reuse memory that is large enough, and free smaller memory")
  func passing() throws {
    let pool = SurfacePool(isForPassing: true)
    let painter = try Painter(pool: pool)
    func surface(_ height: Int) throws -> Surface {
      try painter.makeSurface(PixelSize(width: 256, height: height))
    }
    for height in [1024, 64, 512, 1024] { _ = try surface(height) }
    #expect(pool.statistics.allocatedCount == 1 && pool.statistics.reusedCount == 3)
    _ = try surface(2048)
    #expect(pool.statistics.allocatedCount == 2 && pool.statistics.idleByteCount == 2 << 20)
    // Two live surfaces have separate memory.
    do {
      let first = try surface(2048)
      let second = try surface(256)
      #expect(first.size.height + second.size.height == 2304)
    }
    #expect(pool.statistics.idleByteCount == 2 << 20 + 256 << 10)
    _ = try surface(4096)
    #expect(pool.statistics.idleByteCount == 4 << 20 && pool.statistics.busyByteCount == 0)
  }

  @Test("keep their pixels as pictures for all readers, and then return their memory")
  func frozen() async throws {
    let pool = SurfacePool()
    let painter = try Painter(pool: pool)
    let item = DisplayItem.fill(Rect(x: 0, y: 0, width: 5, height: 5), .black)
    func draw() throws -> Picture {
      try painter.draw(
        DisplayList([item]), size: Size(width: 10, height: 10), scale: 1, background: .white
      ).freeze()
    }
    do {
      let picture = try draw()
      let other = try draw()
      #expect(picture.isOpaque && picture.size == PixelSize(width: 10, height: 10))
      let sums = await withTaskGroup(of: Int.self) { group in
        for picture in [picture, other, picture] {
          group.addTask {
            picture.withPixels { bytes, stride in
              bytes.withUnsafeBytes { $0.bindMemory(to: UInt32.self).count { $0 == 0xFF00_0000 } }
                + stride
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(sums == [65, 65, 65])
    }
    #expect(pool.statistics.busyByteCount == 0)
  }
}

@Suite("Workers", .timeLimit(.minutes(15)))
struct WorkerTests {
  @Test(
    "that draw at the same time draw the same bytes, even while the mask store starts over",
    arguments: [2, 8], [1, 16 << 20])
  func agree(count: Int, maskByteLimit: Int) async throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png", width: 64, height: 64)
    let assets = try folder.assets
    let list = SampleCard.list(width: 375, height: 200)
    let pool = SurfacePool()
    let reference = try SampleCard.draw(list, pool: pool, assets: assets)
    #expect(Set(reference).count > 100)
    let masks = GlyphMaskStore(byteLimit: maskByteLimit)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          for _ in 0..<3 {
            let pixels = try SampleCard.draw(
              list, pool: pool, assets: assets, glyphMasks: masks)
            guard pixels == reference else { return false }
          }
          return true
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}

/// A card with all kinds of items.
enum SampleCard {
  static func list(width: Double, height: Double) -> DisplayList {
    let card = Rect(x: 10, y: 5, width: width - 20, height: height - 10)
    var list = DisplayList([
      .roundedRect(
        card, radii: CornerRadii(all: 8), fill: .white,
        border: Border(width: 1, color: Color(rgb: 0xDADCE0))),
      .image(
        ImageReference(name: "a"), Rect(x: 22, y: 17, width: 36, height: 36),
        radii: CornerRadii(all: 18)),
    ])
    let sans = FontKey(path: Fonts.sans, size: 14)
    let body = SampleText.layout(
      [
        .init(text: "Typography is the craft of ", font: sans, color: .black),
        .init(text: "arranging type ", font: FontKey(path: Fonts.bold, size: 14), color: .black),
        .init(text: "漢字かな交じり文", font: FontKey(path: Fonts.cjk, size: 14), color: .black),
        .init(text: "السلام عليكم", font: FontKey(path: Fonts.arabic, size: 14), color: .black),
        .init(text: "😀🎉🇫🇷", font: FontKey(path: Fonts.emoji, size: 14), color: .black),
      ], width: card.width - 24)
    list.append(.text(body, origin: Point(x: 22, y: 60)))
    let initials = SampleText.line("AG", font: Fonts.bold, size: 14, color: .white)
    list.appendInitials(
      initials, in: Rect(x: 70, y: 17, width: 36, height: 36), background: Color(rgb: 0x1A73E8))
    return list
  }

  /// The pixels that a cold painter draws.
  static func draw(
    _ list: DisplayList, pool: SurfacePool, assets: AssetFolder?,
    glyphMasks: GlyphMaskStore? = nil
  ) throws -> [UInt32] {
    try Painter(pool: pool, assets: assets, glyphMasks: glyphMasks).draw(
      list, size: Size(width: 375, height: 200), scale: 2, background: Color(rgb: 0xF0F2F5)
    ).copyPixels()
  }
}
