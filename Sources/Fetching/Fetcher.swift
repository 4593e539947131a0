import Dispatch
import GalleyFiles
package import GalleyImages
import GalleyPrimitives
import GalleyWorkers

/// Downloads pictures into an assets folder, in which their URLs are then names of images.
///
/// Each file appears as a whole or not at all. An index in the folder says which URL each is from; a URL whose file
/// is there is not fetched again, unless the servers are asked for changes.
package struct Fetcher: Sendable {
  /// The library is not installed.
  package struct NoLibrary: Error, CustomStringConvertible {
    package var description: String {
      "libcurl 7.85 or later is needed to fetch: install the package libcurl4"
    }
  }

  /// What became of a URL.
  package struct Outcome: Sendable {
    package var url: String
    package var result: Result<Picture, FetchFailure>
  }

  /// A picture in the folder.
  package struct Picture: Hashable, Sendable {
    /// The name of its file.
    package var file: String
    /// The bytes that were fetched; `nil` if the file was there.
    package var byteCount: Int?
    /// The words by which a later request asks the server for a change.
    package var validators = FetchedIndex.Validators()
  }

  private let folder: String
  private let limits: FetchLimits
  private let transfers: Transfers
  /// Whether servers are asked for changes of the pictures that are there.
  private let refreshes: Bool

  /// Prepares to fetch into `folder`, which is made if it does not exist.
  ///
  /// - Throws: ``NoLibrary``.
  package init(
    folder: String, limits: FetchLimits, refreshes: Bool = false
  ) throws(NoLibrary) {
    self.refreshes = refreshes
    guard let transfers = Transfers() else { throw NoLibrary() }
    self.transfers = transfers
    self.folder = folder
    self.limits = limits
  }

  /// The next URL, and the outcomes that are not reported yet.
  private struct State {
    var next = 0
    var outcomes: [Outcome] = []
  }

  /// Fetches `urls`, which are different, and reports each outcome in the order in which they end.
  ///
  /// - Parameters:
  ///   - urls: The URLs.
  ///   - names: The names that the feed has for URLs; they too lead to the files.
  ///   - start: The moment from which ``FetchLimits/time`` counts.
  ///   - report: Called with each outcome.
  /// - Returns: The names that led to the file of another URL before, such as those of another feed in the same folder.
  /// - Throws: `FileError` if the index cannot be written; `WorkerError` without a thread.
  package func fetch(
    _ urls: [String], names: [String: [String]] = [:], since start: ContinuousClock.Instant = .now,
    report: (Outcome) -> Void
  ) throws -> [String] {
    var replaced: [String] = []
    let indexPath = "\(folder)/\(FetchedIndex.fileName)"
    let bytes = try? readFile(indexPath, byteLimit: FetchedIndex.byteLimit)
    var index = FetchedIndex(bytes: (bytes ?? nil) ?? [])
    let state = Monitor(State())
    let total = Monitor(0)
    let ended = DispatchSemaphore(value: 0)
    let deadline = start + limits.time
    let known = index
    for number in 0..<min(limits.connections, urls.count) {
      try startThread(name: "galley-fetch-\(number)", stackSize: 1 << 20) {
        let connection = transfers.makeConnection()
        while true {
          let place = state.withLock { state in
            state.next += 1
            return state.next - 1
          }
          guard place < urls.count else { return }
          let url = urls[place]
          let outcome = Outcome(
            url: url, result: result(of: url, known, connection, deadline, total))
          state.withLock { $0.outcomes.append(outcome) }
          ended.signal()
        }
      }
    }
    for count in 1...max(1, urls.count) where !urls.isEmpty {
      ended.wait()
      let outcome = state.withLock { $0.outcomes.removeFirst() }
      if case .success(let picture) = outcome.result {
        index.add(outcome.url, file: picture.file, validators: picture.validators)
        for name in names[outcome.url] ?? [] {
          let isOfOther =
            known.files[name].map { !$0.hasPrefix(Self.stem(of: outcome.url)) } ?? false
          if isOfOther { replaced.append(name) }
          index.add(name, file: picture.file)
        }
      }
      // An interruption leaves an index of nearly all files.
      if count % 16 == 0 || count == urls.count { try write(index, to: indexPath) }
      report(outcome)
    }
    return replaced
  }

  private func write(_ index: FetchedIndex, to path: String) throws(FileError) {
    guard !index.files.isEmpty else { return }
    var file = try AtomicFile(path)
    try file.write(index.bytes)
    try file.commit(durable: false)
  }

  private func result(
    of url: String, _ index: FetchedIndex, _ connection: Connection?,
    _ deadline: ContinuousClock.Instant, _ total: Monitor<Int>
  ) -> Result<Picture, FetchFailure> {
    let present = presentFile(of: url, known: index.files[url])
    let validators = index.validators[url] ?? FetchedIndex.Validators()
    if let present, !refreshes {
      return .success(Picture(file: present, byteCount: nil, validators: validators))
    }
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return .failure(.timeReached(limits.time)) }
    guard let connection else { return .failure(.noConnection("lack of memory")) }
    do throws(FetchFailure) {
      if let reason = Self.refusal(of: url) { throw FetchFailure.invalidURL(reason) }
      let answer = try connection.fetch(
        url, known: present == nil ? FetchedIndex.Validators() : validators, limits: limits,
        time: left, userAgent: "galley/\(ProgramVersion.text)", total: total)
      guard let answer else {
        return .success(Picture(file: present ?? "", byteCount: nil, validators: validators))
      }
      return .success(try kept(answer, of: url))
    } catch { return .failure(error) }
  }

  /// Why a URL is not requested.
  private static func refusal(of url: String) -> String? {
    if url.utf8.count > 4096 { return "it has more than 4096 bytes" }
    if url.utf8.contains(where: { $0 <= 32 || $0 == 127 }) { return "it has a blank or a control" }
    return FetchedIndex.isURL(url) ? nil : "only http and https are fetched"
  }

  /// Writes the picture of an answer, if it is one that Galley shows.
  private func kept(
    _ answer: Connection.Answer, of url: String
  ) throws(FetchFailure) -> Picture {
    let isImage =
      answer.type.isEmpty || answer.type.hasPrefix("image/")
      || answer.type.hasSuffix("/octet-stream")
    guard isImage else { throw .otherType(answer.type) }
    let format: String
    do throws(ImageError) {
      format = try ImageReader.fileExtension(of: ImageFile(name: url, bytes: answer.bytes))
    } catch { throw .noImage(error.reason) }
    let name = "\(Self.stem(of: url)).\(format)"
    do throws(FileError) {
      var file = try AtomicFile("\(folder)/\(name)")
      try file.write(answer.bytes)
      try file.commit(durable: false)
    } catch { throw .noFile("\(error)") }
    return Picture(file: name, byteCount: answer.bytes.count, validators: answer.validators)
  }

  /// The name of the file of a URL if it is in the folder, as the index says or after an interruption.
  private func presentFile(of url: String, known: String?) -> String? {
    if let known, fileExists("\(folder)/\(known)") { return known }
    let stem = Self.stem(of: url)
    return ImageReader.fileExtensions.lazy.map { "\(stem).\($0)" }
      .first { fileExists("\(folder)/\($0)") }
  }

  /// The name of a URL's file without its extension: no name of a server reaches the file system.
  package static func stem(of url: String) -> String {
    String(SHA256(hashing: Array(url.utf8)).digits.prefix(32))
  }
}
