import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { stopOnSignals } from "./stop-on-signals.ts";

const WITHIN_MS = 45_000;

function openProcess() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const process = Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => void>() });
  const { promise: whenStopped, resolve: endStop } = Promise.withResolvers<void>();
  const stop = vi.fn(() => whenStopped);
  stopOnSignals(process, { stop, withinMs: WITHIN_MS });
  return { process, stop, endStop };
}

test("a second SIGTERM, and the end of the launcher, let the stop go on", async () => {
  const { process, stop, endStop } = openProcess();
  for (const signal of ["SIGTERM", "SIGTERM", "disconnect"]) process.emit(signal);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(process.exit).not.toHaveBeenCalled();
  endStop();
  await vi.waitFor(() => expect(process.exit.mock.calls).toEqual([[0]]));
});

test("a second Ctrl-C ends the process at once", () => {
  const { process, stop } = openProcess();
  process.emit("SIGINT");
  expect(process.exit).not.toHaveBeenCalled();
  process.emit("SIGINT");
  expect(stop).toHaveBeenCalledTimes(1);
  expect(process.exit.mock.calls).toEqual([[1]]);
});

test("a stop that does not end in time ends the process all the same", () => {
  const { process } = openProcess();
  process.emit("SIGTERM");
  vi.advanceTimersByTime(WITHIN_MS - 1);
  expect(process.exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(process.exit.mock.calls).toEqual([[1]]);
});
