import Galley
import GalleyFetching
import GalleyFiles
import GalleyHandles
import GalleyImages
import GalleyLab
import GalleyMarkup
import GalleyRendering
import GalleyWorkers
import Glibc

/// The exit status of the command, with the numbers of `sysexits.h` and of shells.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  var rawValue: Int32

  static let done = ExitStatus(rawValue: 0)
  static let someFailed = ExitStatus(rawValue: 1)
  static let usage = ExitStatus(rawValue: 64)
  static let dataOutOfBounds = ExitStatus(rawValue: 65)
  static let noInput = ExitStatus(rawValue: 66)
  static let unavailable = ExitStatus(rawValue: 69)
  static let internalError = ExitStatus(rawValue: 70)
  static let systemError = ExitStatus(rawValue: 71)
  static let cannotCreate = ExitStatus(rawValue: 73)
  static let ioError = ExitStatus(rawValue: 74)
  /// The bench cannot tell; `EX_TEMPFAIL`, because another try may succeed.
  static let noVerdict = ExitStatus(rawValue: 75)
  static let hungUp = ExitStatus(rawValue: 129)
  static let interrupted = ExitStatus(rawValue: 130)
  static let brokenPipe = ExitStatus(rawValue: 141)
  static let terminated = ExitStatus(rawValue: 143)
}

extension ExitStatus {
  /// The status of a process that `error` ends.
  init(_ error: any Error) {
    self =
      switch error {
      case is FileConflict, RenderError.replacesInput, RenderError.replacesOutput,
        is UnpairedInputs:
        .usage
      case let error as FeedError: ExitStatus(error)
      case let error as PNGError: ExitStatus(error)
      case let error as OutputError: error.errno == EPIPE ? .brokenPipe : .ioError
      case HeightFileError.unusable: .cannotCreate
      case is HeightFileError: .ioError
      case let error as UnreadableInput: error.status
      case is UnreadableRecordedFile: .ioError
      case is UnusableRecord: .dataOutOfBounds
      case let error as ReplayFailure: error.status
      case let error as BulkError: ExitStatus(error)
      case is FontError, is Fetcher.NoLibrary: .unavailable
      case is WorkerError, is SystemNeeds.Refusal: .systemError
      case is PictureError, is RenderError, is ScrollError, is ScrollKeyframes.ScriptError,
        is TextMeasureError, VectorError.documentTooLarge, VectorError.pageTooWide:
        .dataOutOfBounds
      case is InspectError, is LayoutError, is TextParserError, is TextError, is TextRefusal:
        .dataOutOfBounds
      case RasterError.sizeOutOfRange, RasterError.extentOutOfRange: .dataOutOfBounds
      case ThemeError.unreadable(_, EIO): .ioError
      case ThemeError.unreadable: .noInput
      case is ThemeError: .dataOutOfBounds
      case is NoPictures, is UnknownTemplate: .noInput
      case TemplateError.unreadable: .noInput
      case is TemplateError, is ElementError: .dataOutOfBounds
      case is ImageError: .noInput
      case FileError.cannotCreate: .cannotCreate
      case FileError.writeFailed(_, EPIPE): .brokenPipe
      case is FileError: .ioError
      case BenchFileError.noVerdict: .noVerdict
      case is BenchFileError, is NoRows: .dataOutOfBounds
      case VideoEncoder.VideoError.noProgram: .unavailable
      case VideoEncoder.VideoError.notStarted: .systemError
      case is VideoEncoder.VideoError: .ioError
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
      case .unrecognized, .damaged, .syntax, .limitExceeded, .invalidLimit: .dataOutOfBounds
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
