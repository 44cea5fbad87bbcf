import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { addAuditEntry } from "../base/audit/queries.ts";
import { eraseAccounts } from "../features/erasure/jobs.ts";
import { addStreamEvents } from "../features/messaging/queries/changes.ts";
import { randomId } from "../platform/ids.ts";
import { keptData } from "../start/inventory.ts";
import { makeReadyExport } from "./exports.ts";
import { makeCase } from "./moderation.ts";
import type { makeSignedIn } from "./signed-in.ts";
import { type FilledMember, fillMember } from "./whole-member.ts";
import type { World } from "./world.ts";

export const DAY_MS = 86_400_000;
export const NAME = "Davi Inconfundível";

/** Makes a member with rows in every table of the inventory, also where only others hold rows that name them. */
export async function fillErasedMember(world: World): Promise<FilledMember & { photoNames: string[] }> {
  const { owner } = world;
  const member = await fillMember(world);
  const { id } = member;
  const friend = member.others.friend.id;
  const now = new Date();
  await owner.updateTable("profile").set({ name: NAME, hiddenAt: null }).where("memberId", "=", id).execute();
  await makeReadyExport(world, { memberId: id });
  await owner.insertInto("favorite").values({ memberId: friend, favoriteId: id, createdAt: now }).execute();
  await owner
    .insertInto("hiddenPair")
    .values([
      { viewerId: id, otherId: member.others.gone.id },
      { viewerId: member.others.gone.id, otherId: id },
    ])
    .execute();
  const event = { kind: "seen" as const, upTo: 1, happenedAt: now };
  await addStreamEvents(owner, [
    { ...event, memberId: id, seq: 3, otherId: friend },
    { ...event, memberId: friend, seq: 3, otherId: id },
  ]);
  await owner.insertInto("prunedStream").values({ memberId: id, upTo: 1 }).execute();
  const { id: sessionId } = await owner
    .selectFrom("session")
    .where("memberId", "=", id)
    .select("id")
    .executeTakeFirstOrThrow();
  const challenge = { hash: randomBytes(32), purpose: "proof" as const, sessionId, expiresAt: now };
  await owner.insertInto("passkeyChallenge").values(challenge).execute();
  await owner.insertInto("refusedSignUp").values({ memberId: id, passwordHash: "x", createdAt: now }).execute();
  const nodeId = randomId();
  await owner.insertInto("node").values({ id: nodeId, seenAt: now }).execute();
  await owner.insertInto("nodeMember").values({ nodeId, memberId: id }).execute();
  const caseId = await makeCase(world, id);
  const message = { caseId, messageId: randomId(), senderId: id, recipientId: friend, text: "Palavras denunciadas" };
  await owner
    .insertInto("caseMessage")
    .values({ ...message, sentAt: now, keptAt: now })
    .execute();
  await owner
    .insertInto("caseProfile")
    .values({ caseId, facts: JSON.stringify({ name: NAME, bornOn: null, cityId: 3_550_308 }), keptAt: now })
    .execute();
  await addAuditEntry(owner, { at: now, actorId: null, action: "member.suspended", subjectId: id });
  const photos = await owner.selectFrom("photoObject").where("fileName", "like", `${id}%`).select("fileName").execute();
  return { ...member, name: NAME, photoNames: photos.map(({ fileName }) => fileName) };
}

type SignedIn = Pick<Awaited<ReturnType<typeof makeSignedIn>>, "id" | "browser">;

export async function askErasure({ browser }: Pick<SignedIn, "browser">): Promise<void> {
  const { status, body } = await browser.api.erasure.request();
  if (status !== 200) throw new Error(`the erasure was refused: ${JSON.stringify(body)}`);
}

/** Moves a requested erasure to the end of its days. */
export async function makeErasureDue(owner: World["owner"], memberId: string): Promise<void> {
  const endsAt = new Date();
  await owner.updateTable("erasure").set({ endsAt }).where("memberId", "=", memberId).execute();
  await owner.updateTable("profile").set({ erasesAt: endsAt }).where("memberId", "=", memberId).execute();
}

/** Adds an erasure whose days are over. */
export async function addDueErasure(owner: World["owner"], memberId: string): Promise<void> {
  const endsAt = new Date(0);
  await owner.insertInto("erasure").values({ memberId, requestedAt: endsAt, endsAt }).execute();
  const change = { deactivatedAt: endsAt, erasesAt: endsAt };
  await owner.updateTable("profile").set(change).where("memberId", "=", memberId).execute();
}

/** Requests the erasure of a signed-in member, and lets the days pass. */
export async function eraseSignedIn(world: World, member: SignedIn): Promise<void> {
  await askErasure(member);
  await makeErasureDue(world.owner, member.id);
  await runErasures(world);
}

/** Runs the job that erases, as the queue would, over the connection of the database's owner. */
export async function runErasures(world: World): Promise<number> {
  const client = await world.jobsPool.connect();
  try {
    return await eraseAccounts(world.context, client, keptData);
  } finally {
    client.release();
  }
}

/** The tables and columns of a database that contain one of some texts, such as `profile.name`. */
export async function findTraces(owner: World["owner"], texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; table: string }>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relname <> 'city'
    order by 1, 2`.execute(owner);
  const traces: string[] = [];
  for (const { schema, table } of tables) {
    const { rows } = await sql<{ key: string }>`
      select distinct part.key from ${sql.id(schema, table)} as entry, jsonb_each_text(to_jsonb(entry)) as part (key, value)
      where exists (select from unnest(${texts}::text[]) searched_text where strpos(part.value, searched_text) > 0)
      order by part.key`.execute(owner);
    traces.push(...rows.map(({ key }) => `${table}.${key}`));
  }
  return traces;
}
