import type { AnyCall } from "@caramelo/contract/call";
import { contract } from "@caramelo/contract/contract";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/errors";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CALLERS, type Caller, type Cast, makeCast, RELATIONS, type Relation } from "../../testing/relations/cast.ts";
import { RELATION_TABLE, type Row, type Verdict, verdictsFor } from "../../testing/relations/table.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const calls = new Map<string, AnyCall>(
  Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, one]): [string, AnyCall] => [`${feature}.${name}`, one]),
  ),
);

// A client id is the sender's own to make, and cities are everybody's.
const NOBODYS = ["clientId", "cityId"];

/** The keys of a call's input that name something of somebody's. */
function listNames({ params, query, body }: AnyCall): string[] {
  const keys = [params, query, body].flatMap((part) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []));
  return keys.filter((key) => /(^|[a-z])(id|ids|token|endpoint)$/i.test(key) && !NOBODYS.includes(key));
}

/** How the declared access keeps a caller out; undefined when it lets them in. */
function findShut({ access, kind }: AnyCall, caller: Caller): ErrorCode | undefined {
  if (access === "public") return undefined;
  if (caller !== "guest" && caller !== "suspended") return undefined;
  if (kind === "stream") return "NOT_FOUND";
  return caller === "guest" ? "AUTH_NO_SESSION" : "AUTH_SESSION_EXPIRED";
}

/** What came back but for what differs in every answer. */
type Heard = { status: number; text: string; headers: string[] };

async function hear(row: Row, cast: Cast, relation: Relation): Promise<Heard> {
  const reply = await row.ask(cast, relation);
  const text = (await reply.text()).replace(/"requestId":"[^"]+"/, "");
  return { status: reply.status, text, headers: [...reply.headers.keys()].sort() };
}

const OWNERS: [table: string, column: string][] = [
  ["member", "id"],
  ["profile", "member_id"],
  ["photo", "member_id"],
  ["session", "member_id"],
  ["entitlement", "member_id"],
  ["notification", "member_id"],
  ["push_subscription", "member_id"],
  ["account_link", "member_id"],
  ["member_stream", "member_id"],
  ["conversation", "owner_id"],
  ["favorite", "member_id"],
  ["visit", "visited_id"],
  ["block", "blocker_id"],
  ["hidden_pair", "viewer_id"],
  ["report_case", "reported_id"],
];

/** All that a member has and could lose. */
async function takeStockOf(memberId: string): Promise<string> {
  const parts = OWNERS.map(
    ([table, column]) => sql`
      (select coalesce(json_agg(row_to_json(one) order by row_to_json(one)::text), '[]')
       from ${sql.table(table)} one where ${sql.ref(column)} = ${memberId})`,
  );
  const { rows } = await sql`select json_build_array(${sql.join(parts)}) as stock`.execute(world.owner);
  return JSON.stringify(rows);
}

function expectVerdict(heard: Heard, verdict: Verdict, missing: Heard): void {
  if (verdict === "nothing") expect(heard).toEqual(missing);
  if (verdict === "nothing" || verdict === "ok") {
    expect(heard.status, heard.text).toBe(200);
    return;
  }
  const code = expect.stringContaining(`"code":"${verdict}"`);
  expect([heard.status, heard.text]).toEqual([errorCatalogue[verdict].status, code]);
}

const casts = new Map<Caller, Promise<Cast>>();

/** One cast of a caller is enough for all calls that leave it fit for the others. */
function shareCast(caller: Caller): Promise<Cast> {
  const cast = casts.get(caller) ?? makeCast(world, caller);
  casts.set(caller, cast);
  return cast;
}

test("[TA.02] every call that names something of somebody's is in the table, and no other", () => {
  const naming = [...calls].filter(([, one]) => listNames(one).length > 0).map(([name]) => name);
  expect(Object.keys(RELATION_TABLE).sort()).toEqual(naming.sort());
});

describe.each(Object.entries(RELATION_TABLE))("%s", (name, row) => {
  const one = calls.get(name);
  if (!one) return;

  test.each(CALLERS)(
    "[T18][T31][T23][TA.02] of %s reaches only what is theirs to name; the rest looks missing",
    async (caller) => {
      const shut = findShut(one, caller);
      const cast = await (shut || !row.usesUp ? shareCast(caller) : makeCast(world, caller));
      const verdicts = verdictsFor(row, caller);
      const missing = await hear(row, cast, "missing");
      for (const relation of [...RELATIONS].reverse()) {
        const verdict = shut ?? verdicts[relation];
        const { id } = cast.things[relation];
        // A call touches its own session; of others it leaves everything as it was.
        const isKept = verdict !== "ok" && ["counterpart", "stranger"].includes(relation);
        const before = isKept && (await takeStockOf(id));
        const heard = await hear(row, cast, relation);
        expectVerdict(heard, verdict, missing);
        // Byte by byte: neither words, nor length, nor headers tell what is there from what is not.
        if (verdict === (shut ?? verdicts.missing) && verdict !== "ok") expect(heard).toEqual(missing);
        if (isKept) expect(await takeStockOf(id)).toBe(before);
      }
    },
  );
});
