#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Pieces.h"

typedef struct {
  double left, right;
} interval;

// A piece near a row of pixels, with the tangents of a sector's angles and the signs of its middle.
typedef struct {
  const piece *piece;
  double low_tangent, high_tangent, side, rise;
} near_piece;

// By how much a corner of `radius` cuts a line `depth` away from the edge.
static double cut(double radius, double depth) {
  double height = radius - depth;
  return height > 0 ? radius - sqrt(fmax(0, radius * radius - height * height)) : 0;
}

// The angles of a sector as distances from the level axis.
static void find_angles(const piece *piece, double *low, double *high) {
  double level = M_PI * round((piece->from + piece->to) / (2 * M_PI));
  *low = fmin(fabs(piece->from - level), fabs(piece->to - level));
  *high = fmax(fabs(piece->from - level), fabs(piece->to - level));
}

// What a line at `y` has of a piece; its right end is not beyond the left one where that is nothing.
static interval cross(const near_piece *found, double y) {
  const piece *piece = found->piece;
  interval nothing = {0, 0};
  if (piece->kind != PIECE_SECTOR) {
    if (y <= piece->top || y >= piece->bottom) return nothing;
    if (piece->kind == PIECE_BOX) return (interval){piece->left, piece->right};
    double down = y - piece->top, up = piece->bottom - y;
    return (interval){piece->left + cut(piece->radii[0], down) + cut(piece->radii[3], up),
                      piece->right - cut(piece->radii[1], down) - cut(piece->radii[2], up)};
  }
  double height = (y - piece->y) * found->rise;
  if (height <= 0 || height >= piece->outer) return nothing;
  double near = height / found->high_tangent;
  double far = found->low_tangent > 0 ? height / found->low_tangent : INFINITY;
  far = fmin(far, sqrt(piece->outer * piece->outer - height * height));
  if (height < piece->inner)
    near = fmax(near, sqrt(piece->inner * piece->inner - height * height));
  if (near >= far) return nothing;
  return found->side > 0 ? (interval){piece->x + near, piece->x + far}
                         : (interval){piece->x - far, piece->x - near};
}

static near_piece prepared(const piece *piece) {
  near_piece near = {piece, 0, 0, 0, 0};
  if (piece->kind != PIECE_SECTOR) return near;
  double low, high, middle = (piece->from + piece->to) / 2;
  find_angles(piece, &low, &high);
  near.low_tangent = low > 0 ? tan(low) : 0;
  near.high_tangent = tan(high);
  near.side = cos(middle) > 0 ? 1 : -1;
  near.rise = sin(middle) > 0 ? 1 : -1;
  return near;
}

// The places along y at which a piece begins, ends or has a corner; returns how many.
static int find_ends(const piece *piece, double ends[4]) {
  if (piece->kind == PIECE_SECTOR) {
    double low, high, sign = sin((piece->from + piece->to) / 2) > 0 ? 1 : -1;
    find_angles(piece, &low, &high);
    for (int i = 0; i < 4; i++)
      ends[i] = piece->y + sign * (i & 1 ? piece->inner : piece->outer) * sin(i & 2 ? low : high);
    return 4;
  }
  ends[0] = piece->top;
  ends[1] = piece->bottom;
  return 2;
}

static int compare_numbers(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

// Adds a part of a line to the coverage of its first and last pixel, and to the steps of the
// coverage of the pixels between them.
static void add(interval part, double height, double *coverage, double *steps, int columns) {
  part.left = fmax(0, part.left);
  part.right = fmin(columns, part.right);
  if (part.right <= part.left) return;
  int first = part.left, last = part.right;
  if (first == last) {
    coverage[first] += height * (part.right - part.left);
    return;
  }
  coverage[first] += height * (first + 1 - part.left);
  if (last < columns) coverage[last] += height * (part.right - last);
  steps[first + 1] += height;
  steps[last] -= height;
}

// Adds the union of what a line has of the pieces.
static void add_line(const near_piece *pieces, int count, double y, double height,
                     interval *found, double *coverage, double *steps, int columns) {
  int length = 0;
  for (int i = 0; i < count; i++) {
    interval part = cross(&pieces[i], y);
    if (part.right > part.left) found[length++] = part;
  }
  // An interval begins with a number by which to sort it.
  qsort(found, length, sizeof *found, compare_numbers);
  double end = -INFINITY;
  for (int i = 0; i < length; i++) {
    found[i].left = fmax(found[i].left, end);
    end = fmax(end, found[i].right);
    add(found[i], height, coverage, steps, columns);
  }
}

void cover_exactly(const piece *pieces, int count, double *coverage, int columns, int rows) {
  near_piece *near = calloc(count, sizeof *near);
  double *ends = calloc(4 * count + 2, sizeof *ends);
  interval *found = calloc(count, sizeof *found);
  double *steps = calloc(columns + 2, sizeof *steps);
  memset(coverage, 0, sizeof *coverage * columns * rows);
  for (int row = 0; row < rows; row++) {
    int nearby = 0, length = 0;
    ends[length++] = row;
    for (int i = 0; i < count; i++) {
      double own[4], low = INFINITY, high = -INFINITY;
      int number = find_ends(&pieces[i], own);
      for (int k = 0; k < number; k++) {
        low = fmin(low, own[k]);
        high = fmax(high, own[k]);
        if (own[k] > row && own[k] < row + 1) ends[length++] = own[k];
      }
      if (low < row + 1 && high > row) near[nearby++] = prepared(&pieces[i]);
    }
    ends[length++] = row + 1;
    qsort(ends, length, sizeof *ends, compare_numbers);
    for (int k = 0; k + 1 < length; k++) {
      double extent = ends[k + 1] - ends[k];
      int lines = ceil(256 * extent);
      for (int i = 0; i < lines; i++)
        add_line(near, nearby, ends[k] + extent * (i + 0.5) / lines, extent / lines, found,
                 coverage + row * columns, steps, columns);
    }
    double sum = 0;
    for (int column = 0; column < columns; column++) {
      sum += steps[column];
      coverage[row * columns + column] += sum;
    }
    memset(steps, 0, sizeof *steps * (columns + 2));
  }
  free(steps);
  free(found);
  free(ends);
  free(near);
}
