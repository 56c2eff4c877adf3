"""The guest's kernel, root disk and saved machine: built once, kept in the user's cache folder.

Everything comes from Debian packages that are downloaded and unpacked, never installed on the host.
"""

import contextlib
import hashlib
import inspect
import lzma
import os
import pathlib
import re
import shutil
import tempfile
import time

from Harness.commands import Trouble, run
from Harness.guests.machine import Machine, Snapshot
from Harness.venv import CACHE

# What usherd needs at run time, systemd and udev, the agent that runs commands, and a network.
# systemd-timesyncd is left out: the host sets the guest's clock.
PACKAGES = """systemd systemd-sysv udev kmod qemu-guest-agent iproute2 procps libzbar0 libqrencode4 libsqlite3-0
  libcurl4 libcairo2 libpangocairo-1.0-0 libturbojpeg0 libevdev2 libpq5 libzip4 libexpat1 libxkbcommon0 libudev1 libsystemd0 libstdc++6 xkb-data ca-certificates
  tzdata passwd""".split()

# What the package recommends for its screen, for no guest has a network to fetch it from; and logind's bus.
SCREEN_PACKAGES = "cage chromium dbus fonts-dejavu-core kbd seatd xwayland".split()

# The parts of the kernel's modules that virtual door devices need; all of them would be 390 MB.
MODULES = """arch/x86/crypto crypto lib drivers/virtio drivers/block/virtio_blk.ko drivers/char/virtio_console.ko
  drivers/char/hw_random drivers/net/virtio_net.ko drivers/net/net_failover.ko net/core/failover.ko fs/ext4 fs/jbd2
  fs/mbcache.ko fs/9p fs/netfs fs/fscache fs/configfs fs/autofs net/9p drivers/usb/common drivers/usb/core
  drivers/usb/host drivers/usb/gadget drivers/usb/usbip drivers/hid drivers/input drivers/media/mc drivers/media/cec
  drivers/media/common drivers/media/v4l2-core drivers/media/usb/uvc drivers/media/test-drivers
  drivers/usb/class/cdc-acm.ko drivers/usb/storage/usb-storage.ko drivers/scsi/scsi_common.ko drivers/scsi/scsi_mod.ko drivers/scsi/sd_mod.ko
  block/t10-pi.ko drivers/gpu/drm/drm.ko drivers/gpu/drm/drm_kms_helper.ko drivers/gpu/drm/drm_vram_helper.ko
  drivers/gpu/drm/drm_ttm_helper.ko drivers/gpu/drm/drm_shmem_helper.ko drivers/gpu/drm/ttm drivers/gpu/drm/tiny/bochs.ko
  drivers/gpu/drm/virtio""".split()

# In the order of their dependencies, for a kernel in which neither the disk nor its file system is built in.
BOOT_MODULES = """drivers/virtio/virtio_ring drivers/virtio/virtio drivers/virtio/virtio_pci_legacy_dev
  drivers/virtio/virtio_pci_modern_dev drivers/virtio/virtio_pci drivers/block/virtio_blk fs/mbcache fs/jbd2/jbd2
  crypto/crc32c_generic lib/crc16 fs/ext4/ext4""".split()

# Loaded before the machine is saved, so that no test waits for them. Two gadget controllers: two scanners at once.
LOADED_MODULES = """9p 9pnet_virtio evdev uinput vhci_hcd dummy_hcd libcomposite usb_f_hid virtio_net
  xhci_pci""".split()

# What a kiosk does not need, and what a boot under emulation should not wait for. No getty: tests read /dev/tty1.
MASKED_UNITS = """getty@tty1.service serial-getty@ttyS0.service getty-static.service autovt@.service
  apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer
  e2scrub_reap.service systemd-tmpfiles-clean.timer systemd-update-utmp.service systemd-update-utmp-runlevel.service
  modprobe@configfs.service modprobe@drm.service modprobe@efi_pstore.service modprobe@fuse.service
  modprobe@dm_mod.service modprobe@loop.service dev-hugepages.mount dev-mqueue.mount
  sys-fs-fuse-connections.mount sys-kernel-debug.mount sys-kernel-tracing.mount
  systemd-pstore.service systemd-rfkill.socket systemd-machine-id-commit.service
  systemd-logind.service systemd-networkd.service systemd-binfmt.service systemd-hwdb-update.service
  systemd-journal-flush.service ldconfig.service systemd-firstboot.service systemd-ask-password-console.path
  systemd-ask-password-wall.path systemd-journal-catalog-update.service systemd-update-done.service""".split()


