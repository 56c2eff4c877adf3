import BarcodeReader
import Foundation
import Glibc
import Pictures
import QRReader
import Tickets

/// Reads the pictures named on standard input, one path a line, and prints what was read and how long it took.
///
/// `live` reads them as frames of a camera; an empty line ends a sequence. `still` reads each picture by itself. The name
/// of a kind of barcode reads that in them, as frames of a camera.
enum ReadingBenchmark {
    static func run(_ mode: String) throws {
        if let symbology = Symbology(rawValue: mode), symbology != .qr {
            var reader = try BarcodeReader([symbology])
            try readPictures { picture in
                // A new reader knows nothing of the sequence before.
                guard let picture else {
                    reader = try BarcodeReader([symbology])
                    return
                }
                try time {
                    reader.read(picture.luma.span, width: picture.width, height: picture.height).map(\.bytes)
                }
            }
        } else {
            var reader = try QRReader()
            try readPictures { picture in
                guard let picture else { return forget(&reader) }
                try time {
                    let symbols =
                        mode == "live"
                        ? reader.read(picture.luma.span, width: picture.width, height: picture.height)
                        : reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
                    return symbols.map(\.bytes)
                }
            }
        }
    }

    /// - Parameter body: gets each picture, and `nil` where a sequence ends.
    private static func readPictures(_ body: (GreyImage?) throws -> Void) throws {
        while let line = readLine() { try body(line.isEmpty ? nil : GreyImage(readingFile: line)) }
    }

    private static func time(_ read: () throws -> [[UInt8]]) throws {
        let start = processorNanoseconds()
        let found = try read()
        let time = processorNanoseconds() - start
        print(([String(time)] + found.map { Data($0).base64EncodedString() }).joined(separator: "\t"))
    }

    /// A frame of another size makes the reader forget what it has seen.
    private static func forget(_ reader: inout QRReader) {
        let blank = [UInt8](repeating: 128, count: 64 * 64)
        _ = reader.read(blank.span, width: 64, height: 64)
    }

    /// Processor time of this thread.
    private static func processorNanoseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
