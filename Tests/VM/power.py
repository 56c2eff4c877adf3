"""A machine whose power can be cut, and whose drive then forgets what nobody had it flush.

QEMU has no such drive: with every cache mode, what the guest has written is in the host's memory, and survives the end of
QEMU. So its blklogwrites driver logs each write and each flush in the order of their completion (in the format of the
kernel's Documentation/admin-guide/device-mapper/log-writes.rst), on top of a disk that is thrown away. What was on the
drive when the power went is made from that log: everything before the last flush, and of what came after it each block
of 4 KiB, or not, by chance.
"""

import json
import random
import struct

from Harness.commands import run
from Harness.guests.machine import Machine

SECTOR = 512
_MAGIC = 0x6A736677736872
_FLUSH, _DISCARD = 1, 4
# The unit in which a drive keeps or loses what is in its cache: the guest's page, and its file system's block.
_BLOCK = 4096


class CuttableMachine(Machine):
    """Boots from the disk of a snapshot; after a `cut`, from what the cut left of the disk."""

    resumes = False

    def __init__(self, snapshot, folder):
        super().__init__(snapshot, folder)
        self.disk, self.log = folder / "disk.raw", folder / "writes.log"
        self.kept = self.lost = 0  # blocks that were not flushed, over all cuts

    def __enter__(self):
        run("qemu-img", "convert", "-O", "raw", self.snapshot.newest_disk, self.disk)
        self.boot()
        return self

    def boot(self):
        self.overlay.unlink(missing_ok=True)
        run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.disk, self.overlay)
        self.log.write_bytes(b"")
        for name in ("monitor", "agent"):
            (self.folder / name).unlink(missing_ok=True)
        try:
            self.start()
            self.after_resume()
        except BaseException:
            self.kill()
            raise

    def drive(self):
        # The host's own flushes are left out: the log is read by the same host, whose power is not cut.
        quick = {"no-flush": True}
        node = {
            "driver": "blklogwrites", "node-name": "disk", "log-sector-size": SECTOR,
            "file": {"driver": "qcow2", "cache": quick,
                     "file": {"driver": "file", "filename": str(self.overlay), "cache": quick}},
            "log": {"driver": "file", "filename": str(self.log), "cache": quick}}
        return ["-blockdev", json.dumps(node)]

    def cut(self):
        """The power goes, at this instant."""
        self.kill()
        writes, flushed = read_log(self.log.read_bytes())
        with open(self.disk, "r+b") as disk:
            for number, (offset, data) in enumerate(writes):
                for start in range(0, len(data), _BLOCK):
                    if number >= flushed:
                        survives = random.random() < 0.5
                        self.kept, self.lost = self.kept + survives, self.lost + (not survives)
                        if not survives:
                            continue
                    disk.seek(offset + start)
                    disk.write(data[start:start + _BLOCK])


def read_log(log):
    """(offset, bytes) of each write, and how many of them came before the last flush."""
    if len(log) < SECTOR:
        return [], 0  # nothing was ever flushed
    magic, _, promised = struct.unpack_from("<QQQ", log)
    if magic != _MAGIC:
        raise ValueError("QEMU's log of writes has another format")
    view, position, entries, writes, flushed = memoryview(log), SECTOR, 0, [], 0
    while position + SECTOR <= len(log):
        sector, count, flags, _ = struct.unpack_from("<QQQQ", log, position)
        if not (count or flags):
            break
        entries, position = entries + 1, position + SECTOR
        if count and not flags & _DISCARD:
            end = position + count * SECTOR
            if end > len(log):
                break  # killed while it was logged: the guest was not told that it is written
            writes.append((sector * SECTOR, view[position:end]))
            position = end
        if flags & _FLUSH:
            flushed = len(writes)
    if entries < promised:
        raise ValueError(f"QEMU was killed while it logged: {entries} of {promised} writes can be read")
    return writes, flushed
