import { type Insertable, sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AccountLink } from "../../../platform/database/types.generated.ts";
import { canFollowLinks } from "./accounts.ts";

export type LinkKind = "recovery" | "confirmation" | "email_change" | "claim" | "sign_in_alert";

const useLinks = (db: Db, now: Date) => db.updateTable("accountLink").set({ usedAt: now }).where("usedAt", "is", null);

/** Links that anybody may have mailed to an address. */
const ASKED_BY_ANYBODY: readonly LinkKind[] = ["recovery", "confirmation"];
/** Within this time a stranger's request voids no earlier link of such a kind; a limit bounds their number. */
const SIDE_BY_SIDE_MS = 3_600_000;

/**
 * Adds a link, and invalidates the member's open links of the same kind, except those of the last hour where anybody
 * could have requested this one. Alerts all stay open, or an intruder could void an earlier one by causing another.
 */
export async function replaceLink(db: Db, link: Insertable<AccountLink> & { createdAt: Date }): Promise<void> {
  const { memberId, kind, createdAt } = link;
  const sideBySide = new Date(createdAt.getTime() - SIDE_BY_SIDE_MS);
  if (kind !== "sign_in_alert")
    await useLinks(db, createdAt)
      .where("memberId", "=", memberId)
      .where("kind", "=", kind)
      .$if(ASKED_BY_ANYBODY.includes(kind), (query) => query.where("createdAt", "<", sideBySide))
      .execute();
  await db.insertInto("accountLink").values(link).execute();
}

/** The link of a token with facts about its member; undefined when the link is over, or opens nothing. */
export function findOpenLink(db: Db, kinds: LinkKind[], tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("accountLink")
    .innerJoin("profile", "profile.memberId", "accountLink.memberId")
    .where("accountLink.tokenHash", "=", tokenHash)
    .where("accountLink.kind", "in", kinds)
    .where("accountLink.usedAt", "is", null)
    .where("accountLink.expiresAt", ">", now)
    .where(canFollowLinks)
    .select([
      "accountLink.id",
      "accountLink.memberId",
      "accountLink.kind",
      "accountLink.email",
      "accountLink.createdAt",
      "accountLink.freezes",
      "profile.isAdmin",
      "profile.awaitsConfirmation",
      "profile.isManaged",
      "profile.name",
    ])
    .executeTakeFirst();
}

/** SQL: the account `member` has a valid mailed link of a kind. */
export const hasOpenLink = (kind: LinkKind, now: Date) => sql<boolean>`exists (
  select from account_link where account_link.member_id = member.id and account_link.kind = ${kind}
    and account_link.used_at is null and account_link.expires_at > ${now}
)`;

/** Whether a member has an open link of a kind that was made after a moment. */
export async function hasOpenLinkSince(db: Db, memberId: string, kind: LinkKind, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("accountLink")
    .where("memberId", "=", memberId)
    .where("kind", "=", kind)
    .where("usedAt", "is", null)
    .where("createdAt", ">", since)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a link as used. Returns its present effect; undefined when it was used before. */
export function useLink(db: Db, id: string, now: Date): Promise<{ freezes: boolean } | undefined> {
  return useLinks(db, now).where("id", "=", id).returning("freezes").executeTakeFirst();
}

/** Voids every open link of a member. */
export async function voidLinks(db: Db, memberId: string, now: Date): Promise<void> {
  await useLinks(db, now).where("memberId", "=", memberId).execute();
}

const alerts = (db: Db, memberId: string, now: Date) =>
  db
    .selectFrom("accountLink")
    .where("memberId", "=", memberId)
    .where("kind", "=", "sign_in_alert")
    .where("expiresAt", ">", now)
    .orderBy("createdAt");

/**
 * The first open alert in a member's mailbox that can give the account back to it. A void one may have been an
 * intruder's.
 */
export function findOpenAlert(db: Db, { memberId, email }: { memberId: string; email: string }, now: Date) {
  return alerts(db, memberId, now)
    .where("usedAt", "is", null)
    .where("email", "=", email)
    .where("freezes", "=", false)
    .select(["memberId", "email", "createdAt"])
    .executeTakeFirst();
}

/**
 * Whether a mailbox holds an open alert about an account other than the member's; without a member, about any account.
 */
export async function hasAlertOfAnother(
  db: Db,
  { email, memberId }: { email: string; memberId?: string | undefined },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("accountLink")
    .where("kind", "=", "sign_in_alert")
    .where("usedAt", "is", null)
    .where("email", "=", email)
    .where("expiresAt", ">", now)
    .$if(memberId !== undefined, (query) => query.where("memberId", "<>", memberId ?? ""))
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The first mailbox that a member had within the week of their alerts, including used ones; undefined without any. */
export async function findFirstMailbox(db: Db, memberId: string, now: Date): Promise<string | undefined> {
  return (await alerts(db, memberId, now).select("email").executeTakeFirst())?.email;
}

type ReadLink = { memberId: string; email: string; createdAt: Date };

/**
 * Voids the open links of a member after one was followed, except alerts mailed before it to another address. Those
 * belong to the person from whom the account may have been taken, so a later address cannot void them.
 */
export async function voidLinksAfter(db: Db, { memberId, email, createdAt }: ReadLink, now: Date): Promise<void> {
  await useLinks(db, now)
    .where("memberId", "=", memberId)
    .where((eb) => eb.or([eb("kind", "<>", "sign_in_alert"), eb("email", "=", email), eb("createdAt", ">", createdAt)]))
    .execute();
}

/**
 * Voids the open links of a member except alerts. An intruder with the password can change it and the address, but must
 * not take "Não fui eu" away from the member by that.
 */
export async function voidLinksExceptAlerts(db: Db, memberId: string, now: Date): Promise<void> {
  await useLinks(db, now).where("memberId", "=", memberId).where("kind", "<>", "sign_in_alert").execute();
}

/** Voids the open alerts that were mailed to other addresses of a member after this one. */
export async function voidLaterAlerts(db: Db, { memberId, email, createdAt }: ReadLink, now: Date): Promise<void> {
  await useLinks(db, now)
    .where("memberId", "=", memberId)
    .where("kind", "=", "sign_in_alert")
    .where("email", "<>", email)
    .where("createdAt", ">", createdAt)
    .execute();
}

/** Turns the open alerts in a member's former mailboxes into ones that only freeze the account. */
export async function freezeByEarlierAlerts(db: Db, memberId: string, email: string): Promise<void> {
  await db
    .updateTable("accountLink")
    .set({ freezes: true })
    .where("memberId", "=", memberId)
    .where("kind", "=", "sign_in_alert")
    .where("usedAt", "is", null)
    .where("email", "<>", email)
    .execute();
}

/** Voids the open alerts of a member that only freeze the account. */
export async function voidFreezingAlerts(db: Db, memberId: string, now: Date): Promise<void> {
  await useLinks(db, now)
    .where("memberId", "=", memberId)
    .where("kind", "=", "sign_in_alert")
    .where("freezes", "=", true)
    .execute();
}

export const removeOldLinksSql = (day: Date, limit: number) => sql`
  delete from account_link where id in (
    select id from account_link where expires_at < ${day} order by expires_at limit ${limit} for update skip locked
  )`;
