import GalleyFeed
import GalleyFiles
import GalleyHandles

/// The files that a run reads, which no output may replace.
///
/// A class, so that the run adds the images of its rows and the sink finds them: there are at most as
/// many as the assets folder has files.
final class GuardedInputs {
  private var identities: Set<FileIdentity>
  private let assets: AssetFolder?
  /// An output that exists already, and that a row may show.
  private var output: (path: String, identity: FileIdentity)?
  private var keepsImages = false

  /// The feed, and what else `options` name; images come from `assets`.
  init(_ options: RenderOptions, feed: FeedInput, assets: AssetFolder?) {
    identities = options.inputs
    self.assets = assets
    switch feed {
    case .path(let path): FileIdentity(path: path).map { _ = identities.insert($0) }
    case .standardInput: FileIdentity(descriptor: 0).map { _ = identities.insert($0) }
    case .bytes: break
    }
  }

  /// Makes sure that a file at `path` replaces no input.
  ///
  /// - Throws: ``RenderError/replacesInput(path:)``.
  func check(_ path: String) throws(RenderError) {
    guard !identities.isEmpty, let identity = FileIdentity(existingPath: path) else { return }
    if identities.contains(identity) { throw .replacesInput(path: path) }
  }

  /// Looks, from now on, whether a row shows the file that the output at `path` will replace.
  func watchImages(of path: String) {
    guard assets != nil, let identity = FileIdentity(existingPath: path) else { return }
    output = (path, identity)
  }

  /// Guards, from now on, the images that rows show from the files that are written after them.
  func keepImages() { keepsImages = true }

  /// Makes sure that an item shows no file that the output will replace; where there are many outputs,
  /// its images are guarded from those to come.
  ///
  /// - Throws: ``RenderError/replacesInput(path:)``.
  func check(imagesOf item: FeedItem) throws(RenderError) {
    guard let assets, output != nil || keepsImages else { return }
    for case let name? in [item.image, item.avatar] {
      guard let identity = assets.identity(of: name) else { continue }
      if let output, output.identity == identity { throw .replacesInput(path: output.path) }
      if keepsImages { identities.insert(identity) }
    }
  }
}
