#pragma once
// Landlock and seccomp, by raw calls: the headers of older systems lack what newer kernels know.
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are those of all architectures.
enum { galley_landlock_create = 444, galley_landlock_add = 445, galley_landlock_restrict = 446 };

// The rights of <linux/landlock.h>: reading a file and a folder, and writing: a file's bytes, removing, making
// folders and files, moving between folders, truncating.
enum {
  galley_right_read = 1 << 2 | 1 << 3,
  galley_right_write = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 14,
  galley_right_of_file = 1 << 1 | 1 << 2 | 1 << 14,
};

struct galley_rules { uint64_t files, network, scoped; };
struct galley_rule { uint64_t rights; int32_t parent; } __attribute__((packed));

// The version of Landlock in the kernel; a negative errno if there is none.
static inline int galley_landlock_version(void) {
  long version = syscall(galley_landlock_create, NULL, 0ul, 1ul);
  return version < 0 ? -errno : (int)version;
}

// The rights over files that a version of Landlock knows.
static inline uint64_t galley_landlock_rights(int version) {
  return version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version == 2 ? 0x3FFF : 0x1FFF;
}

// Makes rules that refuse all files, and all connections and signals to other processes where the kernel knows them; a
// negative errno on failure.
static inline int galley_landlock_begin(int version) {
  struct galley_rules rules = {
      galley_landlock_rights(version), version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  long descriptor = syscall(galley_landlock_create, &rules, size, 0ul);
  return descriptor < 0 ? -errno : (int)descriptor;
}

// Allows reading, and writing too, of the file or folder at `path` and all below it; 0, or the errno of opening
// it, or a negative errno if the kernel refuses the rule.
static inline int galley_landlock_allow(int rules, int version, const char *path, bool writes) {
  int file = open(path, __O_PATH | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  uint64_t rights = galley_right_read | (writes ? galley_right_write : 0);
  if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= galley_right_of_file;
  struct galley_rule rule = {rights & galley_landlock_rights(version), file};
  int code = syscall(galley_landlock_add, rules, 1l, &rule, 0ul) == 0 ? 0 : -errno;
  close(file);
  return code;
}

// Puts the rules into force for this thread and those that it starts later; 0 or an errno.
static inline int galley_landlock_enforce(int rules) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1ul, 0ul, 0ul, 0ul)) return errno;
  return syscall(galley_landlock_restrict, rules, 0ul) == 0 ? 0 : errno;
}

// The ends of a filter, to which its jumps lead, until their places are known.
enum { galley_end_refuse = 253, galley_end_allow = 254, galley_end_unknown = 255 };

// Adds a step to a filter of at most `galley_filter_limit` steps.
enum { galley_filter_limit = 160 };
static inline void galley_filter_add(struct sock_filter *steps, int *count, struct sock_filter step) {
  if (*count < galley_filter_limit) steps[(*count)++] = step;
}

// Adds the end of a filter for call `number`, which depends on the lower half of an argument, compared by `test` with
// `value`: `yes` and `no` are ends.
static inline void galley_filter_add_argument(
    struct sock_filter *steps, int *count, uint32_t number, int argument, uint16_t test,
    uint32_t value, uint8_t yes, uint8_t no) {
  galley_filter_add(steps, count, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 2));
  galley_filter_add(
      steps, count,
      (struct sock_filter)BPF_STMT(
          BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (uint32_t)argument));
  galley_filter_add(steps, count, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no));
}

#if defined(__x86_64__)
#define GALLEY_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define GALLEY_MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef GALLEY_MACHINE
// Calls that a run does not need: sockets, new programs, other processes and what they share, rights of files by their path,
// watches of files, and the kernel's own interfaces.
static const uint32_t galley_refused_calls[] = {
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
    SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_perf_event_open, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_syslog,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname,
    SYS_setdomainname, SYS_quotactl, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_userfaultfd,
    SYS_unshare, SYS_setns, SYS_open_by_handle_at, SYS_fchmodat, SYS_fchownat, SYS_setxattr,
    SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_shmget, SYS_shmat, SYS_shmctl,
    SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semtimedop,
    SYS_semctl, SYS_mq_open, SYS_mq_unlink, SYS_inotify_init1, SYS_inotify_add_watch,
    SYS_fanotify_init, SYS_setpriority, SYS_ioprio_set, SYS_truncate,
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown, SYS_iopl, SYS_ioperm, SYS_kexec_file_load,
    SYS_inotify_init,
#else
    294 /* kexec_file_load */,
#endif
    424 /* pidfd_send_signal */, 425 /* io_uring_setup */, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */, 434 /* pidfd_open */, 438 /* pidfd_getfd */,
    442 /* mount_setattr */, 452 /* fchmodat2 */, 463 /* setxattrat */, 466 /* removexattrat */,
    467 /* open_tree_attr */, 469 /* file_setattr */,
};

