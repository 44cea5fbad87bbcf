import { spawnSync } from "node:child_process";
import { closeSync, openSync, type writeSync } from "node:fs";
import { expect, test } from "vitest";
import { openOutput } from "./output.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Writes some bytes for each number, fails for each code, and then writes all. */
function outputOf(...steps: (number | string)[]) {
  let readWritten = "";
  const write = (_: number, bytes: Buffer, from: number) => {
    const step = steps.shift() ?? bytes.length;
    if (typeof step === "string") throw failure(step);
    const part = bytes.subarray(from, from + step);
    readWritten += part.toString();
    return part.length;
  };
  // The output calls no other form of writeSync.
  const output = openOutput(1, write as unknown as typeof writeSync);
  return { output, readWritten: () => readWritten };
}

test.each(["ENOSPC", "EIO", "EPIPE", "EDQUOT", "EBADF"])(
  "[T89] a line that fails by %s is dropped and counted",
  (code) => {
    const { output, readWritten } = outputOf(code);
    output.write("one\n");
    output.write("two\n");
    expect([readWritten(), output.countDropped()]).toEqual(["two\n", 1]);
  },
);

test("[T89] a line that was cut off leaves the next one whole", () => {
  const { output, readWritten } = outputOf(2, "ENOSPC", "ENOSPC");
  for (const line of ["one\n", "two\n", "three\n", "four\n"]) output.write(line);
  expect([readWritten(), output.countDropped()]).toEqual(["on\nthree\nfour\n", 2]);
});

test("[T89] a slow reader is waited for, but not for ever", () => {
  const patient = outputOf(2, ...Array<string>(9).fill("EAGAIN"));
  patient.output.write("one\n");
  expect([patient.readWritten(), patient.output.countDropped()]).toEqual(["one\n", 0]);
  const hanging = outputOf(...Array<string>(10).fill("EAGAIN"));
  hanging.output.write("one\n");
  expect([hanging.readWritten(), hanging.output.countDropped()]).toEqual(["", 1]);
});

test("[T89] a process whose log is on a full disk goes on", () => {
  const log = new URL("log.ts", import.meta.url).href;
  const code = `const { openLog } = await import("${log}"); const log = openLog("info");
    for (let i = 0; i < 3; i++) log.info("a line"); setTimeout(() => process.stderr.write("alive"), 100);`;
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  closeSync(full);
  expect([status, stderr]).toEqual([0, "alive"]);
});
