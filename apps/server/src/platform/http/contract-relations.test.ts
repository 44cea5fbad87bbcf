import type { AnyCall } from "@caramelo/contract/call/call";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { type Names, RELATIONS, type Relation, type Verdict } from "@caramelo/contract/call/names";
import { contract } from "@caramelo/contract/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Actors, CALLERS, type Caller, makeActors } from "../../testing/access-matrix/actors.ts";
import { nameThing } from "../../testing/access-matrix/name-thing.ts";
import { listNamingKeys } from "../../testing/access-matrix/sample-input.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const calls = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, one]): [string, AnyCall] => [`${feature}.${name}`, one]),
);

/** The refusal that the declared access gives a caller; undefined when they have access. */
function findShut({ access, kind }: AnyCall, caller: Caller): ErrorCode | undefined {
  if (access === "public") return undefined;
  if (access === "admin" && !["admin", "suspended"].includes(caller)) {
    return kind === "stream" ? "NOT_FOUND" : "ADMIN_ONLY";
  }
  if (caller !== "guest" && caller !== "suspended") return undefined;
  if (kind === "stream") return "NOT_FOUND";
  return caller === "guest" ? "AUTH_NO_SESSION" : "AUTH_SESSION_EXPIRED";
}

type NamedThing = Exclude<Names, "nothing">;
const DIFFERENT = { blocked: "blocked", suspended: "suspended", guest: "guest", admin: "staff" } as const;

/** The verdicts that a call declares for a caller with access. */
function verdictsFor(names: NamedThing, caller: Caller): Record<Relation, Verdict> {
  const kind = caller in DIFFERENT ? DIFFERENT[caller as keyof typeof DIFFERENT] : undefined; // `in` checked it
  return { ...names.verdicts, ...(kind && names[kind]) };
}

/** An answer without the parts that differ each time: the request's id, and the id that the request named. */
type ReceivedReply = { status: number; text: string; headers: string[] };

async function receive(call: AnyCall, names: NamedThing, actors: Actors, relation: Relation): Promise<ReceivedReply> {
  const reply = await nameThing(call, names.thing, actors, relation);
  const text = (await reply.text()).replace(/"requestId":"[^"]+"/, "").replaceAll(actors.things[relation].id, "named");
  return { status: reply.status, text, headers: [...reply.headers.keys()].sort() };
}

const OWNERS: [table: string, column: string][] = [
  ["member", "id"],
  ["profile", "member_id"],
  ["photo", "member_id"],
  ["product_order", "member_id"],
  ["ledger_entry", "member_id"],
  ["session", "member_id"],
  ["entitlement", "member_id"],
  ["notification", "member_id"],
  ["push_subscription", "member_id"],
  ["account_link", "member_id"],
  ["known_device", "member_id"],
  ["refused_sign_up", "member_id"],
  ["member_stream", "member_id"],
  ["conversation", "owner_id"],
  ["favorite", "member_id"],
  ["visit", "visited_id"],
  ["block", "blocker_id"],
  ["hidden_pair", "viewer_id"],
  ["report_case", "reported_id"],
  ["verification_request", "member_id"],
];

/** Everything that a member has and could lose. */
async function takeStockOf(memberId: string): Promise<string> {
  const parts = OWNERS.map(
    ([table, column]) => sql`
      (select coalesce(json_agg(row_to_json(one) order by row_to_json(one)::text), '[]')
       from ${sql.table(table)} one where ${sql.ref(column)} = ${memberId})`,
  );
  const { rows } = await sql`select json_build_array(${sql.join(parts)}) as stock`.execute(world.owner);
  return JSON.stringify(rows);
}

function expectVerdict(received: ReceivedReply, verdict: Verdict, missing: ReceivedReply): void {
  if (verdict === "nothing") expect(received).toEqual(missing);
  if (verdict === "nothing" || verdict === "ok") {
    expect(received.status, received.text).toBe(200);
    return;
  }
  const code = expect.stringContaining(`"code":"${verdict}"`);
  expect([received.status, received.text]).toEqual([errorCatalogue[verdict].status, code]);
}

const sharedActors = new Map<Caller, Promise<Actors>>();

/** One set of actors for all calls that do not use up what the others need. */
function shareActors(caller: Caller): Promise<Actors> {
  const actors = sharedActors.get(caller) ?? makeActors(world, caller);
  sharedActors.set(caller, actors);
  return actors;
}

test("[TA.02] a call declares what its input names exactly when it names something that belongs to a member", () => {
  const naming = calls.filter(([, one]) => listNamingKeys(one).length > 0).map(([name]) => name);
  const declaring = calls.filter(([, one]) => one.names !== "nothing").map(([name]) => name);
  expect(declaring).toEqual(naming);
});

const naming = calls.flatMap(([name, one]) => (one.names === "nothing" ? [] : [{ name, one, names: one.names }]));

describe.each(naming)("$name", ({ one, names }) => {
  test.each(CALLERS)(
    "[T18][T31][T23][TA.02] of %s reaches only what is theirs to name; the rest looks missing",
    async (caller) => {
      const shut = findShut(one, caller);
      const actors = await (shut || !names.isUsedUp ? shareActors(caller) : makeActors(world, caller));
      const verdicts = verdictsFor(names, caller);
      const missing = await receive(one, names, actors, "missing");
      for (const relation of [...RELATIONS].reverse()) {
        const verdict = shut ?? verdicts[relation];
        const { id } = actors.things[relation];
        // A refused call leaves everything of other members as it was. It may touch the caller's own session.
        const isKept = verdict !== "ok" && ["counterpart", "stranger"].includes(relation);
        const before = isKept && (await takeStockOf(id));
        const received = await receive(one, names, actors, relation);
        expectVerdict(received, verdict, missing);
        // Byte by byte: neither words, nor length, nor headers reveal what is there.
        if (verdict === (shut ?? verdicts.missing) && verdict !== "ok") expect(received).toEqual(missing);
        if (isKept) expect(await takeStockOf(id)).toBe(before);
      }
    },
  );
});

// Calls with the permission `manageTeam` name staff. All others name members, and staff are not members.
const namingMembers = naming.filter(({ one, names }) => names.thing === "member" && one.permission !== "manageTeam");
// No call changes anything of this person, so all tests share them.
const { own: staff } = (await makeActors(world, "admin")).things;

describe.each(namingMembers)("$name", ({ one, names }) => {
  test.each(["baby", "daddy", "admin"] as const)(
    "[D1.08][K6.05] of %s cannot tell somebody of the staff from nobody, and does nothing to them",
    async (caller) => {
      const actors = await (names.isUsedUp ? makeActors(world, caller) : shareActors(caller));
      const colleague = { ...actors, things: { ...actors.things, stranger: staff } };
      const before = await takeStockOf(staff.id);
      const missing = await receive(one, names, actors, "missing");
      expect(await receive(one, names, colleague, "stranger")).toEqual(missing);
      expect(await takeStockOf(staff.id)).toBe(before);
    },
  );
});
