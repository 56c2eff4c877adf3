// The kernel's camera interface (linux/videodev2.h), and what Swift cannot call of it: ioctl(2) is variadic, its
// request numbers are macros of sizeof, and its structures hold unions of pointers.
//
// All functions are for single-planar video capture into memory that the driver owns. They return 0 or -errno, never
// -EINTR. Reference: https://docs.kernel.org/userspace-api/media/v4l/user-func.html
#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

/// ioctl(2), repeated while a signal interrupts it.
static inline int v4l2_call(int descriptor, unsigned long request, void *argument) {
  int status;
  do status = ioctl(descriptor, request, argument);
  while (status < 0 && errno == EINTR);
  return status < 0 ? -errno : 0;
}

/// VIDIOC_QUERYCAP: what this node of the device can do (V4L2_CAP_...), and its driver's name and card for it.
static inline int v4l2_query_capability(int descriptor, struct v4l2_capability *answer) {
  int status = v4l2_call(descriptor, VIDIOC_QUERYCAP, answer);
  // Drivers before Linux 3.4 describe the whole device only.
  if (status == 0 && !(answer->capabilities & V4L2_CAP_DEVICE_CAPS)) answer->device_caps = answer->capabilities;
  return status;
}

/// VIDIOC_ENUM_FMT: the pixel format number `index`; -EINVAL after the last.
static inline int v4l2_enumerate_format(int descriptor, __u32 index, __u32 *pixel_format) {
  struct v4l2_fmtdesc answer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int status = v4l2_call(descriptor, VIDIOC_ENUM_FMT, &answer);
  if (status == 0) *pixel_format = answer.pixelformat;
  return status;
}

/// VIDIOC_ENUM_FRAMESIZES: the sizes number `index` of a format; a single one is a range that begins where it ends.
/// A range that is stepwise or continuous has the index 0 and is the only one.
static inline int v4l2_enumerate_sizes(int descriptor, __u32 index, __u32 pixel_format,
                                       struct v4l2_frmsize_stepwise *sizes) {
  struct v4l2_frmsizeenum answer = {.index = index, .pixel_format = pixel_format};
  int status = v4l2_call(descriptor, VIDIOC_ENUM_FRAMESIZES, &answer);
  if (status < 0) return status;
  if (answer.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    __u32 width = answer.discrete.width, height = answer.discrete.height;
    *sizes = (struct v4l2_frmsize_stepwise){width, width, 1, height, height, 1};
  } else {
    *sizes = answer.stepwise;
  }
  return 0;
}

/// VIDIOC_ENUM_FRAMEINTERVALS: the time between frames number `index` of a format and size, in seconds. For a range it
/// is the shortest; then index 0 is the only one, and others get -EINVAL.
static inline int v4l2_enumerate_interval(int descriptor, __u32 index, __u32 pixel_format, __u32 width, __u32 height,
                                          struct v4l2_fract *interval) {
  struct v4l2_frmivalenum answer = {.index = index, .pixel_format = pixel_format, .width = width, .height = height};
  int status = v4l2_call(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
  if (status == 0) *interval = answer.type == V4L2_FRMIVAL_TYPE_DISCRETE ? answer.discrete : answer.stepwise.min;
  return status;
}

/// VIDIOC_G_FMT: what the driver would send now.
static inline int v4l2_get_format(int descriptor, struct v4l2_pix_format *format) {
  struct v4l2_format answer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  int status = v4l2_call(descriptor, VIDIOC_G_FMT, &answer);
  if (status == 0) *format = answer.fmt.pix;
  return status;
}

/// VIDIOC_S_FMT: asks for a format. On return it is the one that the driver has chosen.
static inline int v4l2_set_format(int descriptor, struct v4l2_pix_format *format) {
  struct v4l2_format answer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .fmt = {.pix = *format}};
  int status = v4l2_call(descriptor, VIDIOC_S_FMT, &answer);
  if (status == 0) *format = answer.fmt.pix;
  return status;
}

