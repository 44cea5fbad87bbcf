import assert from "node:assert/strict";
import { type Connection, withClient } from "../../apps/server/src/platform/database/database.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Size } from "../fixtures/sizes.ts";
import type { WebhookLoad } from "../load/send-webhooks.ts";
import { startHelper } from "../processes.ts";
import { type Finding, figure, formatRounds, printProgress } from "../report.ts";
import { medianRatio, percentile, type Round } from "../rules.ts";
import { startProductHelper } from "../servers/start-product.ts";

// Signed webhooks of payments until they are answered, while the product's jobs settle the orders that they are about:
// beside a bare server that checks the signature and stores a row.

const ORDERS = 200;
const CONCURRENCY = 16;
/** A payment company sends again what was not answered in time. */
const ANSWER_WITHIN_MS = 500;
const LIMITS = { LIMIT_WEBHOOKS: "999999/1", PAYMENTS: "sandbox" };

type OnStop = (stop: () => Promise<unknown>) => void;
type Prepared = { secret: Buffer; bodies: string[] };

/** Orders whose payment pages are open at the sandbox, with the bodies of their webhooks. */
async function prepareOrders(connection: Connection): Promise<Prepared> {
  return withClient(connection, async (client) => {
    const payers = (await signIn(client, ORDERS * 2)).filter(({ role }) => role !== "baby");
    const { rows } = await client.query<{ orderId: string; paymentId: string }>(
      `with made as (
         insert into product_order (id, member_id, product, centavos, provider, method, is_live, state, created_at, expires_at)
         select gen_random_uuid(), member_id, 'tokens', 4700, 'sandbox', 'pix', false, 'pending', now(), now() + interval '1 hour'
         from unnest($1::uuid[]) as one (member_id)
         returning *
       )
       insert into sandbox_payment (id, order_id, member_id, product, method, centavos, created_at, expires_at)
       select rpad(md5(id::text), 43, '0'), id, member_id, product, method, centavos, created_at, expires_at from made
       returning order_id as "orderId", id as "paymentId"`,
      [payers.map(({ id }) => id)],
    );
    const secrets = await client.query<{ value: Buffer }>("select value from secret where name = 'sandbox-webhooks'");
    return { secret: secrets.rows[0]?.value ?? Buffer.alloc(0), bodies: rows.map((row) => JSON.stringify(row)) };
  });
}

export async function benchWebhooks(connection: Connection, size: Size, onStop: OnStop): Promise<Finding> {
  const product = await startProductHelper(connection, "webhooks", [], LIMITS);
  onStop(product.helper.stop);
  const prepared = await prepareOrders(connection);
  const [bare, load] = [startHelper("servers/bare-webhooks.ts"), startHelper("load/send-webhooks.ts")];
  for (const helper of [bare, load]) onStop(helper.stop);
  const bareOrigin = await bare.ask<string>("start", { connection, secret: prepared.secret });
  const send = (origin: string, seconds: number) =>
    load.ask<Round>("sendWebhooks", { ...prepared, origin, seconds, concurrency: CONCURRENCY } satisfies WebhookLoad);

  const rounds = { product: [] as Round[], bare: [] as Round[] };
  for (const origin of [product.origin, bareOrigin]) await send(origin, 1);
  printProgress(`Webhooks: ${size.rounds} pairs of rounds of ${size.seconds * 2} s …`);
  for (let round = 0; round < size.rounds; round += 1) {
    rounds.product.push(await send(product.origin, size.seconds * 2));
    rounds.bare.push(await send(bareOrigin, size.seconds * 2));
  }
  await assertStored(connection, prepared.bodies.length);
  return present(rounds);
}

/** Each payment has one row for each of the two, however many webhooks there were. */
async function assertStored(connection: Connection, orders: number): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ provider: string; stored: number }>(
      `select payment_webhook.provider, count(*)::int as stored from payment_webhook join product_order on product_order.id = order_id
       where product_order.created_at > now() - interval '1 hour' group by 1 order by 1`,
    );
    for (const { provider, stored } of rows) assert.ok(stored >= orders, `${provider} stored ${stored} of ${orders}`);
    assert.equal(rows.length, 2, "one of the two has stored nothing");
  });
}

function present({ product, bare }: Record<"product" | "bare", Round[]>): Finding {
  const all = product.flatMap(({ latencies }) => latencies);
  const ratio = (share: number) => {
    const [ours, theirs] = [product, bare].map((rounds) => rounds.map(({ latencies }) => percentile(latencies, share)));
    return medianRatio(ours ?? [], theirs ?? []);
  };
  return {
    title: `Signed webhooks of payments, ${CONCURRENCY} at a time, while their orders are settled`,
    targets: [{ name: "webhooks answered, p99", value: percentile(all, 0.99), unit: "ms", atMost: ANSWER_WITHIN_MS }],
    figures: [
      `product / bare node:http + pg: p50 ${figure(ratio(0.5))}, p99 ${figure(ratio(0.99))}`,
      `product: ${formatRounds(product)}, the slowest ${figure(Math.max(...all))} ms`,
      `bare node:http + pg: ${formatRounds(bare)}`,
    ],
  };
}
