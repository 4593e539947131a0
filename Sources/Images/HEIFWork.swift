internal import GalleyPrimitives

/// The pixels that the decoder of an HEIF file goes over to show it.
///
/// A header of 64 by 32 pixels may stand above a grid of 32,767 by 32,767, above ten thousand tiles, or above a video
/// frame of any size.
struct HEIFWork {
  /// The picture or video frame with the most pixels.
  private(set) var largest = PixelSize(width: 0, height: 0)
  /// How many pixels all pictures and frames have, each as often as it is decoded.
  private(set) var pixelCount = 0

  private let items: HEIFItems
  /// The items that were counted, and `nil` for those that are being counted.
  private var counts: [Visit: Count?] = [:]

  /// The pixels of an item and of those that it needs, and how many are derived from each other in turn.
  private struct Count {
    var pixels = 0
    var height = 1
    /// The size of the picture as it is decoded; `nil` if that is not known.
    var size: PixelSize?

    /// - Throws: If there are too many pixels.
    mutating func add(_ other: Count) throws(ImageError.Cause) {
      pixels += other.pixels
      height = max(height, 1 + other.height)
      guard pixels <= HEIFWork.pixelLimit else {
        throw .damaged("its pictures have too many pixels")
      }
    }
  }

  private struct Visit: Hashable {
    var id: Int
    /// Whether a grid needs the item, itself or in turn.
    var isInGrid: Bool
  }

  /// - Throws: If an item is derived from itself or from no picture, or is none that is read.
  /// - Complexity: O(bytes).
  init(of items: HEIFItems) throws(ImageError.Cause) {
    self.items = items
    pixelCount = try count(Visit(id: items.primary, isInGrid: false), depth: 0).pixels
  }

  /// Refuses a file that has more pixels to decode than an image of `shown` pixels can need.
  ///
  /// A frame is padded to whole blocks, a picture may be cropped, and transparency is a second picture. A cropped
  /// picture has bytes for all of its pixels.
  func check(shown: PixelSize, byteCount: Int) throws(ImageError.Cause) {
    let area = max(0, shown.width) * max(0, shown.height)
    let spare =
      4 << 20 + min(ImageReader.heldPixelLimit, ImageReader.pixelsPerByte * byteCount)
    guard largest.width * largest.height <= area + area / 4 + spare else {
      throw .damaged(
        "a picture in it has \(largest.width)x\(largest.height) pixels, and its header has "
          + "\(shown.width)x\(shown.height)")
    }
    guard pixelCount <= 8 * area + spare else {
      throw .damaged(
        "the pictures in it have \(pixelCount) pixels together, and its header has "
          + "\(shown.width)x\(shown.height)")
    }
  }

  /// How many items may be derived from each other in turn.
  private static let depthLimit = 8
  /// The pixels that starting a decoder counts for.
  private static let pixelsPerDecoder = 16_384
  private static let pixelLimit = 1 << 40

  private mutating func count(_ visit: Visit, depth: Int) throws(ImageError.Cause) -> Count {
    if let known = counts[visit] {
      guard let known else { throw .damaged("a picture in it is made of itself") }
      try check(depth: depth + known.height)
      return known
    }
    guard let item = items.items[visit.id] else { throw .damaged("a picture in it is missing") }
    try check(depth: depth + 1)
    // libheif 1.15 puts a tile in the place that a crop's numbers say, which may lie outside of the grid.
    guard !visit.isInGrid || !item.properties.contains(where: { Self.turns.contains($0.type) })
    else { throw .unread("a grid of HEIF pictures that are turned or cropped") }
    counts[visit] = .some(nil)
    var count = try ownCount(of: item, visit, depth: depth)
    for auxiliary in item.auxiliaries where isTransparency(auxiliary) {
      // libheif 1.15 pastes a tile's transparency in the size of the tile, and reads beyond a smaller one.
      guard !visit.isInGrid else { throw .unread("a grid of HEIF pictures that are transparent") }
      // It loses the transparency of the picture that this one is derived from, and never frees it.
      guard item.type != "iden" else { throw .unread("a derived HEIF picture that is transparent") }
      try count.add(self.count(Visit(id: auxiliary, isInGrid: false), depth: depth + 1))
    }
    counts[visit] = count
    return count
  }

  private func check(depth: Int) throws(ImageError.Cause) {
    guard depth <= Self.depthLimit else { throw .damaged("its pictures are nested too deep") }
  }