/// VIDIOC_S_PARM: asks for a time between frames, in seconds. On return it is the one that the driver has
/// chosen.
static inline int v4l2_set_interval(int descriptor, struct v4l2_fract *interval) {
  struct v4l2_streamparm answer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                                   .parm = {.capture = {.timeperframe = *interval}}};
  int status = v4l2_call(descriptor, VIDIOC_S_PARM, &answer);
  if (status == 0) *interval = answer.parm.capture.timeperframe;
  return status;
}

/// VIDIOC_S_CTRL: -EINVAL when the device has no such control.
static inline int v4l2_set_control(int descriptor, __u32 control, __s32 value) {
  struct v4l2_control argument = {.id = control, .value = value};
  return v4l2_call(descriptor, VIDIOC_S_CTRL, &argument);
}

/// VIDIOC_REQBUFS: asks for buffers. On return it is the number that the driver has made; 0 frees them all.
static inline int v4l2_request_buffers(int descriptor, __u32 *count) {
  struct v4l2_requestbuffers argument = {
      .count = *count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int status = v4l2_call(descriptor, VIDIOC_REQBUFS, &argument);
  if (status == 0) *count = argument.count;
  return status;
}

/// VIDIOC_QUERYBUF: what mmap(2) needs to map a buffer: its length in bytes, and its offset.
static inline int v4l2_query_buffer(int descriptor, __u32 index, __u32 *length, __u32 *offset) {
  struct v4l2_buffer answer = {
      .index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int status = v4l2_call(descriptor, VIDIOC_QUERYBUF, &answer);
  if (status == 0) *length = answer.length, *offset = answer.m.offset;
  return status;
}

/// VIDIOC_QBUF: gives a buffer to the driver, which fills it.
static inline int v4l2_queue_buffer(int descriptor, __u32 index) {
  struct v4l2_buffer argument = {
      .index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  return v4l2_call(descriptor, VIDIOC_QBUF, &argument);
}

/// What the driver says about a frame.
struct v4l2_frame {
  /// Number of the buffer.
  __u32 index;
  /// Bytes of the buffer that hold the picture.
  __u32 bytes_used;
  /// Counts frames from the start of capture, lost ones included.
  __u32 sequence;
  /// V4L2_BUF_FLAG_ERROR: the picture may be damaged.
  _Bool is_damaged;
};

/// VIDIOC_DQBUF: the oldest filled buffer; -EAGAIN when there is none and the descriptor is non-blocking.
static inline int v4l2_dequeue_buffer(int descriptor, struct v4l2_frame *frame) {
  struct v4l2_buffer answer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  int status = v4l2_call(descriptor, VIDIOC_DQBUF, &answer);
  if (status == 0)
    *frame = (struct v4l2_frame){answer.index, answer.bytesused, answer.sequence,
                                 (answer.flags & V4L2_BUF_FLAG_ERROR) != 0};
  return status;
}

/// VIDIOC_STREAMON: starts capture into the queued buffers.
static inline int v4l2_start(int descriptor) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return v4l2_call(descriptor, VIDIOC_STREAMON, &type);
}

/// VIDIOC_STREAMOFF: stops capture, and takes all buffers back from the driver.
static inline int v4l2_stop(int descriptor) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return v4l2_call(descriptor, VIDIOC_STREAMOFF, &type);
}

/// Controls of linux/v4l2-controls.h, named by what they do.
enum {
  V4L2_CONTROL_CONTINUOUS_FOCUS = V4L2_CID_FOCUS_AUTO,
  V4L2_CONTROL_EXPOSURE_MAY_SLOW_FRAMES = V4L2_CID_EXPOSURE_AUTO_PRIORITY,
  V4L2_CONTROL_POWER_LINE_FREQUENCY = V4L2_CID_POWER_LINE_FREQUENCY,
};
