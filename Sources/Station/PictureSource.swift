internal import Files
internal import Foundation
internal import Pictures
internal import QRReader
internal import Synchronization
internal import Threads
internal import Tickets

/// Presentations from picture files. Each is read like a frame of a camera.
final class PictureSource: PresentationSource {
    /// A picture to present, and where the answer sheet wants it presented.
    private struct PictureItem: Sendable {
        let file: URL
        var gate: String?
        var direction: Direction?
    }

    private enum Item: Sendable {
        case picture(PictureItem)
        case answers([String: String])
    }

    private let rest: Mutex<ArraySlice<Item>>
    /// Reading a picture takes too long for Swift's shared threads.
    private let queue = WorkQueue("pictures")

    /// The pictures of a folder: in the order of `answers.jsonl` when that file is in it or beside it, else by name.
    /// - Throws: ``StationError`` when there is no picture, or the sheet cannot be read
    init(folder: URL) throws {
        let items: [Item]
        let sheets = [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "answers.jsonl") }
        if let sheet = sheets.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            items = try Self.items(of: sheet)
        } else {
            items = try Self.pictures(in: folder).map { .picture(PictureItem(file: $0)) }
        }
        guard !items.isEmpty else {
            throw StationError(
                .unavailable, "show", folder.path, "there is no picture in it",
                hint: "It takes PNG, JPEG and PGM files.")
        }
        rest = Mutex(items[...])
    }

    func next() async throws -> PresentationResult? {
        guard let item = rest.withLock({ $0.popFirst() }) else { return nil }
        switch item {
        case .picture(let picture): return try await queue.run { try Self.read(picture) }
        case .answers(let answers): return .answers(answers)
        }
    }

    func stop() {
        rest.withLock { $0 = [] }
    }

    private struct Answer: Decodable {
        var file: String?
        var gate: String?
        var direction: Direction?
        /// Instead of a file: what the guest says to the questions about the one before.
        var answers: [String: String]?
    }

    private static func items(of sheet: URL) throws -> [Item] {
        let folder = sheet.deletingLastPathComponent()
        let lines = try text(of: sheet).split(separator: UInt8(ascii: "\n"))
        return try lines.enumerated().map { index, line in
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(line))
            if let answer, let file = answer.file {
                return .picture(
                    PictureItem(file: folder.appending(path: file), gate: answer.gate, direction: answer.direction))
            }
            if let answers = answer?.answers { return .answers(answers) }
            throw StationError(
                .configuration, "read", sheet.path,
                "line \(index + 1) is not an answer", hint: "Each line is an object with a `file`, or with `answers`.")
        }
    }

    private static func pictures(in folder: URL) throws -> [URL] {
        let files: [URL]
        do {
            files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        } catch {
            throw unreadable(folder, error)
        }
        return files.filter { ["png", "jpg", "jpeg", "pgm"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private static func text(of sheet: URL) throws -> Data {
        do { return try Data(contentsOf: sheet) } catch { throw unreadable(sheet, error) }
    }

    private static func unreadable(_ file: URL, _ error: any Error) -> StationError {
        StationError(.unavailable, "read", file.path, FileError.system("read", file.path, because: error).reason)
    }

    /// Reads one picture. When it has several codes, the one nearest to the middle counts, as in a camera's frame. The
    /// time runs from the decoded picture, as it does from a camera's frame.
    private static func read(_ item: PictureItem) throws -> PresentationResult {
        let picture: GreyImage
        do {
            picture = try GreyImage(readingFile: item.file.path)
        } catch {
            return .problem("\(error)")
        }
        let arrived = ContinuousClock.now
        var reader = try QRReader()
        let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
        guard let nearest = symbols.nearestToMiddle(of: picture) else {
            return .problem("no code in \(item.file.path)")
        }
        return .presentation(
            Presentation(
                bytes: nearest.bytes, how: .image, source: "images", gate: item.gate, direction: item.direction,
                arrived: arrived))
    }
}
