// libcurl's option functions are variadic, which Swift cannot call. Each wrapper below fixes the type of the
// argument; the caller pairs it with an option of that type. The names in parentheses keep curl's own macros of
// the same name out of the way.

#include <curl/curl.h>

static inline CURLcode carrel_curl_set_long(CURL *handle, CURLoption option, long value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode carrel_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode carrel_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode carrel_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode carrel_curl_set_data_callback(CURL *handle, CURLoption option, curl_write_callback value) {
    return (curl_easy_setopt)(handle, option, value);
}

static inline CURLcode carrel_curl_set_request_callback(CURL *handle, curl_prereq_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode carrel_curl_set_socket_callback(CURL *handle, curl_opensocket_callback value) {
    return (curl_easy_setopt)(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

// The address itself, which may be longer than the member that it begins with.
static inline const struct sockaddr *carrel_curl_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

// Lets a cancelled exchange leave a name lookup behind instead of waiting for it; known since libcurl 7.87.
static inline CURLcode carrel_curl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return (curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

static inline CURLcode carrel_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode carrel_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLcode carrel_curl_get_size(CURL *handle, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(handle, info, value);
}

static inline CURLMcode carrel_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

// The handle whose transfer a message reports as ended, or NULL for a message of another kind.
static inline CURL *carrel_curl_ended_handle(const CURLMsg *message) {
    return message->msg == CURLMSG_DONE ? message->easy_handle : NULL;
}

// The result of the ended transfer.
static inline CURLcode carrel_curl_result(const CURLMsg *message) {
    return message->data.result;
}
