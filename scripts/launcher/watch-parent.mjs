const LOOK_EVERY_MS = 250;

/**
 * Calls back when npm, which started us, is gone without a word (kill -9): nobody could stop us then. Started by hand
 * or by a service manager, whose shell may leave at once, we stay.
 * @param {() => void} onGone
 */
export function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
