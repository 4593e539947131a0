import GalleyPrimitives

/// The limits of a fetch.
package struct FetchLimits: Hashable, Sendable {
  /// The most bytes of a picture; at most those that a file of an assets folder may have.
  package var pictureBytes = 16 << 20
  /// The most bytes of all pictures together.
  package var totalBytes = 256 << 20
  /// The longest time of a picture, with its redirects.
  package var pictureTime = Duration.seconds(30)
  /// The longest time of all pictures, and of the feed before them.
  package var time = Duration.seconds(600)
  /// The most redirects of a picture.
  package var redirects = 5
  /// The most pictures.
  package var pictures = 1000
  /// The number of connections at a time.
  package var connections = 4
  /// Whether addresses of this machine and of private networks are connected to.
  package var allowsPrivate = false
  /// Addresses of 4 or 16 bytes that are connected to although they are private.
  package var allowedAddresses: Set<[UInt8]> = []

  /// The default limits.
  package init() {}
}

/// Why a picture is not fetched.
package enum FetchFailure: Error, Hashable, Sendable {
  /// The URL cannot be requested: the reason.
  case invalidURL(String)
  /// The server, or one that it redirects to, has an address that is not public.
  case privateAddress
  /// The server's status.
  case httpStatus(Int)
  /// There are more bytes than the limit.
  case tooLarge(byteLimit: Int)
  /// All pictures together have more bytes than the limit.
  case totalReached(byteLimit: Int)
  /// The picture takes more time than the limit.
  case timedOut(Duration)
  /// All pictures together take more time than the limit.
  case timeReached(Duration)
  /// There are more redirects than the limit.
  case tooManyRedirects(limit: Int)
  /// The type in the answer is not that of an image.
  case otherType(String)
  /// The bytes are no image that Galley shows: the reason.
  case noImage(String)
  /// The connection fails: the library's words.
  case noConnection(String)
  /// The file cannot be written: the reason.
  case noFile(String)
}

extension FetchFailure: CustomStringConvertible {
  /// The reason in words, with the way out.
  package var description: String {
    switch self {
    case .invalidURL(let reason): "the URL is refused: \(reason)"
    case .privateAddress:
      "its address is private; --allow-private and --allow-address connect to it"
    case .httpStatus(let status): "the server answers with status \(status)"
    case .tooLarge(let limit): "it has more than \(limit) bytes, the limit of --max-picture-bytes"
    case .totalReached(let limit):
      "all pictures have more than \(limit) bytes, the limit of --max-total-bytes"
    case .timedOut(let time): "it takes more than \(time), the limit of --max-picture-time"
    case .timeReached(let time): "all pictures take more than \(time), the limit of --max-time"
    case .tooManyRedirects(let limit):
      "there are more than \(limit) redirects, the limit of --max-redirects"
    case .otherType(let type):
      "the server says that it is \(type.shown(limit: 40)), which is no image"
    case .noImage(let reason): reason
    case .noConnection(let words): "no connection: \(words)"
    case .noFile(let reason): reason
    }
  }
}
