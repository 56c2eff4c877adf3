// A keyboard on /dev/uinput: uinput-keyboard NAME VENDOR PRODUCT MICROSECONDS FIFO
// Ids are hexadecimal. Reads pairs of bytes (key code, 1 pressed or 0 released) from the FIFO and sends each as a
// report of its own, MICROSECONDS apart: a USB keyboard cannot send faster than it is polled either.
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void send_event(int device, int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("write");
}

int main(int count, char **arguments) {
  if (count != 6) return 2;
  int device = open("/dev/uinput", O_WRONLY);
  if (device < 0) fail("/dev/uinput");
  struct uinput_setup setup = {.id = {.bustype = BUS_USB,
                                      .vendor = strtol(arguments[2], NULL, 16),
                                      .product = strtol(arguments[3], NULL, 16)}};
  strncpy(setup.name, arguments[1], sizeof setup.name - 1);
  if (ioctl(device, UI_SET_EVBIT, EV_KEY) < 0) fail("UI_SET_EVBIT");
  // The keys of a full keyboard: udev calls a device with all of KEY_ESC to KEY_S a keyboard.
  for (int key = KEY_ESC; key <= KEY_COMPOSE; key++)
    if (ioctl(device, UI_SET_KEYBIT, key) < 0) fail("UI_SET_KEYBIT");
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) fail("UI_DEV_CREATE");

  // Opened for writing too, so that it does not end when a writer closes it.
  int keys = open(arguments[5], O_RDWR);
  if (keys < 0) fail(arguments[5]);
  struct timespec pause = {.tv_nsec = atol(arguments[4]) * 1000};
  unsigned char bytes[2];
  while (read(keys, bytes, 1) == 1 && read(keys, bytes + 1, 1) == 1) {
    send_event(device, EV_KEY, bytes[0], bytes[1]);
    send_event(device, EV_SYN, SYN_REPORT, 0);
    nanosleep(&pause, NULL);
  }
  return 1;
}
