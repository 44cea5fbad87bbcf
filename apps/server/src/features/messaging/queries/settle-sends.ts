import { sql } from "kysely";
import { type Advance, advanceStreamsSql, valuesOfAdvance } from "../../../base/members/stream-fragment-queries.ts";
import { type Charges, chargeMessagesSql } from "../../../base/money/charge-fragment-queries.ts";
import type { Db } from "../../../platform/database/database.ts";
import { type Params, shapedStatement } from "../../../platform/database/statement.ts";
import {
  type NewNotification,
  upsertMessageNotificationsSql,
  valuesOfNotifications,
} from "../../notifications/notification-fragment-queries.ts";

type Values = ReturnType<typeof valuesOfAdvance> & ReturnType<typeof valuesOfNotifications> & Charges;

const settle = shapedStatement(
  (isCharged: boolean) => String(isCharged),
  (isCharged, params: Params<Values>) => sql<{ memberId: string; unread: number }>`
    with ${upsertMessageNotificationsSql(params)},
    ${isCharged ? sql`charged as (${chargeMessagesSql(params)}),` : sql``}
    advanced as (${advanceStreamsSql(params)})
    select member_id, unread from advanced where (select count(*) from planned) >= 0`,
);

/**
 * Writes what follows from stored messages in one statement: stream numbers, notifications and charges. Returns each
 * member's total of unread messages. The streams must be locked.
 */
export async function settleSends(
  db: Db,
  advance: Advance,
  notifications: NewNotification[],
  charges: Charges,
): Promise<Map<string, number>> {
  const values = { ...valuesOfAdvance(advance), ...valuesOfNotifications(notifications), ...charges };
  return new Map(
    (await settle(db, charges.payerIds.length > 0, values)).map(({ memberId, unread }) => [memberId, unread]),
  );
}
