internal import CZip
internal import Foundation
internal import Tickets

/// A ZIP archive in memory. It is never unpacked as a whole: its parts are lent piece by piece.
@safe struct ZipArchive: ~Copyable {
    /// Of the file, for errors.
    let name: String
    private let archive: OpaquePointer

    /// - Throws: ``SpreadsheetError`` when it has no directory, which is at its end.
    init(_ bytes: Data, named name: String) throws {
        let damaged = SpreadsheetError(
            "read", name, "it is damaged, or not whole", hint: "Save it again, or copy it again from where it came.")
        guard usher_zip_is_there() else {
            throw SpreadsheetError(
                "read", name, "libzip is not installed",
                hint: "Install it: apt install libzip5, or libzip4 on Debian 12. A file in CSV needs no libzip.")
        }
        guard let copy = unsafe malloc(bytes.count) else { throw Limits.exceeded(name) }
        unsafe bytes.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: bytes.count))
        // From here on the copy belongs to the source, and the source to the archive.
        guard let source = unsafe usher_zip_source_buffer_create(copy, zip_uint64_t(bytes.count), 1, nil) else {
            unsafe free(copy)
            throw damaged
        }
        guard let archive = unsafe usher_zip_open_from_source(source, ZIP_RDONLY, nil) else {
            unsafe usher_zip_source_free(source)
            throw damaged
        }
        unsafe self.archive = archive
        self.name = name
    }

    deinit {
        unsafe usher_zip_discard(archive)
    }

    func contains(_ part: String) -> Bool {
        unsafe usher_zip_name_locate(archive, part, Self.anyCase) >= 0
    }

    // Some programs spell xl/SharedStrings.xml.
    private static let anyCase = zip_flags_t(ZIP_FL_NOCASE)

    /// Gives the handler all elements of a part.
    /// - Throws: ``SpreadsheetError``; also what the handler throws.
    func parse(_ part: String, _ handler: some XMLHandler) throws {
        guard let file = unsafe usher_zip_fopen(archive, part, Self.anyCase) else { throw damaged(part, "is missing") }
        defer { unsafe usher_zip_fclose(file) }
        let reader = try XMLReader(handler)
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var total = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                Int(unsafe usher_zip_fread(file, $0.baseAddress, zip_uint64_t($0.count)))
            }
            // Also when the checksum is not right.
            guard count >= 0 else { throw damaged(part, "cannot be unpacked") }
            total += count
            guard total <= Limits.partByteCount else { throw Limits.exceeded(name) }
            do {
                try reader.feed(buffer, count: count)
            } catch let fault as XMLFault {
                throw damaged(part, fault.problem)
            }
            if count == 0 { return }
        }
    }

    func damaged(_ part: String, _ problem: String) -> SpreadsheetError {
        SpreadsheetError(
            "read", name, "it is damaged: its part \(part.withoutControls) \(problem)",
            hint: "Open it in a spreadsheet program and save it again.")
    }
}
