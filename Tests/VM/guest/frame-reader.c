// Captures from a camera as the station does: frame-reader DEVICE FOURCC WIDTH HEIGHT COUNT FILE
// Writes the last of COUNT frames to FILE and prints "FOURCC WIDTH HEIGHT BYTES".
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BUFFERS = 4, FRAME_TIMEOUT_MILLISECONDS = 20000 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void ask(int device, unsigned long request, void *argument, const char *what) {
  if (ioctl(device, request, argument) < 0) fail(what);
}

int main(int count, char **arguments) {
  if (count != 7) return 2;
  const char *fourcc = arguments[2];
  int device = open(arguments[1], O_RDWR);
  if (device < 0) fail(arguments[1]);
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
  format.fmt.pix.width = atoi(arguments[3]);
  format.fmt.pix.height = atoi(arguments[4]);
  format.fmt.pix.pixelformat = v4l2_fourcc(fourcc[0], fourcc[1], fourcc[2], fourcc[3]);
  ask(device, VIDIOC_S_FMT, &format, "VIDIOC_S_FMT");

  struct v4l2_requestbuffers request = {
      .count = BUFFERS, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  ask(device, VIDIOC_REQBUFS, &request, "VIDIOC_REQBUFS");
  void *memory[VIDEO_MAX_FRAME];
  for (unsigned index = 0; index < request.count; index++) {
    struct v4l2_buffer buffer = {.index = index, .type = request.type, .memory = request.memory};
    ask(device, VIDIOC_QUERYBUF, &buffer, "VIDIOC_QUERYBUF");
    memory[index] = mmap(NULL, buffer.length, PROT_READ, MAP_SHARED, device, buffer.m.offset);
    if (memory[index] == MAP_FAILED) fail("mmap");
    ask(device, VIDIOC_QBUF, &buffer, "VIDIOC_QBUF");
  }
  ask(device, VIDIOC_STREAMON, &request.type, "VIDIOC_STREAMON");
  for (int left = atoi(arguments[5]); left > 0;) {
    struct pollfd ready = {.fd = device, .events = POLLIN};
    if (poll(&ready, 1, FRAME_TIMEOUT_MILLISECONDS) != 1 || !(ready.revents & POLLIN)) {
      fprintf(stderr, "no frame (poll says 0x%x)\n", ready.revents);
      return 1;
    }
    struct v4l2_buffer buffer = {.type = request.type, .memory = request.memory};
    ask(device, VIDIOC_DQBUF, &buffer, "VIDIOC_DQBUF");
    // A camera marks a frame it did not get whole; a station passes it over too.
    if (!(buffer.flags & V4L2_BUF_FLAG_ERROR) && --left == 0) {
      FILE *file = fopen(arguments[6], "wb");
      if (!file || fwrite(memory[buffer.index], 1, buffer.bytesused, file) != buffer.bytesused || fclose(file) != 0)
        fail(arguments[6]);
      printf("%.4s %u %u %u\n", (char *)&format.fmt.pix.pixelformat, format.fmt.pix.width, format.fmt.pix.height,
             buffer.bytesused);
    }
    ask(device, VIDIOC_QBUF, &buffer, "VIDIOC_QBUF");
  }
  return 0;
}
