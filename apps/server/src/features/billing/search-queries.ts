import type { OrderState, Product } from "@caramelo/contract/billing/calls";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isAfterCursor, type PageCursor } from "../../platform/database/page-cursor.ts";
import type { Search } from "./search-rules.ts";

/** Above this many matching buyers, a page of results is found among the latest orders. */
const BUYERS_MAX = 1_000;

export type OrderFilter = { state?: OrderState | undefined; product?: Product | undefined };
type OrderSearch = { search: Search; filter: OrderFilter; after: PageCursor | undefined; limit: number };

/**
 * The ids of the orders that a search finds, the latest first. A search that few buyers match begins with these buyers,
 * and a common one with the latest orders, so that either way only a small part of the orders is read.
 */
export async function searchOrders(db: Db, orderSearch: OrderSearch, buyersMax = BUYERS_MAX): Promise<string[]> {
  const buyers = await findBuyers(db, orderSearch, buyersMax + 1);
  const rows =
    buyers.length > buyersMax ? await searchLatest(db, orderSearch) : await searchOf(db, orderSearch, buyers);
  return rows.map(({ id }) => id);
}

// The indexes have the order of bytes, in which no text that begins with `text` comes after this one.
const lastOf = (text: string) => `${text}\u{10ffff}`;
const beginsWith = ({ text }: Search) => sql`(member.email ~>=~ ${text} and member.email ~<~ ${lastOf(text)})`;
const isNamed = ({ words }: Search) =>
  sql`to_tsvector('simple', fold_text(profile.name)) @@ to_tsquery('simple', ${words})`;

const isOf = ({ state, product }: OrderFilter) => sql`
  (${state ?? null}::text is null or product_order.state = ${state ?? null})
  and (${product ?? null}::text is null or product_order.product = ${product ?? null})`;

const isAfter = (after: PageCursor | undefined) => isAfterCursor(after, "productOrder.createdAt", "productOrder.id");

/** Members with an order that fits the filter: up to `limit` whose address matches, and as many whose name does. */
async function findBuyers(db: Db, { search, filter }: OrderSearch, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from member where ${beginsWith(search)}
      and exists (select from product_order where member_id = member.id and ${isOf(filter)}) limit ${limit})
    union
    (select member_id from profile where ${isNamed(search)}
      and exists (select from product_order where member_id = profile.member_id and ${isOf(filter)}) limit ${limit})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * The orders of the buyers, those whose number begins with the search text, and the order of the payment with this id.
 */
async function searchOf(db: Db, { search, filter, after, limit }: OrderSearch, buyers: string[]) {
  const { text, ids } = search;
  // `materialized` collects all matches before the latest are picked; otherwise PostgreSQL would walk all orders of the
  // table from the latest on.
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      select id from product_order where member_id = any(${buyers})
      union select id from product_order where id between ${ids?.from ?? null}::uuid and ${ids?.to ?? null}::uuid
      union select order_id from ledger_entry where lower(provider_object_id) = ${text} and kind = 'purchase'
    ), page as materialized (
      select product_order.id, product_order.created_at from found join product_order using (id)
      where ${isOf(filter)} and ${isAfter(after)}
    )
    select id from page order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Searches from the latest order on. `offset 0` keeps PostgreSQL from reading the buyers first, of whom there are too
 * many.
 */
async function searchLatest(db: Db, { search, filter, after, limit }: OrderSearch) {
  const { from = null, to = null } = search.ids ?? {};
  const { rows } = await sql<{ id: string }>`
    select product_order.id from product_order
    cross join lateral (select email from member where member.id = product_order.member_id offset 0) member
    left join lateral (select name from profile where profile.member_id = product_order.member_id offset 0) profile on true
    where (product_order.id between ${from}::uuid and ${to}::uuid or ${beginsWith(search)} or ${isNamed(search)})
      and ${isOf(filter)} and ${isAfter(after)}
    order by product_order.created_at desc, product_order.id desc limit ${limit}`.execute(db);
  return rows;
}
