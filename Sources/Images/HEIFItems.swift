/// The items of an HEIF file: its pictures and what they are composed of.
///
/// libheif 1.15 trusts these tables: an item that is derived from itself, or from one that is no picture, ends the
/// process, each item's bytes are copied when the file is opened, and that takes the square of the number of items. So
/// they are read here first, and a file is refused that has a table twice.
///
/// - SeeAlso: ISO/IEC 23008-12, 6; ISO/IEC 14496-12, 8.11.
struct HEIFItems {
  struct Item {
    /// The type of four bytes, as `hvc1`.
    var type: String
    /// The places of its bytes in the file.
    var extents: [Range<Int>] = []
    /// Boxes that describe it.
    var properties: [HEIFBoxReader.Box] = []
    /// The items that it is derived from.
    var inputs: [Int] = []
    /// The items that are auxiliary to it, as its transparency.
    var auxiliaries: [Int] = []
  }

  /// The most items of a file: a picture of 200 megapixels in tiles of 512 pixels has 784.
  static let itemLimit = 2048
  /// The most references between items, each to one of them: libheif 1.15 reads all of them for each item.
  static let referenceLimit = 4 * itemLimit
  /// The bytes that settings of decoders may have beyond those of the file, once for each item with them.
  static let settingsSpare = 1 << 20
  /// The most extents of an item that libheif takes.
  private static let extentLimit = 32

  private let bytes: [UInt8]
  /// The item that is shown.
  private(set) var primary = 0
  private(set) var items: [Int: Item] = [:]

  /// - Throws: If a table is damaged, or there are too many items.
  /// - Complexity: O(bytes of the tables).
  init(_ bytes: [UInt8]) throws(ImageError.Cause) {
    self.bytes = bytes
    var file = HEIFBoxReader(bytes, bytes.indices)
    var meta: Range<Int>?
    while let box = try file.box(isFile: true) {
      guard box.type == "meta" else { continue }
      guard meta == nil else { throw .damaged("it has two tables of items") }
      meta = box.content
    }
    guard let meta else { throw .damaged("it has no table of items") }
    try readTables(meta)
  }

  /// The bytes of an item, one extent behind the other; `limit` of them at most.
  func data(of item: Item, limit: Int = .max) -> [UInt8] {
    var data: [UInt8] = []
    for extent in item.extents { data += bytes[extent].prefix(limit - data.count) }
    return data
  }

  func bytes(of box: HEIFBoxReader.Box) -> [UInt8] { Array(bytes[box.content]) }

  private func reader(of box: HEIFBoxReader.Box) -> HEIFBoxReader {
    HEIFBoxReader(bytes, box.content)
  }

  private mutating func readTables(_ meta: Range<Int>) throws(ImageError.Cause) {
    var tables: [String: HEIFBoxReader.Box] = [:]
    var reader = HEIFBoxReader(bytes, meta)
    _ = try reader.version()
    while let box = try reader.box() {
      guard tables.updateValue(box, forKey: box.type) == nil || !Self.tableTypes.contains(box.type)
      else { throw .damaged("it has two tables of one kind") }
    }
    guard let information = tables["iinf"], let first = tables["pitm"] else {
      throw .damaged("it has no table of items")
    }
    try readInformation(information)
    var primaryReader = self.reader(of: first)
    primary = try primaryReader.number(try primaryReader.version().version == 0 ? 2 : 4)
    if let table = tables["iloc"] { try readLocations(table, itemData: tables["idat"]) }
    if let table = tables["iprp"] { try readProperties(table) }
    if let table = tables["iref"] { try readReferences(table) }
  }

  private static let tableTypes: Set<String> = ["pitm", "iloc", "iinf", "iprp", "iref", "idat"]

  private mutating func readInformation(_ table: HEIFBoxReader.Box) throws(ImageError.Cause) {
    var reader = reader(of: table)
    _ = try reader.number(try reader.version().version == 0 ? 2 : 4)
    while let box = try reader.box() {
      guard box.type == "infe" else { continue }
      var entry = self.reader(of: box)
      let version = try entry.version().version
      let id = try entry.number(version <= 2 ? 2 : 4)
      try entry.skip(2)
      // Earlier versions have no types, and describe no pictures.
      let item = Item(type: version < 2 ? "" : try entry.type())
      if item.type == "mime" { try checkEncoding(&entry) }
      guard items.updateValue(item, forKey: id) == nil else {
        throw .damaged("two of its items have one number")
      }
      guard items.count <= Self.itemLimit else {
        throw .damaged("it has more than \(Self.itemLimit) items")
      }
    }
  }

  /// Refuses an item whose content has an encoding, behind the strings of its name and its type: libheif 1.15 inflates it
  /// when it opens the file, without a limit, and for ever if it breaks off.
  private func checkEncoding(_ entry: inout HEIFBoxReader) throws(ImageError.Cause) {
    for _ in 0..<2 {
      while entry.remaining > 0, try entry.number(1) != 0 {}
    }
    let hasEncoding = entry.remaining > 0 ? try entry.number(1) != 0 : false
    guard !hasEncoding else {
      throw .unread("an HEIF file with compressed notes")
    }
  }

