import type { OrderState, Product } from "@caramelo/contract/billing/calls";
import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { formatReais } from "@caramelo/contract/formats/money";
import type { SandboxEvent } from "@caramelo/contract/sandbox/calls";
import { orderEventNames } from "@caramelo/contract/texts/order-events";
import { productWords, stateWords } from "../rules.ts";
import type { OrderFilter, RevenueDay, StaffOrderDetail } from "./queries.ts";

const isState = (text = ""): text is OrderState => Object.hasOwn(stateWords, text);
const isProduct = (text = ""): text is Product => Object.hasOwn(productWords, text);

/** The filter in an address. Ignores values that it does not understand. */
export function readFilter(search: URLSearchParams): OrderFilter {
  const [state, product, q] = ["situacao", "produto", "q"].map((key) => search.get(key) ?? "");
  return { ...(isState(state) && { state }), ...(isProduct(product) && { product }), ...(q && { q }) };
}

/** How many orders are shown, and whether there are more. */
export function countText(count: number, hasMore: boolean): string {
  if (count === 0) return "";
  return hasMore ? `Os ${formatCount(count)} pedidos mais recentes` : countWords(count, "pedido", "pedidos");
}

/** The address of the CSV table of the orders that fit a filter. */
export function csvAddress(filter: OrderFilter): string {
  const pairs = Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]);
  return `/api/admin/orders.csv?${new URLSearchParams(pairs)}`;
}

/**
 * Splits revenue into the charted days and the sum of trials. Without real revenue it charts the trials, so that a
 * trial site shows something.
 */
export function splitRevenue(days: readonly RevenueDay[]) {
  const [live, trials] = [days.filter(({ isLive }) => isLive), days.filter(({ isLive }) => !isLive)];
  const isTrial = live.length === 0 && trials.length > 0;
  const besides = isTrial ? [] : trials;
  return {
    isTrial,
    shown: isTrial ? trials : live,
    trialCentavos: besides.reduce((sum, order) => sum + order.centavos, 0),
  };
}

type Bar = { day: string; centavos: number; returnedCentavos: number; orders: number };

/** The revenue of each of the last `count` days, the oldest first, including days without orders. */
export function barsOf(days: readonly RevenueDay[], today: string, count: number): Bar[] {
  const last = Date.parse(`${today}T12:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    const rows = days.filter((row) => row.day === day);
    const sum = (key: "centavos" | "returnedCentavos" | "orders") => rows.reduce((total, row) => total + row[key], 0);
    return { day, centavos: sum("centavos"), returnedCentavos: sum("returnedCentavos"), orders: sum("orders") };
  });
}

const EVENT_WORDS: Readonly<Record<string, string>> = orderEventNames;

/** Describes an event of an order's history for staff. */
export function describeEvent(kind: string, detail: Record<string, unknown>): string {
  const words = EVENT_WORDS[kind] ?? kind;
  const { centavos, note } = detail;
  const amount = typeof centavos === "number" ? `: ${formatReais(centavos)}` : "";
  return typeof note === "string" ? `${words}${amount} (${note})` : words + amount;
}

export const sandboxEvents: readonly { event: SandboxEvent; label: string }[] = [
  { event: "paid", label: "Pagar" },
  { event: "refused", label: "Recusar" },
  { event: "expired", label: "Expirar" },
  { event: "paid_late", label: "Pagar com atraso" },
  { event: "refunded_in_part", label: "Devolver metade" },
  { event: "refunded", label: "Devolver tudo" },
  { event: "charged_back", label: "Contestar" },
  { event: "dispute_won", label: "Vencer a contestação" },
  { event: "paid_and_refunded_out_of_order", label: "Pagar e devolver fora de ordem" },
  { event: "webhook_again", label: "Repetir a notificação" },
];

/** Parses a whole number of at most four digits, with an optional minus; otherwise undefined. */
export function parseCount(text: string): number | undefined {
  return /^-?\d{1,4}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The field errors of the office's forms. */
export const staffTexts = { countInvalid: "Escreva um número inteiro", countMissing: "Escreva quanto dar ou retirar" };

export const SANDBOX = "sandbox";

const ENTRY_KINDS = ["purchase", "spend", "refund", "refund_failed", "dispute", "dispute_won", "courtesy"] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];
export const isEntryKind = (kind: string): kind is EntryKind => (ENTRY_KINDS as readonly string[]).includes(kind);

/** Whether the time for staff to answer a withdrawal is over. */
export function isOverdue({ answerBy }: { answerBy: string }, now: number): boolean {
  return Date.parse(answerBy) <= now;
}

type PackageUse = NonNullable<StaffOrderDetail["use"]>;

const DAY_SECONDS = 86_400;
const USE_UNITS: readonly { unit: keyof PackageUse["used"]; per: number; word: string }[] = [
  { unit: "tokens", per: 1, word: "fichas" },
  { unit: "conversations", per: 1, word: "conversas" },
  { unit: "premiumSeconds", per: DAY_SECONDS, word: "dias de Premium" },
  { unit: "highlightedSeconds", per: DAY_SECONDS, word: "dias de destaque" },
];

/** The used part of a package, such as "40 de 100 fichas, 3 de 10 conversas". A started day counts as used. */
export function describeUse({ granted, used }: PackageUse): string {
  return USE_UNITS.filter(({ unit }) => granted[unit] > 0)
    .map(({ unit, per, word }) => `${Math.ceil(used[unit] / per)} de ${Math.round(granted[unit] / per)} ${word}`)
    .join(", ");
}
