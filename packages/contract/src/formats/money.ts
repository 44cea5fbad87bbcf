import { onFirstUse } from "./on-first-use.ts";

const reaisFormat = onFirstUse(() => new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" }));
const wholeReaisFormat = onFirstUse(
  () => new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL", maximumFractionDigits: 0 }),
);

/** "R$ 139,00". */
export const formatReais = (centavos: number): string => reaisFormat().format(centavos / 100);

/** "R$ 106", rounded. */
export const formatWholeReais = (centavos: number): string => wholeReaisFormat().format(centavos / 100);

/** "1390,00", for form fields and spreadsheet tables. */
export const writeReais = (centavos: number): string => (centavos / 100).toFixed(2).replace(".", ",");

/** Parses "47", "47,00" and "47.00" as 4700 centavos; undefined for anything else. */
export function parseReais(text: string): number | undefined {
  const match = /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(text.trim().replace(/^R\$\s*/, ""));
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : undefined;
}
