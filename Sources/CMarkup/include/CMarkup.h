#ifndef CMarkup_H
#define CMarkup_H
#endif
