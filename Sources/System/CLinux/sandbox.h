#pragma once
// Landlock and seccomp, by raw calls: the headers of older systems lack what newer kernels know.
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
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

// Refuses calls that a run does not need, for all threads of the process: sockets, new programs, other
// processes, and the kernel's own interfaces. 0 or an errno.
static inline int galley_refuse_calls(void) {
#if defined(__x86_64__)
  const uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  const uint32_t machine = AUDIT_ARCH_AARCH64;
#else
  return ENOSYS;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  static const uint32_t refused[] = {
      SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
      SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
      SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_mount, SYS_umount2,
      SYS_pivot_root, SYS_chroot, SYS_bpf, SYS_perf_event_open, SYS_init_module, SYS_finit_module,
      SYS_kexec_load, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_userfaultfd, SYS_unshare,
      SYS_setns, SYS_open_by_handle_at, 424 /* pidfd_send_signal */, 425 /* io_uring_setup */,
      434 /* pidfd_open */, 438 /* pidfd_getfd */,
  };
  enum { count = sizeof refused / sizeof *refused };
  enum { first = 4, end = first + count, size = end + 5 };
  struct sock_filter steps[size] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, size - 1 - 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // Calls of x86-64 with 32-bit pointers have other numbers.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, size - 1 - 4, 0),
      // A process that aborts signals its own thread.
      [end] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  for (int index = 0; index < count; index++) {
    steps[first + index] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, refused[index], size - 1 - (first + index + 1), 0);
  }
  struct sock_fprog program = {.len = size, .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1ul, 0ul, 0ul, 0ul)) return errno;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) ? errno : 0;
#endif
}
