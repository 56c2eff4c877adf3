#include "Messages.h"

// In the program itself, so that a copied program has its texts; see CDoorAssets.

static const unsigned char en[] = {
#embed "messages/en.json"
};
static const unsigned char de[] = {
#embed "messages/de.json"
};
static const unsigned char fr[] = {
#embed "messages/fr.json"
};
static const unsigned char es[] = {
#embed "messages/es.json"
};
static const unsigned char sw[] = {
#embed "messages/sw.json"
};

static const struct message_file files[] = {
    {"en", en, sizeof en},
    {"de", de, sizeof de},
    {"fr", fr, sizeof fr},
    {"es", es, sizeof es},
    {"sw", sw, sizeof sw},
};

const struct message_file *message_file_at(size_t index)
{
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
