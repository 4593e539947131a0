internal import CCurl
import GalleyImages
import GalleyPrimitives

/// libcurl, loaded for this process.
struct Transfers: Sendable {
  private let functions: galley_curl_functions

  /// Loads the library; `nil` if it is not installed.
  init?() {
    var functions = galley_curl_functions()
    guard galley_curl_load(&functions) else { return nil }
    self.functions = functions
  }

  /// Makes a connection's state, which one thread uses.
  func makeConnection() -> Connection? {
    functions.make().map { Connection(handle: $0, functions: functions) }
  }
}

/// The connections of one thread, which are used again.
final class Connection {
  private let handle: UnsafeMutableRawPointer
  private let functions: galley_curl_functions

  fileprivate init(handle: UnsafeMutableRawPointer, functions: galley_curl_functions) {
    self.handle = handle
    self.functions = functions
  }

  deinit { functions.cleanup(handle) }

  /// The body of an answer.
  struct Answer {
    var bytes: [UInt8]
    /// The type that the server says, in lower case and without parameters; empty if it says none.
    var type: String
    /// The words by which a later request asks for a change.
    var validators: FetchedIndex.Validators
  }

  /// Fetches the body of a URL within `limits`, of which `time` is left; `total` counts the bytes of all.
  ///
  /// `known` has the words of an earlier answer.
  ///
  /// - Returns: `nil` if the content has not changed since that answer.
  /// - Throws: ``FetchFailure``.
  func fetch(
    _ url: String, known: FetchedIndex.Validators, limits: FetchLimits, time: Duration,
    userAgent: String, total: Monitor<Int>
  ) throws(FetchFailure) -> Answer? {
    let body = Body(limits: limits, total: total)
    let isLast = time < limits.pictureTime
    let milliseconds = max(1, min(time, limits.pictureTime).milliseconds)
    var transfer = galley_transfer()
    let texts = [url, userAgent, known.tag, known.date]
    let code = withCStrings(texts) { texts in
      transfer.url = texts[0]
      transfer.user_agent = texts[1]
      transfer.known_tag = known.tag.isEmpty ? nil : texts[2]
      transfer.known_date = known.date.isEmpty ? nil : texts[3]
      transfer.timeout_ms = milliseconds
      transfer.connect_timeout_ms = min(10_000, milliseconds)
      transfer.redirect_limit = limits.redirects
      transfer.allows = { owner, bytes, count in
        guard let owner else { return false }
        let address = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        return Unmanaged<Body>.fromOpaque(owner).takeUnretainedValue().allows(address)
      }
      transfer.take = { owner, bytes, count in
        guard let owner else { return false }
        return Unmanaged<Body>.fromOpaque(owner).takeUnretainedValue()
          .take(UnsafeBufferPointer(start: bytes, count: count))
      }
      transfer.owner = Unmanaged.passUnretained(body).toOpaque()
      return withUnsafePointer(to: functions) { galley_curl_run($0, handle, &transfer) }
    }
    if let failure = body.failure { throw failure }
    guard code == 0 else {
      throw failure(Int(code), transfer, limits, isLast: isLast)
    }
    if transfer.status == 304, !known.isEmpty { return nil }
    guard transfer.status == 200 else { throw .httpStatus(transfer.status) }
    let type = text(transfer.content_type).lowercased().split(separator: ";").first ?? ""
    return Answer(
      bytes: body.bytes, type: type.filter { !$0.isWhitespace },
      validators: FetchedIndex.Validators(tag: text(transfer.tag), date: text(transfer.date)))
  }

  /// Lends texts that end with NUL.
  private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>]) -> Result
  ) -> Result {
    var pointers: [UnsafePointer<CChar>] = []
    func lend(_ rest: ArraySlice<String>) -> Result {
      guard let text = rest.first else { return body(pointers) }
      return text.withCString { pointer in
        pointers.append(pointer)
        return lend(rest.dropFirst())
      }
    }
    return lend(texts[...])
  }

  private func failure(
    _ code: Int, _ transfer: galley_transfer, _ limits: FetchLimits, isLast: Bool
  ) -> FetchFailure {
    switch code {
    case Int(galley_curl_http_error): .httpStatus(transfer.status)
    case Int(galley_curl_timed_out):
      isLast ? .timeReached(limits.time) : .timedOut(limits.pictureTime)
    case Int(galley_curl_too_many_redirects):
      .tooManyRedirects(limit: limits.redirects)
    case Int(galley_curl_unsupported_protocol):
      .invalidURL("only http and https are fetched")
    default:
      transfer.is_refused
        ? .privateAddress : .noConnection(text(transfer.message).shown(limit: 160))
    }
  }

  private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The bytes of an answer so far.
private final class Body {
  private(set) var bytes: [UInt8] = []
  private(set) var failure: FetchFailure?
  private let limits: FetchLimits
  private let total: Monitor<Int>

  init(limits: FetchLimits, total: Monitor<Int>) {
    self.limits = limits
    self.total = total
  }

  /// Whether the transfer may connect to an address.
  func allows(_ address: [UInt8]) -> Bool {
    limits.allowsPrivate || limits.allowedAddresses.contains(address)
      || PublicAddress.isPublic(address)
  }

  /// Adds bytes; `false` beyond a limit.
  func take(_ more: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count + more.count <= limits.pictureBytes else {
      failure = .tooLarge(byteLimit: limits.pictureBytes)
      return false
    }
    let all = total.withLock { total in
      total += more.count
      return total
    }
    guard all <= limits.totalBytes else {
      failure = .totalReached(byteLimit: limits.totalBytes)
      return false
    }
    bytes.append(contentsOf: more)
    return true
  }
}

extension Duration {
  /// The whole milliseconds.
  fileprivate var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