def snapshot(log):
    """The saved machine of this recipe and of the newest kernel the host's package sources know.

    The image is made in a temporary folder beside its place and renamed when it is whole: an interrupted build leaves
    nothing behind that a later run could take for an image.
    """
    check_programs()
    cache = CACHE / "usher-vm"
    recipe = recipe_hash()
    kernel = newest_kernel()
    if kernel is None:
        # Without package lists an image that was built earlier still serves.
        built = sorted(cache.glob(f"{recipe}-*"), key=os.path.getmtime)
        if built:
            return Snapshot(built[-1])
        log("no package lists: apt-get update")
        run(*as_root(), "apt-get", "update", "--quiet")
        kernel = newest_kernel()
        if kernel is None:
            raise Trouble("the package sources have no linux-image-amd64: only Debian on amd64 will do")
    folder = cache / f"{recipe}-{kernel}"
    if folder.is_dir():
        return Snapshot(folder)
    cache.mkdir(parents=True, exist_ok=True)
    for abandoned in cache.glob("build.*"):
        # One day: no build that still runs is that old.
        if time.time() - abandoned.stat().st_mtime > 86_400:
            shutil.rmtree(abandoned, ignore_errors=True)
    build = pathlib.Path(tempfile.mkdtemp(prefix="build.", dir=cache))
    try:
        Builder(build, kernel, log).build()
        try:
            (build / "image").rename(folder)
        except OSError:
            if not folder.is_dir():  # else another run was faster
                raise
    finally:
        shutil.rmtree(build, ignore_errors=True)
    return Snapshot(folder)


def check_programs():
    needed = {
        "qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "mke2fs": "e2fsprogs", "zstd": "zstd",
        "busybox": "busybox-static", "mmdebstrap": "mmdebstrap", "cjpeg": "libjpeg-turbo-progs", "gcc": "gcc",
        "make": "make", "apt-get": "apt", "dpkg": "dpkg",
    }
    if os.geteuid() != 0:
        needed["fakeroot"] = "fakeroot"
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    missing = sorted(package for program, package in needed.items() if not shutil.which(program, path=path))
    if missing:
        raise Trouble(f"no virtual machine without these Debian packages: {' '.join(missing)}; "
                      "scripts/install-packages vm installs them")
    os.environ["PATH"] = path


def recipe_hash():
    """Changes with everything that shapes an image: this file, the machine's hardware, and the host's release."""
    text = pathlib.Path(__file__).read_text() + inspect.getsource(Machine.command) + release()
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def release():
    """The guest is of the host's release, because it runs programs that were linked here."""
    return re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.M).group(1)


def newest_kernel():
    with contextlib.suppress(Trouble):  # without package lists nobody knows it
        match = re.search(r"Depends: linux-image-(\S+-amd64)\b", run("apt-cache", "depends", "linux-image-amd64"))
        return match and match.group(1)


def as_root():
    return [] if os.geteuid() == 0 else ["sudo"]


