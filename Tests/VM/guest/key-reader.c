// Prints what a keyboard-like device sends: key-reader DEVICE [grab]
// First "ready", then "KEYCODE VALUE" a line for presses (1) and releases (0), "dropped" when the kernel's buffer
// overflowed, and "gone" when the device was unplugged.
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int count, char **arguments) {
  int device = count > 1 ? open(arguments[1], O_RDONLY) : -1;
  if (device < 0 || (count > 2 && ioctl(device, EVIOCGRAB, 1) < 0)) {
    perror(count > 1 ? arguments[1] : "no device");
    return 1;
  }
  puts("ready");
  fflush(stdout);
  struct input_event events[64];
  for (;;) {
    ssize_t size = read(device, events, sizeof events);
    if (size <= 0) {
      puts(errno == ENODEV ? "gone" : "failed");
      return errno != ENODEV;
    }
    for (size_t index = 0; index < size / sizeof *events; index++) {
      struct input_event *event = &events[index];
      if (event->type == EV_SYN && event->code == SYN_DROPPED) puts("dropped");
      if (event->type == EV_KEY && event->value != 2) printf("%u %d\n", event->code, event->value);
    }
    fflush(stdout);
  }
}
