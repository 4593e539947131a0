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
