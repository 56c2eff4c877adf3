// What the Swift overlay of glibc leaves out: adjtimex(2).
#include <sys/timex.h>
