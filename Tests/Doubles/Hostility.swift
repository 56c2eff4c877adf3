public import Tickets

/// The ways in which an answer can be bad.
public enum Hostility: Sendable, Hashable, CustomStringConvertible {
    /// The page of a network that wants a login first.
    case captivePortal
    case failing(status: Int, retryAfter: String?)
    /// The honest answer, cut off in the middle.
    case truncated
    /// JSON of another shape.
    case instead(JSONValue)
    case errorInside
    /// To the same path on another host.
    case redirect(to: String)
    /// 64 MiB of zeros in half a megabyte.
    case gzipBomb
    /// 1 GiB.
    case huge
    /// The honest answer's beginning, and then nothing.
    case stalled

    public var description: String {
        switch self {
        case .captivePortal: "a captive portal"
        case .failing(let status, _): "\(status)"
        case .truncated: "half an answer"
        case .instead(let value): "\(value.text.prefix(40))"
        case .errorInside: "200 with an error inside"
        case .redirect: "a redirect"
        case .gzipBomb: "a gzip bomb"
        case .huge: "1 GiB"
        case .stalled: "an answer that stalls"
        }
    }

    func spoil(_ honest: DoubleAnswer, path: String) -> DoubleAnswer {
        let json = ["Content-Type": "application/json"]
        switch self {
        case .captivePortal:
            return DoubleAnswer(
                headers: ["Content-Type": "text/html"], body: .bytes(Array("<!DOCTYPE html><h1>Log in</h1>".utf8)))
        case .failing(let status, let retryAfter):
            return DoubleAnswer(
                status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:],
                json: .object([("error", .string("Rate limit exceeded"))]))
        case .truncated: return DoubleAnswer(headers: json, body: .bytes(Self.half(of: honest)))
        case .instead(let value): return DoubleAnswer(json: value)
        case .errorInside: return DoubleAnswer(json: .object([("error", .string("Something went wrong"))]))
        case .redirect(let address):
            return DoubleAnswer(302, headers: ["Location": address + path], body: .bytes([]))
        case .gzipBomb:
            return DoubleAnswer(
                headers: json.merging(["Content-Encoding": "gzip"]) { $1 }, body: .bytes(GzipBomb.bytes(size: 64 << 20))
            )
        case .huge:
            return DoubleAnswer(
                headers: json, body: .repeated([UInt8](repeating: UInt8(ascii: " "), count: 1 << 20), times: 1 << 10))
        case .stalled: return DoubleAnswer(headers: json, body: .stalled(after: Self.half(of: honest)))
        }
    }

    private static func half(of answer: DoubleAnswer) -> [UInt8] {
        guard case .bytes(let bytes) = answer.body else { return [] }
        return Array(bytes.prefix(bytes.count / 2))
    }
}

/// A gzip file (RFC 1952) that unpacks to many zeros.
enum GzipBomb {
    /// - Parameter size: of what it unpacks to, in bytes, at least.
    static func bytes(size: Int) -> [UInt8] {
        var bits = BitWriter([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        // RFC 1951: one last block of the fixed Huffman codes, a zero, and then "the 258 bytes before" (code 285 with
        // distance 1), which is all zeros, as often as need be.
        bits.append(0b1, count: 1)
        bits.append(0b01, count: 2)
        bits.append(0b0000_1100, count: 8)
        for _ in 0..<(size / 258 + 1) { bits.append(0b00000_1010_0011, count: 13) }
        return bits.bytes
    }

    /// Least significant bit first; Huffman codes are given reversed.
    private struct BitWriter {
        private(set) var bytes: [UInt8]
        private var pending: UInt32 = 0
        private var pendingCount = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func append(_ bits: UInt32, count: Int) {
            pending |= bits << pendingCount
            pendingCount += count
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }
    }
}
