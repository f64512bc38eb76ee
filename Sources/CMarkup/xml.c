#include "CMarkup.h"
#include "markup.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

// More attributes in one tag are an attack: libxml2 compares each with all before it.
enum { max_attributes = 512, max_name = 256 };

typedef struct {
    xmlParserCtxtPtr parser;
    const char *bytes;
    size_t left;
    const char *const *namespaces;
    carrel_markup_handlers handlers;
    void *context;
    int max_depth, depth;
    carrel_markup_status status;
    carrel_markup_problem *problem;
    bool has_multiplied;
    // Whether a tree is built; the handlers are not called then, except for `goes_on`.
    bool builds;
    bool (*goes_on)(void *context);
    // Which elements are lent as soon as they are whole; NULL for none.
    const carrel_markup_lending *lending;
    // Whether the document declares entities: what is in them may come several times, and not in the document's order.
    bool declares_entities;
} reading;

static reading *state_of(void *context) { return ((xmlParserCtxtPtr)context)->_private; }

static void stop(reading *state, carrel_markup_status status) {
    if (state->status == CARREL_MARKUP_OK) state->status = status;
    xmlStopParser(state->parser);
}

static int on_read(void *context, char *buffer, int length) {
    reading *state = context;
    if (state->parser != NULL && state->parser->maxatts > max_attributes * 10 &&
        state->status == CARREL_MARKUP_OK) {
        state->status = CARREL_MARKUP_TOO_MANY_ATTRIBUTES;
    }
    if (state->goes_on != NULL && !state->goes_on(state->context) && state->status == CARREL_MARKUP_OK) {
        state->status = CARREL_MARKUP_STOPPED;
    }
    if (state->status != CARREL_MARKUP_OK || length <= 0) return 0;
    size_t count = state->left < (size_t)length ? state->left : (size_t)length;
    if (count > 0) memcpy(buffer, state->bytes, count);
    state->bytes += count;
    state->left -= count;
    return (int)count;
}

// The name as the caller calls it, in `buffer` unless it is the local name alone.
static const char *own_name(const reading *state, const xmlChar *local, const xmlChar *written, const xmlChar *uri,
                            char *buffer) {
    if (uri == NULL && written == NULL) return (const char *)local;
    const char *prefix = uri == NULL ? (const char *)written : "*";
    for (const char *const *next = state->namespaces; uri != NULL && next != NULL && next[0] != NULL; next += 2) {
        if (strcmp(next[0], (const char *)uri) == 0) {
            prefix = next[1];
            break;
        }
    }
    if (prefix[0] == 0) return (const char *)local;
    size_t length = strlen(prefix), rest = strlen((const char *)local);
    if (length + rest + 2 > max_name) return (const char *)local;
    memcpy(buffer, prefix, length);
    buffer[length] = ':';
    memcpy(buffer + length + 1, local, rest + 1);
    return buffer;
}

// An element without a prefix counts as one without a namespace, unless the caller has a prefix for its namespace: so
// paths name it as the document writes it.
static bool has_own_prefix(const reading *state, const xmlChar *uri) {
    for (const char *const *next = state->namespaces; next != NULL && next[0] != NULL; next += 2) {
        if (strcmp(next[0], (const char *)uri) == 0) return true;
    }
    return false;
}

static void on_start(void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri,
                     int namespace_count, const xmlChar **namespaces, int count, int defaulted,
                     const xmlChar **attributes) {
    reading *state = state_of(context);
    if (state->status != CARREL_MARKUP_OK) return;
    if (++state->depth > state->max_depth) return stop(state, CARREL_MARKUP_TOO_DEEP);
    if (count > max_attributes) return stop(state, CARREL_MARKUP_TOO_MANY_ATTRIBUTES);
    if (state->builds) {
        if (uri != NULL && prefix == NULL && !has_own_prefix(state, uri)) uri = NULL;
        return xmlSAX2StartElementNs(context, local, prefix, uri, namespace_count, namespaces, count, defaulted,
                                     attributes);
    }

    // Names that were put together, and values, live until the call has ended.
    const char *pairs[2 * max_attributes + 1];
    char *owned[2 * max_attributes];
    int owned_count = 0, pair = 0;
    char buffer[max_name];
    for (int index = 0; index < count; index++, attributes += 5) {
        const char *name = own_name(state, attributes[0], attributes[1], attributes[2], buffer);
        if (name == buffer && (name = owned[owned_count] = strdup(buffer)) != NULL) owned_count++;
        char *value = strndup((const char *)attributes[3], (size_t)(attributes[4] - attributes[3]));
        if (value != NULL) owned[owned_count++] = value;
        if (name == NULL || value == NULL) continue;
        pairs[pair++] = name;
        pairs[pair++] = value;
    }
    pairs[pair] = NULL;
    const char *name = own_name(state, local, prefix, uri, buffer);
    bool goes_on = state->handlers.start(state->context, name, pairs, xmlSAX2GetLineNumber(context));
    for (int index = 0; index < owned_count; index++) free(owned[index]);
    if (!goes_on) stop(state, CARREL_MARKUP_STOPPED);
}

