#ifndef DOOR_ASSETS_H
#define DOOR_ASSETS_H

#include <stddef.h>

/// One file of the page, as it lies in assets/. Lives as long as the program.
struct door_asset {
    /// Its address below the page: "staff/api.js".
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The file at an index; without a name after the last. (Swift sees an array of C as one large tuple.)
struct door_asset door_asset_at(size_t index);

#endif
