#ifndef CARREL_MARKUP_H
#define CARREL_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

// A C door over libxml2's event parser. libxml2's headers stay in the .c file: they pull in ICU's, which
// clash with those of Foundation.

/// What the reader calls back. Names and text are UTF-8; they live only during the call.
/// A callback that gives false ends the reading.
typedef struct {
    /// `attributes` is a list of names and values in turn, ended by NULL; it may be NULL; a value may be NULL.
    /// `line` is where the tag ends, from 1; 0 where that is not known.
    bool (*start)(void *context, const char *name, const char *const *attributes, int line);
    bool (*text)(void *context, const char *bytes, size_t length);
    bool (*end)(void *context, const char *name);
} carrel_markup_handlers;

/// Where a document that is not well-formed went wrong first.
typedef struct {
    /// The line, from 1; 0 where nothing went wrong.
    int line;
    /// What libxml2 says, without a line end.
    char message[160];
    /// Whether there are ampersands, there or further on, that belong to no reference: what stands behind each is lost.
    bool has_stray_ampersands;
} carrel_markup_problem;

typedef enum {
    CARREL_MARKUP_OK,
    /// A callback ended the reading.
    CARREL_MARKUP_STOPPED,
    CARREL_MARKUP_TOO_DEEP,
    /// One tag has hundreds of attributes.
    CARREL_MARKUP_TOO_MANY_ATTRIBUTES,
    CARREL_MARKUP_NO_MEMORY,
} carrel_markup_status;

/// The version of the libxml2 that runs, such as 20914 for 2.9.14.
const char *carrel_markup_version(void);

/// Reads HTML in UTF-8, whatever it declares itself. Errors in the markup are repaired as libxml2 does it, never reported.
carrel_markup_status carrel_markup_read_html(const char *bytes, size_t length, int max_depth,
                                             carrel_markup_handlers handlers, void *context);

/// Reads XML in UTF-8, whatever it declares itself, with names as `prefix:local`: `namespaces` is a list of addresses and of the prefixes that the caller gives
/// to them in turn, ended by NULL. An empty prefix leaves the local name alone, which is what a name without a namespace
/// has, too; one in a namespace that is not listed begins with `*:`. A prefix that nobody declared stays as it is.
///
/// Entities that the document itself declares are resolved as far as libxml2's limits allow, external ones never. Those
/// of HTML are known without a declaration.
/// After what is not well-formed, reading goes on where it can; `problem` tells of the first such place.
carrel_markup_status carrel_markup_read_xml(const char *bytes, size_t length, int max_depth,
                                            const char *const *namespaces,
                                            carrel_markup_handlers handlers, void *context,
                                            carrel_markup_problem *problem);

/// A document as a tree, which XPath searches.
typedef struct carrel_tree carrel_tree;

/// Reads XML into a tree; what was read before an error is in it. `*tree` is the caller's to free; NULL if there is none.
///
/// The namespaces are as in `carrel_markup_read_xml`; an element without a prefix in another namespace counts as one
/// without a namespace. `goes_on` is asked every few kilobytes.
carrel_markup_status carrel_tree_read_xml(const char *bytes, size_t length, int max_depth,
                                          const char *const *namespaces, bool (*goes_on)(void *), void *context,
                                          carrel_markup_problem *problem, carrel_tree **tree);
/// A node of a tree, which lives as long as the tree.
typedef const void *carrel_tree_node;

/// Reads XML as `carrel_tree_read_xml` does, and lends each element of a path as soon as it is whole.
///
/// `names` are those of the elements on the way to it from the root, without prefixes; with `anywhere` there is one name,
/// and elements of that name are lent wherever they are, but not those within another one. Afterwards the element is
/// freed, unless characters have names of HTML; of a document that declares entities no element is lent. `visit` says whether to go on. The tree that it gets is the one that is
/// given at the end, without what was freed; where none is given, that tree is gone.
carrel_markup_status carrel_tree_visit_xml(const char *bytes, size_t length, int max_depth,
                                           const char *const *namespaces, const char *const *names, int count,
                                           bool anywhere, bool (*goes_on)(void *),
                                           bool (*visit)(void *, carrel_tree *, carrel_tree_node), void *context,
                                           carrel_markup_problem *problem, carrel_tree **tree);
/// Whether a node, or what it is in, was lent.
bool carrel_tree_was_lent(carrel_tree_node node);
/// Reads HTML into a tree.
carrel_markup_status carrel_tree_read_html(const char *bytes, size_t length, int max_depth,
                                           bool (*goes_on)(void *), void *context, carrel_tree **tree);
void carrel_tree_free(carrel_tree *tree);

carrel_tree_node carrel_tree_root(const carrel_tree *tree);
/// The line of a node, from 1; 0 where that is not known.
long carrel_tree_line(carrel_tree_node node);

/// An expression of XPath 1.0; it must be used by one thread at a time.
typedef struct carrel_xpath carrel_xpath;

/// Why an expression could not be read, or a search did not end.
typedef struct {
    /// Where in the expression, in bytes from 0; -1 where that is not known.
    int offset;
    char message[160];
} carrel_xpath_problem;

/// Compiles an expression, a text ended by a zero byte; NULL if it is none.
carrel_xpath *carrel_xpath_make(const char *text, carrel_xpath_problem *problem);
void carrel_xpath_free(carrel_xpath *xpath);

/// Searches from a node and hands over each node that was found, in the document's order, with its text where `wants_text`.
/// A result that is no list of nodes comes as its text alone, without a node. `found` says whether to go on.
///
/// A search that takes more than `max_operations` ends with a problem. False if there is a problem.
bool carrel_xpath_search(carrel_tree *tree, const carrel_xpath *xpath, carrel_tree_node node,
                         unsigned long max_operations, bool wants_text,
                         bool (*found)(void *context, carrel_tree_node node, const char *text), void *context,
                         carrel_xpath_problem *problem);

#endif
