#ifndef CARREL_TOML_H
#define CARREL_TOML_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A thin door to toml++: parses a document and reports it as a sequence of events.

/// How deep arrays and inline tables may stand in one another. What keys with dots nest is for the caller to
/// bound before: toml++ recurses for each level.
#define CARREL_TOML_MAX_NESTING 16

typedef enum {
    CARREL_TOML_STRING,
    CARREL_TOML_BOOLEAN,
    CARREL_TOML_INTEGER,
    CARREL_TOML_FLOAT,
    CARREL_TOML_DATE,
    CARREL_TOML_ARRAY_BEGIN,
    CARREL_TOML_TABLE_BEGIN,
    CARREL_TOML_END,
} carrel_toml_kind;

/// One event. `key` is NULL for an element of an array and for the root table; `text` is the value as text.
/// Both are valid during the call only. Lines and columns count from 1.
typedef struct {
    carrel_toml_kind kind;
    const char *key;
    size_t key_length;
    const char *text;
    size_t text_length;
    int line;
    int column;
} carrel_toml_event;

typedef void (*carrel_toml_visitor)(void *context, const carrel_toml_event *event);

typedef struct {
    int line;
    int column;
    char message[256];
} carrel_toml_error;

/// Parses a document. Returns 0, or -1 with `error` filled. No input ends the process.
int carrel_toml_parse(const char *text, size_t length, carrel_toml_visitor visitor, void *context,
                      carrel_toml_error *error);

#ifdef __cplusplus
}
#endif

#endif
