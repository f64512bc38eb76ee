#include "CMarkup.h"
#include "markup.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdlib.h>
#include <string.h>

struct carrel_tree {
    xmlDocPtr document;
    xmlXPathContextPtr context;
};

struct carrel_xpath {
    xmlXPathCompExprPtr compiled;
};

// Makes a tree of a document, which stays the caller's if there is no memory.
static carrel_tree *make_tree(void *document, const char *const *namespaces) {
    if (document == NULL) return NULL;
    carrel_tree *tree = malloc(sizeof *tree);
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    if (tree == NULL || context == NULL) {
        free(tree);
        if (context != NULL) xmlXPathFreeContext(context);
        return NULL;
    }
    *tree = (carrel_tree){document, context};
    // The prefixes of the root element, then the caller's, which win.
    xmlNodePtr root = xmlDocGetRootElement(document);
    for (xmlNsPtr next = root == NULL ? NULL : root->nsDef; next != NULL; next = next->next) {
        if (next->prefix != NULL && next->href != NULL) xmlXPathRegisterNs(context, next->prefix, next->href);
    }
    for (const char *const *next = namespaces; next != NULL && next[0] != NULL; next += 2) {
        xmlXPathRegisterNs(context, (const xmlChar *)next[1], (const xmlChar *)next[0]);
    }
    return tree;
}

// Gives a document to the caller as a tree.
static carrel_markup_status own(void *document, const char *const *namespaces, carrel_markup_status status,
                                carrel_tree **tree) {
    *tree = make_tree(document, namespaces);
    if (document == NULL || *tree != NULL) return status;
    xmlFreeDoc(document);
    return CARREL_MARKUP_NO_MEMORY;
}

carrel_markup_status carrel_tree_read_xml(const char *bytes, size_t length, int max_depth,
                                          const char *const *namespaces, bool (*goes_on)(void *), void *context,
                                          carrel_markup_problem *problem, carrel_tree **tree) {
    void *document = NULL;
    carrel_markup_status status = carrel_markup_build_xml(bytes, length, max_depth, namespaces, goes_on, context,
                                                          NULL, problem, &document);
    return own(document, namespaces, status, tree);
}

// Whom an element is lent to, and what is made at the first one.
typedef struct {
    const char *const *namespaces;
    bool (*visit)(void *context, carrel_tree *tree, carrel_tree_node node);
    void *context;
    carrel_tree *tree;
} visiting;

static bool on_lent(void *context, void *document, void *node) {
    visiting *state = context;
    if (state->tree == NULL) state->tree = make_tree(document, state->namespaces);
    return state->tree != NULL && state->visit(state->context, state->tree, node);
}

carrel_markup_status carrel_tree_visit_xml(const char *bytes, size_t length, int max_depth,
                                           const char *const *namespaces, const char *const *names, int count,
                                           bool anywhere, bool (*goes_on)(void *),
                                           bool (*visit)(void *, carrel_tree *, carrel_tree_node), void *context,
                                           carrel_markup_problem *problem, carrel_tree **tree) {
    visiting state = {.namespaces = namespaces, .visit = visit, .context = context};
    carrel_markup_lending lending = {
        .names = names, .count = count, .anywhere = anywhere, .lend = on_lent, .context = &state};
    void *document = NULL;
    carrel_markup_status status = carrel_markup_build_xml(bytes, length, max_depth, namespaces, goes_on, context,
                                                          &lending, problem, &document);
    if (state.tree == NULL) return own(document, namespaces, status, tree);
    // libxml2 gives no document for one that it could not recover.
    if (document == NULL) {
        xmlXPathFreeContext(state.tree->context);
        free(state.tree);
        state.tree = NULL;
    }
    *tree = state.tree;
    return status;
}

carrel_markup_status carrel_tree_read_html(const char *bytes, size_t length, int max_depth,
                                           bool (*goes_on)(void *), void *context, carrel_tree **tree) {
    void *document = NULL;
    carrel_markup_status status =
        carrel_markup_build_html(bytes, length, max_depth, goes_on, context, &document);
    return own(document, NULL, status, tree);
}

void carrel_tree_free(carrel_tree *tree) {
    if (tree == NULL) return;
    xmlXPathFreeContext(tree->context);
    xmlFreeDoc(tree->document);
    free(tree);
}

carrel_tree_node carrel_tree_root(const carrel_tree *tree) { return tree->document; }

long carrel_tree_line(carrel_tree_node node) {
    long line = xmlGetLineNo((const xmlNode *)node);
    return line > 0 ? line : 0;
}

