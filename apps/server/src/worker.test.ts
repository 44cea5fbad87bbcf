import type { Job } from "graphile-worker";
import { expect, test } from "vitest";
import { openLog } from "./platform/log.ts";
import { openQueueLogger } from "./worker.ts";

const lines: string[] = [];
const logger = openQueueLogger(openLog("trace", { write: (line) => lines.push(line) }));

test("[T32] of a job that failed the log says which and why, without what the error or its payload quotes", () => {
  const error = Object.assign(new Error('value "ana@exemplo.invalid" is wrong'), { code: "22P02" });
  const payload = { email: "ana@exemplo.invalid" };
  // Of a job only these are read.
  const job = { id: "7", task_identifier: "send-recovery", attempts: 2, payload } as unknown as Job;
  logger.error(`Failed task 7 with error '${error.message}'`, { failure: true, job, error });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ task: "send-recovery", attempt: 2, err: { code: "22P02" } });
  expect(lines.join("\n")).not.toContain("ana@");
});

test("warnings of the queue itself are kept, and what it says all day is not", () => {
  const before = lines.length;
  logger.info("Worker started");
  logger.warn("the connection was lost");
  expect(lines.slice(before).map((line) => JSON.parse(line).queue)).toEqual(["the connection was lost"]);
});
