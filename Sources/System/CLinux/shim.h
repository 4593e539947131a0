#pragma once
// openat2 has no wrapper in glibc 2.36, and variadic functions do not reach Swift.
// _GNU_SOURCE is not defined here: the module of Swift's glibc is built without it, and a declaration
// that it changes (`__rusage_who`) would then differ between two modules, which ends a build as soon
// as one file sees both. `__O_PATH` and `__O_TMPFILE` are what <fcntl.h> always has.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

// Opens `path` below `directory` component by component, as galley_open_beneath does where the kernel has no
// openat2; a negative errno on failure. No component is a link, or leads up.
static inline int galley_walk_beneath(int directory, const char *path) {
  if (*path == '/') return -EXDEV;
  int folder = directory;
  while (1) {
    path += strspn(path, "/");
    size_t length = strcspn(path, "/");
    char name[NAME_MAX + 1];
    if (length > NAME_MAX) {
      if (folder != directory) close(folder);
      return -ENAMETOOLONG;
    }
    memcpy(name, path, length);
    name[length] = 0;
    path += length;
    int is_last = path[strspn(path, "/")] == 0;
    int next = -1;
    if (length == 0) errno = ENOENT;
    else if (!strcmp(name, "..")) errno = EXDEV;
    else if (is_last && *path != '/')
      next = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    else next = openat(folder, name, __O_PATH | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
    int code = errno;
    if (folder != directory) close(folder);
    if (next < 0) return -code;
    if (is_last) return next;
    folder = next;
  }
}

// Opens `path` for reading below `directory`, never above it; a negative errno on failure.
// A last component that is a link is refused, and opening a FIFO does not wait for a writer.
static inline int galley_open_beneath(int directory, const char *path) {
  struct open_how how = {0};
  how.flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  long descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
  if (descriptor >= 0) return (int)descriptor;
  // ENOSYS of kernels before 5.6, EPERM of containers whose filters do not know the call.
  return errno == ENOSYS || errno == EPERM ? galley_walk_beneath(directory, path) : -errno;
}

// Opens the folder at `path` as a place to start from; a negative errno on failure.
static inline int galley_open_folder(const char *path) {
  int descriptor = open(path, __O_PATH | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

// Creates a file without a name in `directory`, where the file system knows such files; a negative
// errno on failure. It goes with its last descriptor, whatever ends the process.
static inline int galley_open_unnamed(int directory) {
  int descriptor = openat(directory, ".", __O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  return descriptor < 0 ? -errno : descriptor;
}

// Gives a file without a name the name `path`, which is free, from `directory`; 0 or an errno.
static inline int galley_name_file(int descriptor, int directory, const char *path) {
  char self[32];
  snprintf(self, sizeof self, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, self, directory, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

// A stream whose lines go to a function. <stdio.h> has the types of fopencookie for _GNU_SOURCE alone.
struct galley_stream_functions {
  void *read;
  ssize_t (*write)(void *state, const char *bytes, size_t count);
  void *seek;
  void *close;
};
extern FILE *galley_open_stream(
    void *state, const char *mode, struct galley_stream_functions functions) __asm__("fopencookie");

// Gives what C code prints to its `stderr` to `write`, line by line; descriptor 2 stays as it is.
static inline void galley_divert_messages(ssize_t (*write)(void *, const char *, size_t)) {
  struct galley_stream_functions functions = {NULL, write, NULL, NULL};
  FILE *stream = galley_open_stream(NULL, "w", functions);
  if (stream == NULL) return;
  setvbuf(stream, NULL, _IOLBF, BUFSIZ);
  stderr = stream;
}

// Copies the first `count` bytes of a file, or all if it has fewer by now, to memory with a descriptor of its own; a
// negative errno on failure.
static inline int galley_copy_to_memory(int file, size_t count) {
  int copy = (int)syscall(SYS_memfd_create, "font", 1u /* MFD_CLOEXEC */);
  if (copy < 0) return -errno;
  off_t offset = 0;
  while ((size_t)offset < count) {
    ssize_t moved = sendfile(copy, file, &offset, count - (size_t)offset);
    if (moved > 0 || (moved < 0 && errno == EINTR)) continue;
    if (moved == 0 && offset > 0) break;
    int code = moved == 0 ? EIO : errno;
    close(copy);
    return -code;
  }
  return copy;
}

// Maps the pages of the shared mapping at `bytes` also at `place`, where another mapping is.
static inline void galley_map_again(const void *bytes, size_t count, const void *place) {
  syscall(SYS_mremap, bytes, 0ul, count, 3ul /* MREMAP_MAYMOVE | MREMAP_FIXED */, place);
}

// The smaller of the limits of addresses and of data, in bytes; -1 if there is none.
static inline long galley_memory_limit(void) {
  rlim_t least = RLIM_INFINITY;
  const int resources[] = {RLIMIT_AS, RLIMIT_DATA};
  for (int index = 0; index < 2; index++) {
    struct rlimit limit;
    if (getrlimit(resources[index], &limit) == 0 && limit.rlim_cur < least) least = limit.rlim_cur;
  }
  return least == RLIM_INFINITY ? -1 : (long)least;
}

// The first place of `count` bytes at `searched` in `length` bytes at `bytes`; NULL if there is none. Its header shows
// `memmem` to programs with GNU's extensions alone.
void *memmem(const void *, size_t, const void *, size_t);
static inline const void *galley_find(
    const void *bytes, size_t length, const void *searched, size_t count) {
  return memmem(bytes, length, searched, count);
}

// Whether the byte at `place` cannot be written: the kernel is asked to put there what is there.
static inline bool galley_is_read_only(const void *place) {
  const struct { const void *place; unsigned long count; } byte = {place, 1};  // struct iovec
  return syscall(SYS_process_vm_readv, getpid(), &byte, 1ul, &byte, 1ul, 0ul) < 0 && errno == EFAULT;
}
