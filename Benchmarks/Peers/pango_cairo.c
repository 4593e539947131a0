// The cards of the benchmarks on Pango and Cairo, as a program in C would draw them: one thread, a PangoLayout for
// each text, a surface for each card, and pages that are put together from these surfaces.
//
//   gcc -O2 -o pango_cairo pango_cairo.c $(pkg-config --cflags --libs pangocairo) -lm
//   pango_cairo FEED.nul [--pages PREFIX] [--repeat N] [--kind KIND]
//
// --pages writes the feed as PNGs of 750 by 1334 pixels, PREFIX0000.png and so on. --repeat lays out and draws all rows
// once, and then N times, and prints the medians of the N times in microseconds of processor time a row; cards are
// freed at once, so that the memory does not grow. --kind leaves out all rows of other kinds.
#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Lengths in device pixels: a page of 375 by 667 units at scale 2.
enum { WIDTH = 750, PAGE_HEIGHT = 1334, MARGIN = 20, PADDING = 24, GAP = 12, RADIUS = 16, MOST_REPEATS = 64 };

enum part { TITLE, BODY, USER, TIME, PART_COUNT };
static const char *const FONTS[PART_COUNT] = {"Noto Sans Bold", "Noto Sans", "Noto Sans", "Noto Sans"};
static const int SIZES[PART_COUNT] = {32, 28, 24, 24};

typedef struct {
  const char *text[PART_COUNT];
  PangoLayout *layout[PART_COUNT];
  int top[PART_COUNT];
  int height;
  cairo_surface_t *surface;
} Card;

typedef struct {
  PangoContext *context;
  PangoFontDescription *font[PART_COUNT];
} Typesetter;

static void fail(const char *why) {
  fprintf(stderr, "pango_cairo: %s\n", why);
  exit(1);
}

static double processor_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static Typesetter make_typesetter(void) {
  Typesetter typesetter;
  typesetter.context = pango_font_map_create_context(pango_cairo_font_map_new());
  for (int part = 0; part < PART_COUNT; part++) {
    typesetter.font[part] = pango_font_description_from_string(FONTS[part]);
    pango_font_description_set_absolute_size(typesetter.font[part], SIZES[part] * PANGO_SCALE);
  }
  return typesetter;
}

static void lay_out(Card *card, const Typesetter *typesetter) {
  int top = MARGIN + PADDING;
  for (int part = 0; part < PART_COUNT; part++) {
    PangoLayout *layout = pango_layout_new(typesetter->context);
    pango_layout_set_font_description(layout, typesetter->font[part]);
    if (part == TITLE || part == BODY) {
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_width(layout, (WIDTH - 2 * (MARGIN + PADDING)) * PANGO_SCALE);
    }
    pango_layout_set_text(layout, card->text[part], -1);
    int width, height;
    pango_layout_get_pixel_size(layout, &width, &height);
    card->layout[part] = layout;
    card->top[part] = top;
    if (part == TITLE || part == BODY) top += *card->text[part] ? height + GAP : 0;
    if (part == TIME) top += height;
  }
  card->height = top + PADDING + MARGIN;
}

static void add_rounded_rectangle(cairo_t *cairo, double x, double y, double width, double height) {
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, x + width - RADIUS, y + RADIUS, RADIUS, -M_PI / 2, 0);
  cairo_arc(cairo, x + width - RADIUS, y + height - RADIUS, RADIUS, 0, M_PI / 2);
  cairo_arc(cairo, x + RADIUS, y + height - RADIUS, RADIUS, M_PI / 2, M_PI);
  cairo_arc(cairo, x + RADIUS, y + RADIUS, RADIUS, M_PI, 3 * M_PI / 2);
  cairo_close_path(cairo);
}

static void draw(Card *card) {
  card->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, card->height);
  cairo_t *cairo = cairo_create(card->surface);
  cairo_set_source_rgb(cairo, 0.937, 0.937, 0.957);
  cairo_paint(cairo);
  add_rounded_rectangle(cairo, MARGIN, MARGIN / 2, WIDTH - 2 * MARGIN, card->height - MARGIN);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_fill_preserve(cairo);
  cairo_set_source_rgb(cairo, 0.8, 0.8, 0.82);
  cairo_set_line_width(cairo, 2);
  cairo_stroke(cairo);
  for (int part = 0; part < PART_COUNT; part++) {
    double grey = part == TITLE || part == BODY ? 0.07 : 0.55;
    int x = MARGIN + PADDING;
    if (part == TIME) {
      int width, height;
      pango_layout_get_pixel_size(card->layout[part], &width, &height);
      x = WIDTH - MARGIN - PADDING - width;
    }
    cairo_set_source_rgb(cairo, grey, grey, grey);
    cairo_move_to(cairo, x, card->top[part]);
    pango_cairo_show_layout(cairo, card->layout[part]);
  }
  cairo_destroy(cairo);
  cairo_surface_flush(card->surface);
}

