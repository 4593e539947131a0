#include "RasterOracle.h"

#include <cairo-ft.h>
#include <cairo.h>
#include <hb-ot.h>
#include <hb.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Pieces.h"

int oracle_draw_glyphs(const char *path, int face_index, double size, const uint32_t *glyphs,
                       const double *xs, const double *ys, int count, uint32_t rgb,
                       uint32_t *pixels, int width, int height) {
  FT_Library library;
  FT_Face face;
  if (FT_Init_FreeType(&library)) return 1;
  if (FT_New_Face(library, path, face_index, &face)) {
    FT_Done_FreeType(library);
    return 2;
  }
  cairo_font_face_t *font_face = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
  cairo_matrix_t font_matrix, identity;
  cairo_matrix_init_scale(&font_matrix, size, size);
  cairo_matrix_init_identity(&identity);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_scaled_font_t *font =
      cairo_scaled_font_create(font_face, &font_matrix, &identity, options);
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_t *context = cairo_create(surface);
  cairo_set_source_rgb(context, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                       (rgb & 255) / 255.0);
  cairo_set_scaled_font(context, font);
  cairo_glyph_t *placed = calloc(count, sizeof *placed);
  for (int i = 0; i < count; i++) placed[i] = (cairo_glyph_t){glyphs[i], xs[i], ys[i]};
  cairo_show_glyphs(context, placed, count);
  int status = cairo_status(context);
  free(placed);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  cairo_scaled_font_destroy(font);
  cairo_font_options_destroy(options);
  cairo_font_face_destroy(font_face);
  // Cairo's cache may hold the font on, so face and library stay: tests end soon.
  return status;
}

// Averages squares of `factor` pixels of an A8 surface.
static void average(cairo_surface_t *surface, int factor, uint8_t *coverage, int columns,
                    int rows) {
  cairo_surface_flush(surface);
  const uint8_t *data = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      int sum = 0;
      for (int v = 0; v < factor; v++)
        for (int u = 0; u < factor; u++)
          sum += data[(row * factor + v) * stride + column * factor + u];
      coverage[row * columns + column] = (sum + factor * factor / 2) / (factor * factor);
    }
  }
}

// A rounded rectangle, clockwise from the top edge's left end.
static void add_rounded(cairo_t *context, double x, double y, double width, double height,
                        const double radii[4]) {
  double right = x + width, bottom = y + height;
  cairo_move_to(context, x + radii[0], y);
  cairo_line_to(context, right - radii[1], y);
  if (radii[1] > 0)
    cairo_arc(context, right - radii[1], y + radii[1], radii[1], 1.5 * M_PI, 2 * M_PI);
  cairo_line_to(context, right, bottom - radii[2]);
  if (radii[2] > 0)
    cairo_arc(context, right - radii[2], bottom - radii[2], radii[2], 0, 0.5 * M_PI);
  cairo_line_to(context, x + radii[3], bottom);
  if (radii[3] > 0)
    cairo_arc(context, x + radii[3], bottom - radii[3], radii[3], 0.5 * M_PI, M_PI);
  cairo_line_to(context, x, y + radii[0]);
  if (radii[0] > 0) cairo_arc(context, x + radii[0], y + radii[0], radii[0], M_PI, 1.5 * M_PI);
  cairo_close_path(context);
}

int oracle_rounded_coverage(double x, double y, double width, double height, const double radii[4],
                            int factor, uint8_t *coverage, int columns, int rows) {
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_A8, columns * factor, rows * factor);
  cairo_t *context = cairo_create(surface);
  cairo_scale(context, factor, factor);
  cairo_set_tolerance(context, 0.01);
  add_rounded(context, x, y, width, height, radii);
  cairo_fill(context);
  average(surface, factor, coverage, columns, rows);
  int status = cairo_status(context);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return status;
}

static piece box(double left, double top, double width, double height) {
  return (piece){PIECE_BOX, left, top, left + width, top + height};
}