// libxml2 tells a code and no words.
static const char *words(int code) {
    switch (code - XML_XPATH_EXPRESSION_OK) {
    case XPATH_UNFINISHED_LITERAL_ERROR: return "a text in quotes does not end";
    case XPATH_VARIABLE_REF_ERROR:
    case XPATH_UNDEF_VARIABLE_ERROR: return "a variable, which nothing gives a value";
    case XPATH_INVALID_PREDICATE_ERROR: return "a condition that is not complete";
    case XPATH_EXPR_ERROR: return "a name, a path or a value is expected";
    case XPATH_UNCLOSED_ERROR: return "a parenthesis is not closed";
    case XPATH_UNKNOWN_FUNC_ERROR: return "a function that XPath 1.0 does not have";
    case XPATH_INVALID_OPERAND:
    case XPATH_INVALID_TYPE: return "a value of another kind than is expected";
    case XPATH_INVALID_ARITY: return "a function with too many or too few arguments";
    case XPATH_UNDEF_PREFIX_ERROR: return "a prefix that neither the document nor the profile declares";
    case XPATH_OP_LIMIT_EXCEEDED: return "the search takes too long";
    default: return "it is not understood";
    }
}

static void on_problem(void *user_data, xmlErrorPtr error) {
    carrel_xpath_problem *problem = user_data;
    if (problem == NULL || problem->message[0] != 0) return;
    problem->offset = error->domain == XML_FROM_XPATH && error->str1 != NULL ? error->int1 : -1;
    const char *message = error->message == NULL ? words(error->code) : error->message;
    size_t length = strcspn(message, "\n");
    if (length >= sizeof problem->message) length = sizeof problem->message - 1;
    memcpy(problem->message, message, length);
    problem->message[length] = 0;
}

static void clear(carrel_xpath_problem *problem) {
    problem->offset = -1;
    problem->message[0] = 0;
}

carrel_xpath *carrel_xpath_make(const char *text, carrel_xpath_problem *problem) {
    carrel_markup_initialize();
    carrel_markup_silence();
    clear(problem);
    xmlXPathContextPtr context = xmlXPathNewContext(NULL);
    carrel_xpath *made = malloc(sizeof *made);
    if (context != NULL && made != NULL) {
        context->error = on_problem;
        context->userData = problem;
        made->compiled = xmlXPathCtxtCompile(context, (const xmlChar *)text);
        xmlXPathFreeContext(context);
        if (made->compiled != NULL) return made;
    } else if (context != NULL) {
        xmlXPathFreeContext(context);
    }
    free(made);
    return NULL;
}

void carrel_xpath_free(carrel_xpath *xpath) {
    if (xpath == NULL) return;
    xmlXPathFreeCompExpr(xpath->compiled);
    free(xpath);
}

// Hands over one text, or says that there is no memory for it.
static bool hand_over(xmlChar *text, carrel_tree_node node,
                      bool (*found)(void *context, carrel_tree_node node, const char *text), void *context) {
    bool goes_on = found(context, node, text == NULL ? "" : (const char *)text);
    xmlFree(text);
    return goes_on;
}

bool carrel_xpath_search(carrel_tree *tree, const carrel_xpath *xpath, carrel_tree_node node,
                         unsigned long max_operations, bool wants_text,
                         bool (*found)(void *context, carrel_tree_node node, const char *text), void *context,
                         carrel_xpath_problem *problem) {
    clear(problem);
    carrel_markup_silence();
    tree->context->node = (xmlNodePtr)node;
    tree->context->error = on_problem;
    tree->context->userData = problem;
    tree->context->opLimit = max_operations;
    tree->context->opCount = 0;
    xmlXPathObjectPtr result = xmlXPathCompiledEval(xpath->compiled, tree->context);
    tree->context->userData = NULL;
    if (result == NULL) {
        if (problem->message[0] == 0) strcpy(problem->message, "the search failed");
        return false;
    }
    if (result->type == XPATH_NODESET || result->type == XPATH_XSLT_TREE) {
        if (result->nodesetval != NULL) xmlXPathNodeSetSort(result->nodesetval);
        int count = result->nodesetval == NULL ? 0 : result->nodesetval->nodeNr;
        for (int index = 0; index < count; index++) {
            xmlNodePtr next = result->nodesetval->nodeTab[index];
            // A namespace is no node of the tree: it goes with the result.
            if (next->type == XML_NAMESPACE_DECL) continue;
            if (wants_text ? !hand_over(xmlXPathCastNodeToString(next), next, found, context)
                           : !found(context, next, NULL)) {
                break;
            }
        }
    } else {
        hand_over(xmlXPathCastToString(result), NULL, found, context);
    }
    xmlXPathFreeObject(result);
    return true;
}
