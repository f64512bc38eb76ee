#pragma once

#include <stddef.h>
#include <stdint.h>

/// A file of the documentation as it was when the program was built.
struct carrel_interface_file {
    const uint8_t *bytes;
    size_t count;
};

/// docs/carrel.schema.json: the rows that programs get.
struct carrel_interface_file carrel_interface_schema(void);

/// docs/openapi.json: the interface of carrel serve.
struct carrel_interface_file carrel_interface_openapi(void);