class Builder:
    """One build of the image, from packages to the saved machine."""

    def __init__(self, folder, kernel, log):
        self.folder, self.kernel, self.log = folder, kernel, log
        self.packages = folder / "packages"
        self.image = folder / "image"
        self.image.mkdir(exist_ok=True)
        self.modules = folder / "modules" / kernel

    def build(self):
        for say, step in (
            ("kernel: download and unpack", self.unpack_kernel),
            ("v4l2loopback: build", self.build_loopback),
            ("root: mmdebstrap", self.make_root),
            ("initramfs", self.make_initramfs),
            ("boot, then save the machine", self.save_machine),
        ):
            began = time.monotonic()
            step()
            self.log(f"image: {say}: {time.monotonic() - began:.0f} s")

    def unpack_kernel(self):
        downloads = self.folder / "downloads"
        downloads.mkdir()
        downloads.chmod(0o777)  # apt fetches as its own user
        series = re.match(r"\d+\.\d+", self.kernel).group()
        common = re.sub(r"-amd64$", "-common", self.kernel)
        names = [f"linux-image-{self.kernel}", f"linux-headers-{self.kernel}", f"linux-headers-{common}",
                 f"linux-kbuild-{series}", "v4l2loopback-dkms"]
        run("apt-get", "download", "--quiet", *names, cwd=downloads)
        for package in downloads.glob("*.deb"):
            run("dpkg", "-x", package, self.packages)
        source = self.packages / "lib/modules" / self.kernel
        for part in MODULES:
            origin, place = source / "kernel" / part, self.modules / "kernel" / part
            place.parent.mkdir(parents=True, exist_ok=True)
            if origin.is_dir():
                shutil.copytree(origin, place)
            elif origin.exists():  # some are built into newer kernels
                shutil.copy(origin, place)
        for listing in source.glob("modules.[bo]*"):
            shutil.copy(listing, self.modules)
        # An ELF kernel starts 6 s sooner: under emulation the compressed one takes that long to unpack itself.
        compressed = (self.packages / "boot" / f"vmlinuz-{self.kernel}").read_bytes()
        start = compressed.index(b"\xfd7zXZ\x00")
        (self.image / "vmlinux").write_bytes(lzma.LZMADecompressor().decompress(compressed[start:]))

    def build_loopback(self):
        sources = self.packages / "usr/src"
        makefile = sources / f"linux-headers-{self.kernel}" / "Makefile"
        makefile.write_text(makefile.read_text().replace("include /usr/src", f"include {sources}"))
        module = next(sources.glob("v4l2loopback-*"))
        run("make", "-C", makefile.parent, f"M={module}", "modules")
        extra = self.modules / "updates"
        extra.mkdir()
        shutil.copy(module / "v4l2loopback.ko", extra)

    def make_root(self):
        files = self.folder / "files"
        write_settings(files)
        modules = files / "usr/lib/modules"
        modules.mkdir(parents=True)
        self.modules.rename(modules / self.kernel)
        self.modules = modules / self.kernel
        archive = self.folder / "root.tar"
        run("mmdebstrap", "--variant=minbase", "--dpkgopt=force-unsafe-io",
            f"--include={','.join(PACKAGES + SCREEN_PACKAGES)}",
            "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            f'--customize-hook=copy-in "{files}/etc" /', f'--customize-hook=copy-in "{modules}" /usr/lib',
            f'--customize-hook=chroot "$1" depmod {self.kernel}',
            '--customize-hook=chroot "$1" systemd-hwdb update',
            '--customize-hook=: > "$1/etc/machine-id"',
            release(), archive)
        # As root, or as fakeroot lets it appear: owners and modes of the archive must reach the disk.
        script = 'mkdir root && tar -xf root.tar -C root --exclude="./dev/*" && ' \
                 'mke2fs -q -t ext4 -E lazy_itable_init=1 -d root image/disk.raw 3G && rm -rf root'
        wrapper = [] if os.geteuid() == 0 else ["fakeroot"]
        run(*wrapper, "sh", "-c", script, cwd=self.folder)
        run("qemu-img", "convert", "-O", "qcow2", self.image / "disk.raw", self.image / "root.qcow2")
        (self.image / "disk.raw").unlink()
        archive.unlink()

    def make_initramfs(self):
        root = self.folder / "initramfs"
        for name in ("bin", "dev", "lib", "proc", "root", "sys"):
            (root / name).mkdir(parents=True)
        shutil.copy(shutil.which("busybox"), root / "bin/busybox")
        steps = ["#!/bin/busybox sh", "/bin/busybox mount -t devtmpfs dev /dev"]
        for path in BOOT_MODULES:
            module = self.modules / "kernel" / f"{path}.ko"
            if module.exists():
                shutil.copy(module, root / "lib")
                steps.append(f"/bin/busybox insmod /lib/{module.name}")
        steps += ["/bin/busybox mount -t ext4 /dev/vda /root", "/bin/busybox mount --move /dev /root/dev",
                  "exec /bin/busybox switch_root /root /sbin/init"]
        init = root / "init"
        write(init, "\n".join(steps) + "\n")
        init.chmod(0o755)
        names = "\n".join(str(path.relative_to(root)) for path in sorted(root.rglob("*"))) + "\n"
        (self.image / "initramfs").write_bytes(run("busybox", "cpio", "-o", "-H", "newc", cwd=root, input=names.encode()))

    def save_machine(self):
        with Machine(Snapshot(self.image), self.folder / "boot") as machine:
            state = machine.run("systemctl is-system-running --wait || true").strip()
            if state != "running":
                failed = machine.run("systemctl --no-pager --failed; journalctl -b -p warning --no-pager | tail -40")
                raise Trouble(f"the new guest does not boot cleanly: {state}\n{failed}")
            # Not at each boot: some tests need a machine on which no camera's driver was ever loaded.
            machine.run("modprobe uvcvideo; udevadm settle")
            machine.save(self.image)


def write_settings(files):
    """The settings of a guest, into a folder that is copied over its root."""
    write(files / "etc/hostname", "usher-vm\n")
    write(files / "etc/fstab", "/dev/vda / ext4 defaults 0 1\n")
    write(files / "etc/modules-load.d/vm.conf", "\n".join(LOADED_MODULES) + "\n")
    write(files / "etc/modprobe.d/vm.conf", "options dummy_hcd num=2\n")
    write(files / "etc/systemd/journald.conf.d/vm.conf", "[Journal]\nStorage=persistent\nRateLimitIntervalSec=0\n")
    # It logs each command, which would drown what a failed test has to say.
    write(files / "etc/systemd/system/qemu-guest-agent.service.d/vm.conf", "[Service]\nLogLevelMax=notice\n")
    # A boot under emulation is slow, and that is no failure.
    write(files / "etc/systemd/system.conf.d/vm.conf", "[Manager]\nDefaultTimeoutStartSec=300\n")
    for unit in MASKED_UNITS:
        link = files / "etc/systemd/system" / unit
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to("/dev/null")


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
