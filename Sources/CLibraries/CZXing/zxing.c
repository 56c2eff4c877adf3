#include "ZXing.h"
#include "ZXingFunctions.h"

#include <dlfcn.h>
#include <pthread.h>

// The last two are ours: beside the program, as it is built, and where the package has it.
static const char *const libraries[] = {
    "libZXing.so.3", "libusher-zxing.so", "/usr/lib/usher/libusher-zxing.so",
};

#define FUNCTIONS \
    FUNCTION(ZXing_ImageView_new) \
    FUNCTION(ZXing_ImageView_delete) \
    FUNCTION(ZXing_ReaderOptions_new) \
    FUNCTION(ZXing_ReaderOptions_delete) \
    FUNCTION(ZXing_ReaderOptions_setFormats) \
    FUNCTION(ZXing_ReadBarcodes) \
    FUNCTION(ZXing_Barcodes_size) \
    FUNCTION(ZXing_Barcodes_at) \
    FUNCTION(ZXing_Barcodes_delete) \
    FUNCTION(ZXing_Barcode_bytes) \
    FUNCTION(ZXing_Barcode_position) \
    FUNCTION(ZXing_free)

#define FUNCTION(name) static __typeof__(&name) found_##name;
FUNCTIONS
#undef FUNCTION

static bool is_there;

static void look(void)
{
    void *library = NULL;
    for (size_t each = 0; !library && each < sizeof libraries / sizeof libraries[0]; each++)
        library = dlopen(libraries[each], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_there = true;
#define FUNCTION(name) is_there = (found_##name = (__typeof__(&name))dlsym(library, #name)) && is_there;
    FUNCTIONS
#undef FUNCTION
}

bool usher_zxing_is_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look);
    return is_there;
}

static void hand_over(
    const ZXing_Barcode *barcode, void (*found)(void *context, const usher_zxing_code *code), void *context)
{
    int count = 0;
    uint8_t *bytes = found_ZXing_Barcode_bytes(barcode, &count);
    if (bytes && count > 0) {
        ZXing_Position at = found_ZXing_Barcode_position(barcode);
        usher_zxing_code code = {
            bytes, (size_t)count, {at.topLeft.x, at.topRight.x, at.bottomRight.x, at.bottomLeft.x},
            {at.topLeft.y, at.topRight.y, at.bottomRight.y, at.bottomLeft.y},
        };
        found(context, &code);
    }
    found_ZXing_free(bytes);
}

void usher_zxing_read(
    const uint8_t *pixels, int width, int height, int kinds,
    void (*found)(void *context, const usher_zxing_code *code), void *context)
{
    ZXing_ImageView *view = found_ZXing_ImageView_new(pixels, width, height, ZXing_ImageFormat_Lum, width, 1);
    ZXing_ReaderOptions *options = found_ZXing_ReaderOptions_new();
    found_ZXing_ReaderOptions_setFormats(options, kinds);
    ZXing_Barcodes *barcodes = found_ZXing_ReadBarcodes(view, options);
    for (int each = 0; barcodes && each < found_ZXing_Barcodes_size(barcodes); each++)
        hand_over(found_ZXing_Barcodes_at(barcodes, each), found, context);
    if (barcodes) found_ZXing_Barcodes_delete(barcodes);
    found_ZXing_ReaderOptions_delete(options);
    found_ZXing_ImageView_delete(view);
}
