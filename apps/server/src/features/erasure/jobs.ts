import type { ClientBase } from "pg";
import * as z from "zod";
import { addMail } from "../../base/mail/queries.ts";
import { findErasure, takeReminders } from "../../base/members/erasure-queries.ts";
import { delayFrozenErasures, listDueErasures } from "../../base/members/erasure-walk-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { KeptData } from "../../platform/inventory.ts";
import { job } from "../../platform/job.ts";
import { DueRequest } from "../accounts/way-rules.ts";
import { beginDelayedErasure } from "./begin-erasure.ts";
import { eraseMember, inTransaction } from "./erase-member.ts";
import { erasureMail, frozenDelay, remindedUntil, walkedBefore } from "./rules.ts";

/** Maximum erasures per run; the next run comes some minutes later. */
const BATCH = 100;
const MAILS = 100;

type EraseContext = Pick<Context, "clock" | "live" | "erasureList">;

/**
 * Erases the members whose waiting days are over. `owner` is a connection of the database's owner. Returns how many.
 */
export async function eraseAccounts(
  { clock, live, erasureList: list }: EraseContext,
  owner: Pick<ClientBase, "query">,
  inventory: KeptData,
): Promise<number> {
  const now = clock.now();
  const { before, to } = frozenDelay(now);
  await inTransaction(owner, () => delayFrozenErasures(owner, before, to));
  const dueIds = await listDueErasures(owner, now, walkedBefore(now), BATCH);
  const failures: unknown[] = [];
  let erasedCount = 0;
  for (const memberId of dueIds) {
    try {
      if (!(await eraseMember({ owner, inventory, list, now }, memberId))) continue;
      live.endMember(memberId);
      erasedCount += 1;
    } catch (error) {
      // The others are still erased; the job fails afterwards, so that staff see it.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "some erasures have stopped on the way");
  return erasedCount;
}

/** Reminds members once, some days before their erasure begins. Returns how many. */
export async function remindOfErasures({ db, clock, site }: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  for (let reminded = 0; ; ) {
    const count = await db.transaction().execute(async (trx) => {
      const dueReminders = await takeReminders(trx, remindedUntil(now), now, MAILS);
      for (const { email, endsAt } of dueReminders)
        await addMail(trx, email, erasureMail("erasure-reminder", endsAt, site.origin), now);
      return dueReminders.length;
    });
    reminded += count;
    if (count < MAILS) return reminded;
  }
}

/** Writes a member's request or cancellation into the list outside of the backup. */
export async function recordErasure(
  { db, clock, erasureList }: Pick<Context, "db" | "clock" | "erasureList">,
  memberId: string,
): Promise<void> {
  // Read the clock before the row, so that the row is at least as new as the timestamp.
  const at = clock.now().toISOString();
  const erasure = await findErasure(db, memberId);
  const endsAt = (erasure?.endsAt ?? clock.now()).toISOString();
  await erasureList.add({ memberId, what: erasure ? "requested" : "taken back", at, endsAt });
}

export const jobs = [
  job("begin-delayed-erasure", "Começar uma exclusão que esperou", {
    payload: { schema: DueRequest, holds: { memberId: "member", dueAt: "internal" }, category: "account" },
    run: beginDelayedErasure,
  }),
  job("erase-accounts", "Excluir contas", {
    cron: "4,14,24,34,44,54 * * * *",
    waitsOnce: true,
    isSingle: true,
    run: (context, _, { withOwner, keptData }) => withOwner((owner) => eraseAccounts(context, owner, keptData)),
  }),
  job("record-erasure", "Anotar uma exclusão fora do backup", {
    payload: { schema: z.object({ memberId: z.uuid() }), holds: { memberId: "member" }, category: "account" },
    run: (context, { memberId }) => recordErasure(context, memberId),
  }),
  job("remind-of-erasures", "Lembrar de exclusões marcadas", { cron: "25 12 * * *", run: remindOfErasures }),
];
