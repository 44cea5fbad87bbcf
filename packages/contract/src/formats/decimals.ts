const DECIMAL = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 1 });

/** "12,4". */
export const formatDecimal = (value: number): string => DECIMAL.format(value);

/** "40,3%" of 0.403. */
export const formatPercent = (share: number): string => PERCENT.format(share);
