// libbrotlidec, loaded when the first document comes in this coding.

#include "CLoading.h"

#include <brotli/decode.h>

LOADED_LIBRARY("libbrotlidec.so.1")

FORWARD(
    BrotliDecoderState *, BrotliDecoderCreateInstance,
    (brotli_alloc_func allocate, brotli_free_func release, void *owner), (allocate, release, owner), NULL)
FORWARD_NOTHING(BrotliDecoderDestroyInstance, (BrotliDecoderState *state), (state))
FORWARD(
    BrotliDecoderResult, BrotliDecoderDecompressStream,
    (BrotliDecoderState *state, size_t *left, const uint8_t **input, size_t *room, uint8_t **output, size_t *total),
    (state, left, input, room, output, total), BROTLI_DECODER_RESULT_ERROR)
