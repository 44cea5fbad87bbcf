import { errorCatalogue } from "@caramelo/contract/call/errors";
import { listLimits } from "@caramelo/contract/call/limit-policy";
import { staffPermissions } from "@caramelo/contract/call/staff-permissions";
import { expect } from "vitest";
import * as z from "zod";
import { fc, runs } from "../../../../../testing/properties.ts";
import { boundsOfBody } from "../../platform/http/body-bounds.ts";
import { isBoundedJson } from "../../platform/http/json-rules.ts";
import { wireSchema } from "../../platform/http/wire-schema.ts";
import { arbitraryOfSchema } from "../fuzz/arbitrary-of-schema.ts";
import { largestJsonOf } from "../largest-json.ts";
import { answerKeyRules } from "./answer-keys.ts";
import type { CallRules } from "./rule.ts";

/** The only call whose schema accepts more than any body may have: several of the operator's mails at once. */
export const CUT_BODY = "operator.change";

/** What must be true of each call's declaration, and needs no request. */
export const declaredRules: CallRules = {
  ...answerKeyRules,

  "[TA.01] declares who may call it, what it answers, its failures and what it is for": ({ call }) => {
    expect(["public", "guest", "member", "admin"]).toContain(call.access);
    if (call.access === "admin") expect(Object.keys(staffPermissions)).toContain(call.permission);
    else expect(call.permission).toBeUndefined();
    expect(call.answers).toBeInstanceOf(z.ZodType);
    expect(call.summary).toMatch(/^[A-Z].{20,}\.$/);
    for (const code of [...call.errors, call.unexpected])
      expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
    expect(new Set(call.errors).size).toBe(call.errors.length);
    // A browser keeps only answers that the signed-in member may read again.
    const isKept = typeof call.offline === "object" || call.offline === "answer" || call.offline === "first page";
    if (isKept) expect([call.method, call.access, call.kind]).toEqual(["GET", "member", "json"]);
    expect(listLimits(call.limit).length).toBeGreaterThan(0);
    expect(call.errors).toContain("RATE_LIMIT_EXCEEDED");
    if (call.kind !== "stream") expect(Object.keys(wireSchema(call.answers))).toContain("type");
    if (call.method === "GET") expect(call.body).toBeUndefined();
  },

  "[T58] takes the largest body that its schema accepts, as any other that it accepts": ({ name, call: { body } }) => {
    if (!body || name === CUT_BODY) return;
    const bounds = boundsOfBody(body, name);
    const largest = Buffer.from(largestJsonOf(body));
    expect(largest.length).toBeLessThanOrEqual(bounds.bytes);
    expect(isBoundedJson(largest, bounds)).toBe(true);
    fc.assert(
      fc.property(arbitraryOfSchema(body, []), (value) => {
        const text = Buffer.from(JSON.stringify(value));
        if (!body.safeParse(value).success) return;
        expect(text.length).toBeLessThanOrEqual(bounds.bytes);
        expect(isBoundedJson(text, bounds)).toBe(true);
      }),
      runs(100),
    );
  },
};
