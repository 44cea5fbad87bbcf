import { type Kysely, sql } from "kysely";

/**
 * A refund that was done may fail after all: an entry of its own gives back what it took. One that the provider would not even
 * begin is refused, which is not the same: it may still turn out to be done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entry
      drop constraint ledger_entry_kind_check,
      add constraint ledger_entry_kind_check check (
        kind in ('opening', 'purchase', 'spend', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'courtesy')
      )`.execute(db);
  await sql`
    alter table money_return
      drop constraint money_return_check,
      add constraint money_return_check check (
        case kind
          when 'refund' then state in ('requested', 'refused', 'done', 'failed')
          else state in ('open', 'lost', 'won')
        end
      )`.execute(db);
}
