import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { findWarnings } from "../../apps/server/src/features/messaging/rules/find-warnings.ts";
import { signWebhook } from "../../apps/server/src/features/sandbox/rules.ts";
import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { listHarmless, listScams } from "../fixtures/messages/read-messages.ts";
import { signIn } from "../fixtures/sessions.ts";
import type { Request } from "../load/http.ts";
import type { Attack } from "../load/upload.ts";
import { type Bench, CONCURRENCY, type Part, type Prepared } from "../part.ts";
import { startHelper } from "../processes.ts";
import { goal, median, most, ratio, type Sample } from "../rules.ts";

// Protection against abuse: honest uploads during attacks, a flood of payment webhooks, and the check of messages for
// fraud.

const UPLOADS = 5;
const PHOTOS = 2;
/** After this time the attack has taken all the capacity that it can get. */
const SETTLE_MS = 15_000;
const ALONE = "uploads alone";

const ATTACKS: Record<string, Attack> = {
  "64 sign-ups of four PNGs of 6,300 by 6,300, 16 bits, interlaced": {
    connections: 64,
    photo: { width: 6_300, height: 6_300, bits: 16, isInterlaced: true },
  },
  "64 sign-ups of four of the dearest PNGs that are accepted": {
    connections: 64,
    photo: { width: 4_600, height: 4_600, bits: 16 },
  },
  "128 uploads of one byte each five seconds": { connections: 128 },
};

/** A picture like a phone's photo of 12 megapixels: noise over soft shapes, two megabytes of JPEG. */
function makePhoto(): Promise<Uint8Array> {
  const [width, height] = [500, 375];
  const noise = Array.from({ length: width * height * 3 }, (_, at) => (at * 7_919 + ((at * at) >> 7)) % 256);
  return sharp(Buffer.from(noise), { raw: { width, height, channels: 3 } })
    .resize(4_000, 3_000)
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** All limits are switched off, so that the attack goes on, and only slots, lanes and headers protect the product. */
async function prepareUploads(bench: Bench): Promise<Prepared> {
  const { origin } = await bench.startProduct(bench.few);
  const honest = startHelper("load/upload.ts");
  bench.onStop(honest.stop);
  const photos = Array(PHOTOS).fill(await makePhoto());
  const visitors = await withClient(bench.few, (client) => signIn(client, UPLOADS * 10));
  let guests = 0;
  const timeUploads = async (): Promise<Sample> => {
    const [member, guest]: [number[], number[]] = [[], []];
    for (const { cookie } of visitors.splice(0, UPLOADS)) {
      guests += 1;
      member.push(await honest.ask("upload", { origin, address: "127.0.0.1", cookie, photos }));
      guest.push(await honest.ask("upload", { origin, address: `127.0.1.${guests}`, photos }));
    }
    return { "ms a member": median(member), "ms a guest": median(guest) };
  };
  const timeBeside = async (attack: Attack) => {
    const attackers = startHelper("load/upload.ts");
    await attackers.ask("beginAttack", { ...attack, origin });
    await sleep(SETTLE_MS);
    const times = await timeUploads();
    const statuses = await attackers.ask<Sample>("readStatuses");
    await attackers.stop();
    return { ...times, ...statuses };
  };
  // The first upload starts the worker processes.
  await timeUploads();
  const sides = Object.entries(ATTACKS).map(([name, attack]) => ({ name, take: () => timeBeside(attack) }));
  return { sides: [{ name: ALONE, take: timeUploads }, ...sides] };
}

const ORDERS = 200;

/** Makes orders with open payment pages at the sandbox. Returns the bodies of their webhooks. */
async function prepareOrders({ few }: Bench): Promise<{ secret: Buffer; bodies: string[] }> {
  return withClient(few, async (client) => {
    const payers = (await signIn(client, ORDERS * 2)).filter(({ role }) => role !== "baby");
    const { rows } = await client.query<{ orderId: string; paymentId: string }>(
      `with made as (
         insert into product_order (id, member_id, product, centavos, provider, method, is_live, state, created_at, expires_at)
         select gen_random_uuid(), member_id, 'tokens', 4700, 'sandbox', 'pix', false, 'pending', now(), now() + interval '1 hour'
         from unnest($1::uuid[]) as entry (member_id)
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

const WEBHOOKS = "webhooks of payments";

async function prepareWebhooks(bench: Bench): Promise<Prepared> {
  const { load, few, size } = bench;
  const { origin } = await bench.startProduct(few, { PAYMENTS: "sandbox" });
  const { secret, bodies } = await prepareOrders(bench);
  let answeredCount = 0;
  const take = async () => {
    // The webhooks are signed at the start of a turn, because a signature is valid only for some minutes.
    const requests = bodies.map((body): Request => {
      const signature = signWebhook(Buffer.from(body), secret, new Date());
      return { path: "/api/webhooks/sandbox", body, headers: { "sandbox-signature": signature } };
    });
    // Long enough for the answers that a p99 needs, on a busy machine too.
    const seconds = size.seconds * 4;
    const sample = await load.ask<Sample>("read", { origin, requests, atOnce: CONCURRENCY, seconds });
    answeredCount = Math.max(answeredCount, sample.answers ?? 0);
    return sample;
  };
  /** Asserts that each answered payment has a row. A busy machine does not get through all of them in one turn. */
  const check = () =>
    withClient(few, async (client) => {
      const { rows } = await client.query<{ order_id: string }>(
        `select order_id from payment_webhook join product_order on product_order.id = order_id
         where product_order.created_at > now() - interval '1 hour'`,
      );
      assert.ok(rows.length >= Math.min(answeredCount, bodies.length), `only ${rows.length} payments have a row`);
    });
  return { sides: [{ name: WEBHOOKS, take }], check };
}

const READINGS = 20;
const MESSAGES = "messages that are looked at for frauds";

/** Measures only the time of the check. Tests assert how well it recognizes frauds. */
async function readMessages(): Promise<Sample> {
  const texts = [...listHarmless("apart"), ...listScams("apart").map(({ text }) => text)];
  const startTime = performance.now();
  for (let reading = 0; reading < READINGS; reading += 1) for (const text of texts) findWarnings(text);
  return { "µs each": ((performance.now() - startTime) * 1_000) / (READINGS * texts.length) };
}

export const abuse: Part = {
  title: "Abuse: uploads beside attackers, webhooks in a flood, frauds in messages",
  databases: 1,
  phases: [
    { prepare: prepareUploads, rounds: 1, isCold: true },
    { prepare: prepareWebhooks },
    { prepare: async () => ({ sides: [{ name: MESSAGES, take: readMessages }] }), rounds: 3 },
  ],
  goals: [
    ...Object.keys(ATTACKS).flatMap((attack) => [
      ratio("ms a member", attack, ALONE, most(2, 1.2)),
      ratio("ms a guest", attack, ALONE, most(10, 1.2)),
    ]),
    // A payment company sends a webhook again when it was not answered in time, so the worst turn counts.
    { ...goal("p99 ms", WEBHOOKS, most(500, 50)), isWorst: true },
    goal("µs each", MESSAGES, most(100, 20)),
  ],
  why:
    "Beside attackers a member's upload takes at most twice as long, and a guest's still less than the fifteen seconds after which people leave. " +
    "A payment company repeats a webhook that waits for seconds. Nobody feels the look at a message.",
};
