import Galley
import GalleyCompression
import GalleyHandles
import GalleyPNG
import GalleyPeers
import GalleyPrimitives

/// The same pages as PNG: by Galley's encoders, by Cairo's writer, and by igzip alone, which is the
/// lower bound.
struct PageBench {
  private let size: PixelSize
  private let pageLimit: Int
  /// The pixels of all pages, page after page.
  private var pixels: [UInt32] = []

  /// A bench of at most `pageLimit` pages of `size`.
  init(size: PixelSize, pageLimit: Int) {
    self.size = size
    self.pageLimit = pageLimit
  }

  /// Whether all pages are filled.
  var isFull: Bool { pixels.count >= pageLimit * size.width * size.height }

  /// Appends pixel rows.
  mutating func append(_ bytes: UnsafeRawBufferPointer, stride: Int, rowCount: Int) {
    for row in 0..<rowCount where !isFull {
      let start = row * stride
      pixels += UnsafeRawBufferPointer(rebasing: bytes[start..<start + 4 * size.width])
        .bindMemory(to: UInt32.self)
    }
  }

  /// Encodes all pages with each encoder.
  mutating func run() throws -> [StageResult] {
    let pageSize = size.width * size.height
    let pageCount = max(1, pixels.count / pageSize)
    // White pixels fill the page of a shorter feed.
    pixels += Array(repeating: 0xFFFF_FFFF, count: max(0, pageSize - pixels.count))
    let strips = StripEncoder()
    let whole = WholePictureEncoder(width: size.width)
    let igzip = BlockDeflater(.igzip1)
    var packed = [UInt8](repeating: 0, count: size.height * (1 + 3 * size.width))
    var output = [UInt8](repeating: 0, count: igzip.bound(packed.count))
    let (stride, height) = (4 * size.width, size.height)
    var results: [StageResult] = []
    for way in ["fast", "small", "Cairo", "igzip"] {
      var time = Duration.zero
      var byteCount = 0
      for page in 0..<pageCount {
        if way == "igzip" { pack(page, into: &packed) }
        let start = ThreadTime.now
        byteCount += try pixels.withUnsafeMutableBytes { all in
          let bytes = UnsafeMutableRawBufferPointer(
            rebasing: all[page * 4 * pageSize..<(page + 1) * 4 * pageSize])
          switch way {
          case "fast":
            let strip = strips.encode(
              UnsafeRawBufferPointer(bytes), stride: stride, width: size.width, rows: 0..<height)
            return try AssembledPNG([strip], scale: 2).byteCount
          case "small":
            whole.append(UnsafeRawBufferPointer(bytes), stride: stride, rows: 0..<height)
            return try whole.finish(scale: 2).count
          case "Cairo":
            return cairoPNGByteCount(
              bytes, stride: stride, width: size.width, rowCount: height) ?? 0
          default:
            return packed.withUnsafeBytes { input in
              output.withUnsafeMutableBytes { igzip.deflate(input, into: $0) }
            }
          }
        }
        time += ThreadTime.now - start
      }
      let megapixels = Double(pageCount * pageSize) / 1_000_000
      results.append(
        StageResult(
          stage: "page \(way)", unit: "ms/Mpx", samples: [time / .milliseconds(1) / megapixels],
          counters: [.init("pages", pageCount), .init("bytes", byteCount)]))
    }
    return results
  }

  /// Copies a page's rows to the form that PNG deflates.
  private func pack(_ page: Int, into packed: inout [UInt8]) {
    var place = 0
    for row in 0..<size.height {
      packed[place] = 0
      place += 1
      let start = (page * size.height + row) * size.width
      for pixel in pixels[start..<start + size.width] {
        packed[place] = UInt8(truncatingIfNeeded: pixel >> 16)
        packed[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        packed[place + 2] = UInt8(truncatingIfNeeded: pixel)
        place += 3
      }
    }
  }
}
