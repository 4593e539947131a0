import Glibc

/// Whether a sanitizer of threads or addresses runs, which allocates in malloc's place: malloc knows of no memory then, and
/// its settings have no effect.
package let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
