internal import Foundation

/// Whether this machine is connected to a network (getifaddrs(3)).
enum NetworkCheck {
    static func hasAddress() -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return true }
        defer { unsafe freeifaddrs(first) }
        var next = unsafe first
        while let entry = unsafe next?.pointee {
            let flags = unsafe Int32(bitPattern: entry.ifa_flags)
            let family = unsafe entry.ifa_addr?.pointee.sa_family
            if flags & Int32(IFF_LOOPBACK) == 0, flags & Int32(IFF_UP) != 0,
                family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6)
            {
                return true
            }
            unsafe next = entry.ifa_next
        }
        return false
    }
}
