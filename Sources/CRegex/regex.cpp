#include "CRegex.h"

#include <memory>
#include <new>
#include <re2/re2.h>
#include <string_view>

struct carrel_regex {
    RE2 pattern;
};

// What a pattern and its automaton may take. A search that needs more goes on with less, only slower.
static constexpr int64_t max_memory = 8 << 20;

static RE2::Options options() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(max_memory);
    return options;
}

carrel_regex *carrel_regex_make(const char *pattern, size_t length, char *message, size_t message_size) {
    auto made = std::unique_ptr<carrel_regex>(
        new (std::nothrow) carrel_regex{{re2::StringPiece(pattern, length), options()}});
    std::string_view error = "it does not fit into memory";
    if (made) {
        if (made->pattern.ok()) return made.release();
        error = made->pattern.error();
    }
    if (message_size > 0) {
        error = error.substr(0, message_size - 1);
        error.copy(message, error.size());
        message[error.size()] = '\0';
    }
    return nullptr;
}

void carrel_regex_free(carrel_regex *regex) { delete regex; }

bool carrel_regex_is_found(const carrel_regex *regex, const char *text, size_t length) {
    return RE2::PartialMatch(re2::StringPiece(text, length), regex->pattern);
}
