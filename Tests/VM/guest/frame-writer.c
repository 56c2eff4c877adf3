// Shows pictures on a v4l2loopback camera: frame-writer DEVICE FOURCC WIDTH HEIGHT FRAMES_PER_SECOND LIST
// LIST is a text file that names one file of raw pixels (or JPEG) a line. They are shown in order, the last one for
// ever. When another file takes the place of LIST, that one is shown from its beginning.
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static size_t read_file(const char *path, char **bytes) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) < 0) fail(path);
  free(*bytes);
  *bytes = malloc(status.st_size + 1);
  size_t size = 0;
  for (ssize_t count; (count = read(file, *bytes + size, status.st_size - size)) > 0;) size += count;
  if (size != (size_t)status.st_size) fail(path);
  close(file);
  (*bytes)[size] = 0;
  return size;
}

int main(int count, char **arguments) {
  if (count != 7) return 2;
  const char *fourcc = arguments[2], *list = arguments[6];
  int device = open(arguments[1], O_RDWR);
  if (device < 0) fail(arguments[1]);
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  format.fmt.pix.width = atoi(arguments[3]);
  format.fmt.pix.height = atoi(arguments[4]);
  format.fmt.pix.pixelformat = v4l2_fourcc(fourcc[0], fourcc[1], fourcc[2], fourcc[3]);
  format.fmt.pix.field = V4L2_FIELD_NONE;
  format.fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
  if (ioctl(device, VIDIOC_S_FMT, &format) < 0) fail("VIDIOC_S_FMT");
  if (strncmp((char *)&format.fmt.pix.pixelformat, fourcc, 4) != 0) {
    fprintf(stderr, "the loopback does not take %s\n", fourcc);
    return 1;
  }

  const long period = 1000000000L / atoi(arguments[5]);
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  struct stat shown = {0};
  char *names = NULL, *line = NULL, *frame = NULL;
  size_t size = 0;
  for (;;) {
    struct stat now;
    if (stat(list, &now) < 0) fail(list);
    // Lists are replaced by a rename, so that another list is another inode.
    if (now.st_ino != shown.st_ino || now.st_mtim.tv_nsec != shown.st_mtim.tv_nsec) {
      shown = now;
      read_file(list, &names);
      line = names;
    }
    if (*line) {
      char *end = strchr(line, '\n');
      if (end) *end = 0;
      size = read_file(line, &frame);
      line = end ? end + 1 : line + strlen(line);
    }
    if (write(device, frame, size) < 0 && errno != EAGAIN) fail("write");
    next.tv_nsec += period;
    if (next.tv_nsec >= 1000000000L) {
      next.tv_nsec -= 1000000000L;
      next.tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}
