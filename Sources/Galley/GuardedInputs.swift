import GalleyFeed
import GalleyHandles

/// The files that a run reads, which no output may replace.
struct GuardedInputs: Sendable {
  private var identities: Set<FileIdentity>
  private let assets: String?
  /// An output that exists already, and that a row may show.
  private var output: (path: String, identity: FileIdentity)?

  /// The feed, and what else `options` name.
  init(_ options: RenderOptions, feed: FeedInput) {
    identities = options.inputs
    assets = options.assets
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
  mutating func watchImages(of path: String) {
    guard assets != nil, let identity = FileIdentity(existingPath: path) else { return }
    output = (path, identity)
  }

  /// Makes sure that an item shows no file that the output will replace.
  ///
  /// - Throws: ``RenderError/replacesInput(path:)``.
  func check(imagesOf item: FeedItem) throws(RenderError) {
    guard let output, let assets else { return }
    for case let name? in [item.image, item.avatar] {
      guard FileIdentity(existingPath: assets + "/" + name) == output.identity else { continue }
      throw .replacesInput(path: output.path)
    }
  }
}
