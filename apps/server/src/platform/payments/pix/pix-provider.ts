import { brand } from "@caramelo/contract/brand/brand";
import type { Log } from "../../log.ts";
import type { Clock } from "../../time/clock.ts";
import type { OrderToPay, PaymentProvider } from "../provider.ts";
import type { PixApi } from "./pix-api.ts";
import type { PixConnection } from "./pix-connection.ts";
import { locationOf, pixCodeOf, toPayments, toValor, txidOf } from "./pix-rules.ts";
import type { Cob, Pix } from "./pix-schemas.ts";
import { isFrom, listSubjects, webhookSecretOf } from "./webhooks.ts";

export const PIX = "pix";

/** Stores the code of a charge for the page that shows it. */
export type PixCharges = {
  /** Returns the secret of the page of an order's charge; undefined when the order has none yet. */
  find(orderId: string): Promise<{ token: string } | undefined>;
  /** Stores the code of an order's charge. If there is one already, it stays. */
  add(orderId: string, code: string): Promise<{ token: string }>;
};

type Options = {
  api: PixConnection;
  charges: PixCharges;
  clock: Clock;
  log: Pick<Log, "warn">;
  /** The Pix key that receives the money. */
  chave: string;
  /** The key from which the secret part of the webhook's address is made. */
  webhookKey: Buffer;
  /** The address of the site. */
  origin: string;
};

/** The adapter of API Pix, which banks and payment companies in Brazil speak. */
export function openPix(options: Options): PaymentProvider {
  const { api, charges, clock, chave } = options;
  const secret = webhookSecretOf(options.webhookKey, chave);

  async function listPix(cob: Cob): Promise<Pix[]> {
    const foundPix = await Promise.all(cob.pix.map(({ endToEndId }) => api.findPix(endToEndId)));
    return foundPix.map((pix, index) => {
      const listedPix = cob.pix[index];
      // When two answers about one Pix differ, neither can be trusted.
      if (!pix || pix.endToEndId !== listedPix?.endToEndId || pix.valor !== listedPix.valor)
        throw new Error("the PSP contradicts itself about a Pix");
      return pix;
    });
  }

  return {
    name: PIX,
    methods: ["pix"],
    presentation: "frame",
    isLive: true,
    open: async (order) => {
      const knownCharge = await charges.find(order.id);
      const { token } = knownCharge ?? (await charges.add(order.id, codeOf(await openCharge(api, order, options))));
      return { url: `/pix/${token}` };
    },
    listPayments: async ({ id }) => {
      const cob = await api.findCob(txidOf(id));
      return cob ? toPayments(cob, await listPix(cob), clock.now()) : [];
    },
    refund: async ({ paymentId, returnId, centavos }) => {
      const addedReturn = await api.putDevolucao(paymentId, returnId, { valor: toValor(centavos) });
      // The PSP refuses an id that was used before. In that case the return of the first request exists.
      const devolucao = addedReturn ?? (await api.findDevolucao(paymentId, returnId));
      return devolucao ? "asked" : "refused";
    },
    readWebhook: async (webhook) => (isFrom(webhook, secret) ? listSubjects(webhook, chave) : undefined),
    connect: async () => {
      warnOfEnd(options);
      await registerWebhook(options, `${options.origin}/api/webhooks/${PIX}/${secret}`);
    },
  };
}

/** Makes the charge of an order, or finds the charge that an earlier attempt made. */
async function openCharge(api: PixApi, order: OrderToPay, { chave, clock }: Options): Promise<Cob> {
  const txid = txidOf(order.id);
  const expiracao = Math.max(1, Math.ceil((order.expiresAt.getTime() - clock.now().getTime()) / 1_000));
  const body = { calendario: { expiracao }, valor: { original: toValor(order.centavos) }, chave };
  const cob = (await api.putCob(txid, body)) ?? (await api.findCob(txid));
  if (!cob) throw new Error("the PSP refused a charge");
  if (cob.txid !== txid || cob.valor.original !== body.valor.original)
    throw new Error("the PSP answered another charge than it was asked for");
  return cob;
}

/** Returns the text of a charge's QR code: the PSP's own, or one made from the address of the charge. */
export function codeOf(cob: Cob): string {
  const location = locationOf(cob);
  if (cob.pixCopiaECola) return cob.pixCopiaECola;
  if (location === undefined) throw new Error("the PSP gave a charge neither a code nor an address");
  return pixCodeOf(location, { name: brand.name, city: "Brasil" });
}

/**
 * The warning begins this long before the certificate ends: banks take days to issue a new one, and after the end no
 * payment is possible.
 */
const WARN_BEFORE_MS = 30 * 86_400_000;

function warnOfEnd({ api: { certificateEndsAt: endsAt }, clock, log }: Options): void {
  if (endsAt.getTime() - clock.now().getTime() > WARN_BEFORE_MS) return;
  log.warn({ endsAt }, "the certificate for Pix ends soon");
}

async function registerWebhook({ api, chave, log }: Options, webhookUrl: string): Promise<void> {
  if (!webhookUrl.startsWith("https://")) {
    log.warn("the PSP cannot send webhooks to an address without https; payments are found by asking");
    return;
  }
  await api.putWebhook(chave, webhookUrl);
}
