#pragma once
#include <turbojpeg.h>
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

// The library does not tell its version; its headers do, in a form that does not reach Swift.
#define GALLEY_QUOTED(text) #text
#define GALLEY_QUOTED_VALUE(macro) GALLEY_QUOTED(macro)
static inline const char *_Nonnull galley_turbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return GALLEY_QUOTED_VALUE(LIBJPEG_TURBO_VERSION);
#else
  return "2 or later";
#endif
}
