#pragma once
// Byte shuffles that Swift cannot express: its vectors know no shuffle beyond the baseline processor.
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define GALLEY_AVX2 __attribute__((target("avx2")))

// Eight pixels at a time; a store overlaps the next one's place by eight bytes.
GALLEY_AVX2 static inline long galley_rgb_avx2(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, long count) {
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  // The last four bytes of both halves go to the end.
  const __m256i joined = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  long i = 0;
  for (; i + 11 <= count; i += 8) {
    const __m256i pixels = _mm256_loadu_si256((const __m256i *)(const void *)(source + 4 * i));
    const __m256i bytes = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(pixels, order), joined);
    _mm256_storeu_si256((__m256i *)(void *)(target + 3 * i), bytes);
  }
  return i;
}

// Four pixels at a time; a store overlaps the next one's place by four bytes, so the last few
// pixels are left to the caller.
__attribute__((target("ssse3"))) static inline long galley_rgb_ssse3(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, long count) {
  const __m128i order = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  long i = 0;
  for (; i + 6 <= count; i += 4) {
    const __m128i pixels = _mm_loadu_si128((const __m128i *)(const void *)(source + 4 * i));
    _mm_storeu_si128((__m128i *)(void *)(target + 3 * i), _mm_shuffle_epi8(pixels, order));
  }
  return i;
}
#endif

// Native-endian xRGB pixels to bytes R, G, B; writes exactly 3 * count bytes.
static inline void galley_rgb_from_xrgb(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, long count) {
  long i = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) i = galley_rgb_avx2(source, target, count);
  if (__builtin_cpu_supports("ssse3")) i += galley_rgb_ssse3(source + 4 * i, target + 3 * i, count - i);
#endif
  for (; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, source + 4 * i, 4);
    target[3 * i] = (uint8_t)(pixel >> 16);
    target[3 * i + 1] = (uint8_t)(pixel >> 8);
    target[3 * i + 2] = (uint8_t)pixel;
  }
}

// Premultiplied multiplication as pixman rounds it.
static inline uint32_t galley_multiply(uint32_t pixel, uint32_t by) {
  uint32_t rb = (pixel & 0x00ff00ff) * by + 0x00800080;
  rb = (rb + ((rb >> 8) & 0x00ff00ff)) >> 8 & 0x00ff00ff;
  uint32_t ag = (pixel >> 8 & 0x00ff00ff) * by + 0x00800080;
  ag = (ag + ((ag >> 8) & 0x00ff00ff)) & 0xff00ff00;
  return rb | ag;
}

// Puts a premultiplied colour over pixels through a mask of one byte each.
static inline void galley_over_mask(
    uint32_t *_Nonnull target, const uint8_t *_Nonnull mask, long count, uint32_t color) {
  for (long i = 0; i < count; i++) {
    if (mask[i] == 0) continue;
    const uint32_t ink = galley_multiply(color, mask[i]);
    target[i] = ink + galley_multiply(target[i], 255 - (ink >> 24));
  }
}

#if defined(__x86_64__)
// Products of bytes over 255 in 16-bit lanes, rounded as `galley_multiply` does.
GALLEY_AVX2 static inline __m256i galley_product_avx2(__m256i a, __m256i b) {
  return _mm256_mulhi_epu16(
      _mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(0x80)), _mm256_set1_epi16(0x101));
}

// Puts a colour over eight pixels through eight bytes of a mask. What an opaque colour leaves of what is
// below is known from the mask alone.
GALLEY_AVX2 static inline __attribute__((always_inline)) void galley_over_eight_avx2(
    uint32_t *_Nonnull target, const uint8_t *_Nonnull mask, __m256i ink, int is_opaque) {
  const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(0xff);
  // Each byte into the four channels of its pixel: those of pixels 0, 1, 4, 5 and of 2, 3, 6, 7, as the
  // unpacking of pixels has them.
  const __m256i low = _mm256_setr_epi8(
      0, -1, 0, -1, 0, -1, 0, -1, 1, -1, 1, -1, 1, -1, 1, -1, 4, -1, 4, -1, 4, -1, 4, -1, 5, -1, 5, -1, 5,
      -1, 5, -1);
  const __m256i high = _mm256_setr_epi8(
      2, -1, 2, -1, 2, -1, 2, -1, 3, -1, 3, -1, 3, -1, 3, -1, 6, -1, 6, -1, 6, -1, 6, -1, 7, -1, 7, -1, 7,
      -1, 7, -1);
  int64_t bytes;
  memcpy(&bytes, mask, 8);
  __m256i *const place = (__m256i *)(void *)target;
  const __m256i below = _mm256_loadu_si256(place), wide = _mm256_set1_epi64x(bytes);
  __m256i result[2];
  for (int part = 0; part < 2; part++) {
    const __m256i m = _mm256_shuffle_epi8(wide, part ? high : low);
    const __m256i b = part ? _mm256_unpackhi_epi8(below, zero) : _mm256_unpacklo_epi8(below, zero);
    const __m256i s = galley_product_avx2(ink, m);
    const __m256i alpha =
        is_opaque ? m : _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(s, 0xff), 0xff);
    result[part] =
        _mm256_add_epi16(s, galley_product_avx2(b, _mm256_sub_epi16(full, alpha)));
  }
  _mm256_storeu_si256(place, _mm256_packus_epi16(result[0], result[1]));
}

