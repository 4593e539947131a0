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

// Pango deprecates its UAX #9 P2/P3 search without naming a successor; the deprecation ends here.
static inline PangoDirection galley_find_base_direction(const char *text, int length) {
  return pango_find_base_dir(text, length);
}

// Deprecated for FriBidi, from which it takes the type.
static inline PangoBidiType galley_bidi_type(gunichar character) {
  return pango_bidi_type_for_unichar(character);
}
