#pragma once
// openat2 has no wrapper in glibc 2.36, and variadic functions do not reach Swift.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

// Opens `path` for reading below `directory`, never above it; a negative errno on failure.
// A last component that is a link is refused, and opening a FIFO does not wait for a writer.
static inline int galley_open_beneath(int directory, const char *path) {
  struct open_how how = {0};
  how.flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  long descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
  return descriptor < 0 ? -errno : (int)descriptor;
}

// Opens the folder at `path` as a place to start from; a negative errno on failure.
static inline int galley_open_folder(const char *path) {
  int descriptor = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

// Whether the byte at `place` cannot be written: the kernel is asked to put there what is there.
static inline bool galley_is_read_only(const void *place) {
  const struct { const void *place; unsigned long count; } byte = {place, 1};  // struct iovec
  return syscall(SYS_process_vm_readv, getpid(), &byte, 1ul, &byte, 1ul, 0ul) < 0 && errno == EFAULT;
}
