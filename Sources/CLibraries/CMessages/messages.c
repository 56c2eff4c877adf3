#include "Messages.h"

#include <string.h>

// In the program itself, so that a copied program has its texts; how it is done, CDoorAssets says.

#define QUOTED(text) #text

/// All files, one after the other. They are texts: a zero ends each.
static const unsigned char contents[] = {
#define LANGUAGE(code) QUOTED(messages/code.json) suffix(, 0,)
#include "languages.h"
#undef LANGUAGE
};

static const char *const codes[] = {
// Nothing of the file is embedded, but its language in the place of nothing.
#define LANGUAGE(code) QUOTED(messages/code.json) limit(0) if_empty(#code,)
#include "languages.h"
#undef LANGUAGE
};

struct message_file message_file_at(size_t index)
{
    if (index >= sizeof codes / sizeof codes[0]) return (struct message_file){NULL, NULL, 0};
    const unsigned char *bytes = contents;
    for (size_t before = 0; before < index; before++) bytes += strlen((const char *)bytes) + 1;
    return (struct message_file){codes[index], bytes, strlen((const char *)bytes)};
}
