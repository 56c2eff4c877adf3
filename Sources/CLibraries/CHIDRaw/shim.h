// The kernel's interface to HID devices (linux/hidraw.h), and what Swift cannot call of it: the request numbers of its
// ioctls are macros of sizeof. Reference: Documentation/hid/hidraw.rst of the kernel.
#pragma once
#include <errno.h>
#include <linux/hidraw.h>
#include <sys/ioctl.h>

/// HIDIOCGRDESCSIZE and HIDIOCGRDESC: the report descriptor of the device, at most HID_MAX_DESCRIPTOR_SIZE bytes.
/// Returns 0 or -errno.
static inline int hidraw_report_descriptor(int descriptor, struct hidraw_report_descriptor *answer) {
  int size = 0;
  if (ioctl(descriptor, HIDIOCGRDESCSIZE, &size) < 0) return -errno;
  answer->size = (__u32)size;
  return ioctl(descriptor, HIDIOCGRDESC, answer) < 0 ? -errno : 0;
}
