"""Virtual hand scanners: keyboards that type a text and Enter. Each can be plugged, unplugged and plugged again."""

import itertools
import shlex

from Harness.guests import keys
from Harness.waiting import let_pass

# QEMU's usb-kbd drops events without a word when they come faster; 0.02 s lost keys.
QEMU_KEY_SECONDS = 0.03

# On a busy host one of the guest's processors may stand still while another goes on typing, and the kernel's 64 events
# run over: no real machine does that. So who types and who reads share a processor; its number in a list of them.
PROCESSOR = "0"

_file_numbers = itertools.count(1)


def typing_limit(typed):
    """Seconds in which these characters have arrived: five times what the slowest kind needs, 6 ms a character."""
    return 30 + len(typed) * 0.03


class Scanner:
    """What the kinds have in common. `attribute` of the input device (uniq or name) tells this one from others."""

    def __init__(self, machine, attribute, value):
        self.machine, self.attribute, self.value = machine, attribute, value

    def plug(self):
        """Returns when udev has settled on its event node."""
        self.insert()
        return self.wait_until_seen()

    def unplug(self):
        self.remove()
        self.machine.wait_in_guest(f"! {self.find()} >/dev/null", f"{self.value} is gone")

    def find(self):
        value = shlex.quote(self.value)
        return f"grep -lx {value} /sys/class/input/event*/device/{self.attribute} 2>/dev/null"

    def wait_until_seen(self):
        self.machine.wait_in_guest(f"{self.find()} >/dev/null", f"the input device of {self.value}")
        self.machine.run("udevadm settle")
        return self.node()

    def node(self):
        return "/dev/input/" + self.machine.run(f"{self.find()} | head -n 1").split("/")[4]

    def properties(self):
        """What udev knows of its event node."""
        lines = self.machine.run(f"udevadm info --query=property {self.node()}").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def type(self, text):
        """Types the text and Enter, and returns when the last key was sent."""
        self.type_all([text])

    def type_all(self, texts):
        """Types many codes, each with Enter, without a pause between them."""
        typed = "".join(text + keys.ENTER for text in texts)
        self.machine.run(self.typing(typed), limit=typing_limit(typed))

    def typing(self, typed):
        """The guest's command that types these characters."""
        raise NotImplementedError


class QemuKeyboard(Scanner):
    """QEMU's usb-kbd: always 0627:0001, a serial of one's choice. With two, the one plugged in last gets the keys."""

    def __init__(self, machine, serial):
        super().__init__(machine, "uniq", serial)

    def insert(self):
        self.machine.qmp("device_add", driver="usb-kbd", bus="usb.0", id=self.value, serial=self.value)

    def remove(self):
        self.machine.qmp("device_del", id=self.value)

    def type_all(self, texts):
        for text in texts:
            for event in keys.qmp_events(text + keys.ENTER):
                self.machine.qmp("input-send-event", events=[event])
                let_pass(QEMU_KEY_SECONDS)


class UsbGadget:
    """A USB device with chosen ids and one function, made of the guest's own gadget and dummy host drivers."""

    def __init__(self, machine, serial, vendor, product, name, controller=0):
        self.machine, self.serial, self.controller = machine, serial, controller
        self.vendor, self.product, self.name = vendor, product, name
        self.folder = f"/sys/kernel/config/usb_gadget/{serial}"

    def make(self, function, settings=""):
        """- Parameter settings: commands in its folder before the function is part of the device."""
        self.machine.run(f"""set -e
          # After a boot systemd may be about to do the same.
          mount -t configfs none /sys/kernel/config 2>/dev/null || mountpoint -q /sys/kernel/config
          # A machine that several tests share may have it from another one.
          [ ! -e {self.folder} ] || exit 0
          mkdir {self.folder}; cd {self.folder}
          echo {self.vendor:#06x} > idVendor; echo {self.product:#06x} > idProduct
          mkdir strings/0x409 configs/c.1 functions/{function}
          echo {self.serial} > strings/0x409/serialnumber
          echo {shlex.quote(self.name)} > strings/0x409/product
          {settings}
          ln -s {self.folder}/functions/{function} configs/c.1""")

    def insert(self):
        self.machine.run(f"echo dummy_udc.{self.controller} > {self.folder}/UDC")

    def remove(self):
        self.machine.run(f"echo > {self.folder}/UDC")


class HidGadget(Scanner):
    """A USB device with chosen ids, made of the guest's own gadget and dummy host drivers: real usbhid reads it."""

    # A boot keyboard's report descriptor, as HID 1.11 appendix E.6 has it.
    DESCRIPTOR = bytes.fromhex(
        "05010906a101050719e029e71500250175019508810295017508810395057501050819012905910295017503910395067508"
        "150025650507190029658100c0")

    def __init__(self, machine, serial, vendor=0x05E0, product=0x1200, controller=0, name="Symbol Bar Code Scanner",
                 reports=keys.hid_reports):
        super().__init__(machine, "uniq", serial)
        self.reports = reports  # of its keyboard layout
        self.gadget = UsbGadget(machine, serial, vendor, product, name, controller)
        self.device = None

    def insert(self):
        if self.device is None:
            self.make()
        self.gadget.insert()
        # The node exists from here on.
        self.device = self.machine.run(
            f"basename $(readlink /sys/dev/char/$(cat {self.gadget.folder}/functions/hid.0/dev))").strip()

    def make(self):
        descriptor = self.machine.put(f"{self.value}.descriptor", self.DESCRIPTOR)
        self.gadget.make("hid.0", f"""echo 1 > functions/hid.0/protocol; echo 1 > functions/hid.0/subclass
          echo 8 > functions/hid.0/report_length; cat {descriptor} > functions/hid.0/report_desc""")

    def remove(self):
        self.gadget.remove()

    def typing(self, typed):
        reports = self.machine.put(f"reports-{next(_file_numbers)}", self.reports(typed))
        # One write is one report, and waits until the one before was fetched.
        return f"taskset --cpu-list {PROCESSOR} dd status=none bs=8 if={reports} of=/dev/{self.device}"


