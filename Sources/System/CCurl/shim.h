// libcurl, loaded by `galley fetch` alone: no other process of Galley has code that opens a connection.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// Never changed once it is loaded, so that threads may share it.
struct __attribute__((swift_attr("@Sendable"))) galley_curl_functions {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *make;
  __typeof__(curl_easy_cleanup) *cleanup;
  __typeof__(curl_easy_reset) *reset;
  __typeof__(curl_easy_setopt) *set;
  __typeof__(curl_easy_getinfo) *get;
  __typeof__(curl_easy_perform) *perform;
  __typeof__(curl_easy_strerror) *words;
  __typeof__(curl_slist_append) *append;
  __typeof__(curl_slist_free_all) *free_list;
};

// Loads the library for the rest of the process; false if it is not installed, or older than 7.85.
static inline bool galley_curl_load(struct galley_curl_functions *_Nonnull table) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  bool whole = true;
#define GALLEY_CURL(member, name) \
  whole = (*(void **)&table->member = dlsym(library, #name)) != NULL && whole
  GALLEY_CURL(global_init, curl_global_init);
  GALLEY_CURL(make, curl_easy_init);
  GALLEY_CURL(cleanup, curl_easy_cleanup);
  GALLEY_CURL(reset, curl_easy_reset);
  GALLEY_CURL(set, curl_easy_setopt);
  GALLEY_CURL(get, curl_easy_getinfo);
  GALLEY_CURL(perform, curl_easy_perform);
  GALLEY_CURL(words, curl_easy_strerror);
  GALLEY_CURL(append, curl_slist_append);
  GALLEY_CURL(free_list, curl_slist_free_all);
#undef GALLEY_CURL
  return whole && table->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// A request, which all members up to `owner` belong to, and its answer.
struct galley_transfer {
  const char *_Nullable url;
  const char *_Nullable user_agent;
  // The words of an earlier answer, of which one without a change has the status 304; null for none.
  const char *_Nullable known_tag, *_Nullable known_date;
  long timeout_ms, connect_timeout_ms, redirect_limit;
  // Whether a socket may be connected to an address of 4 or 16 bytes.
  bool (*_Nullable allows)(void *_Nullable owner, const uint8_t *_Nonnull bytes, int count);
  // Takes bytes of the body; false ends the transfer.
  bool (*_Nullable take)(void *_Nullable owner, const uint8_t *_Nonnull bytes, size_t count);
  void *_Nullable owner;
  // The answer.
  bool is_refused;
  long status;
  char content_type[128];
  // The headers ETag and Last-Modified; empty if there are none, or they are too long.
  char tag[256], date[64];
  char message[CURL_ERROR_SIZE];
};

static inline size_t galley_curl_write(char *bytes, size_t size, size_t count, void *context) {
  struct galley_transfer *transfer = (struct galley_transfer *)context;
  bool taken = transfer->take(transfer->owner, (const uint8_t *)bytes, size * count);
  return taken ? size * count : 0;
}

// Keeps the value of a header, without white space at its ends.
static inline void galley_curl_keep(
    const char *line, size_t count, const char *name, char *value, size_t room) {
  size_t length = strlen(name);
  if (count <= length || strncasecmp(line, name, length) != 0) return;
  line += length, count -= length;
  while (count > 0 && (*line == ' ' || *line == '\t')) line++, count--;
  while (count > 0 && (unsigned char)line[count - 1] <= ' ') count--;
  if (count >= room) count = 0;
  memcpy(value, line, count);
  value[count] = 0;
}

// Takes a header; that of a status begins another answer, such as that after a redirect.
static inline size_t galley_curl_header(char *line, size_t size, size_t count, void *context) {
  struct galley_transfer *transfer = (struct galley_transfer *)context;
  if (size * count >= 5 && strncmp(line, "HTTP/", 5) == 0) transfer->tag[0] = transfer->date[0] = 0;
  galley_curl_keep(line, size * count, "etag:", transfer->tag, sizeof transfer->tag);
  galley_curl_keep(line, size * count, "last-modified:", transfer->date, sizeof transfer->date);
  return size * count;
}

// Appends a header of a request to a list; null for lack of memory.
static inline struct curl_slist *galley_curl_append(
    const struct galley_curl_functions *_Nonnull curl, struct curl_slist *list, const char *name,
    const char *value) {
  char line[384];
  snprintf(line, sizeof line, "%s: %s", name, value);
  struct curl_slist *longer = curl->append(list, line);
  if (!longer) curl->free_list(list);
  return longer;
}

// Called for each address that a connection is tried to: those of each redirect, and of each answer of a resolver.
static inline curl_socket_t galley_curl_open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  struct galley_transfer *transfer = (struct galley_transfer *)context;
  const uint8_t *bytes = NULL;
  int count = 0;
  if (address->family == AF_INET) {
    bytes = (const uint8_t *)&((struct sockaddr_in *)&address->addr)->sin_addr;
    count = 4;
  } else if (address->family == AF_INET6) {
    bytes = (const uint8_t *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr;
    count = 16;
  }
  if (purpose != CURLSOCKTYPE_IPCXN || !bytes || !transfer->allows(transfer->owner, bytes, count)) {
    transfer->is_refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Makes a request; the result is 0 or a code of the library, with a message.
static inline int galley_curl_run(
    const struct galley_curl_functions *_Nonnull curl, void *_Nonnull handle,
    struct galley_transfer *_Nonnull transfer) {
  curl->reset(handle);
  transfer->message[0] = 0;
  transfer->is_refused = false;
  transfer->tag[0] = transfer->date[0] = 0;
  CURLcode code = CURLE_OK;
  struct curl_slist *headers = NULL;
  if (transfer->known_tag)
    headers = galley_curl_append(curl, headers, "If-None-Match", transfer->known_tag);
  if (transfer->known_date)
    headers = galley_curl_append(curl, headers, "If-Modified-Since", transfer->known_date);
#define GALLEY_SET(option, value) \
  if (code == CURLE_OK) code = curl->set(handle, option, value)
  GALLEY_SET(CURLOPT_ERRORBUFFER, transfer->message);
  GALLEY_SET(CURLOPT_URL, transfer->url);
  GALLEY_SET(CURLOPT_PROTOCOLS_STR, "http,https");
  GALLEY_SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  GALLEY_SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  GALLEY_SET(CURLOPT_FOLLOWLOCATION, 1L);
  GALLEY_SET(CURLOPT_MAXREDIRS, transfer->redirect_limit);
  GALLEY_SET(CURLOPT_FAILONERROR, 1L);
  GALLEY_SET(CURLOPT_NOSIGNAL, 1L);
  GALLEY_SET(CURLOPT_TIMEOUT_MS, transfer->timeout_ms);
  GALLEY_SET(CURLOPT_CONNECTTIMEOUT_MS, transfer->connect_timeout_ms);
  GALLEY_SET(CURLOPT_USERAGENT, transfer->user_agent);
  // A proxy would connect to addresses that are not checked here.
  GALLEY_SET(CURLOPT_PROXY, "");
  GALLEY_SET(CURLOPT_NOPROXY, "*");
  GALLEY_SET(CURLOPT_OPENSOCKETFUNCTION, galley_curl_open_socket);
  GALLEY_SET(CURLOPT_OPENSOCKETDATA, transfer);
  GALLEY_SET(CURLOPT_WRITEFUNCTION, galley_curl_write);
  GALLEY_SET(CURLOPT_WRITEDATA, transfer);
  GALLEY_SET(CURLOPT_HEADERFUNCTION, galley_curl_header);
  GALLEY_SET(CURLOPT_HEADERDATA, transfer);
  GALLEY_SET(CURLOPT_HTTPHEADER, headers);
#undef GALLEY_SET
  if (code == CURLE_OK) code = curl->perform(handle);
  char *type = NULL;
  transfer->status = 0;
  curl->get(handle, CURLINFO_RESPONSE_CODE, &transfer->status);
  curl->get(handle, CURLINFO_CONTENT_TYPE, &type);
  snprintf(transfer->content_type, sizeof transfer->content_type, "%s", type ? type : "");
  if (code != CURLE_OK && !transfer->message[0])
    snprintf(transfer->message, sizeof transfer->message, "%s", curl->words(code));
  curl->set(handle, CURLOPT_ERRORBUFFER, NULL);
  curl->set(handle, CURLOPT_HTTPHEADER, NULL);
  curl->free_list(headers);
  return (int)code;
}

// Codes that a message tells apart.
enum {
  galley_curl_http_error = CURLE_HTTP_RETURNED_ERROR,
  galley_curl_timed_out = CURLE_OPERATION_TIMEDOUT,
  galley_curl_too_many_redirects = CURLE_TOO_MANY_REDIRECTS,
  galley_curl_unsupported_protocol = CURLE_UNSUPPORTED_PROTOCOL,
};
