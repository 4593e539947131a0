internal import CLCMS
import GalleyHandles
internal import GalleyPrimitives

/// Converts pixels from the colour profiles of images to sRGB.
///
/// It belongs to a worker. It keeps the conversions of the profiles that it has seen last; images without a profile,
/// or with one that gives the colours of sRGB, take no time.
package final class ColorProfiles {
  /// The most bytes of a profile; an image with a larger one keeps its numbers.
  package static let byteLimit = 4 << 20

  private struct Key: Hashable {
    let bytes: [UInt8]
    let isCMYK: Bool
  }

  /// `nil` for a profile that needs no conversion, or that cannot be read.
  private var conversions = BoundedCache<Key, Conversion?>(costLimit: ColorProfiles.costLimit)

  /// The most bytes of the kept profiles together, with the tables of their conversions.
  private static let costLimit = 16 << 20

  /// Makes an empty cache.
  package init() {}

  /// Converts the colours of an image from `profile`, in place.
  ///
  /// - Complexity: O(pixels), and once for each profile O(its bytes).
  func convert(_ image: PixelImage, from profile: [UInt8]) {
    guard let conversion = conversion(of: profile, isCMYK: false) else { return }
    let count = image.width * image.height
    let isOpaque = (0..<count).allSatisfy { image.pixels[$0] >> 24 == 255 }
    if !isOpaque { straighten(image.pixels, count: count) }
    conversion.apply(to: image.pixels, count: count)
    if !isOpaque { multiply(image.pixels, count: count) }
  }

  /// Converts CMYK bytes, as Adobe stores them inverted, to opaque ARGB32, in place.
  ///
  /// - Returns: Whether the profile has such a conversion; without one, nothing changes.
  func convertCMYK(_ image: PixelImage, from profile: [UInt8]) -> Bool {
    guard let conversion = conversion(of: profile, isCMYK: true) else { return false }
    let count = image.width * image.height
    conversion.apply(to: image.pixels, count: count)
    for index in 0..<count { image.pixels[index] |= 0xFF00_0000 }
    return true
  }

  private func conversion(of profile: [UInt8], isCMYK: Bool) -> Conversion? {
    guard profile.count <= Self.byteLimit else { return nil }
    // The tables of a conversion take some 300 KB.
    return conversions.value(
      for: Key(bytes: profile, isCMYK: isCMYK), cost: { _ in profile.count + 300 << 10 }
    ) { Conversion(profile, isCMYK: isCMYK) }
  }

  /// Turns premultiplied pixels into straight ones, in place.
  private func straighten(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      guard alpha > 0, alpha < 255 else { continue }
      func channel(_ shift: UInt32) -> UInt32 {
        min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
      }
      pixels[index] = alpha << 24 | channel(16) | channel(8) | channel(0)
    }
  }

  /// Turns straight pixels into premultiplied ones, in place.
  private func multiply(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      guard alpha < 255 else { continue }
      func channel(_ shift: UInt32) -> UInt32 {
        (((pixel >> shift & 0xFF) * alpha + 127) / 255) << shift
      }
      pixels[index] = alpha << 24 | channel(16) | channel(8) | channel(0)
    }
  }
}

/// A conversion of pixels from a profile to sRGB.
private final class Conversion {
  private let handle: cmsHTRANSFORM

  /// Makes the conversion; `nil` if the profile cannot be read, has colours of another kind, or is sRGB.
  init?(_ profile: [UInt8], isCMYK: Bool) {
    let opened = profile.withUnsafeBytes {
      cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count))
    }
    guard let opened else { return nil }
    defer { cmsCloseProfile(opened) }
    guard cmsGetColorSpace(opened) == (isCMYK ? cmsSigCmykData : cmsSigRgbData),
      let target = cmsCreate_sRGBProfile()
    else { return nil }
    defer { cmsCloseProfile(target) }
    let source = isCMYK ? galley_lcms_inverted_cmyk : galley_lcms_bgra
    let flags = cmsFLAGS_NOCACHE | (isCMYK ? 0 : cmsFLAGS_COPY_ALPHA)
    guard
      let handle = cmsCreateTransform(
        opened, cmsUInt32Number(source), target,
        cmsUInt32Number(galley_lcms_bgra), cmsUInt32Number(INTENT_PERCEPTUAL),
        cmsUInt32Number(flags))
    else { return nil }
    self.handle = handle
    if !isCMYK, keepsColors { return nil }
  }

  deinit { cmsDeleteTransform(handle) }

  /// Converts pixels in place.
  func apply(to pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    cmsDoTransform(handle, pixels, pixels, cmsUInt32Number(count))
  }

  /// Whether no colour of a grid changes by more than 2 of 255.
  private var keepsColors: Bool {
    let steps = [UInt32](stride(from: 0, through: 255, by: 51))
    var pixels: [UInt32] = []
    for red in steps {
      for green in steps {
        pixels += steps.map { 0xFF00_0000 | red << 16 | green << 8 | $0 }
      }
    }
    let before = pixels
    pixels.withUnsafeMutableBufferPointer { pixels in
      if let start = pixels.baseAddress { apply(to: start, count: pixels.count) }
    }
    return zip(before, pixels).allSatisfy { one, other in
      [16, 8, 0].allSatisfy { (shift: UInt32) in
        abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) <= 2
      }
    }
  }
}

/// Finds the colour profiles in files, whose libraries do not give them.
enum ProfileFinder {
  /// The profile in the segments APP2 of a JPEG; `nil` if there is none, or a part is missing.
  ///
  /// - SeeAlso: ICC.1:2010, annex B.4.
  static func profile(ofJPEG bytes: [UInt8]) -> [UInt8]? {
    let mark = Array("ICC_PROFILE\0".utf8)
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var count: UInt8 = 0
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      guard marker != 0xDA, length >= 2, offset + 2 + length <= bytes.count else { break }
      let segment = bytes[offset + 4..<offset + 2 + length]
      if marker == 0xE2, segment.count > 14, segment.starts(with: mark) {
        count = segment[segment.startIndex + 13]
        parts[segment[segment.startIndex + 12]] = segment.dropFirst(14)
      }
      offset += 2 + length
    }
    guard count > 0 else { return nil }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number], profile.count + part.count <= ColorProfiles.byteLimit else {
        return nil
      }
      profile += part
    }
    return profile
  }

  /// The profile in the chunk ICCP of an extended WebP; `nil` if there is none.
  static func profile(ofWebP bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 30, bytes[12..<16].elementsEqual("VP8X".utf8), bytes[20] & 0x20 != 0
    else { return nil }
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let content = offset + 8
      guard size <= bytes.count - content else { return nil }
      if bytes[offset..<offset + 4].elementsEqual("ICCP".utf8) {
        return size <= ColorProfiles.byteLimit ? Array(bytes[content..<content + size]) : nil
      }
      offset = content + size + size % 2
    }
    return nil
  }
}
