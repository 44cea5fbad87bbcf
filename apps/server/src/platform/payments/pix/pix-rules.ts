import { createDynamicPix, hasError } from "pix-utils";
import type { MoneyReturn, Payment } from "../provider.ts";
import type { Cob, Devolucao, Pix } from "./pix-schemas.ts";

const UUID_IN_PARTS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
/** The format of the ids that we give to returns. */
const OWN_RETURN = /^[0-9a-f]{32}$/;

/** Returns the txid of an order. An order has one charge, no matter how often its page is opened. */
export const txidOf = (orderId: string): string => orderId.replaceAll("-", "");

/** Returns the order of a txid; undefined when we cannot have made the txid. */
export function orderIdOf(txid: string | undefined): string | undefined {
  const parts = UUID_IN_PARTS.exec(txid ?? "");
  return parts?.slice(1).join("-");
}

/** Writes centavos as reais: 4700 becomes "47.00". */
export function toValor(centavos: number): string {
  return `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, "0")}`;
}

/** Reads reais as centavos, without the rounding of floating point: "47.00" becomes 4700. */
export function toCentavos(valor: string): number {
  return Number(valor.replace(".", ""));
}

/**
 * Returns the address of a charge's payload without its scheme, as a Pix code contains it; undefined when the PSP gave
 * none.
 */
export function locationOf({ location, loc }: Cob): string | undefined {
  return (location ?? loc?.location)?.replace(/^https:\/\//, "");
}

/** Converts a charge and the Pix that were paid to it. An unpaid charge becomes one payment without a time. */
export function toPayments(cob: Cob, pix: Pix[], now: Date): Payment[] {
  if (pix.length > 0) return pix.map((payment) => toPayment(payment, cob.txid));
  const { txid, valor } = cob;
  const state = isOver(cob, now) ? ("expired" as const) : ("pending" as const);
  return [{ ...factsOf(txid, txid, valor.original), state, paidAt: null, returns: [] }];
}

/** Converts a Pix. If it names no charge, it belongs to the charge that lists it. */
function toPayment({ endToEndId, txid = "", valor, horario, devolucoes }: Pix, listedBy: string): Payment {
  const returns = devolucoes.map(toReturn);
  return { ...factsOf(endToEndId, txid || listedBy, valor), state: "paid", paidAt: new Date(horario), returns };
}

function factsOf(id: string, txid: string, valor: string) {
  const orderId = orderIdOf(txid) ?? txid;
  // The PSP knows neither the buyer nor the product, and its payments always move real money.
  const claims = { orderId, memberId: null, product: null };
  return { id, centavos: toCentavos(valor), currency: "BRL", isLive: true, claims };
}

/** Whether a charge can no longer be paid. Its status stays "ATIVA" after its time, so the clock decides. */
function isOver({ status, calendario: { criacao, expiracao } }: Cob, now: Date): boolean {
  return status.startsWith("REMOVIDA") || Date.parse(criacao) + expiracao * 1_000 <= now.getTime();
}

const REFUND_STATES = { EM_PROCESSAMENTO: "requested", DEVOLVIDO: "done", NAO_REALIZADO: "failed" } as const;
const DISPUTE_STATES = { EM_PROCESSAMENTO: "open", DEVOLVIDO: "lost", NAO_REALIZADO: "won" } as const;

/**
 * Converts a return. A return that the payer's bank asked for is a dispute; any other is a refund, even if it was made
 * at the PSP's own site.
 */
function toReturn({ id, rtrId, valor, natureza, status }: Devolucao): MoneyReturn {
  const centavos = toCentavos(valor);
  if (natureza.startsWith("MED")) return { id: rtrId, kind: "dispute", centavos, state: DISPUTE_STATES[status] };
  // Ids that we did not give are unique within one Pix only, so `rtrId` stands for them.
  return { id: OWN_RETURN.test(id) ? id : rtrId, kind: "refund", centavos, state: REFUND_STATES[status] };
}

type Receiver = { name: string; city: string };

/**
 * Returns the text of the Pix QR code (BR Code, EMV) of a charge, from the address of its payload without "https://".
 * @throws when a part does not fit the standard
 */
export function pixCodeOf(location: string, { name, city }: Receiver): string {
  // The standard allows 25 and 15 characters.
  const receiver = { merchantName: name.slice(0, 25), merchantCity: city.slice(0, 15) };
  const pix = createDynamicPix({ ...receiver, url: location, oneTime: true });
  if (hasError(pix)) throw new Error("a location does not fit a Pix code");
  return pix.toBRCode();
}
