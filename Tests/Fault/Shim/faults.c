// Makes one call of a kind fail, or all from one on. Preloaded into the command by FaultTests.
//
// GALLEY_FAULT is KIND:NUMBER:ERRNO: the call of KIND with NUMBER, from 1, fails with ERRNO; with a plus
// after NUMBER, all later ones do too. GALLEY_FAULT_SEEN is a file that is created when a call failed.
// clock:NUMBER:SECONDS moves the clock of the day by so many seconds from the reading with NUMBER on, and back at the
// next one, and so on. uptime:NUMBER:SECONDS moves the other clocks once, as after a suspended virtual machine.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char kind[32];
static long number, code;
static int is_sticky;
static const char *seen;
static atomic_long count;

__attribute__((constructor)) static void prepare(void) {
  const char *fault = getenv("GALLEY_FAULT");
  if (!fault) return;
  seen = getenv("GALLEY_FAULT_SEEN");
  size_t length = strcspn(fault, ":");
  if (length >= sizeof kind || fault[length] == 0) return;
  memcpy(kind, fault, length);
  char *rest;
  number = strtol(fault + length + 1, &rest, 10);
  is_sticky = *rest == '+';
  code = strtol(rest + is_sticky + 1, 0, 10);
}

// Whether this call of `name` fails; the error number is set then.
static int fails(const char *name) {
  if (number == 0 || strcmp(name, kind)) return 0;
  long now = atomic_fetch_add(&count, 1) + 1;
  if (now != number && !(is_sticky && now > number)) return 0;
  if (seen) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, seen, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
  errno = (int)code;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static mode_t mode_of(int flags, va_list list) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define OPEN(name)                                                                  \
  int name(const char *path, int flags, ...) {                                      \
    va_list list;                                                                   \
    va_start(list, flags);                                                          \
    mode_t mode = mode_of(flags, list);                                             \
    va_end(list);                                                                   \
    return fails("open") ? -1 : NEXT(name)(path, flags, mode);                      \
  }
#define OPENAT(name)                                                                \
  int name(int folder, const char *path, int flags, ...) {                          \
    va_list list;                                                                   \
    va_start(list, flags);                                                          \
    mode_t mode = mode_of(flags, list);                                             \
    va_end(list);                                                                   \
    return fails("open") ? -1 : NEXT(name)(folder, path, flags, mode);              \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int file, const void *bytes, size_t size) {
  return fails("write") ? -1 : NEXT(write)(file, bytes, size);
}
ssize_t writev(int file, const struct iovec *parts, int size) {
  return fails("write") ? -1 : NEXT(writev)(file, parts, size);
}
ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  return fails("write") ? -1 : NEXT(pwrite)(file, bytes, size, place);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
  return fails("write") ? -1 : NEXT(pwrite64)(file, bytes, size, place);
}
int rename(const char *old, const char *new) {
  return fails("rename") ? -1 : NEXT(rename)(old, new);
}
int renameat(int folder, const char *old, int other, const char *new) {
  return fails("rename") ? -1 : NEXT(renameat)(folder, old, other, new);
}
int renameat2(int folder, const char *old, int other, const char *new, unsigned flags) {
  return fails("rename") ? -1 : NEXT(renameat2)(folder, old, other, new, flags);
}
int linkat(int folder, const char *old, int other, const char *new, int flags) {
  return fails("rename") ? -1 : NEXT(linkat)(folder, old, other, new, flags);
}
int fsync(int file) { return fails("fsync") ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return fails("fsync") ? -1 : NEXT(fdatasync)(file); }
void *mmap(void *place, size_t size, int access, int flags, int file, off_t from) {
  return fails("mmap") ? MAP_FAILED : NEXT(mmap)(place, size, access, flags, file, from);
}
void *mmap64(void *place, size_t size, int access, int flags, int file, off64_t from) {
  return fails("mmap") ? MAP_FAILED : NEXT(mmap64)(place, size, access, flags, file, from);
}

// Allocations of this size and above count; smaller ones fail on a machine without any memory alone.
enum { large = 64 << 10 };
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  return size >= large && fails("malloc") ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  size_t whole;
  int is_large = !__builtin_mul_overflow(count, size, &whole) && whole >= large;
  return is_large && fails("malloc") ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  return size >= large && fails("malloc") ? NULL : __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  return size >= large && fails("malloc") ? NULL : __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **place, size_t alignment, size_t size) {
  void *memory = memalign(alignment, size);
  if (memory) *place = memory;
  return memory ? 0 : ENOMEM;
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  return fails("thread") ? (int)code : NEXT(pthread_create)(thread, attributes, run, argument);
}

// How far a clock is moved at this reading, in seconds.
static long moved_seconds(clockid_t clock) {
  int is_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (number == 0 || strcmp(kind, is_day ? "clock" : "uptime")) return 0;
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return 0;
  long now = atomic_fetch_add(&count, 1) + 1;
  if (now < number) return 0;
  if (now == number && seen)
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, seen, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
  return is_day && (now - number) % 2 ? 0 : code;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (syscall(SYS_clock_gettime, clock, time)) return -1;
  time->tv_sec += moved_seconds(clock);
  return 0;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
