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

int carrel_regex_groups(const carrel_regex *regex) { return regex->pattern.NumberOfCapturingGroups(); }

bool carrel_regex_is_found(const carrel_regex *regex, const char *text, size_t length) {
    return RE2::PartialMatch(re2::StringPiece(text, length), regex->pattern);
}

int carrel_regex_find(const carrel_regex *regex, const char *text, size_t length, long *places, int count) {
    static constexpr int most = 10;
    re2::StringPiece found[most];
    int groups = regex->pattern.NumberOfCapturingGroups() + 1;
    if (groups > count) groups = count;
    if (groups > most) groups = most;
    re2::StringPiece all(text, length);
    if (!regex->pattern.Match(all, 0, length, RE2::UNANCHORED, found, groups)) return 0;
    for (int index = 0; index < groups; index++) {
        bool is_there = found[index].data() != nullptr;
        places[2 * index] = is_there ? found[index].data() - text : -1;
        places[2 * index + 1] = is_there ? static_cast<long>(found[index].size()) : -1;
    }
    return groups;
}
