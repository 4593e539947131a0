// A client of the library needs no other import than `Galley`.
@_exported import GalleyCellRendering
@_exported import GalleyCells
@_exported import GalleyCompositing
@_exported import GalleyFeed
@_exported import struct GalleyFiles.PathPattern
@_exported import GalleyFrameAssembly
@_exported import GalleyFrames
@_exported import struct GalleyHandles.SkippedFont
@_exported import GalleyLayout
@_exported import GalleyLive
@_exported import GalleyMeasuring
@_exported import GalleyPNG
@_exported import GalleyPrimitives
@_exported import struct GalleyRaster.LayoutOverlay
@_exported import GalleyRendering
@_exported import GalleyRowHeights
@_exported import GalleyScrolling
@_exported import GalleyTable
@_exported import GalleyText
@_exported import GalleyThemeFiles
@_exported import enum GalleyWorkers.CheckPoint
@_exported import class GalleyWorkers.FrameIdleSource
@_exported import enum GalleyWorkers.IdleProgress
@_exported import protocol GalleyWorkers.IdleSource
@_exported import class GalleyWorkers.ManualIdleSource
@_exported import class GalleyWorkers.RunLoopIdleSource
@_exported import struct GalleyWorkers.RequestLedger
@_exported import enum GalleyWorkers.WorkerError
