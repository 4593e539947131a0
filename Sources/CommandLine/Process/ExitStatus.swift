import Galley
import GalleyFiles
import GalleyHandles
import GalleyImages
import GalleyText
import GalleyWorkers
import Glibc

/// The exit status of the command, with the numbers of `sysexits.h` and of shells.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let done = ExitStatus(rawValue: 0)
  package static let someFailed = ExitStatus(rawValue: 1)
  package static let usage = ExitStatus(rawValue: 64)
  package static let dataOutOfBounds = ExitStatus(rawValue: 65)
  package static let noInput = ExitStatus(rawValue: 66)
  package static let unavailable = ExitStatus(rawValue: 69)
  package static let internalError = ExitStatus(rawValue: 70)
  static let systemError = ExitStatus(rawValue: 71)
  static let cannotCreate = ExitStatus(rawValue: 73)
  package static let ioError = ExitStatus(rawValue: 74)
  /// The bench cannot tell; `EX_TEMPFAIL`, because another try may succeed.
  package static let noVerdict = ExitStatus(rawValue: 75)
  static let hungUp = ExitStatus(rawValue: 129)
  package static let interrupted = ExitStatus(rawValue: 130)
  static let brokenPipe = ExitStatus(rawValue: 141)
  package static let terminated = ExitStatus(rawValue: 143)
}

/// An error that the command alone has, and the exit status of a process that it ends.
package protocol ExitingError: Error {
  /// The exit status of the process.
  var status: ExitStatus { get }
}

extension ExitStatus {
  /// The status of a process that `error` ends.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as any ExitingError: error.status
      case RenderError.replacesInput, RenderError.replacesOutput: .usage
      case let error as FeedError: ExitStatus(error)
      case let error as PNGError: ExitStatus(error)
      case HeightFileError.unusable: .cannotCreate
      case is HeightFileError: .ioError
      case let error as BulkError: ExitStatus(error)
      case is FontError: .unavailable
      case is WorkerError: .systemError
      case PictureError.outOfMemory: .internalError
      case is PictureError, is RenderError, is ScrollError, is ScrollScript.Keyframes.ScriptError,
        is TextMeasureError:
        .dataOutOfBounds
      case is InspectError, is LayoutError, is TextParserError, is TextError:
        .dataOutOfBounds
      case RasterError.sizeOutOfRange, RasterError.extentOutOfRange: .dataOutOfBounds
      case ThemeError.unreadable(_, EIO): .ioError
      case ThemeError.unreadable: .noInput
      case is ThemeError: .dataOutOfBounds
      case TemplateError.unreadable: .noInput
      case is TemplateError, is ElementError: .dataOutOfBounds
      case is ImageError: .noInput
      case FileError.cannotCreate: .cannotCreate
      case FileError.writeFailed(_, EPIPE): .brokenPipe
      case is FileError: .ioError
      default: .internalError
      }
  }

  private init(_ error: BulkError) {
    self =
      switch error {
      case .manifestExists, .manifestInUse, .archiveExists, .unusableCache: .cannotCreate
      case .unreadableManifest: .noInput
      case .otherRun, .unmeasuredFeed: .usage
      case .changedRow, .lostArchive, .cannotMerge: .dataOutOfBounds
      }
  }

  private init(_ error: FeedError) {
    self =
      switch error {
      case .unreadable, .noArticles: .noInput
      case .readFailed: .ioError
      case .unrecognized, .damaged, .syntax, .breaksOff, .limitExceeded, .invalidLimit:
        .dataOutOfBounds
      }
  }

  private init(_ error: PNGError) {
    self =
      switch error {
      case .unsupportedSize: .dataOutOfBounds
      case .cannotCreate: .cannotCreate
      case .writeFailed(_, let code): code == EPIPE ? .brokenPipe : .ioError
      }
  }
}
