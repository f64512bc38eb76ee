#ifndef CARREL_CODINGS_H
#define CARREL_CODINGS_H

#include <stddef.h>
#include <stdint.h>

// One door to zlib, brotli and zstd: a decoder is fed piece by piece and says whether its stream has come to its end.

typedef struct carrel_decoder carrel_decoder;

enum carrel_coding { CARREL_GZIP, CARREL_DEFLATE, CARREL_BROTLI, CARREL_ZSTD };

/// Makes a decoder; NULL where there is no memory for one.
carrel_decoder *carrel_decoder_new(enum carrel_coding coding);

void carrel_decoder_free(carrel_decoder *decoder);

/// Decodes as much as fits.
///
/// `*input_count` is the number of bytes at `input` and becomes how many of them were used; `*output_count` is the
/// room at `output` and becomes how many bytes were written. More may be had without further input as long as the
/// room was filled. Returns 0, or -1 where the input is no such coding.
int carrel_decoder_run(
    carrel_decoder *decoder, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count);

/// Whether the stream has come to its end, and nothing of another one after it.
int carrel_decoder_is_whole(const carrel_decoder *decoder);

#endif
