internal import Devices
internal import NFCReaders
internal import Tickets

extension Readers {
    /// All readers for cards that usher.yaml names, on one thread.
    /// - Parameter service: pcscd. What is wrong with it is shown, and nothing when it works.
    func readNFCReaders(
        by service: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        var readers: Set<Device> = []
        defer { readers.forEach(board.remove) }
        let wanted = { [nfcReaders] (reader: Device) in nfcReaders.contains(where: reader.isNamed) }
        try NFCReaders.read(wanted: wanted, until: stop) {
            board.remove(service)
            opened()
        } handle: { event in
            switch event {
            case .reader(let reader, let event):
                readers.insert(reader)
                take(event, from: reader, manner: "NFC", opened: {}, present: present)
            case .gone(let reader):
                readers.remove(reader)
                board.remove(reader)
            }
        }
    }
}
