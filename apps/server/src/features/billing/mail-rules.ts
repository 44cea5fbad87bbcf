import type { Product } from "@caramelo/contract/billing";
import { brand } from "@caramelo/contract/brand";
import { WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { productNames } from "@caramelo/contract/texts/products";
import { composeMail, type Words } from "../mail/rules.ts";

const REAIS = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
const DAY = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeZone: "America/Sao_Paulo" });
const reais = (centavos: number) => REAIS.format(centavos / 100).replace("\u00a0", " ");

// A locked screen shows subjects: none says what was bought, or where.
const WHY = `Você recebe este e-mail porque houve uma compra na sua conta. Dúvidas: ${brand.supportEmail}.`;

const mail = (kind: string, words: Omit<Words, "footnote">) => ({ kind, ...composeMail({ ...words, footnote: WHY }) });
const seller = () => [brand.companyName || brand.name, brand.cnpj && `CNPJ ${brand.cnpj}`].filter(Boolean).join(", ");

type Order = { id: string; product: Product; centavos: number };

/** The receipt of a paid order. */
export function receiptMail({ id, product, centavos }: Order, paidAt: Date, origin: string) {
  return mail("receipt", {
    subject: "Recibo da sua compra",
    paragraphs: [
      `Recebemos seu pagamento de ${reais(centavos)} por ${productNames[product]} em ${DAY.format(paidAt)}. Sem renovação automática.`,
      `Se mudar de ideia, você desfaz a compra em Minhas compras em até ${WITHDRAWAL_DAYS} dias e recebe o valor integral de volta.`,
      `Vendido por ${seller()}. Número da compra: ${id}.`,
    ],
    action: { label: "Ver o recibo", url: `${origin}/compras/${id}` },
  });
}

/** Confirms a withdrawal at once; another mail follows when the money is back. */
export function withdrawalMail({ id, product }: Order, centavos: number, origin: string) {
  return mail("withdrawal", {
    subject: "Desistência da sua compra",
    paragraphs: [
      `Recebemos sua desistência da compra de ${productNames[product]}. Você recebe ${reais(centavos)} de volta pelo mesmo meio em que pagou, e não precisa fazer mais nada.`,
      `Número da compra: ${id}.`,
    ],
    action: { label: "Minhas compras", url: `${origin}/compras` },
  });
}

/** Says that money of an order went back. */
export function refundMail({ id, product }: Order, centavos: number, origin: string) {
  return mail("refund", {
    subject: "Devolução da sua compra",
    paragraphs: [
      `Devolvemos ${reais(centavos)} da sua compra de ${productNames[product]} pelo mesmo meio em que você pagou. No cartão, o valor pode levar até duas faturas para aparecer.`,
      `Número da compra: ${id}.`,
    ],
    action: { label: "Minhas compras", url: `${origin}/compras` },
  });
}

/** Corrects a mail that said money went back: the account or card that it was sent to did not take it. */
export function refundFailedMail({ id, product }: Order, centavos: number, origin: string) {
  return mail("refund-failed", {
    subject: "A devolução da sua compra voltou",
    paragraphs: [
      `A devolução de ${reais(centavos)} da sua compra de ${productNames[product]} não foi aceita pelo banco e voltou para nós. Vamos tentar de novo; enquanto isso, o que você comprou vale.`,
      `Se o cartão ou a conta mudou, escreva para ${brand.supportEmail}. Número da compra: ${id}.`,
    ],
    action: { label: "Minhas compras", url: `${origin}/compras` },
  });
}

/** Goes out three days before paid time ends. */
export function endReminderMail(what: "premium" | "highlight", endsAt: Date, origin: string) {
  const name = what === "premium" ? "Premium" : "destaque";
  const path = what === "premium" ? "/premium" : "/destaque";
  return mail("end-reminder", {
    subject: "Um aviso sobre a sua conta",
    paragraphs: [
      `Seu ${name} vale até ${DAY.format(endsAt)}. Nada se renova sozinho e nada será cobrado: se quiser continuar, é só comprar de novo.`,
    ],
    action: { label: "Ver opções", url: `${origin}${path}` },
  });
}
