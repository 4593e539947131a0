import Foundation
import GalleyPNG
import GalleyPrimitives

/// Pictures of a test, and the golden files that they are compared with.
///
/// ```swift
/// @Test func card() throws {
///   try Snapshots().check(pictureOfACard, named: "card")
/// }
/// ```
///
/// The layout is compared before the pixels, since it names the part that differs. A page of the failures, with the
/// expected picture, the actual one and their difference, is in the folder `failures` beside the golden files.
public struct Snapshots: Sendable {
  /// The pictures that become golden files.
  public enum Recording: String, Hashable, Sendable, CaseIterable {
    /// Those without a golden file.
    case missing
    /// Those without one, and those that differ from it.
    case failed
    /// All.
    case all
    /// None: a missing golden file is a failure.
    case never
  }

  /// The folder of the golden files.
  public let folder: String
  /// The pictures that are recorded; a check that records throws, so that no recording passes unseen.
  public let recording: Recording
  /// The differences that equal pictures may have.
  public let tolerance: PictureTolerance

  /// Makes snapshots in `folder`.
  ///
  /// Without `recording`, the environment variable `GALLEY_SNAPSHOTS` names it, and else it is `missing`.
  public init(
    folder: String, recording: Recording? = nil, tolerance: PictureTolerance = PictureTolerance()
  ) {
    self.folder = folder
    let named = ProcessInfo.processInfo.environment["GALLEY_SNAPSHOTS"]
    self.recording = recording ?? named.flatMap { Recording(rawValue: $0) } ?? .missing
    self.tolerance = tolerance
  }

  /// Makes snapshots in the folder `__Snapshots__` beside a test, in a folder with the name of its file.
  public init(
    recording: Recording? = nil, tolerance: PictureTolerance = PictureTolerance(),
    file: String = #filePath
  ) {
    let url = URL(fileURLWithPath: file)
    let folder = url.deletingLastPathComponent().appendingPathComponent("__Snapshots__")
      .appendingPathComponent(url.deletingPathExtension().lastPathComponent)
    self.init(folder: folder.path, recording: recording, tolerance: tolerance)
  }

  /// Compares a PNG with the golden file `name`, and a layout, if there is one, with the golden layout.
  ///
  /// In file names, characters of `name` other than letters, digits, points and hyphens become hyphens.
  ///
  /// - Throws: ``SnapshotFailure``, or an error of encoding the layout or of writing a file.
  public func check(
    _ png: [UInt8], layout: (any Encodable)? = nil, named name: String
  ) throws {
    let files = SnapshotFiles(folder: folder, name: name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let layout = try layout.map { try encoder.encode($0) }
    guard let golden = files.golden, recording != .all else {
      let isMissing = files.golden == nil
      guard recording != .never else { throw SnapshotFailure.missing(path: files.picturePath) }
      try files.record(png, layout: layout)
      throw SnapshotFailure.recorded(
        path: files.picturePath, reason: isMissing ? "there was no golden file" : "all are recorded"
      )
    }
    guard let difference = try difference(from: golden, of: png, layout, files) else {
      try files.removeFailure()
      return
    }
    if recording == .failed {
      try files.record(png, layout: layout)
      throw SnapshotFailure.recorded(path: files.picturePath, reason: difference)
    }
    throw SnapshotFailure.different(
      path: files.picturePath, difference: difference, page: files.pagePath)
  }

  /// The difference in words, after adding it to the page of failures; `nil` if there is none.
  private func difference(
    from golden: [UInt8], of png: [UInt8], _ layout: Data?, _ files: SnapshotFiles
  ) throws -> String? {
    var words: String?
    if let layout {
      // A golden picture without a layout gets one when it is recorded again.
      words = files.goldenLayout.flatMap { LayoutDifference($0, layout)?.description }
    }
    if words == nil, golden == png { return nil }
    let comparison = try PictureComparison(golden, png, tolerance: tolerance)
    guard let difference = words ?? comparison.words else { return nil }
    try files.writeFailure(
      expected: golden, actual: png, difference: try comparison.png(), words: difference)
    return difference
  }
}

/// A snapshot that is not the golden one.
public enum SnapshotFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no golden file, and the check does not record one.
  case missing(path: String)
  /// The picture has become the golden file; look at it, and run the test again.
  case recorded(path: String, reason: String)
  /// The picture or its layout differs.
  case different(path: String, difference: String, page: String)

  /// One line with the file and the difference.
  public var description: String {
    switch self {
    case .missing(let path): "there is no golden file \(path); GALLEY_SNAPSHOTS=missing records it"
    case .recorded(let path, let reason):
      "recorded \(path), because \(reason): look at it, and run the test again"
    case .different(let path, let difference, let page):
      "\(path): \(difference); see \(page); GALLEY_SNAPSHOTS=failed records it"
    }
  }
}
