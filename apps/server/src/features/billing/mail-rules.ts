import type { Product } from "@caramelo/contract/billing/calls";
import { brand } from "@caramelo/contract/brand/brand";
import { longDayText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { WITHDRAWAL_ANSWER_DAYS, WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { productNames } from "@caramelo/contract/texts/products";
import { writeMail } from "../../base/mail/text-rules.ts";

const seller = () => [brand.seller, brand.cnpj && `CNPJ ${brand.cnpj}`].filter(Boolean).join(", ");

type Order = { id: string; product: Product; centavos: number };

const namesOf = ({ id, product }: Order) => ({ compra: id, produto: productNames[product] });

export function receiptMail(order: Order, paidAt: Date, origin: string) {
  const facts = { valor: formatReais(order.centavos), dia: longDayText(paidAt), dias: String(WITHDRAWAL_DAYS) };
  const resposta = String(WITHDRAWAL_ANSWER_DAYS);
  const values = { ...namesOf(order), ...facts, resposta, vendedor: seller() };
  return writeMail("receipt", { url: `${origin}/compras/${order.id}`, values });
}

type MoneyMail = "withdrawal" | "refund" | "refund-failed";

/**
 * The mail about returned money. `refund-failed` corrects an earlier `refund`: the account or card did not take the
 * money.
 */
export function moneyMail(kind: MoneyMail, order: Order, centavos: number, origin: string) {
  return writeMail(kind, { url: `${origin}/compras`, values: { ...namesOf(order), valor: formatReais(centavos) } });
}

/** The mail that confirms a withdrawal and says until when staff will decide it. */
export function withdrawalReviewMail(order: Order, answerBy: Date, origin: string) {
  const values = { ...namesOf(order), dia: longDayText(answerBy) };
  return writeMail("withdrawal-review", { url: `${origin}/compras`, values });
}

export function withdrawalDecidedMail(order: Order, decision: { isAccepted: boolean; reason: string }, origin: string) {
  const kind = decision.isAccepted ? "withdrawal-accepted" : "withdrawal-refused";
  return writeMail(kind, { url: `${origin}/compras`, values: { ...namesOf(order), resposta: decision.reason } });
}

/** The mail that reminds staff of overdue withdrawals. It names nobody. */
export function withdrawalsOverdueMail(count: number, origin: string) {
  const values = { total: String(count), dias: String(WITHDRAWAL_ANSWER_DAYS) };
  return writeMail("withdrawals-overdue", { url: `${origin}/admin/pedidos`, values });
}

export function endReminderMail(what: "premium" | "highlight", endsAt: Date, origin: string) {
  const [produto, path] = what === "premium" ? ["Premium", "/premium"] : ["destaque", "/destaque"];
  return writeMail("end-reminder", { url: `${origin}${path}`, values: { produto, dia: longDayText(endsAt) } });
}
