internal import CV4L2
internal import Devices
internal import Glibc
internal import Tickets

/// A camera that streams into buffers which this program reads without a copy.
struct FrameStream: ~Copyable {
    /// One is being read, one is full, two are being filled.
    private static let wantedBuffers: UInt32 = 4

    private let device: VideoDevice
    private let buffers: MappedBuffers
    private var pick = FramePick()

    /// - Parameter device: a format has been set on it.
    init(starting device: consuming VideoDevice) throws(DeviceError) {
        var count = Self.wantedBuffers
        try device.check(unsafe v4l2_request_buffers(device.descriptor.number, &count), "get buffers of")
        guard count > 0 else {
            throw DeviceError(
                .failed, "get buffers of", device.descriptor.path, "its driver has none",
                hint: "Close other programs that use cameras.")
        }
        var buffers = MappedBuffers()
        for index in 0..<count {
            try buffers.map(index, of: device)
            try device.check(v4l2_queue_buffer(device.descriptor.number, index), "queue a buffer of")
        }
        let status = v4l2_start(device.descriptor.number)
        if status == -ENOSPC {
            throw DeviceError(
                .failed, "start", device.descriptor.path,
                "its USB controller has no bandwidth left for it",
                hint: "Plug it in at another controller, or unplug another camera.", errno: ENOSPC)
        }
        try device.check(status, "start")
        self.device = device
        self.buffers = buffers
    }

    deinit { _ = v4l2_stop(device.descriptor.number) }

    /// Waits for a frame; `timeout` as in `StopSignal`.
    func wait(until stop: StopSignal, timeout: Duration) -> StopSignal.Wake {
        stop.wait(for: device.descriptor, timeout: timeout)
    }

    /// Takes every waiting frame and lends the newest good one to `body`, if there is one.
    mutating func withNewestFrame(
        _ body: (Span<UInt8>) -> Void
    ) throws(DeviceError) -> FrameTally {
        pick.reset()
        // Some drivers repeat a frame for ever and never report the end.
        for _ in 0..<buffers.count {
            guard let frame = try dequeue() else { break }
            if let index = pick.take(frame) { try queue(index) }
        }
        if let newest = pick.newest {
            buffers.lend(newest.index, byteCount: newest.byteCount, body)
            try queue(newest.index)
        }
        return pick.tally
    }

    private func dequeue() throws(DeviceError) -> CapturedFrame? {
        var frame = v4l2_frame()
        let status = unsafe v4l2_dequeue_buffer(device.descriptor.number, &frame)
        if status == -EAGAIN { return nil }
        try device.check(status, "read")
        guard frame.index < UInt32(buffers.count) else {
            throw DeviceError(
                .failed, "read", device.descriptor.path,
                "its driver gave a buffer that it does not have")
        }
        return CapturedFrame(
            index: Int(frame.index), byteCount: Int(frame.bytes_used), sequence: frame.sequence,
            isDamaged: frame.is_damaged)
    }

    private func queue(_ index: Int) throws(DeviceError) {
        try device.check(v4l2_queue_buffer(device.descriptor.number, UInt32(index)), "queue a buffer of")
    }
}

/// The driver's buffers mapped into this program's memory, as long as this value exists; mmap(2).
@safe private struct MappedBuffers: ~Copyable {
    private var regions = unsafe [UnsafeMutableRawBufferPointer]()

    init() {}

    deinit {
        for index in 0..<count { unsafe munmap(regions[index].baseAddress!, regions[index].count) }
    }

    var count: Int { unsafe regions.count }

    mutating func map(_ index: UInt32, of device: borrowing VideoDevice) throws(DeviceError) {
        var (length, offset): (UInt32, UInt32) = (0, 0)
        try device.check(
            unsafe v4l2_query_buffer(device.descriptor.number, index, &length, &offset), "ask for a buffer of")
        // "It should be set to PROT_READ | PROT_WRITE": all drivers support that (user-func, mmap).
        let address = unsafe mmap(
            nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor.number, off_t(offset))
        guard let address = unsafe address, unsafe address != MAP_FAILED else {
            throw DeviceError("map a buffer of", device.descriptor.path, errno: errno)
        }
        unsafe regions.append(UnsafeMutableRawBufferPointer(start: address, count: Int(length)))
    }

    /// - Parameter byteCount: the driver's number of bytes; never more than the buffer has are lent.
    func lend(_ index: Int, byteCount: Int, _ body: (Span<UInt8>) -> Void) {
        let region = unsafe regions[index]
        let bytes = unsafe UnsafeBufferPointer(
            start: region.baseAddress!.assumingMemoryBound(to: UInt8.self), count: min(byteCount, region.count))
        unsafe body(bytes.span)
    }
}
