import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Acknowledgement } from "../../platform/database/types.generated.ts";

/** Serializes the turns of one form until the transaction ends, so that no limit is exceeded. */
export async function lockTurns(db: Db, form: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('acknowledgement ' || ${form}, 0))`.execute(db);
}

/** Networks with more unconfirmed requests than this take turns by request time. */
const TURN_MAX = 100;

/** How many notices or requests of a network are unconfirmed, up to `TURN_MAX`. */
export async function countUnconfirmed(db: Db, form: string, network: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (
      select from acknowledgement where form = ${form} and network = ${network} limit ${TURN_MAX}
    ) unconfirmed`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function addAcknowledgement(db: Db, acknowledgement: Insertable<Acknowledgement>): Promise<void> {
  await db.insertInto("acknowledgement").values(acknowledgement).execute();
}

/** `points`: how many mails may leave after `since`. */
type Quota = { points: number; since: Date };
type Claim = {
  form: string;
  /** `repeated`: after this many sent mails, only mails of networks without another one are sent. */
  site: Quota & { repeated: number };
  mailbox: Quota;
  now: Date;
  /** Restricts the turns to one id, or to requests from before a moment. */
  only: { id: string } | { askedBefore: Date };
};

/**
 * Releases the mails whose turn it is and returns their ids: as many per mailbox as it may get, networks with the
 * fewest unconfirmed ones first. The turns must be locked. However many wait, it reads only candidates: at most as many
 * mailboxes as mails may leave (found by their marked first mail), and per mailbox as many as it may get.
 */
export async function claimTurns(db: Db, { form, site, mailbox, now, only }: Claim): Promise<string[]> {
  const isWanted =
    "id" in only ? sql`acknowledgement.id = ${only.id}` : sql`acknowledgement.asked_at < ${only.askedBefore}`;
  const { rows } = await sql<{ id: string }>`
    with mailed as (
      select count(*) as count from (
        select from acknowledgement where form = ${form} and mailed_at > ${site.since} limit ${site.points}
      ) recent
    ), next_mailbox as (
      select mailbox, remaining from acknowledgement cross join lateral (
        select ${mailbox.points} - count(*) as remaining from (
          select from acknowledgement mailed
          where mailed.form = ${form} and mailed.mailbox = acknowledgement.mailbox and mailed.mailed_at > ${mailbox.since}
          limit ${mailbox.points}
        ) recent
      ) own
      where form = ${form} and is_first and remaining > 0
      order by turn, asked_at, id limit ${site.points} - (select count from mailed)
    ), ready as (
      select id, turn, row_number() over (order by turn, asked_at, id) + (select count from mailed) as place
      from next_mailbox cross join lateral (
        select id, turn, asked_at from acknowledgement
        where form = ${form} and mailbox = next_mailbox.mailbox and mailed_at is null
        order by turn, asked_at, id limit next_mailbox.remaining
      ) waiting
    )
    update acknowledgement set mailed_at = ${now} from ready
    where acknowledgement.id = ready.id and ${isWanted}
      and ready.place <= case when ready.turn = 0 then ${site.points}::int else ${site.repeated}::int end
    returning acknowledgement.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ends the turn of a confirmed entry, so that it no longer counts. */
export async function removeAcknowledgement(db: Db, id: string): Promise<void> {
  await db.deleteFrom("acknowledgement").where("id", "=", id).execute();
}

export const removeOldAcknowledgementsSql = (before: Date, limit: number) => sql`
  delete from acknowledgement where id in (
    select id from acknowledgement where asked_at < ${before} order by asked_at limit ${limit} for update skip locked
  )`;
