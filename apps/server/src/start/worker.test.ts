import type { Job } from "graphile-worker";
import { expect, test } from "vitest";
import { openLog } from "../platform/log.ts";
import { openQueueLogger } from "./worker.ts";

const lines: string[] = [];
const logger = openQueueLogger(openLog("trace", { write: (line) => lines.push(line) }));

test("[T32] the log names a failed job and its error code, without the values that error and payload quote", () => {
  const error = Object.assign(new Error('value "ana@exemplo.invalid" is wrong'), { code: "22P02" });
  const payload = { email: "ana@exemplo.invalid" };
  // The logger reads only these fields of a job.
  const job = { id: "7", task_identifier: "send-recovery", attempts: 2, payload } as unknown as Job;
  logger.error(`Failed task 7 with error '${error.message}'`, { failure: true, job, error });
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ task: "send-recovery", attempt: 2, err: { code: "22P02" } });
  expect(lines.join("\n")).not.toContain("ana@");
});

test("the log keeps warnings of the queue and leaves out its information messages", () => {
  const before = lines.length;
  logger.info("Worker started");
  logger.warn("the connection was lost");
  expect(lines.slice(before).map((line) => JSON.parse(line).queue)).toEqual(["the connection was lost"]);
});
