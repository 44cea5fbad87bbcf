import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import type { LedgerEntry } from "../../platform/database/types.generated.ts";
import { isCheckViolation } from "../../platform/database/violations.ts";

/**
 * Appends an entry to the ledger. Only ledger entries change an entitlement: the database applies the entry in the same
 * transaction. An entry that takes a balance below zero, or that was written before, violates a constraint. A
 * transaction that also locks what a send locks must lock the member's stream first.
 */
export async function addLedgerEntry(db: Db, entry: Insertable<LedgerEntry>): Promise<void> {
  await db.insertInto("ledgerEntry").values(entry).execute();
}

type OpeningOrder = { id: string; memberId: string; provider: string };

/**
 * Begins a member's ledger when the account belongs to its person. A member with a ledger is never removed completely.
 */
export async function openLedger(db: Db, opening: OpeningOrder, now: Date): Promise<void> {
  const { memberId } = opening;
  await addLedgerEntry(db, { ...opening, kind: "opening", providerObjectId: memberId, writtenAt: now });
}

/** Whether the database refused an entry because it takes more tokens or conversations than there are. */
export function isBalanceViolation(error: unknown): boolean {
  return ["tokens", "conversations"].some((unit) => isCheckViolation(error, `entitlement_${unit}_check`));
}

export async function addLedgerEntries(db: Db, entries: Insertable<LedgerEntry>[]): Promise<void> {
  await db.insertInto("ledgerEntry").values(entries).execute();
}

/** What messages cost; the lists have one item for each charge. `tokens` and `conversations` are taken, so positive. */
export type Charges = {
  chargeIds: string[];
  payerIds: string[];
  chargedMessageIds: string[];
  tokens: number[];
  conversations: number[];
  chargedBy: string;
  now: Date;
};

export const chargeMessages = statement(
  (params: Params<Charges>) => sql`
  insert into ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, conversations, written_at)
  select id, member_id, 'spend', ${params.chargedBy}::text, message_id, -tokens, -conversations, ${params.now}::timestamptz
  from unnest(
    ${params.chargeIds}::uuid[], ${params.payerIds}::uuid[], ${params.chargedMessageIds}::text[], ${params.tokens}::int[],
    ${params.conversations}::int[]
  ) spent (id, member_id, message_id, tokens, conversations)`,
);

/**
 * The ledger entries of a member after a page cursor, the latest first, without the opening entry, which changed
 * nothing.
 */
export function listStatement(db: Db, memberId: string, after: PageCursor | undefined, limit: number) {
  return db
    .selectFrom("ledgerEntry")
    .leftJoin("productOrder", "productOrder.id", "ledgerEntry.orderId")
    .where("ledgerEntry.memberId", "=", memberId)
    .where("kind", "!=", "opening")
    .where(isAfterCursor(after, "writtenAt", "ledgerEntry.id"))
    .orderBy("writtenAt", "desc")
    .orderBy("ledgerEntry.id", "desc")
    .limit(limit)
    .select(["ledgerEntry.id", "kind", "product", "writtenAt as at"])
    .select(["tokens", "conversations", "premiumSeconds", "highlightedSeconds", "hasCourtesyPremium"])
    .$narrowType<{ kind: "purchase" | "spend" | "refund" | "refund_failed" | "dispute" | "dispute_won" | "courtesy" }>()
    .execute();
}

type Origin = Pick<Insertable<LedgerEntry>, "provider" | "providerObjectId" | "kind">;

export async function hasLedgerEntry(db: Db, { provider, providerObjectId, kind }: Origin): Promise<boolean> {
  const entry = await db
    .selectFrom("ledgerEntry")
    .where("provider", "=", provider)
    .where("providerObjectId", "=", providerObjectId)
    .where("kind", "=", kind)
    .select("id")
    .executeTakeFirst();
  return entry !== undefined;
}

type EndingBenefit = { what: "premium" | "highlight"; endsAt: Date; email: string };

/** Records up to `limit` ends of paid time of which active members were not reminded before, and returns them. */
export async function recordEndReminders(db: Db, after: Date, until: Date, limit: number): Promise<EndingBenefit[]> {
  const { rows } = await sql<EndingBenefit>`
    with ending as (
      select member_id, 'premium' as what, premium_until as ends_at from entitlement
      where premium_until > ${after} and premium_until <= ${until} and not has_courtesy_premium
      union all
      select member_id, 'highlight', highlighted_until from entitlement
      where highlighted_until > ${after} and highlighted_until <= ${until}
    ), recorded as (
      insert into end_reminder (member_id, what, ends_at)
      select member_id, what, ends_at
      from ending join profile using (member_id)
      where profile.is_active and not exists (
        select from end_reminder known
        where known.member_id = ending.member_id and known.what = ending.what and known.ends_at = ending.ends_at
      )
      limit ${limit}
      on conflict do nothing
      returning member_id, what, ends_at
    )
    select what, ends_at, email from recorded join member on member.id = member_id`.execute(db);
  return rows;
}

export async function removeOldEndReminders(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("endReminder").where("endsAt", "<", before).execute();
}

/** How many members have a balance that differs from the sum of their ledger. Reads the whole ledger. */
export async function countWrongBalances(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from entitlement left join (
      select member_id, sum(tokens) as tokens, sum(conversations) as conversations from ledger_entry group by member_id
    ) written using (member_id)
    where entitlement.tokens <> coalesce(written.tokens, 0)
      or entitlement.conversations <> coalesce(written.conversations, 0)`.execute(db);
  return rows[0]?.count ?? 0;
}
