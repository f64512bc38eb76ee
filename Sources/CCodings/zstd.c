// libzstd, loaded when the first document comes in this coding.

#include "CLoading.h"

#include <zstd.h>

LOADED_LIBRARY("libzstd.so.1")

// What ZSTD_isError takes for an error: a code is its negative number.
static const size_t missing = (size_t)-1;

FORWARD(ZSTD_DStream *, ZSTD_createDStream, (void), (), NULL)
FORWARD(size_t, ZSTD_freeDStream, (ZSTD_DStream * stream), (stream), 0)
FORWARD(
    size_t, ZSTD_DCtx_setParameter, (ZSTD_DCtx * context, ZSTD_dParameter parameter, int value),
    (context, parameter, value), missing)
FORWARD(
    size_t, ZSTD_decompressStream, (ZSTD_DStream * stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input),
    (stream, output, input), missing)
FORWARD(
    unsigned long long, ZSTD_getFrameContentSize, (const void *frame, size_t count), (frame, count),
    ZSTD_CONTENTSIZE_UNKNOWN)
FORWARD(unsigned, ZSTD_isError, (size_t code), (code), 1)
