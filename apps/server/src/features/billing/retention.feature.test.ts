import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { removeOldPurchases } from "./retention-jobs.ts";

const YEAR = 365.25 * 86_400_000;
const world = await openWorld();

async function openOwner() {
  const owner = new pg.Client({ connectionString: world.connectionString });
  await owner.connect();
  onTestFinished(() => owner.end());
  return owner;
}
const countOf = async (table: string, orderId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where order_id = ${orderId}`.execute(world.owner);
  return rows[0]?.count;
};

test("[D5.13] a purchase is kept for five years, then removed with its history; its benefits stay", async () => {
  const owner = await openOwner();
  const { id } = await makeMember(world.owner, { role: "daddy" });
  const { orderId, paymentToken } = await makePaidOrder(world, { id, role: "daddy" });
  const balance = () =>
    world.owner.selectFrom("entitlement").where("memberId", "=", id).selectAll().executeTakeFirstOrThrow();
  const request = { orderId, memberId: id, requestedAt: world.context.clock.now() };
  await world.owner.insertInto("withdrawalReview").values(request).execute();
  const before = await balance();
  const refund = { paymentId: paymentToken, id: "r1", kind: "refund" as const, centavos: 1, state: "done" as const };
  await world.owner
    .insertInto("sandboxReturn")
    .values({ ...refund, createdAt: world.context.clock.now() })
    .execute();
  const now = world.context.clock.now();

  expect(await removeOldPurchases(owner, new Date(now.getTime() + 4.9 * YEAR))).toBe(0);
  expect(await countOf("order_event", orderId)).toBeGreaterThan(0);
  expect(await countOf("sandbox_payment", orderId)).toBe(1);
  expect(await removeOldPurchases(owner, new Date(now.getTime() + 5.1 * YEAR))).toBe(1);
  const ownTables = [
    "order_event",
    "money_return",
    "payment_webhook",
    "pix_charge",
    "ledger_entry",
    "withdrawal_review",
  ];
  for (const table of [...ownTables, "sandbox_payment"]) expect(await countOf(table, orderId), table).toBe(0);
  expect(await balance()).toEqual(before);
  const { rows } = await sql<{ tokens: number }>`
    select sum(tokens)::int as tokens from ledger_entry where member_id = ${id}`.execute(world.owner);
  expect(rows[0]?.tokens).toBe(before.tokens);
});

test("[D5.13] the product's role cannot remove a purchase, whatever it claims", async () => {
  await expect(sql`select remove_old_purchases('2099-01-01', 100)`.execute(world.db)).rejects.toThrow(
    /permission denied/,
  );
  const attempt = world.db.transaction().execute(async (trx) => {
    await sql`select set_config('caramelo.removes_purchases', 'on', true)`.execute(trx);
    await sql`delete from order_event`.execute(trx);
  });
  await expect(attempt).rejects.toThrow(/permission denied/);
});

test("history and ledger stay append-only for the database's owner", async () => {
  await expect(sql`delete from order_event`.execute(world.owner)).rejects.toThrow(/append-only/);
  await expect(sql`update ledger_entry set tokens = 1`.execute(world.owner)).rejects.toThrow(/append-only/);
});