// Puts a colour over rows of pixels, `columns` of each, a multiple of eight. Most glyphs are narrow: then
// there is nothing to decide for each row.
GALLEY_AVX2 static inline void galley_over_mask_avx2(
    uint32_t *_Nonnull target, long stride, const uint8_t *_Nonnull mask, long padded, long columns,
    long rows, uint32_t color) {
  const __m256i ink =
      _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), _mm256_setzero_si256());
  const int is_opaque = color >> 24 == 255;
  if (is_opaque && columns == 8) {
    for (; rows > 0; rows--, target += stride, mask += padded)
      galley_over_eight_avx2(target, mask, ink, 1);
  } else if (is_opaque && columns == 16) {
    for (; rows > 0; rows--, target += stride, mask += padded) {
      galley_over_eight_avx2(target, mask, ink, 1);
      galley_over_eight_avx2(target + 8, mask + 8, ink, 1);
    }
  } else if (is_opaque && columns == 24) {
    for (; rows > 0; rows--, target += stride, mask += padded) {
      galley_over_eight_avx2(target, mask, ink, 1);
      galley_over_eight_avx2(target + 8, mask + 8, ink, 1);
      galley_over_eight_avx2(target + 16, mask + 16, ink, 1);
    }
  } else {
    for (; rows > 0; rows--, target += stride, mask += padded) {
      for (long i = 0; i < columns; i += 8) {
        int64_t bytes;
        memcpy(&bytes, mask + i, 8);
        if (bytes == 0) continue;
        if (is_opaque) galley_over_eight_avx2(target + i, mask + i, ink, 1);
        else galley_over_eight_avx2(target + i, mask + i, ink, 0);
      }
    }
  }
}
#endif

// Puts a colour over rows of `width` pixels through a mask whose rows are padded with zeros to `padded`
// bytes; `is_roomy` says that the target has room for the padding, whose pixels stay as they are.
static inline void galley_over_mask_rows(
    uint32_t *_Nonnull target, long stride, const uint8_t *_Nonnull mask, long padded, long width,
    long rows, uint32_t color, int is_roomy) {
  long done = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    done = is_roomy ? padded : width & ~7L;
    galley_over_mask_avx2(target, stride, mask, padded, done, rows, color);
  }
#endif
  if (done >= width) return;
  for (long y = 0; y < rows; y++)
    galley_over_mask(target + y * stride + done, mask + y * padded + done, width - done, color);
}

// A glyph's mask: what it covers around the pen, y down, before `height` rows of `padded` bytes, a multiple
// of eight, of which those beyond `width` are zero.
typedef struct {
  int32_t left, top, width, height, padded, unused;
} galley_mask;

// The part of a mask that falls on a target.
typedef struct {
  const uint8_t *_Nonnull bytes;
  long x, y, width, rows;
  int is_roomy;
} galley_cut;

// Cuts a mask whose pen stands at `x`, `y` to a target; nothing is left if `rows` is 0.
static inline galley_cut galley_cut_mask(
    const galley_mask *_Nonnull mask, long x, long y, long target_width, long target_height) {
  const long left = x + mask->left, top = y + mask->top;
  const long skipped_columns = left < 0 ? -left : 0, skipped_rows = top < 0 ? -top : 0;
  const long right = left + mask->width < target_width ? left + mask->width : target_width;
  const long bottom = top + mask->height < target_height ? top + mask->height : target_height;
  galley_cut cut;
  cut.bytes = (const uint8_t *)(mask + 1) + skipped_rows * mask->padded + skipped_columns;
  cut.x = left + skipped_columns;
  cut.y = top + skipped_rows;
  cut.width = right - cut.x;
  cut.rows = cut.width > 0 && bottom > cut.y ? bottom - cut.y : 0;
  cut.is_roomy = left >= 0 && left + mask->padded <= target_width;
  return cut;
}

// Puts a colour over a target through the mask of a glyph whose pen stands at `x`, `y`.
static inline void galley_over_glyph(
    uint32_t *_Nonnull target, long width, long height, const galley_mask *_Nonnull mask, long x, long y,
    uint32_t color) {
  const galley_cut cut = galley_cut_mask(mask, x, y, width, height);
  if (cut.rows > 0)
    galley_over_mask_rows(
        target + cut.y * width + cut.x, width, cut.bytes, mask->padded, cut.width, cut.rows, color,
        cut.is_roomy);
}

// Adds a glyph's mask to another of `width` by `height` bytes, up to 255.
static inline void galley_add_glyph(
    uint8_t *_Nonnull target, long width, long height, const galley_mask *_Nonnull mask, long x, long y) {
  const galley_cut cut = galley_cut_mask(mask, x, y, width, height);
  for (long row = 0; row < cut.rows; row++) {
    uint8_t *_Nonnull const to = target + (cut.y + row) * width + cut.x;
    const uint8_t *_Nonnull const from = cut.bytes + row * mask->padded;
    for (long i = 0; i < cut.width; i++) {
      const unsigned sum = (unsigned)to[i] + from[i];
      to[i] = (uint8_t)(sum < 255 ? sum : 255);
    }
  }
}

// Asks for a mask's bytes, so that they are near when they are used.
static inline void galley_fetch_mask(const galley_mask *_Nonnull mask) {
  for (int line = 0; line < 6; line++) __builtin_prefetch((const uint8_t *)mask + 64 * line);
}
