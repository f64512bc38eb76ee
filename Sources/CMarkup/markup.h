#ifndef CARREL_MARKUP_PRIVATE_H
#define CARREL_MARKUP_PRIVATE_H

#include "CMarkup.h"

/// Makes libxml2 ready, once.
void carrel_markup_initialize(void);

/// Which elements of a tree are lent while it is being built, and to whom.
typedef struct {
    /// The names of the elements on the way to them, from the root; with `anywhere` the name of the element alone.
    const char *const *names;
    int count;
    bool anywhere;
    /// Gets the document and the element, which goes afterwards; says whether to go on.
    bool (*lend)(void *context, void *document, void *node);
    void *context;
} carrel_markup_lending;

/// Reads XML into a tree, which is the caller's to free with `xmlFreeDoc`; NULL where there is none.
carrel_markup_status carrel_markup_build_xml(const char *bytes, size_t length, int max_depth,
                                             const char *const *namespaces, bool (*goes_on)(void *), void *context,
                                             const carrel_markup_lending *lending,
                                             carrel_markup_problem *problem, void **tree);

/// Reads HTML into a tree, as `carrel_markup_build_xml` does.
carrel_markup_status carrel_markup_build_html(const char *bytes, size_t length, int max_depth,
                                              bool (*goes_on)(void *), void *context, void **tree);

// Has the calling thread print no errors of libxml2.
void carrel_markup_silence(void);

#endif
