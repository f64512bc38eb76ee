#pragma once

// libmagic, loaded when it is first called; only what Carrel uses of it. Without it `magic_open` gives NULL.

#include <magic.h>
