#ifndef CARREL_PAGE_ASSETS_H
#define CARREL_PAGE_ASSETS_H

#include <stddef.h>
#include <stdint.h>

// The files that the page consists of, as they were when the program was built.

struct carrel_page_asset {
    const char *name;
    const uint8_t *bytes;
    size_t count;
};

/// An asset by its place, from 0; NULL behind the last one.
const struct carrel_page_asset *carrel_page_asset_at(size_t index);

/// Compresses bytes in the gzip format, as small as it gets: returns how many were written, 0 where they do not fit.
size_t carrel_page_gzip(const uint8_t *input, size_t count, uint8_t *output, size_t room);

#endif
