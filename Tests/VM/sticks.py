"""A USB stick with files on it."""

import shutil

from Harness.commands import run


class UsbStick:
    """QEMU's usb-storage, with a file system that holds these files."""

    def __init__(self, machine, folder, files):
        self.machine, self.image = machine, folder.with_suffix(".img")
        folder.mkdir()
        for name, source in files.items():
            shutil.copy(source, folder / name)
            (folder / name).chmod(0o644)
        run("mke2fs", "-q", "-t", "ext4", "-d", folder, self.image, "32M")

    def plug(self):
        self.machine.qmp("blockdev-add", **{
            "node-name": "stick", "driver": "raw", "file": {"driver": "file", "filename": str(self.image)}})
        self.machine.qmp("device_add", driver="usb-storage", bus="usb.0", id="stick-device", drive="stick")

    def unplug(self):
        self.machine.qmp("device_del", id="stick-device")
