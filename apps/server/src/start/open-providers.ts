import { openPixCharges } from "../features/pix/commands.ts";
import { openSandboxProvider } from "../features/sandbox/sandbox-provider.ts";
import type { Db } from "../platform/database/database.ts";
import { readSecret } from "../platform/database/read-secret.ts";
import type { Log } from "../platform/log.ts";
import { connectToPsp } from "../platform/payments/pix/pix-connection.ts";
import { openPix } from "../platform/payments/pix/pix-provider.ts";
import { openPayments, type PaymentProvider, type Payments } from "../platform/payments/provider.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";

type Options = { config: Config; log: Log; db: Db };

/** Opens an adapter for each configured payment provider, in the order of the configuration. */
export async function openProviders({ config, log, db }: Options): Promise<Payments> {
  const clock = systemClock;
  const { origin, stripe, mercadoPago } = config;
  const open: Record<Config["paymentProviders"][number], () => Promise<PaymentProvider>> = {
    sandbox: async () => openSandboxProvider({ db, clock, secret: await readSecret(db, "sandbox-webhooks") }),
    pix: () => openBank({ config, log, db }),
    // These packages are large, so only a site that uses one loads it.
    stripe: async () => {
      const { openStripe } = await import("../platform/payments/stripe/stripe-provider.ts");
      return openStripe({ ...requireComplete(stripe), origin });
    },
    mercadopago: async () => {
      const { openMercadoPago } = await import("../platform/payments/mercadopago/mercadopago-provider.ts");
      return openMercadoPago({ ...requireComplete(mercadoPago), origin });
    },
  };
  return openPayments(await Promise.all(config.paymentProviders.map((name) => open[name]())));
}

async function openBank({ config: { pix, origin }, log, db }: Options): Promise<PaymentProvider> {
  const settings = requireComplete(pix);
  const clock = systemClock;
  const [api, webhookKey] = [await connectToPsp(settings, { clock, log }), await readSecret(db, "pix-webhooks")];
  return openPix({
    api,
    charges: openPixCharges({ db, clock }),
    clock,
    log,
    chave: settings.chave,
    webhookKey,
    origin,
  });
}

/**
 * Returns the settings of a provider, which the configuration has already checked.
 * @throws when they are nevertheless incomplete
 */
function requireComplete<T>(settings: T | undefined): T {
  if (!settings) throw new Error("the settings of a payment provider are not complete");
  return settings;
}
