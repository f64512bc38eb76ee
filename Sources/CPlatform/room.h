#ifndef CARREL_ROOM_H
#define CARREL_ROOM_H

#include "CPlatform.h"

/// Locks this process, which has not called exec yet, into a room: Landlock where the system has it, and the filter.
/// Returns 0, or the error.
int carrel_lock(const carrel_child *child);

#endif
