// Sets a timer as it was asked for.
//
// libfaketime takes its hour off every absolute timer, also where it leaves the timer's clock as it is: such a timer
// ends at once, and the thread that set it turns without a rest.

#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *before) {
    return (int)syscall(SYS_timerfd_settime, descriptor, flags, value, before);
}
