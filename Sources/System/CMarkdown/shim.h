#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The memory of a tree of cmark-gfm, which is counted against limits, and freed at once.
//
// cmark-gfm cannot fail for lack of memory, and its allocator has no context. So the thread has one, and a jump leaves cmark-gfm
// beyond a limit. Its own state is in this memory, but for the tables of characters that are special for extensions, and
// that emphasis skips: a parser sets and removes those of its extensions. Until one with the same extensions has run, the
// characters of those that were left divide texts into more nodes.

// What is before each allocation; its size keeps the alignment. Its last byte is 0, which is no letter: the extension of
// addresses looks at the byte before a text that begins with a colon (CVE-2023-22485).
struct galley_markdown_block {
  struct galley_markdown_block *_Nullable previous, *_Nullable next;
  size_t size, is_copy;
};

enum galley_markdown_excess {
  galley_markdown_none,
  // The HTML of the tree.
  galley_markdown_excess_of_html,
  // The addresses and titles that are copied for each use of a reference.
  galley_markdown_copies,
  // All memory.
  galley_markdown_memory_of_tree,
  // The quotations and lists within each other.
  galley_markdown_nesting,
};

struct galley_markdown_memory {
  struct galley_markdown_block *_Nullable blocks;
  // The bytes that are in use, and those of copies among them.
  size_t used, used_limit, copied, copied_limit;
  // The root of the tree, as soon as a line is read.
  cmark_node *_Nullable root;
  // The jmp_buf to which a limit leads, while one does, and the limit that led there.
  void *_Nullable way_out;
  enum galley_markdown_excess excess;
  struct galley_markdown_memory *_Nullable outer;
};

// The memory of this thread's tree. Swift emits no variable that is outside of functions.
static inline struct galley_markdown_memory *_Nullable *_Nonnull galley_markdown_place(void) {
  static _Thread_local struct galley_markdown_memory *_Nullable current;
  return &current;
}

// Counts bytes that will be in use; beyond a limit, leaves cmark-gfm.
static inline void galley_markdown_count(size_t size, bool is_copy) {
  struct galley_markdown_memory *memory = *galley_markdown_place();
  if (size > SIZE_MAX / 4) abort();
  const enum galley_markdown_excess excess =
      is_copy && memory->copied + size > memory->copied_limit ? galley_markdown_copies
                     : memory->used + size > memory->used_limit             ? galley_markdown_memory_of_tree
                                                                            : galley_markdown_none;
  if (excess && memory->way_out) {
    memory->excess = excess;
    longjmp(*(jmp_buf *)memory->way_out, 1);
  }
  memory->used += size;
  if (is_copy) memory->copied += size;
}

// Makes a block, which may have moved, part of the list of all.
static inline void *_Nonnull galley_markdown_link(
    struct galley_markdown_block *_Nullable block, struct galley_markdown_block *_Nullable previous,
    struct galley_markdown_block *_Nullable next) {
  // As cmark-gfm's own allocator does.
  if (!block) abort();
  block->previous = previous;
  block->next = next;
  if (previous) previous->next = block; else (*galley_markdown_place())->blocks = block;
  if (next) next->previous = block;
  return block + 1;
}

static inline void *_Nonnull galley_markdown_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / 4 / size) abort();
  // cmark-gfm takes bytes one by one for copies of addresses and titles, and for hardly anything else.
  galley_markdown_count(count * size, size == 1);
  struct galley_markdown_block *block = calloc(1, sizeof *block + count * size);
  if (block) {
    block->size = count * size;
    block->is_copy = size == 1;
  }
  return galley_markdown_link(block, NULL, (*galley_markdown_place())->blocks);
}

static inline void galley_markdown_free(void *_Nullable place) {
  if (!place) return;
  struct galley_markdown_block *block = (struct galley_markdown_block *)place - 1;
  struct galley_markdown_memory *memory = *galley_markdown_place();
  memory->used -= block->size;
  if (block->is_copy) memory->copied -= block->size;
  if (block->previous) block->previous->next = block->next; else memory->blocks = block->next;
  if (block->next) block->next->previous = block->previous;
  free(block);
}

static inline void *_Nonnull galley_markdown_realloc(void *_Nullable place, size_t size) {
  if (!place) {
    void *first = galley_markdown_calloc(1, 0);
    return galley_markdown_realloc(first, size);
  }
  struct galley_markdown_block *block = (struct galley_markdown_block *)place - 1;
  struct galley_markdown_block *previous = block->previous, *next = block->next;
  if (size > block->size) {
    galley_markdown_count(size - block->size, block->is_copy);
    block = realloc(block, sizeof *block + size);
    if (block) block->size = size;
  }
  return galley_markdown_link(block, previous, next);
}

// Begins a tree, and makes its memory that of the thread. The limits count bytes.
static inline void galley_markdown_begin(
    struct galley_markdown_memory *_Nonnull memory, size_t used_limit, size_t copied_limit) {
  *memory = (struct galley_markdown_memory){
      .used_limit = used_limit, .copied_limit = copied_limit, .outer = *galley_markdown_place()};
  *galley_markdown_place() = memory;
}

