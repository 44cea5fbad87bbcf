import type { AnyCall } from "@caramelo/contract/call/call";
import { REFUSED_BODY_POINTS } from "@caramelo/contract/call/rate-limits";
import { contract } from "@caramelo/contract/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JSON_TYPE } from "../../testing/access-matrix/sample-input.ts";
import { carry, MANY, MARK, NESTED, openBodies, type SentBody } from "../../testing/call-rules/bodies.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";

const { world, begin, openCaller, send, sendTo, listParsed, pointsTaken } = await openBodies();

beforeEach(begin);
afterEach(() => void vi.restoreAllMocks());

const { signIn } = contract.accounts;
const WRONG = { email: "a@exemplo.invalid", password: "uma senha qualquer", remember: false };

describe("bodies", () => {
  test("[T58] cost one point where they are taken, whatever the call says to them", async () => {
    const reply = await sendTo(world.browser(), signIn, { payload: JSON.stringify(WRONG) });
    expect(reply.json().code).toBe("AUTH_INVALID_CREDENTIALS");
    expect(pointsTaken()).toBe(1);
  });

  test("[T58] cost as much as refused ones where they break the schema, are no JSON, or are of another type", async () => {
    const refusedBodies: SentBody[] = [
      { payload: JSON.stringify({ ...WRONG, password: 1 }) },
      { payload: "{" },
      { payload: "" },
      { payload: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
      carry({ ...signIn, kind: "upload" } as AnyCall, "{}"),
    ];
    for (const [index, sentBody] of refusedBodies.entries()) {
      expect((await sendTo(world.browser(), signIn, sentBody)).json().code).toBe("VALIDATION_ERROR");
      expect(pointsTaken()).toBe((index + 1) * REFUSED_BODY_POINTS);
    }
  });

  test("[T58] are not read any more once an address without a session has sent too many that were refused", async () => {
    const guest = world.browser();
    const reply = () => sendTo(guest, signIn, { payload: NESTED });
    for (let time = 0; time < 5; time += 1) expect((await reply()).statusCode).toBe(400);
    const late = await sendTo(guest, signIn, { payload: JSON.stringify({ ...WRONG, email: MARK }) });
    expect([late.statusCode, late.json().code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect(listParsed()).toEqual([]);
    // Callers at other addresses are still answered, and so are signed-in members at the same address.
    expect((await sendTo(world.browser(), signIn, { payload: JSON.stringify(WRONG) })).statusCode).toBe(401);
    const neighbour = { ...(await openCaller(contract.memberSettings.change)), address: guest.address };
    expect((await sendTo(neighbour, contract.memberSettings.change, { payload: "{}" })).statusCode).toBe(200);
    world.pass(60_000);
    expect((await sendTo(guest, signIn, { payload: JSON.stringify(WRONG) })).statusCode).toBe(401);
  });

  test("[T58] of one session leave those of the member's other sessions alone", async () => {
    const { id, browser: intruder } = await makeSignedIn(world);
    const owner = await openBrowserOf(world, id);
    const { change } = contract.memberSettings;
    for (let time = 0; time < 5; time += 1)
      expect((await sendTo(intruder, change, { payload: MANY })).statusCode).toBe(400);
    expect((await sendTo(intruder, change, { payload: "{}" })).statusCode).toBe(429);
    expect((await sendTo(owner, change, { payload: "{}" })).statusCode).toBe(200);
  });

  test("[T05][T58] of callers without access are neither counted nor looked at", async () => {
    const strangers = [
      [contract.memberSettings.change, "AUTH_NO_SESSION"],
      [contract.operator.change, "ADMIN_ONLY"],
    ] as const;
    for (const [call, code] of strangers)
      expect((await sendTo(world.browser(), call, { payload: NESTED })).json().code).toBe(code);
    const foreign = { ...JSON_TYPE, origin: "https://elsewhere.example" };
    const member = await openCaller(contract.memberSettings.change);
    const reply = await sendTo(member, contract.memberSettings.change, { payload: NESTED, headers: foreign });
    expect(reply.json().code).toBe("PERMISSION_DENIED");
    expect(listParsed()).toEqual([]);
    expect(pointsTaken()).toBe(0);
  });

  test("[T58] to addresses that are not there are not parsed", async () => {
    for (const [method, url] of [
      ["POST", "/api/nothing"],
      ["PUT", "/api/session"],
      ["DELETE", "/login"],
      ["PATCH", "/api/docs"],
    ] as const) {
      const reply = await send(world.browser(), method, url, { payload: `{"a":"${MARK}"}` });
      expect([reply.statusCode, reply.json().code]).toEqual([404, "NOT_FOUND"]);
    }
    expect(listParsed()).toEqual([]);
  });
});
