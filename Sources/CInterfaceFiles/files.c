#include "CInterfaceFiles.h"

// Part of C23, which the other files of the project do without.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t schema[] = {
#embed "../../docs/carrel.schema.json"
};

static const uint8_t openapi[] = {
#embed "../../docs/openapi.json"
};

struct carrel_interface_file carrel_interface_schema(void) {
    return (struct carrel_interface_file){schema, sizeof schema};
}

struct carrel_interface_file carrel_interface_openapi(void) {
    return (struct carrel_interface_file){openapi, sizeof openapi};
}
