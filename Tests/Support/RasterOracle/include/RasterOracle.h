#pragma once
#include <stddef.h>
#include <stdint.h>

// Draws glyphs with cairo_show_glyphs, unhinted and grey, over ARGB32 pixels; 0 on success.
int oracle_draw_glyphs(const char *_Nonnull path, int face, double size,
                       const uint32_t *_Nonnull glyphs, const double *_Nonnull xs,
                       const double *_Nonnull ys, int count, uint32_t rgb,
                       uint32_t *_Nonnull pixels, int width, int height);

// Fills a rounded rectangle with Cairo, `factor` times larger, and averages the coverage: one
// byte a pixel. The radii start at the top left and go clockwise. 0 on success.
int oracle_rounded_coverage(double x, double y, double width, double height,
                            const double radii[_Nonnull 4], int factor,
                            uint8_t *_Nonnull coverage, int columns, int rows);

// Strokes a line along the inside of a rounded rectangle's edge with Cairo, or fills dashes that
// begin with the top edge and go clockwise, `factor` times larger, and averages the coverage. A
// radius is 0 or at least the line's width.
int oracle_border_coverage(double x, double y, double width, double height,
                           const double radii[_Nonnull 4], double line,
                           const double *_Nullable dashes, int dash_count, double phase,
                           int factor, uint8_t *_Nonnull coverage, int columns, int rows);

// The same by exact areas, but for 1e-4 of a pixel: from 0 to 1 a pixel.
void oracle_exact_rounded(double x, double y, double width, double height,
                          const double radii[_Nonnull 4], double *_Nonnull coverage, int columns,
                          int rows);
void oracle_exact_border(double x, double y, double width, double height,
                         const double radii[_Nonnull 4], double line,
                         const double *_Nullable dashes, int dash_count, double phase,
                         double *_Nonnull coverage, int columns, int rows);

typedef struct {
  uint32_t glyph;
  uint32_t cluster;
  int32_t x;
  int32_t y;
  int32_t advance;
} oracle_glyph;

// Shapes UTF-8 text with HarfBuzz, `unit` units an em; returns the number of glyphs, at most
// `capacity`, or -1.
int oracle_shape(const char *_Nonnull path, int face, double unit, const char *_Nonnull text,
                 oracle_glyph *_Nonnull glyphs, int capacity);

// Writes ARGB32 pixels as PNG; 0 on success.
int oracle_write_png(const char *_Nonnull path, const uint32_t *_Nonnull pixels, int width,
                     int height);
// The largest difference between two coverages in any pixel.
double oracle_distance(const double *_Nonnull one, const double *_Nonnull other, int count);

