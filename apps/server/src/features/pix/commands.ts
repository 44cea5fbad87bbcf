import { setTimeout as sleep } from "node:timers/promises";
import { formatReais } from "@caramelo/contract/formats/money";
import { renderUnicodeCompact } from "uqr";
import type { Db } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import type { PixApi } from "../../platform/payments/pix/pix-api.ts";
import { codeOf, type PixCharges } from "../../platform/payments/pix/pix-provider.ts";
import { toCentavos, toValor, txidOf } from "../../platform/payments/pix/pix-rules.ts";
import type { Pix } from "../../platform/payments/pix/pix-schemas.ts";
import { makeToken } from "../../platform/secrets/tokens.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { addCharge, findChargeOfOrder } from "./queries.ts";

const CENTAVOS = 1;
const PAYABLE_SECONDS = 900;
const ASK_AGAIN_MS = 3_000;

type Options = { api: PixApi; chave: string; say: (line: string) => void; askAgainMs?: number };

/**
 * Tries the operator's access to API Pix with real money: a charge of one cent, its payment, and its return.
 * @throws when the PSP refuses a step, or when the charge is not paid within a quarter of an hour
 */
export async function tryPix({ api, chave, say, askAgainMs = ASK_AGAIN_MS }: Options): Promise<void> {
  const txid = txidOf(randomId());
  const valor = toValor(CENTAVOS);
  const cob = await api.putCob(txid, { calendario: { expiracao: PAYABLE_SECONDS }, valor: { original: valor }, chave });
  if (!cob) throw new Error("The PSP refused a charge of one cent. Is PIX_KEY a key of this account?");
  const code = codeOf(cob);
  say("1. Access token and charge: good. Pay one cent with another account, within a quarter of an hour:");
  say(renderUnicodeCompact(code));
  say(code);
  const pix = await waitForPix(api, txid, askAgainMs);
  say(`2. The payment arrived: ${formatReais(toCentavos(pix.valor))}, ${pix.endToEndId}.`);
  const returnId = txidOf(randomId());
  const devolucao = await api.putDevolucao(pix.endToEndId, returnId, { valor });
  if (!devolucao) throw new Error("The PSP refused to return the cent.");
  say(`3. The return was asked for: ${devolucao.status}.`);
  const endedReturn = await waitForReturn(api, { endToEndId: pix.endToEndId, returnId }, askAgainMs);
  if (endedReturn !== "DEVOLVIDO") throw new Error("The PSP could not return the cent.");
  say("4. The cent went back. PAYMENTS=pix can be switched on.");
}

async function waitForPix(api: PixApi, txid: string, askAgainMs: number): Promise<Pix> {
  for (let waitedMs = 0; waitedMs < PAYABLE_SECONDS * 1_000; waitedMs += askAgainMs) {
    const [listedPix] = (await api.findCob(txid))?.pix ?? [];
    const pix = listedPix && (await api.findPix(listedPix.endToEndId));
    if (pix) return pix;
    await sleep(askAgainMs);
  }
  throw new Error("Nobody paid within a quarter of an hour.");
}

type Return = { endToEndId: string; returnId: string };

async function waitForReturn(api: PixApi, { endToEndId, returnId }: Return, askAgainMs: number) {
  for (let waitedMs = 0; waitedMs < PAYABLE_SECONDS * 1_000; waitedMs += askAgainMs) {
    const { status } = (await api.findDevolucao(endToEndId, returnId)) ?? {};
    if (status !== undefined && status !== "EM_PROCESSAMENTO") return status;
    await sleep(askAgainMs);
  }
  throw new Error("The return is still in process. Look at it at the PSP's own site.");
}

/** Stores the codes of Pix charges, so that the payment page can show them. */
export function openPixCharges({ db, clock }: { db: Db; clock: Clock }): PixCharges {
  return {
    find: (orderId) => findChargeOfOrder(db, orderId),
    add: async (orderId, code) => {
      await addCharge(db, { orderId, code, token: makeToken(), createdAt: clock.now() });
      const charge = await findChargeOfOrder(db, orderId);
      if (!charge) throw new Error("a charge was added and is not there");
      return charge;
    },
  };
}
