// libusher-zxing.so: gives the zxing-cpp of Debian 12 the interface for C that the one of Debian 13 has of its own.
// Built with a later one, it is empty.

#include <ZXing/ZXVersion.h>
#if ZXING_VERSION_MAJOR < 2

#define ZX_USE_UTF8 // another meaning of text(), which is not used here, but asked for by the header
#include <ZXing/ReadBarcode.h>

#include <cstdlib>
#include <cstring>

extern "C" {
#include "../ZXingFunctions.h"
}

namespace {

auto of(const ZXing_ImageView *view) { return reinterpret_cast<const ZXing::ImageView *>(view); }
auto of(const ZXing_ReaderOptions *options) { return reinterpret_cast<const ZXing::DecodeHints *>(options); }
auto of(const ZXing_Barcodes *barcodes) { return reinterpret_cast<const ZXing::Results *>(barcodes); }
auto of(const ZXing_Barcode *barcode) { return reinterpret_cast<const ZXing::Result *>(barcode); }

} // namespace

ZXing_ImageView *ZXing_ImageView_new(
    const uint8_t *data, int width, int height, int format, int row_stride, int pixel_stride)
{
    return reinterpret_cast<ZXing_ImageView *>(new ZXing::ImageView(
        data, width, height, static_cast<ZXing::ImageFormat>(format), row_stride, pixel_stride));
}

void ZXing_ImageView_delete(ZXing_ImageView *view) { delete of(view); }

ZXing_ReaderOptions *ZXing_ReaderOptions_new() { return reinterpret_cast<ZXing_ReaderOptions *>(new ZXing::DecodeHints); }

void ZXing_ReaderOptions_delete(ZXing_ReaderOptions *options) { delete of(options); }

void ZXing_ReaderOptions_setFormats(ZXing_ReaderOptions *options, int formats)
{
    ZXing::BarcodeFormats wanted;
    for (auto format : {ZXing::BarcodeFormat::Aztec, ZXing::BarcodeFormat::DataMatrix, ZXing::BarcodeFormat::PDF417})
        if (formats & static_cast<int>(format)) wanted |= format;
    reinterpret_cast<ZXing::DecodeHints *>(options)->setFormats(wanted);
}

ZXing_Barcodes *ZXing_ReadBarcodes(const ZXing_ImageView *view, const ZXing_ReaderOptions *options)
{
    try {
        return reinterpret_cast<ZXing_Barcodes *>(new ZXing::Results(ZXing::ReadBarcodes(*of(view), *of(options))));
    } catch (...) {
        return nullptr; // as ZXingC.cpp of 2.3 does
    }
}

int ZXing_Barcodes_size(const ZXing_Barcodes *barcodes) { return static_cast<int>(of(barcodes)->size()); }

const ZXing_Barcode *ZXing_Barcodes_at(const ZXing_Barcodes *barcodes, int index)
{
    return reinterpret_cast<const ZXing_Barcode *>(&(*of(barcodes))[static_cast<size_t>(index)]);
}

void ZXing_Barcodes_delete(ZXing_Barcodes *barcodes) { delete of(barcodes); }

uint8_t *ZXing_Barcode_bytes(const ZXing_Barcode *barcode, int *count)
{
    const auto &bytes = of(barcode)->bytes();
    auto copy = static_cast<uint8_t *>(std::malloc(bytes.size() + 1));
    if (copy) std::memcpy(copy, bytes.data(), bytes.size());
    *count = copy ? static_cast<int>(bytes.size()) : 0;
    return copy;
}

ZXing_Position ZXing_Barcode_position(const ZXing_Barcode *barcode)
{
    const auto &corners = of(barcode)->position();
    auto point = [&](int corner) { return ZXing_PointI{corners[corner].x, corners[corner].y}; };
    return {point(0), point(1), point(2), point(3)};
}

void ZXing_free(void *bytes) { std::free(bytes); }

#endif
