import { onFirstUse } from "./on-first-use.ts";

const decimalFormat = onFirstUse(() => new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 }));
const percentFormat = onFirstUse(() => new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 1 }));

/** "12,4". */
export const formatDecimal = (value: number): string => decimalFormat().format(value);

/** "40,3%" of 0.403. */
export const formatPercent = (share: number): string => percentFormat().format(share);
