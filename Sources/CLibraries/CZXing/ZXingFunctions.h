#ifndef ZXING_FUNCTIONS_H
#define ZXING_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

// What is used of ZXingC.h of zxing-cpp 2.3, which Debian 12 does not have.

typedef struct ZXing_ImageView ZXing_ImageView;
typedef struct ZXing_ReaderOptions ZXing_ReaderOptions;
typedef struct ZXing_Barcodes ZXing_Barcodes;
typedef struct ZXing_Barcode ZXing_Barcode;
typedef struct { int x, y; } ZXing_PointI;
typedef struct { ZXing_PointI topLeft, topRight, bottomRight, bottomLeft; } ZXing_Position;
enum { ZXing_ImageFormat_Lum = 0x01000000 };

ZXing_ImageView *ZXing_ImageView_new(
    const uint8_t *data, int width, int height, int format, int row_stride, int pixel_stride);
void ZXing_ImageView_delete(ZXing_ImageView *view);
ZXing_ReaderOptions *ZXing_ReaderOptions_new(void);
void ZXing_ReaderOptions_delete(ZXing_ReaderOptions *options);
void ZXing_ReaderOptions_setFormats(ZXing_ReaderOptions *options, int formats);
/// NULL when it failed.
ZXing_Barcodes *ZXing_ReadBarcodes(const ZXing_ImageView *view, const ZXing_ReaderOptions *options);
int ZXing_Barcodes_size(const ZXing_Barcodes *barcodes);
const ZXing_Barcode *ZXing_Barcodes_at(const ZXing_Barcodes *barcodes, int index);
void ZXing_Barcodes_delete(ZXing_Barcodes *barcodes);
/// Its bytes, for ZXing_free.
uint8_t *ZXing_Barcode_bytes(const ZXing_Barcode *barcode, int *count);
ZXing_Position ZXing_Barcode_position(const ZXing_Barcode *barcode);
void ZXing_free(void *bytes);

#endif
