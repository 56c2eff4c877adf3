internal import Foundation
internal import Glibc
internal import StationAPI

/// Who reads the page, as far as this machine can tell: the address of the connection, and the user who opened it.
///
/// On a kiosk everything connects from the same address. Only the user tells the kiosk's own screen from another
/// program that opens many streams.
struct PageReader: Hashable, Sendable {
    /// `nil` for a request that came over no connection.
    let address: String?
    /// `nil` when the kernel's table does not have the connection.
    let uid: UInt32?

    /// - Parameters:
    ///   - address: of the client, without its port.
    ///   - port: of the client.
    init(address: String?, port: Int?) {
        self.address = address
        uid = port.flatMap { port in
            ["/proc/self/net/tcp", "/proc/self/net/tcp6"].lazy.compactMap { file in
                Self.uid(of: address ?? "", port: port, in: Self.table(file))
            }.first
        }
    }

    /// The whole of a table. It is read in pieces, because the kernel says that its size is 0.
    private static func table(_ file: String) -> String {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Finds a socket of this machine in the kernel's table (proc_pid_net(5)). The second column is its own address and
    /// port, in hexadecimal and in the byte order of the processor; the eighth is the id of its user.
    static func uid(of address: String, port: Int, in table: String) -> UInt32? {
        let place = ":" + String(format: "%04X", port)
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard columns.count > 7, columns[1].hasSuffix(place),
                Self.names(address).contains(String(columns[1].dropLast(place.count)))
            else { continue }
            return UInt32(columns[7])
        }
        return nil
    }

    /// How the two tables write an address. An IPv4 address also stands as an IPv6 one in the second.
    private static func names(_ address: String) -> [String] {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, address, &four) == 1 {
            let word = String(format: "%08X", four.s_addr)
            return [word, "0000000000000000FFFF0000" + word]
        }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, address, &six) == 1 else { return [] }
        let words = unsafe withUnsafeBytes(of: &six) { bytes in
            (0..<4).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        return [words.map { String(format: "%08X", $0) }.joined()]
    }
}
