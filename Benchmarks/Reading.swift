import Foundation
import Glibc
import Pictures
import QRReader

/// Reads the pictures named on standard input, one path a line, and prints what was read and how long it took.
///
/// `live` reads them as frames of a camera; an empty line ends a sequence. `still` reads each picture by itself.
struct ReadingBenchmark {
    let isLive: Bool

    func run() throws {
        var reader = try QRReader()
        while let line = readLine() {
            if line.isEmpty {
                forget(&reader)
                continue
            }
            let picture = try GreyImage(readingFile: line)
            let start = Self.processorNanoseconds()
            let symbols =
                isLive
                ? reader.read(picture.luma.span, width: picture.width, height: picture.height)
                : reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            let time = Self.processorNanoseconds() - start
            let texts = symbols.map { Data($0.bytes).base64EncodedString() }
            print(([String(time)] + texts).joined(separator: "\t"))
        }
    }

    /// A frame of another size makes the reader forget what it has seen.
    private func forget(_ reader: inout QRReader) {
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
