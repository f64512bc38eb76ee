#ifndef CARREL_SIMDJSON_H
#define CARREL_SIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A C door over simdjson's DOM: a document is parsed once and then only read.

/// A parsed document, with the memory that its nodes live in.
typedef struct carrel_json_document carrel_json_document;

/// A place in a document: valid as long as the document is.
typedef struct {
    uintptr_t words[2];
} carrel_json_node;

typedef enum {
    CARREL_JSON_OK,
    /// The bytes are not a JSON text.
    CARREL_JSON_INVALID,
    CARREL_JSON_NO_MEMORY,
} carrel_json_status;

typedef enum {
    CARREL_JSON_NULL,
    CARREL_JSON_BOOL,
    CARREL_JSON_INTEGER,
    CARREL_JSON_NUMBER,
    CARREL_JSON_STRING,
    CARREL_JSON_ARRAY,
    CARREL_JSON_OBJECT,
} carrel_json_kind;

/// Parses a text in UTF-8 without a byte order mark. On success `*document` is the caller's to free.
carrel_json_status carrel_json_parse(const uint8_t *bytes, size_t length, size_t max_depth,
                                     carrel_json_document **document);
void carrel_json_free(carrel_json_document *document);

carrel_json_node carrel_json_root(const carrel_json_document *document);
carrel_json_kind carrel_json_kind_of(carrel_json_node node);

// Each of these is for a node of its kind and gives zero, false or NULL for any other.
bool carrel_json_bool(carrel_json_node node);
int64_t carrel_json_integer(carrel_json_node node);
double carrel_json_number(carrel_json_node node);
/// The value of a whole number that is not negative, also above `INT64_MAX`; false for any other node.
bool carrel_json_unsigned(carrel_json_node node, uint64_t *value);
/// The text is UTF-8, not terminated, and lives as long as the document.
const char *carrel_json_string(carrel_json_node node, size_t *length);
size_t carrel_json_count(carrel_json_node node);

/// Where a node stands in the text, compared with others of its document: a container before its children,
/// and those before what follows it.
size_t carrel_json_position(carrel_json_node node);

/// The way through the children of an array or object.
typedef struct {
    carrel_json_node next;
    carrel_json_node end;
    bool is_object;
} carrel_json_cursor;

/// A cursor before the first child; without any for a node that is no container.
carrel_json_cursor carrel_json_children(carrel_json_node node);
/// Goes to the next child; false where there is none. In an array `*key` is NULL, in an object the member's name.
bool carrel_json_next(carrel_json_cursor *cursor, const char **key, size_t *key_length, carrel_json_node *child);
/// Finds the last member of a name in an object.
bool carrel_json_member(carrel_json_node node, const char *key, size_t key_length, carrel_json_node *member);

#ifdef __cplusplus
}
#endif

#endif
