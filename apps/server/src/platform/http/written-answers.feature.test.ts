import { call } from "@caramelo/contract/call/call";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { readConfig } from "../../start/config.ts";
import { PLAIN_CALL } from "../../testing/plain-call.ts";
import { openRateLimits } from "../limits/rate-limit.ts";
import { serveContract } from "./serve-contract.ts";
import { writtenAnswer } from "./written-answer.ts";

const readThing = call({
  ...PLAIN_CALL,
  method: "GET",
  path: "/thing",
  access: "public",
  answers: z.strictObject({ name: z.string() }),
  errors: [],
  summary: "Reads a thing.",
});

async function ask(json: string, isStrictAboutAnswers: boolean) {
  const config = readConfig({});
  if (!config.ok) throw new Error(config.errors.join("\n"));
  const { limits } = openRateLimits(config.config.limits);
  const app = Fastify();
  onTestFinished(() => app.close());
  serveContract(
    app,
    { things: { read: readThing } },
    { things: { read: async () => writtenAnswer(json) } },
    {
      context: {},
      limits,
      spoolFolder: "",
      isStrictAboutAnswers,
      requiresFactor: false,
      publishChanged: () => {},
      now: () => new Date(),
      findCaller: async () => ({ me: undefined, hadSession: false, hasJustEnded: false }),
      mayRequest: () => true,
      openExchange: () => ({
        address: "203.0.113.1",
        origin: "",
        userAgent: "",
        sessionToken: undefined,
        deviceToken: undefined,
        keptTags: [],
        setSession: () => {},
        clearSession: () => {},
        clearCache: () => {},
        setDevice: () => {},
        allowCaching: () => {},
      }),
    },
  );
  return app.inject("/api/thing");
}

test.each([true, false])("an answer that is JSON already leaves as it is (checked: %s)", async (isStrict) => {
  const { statusCode, headers, body } = await ask('{ "name":"Ana" }', isStrict);
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  expect(body).toBe('{ "name":"Ana" }');
});

test.each(['{"name":"Ana","email":"ana@exemplo.invalid"}', "{}", '{"name":1}', "{"])(
  "development and tests refuse one that is not what the contract declares: %s",
  async (json) => {
    expect((await ask(json, true)).statusCode).toBe(500);
  },
);
