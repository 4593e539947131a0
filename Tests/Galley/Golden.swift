import Foundation
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import TestSupport
import Testing

/// A stored picture to compare a drawn one with, pixel by pixel.
///
/// With `GALLEY_RECORD=1` the drawn picture is stored instead, unless `CI` is set.
struct Golden {
  /// The folder of stored pictures.
  static let folder = Repository.url("Tests/Galley/Goldens")

  /// Where pictures that differ are put, to be looked at.
  private static let actualFolder = Repository.url("out/goldens")

  private static var isRecording: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["GALLEY_RECORD"] == "1" && environment["CI"] == nil
  }

  let name: String
  private let stored: URL

  /// The picture called `name`; those that the documentation shows lie beside it.
  init(name: String, folder: URL = Golden.folder) {
    self.name = name
    stored = folder.appendingPathComponent(name + ".png")
  }

  /// Compares the PNG `bytes`, which `maker` drew, with the stored picture.
  func expect(
    _ bytes: [UInt8], from maker: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let known = try? Data(contentsOf: stored) else {
      guard !Self.isRecording else { return try record(bytes) }
      try report("there is no golden picture yet", bytes, from: maker, at: sourceLocation)
      return
    }
    guard let difference = try difference(bytes, from: Array(known)) else { return }
    guard !Self.isRecording else { return try record(bytes) }
    try report(difference, bytes, from: maker, at: sourceLocation)
  }

  private func record(_ bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(
      at: stored.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: stored, options: .atomic)
  }

  private func report(
    _ fault: String, _ bytes: [UInt8], from maker: String, at location: SourceLocation
  ) throws {
    let actual = Self.actualFolder.appendingPathComponent("\(name)-\(maker).png")
    try FileManager.default.createDirectory(
      at: Self.actualFolder, withIntermediateDirectories: true)
    try Data(bytes).write(to: actual, options: .atomic)
    Issue.record(
      """
      \(name), drawn \(maker): \(fault)
        golden: \(stored.path)
        actual: \(actual.path)
        drawn by: \(Self.folder.path)/GENERATED_BY has the versions of libraries and fonts
      Look at both. To accept: cp '\(actual.path)' '\(stored.path)', or all with: make goldens
      """, sourceLocation: location)
  }

  /// What differs, in words; `nil` for nothing.
  private func difference(_ bytes: [UInt8], from known: [UInt8]) throws -> String? {
    let (actual, golden) = (try pixels(of: bytes), try pixels(of: known))
    guard actual.size == golden.size else {
      return "\(actual.size) pixels instead of \(golden.size)"
    }
    var count = 0
    var worst = 0
    for (one, other) in zip(actual.pixels, golden.pixels) where one != other {
      count += 1
      for shift in stride(from: 0, through: 24, by: 8) {
        let delta = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
        worst = max(worst, abs(delta))
      }
    }
    guard count > 0 else { return nil }
    return "\(count) of \(actual.pixels.count) pixels differ, the worst channel by \(worst) of 255"
  }

  private func pixels(of bytes: [UInt8]) throws -> (size: PixelSize, pixels: [UInt32]) {
    let file = ImageFile(name: name, bytes: bytes)
    let size = try ImageReader.header(of: file).size
    let image = try ImageReader.image(of: file, atLeast: size)
    let pixels = UnsafeBufferPointer(start: image.pixels, count: image.width * image.height)
    return (PixelSize(width: image.width, height: image.height), Array(pixels))
  }
}
