// What a client of the library names, so that `import Galley` is all that it needs.
@_exported import GalleyCells
@_exported import GalleyCompositing
@_exported import GalleyFeed
@_exported import GalleyFrames
@_exported import GalleyLayout
@_exported import GalleyPNG
@_exported import GalleyPrimitives
@_exported import GalleyRowHeights
@_exported import GalleyText
