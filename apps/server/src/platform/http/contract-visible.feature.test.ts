import type { AnyCall } from "@caramelo/contract/call/call";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { listNamingKeys, sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";

const world = await openWorld();

type Role = "baby" | "daddy";
const opposite = (role: Role): Role => (role === "baby" ? "daddy" : "baby");

/** The states of the member whom a call names. `isVisible`: the caller may know that the member exists. */
const STATES = [
  { state: "of the other side", isVisible: true },
  { state: "managed by the staff", isVisible: true, isManaged: true },
  { state: "known, and has left", isVisible: true, isKnown: true, profile: { deactivatedAt: new Date() } },
  { state: "known, and suspended", isVisible: true, isKnown: true, profile: { suspendedAt: new Date() } },
  { state: "known, and has blocked the caller", isVisible: true, isKnown: true, isHidden: true },
  { state: "of the same side", isVisible: false, isSameSide: true },
  { state: "unknown, and has left", isVisible: false, profile: { deactivatedAt: new Date() } },
  { state: "unknown, and suspended", isVisible: false, profile: { suspendedAt: new Date() } },
  { state: "unknown, and has blocked the caller", isVisible: false, isHidden: true },
] satisfies State[];
type State = {
  state: string;
  isVisible: boolean;
  isManaged?: true;
  isKnown?: true;
  isHidden?: true;
  isSameSide?: true;
  profile?: { deactivatedAt?: Date; suspendedAt?: Date };
};

/** A caller who has bought nothing, and a member in this state. */
async function makePair(role: Role, { isManaged, isKnown, isHidden, isSameSide, profile }: State) {
  const caller = await makeSignedIn(world, { role });
  const otherFacts = { role: isSameSide ? role : opposite(role), ...(isManaged && { isManaged }) };
  const { id } = await makeMember(world.owner, otherFacts);
  if (isKnown) await makeConversation(world.owner, id, caller.id);
  if (profile) await world.owner.updateTable("profile").set(profile).where("memberId", "=", id).execute();
  if (isHidden) await hidePair(world.owner, id, caller.id);
  return { browser: caller.browser, id };
}

type Browser = Awaited<ReturnType<typeof makePair>>["browser"];

/** The answer to a call that names this member, without what differs each time. */
async function nameMember({ raw }: Browser, call: AnyCall, id: string) {
  const input = sampleInput(call);
  for (const key of listNamingKeys(call))
    for (const part of [input.params, input.query, input.body]) if (part && key in part) part[key] = id;
  const reply = await sendInput(raw, call, input);
  const text = (await reply.text()).replace(/"requestId":"[^"]+"/, '"requestId":""').replaceAll(id, "named");
  return { status: reply.status, text, headers: [...reply.headers.keys()].sort() };
}

const naming = listCalls().flatMap(([name, call]) =>
  call.access === "member" && call.names !== "nothing" && call.names.thing === "member"
    ? [{ name, call, ofVisible: call.names.ofVisible ?? [] }]
    : [],
);
const cells = naming.flatMap((call) =>
  STATES.flatMap((state) => (["baby", "daddy"] as const).map((role) => ({ ...call, ...state, role, facts: state }))),
);

/** The answer about a member in this state, and the one about an unknown id. */
async function compare(call: AnyCall, role: Role, facts: State) {
  const { browser, id } = await makePair(role, facts);
  const missingAnswer = await nameMember(browser, call, uuidv7(new Date()));
  const answer = await nameMember(browser, call, id);
  const isRefused = answer.status !== 200 && answer.text !== missingAnswer.text;
  // Every refusal of the server has a code of the catalogue.
  const refusal: ErrorCode | undefined = isRefused ? JSON.parse(answer.text).code : undefined;
  return { answer, missing: missingAnswer, refusal };
}

const triedCells = eachKind(
  cells,
  ({ name }) => name,
  ({ state, role }) => `${state} ${role}`,
);

describe.each(triedCells)(
  "$name by a $role about a member who is $state",
  ({ call, role, isVisible, ofVisible, facts }) => {
    test("[TA.02][TA.03] looks like an unknown id, except where the caller may see the member and the call declares its refusal", async () => {
      const { answer, missing: missingAnswer, refusal } = await compare(call, role, facts);
      if (!isVisible) expect(answer).toEqual(missingAnswer);
      if (refusal === undefined) return;
      expect(ofVisible).toContain(refusal);
      expect(answer.status).toBe(errorCatalogue[refusal].status);
    });
  },
);

test("[TA.03] only sending a message declares refusals of visible members, and it gives each of them", async () => {
  const declaring = naming.filter(({ ofVisible }) => ofVisible.length > 0);
  expect(declaring.map(({ name }) => name)).toEqual(["messaging.send"]);
  for (const { call, ofVisible } of declaring) {
    const own = cells.filter((cell) => cell.call === call);
    const refusals = await Promise.all(own.map(async ({ role, facts }) => (await compare(call, role, facts)).refusal));
    expect(call.errors).toEqual(expect.arrayContaining([...ofVisible]));
    expect(new Set(refusals.filter((refusal) => refusal !== undefined))).toEqual(new Set(ofVisible));
  }
});
