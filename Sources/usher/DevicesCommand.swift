import ArgumentParser
import Cameras
import Devices
import Foundation
import NFCReaders
import Station
import StationAPI
import Tickets

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "The cameras and scanners of this machine.",
        discussion: """
            Without a subcommand it lists them: what they are, and whether you may read them. A keyboard-like device \
            that is not known as a scanner is treated as a keyboard until "usher devices learn" has learned it. A \
            serial line and an NFC reader are read if usher.yaml names them. Only the running usherd knows which devices the station has \
            learned and reads, so they are marked if you may use it.
            """,
        subcommands: [List.self, Learn.self, Snapshot.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists cameras, scanners, keyboards, serial lines on USB, and NFC readers.")

        @Flag(help: "Print JSON, one object a device.") var json = false

        func run() async throws {
            let (learned, readers) = await Self.known()
            let devices = (try DeviceWatcher().devices() + NFCReaders.devices()).map { device in
                Listed(
                    device, isLearned: device.kind.isTypedOn && learned.contains(device.identity),
                    isRead: readers.map { $0.contains(where: device.isNamed) })
            }
            if json {
                for device in devices { Output.line(device.json.text) }
            } else if devices.isEmpty {
                Output.line("no camera, no scanner, no keyboard")
            } else {
                for device in devices { device.show() }
            }
        }

        /// The identities of the scanners that the station has learned, and the names of the devices that it reads:
        /// empty and `nil` without a running usherd.
        static func known() async -> (learned: Set<String>, readers: [String]?) {
            let environment = ProcessInfo.processInfo.environment
            guard let daemon = ControlChannel.daemon(state: nil, environment: environment),
                let scanners = try? await daemon.send(ControlRequest("GET", "scanners"), as: Items<ScannerEntry>.self),
                let status = try? await daemon.send(ControlRequest("GET", "status"), as: StationStatus.self)
            else { return ([], nil) }
            return (Set(scanners.answer.items.map(\.identity)), status.answer.readers.map(\.device))
        }
    }

    struct Snapshot: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "snapshot", abstract: "Saves what a camera sees, with the codes in it outlined.",
            discussion: """
                A running usherd that reads the camera is asked for the picture; else the camera is opened here. The \
                picture may show a ticket's code, so only you can read the file.
                """)

        @Argument(help: ArgumentHelp("Its device file; needed when there are several.", valueName: "camera"))
        var camera: String?
        @Option(help: ArgumentHelp("The PNG file.", valueName: "file")) var out: String
        @Option(help: ArgumentHelp("The state folder of the usherd to use.", valueName: "dir")) var state: String?

        func run() async throws {
            let environment = ProcessInfo.processInfo.environment
            let picture: [UInt8]
            if let daemon = ControlChannel.daemon(state: state.map { URL(filePath: $0) }, environment: environment) {
                var request = ControlRequest("GET", "cameras", "picture")
                if let camera { request.query["camera"] = camera }
                picture = try await daemon.bytes(request)
            } else {
                let camera = try chosen()
                try camera.requireAccess()
                picture = try CameraSnapshot(of: camera, until: try StopSignal()).pngFile()
            }
            try await WholeFile(path: out).write(picture)
            Output.line(out)
        }

        private func chosen() throws -> Device {
            let cameras = try DeviceWatcher().devices().filter { $0.kind == .camera }
            let fitting = cameras.filter { device in camera.map { device.isNamed($0) } ?? true }
            if let only = fitting.first, fitting.count == 1 { return only }
            throw CommandError(
                "take a picture with", camera?.withoutControls ?? "the camera",
                fitting.isEmpty ? "there is no such camera" : "there are several",
                hint: cameras.isEmpty
                    ? "Plug a camera in; usher devices lists what is there."
                    : "Name one of: \(cameras.map(\.persistentName).joined(separator: ", ")).")
        }
    }
}

extension Device {
    /// - Throws: `DeviceError` that says which group may open the device, where that is what is missing.
    func requireAccess() throws(DeviceError) {
        if case .refused(let error) = access() { throw error }
    }
}

extension Device.Kind {
    /// It types like a keyboard.
    var isTypedOn: Bool { self == .scanner || self == .keyboard }
}

/// A device as it is listed.
private struct Listed {
    let device: Device
    /// `usher devices learn` has made it known to the station.
    let isLearned: Bool
    /// The station reads it, or tries to; `nil` when no usherd says so.
    let isRead: Bool?
    let access: DeviceAccess
    /// What a camera can do.
    let formats: String?

    init(_ device: Device, isLearned: Bool, isRead: Bool?) {
        self.device = device
        self.isLearned = isLearned
        self.isRead = isRead
        access = device.access()
        formats = device.kind == .camera ? (try? CameraCapabilities(of: device))?.description : nil
    }

    private var error: DeviceError? {
        guard case .refused(let error) = access else { return nil }
        return error
    }

    private var kind: Device.Kind { isLearned ? .scanner : device.kind }

    var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        func flag(_ value: Bool?) -> JSONValue { value.map { .bool($0) } ?? .null }
        return .object([
            ("kind", .string(kind.rawValue)), ("learned", .bool(isLearned)), ("device", .string(device.persistentName)),
            ("node", .string(device.node)), ("name", .string(device.name)), ("vendor", text(device.vendor)),
            ("vendor_id", text(device.vendorID)), ("product_id", text(device.productID)),
            ("serial", text(device.serial)), ("links", .array(device.links.map { .string($0) })),
            ("formats", text(formats)), ("read", flag(isRead)), ("readable", .bool(error == nil)),
            ("reason", text(error?.reason)), ("hint", text(error?.hint)),
        ])
    }

    func show() {
        let ids = [device.vendorID, device.productID].compactMap { $0 }.joined(separator: ":")
        let identity = [device.vendor, ids.isEmpty ? nil : ids, device.serial.map { "serial \($0)" }]
        Output.line("\(Ink.bold.paint(kind.rawValue))  \(device.name)\(isLearned ? " (learned)" : "")")
        let details = identity.compactMap { $0 }.joined(separator: ", ")
        if !details.isEmpty { Output.line("  \(details)") }
        for name in device.links.filter({ $0 != device.node }) + [device.node] { Output.line("  \(name)") }
        if let formats { Output.line("  \(formats.isEmpty ? "no format that can be read" : formats)") }
        switch device.kind {
        case .serial: showUse(["serial_scanners:", "  - device: \(device.persistentName)"])
        case .nfc: showUse(["nfc_readers: [\(device.persistentName)]"])
        case .camera, .scanner, .keyboard, .hidPOS: break
        }
        if let error {
            Output.line("  " + Ink.amber.paint("cannot be read") + ": \(error.reason). \(error.hint ?? "")")
        }
    }

    /// What a device is to the station that is read only if it is named.
    /// - Parameter lines: of usher.yaml.
    private func showUse(_ lines: [String]) {
        if isRead == true { return Output.line("  read, as usher.yaml says") }
        Output.line("  read only if it is in usher.yaml. If it is for tickets:")
        for line in lines { Output.line("    \(line)") }
    }
}
