import { describe } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { testProvider } from "../../testing/provider-suite.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment, findPaymentOfOrder, readWebhookSecret } from "./queries.ts";
import { SIGNATURE_HEADER, signWebhook } from "./rules.ts";
import { openSandboxProvider, SANDBOX } from "./sandbox-provider.ts";

const world = await openWorld();

describe("the sandbox keeps the contract of providers:", () => {
  testProvider(world, async () => {
    const { db, clock, payments } = world.context;
    const secret = await readWebhookSecret(db);
    const paymentOf = async ({ id }: { id: string }) => (await findPaymentOfOrder(db, id))?.id ?? "";
    const sign = (rawBody: Buffer, key = secret, ageMs = 0) => ({
      rawBody,
      headers: { [SIGNATURE_HEADER]: signWebhook(rawBody, key, new Date(clock.now().getTime() - ageMs)) },
    });
    return {
      provider: payments.byName(SANDBOX),
      unreachable: openSandboxProvider({ db: await openClosedDatabase(), clock, secret }),
      pay: async (order) => changePayment(db, await paymentOf(order), "paid", clock.now()),
      expire: async (order) => changePayment(db, await paymentOf(order), "expired", null),
      webhook: async (order) =>
        sign(Buffer.from(JSON.stringify({ orderId: order.id, paymentId: await paymentOf(order) }))),
      forge: (genuine) => ({
        "no signature": { ...genuine, headers: {} },
        "a signature of another key": sign(genuine.rawBody, Buffer.alloc(32)),
        "an altered body": { ...genuine, rawBody: Buffer.concat([genuine.rawBody, Buffer.from(" ")]) },
        "an old signature": sign(genuine.rawBody, secret, 301_000),
      }),
    };
  });
});

async function openClosedDatabase() {
  const { db, close } = openDatabase({ connectionString: world.connectionString }, { max: 1 });
  await close();
  return db;
}
