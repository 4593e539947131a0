#pragma once

// The number of calls, of those that Swift cannot make, that a sandbox should refuse, and that did not end with EPERM:
// attributes of `path`, limits of the parent process, threads and processes in new namespaces, typed characters.
int unrefused_calls(const char *path);
