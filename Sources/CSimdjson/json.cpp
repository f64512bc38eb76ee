#include "CSimdjson.h"

#include <cstring>
#include <new>
#include <simdjson.h>
#include <type_traits>
#include <unistd.h>

using simdjson::dom::element;
using simdjson::dom::element_type;

// An element is a pointer to its document and an index: C code passes it on as two words.
static_assert(sizeof(element) <= sizeof(carrel_json_node), "an element fits into a node");
static_assert(std::is_trivially_copyable<element>::value, "an element can be copied as bytes");

struct carrel_json_document {
    simdjson::dom::document tape;
    element root;
};

static carrel_json_node node_of(const element &value) {
    carrel_json_node node{};
    std::memcpy(&node, &value, sizeof value);
    return node;
}

static element element_of(const carrel_json_node &node) {
    element value;
    std::memcpy(static_cast<void *>(&value), &node, sizeof value);
    return value;
}

// The parser reads a few bytes behind the last one, whatever they are. That is safe within a page of memory; a sanitizer
// would still complain.
static bool needs_padding(const uint8_t *bytes, size_t length) {
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
    return true;
#else
    static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    return length == 0 || (reinterpret_cast<uintptr_t>(bytes) + length - 1) % page + simdjson::SIMDJSON_PADDING >= page;
#endif
}

carrel_json_status carrel_json_parse(const uint8_t *bytes, size_t length, size_t max_depth,
                                     carrel_json_document **document) {
    *document = nullptr;
    auto *made = new (std::nothrow) carrel_json_document;
    if (made == nullptr) return CARREL_JSON_NO_MEMORY;
    // What only the parsing needs, a copy of the bytes among it, goes before the values are read.
    simdjson::dom::parser parser;
    // At least one byte: a parser without capacity would be allocated again with another depth. simdjson
    // counts the document itself as a level.
    auto error = parser.allocate(length > 0 ? length : 1, max_depth + 1);
    if (!error) {
        bool needs_copy = needs_padding(bytes, length);
        error = parser.parse_into_document(made->tape, bytes, length, needs_copy).get(made->root);
    }
    if (error) {
        delete made;
        return error == simdjson::MEMALLOC || error == simdjson::CAPACITY ? CARREL_JSON_NO_MEMORY
                                                                          : CARREL_JSON_INVALID;
    }
    *document = made;
    return CARREL_JSON_OK;
}

void carrel_json_free(carrel_json_document *document) { delete document; }

carrel_json_node carrel_json_root(const carrel_json_document *document) { return node_of(document->root); }

carrel_json_kind carrel_json_kind_of(carrel_json_node node) {
    switch (element_of(node).type()) {
    case element_type::ARRAY: return CARREL_JSON_ARRAY;
    case element_type::OBJECT: return CARREL_JSON_OBJECT;
    case element_type::INT64: return CARREL_JSON_INTEGER;
    case element_type::UINT64:
    case element_type::DOUBLE: return CARREL_JSON_NUMBER;
    case element_type::STRING: return CARREL_JSON_STRING;
    case element_type::BOOL: return CARREL_JSON_BOOL;
    case element_type::NULL_VALUE: return CARREL_JSON_NULL;
    }
    return CARREL_JSON_NULL;
}

bool carrel_json_bool(carrel_json_node node) {
    bool value;
    return element_of(node).get(value) ? false : value;
}

int64_t carrel_json_integer(carrel_json_node node) {
    int64_t value;
    return element_of(node).get(value) ? 0 : value;
}

double carrel_json_number(carrel_json_node node) {
    double value;
    return element_of(node).get(value) ? 0 : value;
}

bool carrel_json_unsigned(carrel_json_node node, uint64_t *value) {
    return !element_of(node).get(*value);
}

const char *carrel_json_string(carrel_json_node node, size_t *length) {
    std::string_view text;
    if (element_of(node).get(text)) {
        *length = 0;
        return nullptr;
    }
    *length = text.size();
    return text.data();
}

size_t carrel_json_count(carrel_json_node node) {
    simdjson::dom::array array;
    if (!element_of(node).get(array)) return array.size();
    simdjson::dom::object object;
    if (!element_of(node).get(object)) return object.size();
    return 0;
}

size_t carrel_json_position(carrel_json_node node) {
    // The second word is the index on the tape, which simdjson writes in the order of the text.
    return node.words[1];
}

template <typename Iterator> static carrel_json_node word_pair(const Iterator &iterator) {
    static_assert(sizeof(Iterator) <= sizeof(carrel_json_node), "an iterator fits into a node");
    static_assert(std::is_trivially_copyable<Iterator>::value, "an iterator can be copied as bytes");
    carrel_json_node node{};
    std::memcpy(&node, &iterator, sizeof iterator);
    return node;
}

template <typename Iterator> static Iterator iterator_of(const carrel_json_node &node) {
    Iterator iterator;
    std::memcpy(static_cast<void *>(&iterator), &node, sizeof iterator);
    return iterator;
}

carrel_json_cursor carrel_json_children(carrel_json_node node) {
    simdjson::dom::array array;
    if (!element_of(node).get(array)) return {word_pair(array.begin()), word_pair(array.end()), false};
    simdjson::dom::object object;
    if (!element_of(node).get(object)) return {word_pair(object.begin()), word_pair(object.end()), true};
    return {node, node, false};
}

bool carrel_json_next(carrel_json_cursor *cursor, const char **key, size_t *key_length, carrel_json_node *child) {
    if (cursor->next.words[1] == cursor->end.words[1]) return false;
    if (cursor->is_object) {
        auto iterator = iterator_of<simdjson::dom::object::iterator>(cursor->next);
        std::string_view name = iterator.key();
        *key = name.data();
        *key_length = name.size();
        *child = node_of(iterator.value());
        cursor->next = word_pair(++iterator);
    } else {
        auto iterator = iterator_of<simdjson::dom::array::iterator>(cursor->next);
        *key = nullptr;
        *key_length = 0;
        *child = node_of(*iterator);
        cursor->next = word_pair(++iterator);
    }
    return true;
}

bool carrel_json_member(carrel_json_node node, const char *key, size_t key_length, carrel_json_node *member) {
    simdjson::dom::object object;
    if (element_of(node).get(object)) return false;
    bool found = false;
    std::string_view name(key, key_length);
    for (auto field : object) {
        if (field.key == name) {
            *member = node_of(field.value);
            found = true;
        }
    }
    return found;
}
