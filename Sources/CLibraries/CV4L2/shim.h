// The kernel's camera interface (linux/videodev2.h), and what Swift cannot call of it: ioctl(2) is variadic and its
// request numbers are macros of sizeof.
#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

/// VIDIOC_QUERYCAP: what the device is. Returns 0 or -errno; so do all of these, and none returns -EINTR.
static inline int v4l2_query_capability(int descriptor, struct v4l2_capability *answer) {
  int status;
  do status = ioctl(descriptor, VIDIOC_QUERYCAP, answer);
  while (status < 0 && errno == EINTR);
  return status < 0 ? -errno : 0;
}
