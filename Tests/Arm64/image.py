"""The guest for arm64: Debian 13 with its own kernel, on a disk; built once, kept in the user's cache folder."""

import hashlib
import inspect
import lzma
import os
import pathlib
import shutil
import time

from Harness.commands import Trouble, run
from Harness.guests.image import LOADED_MODULES, MASKED_UNITS, write, write_settings
from Harness.guests.machine import Machine, Snapshot
from Harness.venv import CACHE

# What the package depends on, systemd and udev, the agent that runs commands, and a network.
PACKAGES = """systemd systemd-sysv udev kmod qemu-guest-agent iproute2 procps busybox-static gawk libzbar0t64 libqrencode4
  libsqlite3-0 libcurl4t64 libcairo2 libpango-1.0-0 libpangocairo-1.0-0 libturbojpeg0 libevdev2 libpq5 libzip5 libexpat1
  libxkbcommon0 libudev1 libsystemd0 libstdc++6 xkb-data ca-certificates tzdata passwd""".split()
BOOT_MODULES = "virtio_pci virtio_blk ext4".split()
BINFMT = pathlib.Path("/proc/sys/fs/binfmt_misc")


class ArmMachine(Machine):
    """What a Raspberry Pi 4 has for a processor, on QEMU's own board."""

    EMULATOR = "qemu-system-aarch64"
    BOARD = ("-M", "virt", "-cpu", "cortex-a72")
    SERIAL_PORT = "ttyAMA0"

    def __enter__(self):
        super().__enter__()
        if not self.resumes:
            self.after_resume()
        return self


def snapshot(log):
    """The disk and kernel of this recipe."""
    recipe = pathlib.Path(__file__).read_text() + inspect.getsource(write_settings) + " ".join(LOADED_MODULES + MASKED_UNITS)
    folder = CACHE / "usher-arm64" / f"guest-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    if not folder.is_dir():
        if os.geteuid() != 0:
            raise Trouble("making the guest takes root: its packages are configured by its own programs, emulated")
        emulate_programs()
        unfinished = folder.with_name(f"{folder.name}.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        build(unfinished, log)
        unfinished.rename(folder)
    return Snapshot(folder)


def emulate_programs():
    """The kernel starts programs for arm64 by qemu-user, until this machine restarts. A desktop has that from boot on."""
    if not (BINFMT / "status").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT)
    if not (BINFMT / "qemu-aarch64").exists():
        (BINFMT / "register").write_bytes(pathlib.Path("/usr/lib/binfmt.d/qemu-aarch64.conf").read_bytes().strip())


def build(folder, log):
    root, files, downloads = folder / "root", folder / "files", folder / "downloads"
    downloads.mkdir()
    write_settings(files)
    began = time.monotonic()
    # apt is this machine's, only dpkg and what packages start is emulated: its own would take minutes to read its lists.
    kernel = f'cd "{downloads}" && export APT_CONFIG=$MMDEBSTRAP_APT_CONFIG && ' \
             "apt-get download $(apt-cache depends linux-image-arm64 | sed -n 's/^ *Depends: //p')"
    run("mmdebstrap", "--variant=minbase", "--architectures=arm64", "--dpkgopt=force-unsafe-io",
        '--aptopt=Acquire::Check-Valid-Until "false"', '--aptopt=Acquire::Check-Date "false"',
        f"--include={','.join(PACKAGES)}",
        "--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*",
        "--dpkgopt=path-exclude=/usr/share/locale/*",
        f'--customize-hook=copy-in "{files}/etc" /', f"--customize-hook={kernel}",
        '--customize-hook=chroot "$1" systemd-hwdb update', '--customize-hook=: > "$1/etc/machine-id"',
        "trixie", root, os.environ.get("MIRROR", "http://deb.debian.org/debian"), both=True)
    log(f"guest: Debian 13 for arm64: {time.monotonic() - began:.0f} s")
    package = next(downloads.glob("linux-image-*.deb"))
    run("dpkg-deb", "--extract", package, folder / "kernel")
    image = next(folder.glob("kernel/boot/vmlinuz-*"))
    version = image.name.removeprefix("vmlinuz-")
    shutil.move(next(folder.glob(f"kernel/**/modules/{version}")), root / "usr/lib/modules" / version)
    run("depmod", "--basedir", root, version)
    image.rename(folder / "vmlinux")
    make_initramfs(folder, root, version)
    run("mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=1", "-d", root, folder / "disk.raw", "3G")
    run("qemu-img", "convert", "-O", "qcow2", folder / "disk.raw", folder / "root.qcow2")
    (folder / "disk.raw").unlink()
    for done in (root, files, downloads, folder / "kernel"):
        shutil.rmtree(done)
    log(f"guest: all: {time.monotonic() - began:.0f} s")


def make_initramfs(folder, root, version):
    """Loads what the kernel needs to see the disk, and goes over to it."""
    made = folder / "initramfs.root"
    for name in ("bin", "dev", "lib", "proc", "root", "sys"):
        (made / name).mkdir(parents=True)
    shutil.copy(root / "usr/bin/busybox", made / "bin/busybox")
    steps = ["#!/bin/busybox sh", "/bin/busybox mount -t devtmpfs dev /dev"]
    for module in BOOT_MODULES:
        for line in run("modprobe", "--dirname", root, "--set-version", version, "--show-depends", module).splitlines():
            if not line.startswith("insmod "):
                continue  # built in
            path = pathlib.Path(line.split()[1])
            name = path.name.removesuffix(".xz")
            if not (made / "lib" / name).exists():
                data = path.read_bytes()
                (made / "lib" / name).write_bytes(lzma.decompress(data) if path.suffix == ".xz" else data)
                steps.append(f"/bin/busybox insmod /lib/{name}")
    steps += ["until [ -b /dev/vda ]; do :; done", "/bin/busybox mount -t ext4 /dev/vda /root",
              "/bin/busybox mount --move /dev /root/dev", "exec /bin/busybox switch_root /root /sbin/init"]
    write(made / "init", "\n".join(steps) + "\n")
    (made / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(made)) for path in sorted(made.rglob("*"))) + "\n"
    (folder / "initramfs").write_bytes(run("busybox", "cpio", "-o", "-H", "newc", cwd=made, input=names.encode()))
    shutil.rmtree(made)
