#ifndef MESSAGES_H
#define MESSAGES_H

#include <stddef.h>

/// One message file, as it lies in messages/. Lives as long as the program.
struct message_file {
    /// ISO 639-1: "de".
    const char *language;
    const unsigned char *bytes;
    size_t count;
};

/// The file at an index; without a language after the last. (Swift sees an array of C as one large tuple.)
struct message_file message_file_at(size_t index);

#endif
