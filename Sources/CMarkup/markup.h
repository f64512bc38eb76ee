#ifndef CARREL_MARKUP_PRIVATE_H
#define CARREL_MARKUP_PRIVATE_H

#include "CMarkup.h"

/// Makes libxml2 ready, once.
void carrel_markup_initialize(void);

/// Reads XML into a tree, which is the caller's to free with `xmlFreeDoc`; NULL where there is none.
carrel_markup_status carrel_markup_build_xml(const char *bytes, size_t length, int max_depth,
                                             const char *const *namespaces, bool (*goes_on)(void *), void *context,
                                             carrel_markup_problem *problem, void **tree);

/// Reads HTML into a tree, as `carrel_markup_build_xml` does.
carrel_markup_status carrel_markup_build_html(const char *bytes, size_t length, int max_depth,
                                              bool (*goes_on)(void *), void *context, void **tree);

// Has the calling thread print no errors of libxml2.
void carrel_markup_silence(void);

#endif