// Frees a tree with its parser, on the thread that began it.
static inline void galley_markdown_end(struct galley_markdown_memory *_Nonnull memory) {
  while (memory->blocks) galley_markdown_free(memory->blocks + 1);
  *galley_markdown_place() = memory->outer;
}

static inline cmark_mem *_Nonnull galley_markdown_allocator(void) {
  static cmark_mem allocator = {galley_markdown_calloc, galley_markdown_realloc, galley_markdown_free};
  return &allocator;
}

// Notes the root of the tree; opens no block.
static inline cmark_node *_Nullable galley_markdown_note_root(
    cmark_syntax_extension *_Nonnull extension, int indented, cmark_parser *_Nonnull parser,
    cmark_node *_Nonnull node, unsigned char *_Nonnull text, int count) {
  (void)extension, (void)indented, (void)parser, (void)text, (void)count;
  struct galley_markdown_memory *memory = *galley_markdown_place();
  if (memory->root) return NULL;
  while (cmark_node_parent(node)) node = cmark_node_parent(node);
  memory->root = node;
  return NULL;
}

// Makes an extension that tells the root of a tree, which is not freed: cmark-gfm has no other way to it before the end of the text.
static inline cmark_syntax_extension *_Nonnull galley_markdown_root_extension(void) {
  cmark_syntax_extension *extension = cmark_syntax_extension_new("root");
  cmark_syntax_extension_set_open_block_func(extension, galley_markdown_note_root);
  return extension;
}

// Makes a parser of which the thread's memory is the owner, with an extension that tells its root.
static inline cmark_parser *_Nonnull galley_markdown_parser(
    int options, cmark_syntax_extension *_Nonnull root) {
  cmark_parser *parser = cmark_parser_new_with_mem(options, galley_markdown_allocator());
  cmark_parser_attach_syntax_extension(parser, root);
  return parser;
}

// The quotations, elements of lists and footnotes that are open, within each other.
static inline size_t galley_markdown_depth(cmark_node *_Nullable root) {
  size_t depth = 0;
  // The blocks that are open are the last ones.
  for (cmark_node *node = root; node; node = cmark_node_last_child(node)) {
    const cmark_node_type type = cmark_node_get_type(node);
    depth += type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM ||
             type == CMARK_NODE_FOOTNOTE_DEFINITION;
  }
  return depth;
}

// Reads a text, line by line: cmark-gfm goes through all open blocks for each of them, and has no limit of these. Beyond a limit,
// tells which one, after which there is nothing to do but to free the memory.
static inline enum galley_markdown_excess galley_markdown_feed(
    cmark_parser *_Nonnull parser, const char *_Nullable text, size_t count, size_t depth_limit) {
  struct galley_markdown_memory *memory = *galley_markdown_place();
  const char *const end = text + count;
  jmp_buf way_out;
  if (setjmp(way_out) == 0) {
    memory->way_out = &way_out;
    // An empty line, of which the extension tells the root. A byte order mark is none behind it.
    cmark_parser_feed(parser, "\n", 1);
    if (count >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    while (text < end && !memory->excess) {
      const char *line_end = text;
      while (line_end < end && *line_end != '\n' && *line_end != '\r') line_end++;
      if (line_end == end) {
        cmark_parser_feed(parser, text, (size_t)(end - text));
        cmark_parser_feed(parser, "\n", 1);
      } else {
        line_end += line_end[0] == '\r' && line_end + 1 < end && line_end[1] == '\n' ? 2 : 1;
        cmark_parser_feed(parser, text, (size_t)(line_end - text));
      }
      text = line_end;
      if (galley_markdown_depth(memory->root) > depth_limit) memory->excess = galley_markdown_nesting;
    }
  }
  memory->way_out = NULL;
  return memory->excess;
}

// Ends a text, and gives its tree; beyond a limit, which one.
static inline enum galley_markdown_excess galley_markdown_finish(
    cmark_parser *_Nonnull parser, cmark_node *_Nullable *_Nonnull root) {
  struct galley_markdown_memory *memory = *galley_markdown_place();
  jmp_buf way_out;
  if (setjmp(way_out) == 0) {
    memory->way_out = &way_out;
    *root = cmark_parser_finish(parser);
  }
  memory->way_out = NULL;
  return memory->excess;
}

// Gives the HTML of a tree, which is freed with it, with at most so many bytes more than are in use; beyond a limit, which one.
static inline enum galley_markdown_excess galley_markdown_html(
    cmark_parser *_Nonnull parser, cmark_node *_Nonnull root, int options, size_t limit,
    char *_Nullable *_Nonnull html) {
  struct galley_markdown_memory *memory = *galley_markdown_place();
  jmp_buf way_out;
  memory->used_limit = limit < SIZE_MAX - memory->used ? memory->used + limit : SIZE_MAX;
  if (setjmp(way_out) == 0) {
    memory->way_out = &way_out;
    *html = cmark_render_html_with_mem(
        root, options, cmark_parser_get_syntax_extensions(parser), galley_markdown_allocator());
  }
  memory->way_out = NULL;
  return memory->excess ? galley_markdown_excess_of_html : galley_markdown_none;
}
