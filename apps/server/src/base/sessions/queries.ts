import { SESSION_REMEMBERED_DAYS } from "@caramelo/contract/limits";
import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import type { Session } from "../../platform/database/types.generated.ts";

/** How a person proved who they are: a password, a passkey, or an app that shows codes. */
export type ProvedBy = "password" | "key" | "app";

export async function addSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

const readSession = statement(({ tokenHash }: Params<{ tokenHash: Buffer }>, db) =>
  db
    .selectFrom("session")
    .innerJoin("profile", "profile.memberId", "session.memberId")
    .where("session.tokenHash", "=", tokenHash)
    .select([
      "session.id",
      "session.memberId",
      "session.isRemembered",
      "session.endedAt",
      "session.expiresAt",
      "session.lastSeenAt",
      "session.provedAt",
      "session.hasFactor",
      "profile.ageGate",
      "profile.erasesAt",
      "profile.isAdmin",
      "profile.staffRole",
      "profile.role",
      "profile.cityId",
    ])
    .select(sql<boolean>`profile.consent_withdrawn_at is not null`.as("lacksConsent"))
    // A member who requested erasure must be able to cancel it, even when suspended, and one who withdrew the consent
    // to sensitive data may use their own data: both are deactivated. A frozen account refuses sign-in.
    .select(
      sql<boolean>`(profile.is_open or (not profile.awaits_confirmation and profile.frozen_at is null and (profile.erases_at is not null
        or (profile.consent_withdrawn_at is not null and profile.suspended_at is null))))`.as("isOpen"),
    ),
);

/** The session of a token, even if it is over, with the facts that decide whether it is valid. */
export async function findSession(db: Db, tokenHash: Buffer) {
  const [session] = await readSession(db, { tokenHash });
  return session;
}

export async function isSessionGood(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a session of a member ended in the last 30 days. */
export async function hasEndedSession(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .where("memberId", "=", memberId)
    .where("endedAt", "is not", null)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When and how the member proved who they are in a session; undefined when it is over. */
export function findProof(db: Db, id: string, now: Date) {
  return db
    .selectFrom("session")
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .select(["provedAt", "provedBy", "waySince"])
    .$narrowType<{ provedBy: ProvedBy | null }>()
    .executeTakeFirst();
}

type Use = { lastSeenAt: Date; expiresAt?: Date };
type Proof = { provedAt: Date; hasFactor: boolean; provedBy?: ProvedBy; waySince?: Date | null };

/**
 * Without `expiresAt` the session keeps its end. Use never extends a session beyond the lifetime of a remembered one.
 */
export async function changeSession(db: Db, id: string, changes: Use | Proof): Promise<void> {
  const end = "expiresAt" in changes && {
    expiresAt: sql<Date>`least(${changes.expiresAt}, created_at + make_interval(days => ${SESSION_REMEMBERED_DAYS}))`,
  };
  await db
    .updateTable("session")
    .set({ ...changes, ...end })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .execute();
}

/** Stops counting the open sessions of a member as opened with a second factor. */
export async function dropFactorOfSessions(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("session")
    .set({ hasFactor: false })
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .execute();
}

/** Voids the proofs in a member's other sessions, because they were given without the present factor. */
export async function voidProofs(db: Db, memberId: string, exceptId: string): Promise<void> {
  await db
    .updateTable("session")
    .set({ provedAt: new Date(0) })
    .where("memberId", "=", memberId)
    .where("id", "<>", exceptId)
    .where("endedAt", "is", null)
    .execute();
}

const endSessions = (db: Db, now: Date) => db.updateTable("session").set({ endedAt: now }).where("endedAt", "is", null);

export async function endSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await endSessions(db, now).where("tokenHash", "=", tokenHash).execute();
}

export async function endSessionsOfMember(db: Db, memberId: string, now: Date, exceptId?: string): Promise<void> {
  await endSessions(db, now)
    .where("memberId", "=", memberId)
    .$if(exceptId !== undefined, (query) => query.where("id", "<>", exceptId ?? ""))
    .execute();
}

/** Ends the sessions of a member except the `keep` that they used last; returns the ids of the ended ones. */
export async function endOldestSessions(db: Db, memberId: string, now: Date, keep: number): Promise<string[]> {
  const endedSessions = await endSessions(db, now)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("session")
        .where("memberId", "=", memberId)
        .where("endedAt", "is", null)
        .where("expiresAt", ">", now)
        .orderBy("lastSeenAt", "desc")
        .orderBy("createdAt", "desc")
        .offset(keep)
        .select("id"),
    )
    .returning("id")
    .execute();
  return endedSessions.map(({ id }) => id);
}

type Device = { id: string; memberId: string };

/** Ends one session of a member; false when they have no valid session with this id. */
export async function endDeviceSession(db: Db, { id, memberId }: Device, now: Date): Promise<boolean> {
  const result = await endSessions(db, now)
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The valid sessions of a member: the one with this id first, then the latest used. */
export function listSessions(db: Db, { id, memberId }: Device, now: Date, limit: number) {
  return db
    .selectFrom("session")
    .where("memberId", "=", memberId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .orderBy((eb) => eb("id", "=", id), "desc")
    .orderBy("lastSeenAt", "desc")
    .limit(limit)
    .select(["id", "userAgent", "createdAt", "lastSeenAt"])
    .execute();
}

export const removeOldSessionsSql = (day: Date, limit: number) => sql`
  delete from session where id in (
    select id from session where least(ended_at, expires_at) < ${day}
    order by least(ended_at, expires_at) limit ${limit} for update skip locked
  )`;

export async function endAllSessions(db: Db, now: Date): Promise<number> {
  const result = await endSessions(db, now).executeTakeFirst();
  return Number(result.numUpdatedRows);
}