static void forget_layouts(Card *card) {
  for (int part = 0; part < PART_COUNT; part++) {
    if (card->layout[part]) g_object_unref(card->layout[part]);
    card->layout[part] = NULL;
  }
}

static void forget_surface(Card *card) {
  if (card->surface) cairo_surface_destroy(card->surface);
  card->surface = NULL;
}

// The rows of a feed, of one kind if it is not NULL; their texts stay in the file's bytes.
static Card *read_cards(const char *path, const char *kind, int *count) {
  FILE *file = fopen(path, "rb");
  if (!file) fail("the feed cannot be opened");
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *bytes = malloc(length + 1);
  if (!bytes || fread(bytes, 1, length, file) != (size_t)length) fail("the feed cannot be read");
  bytes[length] = 0;
  fclose(file);
  Card *cards = NULL;
  int capacity = 0;
  *count = 0;
  for (char *next = bytes; next < bytes + length;) {
    Card card = {0};
    for (int part = 0; part < PART_COUNT; part++) {
      card.text[part] = next;
      next += strlen(next) + 1;
    }
    const char *own = next;
    next += strlen(next) + 1;
    if (kind && strcmp(own, kind)) continue;
    if (*count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      cards = realloc(cards, capacity * sizeof(Card));
      if (!cards) fail("there is no memory for the rows");
    }
    cards[(*count)++] = card;
  }
  if (!*count) fail("the feed has no rows of this kind");
  return cards;
}

static void write_pages(Card *cards, int count, const Typesetter *typesetter, const char *prefix) {
  for (int row = 0; row < count; row++) lay_out(&cards[row], typesetter);
  for (int row = 0; row < count; row++) draw(&cards[row]);
  cairo_surface_t *page = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, PAGE_HEIGHT);
  int first = 0, number = 0;
  long top = 0, end = 0;
  for (int row = 0; row < count; row++) end += cards[row].height;
  for (long page_top = 0; page_top < end; page_top += PAGE_HEIGHT) {
    while (top + cards[first].height <= page_top) top += cards[first++].height;
    cairo_t *cairo = cairo_create(page);
    cairo_set_source_rgb(cairo, 0.937, 0.937, 0.957);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    long y = top;
    for (int row = first; row < count && y < page_top + PAGE_HEIGHT; row++) {
      cairo_set_source_surface(cairo, cards[row].surface, 0, y - page_top);
      cairo_rectangle(cairo, 0, y - page_top, WIDTH, cards[row].height);
      cairo_fill(cairo);
      y += cards[row].height;
    }
    cairo_destroy(cairo);
    char path[4096];
    snprintf(path, sizeof path, "%s%04d.png", prefix, number++);
    if (cairo_surface_write_to_png(page, path) != CAIRO_STATUS_SUCCESS) fail("a page cannot be written");
  }
  printf("pages %d\n", number);
}

static int order(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return difference < 0 ? -1 : difference > 0;
}

static double median(double *values, int count) {
  qsort(values, count, sizeof *values, order);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// Prints the medians of both stages; the first turn fills the caches of Pango and Cairo, and does not count.
static void time_stages(Card *cards, int count, const Typesetter *typesetter, int repeats) {
  double layout[MOST_REPEATS], raster[MOST_REPEATS];
  for (int turn = 0; turn <= repeats; turn++) {
    double start = processor_microseconds();
    for (int row = 0; row < count; row++) {
      forget_layouts(&cards[row]);
      lay_out(&cards[row], typesetter);
    }
    double middle = processor_microseconds();
    for (int row = 0; row < count; row++) {
      draw(&cards[row]);
      forget_surface(&cards[row]);
    }
    double end = processor_microseconds();
    if (turn == 0) continue;
    layout[turn - 1] = (middle - start) / count;
    raster[turn - 1] = (end - middle) / count;
  }
  printf("layout %.2f\nraster %.2f\n", median(layout, repeats), median(raster, repeats));
}

int main(int count, char **arguments) {
  const char *kind = NULL, *prefix = NULL;
  int repeats = 0;
  if (count < 2) fail("which feed?");
  for (int index = 2; index < count; index += 2) {
    const char *value = index + 1 < count ? arguments[index + 1] : "";
    if (!strcmp(arguments[index], "--pages")) prefix = value;
    else if (!strcmp(arguments[index], "--kind")) kind = value;
    else if (!strcmp(arguments[index], "--repeat")) repeats = atoi(value);
    else fail("unknown option");
  }
  if (repeats < 0 || repeats > MOST_REPEATS) fail("--repeat is 1 to 64");
  int rows;
  Card *cards = read_cards(arguments[1], kind, &rows);
  Typesetter typesetter = make_typesetter();
  if (prefix) write_pages(cards, rows, &typesetter, prefix);
  if (repeats) time_stages(cards, rows, &typesetter, repeats);
  return 0;
}
