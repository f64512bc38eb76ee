#include "CPlatform.h"

// Package.swift defines it from the environment: this file alone is compiled again for another commit.
#ifndef CARREL_COMMIT
#define CARREL_COMMIT ""
#endif

const char *carrel_commit(void) { return CARREL_COMMIT; }
