#pragma once

// The number of calls, of those that Swift cannot make, that a sandbox should refuse and did not: attributes of `path`,
// limits of the parent process, processes in new namespaces, typed characters. Without a sandbox, most end otherwise.
int unrefused_calls(const char *path);
