internal import CheckedYAML
internal import DoorScreen
internal import Foundation
internal import StationAPI
internal import Tickets

/// The key `screen`: `off`, or how it looks and sounds.
extension Configuration {
    private static let addressExpectation = "an address of this machine alone, like 127.0.0.1:8722"
    /// In bytes: enough for a picture in a corner of the screen.
    private static let largestLogo = 1 << 20

    mutating func readScreen(_ root: YAMLMapping) {
        guard root.shape(of: "screen") != nil else { return }
        isScreenChosen = true
        if root.shape(of: "screen") == .scalar {
            screen =
                root.word("screen", of: ["on": true, "off": false], default: true) ? screen ?? PageSettings() : nil
            return
        }
        let mapping = root.mapping("screen")
        var settings = screen ?? PageSettings()
        if let address = mapping.optionalValue("listen", Self.addressExpectation, parse: Self.address) {
            (settings.host, settings.port) = address
        }
        if mapping.optionalString("language") != nil {
            mapping.fault("language", "is the station's, not the screen's alone: write it at the top, not under screen")
        }
        Self.readLooks(mapping, into: &settings)
        Self.readConsole(mapping, into: &settings.console)
        settings.brand.logo = mapping.optionalString("logo") ?? settings.brand.logo
        if let logo = settings.brand.logo, let problem = Self.problem(withLogo: logo) { mapping.fault("logo", problem) }
        if mapping.shape(of: "figures") != nil {
            figures = RemoteSettings(mapping.mapping("figures"), name: "figures", port: 8723)
        }
        if mapping.shape(of: "phones") != nil {
            phones = RemoteSettings(mapping.mapping("phones"), name: "phones", port: 8724)
        }
        screen = settings
    }

    /// How it looks and sounds. A key that is missing keeps its value.
    static func readLooks(_ mapping: YAMLMapping, into settings: inout PageSettings) {
        settings.theme = mapping.word(
            "theme", of: ["auto": .auto, "light": .light, "dark": .dark], default: settings.theme)
        settings.readyAfter = mapping.duration(
            "ready_after", in: .seconds(2) ... .seconds(60), default: settings.readyAfter)
        settings.volume = mapping.integer("volume", in: 0...100, default: settings.volume)
        settings.isMuted = mapping.bool("mute", default: settings.isMuted)
        settings.showsCamera = mapping.bool("camera", default: settings.showsCamera)
        settings.staffIdle = mapping.duration(
            "staff_idle", in: .seconds(10) ... .seconds(3600), default: settings.staffIdle)
        settings.confirmsAttention = mapping.bool("confirm_attention", default: settings.confirmsAttention)
        settings.brand.name =
            mapping.optionalString("name", maximumByteCount: 100)?.withoutControls ?? settings.brand.name
        settings.brand.color =
            mapping.optionalValue("color", "a colour like \"#2563eb\"") {
                $0.wholeMatch(of: /#[0-9a-fA-F]{6}/) == nil ? nil : $0
            } ?? settings.brand.color
        settings.brand.footer =
            mapping.optionalString("footer", maximumByteCount: 300)?.withoutControls ?? settings.brand.footer
    }

    private static func readConsole(_ mapping: YAMLMapping, into console: inout ConsoleSettings) {
        console.rotation =
            mapping.optionalValue("rotation", "0, 90, 180 or 270") { text in
                ConsoleSettings.rotations.first { "\($0)" == text }
            } ?? console.rotation
        console.scale = mapping.integer("scale", in: ConsoleSettings.scales, default: console.scale)
        console.output =
            mapping.optionalValue("output", "a connector as the kernel names it, like HDMI-A-1") {
                $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9\-]{0,30}-[0-9]{1,3}/) != nil && !$0.hasPrefix("card") ? $0 : nil
            } ?? console.output
    }

    /// ``screen`` in the language of the station.
    var page: PageSettings? {
        screen.map { settings in
            var page = settings
            page.language = language
            return page
        }
    }

    private static func problem(withLogo path: String) -> String? {
        guard ["png", "jpg", "jpeg", "svg"].contains(URL(filePath: path).pathExtension.lowercased()) else {
            return "must be a PNG, JPEG or SVG file"
        }
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size else { return "cannot be read" }
        return size <= largestLogo ? nil : "must not have more than 1 MiB"
    }

    /// `127.0.0.1:8722`, `[::1]:8722`: the page asks for no password, so no other machine may reach it.
    private static func address(_ text: String) -> (String, Int)? {
        guard let match = text.wholeMatch(of: /(127\.0\.0\.1|localhost|\[::1\]):([0-9]{1,5})/),
            let port = Int(match.2), port <= 65_535
        else { return nil }
        let hosts = ["localhost": "127.0.0.1", "[::1]": "::1"]
        return (hosts[String(match.1)] ?? String(match.1), port)
    }

    /// `USHER_SCREEN`: `off`, or an address.
    mutating func setScreen(_ text: String) throws {
        isScreenChosen = true
        guard text != "off" else {
            screen = nil
            return
        }
        guard let address = Self.address(text) else {
            throw StationError(
                .configuration, "read", "the environment variable USHER_SCREEN",
                "it must be off, or \(Self.addressExpectation), not \"\(text.withoutControls)\"")
        }
        var settings = screen ?? PageSettings()
        (settings.host, settings.port) = address
        screen = settings
    }
}
