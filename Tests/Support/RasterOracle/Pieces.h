#pragma once

enum piece_kind { PIECE_BOX, PIECE_SECTOR, PIECE_ROUNDED };

// A part of a shape that is drawn, in pixels.
typedef struct {
  enum piece_kind kind;
  // The edges of a box, which may be rounded: radii from the top left clockwise.
  double left, top, right, bottom, radii[4];
  // What lies in one quarter of a ring between two angles, from the right clockwise.
  double x, y, inner, outer, from, to;
} piece;

// Finds exactly, but for 1e-4 of a pixel, how much of each pixel pieces cover together.
//
// Along a line each piece is an interval between two roots; pixels sum 256 lines each, of which none
// passes an end of a piece.
void cover_exactly(const piece *pieces, int count, double *coverage, int columns, int rows);
