#pragma once
// Function-like macros do not reach Swift: those that Galley needs stand here as inline functions.
#include <pango/pango.h>
#include <pango/pangoft2.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangofc-font.h>
#include <fontconfig/fontconfig.h>

static inline PangoGlyph galley_unknown_glyph(gunichar character) {
  return PANGO_GET_UNKNOWN_GLYPH(character);
}
