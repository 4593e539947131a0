#pragma once
// ICU's own headers define types that clash with those of Foundation's ICU in any file that sees both modules.
// This header takes from them only the macro that adds the version to a function's name, and declares the eight
// functions that Galley needs.
#include <stdint.h>
#include <unicode/uvernum.h>

void *U_ICU_ENTRY_POINT_RENAME(ubrk_open)(
  int type, const char *locale, const uint16_t *text, int32_t length, int *status);
void U_ICU_ENTRY_POINT_RENAME(ubrk_close)(void *iterator);
void U_ICU_ENTRY_POINT_RENAME(ubrk_setUText)(void *iterator, void *text, int *status);
int32_t U_ICU_ENTRY_POINT_RENAME(ubrk_next)(void *iterator);
void *U_ICU_ENTRY_POINT_RENAME(utext_openUTF8)(
  void *text, const char *bytes, int64_t length, int *status);
void *U_ICU_ENTRY_POINT_RENAME(utext_close)(void *text);

void U_ICU_ENTRY_POINT_RENAME(u_getVersion)(uint8_t version[4]);
int32_t U_ICU_ENTRY_POINT_RENAME(u_getIntPropertyValue)(int32_t character, int property);

// The Joining_Group and the Joining_Type of a character, as ICU numbers them in unicode/uchar.h.
static inline int32_t galley_joining_group(uint32_t character) {
  return U_ICU_ENTRY_POINT_RENAME(u_getIntPropertyValue)((int32_t)character, 0x1006);
}
static inline int32_t galley_joining_type(uint32_t character) {
  return U_ICU_ENTRY_POINT_RENAME(u_getIntPropertyValue)((int32_t)character, 0x1007);
}

// The first two numbers of the version of the library in use, as 100 * major + minor.
static inline int galley_icu_version(void) {
  uint8_t version[4] = {0, 0, 0, 0};
  U_ICU_ENTRY_POINT_RENAME(u_getVersion)(version);
  return 100 * version[0] + version[1];
}

// An iterator over line breaks, by the rules of no language; NULL without ICU's data.
static inline void *galley_open_line_breaks(void) {
  int status = 0;
  void *iterator = U_ICU_ENTRY_POINT_RENAME(ubrk_open)(2, "", 0, 0, &status);
  return status <= 0 ? iterator : 0;
}

static inline void galley_close_line_breaks(void *iterator) {
  U_ICU_ENTRY_POINT_RENAME(ubrk_close)(iterator);
}

// Calls `found` with each offset in well-formed UTF-8 before which a line may start; 0 if ICU fails.
static inline int galley_find_line_breaks(
  void *iterator, const char *bytes, int64_t length, void *context,
  void (*found)(void *context, int32_t offset)
) {
  int status = 0;
  void *text = U_ICU_ENTRY_POINT_RENAME(utext_openUTF8)(0, bytes, length, &status);
  if (status > 0 || !text) return 0;
  U_ICU_ENTRY_POINT_RENAME(ubrk_setUText)(iterator, text, &status);
  if (status <= 0) {
    int32_t offset;
    // -1 is the end.
    while ((offset = U_ICU_ENTRY_POINT_RENAME(ubrk_next)(iterator)) >= 0) found(context, offset);
  }
  U_ICU_ENTRY_POINT_RENAME(utext_close)(text);
  return status <= 0;
}
