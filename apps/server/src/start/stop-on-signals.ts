import type { EventEmitter } from "node:events";

type ProcessLike = Pick<EventEmitter, "on"> & { exit(code: number): unknown };

type Options = {
  stop(): Promise<unknown>;
  /**
   * A process that has not stopped by then exits with 1, before the service manager kills it: unfinished work is
   * repeated or recovered, as after a kill.
   */
  withinMs: number;
};

/**
 * Stops the product once, on the first signal to stop. A service manager sends SIGTERM to the launcher as well, which
 * passes it on, so a second one changes nothing; a second Ctrl-C ends the process at once.
 */
export function stopOnSignals(process: ProcessLike, { stop, withinMs }: Options): void {
  let isStopping = false;
  async function stopOnce(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), withinMs).unref();
    await stop();
    process.exit(0);
  }
  process.on("SIGINT", () => (isStopping ? process.exit(1) : stopOnce()));
  process.on("SIGTERM", stopOnce);
  // The launcher started this process, so the product stops when the launcher ends for any reason.
  process.on("disconnect", stopOnce);
}
