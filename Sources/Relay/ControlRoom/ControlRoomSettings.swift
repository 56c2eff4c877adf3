internal import CheckedYAML
public import DoorScreen
public import Foundation
internal import Messages

/// The key `control` of relay.yaml: where the page of the whole event is served.
public struct ControlRoomSettings: Sendable {
    /// Its address, and its names.
    public let remote: RemoteSettings
    /// The file with the token that a browser must send to sign in.
    public let token: URL
    /// Of the page: one of `MessageFile.languages`.
    public let language: String

    init(_ mapping: YAMLMapping, folder: URL) {
        remote = RemoteSettings(mapping, name: "control", port: 8725)
        token = URL(filePath: mapping.string("token"), below: folder)
        let languages = MessageFile.languages
        language =
            mapping.optionalValue("language", "one of \(languages.joined(separator: ", "))") {
                languages.contains($0) ? $0 : nil
            } ?? "en"
    }
}
