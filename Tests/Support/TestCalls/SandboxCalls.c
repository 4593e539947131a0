#define _GNU_SOURCE
#include "SandboxCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

static int count;

// Counts a call that was not refused, and tells which.
static void check(const char *name, long result, int expected) {
  if (result == -1 && errno == expected) return;
  fprintf(stderr, "%s: %ld, errno %d\n", name, result, errno);
  count++;
}

int unrefused_calls(const char *path) {
  struct rlimit limit;
  char character = 'a';
  count = 0;
  check("setxattr", setxattr(path, "user.a", "b", 1, 0), EPERM);
  check("lremovexattr", lremovexattr(path, "user.a"), EPERM);
  check("fchmodat", fchmodat(AT_FDCWD, path, 0600, 0), EPERM);
  check("fchmodat2", syscall(452, AT_FDCWD, path, 0600, 0), EPERM);
  check("prlimit", prlimit(getppid(), RLIMIT_NOFILE, 0, &limit), EPERM);
  check("unshare", unshare(0), EPERM);
  check("file_setattr", syscall(469, AT_FDCWD, path, 0, 0, 0), EPERM);
  check("open_tree_attr", syscall(467, AT_FDCWD, path, 0, 0, 0), EPERM);
  check("fspick", syscall(433, AT_FDCWD, path, 0), EPERM);
  check("shmget", shmget(IPC_PRIVATE, 4096, 0600), EPERM);
  check("shmat", (long)shmat(-1, 0, 0), EPERM);
  check("msgget", msgget(IPC_PRIVATE, 0600), EPERM);
  check("semget", semget(IPC_PRIVATE, 1, 0600), EPERM);
  check("mq_unlink", syscall(SYS_mq_unlink, "galley"), EPERM);
  check("inotify_add_watch", syscall(SYS_inotify_add_watch, -1, path, 1), EPERM);
  check("fanotify_init", syscall(SYS_fanotify_init, 0, 0), EPERM);
  check("setpriority", setpriority(PRIO_PROCESS, getppid(), 10), EPERM);
  check("setpriority, user", setpriority(PRIO_USER, 0, 10), EPERM);
  check("sched_setaffinity", syscall(SYS_sched_setaffinity, getppid(), 0, 0), EPERM);
  check("sched_setscheduler", syscall(SYS_sched_setscheduler, getppid(), 0, 0), EPERM);
  check("sched_setattr", syscall(SYS_sched_setattr, getppid(), 0, 0), EPERM);
  check("ioprio_set", syscall(SYS_ioprio_set, 1, getppid(), 0), EPERM);
  // The kernel refuses these pairs of flags with EINVAL before it looks at rights.
  check("clone, mounts", syscall(SYS_clone, CLONE_NEWNS | CLONE_FS | SIGCHLD, 0, 0, 0, 0), EPERM);
  check("clone, users", syscall(SYS_clone, CLONE_NEWUSER | CLONE_FS | SIGCHLD, 0, 0, 0, 0), EPERM);
  check("clone3", syscall(435, 0, 0), ENOSYS);
  check("tgkill", syscall(SYS_tgkill, getppid(), getppid(), 0), EPERM);
  check("TIOCSTI", ioctl(0, TIOCSTI, &character), EPERM);
  check("TIOCLINUX", ioctl(0, 0x541C, &character), EPERM);
  // These are those of the process itself.
  if (prlimit(0, RLIMIT_NOFILE, 0, &limit) != 0) count++;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) count++;
  if (sched_setparam(0, &(struct sched_param){0}) != 0) count++;
  return count;
}
