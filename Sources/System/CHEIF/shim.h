// libheif, loaded at the first HEIF or AVIF image: its decoders of video take longer to load than all other
// libraries together, and few feeds need them.
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <dlfcn.h>
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Never changed once it is loaded, so that threads may share it.
struct __attribute__((swift_attr("@Sendable"))) galley_heif_functions {
  __typeof__(heif_context_alloc) *context_alloc;
  __typeof__(heif_context_free) *context_free;
  __typeof__(heif_context_set_maximum_image_size_limit) *set_limit;
  __typeof__(heif_context_set_max_decoding_threads) *set_threads;
  __typeof__(heif_context_read_from_memory_without_copy) *read;
  __typeof__(heif_context_get_primary_image_handle) *get_primary;
  __typeof__(heif_image_handle_release) *handle_release;
  __typeof__(heif_image_handle_get_width) *get_width;
  __typeof__(heif_image_handle_get_height) *get_height;
  __typeof__(heif_image_handle_get_ispe_width) *coded_width;
  __typeof__(heif_image_handle_get_ispe_height) *coded_height;
  __typeof__(heif_image_handle_has_alpha_channel) *has_alpha;
  __typeof__(heif_image_handle_is_premultiplied_alpha) *is_premultiplied;
  __typeof__(heif_image_handle_get_raw_color_profile_size) *profile_size;
  __typeof__(heif_image_handle_get_raw_color_profile) *profile;
  __typeof__(heif_decode_image) *decode;
  __typeof__(heif_decoding_options_alloc) *options_alloc;
  __typeof__(heif_decoding_options_free) *options_free;
  __typeof__(heif_image_get_width) *image_width;
  __typeof__(heif_image_get_height) *image_height;
  __typeof__(heif_image_get_plane_readonly) *plane;
  __typeof__(heif_image_get_bits_per_pixel_range) *bits;
  __typeof__(heif_image_release) *image_release;
};

#if LIBHEIF_NUMERIC_VERSION >= 0x010f0000 && LIBHEIF_NUMERIC_VERSION < 0x01100000
static inline int galley_heif_aom_priority(enum heif_compression_format format) {
  return format == heif_compression_AV1 ? 1000 : 0;
}

// Lets libheif 1.15 take libaom for all AV1. An option names the decoder of the primary item only; the pictures that it is
// derived from, and transparency, are decoded by the one with the highest priority, dav1d 1.0.0, which crashes for damaged
// frames and takes frames larger than their header. In this version, a descriptor is the plugin.
static inline void galley_heif_prefer_aom(void *_Nonnull library) {
  __typeof__(heif_get_version_number) *version = dlsym(library, "heif_get_version_number");
  __typeof__(heif_get_decoder_descriptors) *list = dlsym(library, "heif_get_decoder_descriptors");
  __typeof__(heif_decoder_descriptor_get_id_name) *name = dlsym(library, "heif_decoder_descriptor_get_id_name");
  __typeof__(heif_register_decoder_plugin) *add = dlsym(library, "heif_register_decoder_plugin");
  if (!version || !list || !name || !add || version() >> 16 != 0x010f) return;
  const struct heif_decoder_descriptor *found[16];
  int count = list(heif_compression_AV1, found, 16);
  for (int index = 0; index < count; index++) {
    const char *id = name(found[index]);
    if (!id || strcmp(id, "aom")) continue;
    // Never freed: the library keeps it.
    struct heif_decoder_plugin *plugin = malloc(sizeof *plugin);
    if (!plugin) return;
    *plugin = *(const struct heif_decoder_plugin *)found[index];
    plugin->init_plugin = NULL;
    plugin->deinit_plugin = NULL;
    plugin->does_support_format = galley_heif_aom_priority;
    add(plugin);
    return;
  }
}
#else
static inline void galley_heif_prefer_aom(void *_Nonnull library) { (void)library; }
#endif

