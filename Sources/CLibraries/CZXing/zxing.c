#include "ZXing.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// What is used of ZXingC.h of zxing-cpp 2.3, which Debian 12 does not have.

typedef struct ZXing_ImageView ZXing_ImageView;
typedef struct ZXing_ReaderOptions ZXing_ReaderOptions;
typedef struct ZXing_Barcodes ZXing_Barcodes;
typedef struct ZXing_Barcode ZXing_Barcode;
typedef struct { int x, y; } ZXing_PointI;
typedef struct { ZXing_PointI topLeft, topRight, bottomRight, bottomLeft; } ZXing_Position;
enum { ZXing_ImageFormat_Lum = 0x01000000 };

static ZXing_ImageView *(*ZXing_ImageView_new)(
    const uint8_t *data, int width, int height, int format, int row_stride, int pixel_stride);
static void (*ZXing_ImageView_delete)(ZXing_ImageView *view);
static ZXing_ReaderOptions *(*ZXing_ReaderOptions_new)(void);
static void (*ZXing_ReaderOptions_delete)(ZXing_ReaderOptions *options);
static void (*ZXing_ReaderOptions_setFormats)(ZXing_ReaderOptions *options, int formats);
// NULL when it failed.
static ZXing_Barcodes *(*ZXing_ReadBarcodes)(const ZXing_ImageView *view, const ZXing_ReaderOptions *options);
static int (*ZXing_Barcodes_size)(const ZXing_Barcodes *barcodes);
static const ZXing_Barcode *(*ZXing_Barcodes_at)(const ZXing_Barcodes *barcodes, int index);
static void (*ZXing_Barcodes_delete)(ZXing_Barcodes *barcodes);
// Its bytes, for ZXing_free.
static uint8_t *(*ZXing_Barcode_bytes)(const ZXing_Barcode *barcode, int *count);
// Its identifier in ISO/IEC 15424, for ZXing_free.
static char *(*ZXing_Barcode_symbologyIdentifier)(const ZXing_Barcode *barcode);
static ZXing_Position (*ZXing_Barcode_position)(const ZXing_Barcode *barcode);
static void (*ZXing_free)(void *bytes);

static bool is_there;

static void look(void)
{
    void *library = dlopen("libZXing.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (name = (__typeof__(name))dlsym(library, #name))
    is_there = FIND(ZXing_ImageView_new) && FIND(ZXing_ImageView_delete) && FIND(ZXing_ReaderOptions_new)
        && FIND(ZXing_ReaderOptions_delete) && FIND(ZXing_ReaderOptions_setFormats) && FIND(ZXing_ReadBarcodes)
        && FIND(ZXing_Barcodes_size) && FIND(ZXing_Barcodes_at) && FIND(ZXing_Barcodes_delete)
        && FIND(ZXing_Barcode_bytes) && FIND(ZXing_Barcode_symbologyIdentifier) && FIND(ZXing_Barcode_position) && FIND(ZXing_free);
#undef FIND
}

bool usher_zxing_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return is_there;
}

// A rune is an Aztec of three digits, so small that noise looks like one. No ticket has one.
static bool is_rune(const ZXing_Barcode *barcode)
{
    char *identifier = ZXing_Barcode_symbologyIdentifier(barcode);
    bool is_rune = identifier && strcmp(identifier, "]zC") == 0;
    ZXing_free(identifier);
    return is_rune;
}

static void hand_over(
    const ZXing_Barcode *barcode, void (*found)(void *context, const usher_zxing_code *code), void *context)
{
    int count = 0;
    uint8_t *bytes = ZXing_Barcode_bytes(barcode, &count);
    if (bytes && count > 0 && !is_rune(barcode)) {
        ZXing_Position at = ZXing_Barcode_position(barcode);
        usher_zxing_code code = {
            bytes, (size_t)count, {at.topLeft.x, at.topRight.x, at.bottomRight.x, at.bottomLeft.x},
            {at.topLeft.y, at.topRight.y, at.bottomRight.y, at.bottomLeft.y},
        };
        found(context, &code);
    }
    ZXing_free(bytes);
}

void usher_zxing_read(
    const uint8_t *pixels, int width, int height, int kinds,
    void (*found)(void *context, const usher_zxing_code *code), void *context)
{
    ZXing_ImageView *view = ZXing_ImageView_new(pixels, width, height, ZXing_ImageFormat_Lum, width, 1);
    ZXing_ReaderOptions *options = ZXing_ReaderOptions_new();
    ZXing_ReaderOptions_setFormats(options, kinds);
    ZXing_Barcodes *barcodes = ZXing_ReadBarcodes(view, options);
    for (int each = 0; barcodes && each < ZXing_Barcodes_size(barcodes); each++)
        hand_over(ZXing_Barcodes_at(barcodes, each), found, context);
    if (barcodes) ZXing_Barcodes_delete(barcodes);
    ZXing_ReaderOptions_delete(options);
    ZXing_ImageView_delete(view);
}