// Adds the end of a filter for call `number`, which opens a file with flags: they may empty one only to write it.
static inline void galley_filter_add_opening(
    struct sock_filter *steps, int *count, uint32_t number, int argument) {
  galley_filter_add(steps, count, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4));
  galley_filter_add(
      steps, count,
      (struct sock_filter)BPF_STMT(
          BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (uint32_t)argument));
  galley_filter_add(
      steps, count, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_TRUNC | O_ACCMODE));
  galley_filter_add(
      steps, count,
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | O_RDONLY, galley_end_refuse, 0));
  // The fourth mode asks for rights to read and to write, of which Landlock sees neither.
  galley_filter_add(
      steps, count,
      (struct sock_filter)BPF_JUMP(
          BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | O_ACCMODE, galley_end_refuse, galley_end_allow));
}

// Ends a filter: calls that no step named are allowed, and jumps lead to the ends. Returns the number of steps.
static inline int galley_filter_finish(struct sock_filter *steps, int count) {
  const int allow = count, refuse = count + 1, unknown = count + 2;
  for (int index = 0; index < count; index++) {
    if (BPF_CLASS(steps[index].code) != BPF_JMP) continue;
    uint8_t *ends[] = {&steps[index].jt, &steps[index].jf};
    for (int which = 0; which < 2; which++) {
      const int end = *ends[which] == galley_end_refuse   ? refuse
                      : *ends[which] == galley_end_allow   ? allow
                      : *ends[which] == galley_end_unknown ? unknown
                                                           : 0;
      if (end > 0) *ends[which] = (uint8_t)(end - index - 1);
    }
  }
  steps[allow] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  steps[refuse] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  steps[unknown] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  return count + 3;
}
#endif

// Refuses calls that a run does not need, for all threads of the process: `galley_refused_calls`, and some by their
// arguments. Where Landlock does not see that a file is emptied, as before its version 3, openat2 is not there, whose flags a filter
// cannot see. 0 or an errno.
static inline int galley_refuse_calls(int landlock_version) {
#ifndef GALLEY_MACHINE
  return ENOSYS;
#else
  struct sock_filter steps[galley_filter_limit + 3];
  int count = 0;
  galley_filter_add(
      steps, &count,
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  galley_filter_add(
      steps, &count,
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, GALLEY_MACHINE, 0, galley_end_refuse));
  galley_filter_add(
      steps, &count,
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  // Calls of x86-64 with 32-bit pointers have other numbers.
  galley_filter_add(
      steps, &count,
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, galley_end_refuse, 0));
  for (size_t index = 0; index < sizeof galley_refused_calls / sizeof *galley_refused_calls; index++) {
    galley_filter_add(
        steps, &count,
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, galley_refused_calls[index], galley_end_refuse, 0));
  }
  // The C library starts threads by `clone` if there is no `clone3`, whose flags a filter cannot see.
  galley_filter_add(
      steps, &count, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, galley_end_unknown, 0));
  if (landlock_version < 3) {
    galley_filter_add(
        steps, &count,
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, galley_end_unknown, 0));
  }
#if defined(SYS_open)
  galley_filter_add_opening(steps, &count, SYS_open, 1);
#endif
  galley_filter_add_opening(steps, &count, SYS_openat, 2);
  // New namespaces: CLONE_NEWNS, and those from CLONE_NEWCGROUP to CLONE_NEWNET.
  galley_filter_add_argument(
      steps, &count, SYS_clone, 0, BPF_JSET, 0x7E020000, galley_end_refuse, galley_end_allow);
  // A process that aborts signals its own thread.
  galley_filter_add_argument(
      steps, &count, SYS_tgkill, 0, BPF_JEQ, (uint32_t)getpid(), galley_end_allow, galley_end_refuse);
  // 0 is the process itself, or the thread.
  galley_filter_add_argument(
      steps, &count, SYS_prlimit64, 0, BPF_JEQ, 0, galley_end_allow, galley_end_refuse);
  static const struct { uint32_t number; int argument; } own[] = {
      {SYS_sched_setparam, 0},
      {SYS_sched_setscheduler, 0}, {SYS_sched_setaffinity, 0}, {SYS_sched_setattr, 0}};
  for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
    galley_filter_add_argument(
        steps, &count, own[index].number, own[index].argument, BPF_JEQ, 0, galley_end_allow,
        galley_end_refuse);
  }
  // Characters that a terminal takes for typed ones: TIOCSTI, TIOCLINUX.
  galley_filter_add_argument(steps, &count, SYS_ioctl, 1, BPF_JEQ, 0x5412, galley_end_refuse, 0);
  galley_filter_add(
      steps, &count,
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x541C, galley_end_refuse, galley_end_allow));
  if (count == galley_filter_limit) return E2BIG;
  struct sock_fprog program = {.len = (unsigned short)galley_filter_finish(steps, count), .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1ul, 0ul, 0ul, 0ul)) return errno;
  long code = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  // A positive code is the number of a thread that has another filter.
  return code < 0 ? errno : code > 0 ? EBUSY : 0;
#endif
}
