/// What a HID device sends, as it says itself: Device Class Definition for HID 1.11, section 6.2.2.
///
/// Only what is needed to find fields in input reports. Units, limits of values and nested collections mean nothing
/// here.
struct ReportDescriptor {
    /// Some elements of an input report, one after the other.
    struct Field: Hashable {
        /// Of the application collection that it is in; 0 when it is in none.
        var application: UInt32
        /// Number of its report; 0 when reports have none.
        var report: UInt8
        /// From the beginning of the report, without its number.
        var bitOffset: Int
        /// Of each element.
        var bitCount: Int
        /// How many elements.
        var count: Int
        /// In their order, page and usage in one number. When there are fewer than elements, the last one holds for the
        /// rest (section 6.2.2.8).
        var usages: [ClosedRange<UInt32>]

        func usage(of element: Int) -> UInt32? {
            var first = 0
            for range in usages {
                if element < first + range.count { return range.lowerBound + UInt32(element - first) }
                first += range.count
            }
            return usages.last?.upperBound
        }
    }

    /// Those that carry data, in their order.
    private(set) var inputs: [Field] = []
    /// Each report begins with its number.
    private(set) var hasNumbers = false

    // As the kernel has them, which takes no other descriptor: linux/hid.h, hid-core.c.
    private static let mostBits = 16_384 * 8
    private static let mostBitsOfElement = 256
    private static let mostElements = 12_288

    private var global = Global()
    private var saved: [Global] = []
    private var local = Local()
    /// The application collection that each open collection is in.
    private var applications: [UInt32] = []
    private var bitCounts: [UInt8: Int] = [:]

    /// Holds for all items that follow.
    private struct Global {
        var page: UInt32 = 0
        var bitCount = 0
        var count = 0
        var report: UInt8 = 0
    }

    /// Holds up to the next main item.
    private struct Local {
        /// Whether each brings its own page: the others get the page that holds at the main item.
        var usages: [(range: ClosedRange<UInt32>, isComplete: Bool)] = []
        var minimum: UInt32?
    }

    /// - Returns: `nil` for bytes that no device can work with.
    init?(parsing bytes: [UInt8]) {
        var rest = bytes[...]
        while let prefix = rest.popFirst() {
            if prefix == Item.long {
                guard let size = rest.first, rest.count >= 2 + Int(size) else { return nil }
                rest = rest.dropFirst(2 + Int(size))
                continue
            }
            let size = prefix & 3 == 3 ? 4 : Int(prefix & 3)
            guard rest.count >= size else { return nil }
            let value = rest.prefix(size).reversed().reduce(UInt32(0)) { value, byte in value << 8 | UInt32(byte) }
            rest = rest.dropFirst(size)
            guard take(prefix & 0xFC, value, size: size) else { return nil }
        }
    }

    private mutating func take(_ item: UInt8, _ value: UInt32, size: Int) -> Bool {
        switch item {
        case Item.usagePage: global.page = value & 0xFFFF
        case Item.reportSize: global.bitCount = Int(value)
        case Item.reportCount: global.count = Int(value)
        case Item.reportID:
            guard let number = UInt8(exactly: value), number > 0 else { return false }
            global.report = number
            hasNumbers = true
        case Item.push: saved.append(global)
        case Item.pop:
            guard let last = saved.popLast() else { return false }
            global = last
        case Item.usage: local.usages.append((value...value, size == 4))
        case Item.usageMinimum: local.minimum = value
        case Item.usageMaximum:
            guard let minimum = local.minimum, minimum <= value else { return false }
            local.usages.append((minimum...value, size == 4))
            local.minimum = nil
        case Item.input: return addInput(isConstant: value & 1 == 1)
        case Item.collection: open(kind: value)
        case Item.endCollection:
            guard applications.popLast() != nil else { return false }
            local = Local()
        case Item.output, Item.feature: local = Local()
        default: break
        }
        return true
    }

    private mutating func open(kind: UInt32) {
        let outer = applications.last ?? 0
        let isOutermostApplication = applications.isEmpty && kind == Item.application
        applications.append(isOutermostApplication ? usages.first?.lowerBound ?? 0 : outer)
        local = Local()
    }

    private mutating func addInput(isConstant: Bool) -> Bool {
        let offset = bitCounts[global.report, default: 0]
        guard global.bitCount <= Self.mostBitsOfElement, global.count <= Self.mostElements,
            offset + global.bitCount * global.count <= Self.mostBits
        else { return false }
        bitCounts[global.report] = offset + global.bitCount * global.count
        if !isConstant, global.count > 0 {
            inputs.append(
                Field(
                    application: applications.last ?? 0, report: global.report, bitOffset: offset,
                    bitCount: global.bitCount, count: global.count, usages: usages))
        }
        local = Local()
        return true
    }

    private var usages: [ClosedRange<UInt32>] {
        local.usages.map { range, isComplete in
            isComplete ? range : (global.page << 16 | range.lowerBound)...(global.page << 16 | range.upperBound)
        }
    }
}

/// Tag and type of an item, as in its prefix; sections 6.2.2.3 to 6.2.2.8.
private enum Item {
    static let input: UInt8 = 0x80
    static let output: UInt8 = 0x90
    static let feature: UInt8 = 0xB0
    static let collection: UInt8 = 0xA0
    static let endCollection: UInt8 = 0xC0
    static let usagePage: UInt8 = 0x04
    static let reportSize: UInt8 = 0x74
    static let reportID: UInt8 = 0x84
    static let reportCount: UInt8 = 0x94
    static let push: UInt8 = 0xA4
    static let pop: UInt8 = 0xB4
    static let usage: UInt8 = 0x08
    static let usageMinimum: UInt8 = 0x18
    static let usageMaximum: UInt8 = 0x28
    /// The whole prefix of a long item: its size and its tag follow.
    static let long: UInt8 = 0xFE
    /// The kind of a collection that a program knows; section 6.2.2.6.
    static let application: UInt32 = 0x01
}
