import type { Product } from "@caramelo/contract/billing/calls";
import { sql } from "kysely";
import type { WaitingWork } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import { type OrderFilter, searchOrders } from "./search-queries.ts";
import type { Search } from "./search-rules.ts";

type SearchFilter = OrderFilter & { search?: Search | undefined };

export async function listStaffOrders(db: Db, filter: SearchFilter, after: PageCursor | undefined, limit: number) {
  const { search, state, product } = filter;
  if (search) {
    const ids = await searchOrders(db, { search, filter, after, limit });
    return listLatest(db).where("productOrder.id", "=", sql<string>`any(${ids})`).execute();
  }
  return listLatest(db)
    .$if(state !== undefined, (query) => query.where("productOrder.state", "=", state ?? "paid"))
    .$if(product !== undefined, (query) => query.where("product", "=", product ?? "tokens"))
    .where(isAfterCursor(after, "productOrder.createdAt", "productOrder.id"))
    .limit(limit)
    .execute();
}

const listLatest = (db: Db) =>
  selectOrders(db).orderBy("productOrder.createdAt", "desc").orderBy("productOrder.id", "desc");

export function findStaffOrder(db: Db, id: string) {
  return selectOrders(db).where("productOrder.id", "=", id).executeTakeFirst();
}

export function listStaffOrdersById(db: Db, ids: string[]) {
  return selectOrders(db).where("productOrder.id", "=", sql<string>`any(${ids})`).execute();
}

function selectOrders(db: Db) {
  return (
    db
      .selectFrom("productOrder")
      .innerJoin("member", "member.id", "productOrder.memberId")
      // Orders stay longer than the profile of a buyer who has erased the account.
      .leftJoin("profile", "profile.memberId", "productOrder.memberId")
      .selectAll("productOrder")
      .select(["member.email", "profile.name", "productOrder.createdAt as at"])
  );
}

/** The history of an order, the oldest event first, with the address of the account that caused each event. */
export function listOrderEvents(db: Db, orderId: string) {
  return db
    .selectFrom("orderEvent")
    .leftJoin("member", "member.id", "orderEvent.actorId")
    .where("orderId", "=", orderId)
    .orderBy("position")
    .select(["orderEvent.id", "kind", "detail", "happenedAt as at", "member.email as actor"])
    .execute();
}

export function listOrderLines(db: Db, orderId: string) {
  return db
    .selectFrom("ledgerEntry")
    .where("orderId", "=", orderId)
    .orderBy("writtenAt")
    .orderBy("id")
    .select(["id", "kind", "writtenAt as at", "tokens", "conversations", "premiumSeconds", "highlightedSeconds"])
    .execute();
}

type Revenue = {
  day: string;
  product: Product;
  isLive: boolean;
  orders: number;
  centavos: number;
  returnedCentavos: number;
};

/**
 * The payments since `since`, minus returned money, by product and day in São Paulo, the latest day first; trial
 * payments in separate rows.
 */
export async function listRevenue(db: Db, since: Date): Promise<Revenue[]> {
  const { rows } = await sql<Revenue>`
    with away as (
      select order_id, sum(centavos) as centavos from money_return
      where state in ('done', 'open', 'lost') and reason <> 'surplus' group by order_id
    ), paid as (
      select paid_at, product, is_live, product_order.centavos,
        least(coalesce(away.centavos, 0), product_order.centavos) as returned
      from product_order left join away on away.order_id = product_order.id
      where paid_at >= ${since}
    )
    select (paid_at at time zone 'America/Sao_Paulo')::date as day, product, is_live, count(*)::int as orders,
      sum(centavos - returned)::float8 as centavos, sum(returned)::float8 as returned_centavos
    from paid
    group by 1, 2, 3
    order by 1 desc, 2, 3 desc`.execute(db);
  return rows;
}

type DayOfRevenue = { day: string; liveCentavos: number; trialCentavos: number };

/** The same revenue by day alone, with trial payments in a separate sum. */
export async function sumRevenue(db: Db, since: Date): Promise<DayOfRevenue[]> {
  const days = new Map<string, DayOfRevenue>();
  for (const { day, isLive, centavos } of await listRevenue(db, since)) {
    const sums = days.get(day) ?? { day, liveCentavos: 0, trialCentavos: 0 };
    days.set(day, sums);
    sums[isLive ? "liveCentavos" : "trialCentavos"] += centavos;
  }
  return [...days.values()];
}

/** How many orders were begun since `since`, by their state. */
export async function countOrders(db: Db, since: Date): Promise<{ state: string; count: number }[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from product_order where created_at >= ${since} group by state`.execute(db);
  return rows;
}

/** How many orders have a stray payment that has not gone back, or an open dispute, and which has waited longest. */
export async function findOrderWork(db: Db): Promise<WaitingWork> {
  const { rows } = await sql<WaitingWork>`
    with stray as (
      select order_id, detail ->> 'payment' as payment_id, max((detail ->> 'centavos')::int) as centavos,
        min(happened_at) as at
      from order_event
      where kind in ('mismatch', 'surplus') and detail ? 'centavos'
      group by 1, 2
    ), waiting as (
      select order_id, at from stray
      where not exists (
          select from ledger_entry
          where ledger_entry.order_id = stray.order_id and provider_object_id = stray.payment_id)
        and stray.centavos > (
          select coalesce(sum(money_return.centavos), 0) from money_return
          where money_return.order_id = stray.order_id and money_return.payment_id = stray.payment_id
            and money_return.state in ('requested', 'done', 'open', 'lost'))
      union all
      select order_id, created_at from money_return where state = 'open'
    ), by_order as (select order_id, min(at) as at from waiting group by 1)
    select count(*)::int as count, min(at) as oldest_at,
      (array_agg(order_id order by at))[1] as oldest_id
    from by_order`.execute(db);
  return rows[0] ?? { count: 0, oldestAt: null, oldestId: null };
}
