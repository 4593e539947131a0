// What a client of the library names, so that `import Galley` is all that it needs.
@_exported import GalleyCells
@_exported import GalleyCompositing
@_exported import GalleyFeed
@_exported import GalleyFrames
@_exported import struct GalleyHandles.SkippedFont
@_exported import GalleyLayout
@_exported import GalleyPNG
@_exported import GalleyPrimitives
@_exported import struct GalleyRaster.LayoutOverlay
@_exported import GalleyRowHeights
@_exported import GalleyTable
@_exported import GalleyText
@_exported import enum GalleyWorkers.CheckPoint
@_exported import class GalleyWorkers.FrameIdleSource
@_exported import enum GalleyWorkers.IdleProgress
@_exported import protocol GalleyWorkers.IdleSource
@_exported import class GalleyWorkers.ManualIdleSource
@_exported import class GalleyWorkers.RunLoopIdleSource
@_exported import struct GalleyWorkers.RequestLedger
@_exported import enum GalleyWorkers.WorkerError
