import type { AnyCall } from "@caramelo/contract/call/call";
import type { Thing } from "@caramelo/contract/call/names";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { listCalls } from "@caramelo/contract/contract";
import { expect, test } from "vitest";
import { type Actors, makeActors } from "../../testing/access-matrix/actors.ts";
import { CALLERS, callerFacts, isStaff, openCaller, refusalFor } from "../../testing/access-matrix/callers.ts";
import { verdictOf } from "../../testing/access-matrix/expected.ts";
import { attemptCall } from "../../testing/access-matrix/good-attempts.ts";
import { makeThing } from "../../testing/access-matrix/things.ts";
import { prepareCell } from "../../testing/access-matrix/try-cell.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { grant } from "../../testing/entitlements.ts";
import { addDueErasure, runErasures } from "../../testing/erasures.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const unlimited = Object.keys(rateLimits).map((name) => [limitSetting(name), "999999/1"]);
const world = await openWorld(Object.fromEntries(unlimited));
const { owner } = world;
const calls = listCalls();

/** Things that stay of an erased member by the inventory; the staff keeps working with a nameless member. */
const STAY_FOR_STAFF: ReadonlySet<Thing> = new Set<Thing>([
  "appeal",
  "case",
  "data request",
  "measure",
  "notice",
  "order",
  "withdrawal",
]);
/** Anybody with the secret of a mailed link, or of a payment page, may use it as long as what it opens is kept. */
const STAY_FOR_ANYBODY: ReadonlySet<Thing> = new Set<Thing>(["appeal token", "notice token", "pix charge"]);

const naming = calls.filter(([, { names }]) => names !== "nothing");
const kinds = [...new Set(naming.flatMap(([, { names }]) => (names === "nothing" ? [] : [names.thing])))];

/** Makes a thing of each kind of a member, and erases the member. Returns how calls named the things. */
async function eraseOwner(): Promise<Map<Thing, string[]>> {
  const peer = { ...(await makeMember(owner)), role: "baby" as const };
  const member = { ...(await makeMember(owner, { role: "daddy" })), role: "daddy" as const };
  await grant(owner, member, { hasCourtesyPremium: true });
  const things = new Map<Thing, string[]>();
  for (const kind of kinds) things.set(kind, await makeThing(world, { kind, relation: "counterpart", member, peer }));
  await addDueErasure(owner, member.id);
  await runErasures(world);
  return things;
}

const things = await eraseOwner();
const callers = eachKind(
  CALLERS,
  (caller) => isStaff(caller),
  (caller) => callerFacts[caller].session,
);
const triedCalls = eachKind(
  naming,
  ([, { names }]) => names !== "nothing" && names.thing,
  ([, { access, kind, method }]) => `${access} ${kind} ${method}`,
);
const actorsOf = new Map<string, Actors>();
for (const caller of callers) actorsOf.set(caller, await makeActors(world, caller));

test.each(triedCalls)(
  "[TA.05] %s answers about the thing of an erased member as about nothing, in status, body and headers",
  async (_, call) => {
    if (call.names === "nothing" || STAY_FOR_ANYBODY.has(call.names.thing)) return;
    const { thing } = call.names;
    for (const caller of callers.filter((one) => refusalFor(call, one) === undefined)) {
      if (isStaff(caller) && STAY_FOR_STAFF.has(thing)) continue;
      const actors = actorsOf.get(caller) as Actors;
      const verdict = verdictOf(call, caller, "missing");
      const cell = { call, caller, relation: "missing", verdict, hasAccess: true } as const;
      const missingAnswer = await (await prepareCell(cell, actors))();
      const erasedAnswer = await (await prepareCell(cell, { ...actors, thing: async () => things.get(thing) ?? [] }))();
      expect({ caller, ...erasedAnswer, statements: 0 }).toEqual({ caller, ...missingAnswer, statements: 0 });
    }
  },
);

const closedCalls: [string, AnyCall][] = calls.filter(
  ([, { access, isOpenWhileErasing }]) => access === "member" && !isOpenWhileErasing,
);

test("[D5.17] a member whose erasure waits may make only those calls of members that are open then", async () => {
  const { browser, id } = await openCaller(world, "baby");
  const now = new Date();
  const erasing = { deactivatedAt: now, erasesAt: new Date(now.getTime() + 86_400_000) };
  await owner.updateTable("profile").set(erasing).where("memberId", "=", id).execute();
  expect(closedCalls.length).toBeGreaterThan(50);
  for (const [name, call] of closedCalls) {
    const { status, code } = await attemptCall(browser, call);
    expect({ name, status, code }).toEqual(
      call.kind === "stream"
        ? { name, status: 404, code: "NOT_FOUND" }
        : { name, status: 403, code: "ERASURE_PENDING" },
    );
  }
});
