// What the Swift overlay of glibc leaves out: eventfd(2), and prctl(2), which is variadic.
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Names the calling thread for top and ps. The kernel keeps the first 15 bytes.
static inline void linux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
