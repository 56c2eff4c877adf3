internal import Foundation

/// What a server answers to bytes that no proper client would send.
public enum RawConnection {
    /// Reads until the server closes. On a thread of its own, because it waits.
    /// - Parameter port: of this machine.
    public static func ask(_ text: String, port: Int) async -> String {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return await ask(text, address, AF_INET)
    }

    public static func ask(_ text: String, socket path: String) async -> String {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        return await ask(text, address, AF_UNIX)
    }

    private static func ask<Address: Sendable>(_ text: String, _ address: Address, _ family: Int32) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(descriptor) }
                var address = address
                let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
                    }
                }
                var answer: [UInt8] = []
                let bytes = Array(text.utf8)
                if isConnected, unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
                        answer += buffer[..<count]
                    }
                }
                continuation.resume(returning: String(decoding: answer, as: UTF8.self))
            }
        }
    }
}
