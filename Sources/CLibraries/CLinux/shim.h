// What the Swift overlay of glibc leaves out: eventfd(2).
#include <sys/eventfd.h>
