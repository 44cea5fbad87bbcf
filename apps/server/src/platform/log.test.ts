import { describe, expect, test } from "vitest";
import { openLog, serializeError } from "./log.ts";

const CANARY = "canary-7f3a";

function logging(level: string) {
  const lines: string[] = [];
  return { lines, log: openLog(level, { write: (line) => lines.push(line) }) };
}

/** An error as the driver throws it. */
function databaseError(message: string) {
  return Object.assign(new Error(message), {
    code: "23505",
    constraint: "member_email_key",
    table: "member",
    detail: `Key (email)=(${CANARY}) already exists.`,
    where: CANARY,
    hint: CANARY,
    query: CANARY,
    parameters: [CANARY],
  });
}

describe("the log", () => {
  test("[T32] writes the code and constraint of a database error, never its message", () => {
    const { lines, log } = logging("info");
    log.error({ err: databaseError(`value ${CANARY}\nsecond line ${CANARY}`) }, "unexpected");
    const line = JSON.parse(lines[0] ?? "");
    expect(line.err).toMatchObject({ code: "23505", constraint: "member_email_key", table: "member" });
    expect(lines[0]).not.toContain(CANARY);
  });

  test("[T32] writes only the frames of a stack, however many lines the message has", () => {
    const { stack } = serializeError(databaseError(`one\ntwo ${CANARY}\n    three`));
    expect(
      String(stack)
        .split("\n")
        .every((line) => line.startsWith("    at ")),
    ).toBe(true);
    expect(stack).toContain("log.test.ts");
  });

  test("writes the message of an error of our own", () => {
    expect(serializeError(new TypeError("x is not a function"))).toMatchObject({
      type: "TypeError",
      message: "x is not a function",
    });
  });

  test("[T32] writes only the type of a thrown value that is not an error", () => {
    expect(serializeError(CANARY)).toEqual({ type: "string" });
    expect(serializeError({ email: CANARY })).toEqual({ type: "object" });
  });
});

describe("the redaction", () => {
  test.each(["email", "password", "passwordHash", "token", "cookie", "authorization", "name", "bio", "text", "body"])(
    "[T32] removes %s from the top three levels of a record",
    (key) => {
      const { lines, log } = logging("info");
      log.info({ [key]: CANARY, a: { [key]: CANARY, b: { [key]: CANARY } } }, "something");
      expect(lines[0]).not.toContain(CANARY);
      expect(lines[0]).toContain("something");
    },
  );
});

test("the log leaves out lines below its level and the names of machine and process", () => {
  const { lines, log } = logging("warn");
  log.info("quiet");
  log.warn({ id: 1 }, "loud");
  expect(lines).toHaveLength(1);
  expect(Object.keys(JSON.parse(lines[0] ?? "")).sort()).toEqual(["id", "level", "msg", "time"]);
});
