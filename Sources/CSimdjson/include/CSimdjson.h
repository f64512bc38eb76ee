#ifndef CSimdjson_H
#define CSimdjson_H
#endif
