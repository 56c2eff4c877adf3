// NFCReaders: cards, tags and phones that are held to a reader: their texts or numbers out, by PC/SC.

public import Devices
public import Tickets

/// The readers for cards of this machine, which pcscd drives.
///
/// One thread reads all of them: pcscd waits for many readers at once.
public enum NFCReaders {
    /// What all readers are reached by.
    public static let service = Device(kind: .nfc, node: "/run/pcscd/pcscd.comm", name: "pcscd")

    /// No stop is noticed while pcscd is asked, so it is asked for no longer.
    private static let turn = Duration.milliseconds(250)

    /// The readers that are plugged in now, sorted by name; empty where no pcscd can be reached.
    public static func devices() -> [Device] {
        ((try? PCSCContext().readers()) ?? []).map { Device(reader: $0) }.sorted { $0.node < $1.node }
    }

    /// Reports what is held to readers, on the thread of the caller, until `stop` is raised. Each card is read once, until
    /// it is taken away; one that lies there from the beginning is not read.
    /// - Parameters:
    ///   - isWanted: which readers are used.
    ///   - opened: called once pcscd was reached.
    ///   - handle: called on this thread. A reader that was reported as started is reported as gone, unless this throws.
    /// - Throws: ``DeviceError`` when pcscd cannot be reached, or stops.
    public static func read(
        wanted isWanted: (Device) -> Bool, until stop: StopSignal, opened: () -> Void, handle: (NFCEvent) -> Void
    ) throws(DeviceError) {
        let context = try PCSCContext()
        opened()
        var slots = CardSlots()
        while !stop.isRaised {
            for change in slots.take(try context.readers().filter { isWanted(Device(reader: $0)) }) {
                report(change, handle: handle)
            }
            if slots.states.isEmpty {
                _ = stop.wait(timeout: turn)
                continue
            }
            var states = slots.states
            guard try context.wait(turn, for: &states) else { continue }
            for reader in slots.take(states) {
                handle(.reader(Device(reader: reader), code(on: reader, states[reader]?.answerToReset ?? [], context)))
            }
        }
    }

    private static func report(_ change: CardSlots.Change, handle: (NFCEvent) -> Void) {
        switch change {
        case .plugged(let reader): handle(.reader(Device(reader: reader), .started))
        case .unplugged(let reader): handle(.gone(Device(reader: reader)))
        }
    }

    private static func code(
        on reader: String, _ answerToReset: [UInt8], _ context: borrowing PCSCContext
    ) -> ScannerEvent<NFCDrop> {
        do throws(CardError) {
            var tag = TagReader(try context.connect(to: reader), answerToReset: answerToReset)
            return try tag.code().map { .code(bytes: $0, arrived: .now) } ?? .dropped(.noCode)
        } catch {
            return .dropped(.unread)
        }
    }
}

extension Device {
    /// pcscd puts two numbers behind the name of a reader, which depend on what else is plugged in.
    init(reader: String) {
        let name = reader.withoutControls
        let lasting = name.replacing(#/ [0-9A-F]{2} [0-9A-F]{2}$/#, with: "")
        self.init(kind: .nfc, node: name, name: lasting, links: [lasting])
    }
}
