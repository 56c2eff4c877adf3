// Plugs a device that a USB/IP server exports into this machine: usbip-attach ADDRESS PORT BUSID SLOT
// The kernel's Documentation/usb/usbip_protocol.rst describes the import; the attach file takes
// "SLOT SOCKET DEVICE_ID SPEED" and keeps the socket, so that this program can end.
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REPLY_SIZE = 8 + 312, HIGH_SPEED = 3 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[2]))};
  inet_pton(AF_INET, arguments[1], &address.sin_addr);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(server, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");

  unsigned char request[8 + 32] = {0x01, 0x11, 0x80, 0x03};  // version 1.1.1, OP_REQ_IMPORT, status 0
  strncpy((char *)request + 8, arguments[3], 31);
  if (write(server, request, sizeof request) != sizeof request) fail("write");
  unsigned char reply[REPLY_SIZE];
  for (size_t size = 0; size < sizeof reply;) {
    ssize_t read_now = read(server, reply + size, sizeof reply - size);
    if (read_now <= 0) fail("import refused");
    size += read_now;
  }
  uint32_t numbers[2];  // after the header, path (256) and busid (32): bus and device number
  memcpy(numbers, reply + 8 + 256 + 32, sizeof numbers);

  char line[64];
  int length = snprintf(line, sizeof line, "%s %d %u %d", arguments[4], server,
                        ntohl(numbers[0]) << 16 | ntohl(numbers[1]), HIGH_SPEED);
  int attach = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
  if (attach < 0 || write(attach, line, length) != length) fail("attach");
  return 0;
}
