internal import CEvdev
internal import Devices
internal import Glibc
internal import Tickets

/// Owns an evdev device that types text, through libevdev. Reading never blocks; to wait, use ``descriptor``.
@safe struct EvdevKeyboard: ~Copyable {
    let descriptor: OwnedDescriptor
    private let device: OpaquePointer

    init(opening node: String) throws(DeviceError) {
        let descriptor = try OwnedDescriptor(opening: node, for: .reading)
        let device = unsafe try Self.device(on: descriptor)
        self.descriptor = descriptor
        unsafe self.device = device
    }

    private static func device(on descriptor: borrowing OwnedDescriptor) throws(DeviceError) -> OpaquePointer {
        var created: OpaquePointer?
        try check(unsafe libevdev_new_from_fd(descriptor.number, &created), "read", descriptor.path)
        guard let device = unsafe created else {
            throw DeviceError(.failed, "read", descriptor.path, "libevdev makes no device")
        }
        do throws(DeviceError) {
            // Event times are compared with the clock that measures waits, which nobody can set back.
            try check(unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC), "set the clock of", descriptor.path)
            guard unsafe types(device) else {
                throw DeviceError(
                    .unsuitable, "read", descriptor.path, "it has no keys that type text",
                    hint: "Many scanners show several devices; another one of them types.")
            }
        } catch {
            unsafe libevdev_free(device)
            throw error
        }
        return unsafe device
    }

    // The descriptor is closed after this, which ends the grab.
    deinit { unsafe libevdev_free(device) }

    private static func types(_ device: OpaquePointer) -> Bool {
        [KEY_A, KEY_1, KEY_KP1].contains { unsafe libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0)) == 1 }
    }

    /// The current time on the clock of the events.
    static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The keys that are down, according to the events that were read so far.
    var held: Set<UInt16> {
        Set((0...UInt16(KEY_MAX)).filter { unsafe libevdev_get_event_value(device, UInt32(EV_KEY), UInt32($0)) == 1 })
    }

    /// The next event of a key, or `nil` when there is nothing to read now.
    ///
    /// libevdev reads many events at once, so `nil` must be seen before the descriptor is waited on.
    mutating func read() throws(DeviceError) -> KeyReport? {
        while true {
            var event = input_event()
            let status = unsafe libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
            switch status {
            case -EAGAIN, -EINTR: return nil
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                let time = event.occurred
                try resynchronize()
                return .lost(at: time, held: held)
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                if let key = KeyEvent(event) { return .key(key) }
            default: throw DeviceError("read", descriptor.path, errno: -status)
            }
        }
    }

    /// Updates libevdev's record of the keys. The events that it creates for that are not typing.
    private mutating func resynchronize() throws(DeviceError) {
        while true {
            var event = input_event()
            let status = unsafe libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
            if status == -EAGAIN { return }
            try Self.check(min(status, 0), "read", descriptor.path)
        }
    }

    /// Takes the device away from all other programs (EVIOCGRAB).
    ///
    /// Caps Lock's light is switched off: some scanners read it and exchange capitals and small letters when it is on,
    /// and from now on nobody else can switch it.
    mutating func grab() throws(DeviceError) {
        let status = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
        guard status != -EBUSY else {
            throw DeviceError(
                .busy, "grab", descriptor.path, "another program has grabbed it",
                hint: "Is a second usherd running, or a program that changes keys, such as keyd?", errno: EBUSY)
        }
        try Self.check(status, "grab", descriptor.path)
        if unsafe libevdev_get_event_value(device, UInt32(EV_LED), UInt32(LED_CAPSL)) == 1 {
            // If the scanner does not accept this, nothing is worse than before.
            _ = unsafe libevdev_kernel_set_led_value(device, UInt32(LED_CAPSL), LIBEVDEV_LED_OFF)
        }
    }

    /// libevdev returns the negative errno.
    private static func check(_ status: Int32, _ operation: String, _ subject: String) throws(DeviceError) {
        guard status >= 0 else { throw DeviceError(operation, subject, errno: -status) }
    }
}

extension KeyEvent {
    fileprivate init?(_ event: input_event) {
        guard event.type == UInt16(EV_KEY) else { return nil }
        let action: Action
        switch event.value {
        case 0: action = .up
        case 1: action = .down
        default: action = .repeated
        }
        self.init(code: event.code, action: action, time: event.occurred)
    }
}

extension input_event {
    fileprivate var occurred: Duration { .seconds(time.tv_sec) + .microseconds(time.tv_usec) }
}
