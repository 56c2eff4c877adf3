#include "DoorAssets.h"

#include <string.h>

// Swift's own resources are in a bundle next to the program. These are in the program itself, so that a copied program
// has its page. (.embedInCode takes minutes for this much.)
//
// No macro can contain a directive, but a directive can be made of macros: each line of assets.h embeds what ASSET
// says, so that one list gives the contents and the names.

#define QUOTED(text) #text

/// All files, one after the other. They are texts: a zero ends each.
static const unsigned char contents[] = {
#define ASSET(name) QUOTED(assets/name) suffix(, 0,)
#include "assets.h"
#undef ASSET
};

static const char *const names[] = {
// Nothing of the file is embedded, but its name in the place of nothing.
#define ASSET(name) QUOTED(assets/name) limit(0) if_empty(#name,)
#include "assets.h"
#undef ASSET
};

struct door_asset door_asset_at(size_t index)
{
    if (index >= sizeof names / sizeof names[0]) return (struct door_asset){NULL, NULL, 0};
    const unsigned char *bytes = contents;
    for (size_t before = 0; before < index; before++) bytes += strlen((const char *)bytes) + 1;
    return (struct door_asset){names[index], bytes, strlen((const char *)bytes)};
}
