#include "CMarkup.h"
#include "markup.h"

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <pthread.h>
#include <string.h>

// libxml2 compares each attribute of a tag with all before it, so that one tag of a million attributes would
// take hours. Its table of attributes holds two pointers for each and grows by doubling from 22.
enum { max_attribute_slots = 1408 };

typedef struct {
    htmlParserCtxtPtr parser;
    const char *bytes;
    size_t left;
    carrel_markup_handlers handlers;
    void *context;
    int max_depth;
    carrel_markup_status status;
    bool (*goes_on)(void *context);
    // Whether the last text was the sign that begins a declaration.
    bool in_declaration;
} reading;

const char *carrel_markup_version(void) { return xmlParserVersion; }

static void stop(reading *state, carrel_markup_status status) {
    if (state->status == CARREL_MARKUP_OK) state->status = status;
    xmlStopParser(state->parser);
}

// The parser asks for a few kilobytes at a time, also within a tag: the only place to interrupt it there.
static int on_read(void *context, char *buffer, int length) {
    reading *state = context;
    if (state->parser->maxatts > max_attribute_slots && state->status == CARREL_MARKUP_OK) {
        state->status = CARREL_MARKUP_TOO_MANY_ATTRIBUTES;
    }
    if (state->goes_on != NULL && !state->goes_on(state->context) && state->status == CARREL_MARKUP_OK) {
        state->status = CARREL_MARKUP_STOPPED;
    }
    if (state->status != CARREL_MARKUP_OK || length <= 0) return 0;
    size_t count = state->left < (size_t)length ? state->left : (size_t)length;
    if (count == 0) return 0;
    memcpy(buffer, state->bytes, count);
    state->bytes += count;
    state->left -= count;
    return (int)count;
}

static void on_start(void *context, const xmlChar *name, const xmlChar **attributes) {
    reading *state = context;
    if (state->status != CARREL_MARKUP_OK) return;
    if (state->parser->nameNr > state->max_depth) {
        stop(state, CARREL_MARKUP_TOO_DEEP);
    } else if (!state->handlers.start(state->context, (const char *)name, (const char *const *)attributes, 0)) {
        stop(state, CARREL_MARKUP_STOPPED);
    }
}

static void on_end(void *context, const xmlChar *name) {
    reading *state = context;
    if (state->status != CARREL_MARKUP_OK) return;
    if (!state->handlers.end(state->context, (const char *)name)) stop(state, CARREL_MARKUP_STOPPED);
}

// Hands over text, or adds it to the tree that is being built.
static void give_text(reading *state, const void *bytes, size_t length) {
    if (state->status != CARREL_MARKUP_OK || length == 0) return;
    if (state->handlers.text == NULL) {
        xmlSAX2Characters(state->parser, bytes, (int)length);
    } else if (!state->handlers.text(state->context, bytes, length)) {
        stop(state, CARREL_MARKUP_STOPPED);
    }
}

// Browsers take a declaration such as `<![if !vml]>`, which Word writes everywhere, for a comment. libxml2 gives it as
// text: its first sign alone, before it steps over that, and then the rest.
static void on_text(void *context, const xmlChar *bytes, int length) {
    reading *state = context;
    if (state->status != CARREL_MARKUP_OK || length <= 0) return;
    const xmlChar *next = state->parser->input->cur, *end = NULL;
    if (state->in_declaration && (end = memchr(bytes, '>', (size_t)length)) == NULL) give_text(state, "<", 1);
    state->in_declaration = length == 1 && bytes[0] == '<' && strncmp((const char *)next, "<!", 2) == 0 &&
                            strncmp((const char *)next, "<!--", 4) != 0 && strncmp((const char *)next, "<![CDATA[", 9) != 0;
    if (state->in_declaration) return;
    size_t skipped = end == NULL ? 0 : (size_t)(end + 1 - bytes);
    give_text(state, bytes + skipped, (size_t)length - skipped);
}

static void ignore_message(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

// Of some errors in encodings libxml2 tells only the thread, which would print them.
void carrel_markup_silence(void) { xmlSetGenericErrorFunc(NULL, ignore_message); }

static void initialize(void) { xmlInitParser(); }

void carrel_markup_initialize(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
}

carrel_markup_status carrel_markup_read_html(const char *bytes, size_t length, int max_depth,
                                             carrel_markup_handlers handlers, void *context) {
    carrel_markup_initialize();
    carrel_markup_silence();
    if (length == 0) return CARREL_MARKUP_OK;

    htmlParserCtxtPtr parser = htmlNewParserCtxt();
    if (parser == NULL) return CARREL_MARKUP_NO_MEMORY;
    reading state = {parser, bytes, length, handlers, context, max_depth, CARREL_MARKUP_OK, NULL, false};
    memset(parser->sax, 0, sizeof *parser->sax);
    parser->sax->startElement = on_start;
    parser->sax->endElement = on_end;
    parser->sax->characters = on_text;
    parser->sax->ignorableWhitespace = on_text;
    parser->sax->cdataBlock = on_text;
    parser->sax->warning = ignore_message;
    parser->sax->error = ignore_message;
    parser->sax->fatalError = ignore_message;
    parser->userData = &state;
    // Without handlers that build a tree, the document is always NULL.
    htmlDocPtr document =
        htmlCtxtReadIO(parser, on_read, NULL, &state, NULL, "UTF-8",
                       HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    if (document != NULL) xmlFreeDoc(document);
    if (state.status == CARREL_MARKUP_OK && parser->errNo == XML_ERR_NO_MEMORY) {
        state.status = CARREL_MARKUP_NO_MEMORY;
    }
    htmlFreeParserCtxt(parser);
    return state.status;
}

// Of a parser that builds a tree, the context of callbacks is the parser itself.
static void on_tree_start(void *context, const xmlChar *name, const xmlChar **attributes) {
    htmlParserCtxtPtr parser = context;
    reading *state = parser->_private;
    if (state->status != CARREL_MARKUP_OK) return;
    if (parser->nameNr > state->max_depth) {
        stop(state, CARREL_MARKUP_TOO_DEEP);
    } else {
        xmlSAX2StartElement(context, name, attributes);
    }
}

static void on_tree_text(void *context, const xmlChar *bytes, int length) {
    on_text(((htmlParserCtxtPtr)context)->_private, bytes, length);
}

carrel_markup_status carrel_markup_build_html(const char *bytes, size_t length, int max_depth,
                                              bool (*goes_on)(void *), void *context, void **tree) {
    carrel_markup_initialize();
    carrel_markup_silence();
    *tree = NULL;
    if (length == 0) return CARREL_MARKUP_OK;
    htmlParserCtxtPtr parser = htmlNewParserCtxt();
    if (parser == NULL) return CARREL_MARKUP_NO_MEMORY;
    reading state = {.parser = parser, .bytes = bytes, .left = length, .context = context,
                     .max_depth = max_depth, .goes_on = goes_on};
    parser->_private = &state;
    parser->linenumbers = 1;
    parser->sax->startElement = on_tree_start;
    parser->sax->characters = on_tree_text;
    parser->sax->comment = NULL;
    parser->sax->processingInstruction = NULL;
    parser->sax->warning = ignore_message;
    parser->sax->error = ignore_message;
    parser->sax->fatalError = ignore_message;
    *tree = htmlCtxtReadIO(parser, on_read, NULL, &state, NULL, "UTF-8",
                           HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    if (state.status == CARREL_MARKUP_OK && parser->errNo == XML_ERR_NO_MEMORY) {
        state.status = CARREL_MARKUP_NO_MEMORY;
    }
    htmlFreeParserCtxt(parser);
    return state.status;
}