  private mutating func readLocations(
    _ table: HEIFBoxReader.Box, itemData: HEIFBoxReader.Box?
  ) throws(ImageError.Cause) {
    var reader = reader(of: table)
    let version = try reader.version().version
    let sizes = try reader.number(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains),
      version == 2 || indexSize == 0
    else { throw .damaged("its table of places has numbers of a wrong size") }
    let count = try reader.number(version < 2 ? 2 : 4)
    guard count <= Self.itemLimit else {
      throw .damaged("it has more than \(Self.itemLimit) items")
    }
    var placed: Set<Int> = []
    var byteCount = 0
    for _ in 0..<count {
      let id = try reader.number(version < 2 ? 2 : 4)
      guard placed.insert(id).inserted else { throw .damaged("one of its items has two places") }
      let method = version > 0 ? try reader.number(2) & 15 : 0
      try reader.skip(2)
      let base = try reader.number(baseSize)
      let extentCount = try reader.number(2)
      guard extentCount <= Self.extentLimit else { throw .damaged("an item has too many parts") }
      for _ in 0..<extentCount {
        try reader.skip(indexSize)
        let (offset, length) = (try reader.number(offsetSize), try reader.number(lengthSize))
        guard items[id] != nil else { continue }
        let whole = method == 1 ? itemData?.content ?? 0..<0 : bytes.indices
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard method <= 1, !overflows, start <= whole.count, length <= whole.count - start else {
          throw .damaged("an item lies beyond its end")
        }
        byteCount += length
        // Items have bytes of their own; the decoder copies those of each.
        guard byteCount <= 4 * bytes.count else { throw .damaged("its items overlap") }
        let place = whole.lowerBound + start
        items[id]?.extents.append(place..<place + length)
      }
    }
  }

  private mutating func readProperties(_ table: HEIFBoxReader.Box) throws(ImageError.Cause) {
    var boxes: [HEIFBoxReader.Box]?
    var associations: [HEIFBoxReader.Box] = []
    var reader = reader(of: table)
    while let box = try reader.box() {
      if box.type == "ipma" { associations.append(box) }
      guard box.type == "ipco" else { continue }
      guard boxes == nil else { throw .damaged("it has two tables of one kind") }
      var (all, content) = ([HEIFBoxReader.Box](), self.reader(of: box))
      while let property = try content.box() {
        if property.type == "auxC" { try checkAuxiliary(property) }
        all.append(property)
      }
      boxes = all
    }
    var associationCount = 0
    for association in associations {
      var reader = self.reader(of: association)
      let (version, flags) = try reader.version()
      for _ in 0..<(try reader.number(4)) {
        let id = try reader.number(version == 0 ? 2 : 4)
        let count = try reader.number(1)
        associationCount += 1 + count
        guard associationCount <= 16 * Self.itemLimit else {
          throw .damaged("it has too many properties")
        }
        for _ in 0..<count {
          let number = flags & 1 == 0 ? try reader.number(1) & 0x7F : try reader.number(2) & 0x7FFF
          guard number > 0 else { continue }
          guard let boxes, number <= boxes.count else { throw .damaged("a property is missing") }
          items[id]?.properties.append(boxes[number - 1])
        }
      }
    }
    try checkSettings()
  }

  /// Refuses decoders' settings that are many times as long as the file: libheif 1.15 copies them for each item.
  private func checkSettings() throws(ImageError.Cause) {
    var byteCount = 0
    for item in items.values {
      for property in item.properties where property.type == "hvcC" || property.type == "av1C" {
        byteCount += property.content.count
      }
    }
    guard byteCount <= 4 * bytes.count + Self.settingsSpare else {
      throw .damaged("its items share too long properties")
    }
  }

  /// Refuses a type of auxiliary item that libheif 1.15 would read beyond its end: it takes one to three bytes for four.
  private func checkAuxiliary(_ property: HEIFBoxReader.Box) throws(ImageError.Cause) {
    let name = bytes[property.content].dropFirst(4)
    let subtypes = name.drop { $0 != 0 }.dropFirst()
    guard subtypes.isEmpty || subtypes.count >= 4 else { throw .damaged("a property breaks off") }
  }

  private mutating func readReferences(_ table: HEIFBoxReader.Box) throws(ImageError.Cause) {
    var reader = reader(of: table)
    let size = try reader.version().version == 0 ? 2 : 4
    var referenceCount = 0
    while let box = try reader.box() {
      var reference = self.reader(of: box)
      let source = try reference.number(size)
      let count = try reference.number(2)
      // libheif 1.15 goes by the number of references and not by the size of the box.
      guard reference.remaining == count * size else {
        throw .damaged("a box of references has a wrong size")
      }
      referenceCount += max(1, count)
      guard referenceCount <= Self.referenceLimit else {
        throw .damaged("it has more than \(Self.referenceLimit) references")
      }
      guard box.type != "dimg" || items[source]?.inputs.isEmpty != false else {
        throw .damaged("one of its items is derived twice")
      }
      for _ in 0..<count {
        let target = try reference.number(size)
        if box.type == "dimg" { items[source]?.inputs.append(target) }
        if box.type == "auxl" { items[target]?.auxiliaries.append(source) }
      }
    }
  }
}