// What lies between two places of side `side` of a border, from the top one clockwise.
static piece side_piece(double width, double height, double line, int side, double from,
                        double to) {
  switch (side) {
    case 0: return box(from, 0, to - from, line);
    case 1: return box(width - line, from, line, to - from);
    case 2: return box(width - to, height - line, to - from, line);
    default: return box(0, height - to, line, to - from);
  }
}

// Lists the dashes of a border at the origin, from the left end of the top side clockwise, in pieces;
// returns how many there are.
static int list_dashes(double width, double height, const double radii[4], double line,
                       const double *dashes, int count, double phase, piece *pieces,
                       int capacity) {
  int length = 0;
  double place = 0, period = 0;
  for (int i = 0; i < count; i++) period += dashes[i];
  if (count % 2) period *= 2;
  for (int side = 0; side < 4; side++) {
    double radius = radii[(side + 1) % 4], extent = side % 2 ? height : width;
    // A sharp corner turns in the middle of the line.
    double first = radii[side] > 0 ? radii[side] : line / 2;
    double last = radius > 0 ? radius : line / 2;
    double straight = extent - first - last;
    double curve = radius > 0 ? M_PI / 2 * (radius - line / 2) : 0;
    double turn = place + straight, end = turn + curve;
    for (double dash = floor((place + phase) / period) * period - phase; dash < end;
         dash += period) {
      double start = dash;
      for (int i = 0; i < 2 * count && length + 2 < capacity; i += 2) {
        double stop = start + dashes[i % count];
        double from = fmax(start, place) - place, to = fmin(stop, turn) - place;
        if (to > from)
          pieces[length++] = side_piece(width, height, line, side, first + from, first + to);
        if (radius > 0 && stop > turn && start < end) {
          piece sector = {PIECE_SECTOR};
          sector.from = (fmax(start, turn) - turn) / curve * M_PI / 2 + (side - 1) * M_PI / 2;
          sector.to = (fmin(stop, end) - turn) / curve * M_PI / 2 + (side - 1) * M_PI / 2;
          sector.x = side == 0 || side == 1 ? width - radius : radius;
          sector.y = side == 1 || side == 2 ? height - radius : radius;
          sector.inner = radius - line;
          sector.outer = radius;
          pieces[length++] = sector;
        } else if (radius == 0 && start < turn && stop > turn) {
          // Both of what meets and the corner itself.
          double x = side == 0 || side == 1 ? width - line / 2 : 0;
          double y = side == 1 || side == 2 ? height - line / 2 : 0;
          pieces[length++] = box(x, y, line / 2, line / 2);
        }
        start = stop + dashes[(i + 1) % count];
      }
    }
    place = end;
  }
  // The last corner is where the line begins, too.
  if (radii[0] == 0) {
    double at = fmod(place + phase, period), start = 0;
    int meets = 0, begins = 0;
    for (int i = 0; i < 2 * count; i += 2) {
      double stop = start + dashes[i % count], begin = fmod(phase + period, period);
      meets |= at > start && at <= stop;
      begins |= begin >= start && begin < stop;
      start = stop + dashes[(i + 1) % count];
    }
    if (meets && begins) pieces[length++] = box(0, 0, line / 2, line / 2);
  }
  return length;
}

enum { PIECE_LIMIT = 4096 };

// Fills the outlines of the dashes: Cairo's own dashes end square to the chords that it takes for
// curves, and those it makes no finer than 1/256 of a pixel.
static void fill_pieces(cairo_t *context, const piece *pieces, int count) {
  for (int i = 0; i < count; i++) {
    const piece *piece = &pieces[i];
    if (piece->kind == PIECE_BOX) {
      cairo_rectangle(context, piece->left, piece->top, piece->right - piece->left,
                      piece->bottom - piece->top);
      continue;
    }
    cairo_new_sub_path(context);
    cairo_arc(context, piece->x, piece->y, piece->outer, piece->from, piece->to);
    cairo_arc_negative(context, piece->x, piece->y, piece->inner, piece->to, piece->from);
    cairo_close_path(context);
  }
  cairo_fill(context);
}