class HidPosGadget:
    """A scanner with a HID-POS interface: real usbhid gives it a hidraw node, and no keyboard."""

    # That of Tests/HIDScanners/Descriptors.swift as Honeywell's scanners have it, without what the scanner is sent.
    DESCRIPTOR = bytes.fromhex(
        "058c0902a1010912a1028502150026ff00750895010501093b81029503058c09fb09fc09fd8102953809fe8202010666ff95020904"
        "09008102058c25017501950809ff8102c0c0")
    DATA_BYTES = 56  # of a report

    def __init__(self, machine, serial, vendor=0x0C2E, product=0x0B61, name="Xenon 1900"):
        self.machine, self.gadget = machine, UsbGadget(machine, serial, vendor, product, name)
        descriptor = machine.put(f"{serial}.descriptor", self.DESCRIPTOR)
        self.gadget.make("hid.0", f"echo 64 > functions/hid.0/report_length; cat {descriptor} > functions/hid.0/report_desc")
        self.device = None

    def plug(self):
        """Returns its name in /dev/usher."""
        self.gadget.insert()
        self.machine.wait_in_guest("ls /dev/usher/scanner-*", f"the name of {self.gadget.serial}")
        self.device = self.machine.run(
            f"basename $(readlink /sys/dev/char/$(cat {self.gadget.folder}/functions/hid.0/dev))").strip()
        return self.machine.run("echo /dev/usher/scanner-*").strip()

    def unplug(self):
        self.gadget.remove()
        self.machine.wait_in_guest("! ls /dev/usher/scanner-* 2>/dev/null", f"{self.gadget.serial} is gone")

    def node(self):
        return self.machine.run("readlink -f /dev/usher/scanner-*").strip()

    def scan(self, text, identifier="]Q1"):
        data = text.encode()
        parts = [data[at:at + self.DATA_BYTES] for at in range(0, len(data), self.DATA_BYTES)]
        reports = b"".join(
            bytes([2, len(part)]) + identifier.encode() + part.ljust(self.DATA_BYTES, b"\0") + b"s\0"
            + bytes([part is not parts[-1]]) for part in parts)
        file = self.machine.put(f"reports-{next(_file_numbers)}", reports)
        self.machine.run(f"dd status=none bs=64 if={file} of=/dev/{self.device}")


class SerialGadget:
    """A scanner in the mode "USB COM" (CDC-ACM): real cdc_acm reads it, and it hears what the station answers."""

    def __init__(self, machine, serial, vendor=0x0C2E, product=0x0BAA, name="Vuquest"):
        self.machine, self.gadget = machine, UsbGadget(machine, serial, vendor, product, name)
        self.gadget.make("acm.0")
        self.port, self.heard_file = "/dev/ttyGS0", "/run/heard"

    def node(self):
        return self.machine.run(f"readlink -f /dev/serial/by-id/usb-*_{self.gadget.serial}-if00").strip()

    def plug(self):
        """Returns its name in /dev/serial/by-id."""
        self.gadget.insert()
        link = f"/dev/serial/by-id/usb-*_{self.gadget.serial}-if00"
        self.machine.wait_in_guest(f"test -e {link} && test -e {self.port}", f"the serial line of {self.gadget.serial}")
        self.machine.run(f"udevadm settle; stty -F {self.port} raw -echo")
        self.machine.start_service("heard", f"/bin/sh -c 'exec cat {self.port} >> {self.heard_file}'")
        return self.machine.run(f"echo {link}").strip()

    def unplug(self):
        self.machine.stop_service("heard")
        self.gadget.remove()
        self.machine.wait_in_guest(f"! ls /dev/serial/by-id/usb-*_{self.gadget.serial}-if00 2>/dev/null",
                                   f"{self.gadget.serial} is gone")

    def scan(self, text):
        self.machine.run(f"printf '%s\\r' {shlex.quote(text)} > {self.port}")

    def heard(self):
        """What the station has sent it so far."""
        return bytes.fromhex(self.machine.run(f"od -An -v -tx1 {self.heard_file} | tr -d ' \\n'"))


class UinputKeyboard(Scanner):
    """A keyboard of a program in the guest: name and ids chosen, but no USB device above it, so no ATTRS of one."""

    MICROSECONDS_A_REPORT = 1000  # a USB scanner is polled once a millisecond

    def __init__(self, machine, name, vendor=0x1A2B, product=0x3C4D):
        super().__init__(machine, "name", name)
        self.vendor, self.product = vendor, product
        self.service = "uinput-" + "".join(each for each in name.lower() if each.isalnum())
        self.fifo = f"/run/{self.service}.keys"

    def insert(self):
        self.machine.run(f"test -p {self.fifo} || mkfifo {self.fifo}")
        self.machine.start_service(
            self.service, f"/usr/bin/taskset --cpu-list {PROCESSOR} /usr/local/bin/uinput-keyboard "
            f"{shlex.quote(self.value)} {self.vendor:x} {self.product:x} {self.MICROSECONDS_A_REPORT} {self.fifo}")

    def remove(self):
        self.machine.stop_service(self.service)

    def typing(self, typed):
        pairs = b"".join(bytes(event) for event in keys.key_events(typed))
        events = self.machine.put(f"events-{next(_file_numbers)}", pairs)
        return f"cat {events} > {self.fifo}"
