internal import GalleyPrimitives

/// The frames in the coded video of a picture: how large, and how many.
///
/// The headers of a picture's video may be in its configuration and in its data, which the decoder gets in this order.
struct CodedFrames {
  /// The largest size that a header names.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// How many frames begin, or how many slices there are, if that is more, and a part of one for each table of the frame's
  /// blocks.
  private(set) var count = 0
  /// The size of the picture that each frame shows; `nil` if headers differ, or do not decide it.
  var shownSize: PixelSize? { shownSizes.count == 1 ? shownSizes.first ?? nil : nil }

  private var shownSizes: Set<PixelSize?> = []

  /// Notes a header of frames of a size, which show a picture of the size `shown`.
  private mutating func note(width: Int, height: Int, shown: PixelSize?) {
    // A number of Exp-Golomb coding may have 33 bits.
    let noted = PixelSize(width: min(width, 1 << 30), height: min(height, 1 << 30))
    if noted.width * noted.height > size.width * size.height { size = noted }
    shownSizes.insert(shown)
  }
}

// MARK: HEVC

extension CodedFrames {
  /// Frames of HEVC, whose units have lengths of four bytes in `data`, as libheif takes them.
  ///
  /// - Throws: If a header is damaged.
  /// - SeeAlso: ITU-T H.265, 7.3; ISO/IEC 14496-15, 8.3.3.1.
  init(hvcC: [UInt8], _ data: [UInt8]) throws(ImageError.Cause) {
    var configuration = HEIFBoxReader(hvcC, hvcC.indices)
    try configuration.skip(22)
    var units = UnitCounts()
    for _ in 0..<(try configuration.number(1)) {
      try configuration.skip(1)
      for _ in 0..<(try configuration.number(2)) {
        try readUnit(try configuration.part(try configuration.number(2)), &units)
      }
    }
    var reader = HEIFBoxReader(data, data.indices)
    // The decoder refuses a unit that is cut off after it was given the earlier ones.
    while reader.remaining >= 4 {
      let length = try reader.number(4)
      guard length <= reader.remaining else { break }
      try readUnit(try reader.part(length), &units)
    }
    // A slice that is not the first one may go over all of the frame again.
    count = max(count, units.slices) + units.pictureParameterSets / Self.setsPerFrame
  }

  private struct UnitCounts {
    var slices = 0
    var pictureParameterSets = 0
  }

  /// How many picture parameter sets take the time of a frame: libde265 fills tables of the frame's blocks for each.
  private static let setsPerFrame = 4

  private mutating func readUnit(
    _ unit: ArraySlice<UInt8>, _ units: inout UnitCounts
  ) throws(ImageError.Cause) {
    guard unit.count > 2 else { return }
    var header = BitReader(unit)
    header.skip(1)
    let (type, layer) = (header.number(6), header.number(6))
    // The decoder shows the base layer.
    guard layer == 0 else { return }
    if type < 32 {
      units.slices += 1
      if unit[unit.startIndex + 2] & 0x80 != 0 { count += 1 }
    } else if type == 33 {
      try readSequence(Self.unescaped(unit.dropFirst(2)))
    } else if type == 34 {
      units.pictureParameterSets += 1
    }
  }

  /// A sequence parameter set up to the size.
  private mutating func readSequence(_ bytes: [UInt8]) throws(ImageError.Cause) {
    var reader = BitReader(bytes[...])
    reader.skip(4)
    let lastSubLayer = reader.number(3)
    reader.skip(1 + 88 + 8)
    if lastSubLayer > 0 {
      let presence = (0..<8).map { _ in (profile: reader.flag(), level: reader.flag()) }
      for subLayer in presence.prefix(lastSubLayer) {
        reader.skip((subLayer.profile ? 88 : 0) + (subLayer.level ? 8 : 0))
      }
    }
    _ = reader.golomb()
    let chroma = reader.golomb()
    if chroma == 3 { reader.skip(1) }
    let (width, height) = (reader.golomb(), reader.golomb())
    guard !reader.isBeyondEnd else { throw .damaged("a header of its video breaks off") }
    // The conformance window cuts off edges, in pixels of the chroma planes.
    var window = (left: 0, right: 0, top: 0, bottom: 0)
    if reader.flag() {
      window = (reader.golomb(), reader.golomb(), reader.golomb(), reader.golomb())
    }
    let (horizontal, vertical) = (chroma == 1 || chroma == 2 ? 2 : 1, chroma == 1 ? 2 : 1)
    note(
      width: width, height: height,
      shown: reader.isBeyondEnd
        ? nil
        : PixelSize(
          width: width - horizontal * (window.left + window.right),
          height: height - vertical * (window.top + window.bottom)))
  }

  /// The first bytes of a unit without those that keep it from looking like the beginning of another one.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes.prefix(256) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }
}

// MARK: AV1

extension CodedFrames {
  /// Frames of AV1.
  ///
  /// - Throws: If a header is damaged.
  /// - SeeAlso: AV1 Bitstream and Decoding Process Specification, 5.3 and 5.5.
  init(av1C: [UInt8], _ data: [UInt8]) throws(ImageError.Cause) {
    var rest = (av1C.dropFirst(4) + data)[...]
    while let first = rest.first {
      // The decoder passes zeros, and refuses a unit without a size.
      guard first != 0 else {
        rest = rest.drop { $0 == 0 }
        continue
      }
      guard first & 2 != 0 else { throw .damaged("a part of its video has no size") }
      rest = rest.dropFirst(first & 4 == 0 ? 1 : 2)
      let length = Self.length(&rest)
      // The decoder refuses a unit that is cut off.
      guard length <= rest.count else { break }
      let unit = rest.prefix(length)
      rest = rest.dropFirst(length)
      switch first >> 3 & 15 {
      case 1: try readSequence(unit)
      case 3, 6: count += 1
      default: break
      }
    }
  }

  /// Takes a length in seven bits a byte.
  private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var value = 0
    for index in 0..<8 {
      guard let byte = bytes.popFirst() else { break }
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 { break }
    }
    return value
  }

  /// A sequence header up to the size, which no frame exceeds: the decoder refuses such a frame.
  private mutating func readSequence(_ unit: ArraySlice<UInt8>) throws(ImageError.Cause) {
    var reader = BitReader(unit)
    reader.skip(4)
    let isReduced = reader.flag()
    if isReduced {
      reader.skip(5)
    } else {
      Self.skipOperatingPoints(&reader)
    }
    let (widthSize, heightSize) = (reader.number(4) + 1, reader.number(4) + 1)
    let (width, height) = (reader.number(widthSize) + 1, reader.number(heightSize) + 1)
    guard !reader.isBeyondEnd else { throw .damaged("a header of its video breaks off") }
    // In a video, each frame may have a size of its own; a still picture with a reduced header has this one.
    let size = PixelSize(width: width, height: height)
    note(width: width, height: height, shown: isReduced ? size : nil)
  }

  private static func skipOperatingPoints(_ reader: inout BitReader) {
    /// The size of a delay, if there is a model of the decoder.
    var delaySize: Int?
    if reader.flag() {
      reader.skip(64)
      if reader.flag() { _ = reader.golomb() }
      if reader.flag() {
        delaySize = reader.number(5) + 1
        reader.skip(32 + 5 + 5)
      }
    }
    let hasDisplayDelays = reader.flag()
    for _ in 0...reader.number(5) {
      reader.skip(12)
      if reader.number(5) > 7 { reader.skip(1) }
      if let delaySize, reader.flag() { reader.skip(2 * delaySize + 1) }
      if hasDisplayDelays, reader.flag() { reader.skip(4) }
    }
  }
}
