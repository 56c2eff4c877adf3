import Foundation
import Pictures

/// Writes frames as webcams do, with libjpeg-turbo's own cjpeg.
struct JPEGWriter {
    let folder: URL

    /// With 4:2:2 colours.
    func file(of picture: GreyImage) throws -> [UInt8] {
        let (source, target) = (folder.appending(path: "frame.ppm"), folder.appending(path: "frame.jpg"))
        var file = Data("P6 \(picture.width) \(picture.height) 255\n".utf8)
        file.append(contentsOf: picture.luma.flatMap { [$0, $0, $0] })
        try file.write(to: source)
        try Self.shell("cjpeg -quality 85 -sample 2x1 -outfile '\(target.path)' '\(source.path)'")
        return try PictureFile.read(target.path)
    }

    static func shell(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("cjpeg or djpeg failed: install libjpeg-turbo-progs")
        }
    }
}
