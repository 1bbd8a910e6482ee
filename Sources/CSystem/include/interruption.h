#ifndef VERSIONS_INTERRUPTION_H
#define VERSIONS_INTERRUPTION_H

/// Notes SIGINT, SIGTERM and SIGHUP from now on instead of dying from them.
/// System calls that wait are cut short (EINTR). A second signal ends the process at once with 130.
void versions_interruption_catch(void);

/// Lets SIGINT pass unnoticed while `ignored` is not 0, as long as a pager owns the terminal; with 0,
/// what was done with it before is done again.
void versions_interruption_ignore_keyboard(int ignored);

/// The signal that asked to stop, or 0.
int versions_interruption_signal(void);

/// A file that can be read once a signal was noted, from whichever thread waits: signals interrupt only
/// one. It is made by the first call, which is to come before `versions_interruption_catch`. Never
/// read it. A descriptor, or -1 with errno.
int versions_interruption_file(void);

/// Forgets the signal that was noted; for tests.
void versions_interruption_forget(void);

#endif
