import { openPixCharges } from "../features/pix/commands.ts";
import { connectToPsp } from "../platform/payments/pix/pix-connection.ts";
import { openPix } from "../platform/payments/pix/pix-provider.ts";
import { webhookSecretOf } from "../platform/payments/pix/webhooks.ts";
import { systemClock } from "../platform/time/clock.ts";
import { openPsp } from "./pix-psp/psp.ts";
import { openWorld } from "./world.ts";

const ORIGIN = "https://caramelo.example";

/** A world that is paid by Pix at a PSP on this machine. Its webhooks arrive once `provider.connect` was called. */
export async function openPixWorld() {
  const psp = await openPsp();
  const world = await openWorld({ PAYMENTS: "pix", ...psp.settings });
  const { db, log } = world.context;
  const clock = systemClock;
  const { value: webhookKey } = await db
    .selectFrom("secret")
    .where("name", "=", "pix-webhooks")
    .select("value")
    .executeTakeFirstOrThrow();
  const chave = psp.settings.PIX_KEY;
  const charges = openPixCharges({ db, clock });
  const options = { charges, clock, log, chave, webhookKey, origin: ORIGIN };
  // The same adapter as the world's own, but for a site that PSPs can reach, and with a shorter time limit.
  const provider = openPix({ ...options, api: await connectToPsp(psp.connection, { clock, log, timeoutMs: 1_000 }) });
  psp.deliverBy(async (url, payload) => (await world.app.inject({ method: "POST", url, payload })).statusCode);
  return { world, psp, provider, options, secret: webhookSecretOf(webhookKey, chave) };
}
