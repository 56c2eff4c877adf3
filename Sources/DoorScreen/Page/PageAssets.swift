internal import CDoorAssets
internal import Crypto
internal import Foundation
internal import Messages
internal import StationAPI
internal import Tickets

/// One file of the page.
struct PageAsset: Sendable {
    let contentType: String
    let bytes: [UInt8]
    /// For the header `ETag` (RFC 9110, section 8.8.3): changes whenever the bytes do.
    let entityTag: String

    init(contentType: String, bytes: [UInt8]) {
        self.contentType = contentType
        self.bytes = bytes
        entityTag = "\"" + Data(SHA256.hash(data: bytes).prefix(8)).hex + "\""
    }
}

/// The files of the page. They are in the program itself, so that there is nothing to install, to find or to alter.
/// See docs/decisions/053-page-is-small-files.md.
enum PageAssets {
    /// By their path below the address of the page.
    static let all: [String: PageAsset] = {
        var assets: [String: PageAsset] = [:]
        for index in 0... {
            let asset = unsafe door_asset_at(index)
            guard let start = unsafe asset.name else { break }
            let name = unsafe String(cString: start)
            let bytes = unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
            assets[name] = PageAsset(contentType: contentType(of: name), bytes: bytes)
        }
        for file in MessageFile.all {
            assets["messages/\(file.language).json"] = PageAsset(contentType: "application/json", bytes: file.bytes)
        }
        return assets
    }()

    /// Differs between any two versions of the page. A page that is older than its server reloads.
    static let build: String = {
        let tags = all.sorted { $0.key < $1.key }.map(\.value.entityTag).joined()
        return PageAsset(contentType: "", bytes: Array(tags.utf8)).entityTag.filter { $0 != "\"" }
    }()

    static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        default: "application/octet-stream"
        }
    }
}