static bool has_name(xmlNodePtr node, const char *name) {
    return node->type == XML_ELEMENT_NODE && node->ns == NULL && strcmp((const char *)node->name, name) == 0;
}

// Whether an element is one that the caller asked for.
static bool is_lent(const carrel_markup_lending *lending, xmlNodePtr node, int depth) {
    int last = lending->count - 1;
    if (node == NULL || last < 0 || !has_name(node, lending->names[last])) return false;
    if (lending->anywhere) {
        // One within another of its name is lent with that.
        for (xmlNodePtr next = node->parent; next != NULL; next = next->parent) {
            if (has_name(next, lending->names[last])) return false;
        }
        return true;
    }
    if (depth != lending->count) return false;
    for (xmlNodePtr next = node->parent; --last >= 0; next = next->parent) {
        if (next == NULL || !has_name(next, lending->names[last])) return false;
    }
    return true;
}

// What marks an element that was lent and stays.
static char was_lent;

bool carrel_tree_was_lent(const void *node) {
    for (const xmlNode *next = node; next != NULL; next = next->parent) {
        if (next->type == XML_ELEMENT_NODE && next->_private == &was_lent) return true;
    }
    return false;
}

static void discard(xmlNodePtr node) {
    xmlUnlinkNode(node);
    xmlFreeNode(node);
}

// Lends an element, and frees it with the white space before it.
static void lend(reading *state, xmlNodePtr node) {
    xmlParserCtxtPtr parser = state->parser;
    if (!state->lending->lend(state->lending->context, parser->myDoc, node)) return stop(state, CARREL_MARKUP_STOPPED);
    // Of characters by the names that HTML has, the texts belong to what was made for these names.
    if (parser->myDoc->intSubset != NULL) {
        node->_private = &was_lent;
        return;
    }
    xmlNodePtr before = node->prev;
    if (before != NULL && before->type == XML_TEXT_NODE && xmlIsBlankNode(before)) discard(before);
    discard(node);
    // What libxml2 knows of the last text is of another one than is the last now.
    parser->nodelen = parser->nodemem = 0;
}

static void on_end(void *context, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri) {
    reading *state = state_of(context);
    if (state->status != CARREL_MARKUP_OK) return;
    int depth = state->depth--;
    if (state->builds) {
        xmlNodePtr node = state->parser->node;
        xmlSAX2EndElementNs(context, local, prefix, uri);
        if (state->lending != NULL && !state->declares_entities && is_lent(state->lending, node, depth)) lend(state, node);
        return;
    }
    char buffer[max_name];
    if (!state->handlers.end(state->context, own_name(state, local, prefix, uri, buffer))) {
        stop(state, CARREL_MARKUP_STOPPED);
    }
}

static void on_text(void *context, const xmlChar *bytes, int length) {
    reading *state = state_of(context);
    if (state->status != CARREL_MARKUP_OK || length <= 0) return;
    if (state->builds) return xmlSAX2Characters(context, bytes, length);
    if (!state->handlers.text(state->context, (const char *)bytes, (size_t)length)) {
        stop(state, CARREL_MARKUP_STOPPED);
    }
}

// Only what the document itself declares is known: what is elsewhere could not be read even by libxml2's own ways around
// its handlers.
static void on_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                      const xmlChar *system_id, xmlChar *content) {
    if (type == XML_INTERNAL_GENERAL_ENTITY) {
        state_of(context)->declares_entities = true;
        xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
    }
}

// What a character is in UTF-8, ended by a zero byte.
static void write_utf8(unsigned value, char buffer[5]) {
    int length = xmlCopyCharMultiByte((xmlChar *)buffer, (int)value);
    buffer[length] = 0;
}

// Feeds and the like use the names that HTML has for characters without declaring them.
static xmlEntityPtr html_entity(xmlDocPtr document, const xmlChar *name) {
    const htmlEntityDesc *known = htmlEntityLookup(name);
    if (known == NULL || document == NULL) return NULL;
    if (document->intSubset == NULL && xmlCreateIntSubset(document, name, NULL, NULL) == NULL) return NULL;
    char content[5];
    write_utf8(known->value, content);
    return xmlAddDocEntity(document, name, XML_INTERNAL_GENERAL_ENTITY, NULL, NULL, (const xmlChar *)content);
}

// Called for every reference by name, also for those that XML itself knows (XML_PARSE_OLDSAX).
static xmlEntityPtr on_reference(void *context, const xmlChar *name) {
    xmlParserCtxtPtr parser = context;
    reading *state = state_of(context);
    // Once a document was found not to be well-formed, libxml2 leaves out the text of all its references. That is what
    // stops entities that multiply, and so it is left alone within entities, and after such.
    if (parser == state->parser && !state->has_multiplied) parser->wellFormed = 1;
    xmlEntityPtr entity = xmlGetPredefinedEntity(name);
    if (entity == NULL) entity = xmlSAX2GetEntity(parser, name);
    return entity != NULL ? entity : html_entity(parser->myDoc, name);
}

