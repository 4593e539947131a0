#pragma once
#include <lcms2.h>

// Formats of pixels, whose macros do not reach Swift.
enum {
  galley_lcms_bgra = TYPE_BGRA_8,
  galley_lcms_inverted_cmyk = TYPE_CMYK_8_REV,
};
