#ifndef CARREL_REGEX_H
#define CARREL_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// A thin door to RE2, whose searches take time in proportion to the text, whatever the pattern is.

typedef struct carrel_regex carrel_regex;

/// Compiles a pattern in UTF-8. Returns NULL where it is not one of RE2's syntax, with `message` filled.
carrel_regex *carrel_regex_make(const char *pattern, size_t length, char *message, size_t message_size);

void carrel_regex_free(carrel_regex *regex);

/// How many groups a pattern has.
int carrel_regex_groups(const carrel_regex *regex);

/// Whether a pattern is found somewhere in a text. Calls may overlap.
bool carrel_regex_is_found(const carrel_regex *regex, const char *text, size_t length);

/// Where a pattern is found first: for the whole match and for each group a beginning and a length, -1 where a group has none.
/// At most `count` pairs are written. Returns how many there are, 0 if nothing is found. Calls may overlap.
int carrel_regex_find(const carrel_regex *regex, const char *text, size_t length, long *places, int count);

#ifdef __cplusplus
}
#endif

#endif