static void no_unparsed_entity(void *context, const xmlChar *name, const xmlChar *public_id,
                               const xmlChar *system_id, const xmlChar *notation) {
    (void)context, (void)name, (void)public_id, (void)system_id, (void)notation;
}

static xmlEntityPtr no_parameter_entity(void *context, const xmlChar *name) {
    (void)context, (void)name;
    return NULL;
}

static xmlParserInputPtr no_external(void *context, const xmlChar *public_id, const xmlChar *system_id) {
    (void)context, (void)public_id, (void)system_id;
    return NULL;
}

static void no_subset(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
    (void)context, (void)name, (void)external, (void)system;
}

static void on_error(void *user_data, xmlErrorPtr error) {
    reading *state = state_of(user_data);
    if (error->code == XML_ERR_ENTITYREF_SEMICOL_MISSING || error->code == XML_ERR_NAME_REQUIRED) {
        state->problem->has_stray_ampersands = true;
    }
    if (error->code == XML_ERR_ENTITY_LOOP) state->has_multiplied = true;
    if (error->level < XML_ERR_ERROR || state->problem->line > 0 || error->message == NULL) return;
    // libxml2 tells of prefixes that nobody declared, of two elements with one ID and the like, after which the document
    // is whole.
    if (error->domain == XML_FROM_NAMESPACE || error->code == XML_DTD_ID_REDEFINED) return;
    state->problem->line = error->line > 0 ? error->line : 1;
    size_t length = strcspn(error->message, "\n");
    if (length >= sizeof state->problem->message) length = sizeof state->problem->message - 1;
    memcpy(state->problem->message, error->message, length);
    state->problem->message[length] = 0;
}

// Reads a document, and gives its tree to the caller where one is built.
static carrel_markup_status read_xml(reading *state, xmlDocPtr *tree) {
    carrel_markup_initialize();
    carrel_markup_silence();
    state->problem->line = 0;
    state->problem->message[0] = 0;
    state->problem->has_stray_ampersands = false;
    xmlParserCtxtPtr parser = state->parser = xmlNewParserCtxt();
    if (parser == NULL) return CARREL_MARKUP_NO_MEMORY;
    parser->_private = state;
    parser->linenumbers = 1;
    xmlSAXHandlerPtr sax = parser->sax;
    sax->startElementNs = on_start;
    sax->endElementNs = on_end;
    sax->characters = on_text;
    sax->ignorableWhitespace = on_text;
    sax->cdataBlock = on_text;
    sax->comment = NULL;
    sax->processingInstruction = NULL;
    sax->reference = NULL;
    sax->getEntity = on_reference;
    sax->entityDecl = on_entity;
    sax->unparsedEntityDecl = no_unparsed_entity;
    sax->getParameterEntity = no_parameter_entity;
    sax->resolveEntity = no_external;
    sax->externalSubset = no_subset;
    sax->warning = NULL;
    sax->error = NULL;
    sax->fatalError = NULL;
    sax->serror = on_error;
    xmlDocPtr document = xmlCtxtReadIO(
        parser, on_read, NULL, state, NULL, "UTF-8",
        XML_PARSE_IGNORE_ENC | XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_NOCDATA |
            XML_PARSE_OLDSAX);
    if (tree != NULL) {
        *tree = document;
    } else if (document != NULL) {
        xmlFreeDoc(document);
    }
    if (state->status == CARREL_MARKUP_OK && parser->errNo == XML_ERR_NO_MEMORY) state->status = CARREL_MARKUP_NO_MEMORY;
    xmlFreeParserCtxt(parser);
    return state->status;
}

carrel_markup_status carrel_markup_read_xml(const char *bytes, size_t length, int max_depth,
                                            const char *const *namespaces,
                                            carrel_markup_handlers handlers, void *context,
                                            carrel_markup_problem *problem) {
    reading state = {.bytes = bytes, .left = length, .namespaces = namespaces, .handlers = handlers,
                     .context = context, .max_depth = max_depth, .problem = problem};
    return read_xml(&state, NULL);
}

carrel_markup_status carrel_markup_build_xml(const char *bytes, size_t length, int max_depth,
                                             const char *const *namespaces, bool (*goes_on)(void *), void *context,
                                             const carrel_markup_lending *lending,
                                             carrel_markup_problem *problem, void **tree) {
    reading state = {.bytes = bytes, .left = length, .namespaces = namespaces, .context = context,
                     .max_depth = max_depth, .problem = problem, .builds = true, .goes_on = goes_on,
                     .lending = lending};
    return read_xml(&state, (xmlDocPtr *)tree);
}
