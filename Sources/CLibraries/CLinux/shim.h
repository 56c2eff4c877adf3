// What the Swift overlay of glibc leaves out: eventfd(2), a flag of sched(7), and prctl(2), which is variadic.
#include <linux/sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Names the calling thread for top and ps. The kernel keeps the first 15 bytes.
static inline void linux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// Of linux/sched.h, because sched.h shows it to _GNU_SOURCE only.
static const int linux_sched_reset_on_fork = SCHED_RESET_ON_FORK;
