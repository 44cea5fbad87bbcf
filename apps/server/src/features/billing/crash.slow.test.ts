import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { ensureProductFixture } from "../../../../../scripts/launcher/build-server.mjs";
import { addLedgerEntry } from "../../base/money/ledger-queries.ts";
import type { DB } from "../../platform/database/types.generated.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { getBalance } from "../../testing/entitlements.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

// Each test starts the product two or three times, perhaps on a slow machine.
vi.setConfig({ testTimeout: 180_000 });

const PRODUCT = await ensureProductFixture();
const PATIENT = { timeout: 60_000, interval: 20 };
/** The test uses only the database of this world, because the killed product runs in its own process. */
const world = await openWorld();

const startedThings: { folders: string[]; children: ChildProcess[] } = { folders: [], children: [] };

afterEach(async () => {
  for (const child of startedThings.children) child.kill("SIGKILL");
  for (const folder of startedThings.folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The world has sealed records already, so no start would draw a key for its database. */
const MASTER_KEY = randomBytes(32).toString("base64");

async function startProduct() {
  const dataDir = await mkdtemp(join(tmpdir(), "caramelo-crash-"));
  startedThings.folders.push(dataDir);
  const pages = join(dataDir, "pages");
  // The smallest folder that counts as a web build.
  await mkdir(pages);
  await writeFile(join(pages, "__spa-fallback.html"), "<!doctype html>");
  const settings = { DATA_DIR: dataDir, MASTER_KEY, PORT: "0", HOST: "127.0.0.1", PUBLIC_URL: "" };
  const child = fork(PRODUCT, [pages], {
    env: {
      ...process.env,
      ...settings,
      DATABASE_URL: world.connectionString,
      MODE: "demo",
      DEMO: "off",
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  startedThings.children.push(child);
  // An exit also ends the wait, because then no address will come.
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  // The fixture sends nothing else.
  const { address } = message as { address: string };
  expect(address).toMatch(/^http/);
  const post = async (path: string, cookie: string, body: object = {}) => {
    const headers = { origin: address, cookie, "content-type": "application/json" };
    const reply = await fetch(`${address}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    // The tests know what each call answers.
    return (await reply.json()) as { order: { id: string }; url: string };
  };
  const kill = async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return { post, kill };
}

function whileLocked(lock: ReturnType<typeof sql>, work: () => Promise<void>): Promise<void> {
  return world.owner.transaction().execute(async (trx: Kysely<DB>) => {
    await lock.execute(trx);
    await work();
  });
}

/** Plans the reconciliation, which otherwise comes within a quarter of an hour. */
const planReconciliation = () =>
  sql`select graphile_worker.add_job('reconcile-orders', '{}'::json)`.execute(world.owner);

async function makeBuyer() {
  const { id, browser } = await makeSignedIn(world, { role: "daddy" });
  return { id, role: "daddy" as const, cookie: `caramelo=${browser.jar.get("caramelo")}` };
}

const stateOf = async (id: string) =>
  (await world.db.selectFrom("productOrder").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

test("[D4.07][TD.06] after kill -9 of the server between a payment and its webhook, the reconciliation grants it once", async () => {
  const buyer = await makeBuyer();
  const { orderId, paymentToken } = await makeOpenOrder(world, buyer);
  const first = await startProduct();
  await whileLocked(sql`lock table payment_webhook in exclusive mode`, async () => {
    await first.post(`/sandbox/payments/${paymentToken}`, buyer.cookie, { action: "pay" });
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
    await first.kill();
  });
  expect(await stateOf(orderId)).toBe("pending");
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });

  await planReconciliation();
  const second = await startProduct();
  await vi.waitFor(async () => expect(await stateOf(orderId)).toBe("paid"), PATIENT);
  // This check of the order represents a webhook that comes late.
  await second.post(`/orders/${orderId}/check`, buyer.cookie);
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 100, conversations: 10 });
  await second.kill();
});

test("[D4.14][T49] after kill -9 of the server between a refund and its record, the money went back once and the grant is taken", async () => {
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  const returns = () =>
    world.db
      .selectFrom("sandboxReturn")
      .innerJoin("sandboxPayment", "sandboxPayment.id", "paymentId")
      .where("orderId", "=", orderId)
      .select("sandboxReturn.centavos")
      .execute();
  const first = await startProduct();
  // While the test holds the buyer's stream, the job can have the provider refund, but cannot record it, because
  // recording locks the stream first.
  await whileLocked(sql`select from member_stream where member_id = ${buyer.id} for update`, async () => {
    await first.post(`/orders/${orderId}/withdrawal`, buyer.cookie);
    await vi.waitFor(async () => expect(await returns()).toHaveLength(1), PATIENT);
    await first.kill();
  });
  expect(await stateOf(orderId)).toBe("paid");
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 100 });

  await planReconciliation();
  const second = await startProduct();
  await vi.waitFor(async () => expect(await stateOf(orderId)).toBe("refunded"), PATIENT);
  expect(await returns()).toEqual([{ centavos: 4_700 }]);
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0, conversations: 0 });
  await second.kill();
});

test("[D4.42] an order after one that was paid before kill -9 is a second one, before and after its grant, and both are granted", async () => {
  const buyer = await makeBuyer();
  const orderRequest = { product: "tokens", method: "pix" };
  const makeOrder = async (product: Awaited<ReturnType<typeof startProduct>>) => {
    const { order, url } = await product.post("/orders", buyer.cookie, orderRequest);
    return { id: order.id, pay: url.replace("/sandbox/", "/sandbox/payments/") };
  };
  const first = await startProduct();
  const paidOrder = await makeOrder(first);
  await whileLocked(sql`lock table payment_webhook in exclusive mode`, async () => {
    await first.post(paidOrder.pay, buyer.cookie, { action: "pay" });
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
    await first.kill();
  });
  // The order is paid at the provider, but nothing is granted yet.
  expect(await stateOf(paidOrder.id)).toBe("pending");

  const second = await startProduct();
  const next = await makeOrder(second);
  expect(next.id).not.toBe(paidOrder.id);
  expect((await makeOrder(second)).id).toBe(next.id);
  expect(await stateOf(paidOrder.id)).toBe("paid");
  await whileLocked(sql`lock table payment_webhook in exclusive mode`, async () => {
    await second.post(next.pay, buyer.cookie, { action: "pay" });
    await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBeGreaterThan(0), PATIENT);
    await second.kill();
  });

  await planReconciliation();
  const third = await startProduct();
  await vi.waitFor(async () => expect(await stateOf(next.id)).toBe("paid"), PATIENT);
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 200, conversations: 20 });
  expect((await makeOrder(third)).id).not.toBe(next.id);
  await third.kill();
});

test("[T78] kill -9 in the middle of a request and of its acceptance leaves one request, and the money goes back once", async () => {
  const buyer = await makeBuyer();
  const { browser } = await makeSignedIn(world, { role: "admin" });
  const staffCookie = `caramelo=${browser.jar.get("caramelo")}`;
  const { orderId: before } = await makePaidOrder(world, buyer);
  await world.owner.updateTable("productOrder").set({ withdrawnAt: new Date() }).where("id", "=", before).execute();
  const { orderId } = await makePaidOrder(world, buyer);
  const spendEntry = {
    kind: "spend" as const,
    provider: "test",
    providerObjectId: orderId,
    tokens: -140,
    writtenAt: new Date(),
  };
  await addLedgerEntry(world.db, { ...spendEntry, id: uuidv7(new Date()), memberId: buyer.id });
  const reviews = () => world.db.selectFrom("withdrawalReview").where("orderId", "=", orderId).selectAll().execute();
  const returns = () =>
    world.db
      .selectFrom("sandboxReturn")
      .innerJoin("sandboxPayment", "sandboxPayment.id", "paymentId")
      .where("orderId", "=", orderId)
      .select("sandboxReturn.centavos")
      .execute();
  const waitingRequests = async () => {
    const query = sql`select from pg_locks where not granted and relation = 'withdrawal_review'::regclass`;
    return (await query.execute(world.owner)).rows;
  };
  const withdraw = (product: Awaited<ReturnType<typeof startProduct>>) =>
    product.post(`/orders/${orderId}/withdrawal`, buyer.cookie);

  const first = await startProduct();
  // Only a request for a withdrawal adds to this table, so a process that waits for the lock is in the middle of one.
  await whileLocked(sql`lock table withdrawal_review in exclusive mode`, async () => {
    withdraw(first).catch(() => {});
    await vi.waitFor(async () => expect(await waitingRequests()).toHaveLength(1), PATIENT);
    await first.kill();
  });
  expect(await reviews()).toEqual([]);
  const second = await startProduct();
  await withdraw(second);
  expect(await reviews()).toHaveLength(1);
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 60 });
  // While the test holds the buyer's entitlement, the job can have the provider refund, but cannot record it.
  await whileLocked(sql`select lock_entitlement(${buyer.id})`, async () => {
    await second.post(`/admin/orders/${orderId}/withdrawal`, staffCookie, { isAccepted: true, reason: "No prazo." });
    await vi.waitFor(async () => expect(await returns()).toHaveLength(1), PATIENT);
    await second.kill();
  });
  expect(await stateOf(orderId)).toBe("paid");

  await planReconciliation();
  const third = await startProduct();
  await vi.waitFor(async () => expect(await stateOf(orderId)).toBe("refunded"), PATIENT);
  await withdraw(third);
  expect(await returns()).toEqual([{ centavos: 4_700 }]);
  expect(await getBalance(world.db, buyer)).toMatchObject({ tokens: 0 });
  await third.kill();
});
