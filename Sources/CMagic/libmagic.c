// libmagic, loaded when what is known of a document does not tell its type.

#include "CMagic.h"

#include "CLoading.h"

LOADED_LIBRARY("libmagic.so.1")

FORWARD(magic_t, magic_open, (int flags), (flags), NULL)
FORWARD_NOTHING(magic_close, (magic_t cookie), (cookie))
FORWARD(int, magic_load, (magic_t cookie, const char *path), (cookie, path), -1)
FORWARD(const char *, magic_error, (magic_t cookie), (cookie), NULL)
FORWARD(const char *, magic_buffer, (magic_t cookie, const void *bytes, size_t count), (cookie, bytes, count), NULL)
