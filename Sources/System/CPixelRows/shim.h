#pragma once
// Byte shuffles that Swift cannot express: its vectors know no shuffle beyond the baseline processor.
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <tmmintrin.h>

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
  if (__builtin_cpu_supports("ssse3")) i = galley_rgb_ssse3(source, target, count);
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
#include <immintrin.h>

// The same, eight pixels at a time: `count` is a multiple of eight, and what is beyond the mask's
// own width is zero there and stays as it is.
__attribute__((target("avx2"))) static inline void galley_over_mask_avx2(
    uint32_t *_Nonnull target, const uint8_t *_Nonnull mask, long count, uint32_t color) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i half = _mm256_set1_epi16(0x80), over255 = _mm256_set1_epi16(0x101);
  const __m256i full = _mm256_set1_epi16(0xff);
  const __m256i ink = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero);
  const __m256i spread = _mm256_setr_epi8(
      0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12,
      12, 12);
  for (long i = 0; i < count; i += 8) {
    uint64_t bytes;
    memcpy(&bytes, mask + i, 8);
    if (bytes == 0) continue;
    __m256i *const place = (__m256i *)(void *)(target + i);
    const __m256i wide = _mm256_shuffle_epi8(
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes)), spread);
    const __m256i below = _mm256_loadu_si256(place);
    __m256i result[2];
    for (int part = 0; part < 2; part++) {
      const __m256i m = part ? _mm256_unpackhi_epi8(wide, zero) : _mm256_unpacklo_epi8(wide, zero);
      const __m256i b = part ? _mm256_unpackhi_epi8(below, zero) : _mm256_unpacklo_epi8(below, zero);
      const __m256i s =
          _mm256_mulhi_epu16(_mm256_adds_epu16(_mm256_mullo_epi16(ink, m), half), over255);
      const __m256i alpha =
          _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(s, 0xff), 0xff);
      const __m256i rest = _mm256_sub_epi16(full, alpha);
      result[part] = _mm256_adds_epu16(
          s, _mm256_mulhi_epu16(_mm256_adds_epu16(_mm256_mullo_epi16(b, rest), half), over255));
    }
    _mm256_storeu_si256(place, _mm256_packus_epi16(result[0], result[1]));
  }
}
#endif

// Puts a colour over rows of pixels through a mask whose rows are padded with zeros to `padded`
// bytes, a multiple of eight; `isRoomy` says that the target has as many pixels in each row.
static inline void galley_over_mask_rows(
    uint32_t *_Nonnull target, long target_stride, const uint8_t *_Nonnull mask, long padded,
    long width, long rows, uint32_t color, int isRoomy) {
#if defined(__x86_64__)
  if (isRoomy && __builtin_cpu_supports("avx2")) {
    for (long y = 0; y < rows; y++)
      galley_over_mask_avx2(target + y * target_stride, mask + y * padded, padded, color);
    return;
  }
#endif
  for (long y = 0; y < rows; y++)
    galley_over_mask(target + y * target_stride, mask + y * padded, width, color);
}
