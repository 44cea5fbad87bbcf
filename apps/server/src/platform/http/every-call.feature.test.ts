import { listLimits } from "@caramelo/contract/call/limit-policy";
import { listCalls } from "@caramelo/contract/contract";
import { expect, test } from "vitest";
import { listRefusals } from "../../testing/access-matrix/refusals.ts";
import { listAccessRules } from "../../testing/call-rules/access.ts";
import { openBodyRules } from "../../testing/call-rules/bodies.ts";
import { declaredRules } from "../../testing/call-rules/declared.ts";
import { openLimitRules } from "../../testing/call-rules/limits.ts";
import { listBroken, type NamedCall } from "../../testing/call-rules/rule.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotoLink } from "../../testing/photo-rows.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const refusals = listRefusals((await makeMember(world.owner)).email, await makePhotoLink(world));
const requestRules = { ...listAccessRules(world, refusals), ...(await openLimitRules()), ...(await openBodyRules()) };
const calls = listCalls().map(([name, call]): NamedCall => ({ name, call }));
const isDrawing = ({ name }: NamedCall) => name === "accounts.drawPhoto";
/** The calls that are made. What they declare is judged of all. Drawing is expensive, so another call represents its kind. */
const triedCalls = eachKind(
  calls.toSorted((one, other) => Number(isDrawing(one)) - Number(isDrawing(other))),
  ({ call: { access, kind, method } }) => `${access} ${kind} ${method}`,
  ({ call: { limit } }) => listLimits(limit).length,
);

test.each(calls)("[T05][T16][T58][T60][T70][TA.01] $name keeps every rule of calls", async (namedCall) => {
  const rules = triedCalls.includes(namedCall) ? { ...declaredRules, ...requestRules } : declaredRules;
  expect(await listBroken(rules, namedCall)).toEqual([]);
});

test("[T05][TA.02] each call with a written refusal exists", () => {
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(refusals)));
});
