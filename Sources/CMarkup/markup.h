#ifndef CARREL_MARKUP_PRIVATE_H
#define CARREL_MARKUP_PRIVATE_H

/// Makes libxml2 ready, once.
void carrel_markup_initialize(void);

#endif
