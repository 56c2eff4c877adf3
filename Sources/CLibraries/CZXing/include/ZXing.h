#ifndef ZXING_AT_RUN_TIME_H
#define ZXING_AT_RUN_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// zxing-cpp, which is opened at run time: not every station has it. Debian 13's libZXing.so.3 has an interface for C
// (ZXingC.h of 2.3); Debian 12's libZXing.so.2 has none, and is not used.

/// Kinds of codes (ZXing_BarcodeFormat in ZXingC.h).
enum {
    USHER_ZXING_AZTEC = 1 << 0,
    USHER_ZXING_DATA_MATRIX = 1 << 7,
    USHER_ZXING_PDF417 = 1 << 12,
};

/// A code that was read. It is valid only during the call that gets it.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    /// Of the four corners, in pixels of the picture: x to the right, y down.
    int32_t xs[4], ys[4];
} usher_zxing_code;

/// Whether the machine has the library. Nothing else may be called before this was asked, and was true.
bool usher_zxing_is_there(void);

/// Reads all codes of these kinds in a grey picture of width times height bytes, the top row first.
void usher_zxing_read(
    const uint8_t *pixels, int width, int height, int kinds,
    void (*found)(void *context, const usher_zxing_code *code), void *context);

#endif
