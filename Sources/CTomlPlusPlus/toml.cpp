#include "CTomlPlusPlus.h"

namespace {

/// Some malformed documents run into toml++'s assertions. Thrown, they are errors as any other.
struct failed_assertion {};

}  // namespace

#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? static_cast<void>(0) : throw failed_assertion{})
#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES CARREL_TOML_MAX_NESTING

#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace {

struct Walk {
    carrel_toml_visitor visitor;
    void *context;

    void report(carrel_toml_kind kind, const toml::key *key, const toml::source_region &place,
                std::string_view text) const {
        carrel_toml_event event{};
        event.kind = kind;
        const auto &begin = key ? key->source().begin : place.begin;
        if (key) {
            event.key = key->str().data();
            event.key_length = key->str().size();
        }
        event.text = text.data();
        event.text_length = text.size();
        event.line = static_cast<int>(begin.line);
        event.column = static_cast<int>(begin.column);
        visitor(context, &event);
    }

    template <typename Value>
    void date(const toml::key *key, const toml::node &node, const Value &value) const {
        std::ostringstream text;
        text << value;
        report(CARREL_TOML_DATE, key, node.source(), text.str());
    }

    void visit(const toml::key *key, const toml::node &node) const {
        if (const auto *table = node.as_table()) {
            report(CARREL_TOML_TABLE_BEGIN, key, node.source(), {});
            for (const auto &[name, child] : *table)
                visit(&name, child);
            report(CARREL_TOML_END, nullptr, node.source(), {});
        } else if (const auto *array = node.as_array()) {
            report(CARREL_TOML_ARRAY_BEGIN, key, node.source(), {});
            for (const auto &child : *array)
                visit(nullptr, child);
            report(CARREL_TOML_END, nullptr, node.source(), {});
        } else if (const auto *string = node.as_string()) {
            report(CARREL_TOML_STRING, key, node.source(), string->get());
        } else if (const auto *boolean = node.as_boolean()) {
            report(CARREL_TOML_BOOLEAN, key, node.source(), boolean->get() ? "true" : "false");
        } else if (const auto *integer = node.as_integer()) {
            report(CARREL_TOML_INTEGER, key, node.source(), std::to_string(integer->get()));
        } else if (const auto *number = node.as_floating_point()) {
            std::ostringstream text;
            text.precision(17);
            text << number->get();
            report(CARREL_TOML_FLOAT, key, node.source(), text.str());
        } else if (const auto *day = node.as_date()) {
            date(key, node, day->get());
        } else if (const auto *time = node.as_time()) {
            date(key, node, time->get());
        } else if (const auto *moment = node.as_date_time()) {
            date(key, node, moment->get());
        }
    }
};

/// Whether an assertion of toml++ stops the reading of a document.
bool fails_assertion(std::string_view text) {
    try {
        static_cast<void>(toml::parse(text));
    } catch (const failed_assertion &) {
        return true;
    } catch (const toml::parse_error &) {
        return false;
    }
    return false;
}

/// Where the assertion failed: at the end of the shortest beginning of the document that fails it, too.
void locate_assertion(std::string_view text, carrel_toml_error *error) {
    size_t passing = 0, failing = text.size();
    while (failing - passing > 1) {
        const auto middle = passing + (failing - passing) / 2;
        (fails_assertion(text.substr(0, middle)) ? failing : passing) = middle;
    }
    for (const char byte : text.substr(0, passing)) {
        if (byte == '\n') {
            error->line++;
            error->column = 1;
        } else if ((byte & 0xC0) != 0x80) {
            // The bytes of a character that follow its first one are no column of their own.
            error->column++;
        }
    }
}

void say(std::string_view message, carrel_toml_error *error) {
    message = message.substr(0, sizeof(error->message) - 1);
    message.copy(error->message, message.size());
    error->message[message.size()] = '\0';
}

}  // namespace

extern "C" int carrel_toml_parse(const char *text, size_t length, carrel_toml_visitor visitor, void *context,
                                 carrel_toml_error *error) {
    const std::string_view document(text, length);
    error->line = error->column = 1;
    // No exception leaves this door.
    try {
        try {
            const auto root = toml::parse(document);
            Walk{visitor, context}.visit(nullptr, root);
            return 0;
        } catch (const toml::parse_error &failure) {
            error->line = static_cast<int>(failure.source().begin.line);
            error->column = static_cast<int>(failure.source().begin.column);
            say(failure.description(), error);
        } catch (const failed_assertion &) {
            locate_assertion(document, error);
            say("a key or a value is missing, or something else stands in its place", error);
        }
    } catch (const std::exception &failure) {
        say(failure.what(), error);
    }
    return -1;
}