int oracle_border_coverage(double x, double y, double width, double height, const double radii[4],
                           double line, const double *dashes, int dash_count, double phase,
                           int factor, uint8_t *coverage, int columns, int rows) {
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_A8, columns * factor, rows * factor);
  cairo_t *context = cairo_create(surface);
  cairo_scale(context, factor, factor);
  cairo_translate(context, x, y);
  cairo_set_tolerance(context, 0.01);
  if (dash_count > 0) {
    piece *pieces = calloc(PIECE_LIMIT, sizeof *pieces);
    int count = list_dashes(width, height, radii, line, dashes, dash_count, phase, pieces,
                            PIECE_LIMIT);
    fill_pieces(context, pieces, count);
    free(pieces);
  } else {
    double middle[4];
    for (int i = 0; i < 4; i++) middle[i] = fmax(0, radii[i] - line / 2);
    add_rounded(context, line / 2, line / 2, width - line, height - line, middle);
    cairo_set_line_width(context, line);
    cairo_stroke(context);
  }
  average(surface, factor, coverage, columns, rows);
  int status = cairo_status(context);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return status;
}

void oracle_exact_rounded(double x, double y, double width, double height, const double radii[4],
                          double *coverage, int columns, int rows) {
  piece whole = {PIECE_ROUNDED, x, y, x + width, y + height};
  memcpy(whole.radii, radii, sizeof whole.radii);
  cover_exactly(&whole, 1, coverage, columns, rows);
}

void oracle_exact_border(double x, double y, double width, double height, const double radii[4],
                         double line, const double *dashes, int dash_count, double phase,
                         double *coverage, int columns, int rows) {
  if (dash_count > 0) {
    piece *pieces = calloc(PIECE_LIMIT, sizeof *pieces);
    int count = list_dashes(width, height, radii, line, dashes, dash_count, phase, pieces,
                            PIECE_LIMIT);
    for (int i = 0; i < count; i++) {
      pieces[i].left += x;
      pieces[i].right += x;
      pieces[i].x += x;
      pieces[i].top += y;
      pieces[i].bottom += y;
      pieces[i].y += y;
    }
    cover_exactly(pieces, count, coverage, columns, rows);
    free(pieces);
    return;
  }
  double within[4], *hole = calloc(columns * rows, sizeof *hole);
  for (int i = 0; i < 4; i++) within[i] = fmax(0, radii[i] - line);
  oracle_exact_rounded(x, y, width, height, radii, coverage, columns, rows);
  oracle_exact_rounded(x + line, y + line, width - 2 * line, height - 2 * line, within, hole,
                       columns, rows);
  for (int i = 0; i < columns * rows; i++) coverage[i] -= hole[i];
  free(hole);
}

int oracle_shape(const char *path, int face_index, double unit, const char *text,
                 oracle_glyph *glyphs, int capacity) {
  hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
  if (!blob) return -1;
  hb_face_t *face = hb_face_create(blob, face_index);
  hb_font_t *font = hb_font_create(face);
  hb_font_set_scale(font, lround(unit), lround(unit));
  hb_buffer_t *buffer = hb_buffer_create();
  hb_buffer_add_utf8(buffer, text, -1, 0, -1);
  hb_buffer_guess_segment_properties(buffer);
  hb_shape(font, buffer, NULL, 0);
  unsigned count = 0;
  hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
  hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
  int filled = 0;
  int32_t pen = 0;
  for (unsigned i = 0; i < count && filled < capacity; i++) {
    glyphs[filled++] = (oracle_glyph){infos[i].codepoint, infos[i].cluster,
                                      pen + positions[i].x_offset, -positions[i].y_offset,
                                      positions[i].x_advance};
    pen += positions[i].x_advance;
  }
  hb_buffer_destroy(buffer);
  hb_font_destroy(font);
  hb_face_destroy(face);
  hb_blob_destroy(blob);
  return filled;
}

int oracle_write_png(const char *path, const uint32_t *pixels, int width, int height) {
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  int status = cairo_surface_write_to_png(surface, path);
  cairo_surface_destroy(surface);
  return status;
}

double oracle_distance(const double *one, const double *other, int count) {
  double worst = 0;
  for (int i = 0; i < count; i++) worst = fmax(worst, fabs(one[i] - other[i]));
  return worst;
}
