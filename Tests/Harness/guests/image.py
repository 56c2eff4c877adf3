"""The guest's kernel, root disk and saved machine: built once, kept in the user's cache folder.

Everything comes from Debian packages that are downloaded and unpacked, never installed on the host.
"""

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
from Harness.guests import releases
from Harness.guests.machine import BOOT_SECONDS, Machine, Snapshot
from Harness.venv import CACHE

# What usherd needs at run time, systemd and udev, the agent that runs commands, and a network.
# systemd-timesyncd is left out: the host sets the guest's clock.
PACKAGES = """systemd systemd-sysv udev kmod qemu-guest-agent iproute2 procps libzbar0 libqrencode4 libsqlite3-0
  libcurl4 libcairo2 libpangocairo-1.0-0 libturbojpeg0 libevdev2 libpq5 libzip4 libexpat1 libxkbcommon0 libudev1 libsystemd0 libstdc++6 xkb-data ca-certificates
  tzdata passwd""".split()

# What the package recommends for its screen, for no guest has a network to fetch it from; and logind's bus.
SCREEN_PACKAGES = "cage chromium dbus fonts-dejavu-core kbd seatd xwayland".split()

# Under the names of Debian 12; these have other ones, and nothing that has the old name.
RENAMED = {"trixie": {"libzip4": "libzip5"}}

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


def snapshot(log, release):
    """The saved machine of this recipe and of the newest kernel that is known of this release.

    The image is made in a temporary folder beside its place and renamed when it is whole: an interrupted build leaves
    nothing behind that a later run could take for an image.
    """
    check_programs()
    cache = CACHE / "usher-vm"
    recipe = recipe_hash(release)
    release.refresh(log)
    kernel = release.newest_kernel()
    if kernel is None:
        # Without package lists an image that was built earlier still serves.
        built = sorted(cache.glob(f"{recipe}-*"), key=os.path.getmtime)
        if not built:
            raise Trouble(f"no linux-image-amd64 of {release}: is there a network?")
        return Snapshot(built[-1])
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
        Builder(build, kernel, log, release).build()
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
        "apt-get": "apt", "dpkg": "dpkg",
    }
    if os.geteuid() != 0:
        needed["fakeroot"] = "fakeroot"
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    missing = sorted(package for program, package in needed.items() if not shutil.which(program, path=path))
    if missing:
        raise Trouble(f"no virtual machine without these Debian packages: {' '.join(missing)}; "
                      "scripts/install-packages vm installs them")
    os.environ["PATH"] = path


def recipe_hash(release):
    """Changes with everything that shapes an image: these files, the machine's hardware, and the release."""
    files = "".join(pathlib.Path(each).read_text() for each in (__file__, releases.__file__))
    return hashlib.sha256((files + inspect.getsource(Machine.command) + release.name).encode()).hexdigest()[:12]


class Builder:
    """One build of the image, from packages to the saved machine. A subclass may change the root that was installed."""

    changes = ()  # shell commands on the host for which "$1" is the root, as mmdebstrap(1) has them: --customize-hook

    def __init__(self, folder, kernel, log, release):
        self.folder, self.kernel, self.log, self.release = folder, kernel, log, release
        self.installed = release  # which the root is made of, before it is changed
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
        headers = f"linux-headers-{self.kernel}"
        self.release.download(
            downloads, f"linux-image-{self.kernel}", headers, re.sub(r"-amd64$", "-common", headers),
            self.release.dependency(headers, r"(linux-kbuild-\S+)"), "v4l2loopback-dkms")
        for package in downloads.glob("*.deb"):
            run("dpkg", "-x", package, self.packages)
        source = next(self.packages.glob(f"**/lib/modules/{self.kernel}"))
        for part in MODULES:
            for origin in (source / "kernel" / part, source / "kernel" / f"{part}.xz"):
                place = self.modules / origin.relative_to(source)
                place.parent.mkdir(parents=True, exist_ok=True)
                if origin.is_dir():
                    shutil.copytree(origin, place)
                elif origin.exists():  # some are built into newer kernels
                    shutil.copy(origin, place)
        # Busybox, which loads the first of them, unpacks none.
        for packed in self.modules.rglob("*.ko.xz"):
            packed.with_suffix("").write_bytes(lzma.decompress(packed.read_bytes()))
            packed.unlink()
        for listing in source.glob("modules.[bo]*"):
            shutil.copy(listing, self.modules)
        # An ELF kernel starts 6 s sooner: under emulation the compressed one takes that long to unpack itself.
        (self.image / "vmlinux").write_bytes(elf_kernel((self.packages / "boot" / f"vmlinuz-{self.kernel}").read_bytes()))

    def build_loopback(self):
        """With the release's own compiler: a kernel's build tools and flags are made for no other. Without types for BPF,
        which would take one program more."""
        sources = self.packages / "usr/src"
        module = next(sources.glob("v4l2loopback-*")).name
        tools = next(self.packages.glob("usr/lib/linux-kbuild-*"))
        extra = self.modules / "updates"
        extra.mkdir()
        run("mmdebstrap", "--variant=apt", "--format=null", "--dpkgopt=force-unsafe-io", "--include=gcc,make,libelf1",
            f'--customize-hook=copy-in "{sources}" /usr', f'--customize-hook=copy-in "{tools}" /usr/lib',
            f'--customize-hook=chroot "$1" make -C /usr/src/linux-headers-{self.kernel} M=/usr/src/{module} '
            "CONFIG_DEBUG_INFO_BTF_MODULES= modules",
            f'--customize-hook=copy-out /usr/src/{module}/v4l2loopback.ko "{extra}"', self.release.name)

    def make_root(self):
        files = self.folder / "files"
        write_settings(files)
        modules = files / "usr/lib/modules"
        modules.mkdir(parents=True)
        self.modules.rename(modules / self.kernel)
        self.modules = modules / self.kernel
        archive = self.folder / "root.tar"
        run("mmdebstrap", "--variant=minbase", "--dpkgopt=force-unsafe-io",
            f"--include={','.join(package_names(self.installed))}",
            "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            *(f"--customize-hook={each}" for each in self.changes),
            f'--customize-hook=copy-in "{files}/etc" /', f'--customize-hook=copy-in "{modules}" /usr/lib',
            f'--customize-hook=chroot "$1" depmod {self.kernel}',
            '--customize-hook=chroot "$1" systemd-hwdb update',
            '--customize-hook=: > "$1/etc/machine-id"',
            self.installed.name, archive)
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
            state = machine.run("systemctl is-system-running --wait || true", limit=BOOT_SECONDS).strip()
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


def package_names(release):
    renamed = RENAMED.get(release.name, {})
    return [renamed.get(each, each) for each in PACKAGES + SCREEN_PACKAGES]


def elf_kernel(image):
    """What is packed into a kernel's image (the kernel's Documentation/arch/x86/boot.rst: payload_offset)."""
    start, length = (int.from_bytes(image[place:place + 4], "little") for place in (0x248, 0x24C))
    start += (image[0x1F1] + 1) * 512  # setup_sects
    payload = image[start:start + length - 4]  # what unpacks it finds its size in the last four bytes
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.decompress(payload)
    return run("zstd", "-dcq", input=payload)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
