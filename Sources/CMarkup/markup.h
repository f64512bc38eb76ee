#ifndef CARREL_MARKUP_PRIVATE_H
#define CARREL_MARKUP_PRIVATE_H

/// Makes libxml2 ready, once.
void carrel_markup_initialize(void);

// Has the calling thread print no errors of libxml2.
void carrel_markup_silence(void);

#endif
