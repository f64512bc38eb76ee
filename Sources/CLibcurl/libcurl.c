// libcurl, loaded when it is first called.
//
// It brings thirty libraries along. Foundation's URLSession calls these functions, too. Where there is no libcurl, they
// fail as they do when memory is short.

#include "CLibcurl.h"

#include "CLoading.h"

#include <assert.h>
#include <stdarg.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#undef curl_share_setopt

// What follows an option is a number, a pointer or an offset: one register each, whatever it is.
static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "an argument fits a pointer");

LOADED_LIBRARY("libcurl.so.4")

#define FORWARD_OPTION(result, name, handle_type, option_type, missing) \
    result name(handle_type *handle, option_type option, ...) { \
        FIND(name) \
        if (!real) return missing; \
        va_list rest; \
        va_start(rest, option); \
        void *value = va_arg(rest, void *); \
        va_end(rest); \
        return real(handle, option, value); \
    }

static const char missing_words[] = "libcurl is not installed";

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(char *, curl_version, (void), (), (char *)missing_words)
FORWARD_NOTHING(curl_free, (void *memory), (memory))

curl_version_info_data *curl_version_info(CURLversion age) {
    static curl_version_info_data none = {.version = ""};
    FIND(curl_version_info)
    return real ? real(age) : &none;
}

FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD_NOTHING(curl_easy_cleanup, (CURL *handle), (handle))
FORWARD_OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption, CURLE_FAILED_INIT)
FORWARD_OPTION(CURLcode, curl_easy_getinfo, CURL, CURLINFO, CURLE_FAILED_INIT)
FORWARD(CURLcode, curl_easy_pause, (CURL *handle, int mask), (handle, mask), CURLE_FAILED_INIT)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code), missing_words)
FORWARD(const struct curl_easyoption *, curl_easy_option_by_id, (CURLoption option), (option), NULL)

FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running), CURLM_BAD_HANDLE)
FORWARD(
    CURLMcode, curl_multi_poll, (CURLM *multi, struct curl_waitfd *extra, unsigned count, int wait, int *ready),
    (multi, extra, count, wait, ready), CURLM_BAD_HANDLE)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi), CURLM_BAD_HANDLE)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left), NULL)
FORWARD(CURLMcode, curl_multi_assign, (CURLM *multi, curl_socket_t socket, void *value), (multi, socket, value), CURLM_BAD_HANDLE)
FORWARD(
    CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
    (multi, socket, events, running), CURLM_BAD_HANDLE)
FORWARD_OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption, CURLM_BAD_HANDLE)
FORWARD(const char *, curl_multi_strerror, (CURLMcode code), (code), missing_words)

FORWARD(CURLSH *, curl_share_init, (void), (), NULL)
FORWARD(CURLSHcode, curl_share_cleanup, (CURLSH *share), (share), CURLSHE_INVALID)
FORWARD_OPTION(CURLSHcode, curl_share_setopt, CURLSH, CURLSHoption, CURLSHE_INVALID)
FORWARD(const char *, curl_share_strerror, (CURLSHcode code), (code), missing_words)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL)
FORWARD_NOTHING(curl_slist_free_all, (struct curl_slist *list), (list))

FORWARD(CURLU *, curl_url, (void), (), NULL)
FORWARD(
    CURLUcode, curl_url_get, (CURLU *url, CURLUPart part, char **text, unsigned flags), (url, part, text, flags),
    CURLUE_BAD_HANDLE)
FORWARD(
    CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned flags), (url, part, text, flags),
    CURLUE_BAD_HANDLE)