// Loads the library for the rest of the process; false if it is not installed.
static inline bool galley_heif_load(struct galley_heif_functions *_Nonnull table) {
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  bool whole = true;
#define GALLEY_HEIF(member, name) \
  whole = (*(void **)&table->member = dlsym(library, #name)) != NULL && whole
  GALLEY_HEIF(context_alloc, heif_context_alloc);
  GALLEY_HEIF(context_free, heif_context_free);
  GALLEY_HEIF(set_limit, heif_context_set_maximum_image_size_limit);
  GALLEY_HEIF(set_threads, heif_context_set_max_decoding_threads);
  GALLEY_HEIF(read, heif_context_read_from_memory_without_copy);
  GALLEY_HEIF(get_primary, heif_context_get_primary_image_handle);
  GALLEY_HEIF(handle_release, heif_image_handle_release);
  GALLEY_HEIF(get_width, heif_image_handle_get_width);
  GALLEY_HEIF(get_height, heif_image_handle_get_height);
  GALLEY_HEIF(coded_width, heif_image_handle_get_ispe_width);
  GALLEY_HEIF(coded_height, heif_image_handle_get_ispe_height);
  GALLEY_HEIF(has_alpha, heif_image_handle_has_alpha_channel);
  GALLEY_HEIF(is_premultiplied, heif_image_handle_is_premultiplied_alpha);
  GALLEY_HEIF(profile_size, heif_image_handle_get_raw_color_profile_size);
  GALLEY_HEIF(profile, heif_image_handle_get_raw_color_profile);
  GALLEY_HEIF(decode, heif_decode_image);
  GALLEY_HEIF(options_alloc, heif_decoding_options_alloc);
  GALLEY_HEIF(options_free, heif_decoding_options_free);
  GALLEY_HEIF(image_width, heif_image_get_width);
  GALLEY_HEIF(image_height, heif_image_get_height);
  GALLEY_HEIF(plane, heif_image_get_plane_readonly);
  GALLEY_HEIF(bits, heif_image_get_bits_per_pixel_range);
  GALLEY_HEIF(image_release, heif_image_release);
#undef GALLEY_HEIF
  if (!whole) return false;
  // The first context has the library set itself up.
  table->context_free(table->context_alloc());
  galley_heif_prefer_aom(library);
  return true;
}

// A file that is open: its primary image.
struct galley_heif_picture {
  struct heif_context *_Nullable context;
  struct heif_image_handle *_Nullable handle;
  struct heif_image *_Nullable image;
  int width, height;
  bool has_alpha, is_premultiplied;
  // Why the last call failed.
  char message[160];
};

static inline bool galley_heif_failed(
    struct galley_heif_picture *_Nonnull picture, struct heif_error error) {
  if (error.code == heif_error_Ok) return false;
  snprintf(picture->message, sizeof picture->message, "%s", error.message ? error.message : "unknown error");
  return true;
}

// Opens the image in `bytes`, which stay where they are until `galley_heif_close`.
static inline bool galley_heif_open(
    const struct galley_heif_functions *_Nonnull heif, struct galley_heif_picture *_Nonnull picture,
    const void *_Nonnull bytes, size_t count, int edge_limit) {
  snprintf(picture->message, sizeof picture->message, "lack of memory");
  picture->context = heif->context_alloc();
  if (!picture->context) return false;
  heif->set_limit(picture->context, edge_limit);
  heif->set_threads(picture->context, 0);
  if (galley_heif_failed(picture, heif->read(picture->context, bytes, count, NULL))) return false;
  if (galley_heif_failed(picture, heif->get_primary(picture->context, &picture->handle))) return false;
  picture->width = heif->get_width(picture->handle);
  picture->height = heif->get_height(picture->handle);
  picture->has_alpha = heif->has_alpha(picture->handle);
  picture->is_premultiplied = heif->is_premultiplied(picture->handle);
  return true;
}

static inline int galley_heif_larger(int one, int other) { return one > other ? one : other; }

// The longest edge of the image that the header describes, before and after crops and turns; 1 at least.
static inline int galley_heif_longest_edge(
    const struct galley_heif_functions *_Nonnull heif, const struct galley_heif_picture *_Nonnull picture) {
  int shown = galley_heif_larger(picture->width, picture->height);
  int coded = galley_heif_larger(heif->coded_width(picture->handle), heif->coded_height(picture->handle));
  return galley_heif_larger(1, galley_heif_larger(shown, coded));
}

// A channel of a decoded image; `start` is NULL if the image does not have it.
struct galley_heif_plane {
  const uint8_t *_Nullable start;
  // Bytes from row to row, pixels of a row, rows, and bits of a value: more than 8 have two bytes.
  int stride, width, height, bits;
};

static inline struct galley_heif_plane galley_heif_plane(
    const struct galley_heif_functions *_Nonnull heif, const struct galley_heif_picture *_Nonnull picture,
    enum heif_channel channel) {
  struct galley_heif_plane plane = {0};
  plane.start = heif->plane(picture->image, channel, &plane.stride);
  plane.width = heif->image_width(picture->image, channel);
  plane.height = heif->image_height(picture->image, channel);
  plane.bits = heif->bits(picture->image, channel);
  return plane;
}

// Blocks of the sizes that the C library keeps for a thread, as many of each as it keeps.
enum { galley_kept_sizes = 64, galley_kept_blocks = 7 * galley_kept_sizes };

// While `begins` is in force, new memory of all threads is zero: libde265 1.0 and libheif 1.15 clear none, so that parts of
// a picture that its data leave out would show what was there before. Blocks of up to 1,032 bytes that the C library keeps for
// this thread would stay as they are, so they are taken meanwhile. It fills up from its other free blocks, so that some
// small ones still do; a plane of libheif has at least 64 by 64 samples, which are more.
static inline void galley_clear_new_memory(bool begins, void *_Nullable *_Nonnull blocks) {
#ifdef M_PERTURB
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int decoders;
  if (!begins) {
    for (int index = 0; index < galley_kept_blocks; index++) free(blocks[index]);
  }
  pthread_mutex_lock(&lock);
  if (begins ? decoders++ == 0 : --decoders == 0) mallopt(M_PERTURB, begins ? 0xFF : 0);
  pthread_mutex_unlock(&lock);
  if (begins) {
    for (int index = 0; index < galley_kept_blocks; index++) {
      blocks[index] = malloc(24 + 16 * (size_t)(index % galley_kept_sizes));
    }
  }
#endif
}

// Decodes to red, green, blue and perhaps straight alpha, each in a plane of its own, AVIF by libaom if libheif has it:
// dav1d 1.0.0 crashes for damaged images. False on failure.
static inline bool galley_heif_decode(
    const struct galley_heif_functions *_Nonnull heif, struct galley_heif_picture *_Nonnull picture) {
  struct heif_decoding_options *options = heif->options_alloc();
  if (!options) return false;
#if LIBHEIF_NUMERIC_VERSION >= 0x010f0000
  // Images of other formats have their own decoders all the same.
  if (options->version >= 4) options->decoder_id = "aom";
#endif
  // A grid has a size of its own. The library refuses the limit itself.
  heif->set_limit(picture->context, 1 + galley_heif_longest_edge(heif, picture));
  void *blocks[galley_kept_blocks];
  galley_clear_new_memory(true, blocks);
  struct heif_error error = heif->decode(
      picture->handle, &picture->image, heif_colorspace_RGB, heif_chroma_444, options);
  galley_clear_new_memory(false, blocks);
  heif->options_free(options);
  return !galley_heif_failed(picture, error);
}

static inline size_t galley_heif_profile_size(
    const struct galley_heif_functions *_Nonnull heif, const struct galley_heif_picture *_Nonnull picture) {
  return heif->profile_size(picture->handle);
}

static inline bool galley_heif_profile(
    const struct galley_heif_functions *_Nonnull heif, const struct galley_heif_picture *_Nonnull picture,
    void *_Nonnull bytes) {
  return heif->profile(picture->handle, bytes).code == heif_error_Ok;
}

static inline void galley_heif_close(
    const struct galley_heif_functions *_Nonnull heif, struct galley_heif_picture *_Nonnull picture) {
  if (picture->image) heif->image_release(picture->image);
  if (picture->handle) heif->handle_release(picture->handle);
  if (picture->context) heif->context_free(picture->context);
}

// The version of the headers.
static inline const char *_Nonnull galley_heif_version(void) { return LIBHEIF_VERSION; }
