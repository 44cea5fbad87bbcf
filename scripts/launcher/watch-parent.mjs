import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 250;
const SHELL = /^(?:sh|dash|bash|ash|zsh)$/;

/** The processes above us up to npm, which usually starts us through a shell. */
function readLineage() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, name = "", parent = ""] = /\((.*)\) \S+ (\d+)/.exec(stat) ?? [];
    return SHELL.test(name) ? `${process.ppid} ${parent}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`;
  }
}

/**
 * Calls back when npm, which started us, was killed (kill -9), because nothing else would stop us then. Without npm as
 * the parent it never calls back, because the shell of a terminal or a service manager may exit while we must go on.
 * @param {() => void} onGone
 */
export function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const lineage = readLineage();
  const timer = setInterval(() => {
    if (readLineage() === lineage) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
