#include "CCodings.h"

#include <brotli/decode.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

struct carrel_decoder {
    enum carrel_coding coding;
    // The stream is at its end; for gzip and zstd another member or frame may follow.
    int is_whole;
    // What follows the last member of a gzip file is padding, however it comes in.
    int is_padding;
    // Whether zlib's state was set up; for deflate only the first bytes tell how.
    int is_ready;
    z_stream zlib;
    uint8_t first;
    int has_first;
    BrotliDecoderState *brotli;
    ZSTD_DStream *zstd;
    int is_in_frame;
    // The beginning of a zstd frame, as long as its head can be (RFC 8878 section 3.1.1.1), and how many bytes have come
    // out of the frame.
    uint8_t frame_head[18];
    size_t frame_head_count;
    unsigned long long frame_output;
};

carrel_decoder *carrel_decoder_new(enum carrel_coding coding) {
    carrel_decoder *decoder = calloc(1, sizeof(*decoder));
    if (!decoder) return NULL;
    decoder->coding = coding;
    int is_made = 1;
    switch (coding) {
    case CARREL_GZIP:
        // 16 asks for gzip's own head and checksum (zlib.h, inflateInit2).
        is_made = decoder->is_ready = inflateInit2(&decoder->zlib, 16 + MAX_WBITS) == Z_OK;
        break;
    case CARREL_DEFLATE: break;
    case CARREL_BROTLI:
        decoder->brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL);
        is_made = decoder->brotli != NULL;
        break;
    case CARREL_ZSTD:
        decoder->zstd = ZSTD_createDStream();
        // RFC 8878 recommends that decoders accept windows of 8 MiB at least; RFC 9659 makes that the limit for HTTP.
        is_made = decoder->zstd && !ZSTD_isError(ZSTD_DCtx_setParameter(decoder->zstd, ZSTD_d_windowLogMax, 23));
        break;
    }
    if (is_made) return decoder;
    carrel_decoder_free(decoder);
    return NULL;
}

void carrel_decoder_free(carrel_decoder *decoder) {
    if (!decoder) return;
    if (decoder->is_ready) inflateEnd(&decoder->zlib);
    if (decoder->brotli) BrotliDecoderDestroyInstance(decoder->brotli);
    if (decoder->zstd) ZSTD_freeDStream(decoder->zstd);
    free(decoder);
}

static int run_zlib(carrel_decoder *d, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    if (d->is_whole && *left > 0) {
        // A gzip file may have several members (RFC 1952 section 2.2). What else follows is padding.
        if (d->is_padding || d->coding != CARREL_GZIP || **input != 0x1F) {
            d->is_padding = 1;
            *input += *left;
            *left = 0;
            return 0;
        }
        if (inflateReset(&d->zlib) != Z_OK) return -1;
        d->is_whole = 0;
    }
    d->zlib.next_in = (Bytef *)*input;
    d->zlib.avail_in = (uInt)*left;
    d->zlib.next_out = output;
    d->zlib.avail_out = (uInt)*room;
    int code = inflate(&d->zlib, Z_NO_FLUSH);
    *input += *left - d->zlib.avail_in;
    *left = d->zlib.avail_in;
    *room = d->zlib.avail_out;
    if (code == Z_STREAM_END) d->is_whole = 1;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? 0 : -1;
}

// HTTP's deflate is zlib's format (RFC 9110 section 8.4.1.2), but some servers send it without head and checksum.
static int prepare_deflate(carrel_decoder *d, const uint8_t *input, size_t count, size_t *used) {
    *used = 0;
    if (d->is_ready || count == 0) return 0;
    if (!d->has_first && count == 1) {
        d->first = input[0];
        d->has_first = 1;
        *used = 1;
        return 0;
    }
    uint8_t first = d->has_first ? d->first : input[0];
    uint8_t second = d->has_first ? input[0] : input[1];
    int has_head = (first & 0x0F) == 8 && (first * 256 + second) % 31 == 0;
    if (inflateInit2(&d->zlib, has_head ? MAX_WBITS : -MAX_WBITS) != Z_OK) return -1;
    d->is_ready = 1;
    return 0;
}

static int run_brotli(carrel_decoder *d, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    if (d->is_whole) {
        *input += *left;
        *left = 0;
        return 0;
    }
    BrotliDecoderResult result =
        BrotliDecoderDecompressStream(d->brotli, left, input, room, &output, NULL);
    if (result == BROTLI_DECODER_RESULT_SUCCESS) d->is_whole = 1;
    return result == BROTLI_DECODER_RESULT_ERROR ? -1 : 0;
}

// Whether a zstd frame that has come to its end gave as much as its head says. In pieces the library does not look if the
// last block is empty.
static int is_frame_whole(const carrel_decoder *d) {
    unsigned long long size = ZSTD_getFrameContentSize(d->frame_head, d->frame_head_count);
    return size == ZSTD_CONTENTSIZE_UNKNOWN || size == d->frame_output;
}

static int run_zstd(carrel_decoder *d, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    // The library reads its own older formats, too, and another way in pieces than at once. A frame of RFC 8878 begins
    // with 28, one to skip with 50 to 5F.
    if (!d->is_in_frame && *left > 0 && **input != 0x28 && (**input & 0xF0) != 0x50) return -1;
    if (!d->is_in_frame) d->frame_head_count = d->frame_output = 0;
    ZSTD_inBuffer in = {*input, *left, 0};
    ZSTD_outBuffer out = {output, *room, 0};
    size_t code = ZSTD_decompressStream(d->zstd, &out, &in);
    size_t of_head = sizeof(d->frame_head) - d->frame_head_count;
    if (of_head > in.pos) of_head = in.pos;
    if (of_head > 0) memcpy(d->frame_head + d->frame_head_count, *input, of_head);
    d->frame_head_count += of_head;
    d->frame_output += out.pos;
    *input += in.pos;
    *left -= in.pos;
    *room -= out.pos;
    if (ZSTD_isError(code)) return -1;
    if (code == 0 && d->frame_head_count > 0 && !is_frame_whole(d)) return -1;
    if (in.pos > 0 || out.pos > 0) {
        d->is_whole = code == 0;
        d->is_in_frame = code != 0;
    }
    return 0;
}

int carrel_decoder_run(
    carrel_decoder *d, const uint8_t *input, size_t *input_count, uint8_t *output, size_t *output_count) {
    const uint8_t *next = input;
    size_t left = *input_count, room = *output_count;
    int code = 0;
    if (d->coding == CARREL_DEFLATE && !d->is_ready) {
        size_t used = 0;
        if (prepare_deflate(d, next, left, &used) != 0) return -1;
        next += used;
        left -= used;
        if (d->is_ready && d->has_first) {
            const uint8_t *first = &d->first;
            size_t one = 1;
            d->has_first = 0;
            code = run_zlib(d, &first, &one, output, &room);
        }
    }
    if (code == 0 && (left > 0 || !(d->coding == CARREL_DEFLATE && !d->is_ready))) {
        uint8_t *to = output + (*output_count - room);
        switch (d->coding) {
        case CARREL_GZIP:
        case CARREL_DEFLATE:
            if (d->is_ready) code = run_zlib(d, &next, &left, to, &room);
            break;
        case CARREL_BROTLI: code = run_brotli(d, &next, &left, to, &room); break;
        case CARREL_ZSTD: code = run_zstd(d, &next, &left, to, &room); break;
        }
    }
    *input_count -= left;
    *output_count -= room;
    return code;
}

int carrel_decoder_is_whole(const carrel_decoder *decoder) { return decoder->is_whole; }
