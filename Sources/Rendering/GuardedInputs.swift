package import GalleyCellRendering
import GalleyCells
package import GalleyFeed
import GalleyFiles
import GalleyHandles
package import GalleyImages

/// The files that a run reads, and its other outputs; no picture may replace them.
///
/// A class, because the run adds the images of its rows and the sink checks them. There are at most as many
/// as files in the assets folder.
package final class GuardedInputs {
  private var identities: Set<FileIdentity>
  /// The files that the run writes beside its pictures, and those that its caller writes at the end.
  private var outputs: Set<FileIdentity>
  /// Whether an output does not exist yet, so that a picture may take its place.
  private let hasNewOutputs: Bool
  private let assets: AssetFolder
  /// An existing output file, which may be the image of a row.
  private var output: (path: String, identity: FileIdentity)?
  private var keepsImages = false

  /// Starts with the feed and the other inputs of `options`; images come from `assets`.
  package init(_ options: RenderOptions, feed: FeedInput, assets: AssetFolder) {
    identities = options.inputs
    outputs = options.outputs
    hasNewOutputs = outputs.contains { if case .new = $0 { true } else { false } }
    self.assets = assets
    switch feed {
    case .path(let path): FileIdentity(path: path).map { _ = identities.insert($0) }
    case .standardInput: FileIdentity(descriptor: 0).map { _ = identities.insert($0) }
    case .bytes: break
    }
  }

  /// Checks that a picture at `path` replaces no input and no other output.
  ///
  /// - Throws: `RenderError.replacesInput(path:)`, `RenderError.replacesOutput(path:)`.
  package func check(_ path: String) throws(RenderError) {
    guard !identities.isEmpty || !outputs.isEmpty else { return }
    let identity =
      hasNewOutputs ? FileIdentity(path: path) : FileIdentity(existingPath: path)
    guard let identity else { return }
    if identities.contains(identity) { throw .replacesInput(path: path) }
    if outputs.contains(identity) { throw .replacesOutput(path: path) }
  }

  /// Guards the file at `path`, which the run has begun, against pictures.
  func keep(_ path: String) { FileIdentity(path: path).map { _ = outputs.insert($0) } }

  /// Starts to check whether a row shows the file that the output at `path` replaces.
  func watchImages(of path: String) {
    guard assets.path != nil, let identity = FileIdentity(existingPath: path) else { return }
    output = (path, identity)
  }

  /// Starts to guard the images of rows against later outputs.
  package func keepImages() { keepsImages = true }

  /// Checks that a cell shows no file that the output replaces; with many outputs, guards its images
  /// against later ones.
  ///
  /// - Throws: `RenderError.replacesInput(path:)`.
  func check(imagesOf content: CellContent) throws(RenderError) {
    guard output != nil || keepsImages else { return }
    try check(images: content.imageNames)
  }

  /// Checks the images of a cell, by their names among the assets, as ``check(imagesOf:)`` does.
  ///
  /// - Throws: `RenderError.replacesInput(path:)`.
  package func check(images names: [String]) throws(RenderError) {
    guard output != nil || keepsImages else { return }
    for name in names {
      guard let identity = assets.identity(of: name) else { continue }
      if let output, output.identity == identity { throw .replacesInput(path: output.path) }
      if keepsImages { identities.insert(identity) }
    }
  }
}
