#include "interruption.h"

#include "CSystem.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t noted = 0;
static volatile sig_atomic_t told = -1;

static void note(int signal) {
  if (noted != 0) {
    _exit(130);
  }
  noted = signal;
  if (told >= 0) {
    int before = errno;
    (void)!write(told, "", 1);
    errno = before;
  }
}

static void set(int signal, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static void note_unless_ignored(int signal) {
  struct sigaction present;
  // What nohup or a shell's `&` switched off stays off.
  if (sigaction(signal, NULL, &present) == 0 && present.sa_handler == SIG_IGN) {
    return;
  }
  set(signal, note);
}

void versions_interruption_catch(void) {
  note_unless_ignored(SIGINT);
  note_unless_ignored(SIGTERM);
  note_unless_ignored(SIGHUP);
  // Whoever started this process may have left them blocked, which outlives exec.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

void versions_interruption_ignore_keyboard(int ignored) {
  static struct sigaction before;
  static int has_before = 0;
  if (ignored && !has_before) {
    has_before = sigaction(SIGINT, NULL, &before) == 0;
    set(SIGINT, SIG_IGN);
  } else if (!ignored && has_before) {
    sigaction(SIGINT, &before, NULL);
    has_before = 0;
  }
}

int versions_interruption_file(void) {
  static int ends[2] = {-1, -1};
  if (ends[0] < 0 && versions_pipe(ends) == 0) {
    told = ends[1];
  }
  return ends[0];
}

int versions_interruption_signal(void) { return (int)noted; }

void versions_interruption_forget(void) { noted = 0; }