  private mutating func ownCount(
    of item: HEIFItems.Item, _ visit: Visit, depth: Int
  ) throws(ImageError.Cause) -> Count {
    var count = Count()
    switch item.type {
    case "grid":
      let grid = try grid(item)
      guard item.inputs.count == grid.tileCount else { throw .damaged("tiles of it are missing") }
      count.pixels = try noted(grid.size)
      count.size = grid.size
      var tileSize: PixelSize?
      for input in item.inputs {
        let tile = try self.count(Visit(id: input, isInGrid: true), depth: depth + 1)
        try check(tile.size, of: input, in: grid, like: &tileSize)
        try count.add(tile)
      }
    case "iden":
      guard let input = item.inputs.first, item.inputs.count == 1 else {
        throw .damaged("a picture in it is made of none")
      }
      let source = try self.count(Visit(id: input, isInGrid: visit.isInGrid), depth: depth + 1)
      count.size = source.size
      try count.add(source)
    case "hvc1", "av01":
      let isHEVC = item.type == "hvc1"
      let configuration = try configuration(of: item, isHEVC ? "hvcC" : "av1C")
      let data = items.data(of: item)
      let frames =
        isHEVC
        ? try CodedFrames(hvcC: configuration, data) : try CodedFrames(av1C: configuration, data)
      count.pixels = try noted(frames.size) * frames.count + Self.pixelsPerDecoder
      count.size = frames.shownSize
    case "iovl": throw .unread("an HEIF image of pictures that overlap")
    default: throw .damaged("a picture in it is none")
    }
    return count
  }

  /// The number of pixels of `size`, which is noted.
  private mutating func noted(_ size: PixelSize) throws(ImageError.Cause) -> Int {
    guard max(size.width, size.height) <= ImageReader.edgeLimit else {
      throw .damaged("a picture in it has \(size.width)x\(size.height) pixels")
    }
    let count = size.width * size.height
    if count > largest.width * largest.height { largest = size }
    return count
  }

  private struct Grid {
    var columnCount: Int
    var rowCount: Int
    var size: PixelSize

    var tileCount: Int { columnCount * rowCount }
  }

  private func grid(_ item: HEIFItems.Item) throws(ImageError.Cause) -> Grid {
    let data = items.data(of: item, limit: 12)
    var reader = HEIFBoxReader(data, data.indices)
    try reader.skip(1)
    let size = try reader.number(1) & 1 == 0 ? 2 : 4
    let (rowCount, columnCount) = (try reader.number(1) + 1, try reader.number(1) + 1)
    return Grid(
      columnCount: columnCount, rowCount: rowCount,
      size: PixelSize(width: try reader.number(size), height: try reader.number(size)))
  }

  /// Refuses a tile that might leave a gap in its grid: libheif 1.15 fills none, so that it would show foreign memory.
  ///
  /// Of tiles of one size, enough columns and rows cover the grid. Tiles are placed by the size in their property `ispe`,
  /// and have the size of their video.
  ///
  /// - SeeAlso: ISO/IEC 23008-12, 6.6.2.3: all tiles have the same size.
  private func check(
    _ size: PixelSize?, of id: Int, in grid: Grid, like tileSize: inout PixelSize?
  ) throws(ImageError.Cause) {
    guard let size else { throw .unread("an HEIF grid of pictures whose video has several sizes") }
    guard try items.items[id].map(declaredSizes) == [size], tileSize ?? size == size else {
      throw .damaged("its tiles have other sizes than they say")
    }
    tileSize = size
    guard size.width * grid.columnCount >= grid.size.width,
      size.height * grid.rowCount >= grid.size.height
    else { throw .damaged("its tiles do not cover it") }
  }

  /// The sizes in the properties `ispe` of an item, without repetitions.
  private func declaredSizes(_ item: HEIFItems.Item) throws(ImageError.Cause) -> Set<PixelSize> {
    var sizes: Set<PixelSize> = []
    for property in item.properties where property.type == "ispe" {
      let data = items.bytes(of: property)
      var reader = HEIFBoxReader(data, data.indices)
      try reader.skip(4)
      sizes.insert(PixelSize(width: try reader.number(4), height: try reader.number(4)))
    }
    return sizes
  }

  /// The bytes of the first property of `type`: how the decoder begins.
  private func configuration(of item: HEIFItems.Item, _ type: String) throws(ImageError.Cause)
    -> [UInt8]
  {
    guard let box = item.properties.first(where: { $0.type == type }) else {
      throw .damaged("a picture in it has no \(type)")
    }
    return items.bytes(of: box)
  }

  /// Whether an auxiliary item is decoded with its picture.
  private func isTransparency(_ id: Int) -> Bool {
    guard let properties = items.items[id]?.properties else { return false }
    return properties.contains { property in
      property.type == "auxC"
        && Self.transparencyTypes.contains(
          String(decoding: items.bytes(of: property).dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
        )
    }
  }

  private static let turns: Set<String> = ["clap", "irot", "imir"]

  private static let transparencyTypes: Set<String> = [
    "urn:mpeg:avc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:1",
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
  ]
}
