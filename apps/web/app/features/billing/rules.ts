import type { OrderState, Product } from "@caramelo/contract/billing/calls";
import { prices } from "@caramelo/contract/billing/prices";
import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { longDayText } from "@caramelo/contract/formats/moments";
import { formatReais, formatWholeReais } from "@caramelo/contract/formats/money";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { orderStateNames } from "@caramelo/contract/texts/orders";
import { productNames, productsInSentences } from "@caramelo/contract/texts/products";
import { PREMIUM_GIVES, type ThanksType } from "./checkout/thanks-rules.ts";

const { tokens, premium_quarterly: quarterly } = prices;
const countMonths = (months: number): string => countWords(months, "mês", "meses");

type Words = {
  name: string;
  /** The duration, or for tokens that there is a single payment; shown next to the price. */
  term: string;
  gives: readonly string[];
};

/** The name and contents of each product, in the words of the sales screens. Numbers come from the price catalogue. */
export const productWords: Record<Product, Words> = {
  tokens: {
    name: productNames.tokens,
    term: "pagamento único",
    gives: [
      `${tokens.tokens} fichas para mensagens`,
      `${tokens.conversations} conversas diferentes`,
      "1 ficha por mensagem",
      "Sem compromisso mensal: compre quando precisar",
    ],
  },
  premium_monthly: {
    name: productNames.premium_monthly,
    term: countMonths(prices.premium_monthly.months),
    gives: PREMIUM_GIVES,
  },
  premium_quarterly: {
    name: productNames.premium_quarterly,
    term: `${countMonths(quarterly.months)}, cerca de ${formatWholeReais(quarterly.centavos / quarterly.months)} por mês`,
    gives: PREMIUM_GIVES,
  },
  highlight: {
    name: productNames.highlight,
    term: `${prices.highlight.days} dias`,
    gives: [
      `Perfil em destaque por ${prices.highlight.days} dias`,
      "Mais visibilidade na busca",
      "Mais chances de combinar",
      "Verificação com prioridade na fila",
    ],
  },
};

export const priceOf = (product: Product): string => formatReais(prices[product].centavos);

/** The amount that a product gives, such as 100 and "fichas", or 3 and "meses de Premium". */
export function amountOf(product: Product): { count: number; noun: string } {
  const price = prices[product];
  if ("tokens" in price) return { count: price.tokens, noun: tokensWord(price.tokens) };
  if ("months" in price) return { count: price.months, noun: `${pluralWord(price.months, "mês", "meses")} de Premium` };
  return { count: price.days, noun: `${pluralWord(price.days, "dia", "dias")} de destaque` };
}

/** The contents of an order in a few words. */
export function nameOrder(product: Product): string {
  const { count, noun } = amountOf(product);
  const price = prices[product];
  const conversations = "conversations" in price && ` e ${countWords(price.conversations, "conversa", "conversas")}`;
  return `${formatCount(count)} ${noun}${conversations || ""}`;
}

/** The contents and duration of an order, in one line. */
export function describeOrder(product: Product): string {
  return `${nameOrder(product)}${product === "tokens" ? " novas, sem prazo" : " a partir do pagamento"}`;
}

// The cast is safe, because the catalogue has only these keys.
const PRODUCTS = Object.keys(prices) as Product[];

/**
 * The product that /checkout sells for the `type` of the address. For unknown types, payers get tokens and babies
 * nothing (they are sent to /destaque).
 */
export function productOf(type: string | null, role: string): Product | undefined {
  const namedProduct = PRODUCTS.find((product) => product === type);
  return namedProduct ?? (isOfferedTo("tokens", role) ? "tokens" : undefined);
}

/** Whether members of a role are offered a product; the server refuses an order of any other. */
export function isOfferedTo(product: Product, role: string): boolean {
  return product === "highlight" ? role === "baby" : role === "daddy" || role === "mommy";
}

/** The `type` of /obrigado for a product. */
export function thanksTypeOf(product: Product): ThanksType {
  return product === "premium_monthly" || product === "premium_quarterly" ? "premium" : product;
}

export const stateWords: Record<OrderState, { text: string; tone: "plain" | "ok" | "warn" | "danger" | "info" }> = {
  created: { text: orderStateNames.created, tone: "info" },
  pending: { text: orderStateNames.pending, tone: "info" },
  refused: { text: orderStateNames.refused, tone: "danger" },
  expired: { text: orderStateNames.expired, tone: "plain" },
  paid: { text: orderStateNames.paid, tone: "ok" },
  refunded: { text: orderStateNames.refunded, tone: "plain" },
  charged_back: { text: orderStateNames.charged_back, tone: "warn" },
};

export const reviewWords = {
  waiting: { title: "Seu pedido está em análise", tone: "info" },
  accepted: { title: "Aceitamos desfazer esta compra", tone: "success" },
  refused: { title: "Não pudemos desfazer esta compra", tone: "warning" },
} as const;

/** Says until when the staff will answer or, after that time, that the staff was reminded. */
export function answerText(answerBy: string, now: number): string {
  return Date.parse(answerBy) > now
    ? `Respondemos até ${longDayText(answerBy)}.`
    : "Nossa resposta está atrasada, e a equipe já foi avisada.";
}

/** Whether an order can still be paid. */
export function isPayable(state: OrderState): boolean {
  return state === "created" || state === "pending" || state === "refused";
}

type Entry = {
  kind: "purchase" | "spend" | "refund" | "refund_failed" | "dispute" | "dispute_won" | "courtesy";
  product: Product | null;
  tokens: number;
  conversations: number;
  premiumSeconds: number;
  highlightedSeconds: number;
  hasCourtesyPremium?: boolean | null;
};

/** A line of the statement: what happened and what it changed. */
export function describeEntry(entry: Entry): { title: string; changes: string[] } {
  return { title: titleOf(entry), changes: changesOf(entry) };
}

function titleOf({ kind, product, conversations, hasCourtesyPremium }: Entry): string {
  const of = product === null ? "" : ` de ${productsInSentences[product]}`;
  switch (kind) {
    case "purchase":
      return `Compra${of}`;
    case "spend":
      return conversations < 0 ? "Primeira mensagem de uma conversa" : "Mensagem enviada";
    case "refund":
      return `Reembolso${of}`;
    case "refund_failed":
      return `Reembolso${of} não concluído`;
    case "dispute":
      return `Contestação${of}`;
    case "dispute_won":
      return `Contestação${of} encerrada`;
    case "courtesy":
      if (hasCourtesyPremium) return "Premium dado pela equipe";
      return hasCourtesyPremium === false ? "Premium retirado pela equipe" : "Cortesia da equipe";
  }
}

function changesOf({ tokens, conversations, premiumSeconds, highlightedSeconds, hasCourtesyPremium }: Entry): string[] {
  const parts = [
    tokens !== 0 && signedWords(tokens, "ficha", "fichas"),
    conversations !== 0 && signedWords(conversations, "conversa", "conversas"),
    premiumSeconds !== 0 && `${signedWords(inDays(premiumSeconds), "dia", "dias")} de Premium`,
    highlightedSeconds !== 0 && `${signedWords(inDays(highlightedSeconds), "dia", "dias")} de destaque`,
    hasCourtesyPremium && "Sem data para terminar",
  ];
  const changes = parts.filter((part) => typeof part === "string");
  return changes.length > 0 ? changes : ["Nada mudou no seu saldo"];
}

const inDays = (seconds: number) => Math.round(seconds / 86_400);
const signedWords = (count: number, one: string, many: string) =>
  `${count < 0 ? "−" : "+"}${countWords(Math.abs(count), one, many)}`;
