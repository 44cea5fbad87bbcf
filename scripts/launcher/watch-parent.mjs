import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 250;
const SHELL = /^(?:sh|dash|bash|ash|zsh)$/;

/**
 * The name of a process and the id of its parent, on systems that have /proc.
 * @param {number} pid
 */
function findProcess(pid) {
  try {
    const [, name = "", parent = ""] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent };
  } catch {
    return undefined;
  }
}

/** The processes above us up to npm, which usually starts us through a shell. */
function readLineage() {
  const above = findProcess(process.ppid);
  return above && SHELL.test(above.name) ? `${process.ppid} ${above.parent}` : `${process.ppid}`;
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
