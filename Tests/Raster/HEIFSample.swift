@testable import GalleyImages

/// HEIF files that are built item by item.
struct HEIFSample {
  struct Item {
    var id: Int
    var type: String
    var data: [UInt8] = []
    var properties: [[UInt8]] = []
  }

  var items: [Item]
  /// References by their type: from an item to others.
  var references: [(type: String, source: Int, targets: [Int])] = []
  /// Whether equal properties are one box.
  var sharesProperties = false
  /// Boxes behind the others of the table of items.
  var more: [UInt8] = []

  /// The file, which shows item 1.
  var bytes: [UInt8] {
    var (properties, data) = ([UInt8](), [UInt8]())
    var (associations, places, entries) = ([UInt8](), [UInt8](), [UInt8]())
    var number = 0
    var numbers: [[UInt8]: Int] = [:]
    for item in items {
      associations += big(item.id, 2) + [UInt8(item.properties.count)]
      for property in item.properties {
        if sharesProperties, let known = numbers[property] {
          associations.append(UInt8(known))
          continue
        }
        number += 1
        numbers[property] = number
        properties += property
        associations.append(UInt8(number))
      }
      places +=
        big(item.id, 2) + big(1, 2) + big(0, 2) + big(1, 2) + big(data.count, 4)
        + big(item.data.count, 4)
      data += item.data
      entries += Self.full("infe", version: 2, big(item.id, 2) + [0, 0] + item.type.utf8 + [0])
    }
    let targets = references.flatMap { reference in
      Self.box(
        reference.type,
        big(reference.source, 2) + big(reference.targets.count, 2)
          + reference.targets.flatMap { big($0, 2) })
    }
    var meta = Self.full("hdlr", [0, 0, 0, 0] + "pict".utf8 + [UInt8](repeating: 0, count: 13))
    meta += Self.full("pitm", [0, 1])
    meta += Self.full("iloc", version: 1, big(0x4400, 2) + big(items.count, 2) + places)
    meta += Self.full("iinf", big(items.count, 2) + entries)
    meta += Self.box(
      "iprp",
      Self.box("ipco", properties) + Self.full("ipma", big(items.count, 4) + associations))
    if !references.isEmpty { meta += Self.full("iref", targets) }
    meta += Self.box("idat", data) + more
    return Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + "mif1heic".utf8)
      + Self.full("meta", meta)
  }

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + type.utf8 + content
  }

  static func full(_ type: String, version: UInt8 = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 0] + content)
  }

  static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    full("ispe", big(width, 4) + big(height, 4))
  }

  static let depths = full("pixi", [3, 8, 8, 8])

  static let isTransparency = full(
    "auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])

  static func grid(rows: Int, columns: Int, _ width: Int, _ height: Int) -> [UInt8] {
    [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + big(width, 4) + big(height, 4)
  }
}

extension HEIFSample.Item {
  /// A picture of 64 by 64 pixels in HEVC, whose header may have another size, and whose data may have units before
  /// its own.
  static func hevc(
    _ id: Int, width: Int = 64, height: Int = 64, before: [UInt8] = []
  ) throws -> HEIFSample.Item {
    let source = try HEIFItems(FurtherImages.heic)
    let picture = source.items.values.first { $0.type == "hvc1" }
    return Self(
      id: id, type: "hvc1", data: before + (picture.map { source.data(of: $0) } ?? []),
      properties: [
        HEIFSample.box(
          "hvcC",
          picture?.properties.first { $0.type == "hvcC" }.map { source.bytes(of: $0) } ?? []),
        HEIFSample.extent(width, height),
      ])
  }

  static func grid(
    rows: Int, columns: Int, _ width: Int, _ height: Int, header: (Int, Int)? = nil
  ) -> HEIFSample.Item {
    Self(
      id: 1, type: "grid", data: HEIFSample.grid(rows: rows, columns: columns, width, height),
      properties: [
        HEIFSample.extent(header?.0 ?? width, header?.1 ?? height), HEIFSample.depths,
      ])
  }
}

/// Writes numbers bit by bit.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  mutating func write(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() {
      if bitCount % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << (7 - bitCount % 8)
      bitCount += 1
    }
  }

  mutating func writeGolomb(_ value: Int) {
    let size = (value + 1).bitWidth - (value + 1).leadingZeroBitCount
    write(0, size - 1)
    write(value + 1, size)
  }
}

/// `value` in `count` bytes, the highest first.
func big(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
